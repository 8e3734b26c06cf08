"""The SQL store of reviews of finished matches, one for each match."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from outflank.store.database import Database, Transaction
from outflank.store.reading.row_reading import json_object, readable, reading_row
from outflank.store.schema import matches, reviews

__all__ = ["PlayedReview", "ReviewStore", "StoredReview"]

_LOOKED_AT = 200  # newest matches of a player with each colour, among which reviewed ones are found


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The review of a match as it is stored; `source` says who computed it."""

    match: str
    source: str  # server or browser
    made: int
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlayedReview:
    """Which match of a player was reviewed, when, and which side they had."""

    match: str
    made: int
    color: str


class ReviewStore:
    """The rows of reviews; only a review by the server may replace another."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, match: str) -> StoredReview | None:
        """Return the review of a match, if there is one."""
        query = sa.select(reviews).where(reviews.c.match == match)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        with reading_row("review", match):
            return StoredReview(row.match, row.source, row.made, json_object(row.data))

    def latest_of(self, player: int, most: int) -> list[PlayedReview]:
        """Return the reviews of the newest matches of a player, the newest match first."""
        seats = ((matches.c.black, "black"), (matches.c.white, "white"))
        newest = sa.union_all(
            *(
                sa.select(matches.c.id, matches.c.created, sa.literal(color).label("color"))
                .where(column == player, matches.c.status == "finished")
                .order_by(matches.c.created.desc(), matches.c.id.desc())
                .limit(_LOOKED_AT)
                .subquery()
                .select()
                for column, color in seats
            )
        ).subquery()
        query = sa.select(reviews.c.match, reviews.c.made, newest.c.color)
        query = query.join(newest, newest.c.id == reviews.c.match)
        query = query.order_by(newest.c.created.desc(), newest.c.id.desc()).limit(most)
        with self._database.asking() as connection:
            return [PlayedReview(*row) for row in connection.execute(query)]

    def data_of(self, names: Collection[str]) -> dict[str, Mapping[str, Any]]:
        """Return the content of the readable reviews of some matches."""
        if not names:
            return {}
        query = sa.select(reviews.c.match, reviews.c.data).where(reviews.c.match.in_(names))
        with self._database.asking() as connection:
            rows = connection.execute(query).all()
        found = readable(
            "review", rows, lambda row: (row.match, json_object(row.data)), lambda row: row.match
        )
        return dict(found)

    def keep(
        self, review: StoredReview, also: Callable[[Transaction], None] = lambda _: None
    ) -> bool:
        """Store the review of a finished match; return whether it is used from now on.

        If it is, `also` writes in the same transaction.
        """
        over = sa.select(matches.c.id).where(
            matches.c.id == review.match, matches.c.status != "running"
        )
        known = sa.select(reviews.c.source).where(reviews.c.match == review.match)
        row = {
            "match": review.match,
            "source": review.source,
            "made": review.made,
            "data": json.dumps(review.data, separators=(",", ":")),
        }

        def write(connection: sa.Connection) -> bool:
            if connection.execute(over).first() is None:  # the match was deleted in the meantime
                return False
            before = connection.execute(known).scalar()
            if before is None:
                connection.execute(sa.insert(reviews), row)
                also(Transaction(connection))
                return True
            if review.source != "server":
                return False
            change = sa.update(reviews).where(reviews.c.match == review.match)
            connection.execute(change.values(row))
            also(Transaction(connection))
            return True

        return self._database.insist(write)
