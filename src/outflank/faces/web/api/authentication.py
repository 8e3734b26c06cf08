"""Finds the caller of a request by the key in its header or the cookie of a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.types import Scope

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.http.browser_sessions import is_from_our_page
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.request_callers import RequestCallers
from outflank.faces.web.http.requests import address_of, header, is_from_here
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.server.accounts.accounts import Caller

__all__ = ["Authentication"]


class Authentication:
    """Finds the caller of a request; a wrong key is refused, a missing one is not."""

    def __init__(self, callers: RequestCallers, *, is_tryout: bool) -> None:
        self._callers = callers
        self._is_tryout = is_tryout

    async def call_of(self, scope: Scope) -> ApiCall:
        """Return the call of a request."""
        is_free = self._is_tryout and is_from_here(scope)
        # The limits for addresses do not apply to callers who try the server out on this machine.
        call = ApiCall(scope, "" if is_free else address_of(scope))
        given = header(scope, b"authorization")
        if given is None:
            call.caller = await self._caller_of_cookie(scope)
        else:
            call.caller = await self._caller_of_key(given, scope)
        if call.caller is not None:
            scope["outflank.key"] = call.caller.key  # for the log
        return call

    async def _caller_of_key(self, given: str, scope: Scope) -> Caller:
        scheme, _, key = given.partition(" ")
        if scheme.lower() == "bearer":
            caller = await self._callers.of_key(key.strip(), scope)
            if caller is not None:
                return caller
        raise Problem(Code.UNAUTHORIZED, Text("errors.web.key_not_valid"))

    async def _caller_of_cookie(self, scope: Scope) -> Caller | None:
        """Return the owner of a cookie; only this server's pages may use it to act."""
        caller = await self._callers.of_cookie(scope)
        if caller is None:
            return None
        if scope["method"] not in ("GET", "HEAD") and not is_from_our_page(scope):
            raise Problem(Code.CROSS_SITE, Text("errors.web.cookie_from_elsewhere"))
        return caller
