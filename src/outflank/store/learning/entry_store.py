"""The SQL store of what players did to learn, each entry once."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from outflank.errors import UnknownPlayer
from outflank.learning import Attempt, Entry, entry_from_dict, entry_to_dict
from outflank.store.database import Database, Transaction
from outflank.store.reading.row_reading import json_object, readable
from outflank.store.schema import learning_entries, players
from outflank.texts import Text

__all__ = ["MOST_ENTRIES", "EntryStore", "StoredEntry", "read_entry"]

MOST_ENTRIES: Final = 50_000  # of one player

# Entries of a player are stored one transaction after another, so that their numbers are those of
# the order in which they can be read. FOR NO KEY UPDATE: matches may begin meanwhile.
_LOCK_PLAYER: Final = (
    sa.select(players.c.deleted)
    .where(players.c.id == sa.bindparam("player"))
    .with_for_update(key_share=True)
)
_LAST: Final = sa.select(sa.func.max(learning_entries.c.number)).where(
    learning_entries.c.player == sa.bindparam("player")
)
_AFTER: Final = (
    sa.select(learning_entries.c.id, learning_entries.c.number, learning_entries.c.data)
    .where(
        learning_entries.c.player == sa.bindparam("player"),
        learning_entries.c.number > sa.bindparam("after"),
    )
    .order_by(learning_entries.c.number)
)
_AT_ONCE: Final = 500  # values in a statement
_OPPONENT: Final = "opponent"  # beside an attempt: the rating and deviation of its puzzle


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as it is stored; `number` counts the entries of its player from 1.

    `opponent` is the rating of the attempted puzzle at that time, and its deviation.
    """

    entry: Entry
    number: int
    opponent: tuple[float, float] | None = None


class EntryStore:
    """The rows of entries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def after(self, player: int, number: int, *, most: int | None = None) -> list[StoredEntry]:
        """Return a player's entries after one, in the order in which they were stored."""
        query = _AFTER if most is None else _AFTER.limit(most)
        with self._database.asking() as connection:
            rows = connection.execute(query, {"player": player, "after": number}).mappings()
            found = readable(
                "learning entry",
                rows,
                lambda row: read_entry(row["data"], row["number"]),
                lambda row: f"{player}/{row['id']}",
            )
            return list(found)

    def known(self, player: int, ids: Sequence[str]) -> set[str]:
        """Return those of the ids that the player's stored entries have."""
        with self._database.asking() as connection:
            return _known(connection, player, ids)

    def tried(self, transaction: Transaction, player: int, subjects: Collection[str]) -> set[str]:
        """Return those of the subjects that a player has tried before."""
        column, found = learning_entries.c.subject, set[str]()
        of_player = sa.select(column).where(
            learning_entries.c.player == player, learning_entries.c.kind == Attempt.kind
        )
        wanted = sorted(subjects)
        for at in range(0, len(wanted), _AT_ONCE):
            query = of_player.where(column.in_(wanted[at : at + _AT_ONCE]))
            found |= set(transaction.connection.execute(query).scalars())
        return found

    def lock(self, transaction: Transaction, player: int) -> None:
        """Let no other transaction store entries of a player until this one ends.

        Raise UnknownPlayer if the account does not exist or was deleted.
        """
        row = transaction.connection.execute(_LOCK_PLAYER, {"player": player}).first()
        if row is None or row.deleted is not None:
            raise UnknownPlayer(Text("errors.store.no_player", player=player))

    def fresh(self, transaction: Transaction, player: int, entries: Sequence[Entry]) -> list[Entry]:
        """Return the entries that a player does not have yet; the first of each id counts."""
        given: dict[str, Entry] = {}
        for entry in entries:
            given.setdefault(entry.id, entry)
        known = _known(transaction.connection, player, list(given))
        return [entry for entry in given.values() if entry.id not in known]

    def last_number(self, transaction: Transaction, player: int) -> int:
        """Return the number of a player's last entry, which is how many there are."""
        return transaction.connection.execute(_LAST, {"player": player}).scalar() or 0

    def insert(
        self, transaction: Transaction, player: int, entries: Sequence[StoredEntry], at: int
    ) -> None:
        """Store new entries of a player, who must be locked; their numbers continue the last."""
        if entries:
            rows = [_row(player, one, at) for one in entries]
            transaction.connection.execute(sa.insert(learning_entries), rows)


def _known(connection: sa.Connection, player: int, ids: Sequence[str]) -> set[str]:
    found = set[str]()
    for at in range(0, len(ids), _AT_ONCE):
        query = sa.select(learning_entries.c.id).where(
            learning_entries.c.player == player,
            learning_entries.c.id.in_(ids[at : at + _AT_ONCE]),
        )
        found |= set(connection.execute(query).scalars())
    return found


def _row(player: int, stored: StoredEntry, at: int) -> dict[str, Any]:
    entry = stored.entry
    plain = entry_to_dict(entry)
    if stored.opponent is not None:
        plain[_OPPONENT] = list(stored.opponent)
    return {
        "player": player,
        "id": entry.id,
        "number": stored.number,
        "kind": entry.kind,
        "subject": entry.subject,
        "at": entry.at,
        "received": at,
        "data": json.dumps(plain, separators=(",", ":")),
    }


def read_entry(data: str, number: int = 0) -> StoredEntry:
    """Return the entry of a row; raise an error if its text cannot be read."""
    plain = json_object(data)
    given = plain.get(_OPPONENT)
    opponent = None if given is None else (float(given[0]), float(given[1]))
    return StoredEntry(entry_from_dict(plain), number, opponent)
