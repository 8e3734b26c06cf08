"""The child processes in which the server's computers think: the serving process never searches."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from outflank.engine import Engine, open_engine
from outflank.engine.advice import AdvisingEngine
from outflank.engine.process import ProcessEngine

__all__ = ["ADVICE", "EngineProcesses"]

ADVICE = "advice"  # the name of the engine that gives hints


class EngineProcesses:
    """Lends engines, each in a child process, and keeps up to `most_idle` processes.

    Starting a process takes some tenths of a second, making another engine in it some milliseconds.
    So any process serves any engine.
    """

    def __init__(self, most_idle: int) -> None:
        self._most_idle = most_idle
        self._idle: list[ProcessEngine] = []
        self._lock = threading.Lock()
        self._is_closed = False

    @contextlib.contextmanager
    def lend(self, name: str) -> Iterator[Engine]:
        """Lend the engine of that name, or the one that gives hints."""
        with self._lock:
            process = self._idle.pop() if self._idle else None
        engine = _engine(name, process)
        try:
            yield engine
        finally:
            self._give_back(engine)

    def _give_back(self, engine: Engine) -> None:
        with self._lock:
            if (
                isinstance(engine, ProcessEngine)
                and not self._is_closed
                and len(self._idle) < self._most_idle
            ):
                self._idle.append(engine)
                return
        engine.close()

    def close(self) -> None:
        """End every process that is not lent; the others end when they are given back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for engine in idle:
            engine.close()


def _engine(name: str, process: ProcessEngine | None) -> Engine:
    if name != ADVICE:
        return open_engine(name, own_process=process or True)
    if process is None:
        return ProcessEngine(AdvisingEngine, name=ADVICE)
    process.become(AdvisingEngine, ADVICE)
    return process
