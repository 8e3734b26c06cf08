"""`outflank worker` in its own process, to be killed and started again."""

from __future__ import annotations

import os
from pathlib import Path

from support.processes.ready_python import start_python
from support.server.competition_server import database_url_in
from support.server.server_bots import ask
from support.server.server_process import free_port, wait_until

__all__ = ["WorkerProcess", "metric_at"]


def metric_at(port: int, name: str) -> float:
    """Return the value of a metric without labels."""
    lines = ask(port, "GET", "/metrics").body.decode().splitlines()
    [value] = [line.split()[1] for line in lines if line.startswith(f"{name} ")]
    return float(value)


class WorkerProcess:
    """`outflank worker` in its own process."""

    def __init__(self, folder: Path, number: int, wake: str) -> None:
        self._path = folder / f"worker{number}.txt"
        self.metrics_port = free_port()
        with self._path.open("wb") as log:
            self.process = start_python(
                ["-m", "outflank", "worker", "--searches", "1", "--wake", wake,
                 "--database", database_url_in(folder), "--metrics-port", str(self.metrics_port)],
                stdout=log,
                stderr=log,
                env=os.environ | {"OUTFLANK_HOME": str(folder)},
            )  # fmt: skip
        wait_until(lambda: "Outflank runs computer players" in self.said, "the worker")

    @property
    def said(self) -> str:
        """Its output and its log so far."""
        return self._path.read_text(errors="replace")

    def metric(self, name: str) -> float:
        """Return one of its metrics."""
        return metric_at(self.metrics_port, name)

    def end(self, number: int) -> int:
        """Send a signal, and return the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(60)
