"""Callers who ask too often: their answers are held back a little, and nobody is refused."""

from __future__ import annotations

import asyncio

from starlette.types import Scope

from outflank.faces.web.http.requests import address_of, is_from_here
from outflank.server.rate_limits import Pacer

__all__ = ["Pacing"]


class Pacing:
    """Slows callers down; whoever tries the server out on this machine is never slowed."""

    def __init__(self, pacer: Pacer, *, is_tryout: bool) -> None:
        self._pacer = pacer
        self._is_tryout = is_tryout

    def is_free(self, scope: Scope) -> bool:
        """Tell whether a caller tries the server out on this machine, where no limits hold."""
        return self._is_tryout and is_from_here(scope)

    async def hold(self, seconds: float) -> None:
        """Hold an answer back."""
        await asyncio.sleep(seconds)

    async def slow(self, who: str, scope: Scope) -> None:
        """Hold an answer back for a moment if its caller asks too often."""
        seconds = self._pacer.slowdown(who)
        if seconds > 0 and not self.is_free(scope):
            await self.hold(seconds)

    async def slow_address(self, scope: Scope) -> None:
        """Hold an answer back for a moment if its address asks too often."""
        await self.slow(f"address {address_of(scope)}", scope)
