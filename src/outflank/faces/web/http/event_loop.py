"""The server's event loop: calls from other threads, background tasks and its lag."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

__all__ = ["EventLoop"]

_EVERY = 0.02  # seconds between two measurements
_MOST = 1000  # milliseconds given back to players; a longer stall is an outage


class EventLoop:
    """The loop that answers requests, for parts that are made before it runs."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._late = self._due = 0.0  # seconds: the last lag, and the time of the next measurement
        self._answered = 0.0  # the time of the last answer

    def start(self) -> None:
        """Use the running loop from now on."""
        self._loop = asyncio.get_running_loop()
        self._plan(self._loop)

    def stop(self) -> None:
        """Cancel the tasks."""
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside the requests; called on the loop."""
        assert self._loop is not None
        task = self._loop.create_task(work)
        self._tasks.add(task)  # the loop itself would forget it
        task.add_done_callback(self._tasks.discard)

    def call(self, what: Callable[[], object]) -> None:
        """Call a function on the loop, at once if this is the loop's thread and soon otherwise."""
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
            for _ in range(3):  # to read it, to start its handler, and to reach its room
                await asyncio.sleep(0)

        if self._loop is not None and self._loop.is_running():
            with contextlib.suppress(TimeoutError, RuntimeError):
                asyncio.run_coroutine_threadsafe(look(), self._loop).result(1)

    # How busy the loop is

    def note_answer(self) -> None:
        """Note that a request is being answered; called on the loop."""
        if self._loop is not None:
            self._answered = self._loop.time()

    def answered_within(self, seconds: float) -> bool:
        """Return whether a request was answered in the last `seconds`."""
        return self._loop is not None and self._loop.time() - self._answered < seconds

    # How late the loop is: players are not charged for that

    @property
    def lag(self) -> int:
        """The milliseconds by which the loop is late now."""
        if self._loop is None:
            return 0
        overdue = self._loop.time() - self._due  # the timer may come after the caller
        return min(_MOST, int(1000 * max(0.0, self._late, overdue)))

    def _plan(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due = loop.time() + _EVERY
        self._timer = loop.call_at(self._due, self._measure, loop)

    def _measure(self, loop: asyncio.AbstractEventLoop) -> None:
        self._late = loop.time() - self._due
        self._plan(loop)
