"""The SQL store of the ratings of puzzles that were tried."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from outflank.learning import GlickoRating
from outflank.store.database import Database, Transaction
from outflank.store.schema import puzzle_ratings

__all__ = ["PuzzleRatingStore", "StoredPuzzleRating"]

_AT_ONCE: Final = 500  # values in a statement
_INSERTS: Final[Mapping[str, Any]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


@dataclass(frozen=True, slots=True)
class StoredPuzzleRating:
    """The rating of a puzzle, and how many attempts have moved it."""

    subject: str
    rating: GlickoRating
    attempts: int = 0


class PuzzleRatingStore:
    """The rows of ratings; a puzzle that nobody has tried has none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, subjects: Collection[str]) -> dict[str, StoredPuzzleRating]:
        """Return the ratings that are stored, by the subjects of their puzzles."""
        if not subjects:
            return {}
        with self._database.asking() as connection:
            return _found(connection, subjects, sa.select(puzzle_ratings))

    def lock(
        self, transaction: Transaction, opening: Mapping[str, GlickoRating]
    ) -> dict[str, StoredPuzzleRating]:
        """Return the ratings of some puzzles, which no other transaction changes until this ends.

        A puzzle without a rating gets its opening rating. The rows are locked in a fixed order, so
        that two transactions cannot wait for each other.
        """
        if not opening:
            return {}
        connection = transaction.connection
        insert = _INSERTS[connection.dialect.name](puzzle_ratings).on_conflict_do_nothing()
        rows = [_row(StoredPuzzleRating(one, opening[one])) for one in sorted(opening)]
        connection.execute(insert, rows)
        query = sa.select(puzzle_ratings).order_by(puzzle_ratings.c.subject).with_for_update()
        return _found(connection, opening, query)

    def write(self, transaction: Transaction, changed: Collection[StoredPuzzleRating]) -> None:
        """Store ratings that this transaction has locked."""
        if not changed:
            return
        change = sa.update(puzzle_ratings).where(
            puzzle_ratings.c.subject == sa.bindparam("of_puzzle")
        )
        rows = [_row(one) for one in changed]
        for row in rows:
            row["of_puzzle"] = row.pop("subject")
        names = [name for name in rows[0] if name != "of_puzzle"]
        values: dict[str, Any] = {name: sa.bindparam(name) for name in names}
        transaction.connection.execute(change.values(values), rows)


def _found(
    connection: sa.Connection, subjects: Collection[str], query: sa.Select[Any]
) -> dict[str, StoredPuzzleRating]:
    wanted, found = sorted(subjects), dict[str, StoredPuzzleRating]()
    for at in range(0, len(wanted), _AT_ONCE):
        chosen = query.where(puzzle_ratings.c.subject.in_(wanted[at : at + _AT_ONCE]))
        for row in connection.execute(chosen):
            rating = GlickoRating(row.rating, row.deviation, row.volatility)
            found[row.subject] = StoredPuzzleRating(row.subject, rating, row.attempts)
    return found


def _row(one: StoredPuzzleRating) -> dict[str, Any]:
    return {
        "subject": one.subject,
        "rating": one.rating.value,
        "deviation": one.rating.deviation,
        "volatility": one.rating.volatility,
        "attempts": one.attempts,
    }
