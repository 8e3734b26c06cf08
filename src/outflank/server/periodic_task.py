"""Checks the database regularly, and at once when another worker announces a change."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from outflank.errors import OutflankError

__all__ = ["Look", "PeriodicTask", "at_intervals"]

_RETRY_DELAY = 1.0  # seconds after a check that failed

_log = logging.getLogger(__name__)


class Look(Protocol):
    """Loads what other workers have changed."""

    def __call__(self, *, is_told: bool) -> None:
        """Check the database; `is_told` is false if the interval has passed without a request."""
        ...


class PeriodicTask:
    """A thread that checks the database on request, and at least every `seconds`."""

    def __init__(self, look: Look, subject: str, seconds: float) -> None:
        self._look = look
        self._subject = subject
        self._seconds = seconds
        self._asked = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"look {subject}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def run_soon(self) -> None:
        """Request a check now; never blocks."""
        self._asked.set()

    def close(self) -> None:
        """Stop the thread, if it was started."""
        self._stopping.set()
        self._asked.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            is_told = self._asked.wait(self._seconds)
            self._asked.clear()
            if self._stopping.is_set():
                return
            try:
                self._look(is_told=is_told)
            except OutflankError as error:
                _log.warning(
                    "Could not load the %s that other workers changed, retrying in %g s: %s",
                    self._subject,
                    _RETRY_DELAY,
                    error,
                )
                self._stopping.wait(_RETRY_DELAY)
                self._asked.set()
            except Exception:
                _log.exception("Unexpected error while loading the %s", self._subject)
                self._stopping.wait(_RETRY_DELAY)


def at_intervals(
    now: Callable[[], int], seconds: float, task: Callable[[], None]
) -> Callable[[], None]:
    """Return a task that runs at most once in `seconds`."""
    next_time = 0

    def do() -> None:
        nonlocal next_time
        if now() >= next_time:
            next_time = now() + round(1000 * seconds)
            task()

    return do
