"""Finds the rows of a database that cannot be read, and deletes them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from outflank.analysis import ReviewedGame
from outflank.errors import InvalidValue, UnknownName
from outflank.server.accounts.accounts import Accounts
from outflank.server.accounts.keys import Role
from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.matches.proposals import challenge_from
from outflank.server.matches.room_finder import OwnRooms
from outflank.server.matches.seats.computer_seats import OwnSeats
from outflank.server.tournaments.held_tournaments import HeldTournaments, OnlyCopies
from outflank.store.database import Database
from outflank.store.learning.entry_store import read_entry
from outflank.store.reading.damaged_row_store import DamagedRowStore
from outflank.store.reading.row_reading import DamagedRow, json_object, reading_row
from outflank.store.server_state import AuditEntry
from outflank.store.store import Store
from outflank.store.work_locks import NoWorkLocks
from outflank.texts import Text

__all__ = ["KINDS", "damaged_rows", "delete_damaged"]


class _Finder:
    """Reads every row as the server does."""

    def __init__(self, database: Database) -> None:
        self.rows = DamagedRowStore(database)
        self.store = Store(database)
        self._rooms = HeldRooms(self.store, lambda: 0)
        finder = OwnRooms(self.store, self._rooms)
        seats = OwnSeats(self._rooms, lambda _room: [], 0)
        registry = MatchRegistry(self.store, lambda: 0, self._rooms, finder, seats)
        self._tournaments = HeldTournaments(self.store, registry, NoWorkLocks(), OnlyCopies())

    def tournament(self, name: Any) -> None:
        self._tournaments.read(name)

    def match(self, name: Any) -> None:
        self._rooms.read(name)
        self._rooms.forget(name)

    def challenge(self, name: Any) -> None:
        if (stored := self.store.challenges.get(name)) is not None:
            challenge_from(stored)

    def review(self, name: Any) -> None:
        if (stored := self.store.reviews.get(name)) is not None:
            ReviewedGame.from_dict(stored.data)

    def account(self, name: Any) -> None:
        self.store.accounts.find(name)

    def key(self, name: Any) -> None:
        Role(self.rows.value("key", name, "role"))

    def audit_entry(self, name: Any) -> None:
        json_object(self.rows.value("audit entry", name, "details"))

    def signature(self, name: Any) -> None:
        said = json_object(self.rows.value("signature", name, "statement"))
        if not {"match", "black", "white", "seal"} <= said.keys():
            raise InvalidValue(Text("errors.server.statement_incomplete"))

    def learning_entry(self, name: Any) -> None:
        read_entry(self.rows.value("learning entry", name, "data"))


KINDS: Mapping[str, Callable[[_Finder, Any], None]] = {
    "tournament": _Finder.tournament,
    "match": _Finder.match,
    "challenge": _Finder.challenge,
    "review": _Finder.review,
    "account": _Finder.account,
    "key": _Finder.key,
    "audit entry": _Finder.audit_entry,
    "signature": _Finder.signature,
    "learning entry": _Finder.learning_entry,
}


def damaged_rows(database: Database) -> Iterator[DamagedRow]:
    """Yield every row that cannot be read, with its reason."""
    finder = _Finder(database)
    for kind in KINDS:
        for name in finder.rows.names(kind):
            if (found := _problem(finder, kind, name)) is not None:
                yield found


def delete_damaged(database: Database, kind: str, name: str) -> DamagedRow:
    """Delete an unreadable row with the rows that belong to it, and return what was wrong.

    A readable row is not deleted. Neither is an audit entry, because the log is a chain.
    """
    if kind not in KINDS:
        raise UnknownName("kind of row", kind, KINDS)
    if kind == "audit entry":
        raise InvalidValue(Text("errors.server.audit_entry_stays"))
    finder = _Finder(database)
    found = next((one for one in finder.rows.names(kind) if str(one) == name), None)
    if found is None:
        raise InvalidValue(Text("errors.server.no_such_row", kind=kind, name=name))
    problem = _problem(finder, kind, found)
    if problem is None:
        raise InvalidValue(Text("errors.server.row_not_damaged", kind=kind, name=name))
    at = max(time.time_ns() // 1_000_000, finder.store.leases.last_heartbeat() or 0)
    if kind == "account":
        finder.rows.repair_account(found, at)
        Accounts(finder.store.accounts, lambda: at).delete(found)
    else:
        finder.rows.delete(kind, found)
    details = {"kind": kind, "name": name, "reason": problem.reason}
    entry = AuditEntry(at, "outflank admin", "delete damaged", details)
    finder.store.write(lambda transaction: finder.store.audit.add(transaction, entry))
    return problem


def _problem(finder: _Finder, kind: str, name: Any) -> DamagedRow | None:
    try:
        with reading_row(kind, name):
            KINDS[kind](finder, name)
    except DamagedRow as error:
        return error if (error.kind, error.name) == (kind, str(name)) else None
    return None
