"""Whose key a request carries: one way for every route, on which wrong keys are stopped early."""

from __future__ import annotations

from outflank.server.accounts.accounts import Accounts, Caller
from outflank.server.rate_limits import Limiter, RateLimit

__all__ = ["Callers"]


class Callers:
    """Finds callers by their keys: in memory, and only then in the database.

    Before the database is asked, a key that was wrong a moment ago is refused, and so is an
    address that has sent too many wrong ones. One wrong key counts once, however often it is sent,
    so a bot with a mistyped key does not lock out others behind its address. Without an address
    nothing is counted.
    """

    def __init__(self, accounts: Accounts, limiter: Limiter) -> None:
        self._accounts = accounts
        self._limiter = limiter

    def known(self, key: str) -> Caller | None:
        """Return whose key this is if it is in memory; never reads the database."""
        return self._accounts.known_caller(key)

    def may_exist(self, key: str, address: str, limit: RateLimit) -> bool:
        """Tell, without the database, whether a key that is not in memory is worth a look there.

        Raise TooMany for an address that guesses.
        """
        if self._accounts.was_wrong(key):
            return False
        if address:
            self._limiter.peek(limit, address=address)
        return True

    def is_crowded(self, address: str, limit: RateLimit) -> bool:
        """Tell whether so many wrong keys come from everywhere that a look should be delayed."""
        return bool(address) and self._limiter.is_crowded(limit)

    def look_up(self, key: str, address: str, limit: RateLimit) -> Caller | None:
        """Return whose key this is by the database, and count it if it is wrong."""
        found = self._accounts.caller(key)
        if found is None and address:
            self._limiter.check(limit, address=address)
        return found
