"""The SQL store of reviews of finished matches, one for each match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from outflank.store.database import Database
from outflank.store.reading.row_reading import json_object, reading_row
from outflank.store.schema import matches, reviews

__all__ = ["ReviewStore", "StoredReview"]


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The review of a match as it is stored; `source` says who computed it."""

    match: str
    source: str  # server or browser
    made: int
    data: Mapping[str, Any]


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

    def keep(self, review: StoredReview) -> bool:
        """Store the review of a finished match; return whether it is used from now on."""
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
                return True
            if review.source != "server":
                return False
            change = sa.update(reviews).where(reviews.c.match == review.match)
            connection.execute(change.values(row))
            return True

        return self._database.insist(write)
