"""How late the event loop is, so that players are not charged for it."""

from __future__ import annotations

import asyncio

__all__ = ["LoopLag"]

_EVERY = 0.02  # seconds
_MOST = 1000  # milliseconds that are given back; a longer stall is an outage


class LoopLag:
    """Measures by how much the event loop is behind."""

    def __init__(self) -> None:
        self._last = 0.0  # seconds, when it was last measured
        self._due = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def milliseconds(self) -> int:
        """By how much the loop is behind now."""
        if self._loop is None:
            return 0
        overdue = self._loop.time() - self._due  # the timer's turn may be after what asks
        return min(_MOST, int(1000 * max(0.0, self._last, overdue)))

    def start(self) -> None:
        """Begin to measure the running loop."""
        self._loop = asyncio.get_running_loop()
        self._plan(self._loop)

    def stop(self) -> None:
        """Measure no longer."""
        if self._timer is not None:
            self._timer.cancel()
        self._loop = None

    def _plan(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + _EVERY
        self._timer = loop.call_at(self._due, self._measure, loop)

    def _measure(self, loop: asyncio.AbstractEventLoop) -> None:
        self._last = loop.time() - self._due
        self._plan(loop)
