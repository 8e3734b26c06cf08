"""Finds the owner of a request's key, for every route, and stops wrong keys early."""

from __future__ import annotations

from outflank.server.accounts.accounts import Accounts, Caller
from outflank.server.rate_limits import Limiter, RateLimit

__all__ = ["Callers"]


class Callers:
    """Finds callers by their keys: first in memory, then in the database.

    A key that was wrong a moment ago is refused without asking the database, and so is an address
    that has sent too many wrong keys. A wrong key counts once, however often it is sent, so a bot
    with a mistyped key does not lock out others at its address. Without an address nothing is
    counted.
    """

    def __init__(self, accounts: Accounts, limiter: Limiter) -> None:
        self._accounts = accounts
        self._limiter = limiter

    def known(self, key: str) -> Caller | None:
        """Return the owner of a key that is in memory; never reads the database."""
        return self._accounts.known_caller(key)

    def may_exist(self, key: str, address: str, limit: RateLimit) -> bool:
        """Return whether to look a key up in the database, without reading it.

        Raise TooMany for an address that guesses keys.
        """
        if self._accounts.was_wrong(key):
            return False
        if address:
            self._limiter.peek(limit, address=address)
        return True

    def is_crowded(self, address: str, limit: RateLimit) -> bool:
        """Return whether wrong keys come from so many addresses that look-ups should wait."""
        return bool(address) and self._limiter.is_crowded(limit)

    def look_up(self, key: str, address: str, limit: RateLimit) -> Caller | None:
        """Look the owner of a key up in the database, and count the key if it is wrong."""
        found = self._accounts.caller(key)
        if found is None and address:
            self._limiter.check(limit, address=address)
        return found
