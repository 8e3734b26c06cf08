"""Access to damaged rows: reading and deleting them without decoding their content."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from outflank.play.occupants import SeatKind
from outflank.store.database import Database
from outflank.store.schema import (
    audit,
    challenges,
    entrants,
    events,
    keys,
    learning_entries,
    matches,
    pairings,
    players,
    reviews,
    signatures,
    tournaments,
)

__all__ = ["DamagedRowStore"]

_NAMES: dict[str, tuple[sa.Table, sa.ColumnElement[Any]]] = {
    "tournament": (tournaments, tournaments.c.id),
    "match": (matches, matches.c.id),
    "challenge": (challenges, challenges.c.id),
    "review": (reviews, reviews.c.match),
    "account": (players, players.c.id),
    "key": (keys, keys.c.id),
    "audit entry": (audit, audit.c.id),
    "signature": (signatures, signatures.c.match),
    "learning entry": (
        learning_entries,
        sa.cast(learning_entries.c.player, sa.String) + "/" + learning_entries.c.id,
    ),
}


class DamagedRowStore:
    """Finds rows by kind and name, and deletes them with the rows that depend on them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def names(self, kind: str) -> list[Any]:
        """Return the names of all rows of a kind, in order."""
        _, name = _NAMES[kind]
        with self._database.reading() as connection:
            return list(connection.execute(sa.select(name).order_by(name)).scalars())

    def value(self, kind: str, name: Any, column: str) -> Any:
        """Return the value of one column of a row."""
        table, _ = _NAMES[kind]
        query = sa.select(table.c[column]).where(_is_named(kind, name))
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    def repair_account(self, player: int, at: int) -> None:
        """Make an account readable, so that it can be deleted like any other."""
        row = {"kind": SeatKind.BOT.value, "name": f"Damaged {player}", "created": at}
        change = sa.update(players).where(players.c.id == player).values(row)
        self._database.write(lambda connection: connection.execute(change))

    def delete(self, kind: str, name: Any) -> None:
        """Delete a row with the rows that depend on it, such as the games of a tournament."""
        self._database.write(lambda connection: self._delete(connection, kind, name))

    def _delete(self, connection: sa.Connection, kind: str, name: Any) -> None:
        if kind == "tournament":
            self._delete_tournament(connection, name)
            return
        if kind == "match":
            _delete_matches(connection, [name])
            return
        if kind == "signature":  # so that the match is signed again
            again = sa.update(matches).where(matches.c.id == name).values(signed=None)
            connection.execute(again)
        table, _ = _NAMES[kind]
        connection.execute(sa.delete(table).where(_is_named(kind, name)))

    def _delete_tournament(self, connection: sa.Connection, number: int) -> None:
        games = sa.select(matches.c.id).where(matches.c.tournament == number)
        for table in (pairings, entrants):
            connection.execute(sa.delete(table).where(table.c.tournament == number))
        _delete_matches(connection, list(connection.execute(games).scalars()))
        own = sa.update(keys).where(keys.c.tournament == number)
        connection.execute(own.values(tournament=None))
        connection.execute(sa.delete(tournaments).where(tournaments.c.id == number))


def _is_named(kind: str, name: Any) -> sa.ColumnElement[bool]:
    """Return the condition by which a row is found, with the help of an index."""
    if kind == "learning entry":  # its name has two parts
        player, _, entry = str(name).partition("/")
        return sa.and_(learning_entries.c.player == int(player), learning_entries.c.id == entry)
    is_named: sa.ColumnElement[bool] = _NAMES[kind][1] == name
    return is_named


def _delete_matches(connection: sa.Connection, names: list[str]) -> None:
    for name in names:
        for table in (events, reviews, signatures):
            connection.execute(sa.delete(table).where(table.c.match == name))
        for table in (challenges, pairings):
            change = sa.update(table).where(table.c.match == name)
            connection.execute(change.values(match=None))
        connection.execute(sa.delete(matches).where(matches.c.id == name))
