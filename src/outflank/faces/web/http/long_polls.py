"""Requests whose response is held until there is something to report."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from outflank.server.capacity import CapacityLimit

if TYPE_CHECKING:
    from outflank.faces.web.http.event_loop import EventLoop

__all__ = ["LongPolls"]

_MOST = 20_000
_OF_A_KEY = 4
_OF_AN_ADDRESS = 1000


class LongPolls:
    """All waiting polls, with a limit on their number and a way to end them."""

    def __init__(self, loop: EventLoop) -> None:
        self.limit: CapacityLimit = CapacityLimit(
            "long-polls", _MOST, per_key=_OF_A_KEY, per_address=_OF_AN_ADDRESS
        )
        self._loop = loop
        self._waiting: set[asyncio.Event] = set()
        self._is_stopping = False

    def stop(self) -> None:
        """Answer all waiting polls now, and let no poll wait again; on any thread."""
        self._is_stopping = True
        self._loop.call(self._end)

    def _end(self) -> None:
        for event in self._waiting:
            event.set()

    async def wait_until(
        self,
        is_true: Callable[[], bool],
        seconds: float,
        subscribe: Callable[[Callable[[], None]], Callable[[], None]],
    ) -> None:
        """Wait until a condition is true, the time is over or the server stops."""
        changed = asyncio.Event()
        unsubscribe = subscribe(lambda: self._loop.call(changed.set))
        self._waiting.add(changed)
        try:
            async with asyncio.timeout(seconds):
                while not is_true() and not self._is_stopping:
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            unsubscribe()
            self._waiting.discard(changed)
