"""Queries for running matches, for workers that do not keep all of them in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from outflank.store.database import Database
from outflank.store.schema import matches

__all__ = ["RunningMatch", "RunningMatches"]

_TOGETHER = 1000  # matches looked up by one statement
_BEGUN = 4  # events: a start, a turn, and a move with the next turn or a pause and its end
_MOST = 500  # limit for queries about waiting matches

_IS_RUNNING = matches.c.status == "running"
_IS_PUBLIC = matches.c.private.is_(False)


class RunningMatch(NamedTuple):
    """A running match and the number of its events."""

    id: str
    seq: int
    players: tuple[int | None, int | None]
    deadline: int | None


_ROW = sa.select(
    matches.c.id, matches.c.seq, matches.c.black, matches.c.white, matches.c.deadline
).where(_IS_RUNNING)


# Frequent queries are built once.
_SEQS = sa.select(matches.c.id, matches.c.seq).where(
    matches.c.id.in_(sa.bindparam("names", expanding=True))
)
_OF_PLAYERS = _ROW.where(
    sa.or_(
        matches.c.black.in_(sa.bindparam("players", expanding=True)),
        matches.c.white.in_(sa.bindparam("players", expanding=True)),
    )
).order_by(matches.c.created, matches.c.id)
_OVERDUE = _ROW.where(
    matches.c.deadline < sa.bindparam("at"),
    matches.c.id.not_in(sa.bindparam("besides", expanding=True)),
)
_OVERDUE = _OVERDUE.order_by(matches.c.deadline).limit(_MOST)


def _is_watched(since: int | None) -> sa.ColumnElement[bool]:
    if since is None:
        return sa.true()
    is_outside = matches.c.tournament.is_(None)
    return sa.case((is_outside, matches.c.changed > since), else_=matches.c.seq >= _BEGUN)


class RunningMatches:
    """Finds running matches by their names, players and deadlines."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def seqs_of(self, names: Collection[str]) -> dict[str, int]:
        """Return the number of events of each of these matches, whether they run or not."""
        found, left = {}, list(names)
        with self._database.asking() as connection:
            while left:
                part, left = left[:_TOGETHER], left[_TOGETHER:]
                rows = connection.execute(_SEQS, {"names": part})
                found.update({row.id: row.seq for row in rows})
        return found

    def of_players(self, players: Collection[int]) -> list[RunningMatch]:
        """Return the running matches of these players, the oldest first."""
        return self._found(_OF_PLAYERS, {"players": list(players)})

    def of_tournament(self, number: int) -> list[RunningMatch]:
        """Return the running matches of a tournament, the oldest first."""
        own = _ROW.where(matches.c.tournament == number)
        return self._found(own.order_by(matches.c.created, matches.c.id))

    def tournaments(self) -> list[int]:
        """Return the tournaments that have running matches."""
        query = sa.select(matches.c.tournament).distinct()
        query = query.where(_IS_RUNNING, matches.c.tournament.is_not(None))
        with self._database.reading() as connection:
            return sorted(connection.execute(query).scalars())

    def players_in_tournaments(self) -> set[int]:
        """Return the players who are playing in any tournament."""
        query = sa.select(matches.c.black, matches.c.white)
        query = query.where(_IS_RUNNING, matches.c.tournament.is_not(None))
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return {player for row in rows for player in row if player is not None}

    def public(self, most: int, *, since: int | None) -> list[RunningMatch]:
        """Return running public matches, the oldest first.

        With `since`, return only those worth watching: in tournaments those that have started, and
        elsewhere those that changed since that moment.
        """
        chosen = _ROW.where(_IS_PUBLIC, _is_watched(since))
        return self._found(chosen.order_by(matches.c.created, matches.c.id).limit(most))

    def count_public(self, *, since: int | None) -> int:
        """Count the running public matches, with the same filter as `public`."""
        query = sa.select(sa.func.count()).select_from(matches)
        query = query.where(_IS_RUNNING, _IS_PUBLIC, _is_watched(since))
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def in_lobby(self, since: int, most: int) -> list[RunningMatch]:
        """Return public matches outside tournaments that changed since then, the newest first."""
        chosen = _ROW.where(_IS_PUBLIC, matches.c.tournament.is_(None), matches.c.changed > since)
        ordered = chosen.order_by(matches.c.created.desc(), matches.c.id.desc())
        return self._found(ordered.limit(most))

    def overdue(self, at: int, besides: Collection[str] = ()) -> list[RunningMatch]:
        """Return matches whose deadline has passed, except `besides`, the most overdue first."""
        return self._found(_OVERDUE, {"at": at, "besides": list(besides)})

    def count_timed(self) -> int:
        """Count the matches in which a clock is running."""
        timed = matches.c.deadline.is_not(None)
        query = sa.select(sa.func.count()).select_from(matches).where(_IS_RUNNING, timed)
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def timed(self) -> list[str]:
        """Return all matches in which a clock is running."""
        query = sa.select(matches.c.id).where(_IS_RUNNING, matches.c.deadline.is_not(None))
        with self._database.asking() as connection:
            return list(connection.execute(query).scalars())

    def timed_before(self, at: int) -> list[RunningMatch]:
        """Return matches whose clock is running and that have not changed since a moment."""
        timed = _ROW.where(matches.c.deadline.is_not(None), matches.c.changed < at)
        return self._found(timed.order_by(matches.c.id).limit(_MOST))

    def untimed_before(self, at: int) -> list[RunningMatch]:
        """Return matches whose clock is not running and that have not changed since a moment."""
        untimed = _ROW.where(matches.c.deadline.is_(None), matches.c.changed < at)
        return self._found(untimed.limit(_MOST))

    def _found(
        self, query: sa.Select[Any], values: Mapping[str, Any] | None = None
    ) -> list[RunningMatch]:
        with self._database.asking() as connection:
            return [
                RunningMatch(row.id, row.seq, (row.black, row.white), row.deadline)
                for row in connection.execute(query, values)
            ]
