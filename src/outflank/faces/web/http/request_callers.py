"""Whose request this is: the keys of headers, paths and cookies all take this way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.types import Scope

from outflank.faces.web.http.browser_sessions import key_in_cookie, may_use_key, person_of
from outflank.faces.web.http.requests import address_of
from outflank.server.rate_limits import RateLimit

if TYPE_CHECKING:
    from outflank.faces.web.http.pacing import Pacing
    from outflank.server.accounts.accounts import Caller
    from outflank.server.accounts.callers import Callers

__all__ = ["RequestCallers"]

_HELD = 1.0  # seconds for which a look at the database waits while keys are guessed from everywhere


class RequestCallers:
    """Finds the callers of requests; whoever sends too many wrong keys is refused with TooMany.

    Trying out on one's own machine is free of that.
    """

    def __init__(self, callers: Callers, pacing: Pacing) -> None:
        self._callers = callers
        self._pacing = pacing

    async def of_key(self, key: str, scope: Scope) -> Caller | None:
        """Return whose key this is, or None; those of the try-out work only from this machine."""
        found = self._callers.known(key)
        if found is None:
            found = await self._look_up(key, scope, RateLimit.FAILED_AUTHENTICATION)
        return found if found is not None and may_use_key(found, scope) else None

    async def of_cookie(self, scope: Scope) -> Caller | None:
        """Return the person whose cookie a request carries; None for an invalid one."""
        key = key_in_cookie(scope)
        if key is None:
            return None
        found = self._callers.known(key)
        return person_of(found or await self._look_up(key, scope, RateLimit.INVALID_COOKIES))

    def person_behind(self, scope: Scope) -> Caller | None:
        """Return the same as `of_cookie`, on a thread that may wait for the database."""
        key = key_in_cookie(scope)
        if key is None:
            return None
        found, address = self._callers.known(key), self._address_of(scope)
        if found is None and self._callers.may_exist(key, address, RateLimit.INVALID_COOKIES):
            found = self._callers.look_up(key, address, RateLimit.INVALID_COOKIES)
        return person_of(found)

    async def _look_up(self, key: str, scope: Scope, limit: RateLimit) -> Caller | None:
        address = self._address_of(scope)
        if not self._callers.may_exist(key, address, limit):
            return None
        if self._callers.is_crowded(address, limit):
            await self._pacing.hold(_HELD)
        return await asyncio.to_thread(self._callers.look_up, key, address, limit)

    def _address_of(self, scope: Scope) -> str:
        """Return the address for which a wrong key counts; empty if none does."""
        return "" if self._pacing.is_free(scope) else address_of(scope)
