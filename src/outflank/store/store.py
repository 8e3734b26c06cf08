"""The store: all tables of a database, one class for each subject."""

from __future__ import annotations

from outflank.store.account_store import AccountStore
from outflank.store.database import Database
from outflank.store.match_store import MatchStore
from outflank.store.server_state import LeaseStore

__all__ = ["Store"]


class Store:
    """What the server keeps in its database, by subject."""

    def __init__(self, database: Database) -> None:
        self.accounts = AccountStore(database)
        self.matches = MatchStore(database)
        self.leases = LeaseStore(database)
