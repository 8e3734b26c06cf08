"""Finds the caller of a request by the key in its header, path or cookie."""

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

_HELD = 1.0  # seconds by which a look-up is delayed while many addresses guess keys


class RequestCallers:
    """Finds the callers of requests, and raises TooMany after too many wrong keys.

    Callers who try the server out on this machine are exempt.
    """

    def __init__(self, callers: Callers, pacing: Pacing) -> None:
        self._callers = callers
        self._pacing = pacing

    async def of_key(self, key: str, scope: Scope) -> Caller | None:
        """Return the owner of a key, or None; keys of the try-out work only on this machine."""
        found = self._callers.known(key)
        if found is None:
            found = await self._look_up(key, scope, RateLimit.FAILED_AUTHENTICATION)
        return found if found is not None and may_use_key(found, scope) else None

    async def of_cookie(self, scope: Scope) -> Caller | None:
        """Return the person to whom a request's cookie belongs, or None if it is invalid."""
        key = key_in_cookie(scope)
        if key is None:
            return None
        found = self._callers.known(key)
        return person_of(found or await self._look_up(key, scope, RateLimit.INVALID_COOKIES))

    def person_behind(self, scope: Scope) -> Caller | None:
        """Do the same as `of_cookie` on a thread that may wait for the database."""
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
        """Return the address for which a wrong key counts, or an empty text for none."""
        return "" if self._pacing.is_free(scope) else address_of(scope)
