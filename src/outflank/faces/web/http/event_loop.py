"""The server's event loop: calls to it from other threads, its tasks, and how late it is."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

__all__ = ["EventLoop"]

_EVERY = 0.02  # seconds between two measurements
_MOST = 1000  # milliseconds that are given back; a longer stall is an outage


class EventLoop:
    """The loop that answers requests, for what was made before it runs."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._late = self._due = 0.0  # seconds: the last measurement, and when the next one is due
        self._answered = 0.0  # when the last request was answered

    def start(self) -> None:
        """Take the running loop."""
        self._loop = asyncio.get_running_loop()
        self._plan(self._loop)

    def stop(self) -> None:
        """End the tasks."""
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests; called on the loop."""
        assert self._loop is not None
        task = self._loop.create_task(work)
        self._tasks.add(task)  # the loop itself would forget it
        task.add_done_callback(self._tasks.discard)

    def call(self, what: Callable[[], object]) -> None:
        """Run something on the loop soon, from any thread; at once on the loop itself."""
        loop = self._loop
        try:
            is_here = asyncio.get_running_loop() is loop
        except RuntimeError:
            is_here = False
        if is_here:
            what()
        elif loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(what)

    def wait_for_arrivals(self) -> None:
        """Wait, on another thread, until every request that has arrived is registered."""

        async def look() -> None:
            for _ in range(3):  # reads what lies unread, begins with it, and is heard by its room
                await asyncio.sleep(0)

        if self._loop is not None and self._loop.is_running():
            with contextlib.suppress(TimeoutError, RuntimeError):
                asyncio.run_coroutine_threadsafe(look(), self._loop).result(1)

    # How busy it is

    def note_answer(self) -> None:
        """Note that a request is being answered; called on the loop."""
        if self._loop is not None:
            self._answered = self._loop.time()

    def answered_within(self, seconds: float) -> bool:
        """Tell whether a request was answered so lately."""
        return self._loop is not None and self._loop.time() - self._answered < seconds

    # How late it is, so that players are not charged for it

    @property
    def lag(self) -> int:
        """The milliseconds by which the loop is behind now."""
        if self._loop is None:
            return 0
        overdue = self._loop.time() - self._due  # the timer's turn may be after what asks
        return min(_MOST, int(1000 * max(0.0, self._late, overdue)))

    def _plan(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + _EVERY
        self._timer = loop.call_at(self._due, self._measure, loop)

    def _measure(self, loop: asyncio.AbstractEventLoop) -> None:
        self._late = loop.time() - self._due
        self._plan(loop)
