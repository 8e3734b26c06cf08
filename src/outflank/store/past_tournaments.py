"""Lists of all tournaments, read from SQL without loading the tournaments."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from outflank.errors import UnknownMatch
from outflank.store.database import Database
from outflank.store.reading.row_reading import DamagedRow, json_object, reading_row
from outflank.store.schema import entrants, pairings, tournaments
from outflank.texts import Text

__all__ = ["ListedTournament", "PastTournamentStore"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTournament:
    """A tournament as it appears in a list."""

    id: int
    name: str
    kind: str
    status: str
    definition: Mapping[str, Any]  # empty if it is damaged
    created: int
    started: int | None
    ended: int | None
    version: int
    players: int
    played: int
    total: int


class PastTournamentStore:
    """Queries for lists of tournaments, which leave out drafts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def listed(
        self, *, limit: int, before: int | None = None, with_tryouts: bool = False
    ) -> list[ListedTournament]:
        """Return tournaments that have started, the newest first."""
        chosen: list[Any] = [tournaments.c.started.is_not(None)]
        if before is not None:
            chosen.append(tournaments.c.id < before)
        if not with_tryouts:
            chosen.append(tournaments.c.kind != "tryout")
        return self._listed(sa.select(tournaments).where(*chosen), limit)

    def of_player(self, player: int, limit: int) -> list[ListedTournament]:
        """Return the tournaments that a player entered, without try-outs, the newest first."""
        entered = sa.select(entrants.c.tournament).where(entrants.c.player == player)
        chosen = sa.select(tournaments).where(
            tournaments.c.id.in_(entered),
            tournaments.c.started.is_not(None),
            tournaments.c.kind != "tryout",
        )
        return self._listed(chosen, limit)

    def outline(self, number: int) -> ListedTournament:
        """Return a tournament as it appears in a list, even if it is damaged."""
        found = self._listed(sa.select(tournaments).where(tournaments.c.id == number), 1)
        if not found:
            raise UnknownMatch(Text("errors.store.no_tournament", number=number))
        return found[0]

    def names_of(self, numbers: Collection[int]) -> dict[int, str]:
        """Return the names of tournaments by their numbers."""
        query = sa.select(tournaments.c.id, tournaments.c.name)
        with self._database.reading() as connection:
            found = connection.execute(query.where(tournaments.c.id.in_(numbers)))
            return {row.id: row.name for row in found}

    def _listed(self, chosen: sa.Select[Any], limit: int) -> list[ListedTournament]:
        query = chosen.order_by(tournaments.c.id.desc()).limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query).mappings().all()
            numbers = [row["id"] for row in rows]
            people = _counts(connection, entrants, numbers)
            games = _counts(connection, pairings, numbers, _COUNTS)
            is_played = pairings.c.result.is_not(None)
            played = _counts(connection, pairings, numbers, _COUNTS, is_played)
        return [
            ListedTournament(
                **{name: row[name] for name in _COLUMNS},
                definition=_definition(row),
                players=people.get(row["id"], 0),
                played=played.get(row["id"], 0),
                total=games.get(row["id"], 0),
            )
            for row in rows
        ]


def _definition(row: Mapping[Any, Any]) -> dict[str, Any]:
    with contextlib.suppress(DamagedRow), reading_row("tournament", row["id"]):
        return json_object(row["definition"])
    return {}


_COLUMNS = ("id", "name", "kind", "status", "created", "started", "ended", "version")

# Whether a game counts: no game of an entrant who was struck does, even if it was played.
_COUNTS = ~sa.exists().where(
    entrants.c.tournament == pairings.c.tournament,
    entrants.c.number.in_([pairings.c.black, pairings.c.white]),
    entrants.c.fate == "struck",
)


def _counts(
    connection: sa.Connection, table: sa.Table, numbers: Sequence[int], *conditions: Any
) -> dict[int, int]:
    """Return the number of rows of a table that belong to each tournament."""
    counted = sa.select(table.c.tournament, sa.func.count().label("rows"))
    counted = counted.where(table.c.tournament.in_(numbers), *conditions)
    return {
        row.tournament: row.rows for row in connection.execute(counted.group_by(table.c.tournament))
    }
