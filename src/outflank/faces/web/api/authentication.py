"""Whose request this is: by the key in its header, or by the cookie of a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.types import Scope

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.http.browser_sessions import (
    find_caller,
    is_from_our_page,
    key_in_cookie,
    may_use_key,
    person_of,
)
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.requests import address_of, header, is_from_here
from outflank.server.rate_limits import Limiter, Quota

if TYPE_CHECKING:
    from outflank.server.accounts.accounts import Accounts, Caller

__all__ = ["Authentication"]


class Authentication:
    """Finds the caller of a request; a wrong key is refused, none is not."""

    def __init__(self, accounts: Accounts, limiter: Limiter, *, is_tryout: bool) -> None:
        self._accounts = accounts
        self._limiter = limiter
        self._is_tryout = is_tryout

    async def call_of(self, scope: Scope) -> ApiCall:
        """Return the call that a request is."""
        is_free = self._is_tryout and is_from_here(scope)
        # Trying out on one's own machine is free of the limits for addresses.
        call = ApiCall(scope, "" if is_free else address_of(scope))
        given = header(scope, b"authorization")
        if given is None:
            call.caller = await self._caller_of_cookie(scope)
        else:
            call.caller = await self._caller_of_key(given, call)
        if call.caller is not None:
            scope["outflank.key"] = call.caller.key  # for the log
        return call

    async def _caller_of_key(self, given: str, call: ApiCall) -> Caller:
        scheme, _, key = given.partition(" ")
        if scheme.lower() == "bearer":
            key = key.strip()
            caller = self._accounts.known_caller(key)
            if caller is None:  # who guesses keys does not keep the database busy with it
                self._limiter.peek(Quota.FAILED_AUTHENTICATION, address=call.address)
                caller = await find_caller(self._accounts, key)
            if caller is not None and may_use_key(caller, call.scope):
                return caller
        self._limiter.check(Quota.FAILED_AUTHENTICATION, address=call.address)
        raise Problem(
            Code.UNAUTHORIZED, "the key is not valid; send the header Authorization: Bearer KEY"
        )

    async def _caller_of_cookie(self, scope: Scope) -> Caller | None:
        """Return the person whose cookie was sent; only our own pages may use it to act."""
        key = key_in_cookie(scope)
        if key is None:
            return None
        caller = person_of(await find_caller(self._accounts, key))
        if caller is None:
            return None
        if scope["method"] not in ("GET", "HEAD") and not is_from_our_page(scope):
            raise Problem(
                Code.CROSS_SITE,
                "this did not come from a page of this server; programs send their key in the "
                "header Authorization: Bearer KEY",
            )
        return caller
