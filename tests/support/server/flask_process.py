"""`flask run` in the project's root, in its own process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from support.paths import ROOT
from support.server.server_process import wait_until

__all__ = ["FlaskProcess"]

_PATIENCE = 60.0  # seconds


class FlaskProcess:
    """Flask's own server with the application of `wsgi.py`, on a database in a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "games.db"
        self.port = 0
        self._log = folder / "flask.txt"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def stderr(self) -> str:
        """Its output so far."""
        return self._log.read_text(errors="replace")

    def start(self) -> Self:
        """Start it on any free port, and return when it listens."""
        environment = os.environ | {
            "OUTFLANK_DATABASE": f"sqlite:///{self.path}",
            "FLASK_RUN_PORT": "0",
        }
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "flask", "run"],
                cwd=ROOT,
                env=environment,
                stderr=log,
                stdout=subprocess.DEVNULL,
            )
        wait_until(self._is_listening, "flask to listen")
        return self

    def _is_listening(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise AssertionError(f"flask has ended by itself:\n{self.stderr}")
        found = re.search(r"Running on http://127\.0\.0\.1:(\d+)", self.stderr)
        if found is not None:
            self.port = int(found[1])
        return found is not None

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(_PATIENCE)
            raise AssertionError(f"flask would not stop:\n{self.stderr}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
