"""Delays the responses to callers who poll too often; none is refused."""

from __future__ import annotations

import asyncio

from starlette.types import Scope

from outflank.faces.web.http.requests import address_of, is_from_here
from outflank.server.rate_limits import Pacer

__all__ = ["Pacing"]


class Pacing:
    """Slows callers down, except those who try the server out on this machine."""

    def __init__(self, pacer: Pacer, *, is_tryout: bool) -> None:
        self._pacer = pacer
        self._is_tryout = is_tryout

    def is_free(self, scope: Scope) -> bool:
        """Return whether a caller tries the server out on this machine, where no limits apply."""
        return self._is_tryout and is_from_here(scope)

    async def hold(self, seconds: float) -> None:
        """Delay a response."""
        await asyncio.sleep(seconds)

    async def slow(self, who: str, scope: Scope) -> None:
        """Delay a response if its caller polls too often."""
        seconds = self._pacer.slowdown(who)
        if seconds > 0 and not self.is_free(scope):
            await self.hold(seconds)

    async def slow_address(self, scope: Scope) -> None:
        """Delay a response if its address polls too often."""
        await self.slow(f"address {address_of(scope)}", scope)
