"""Challenges between players in SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from outflank.store.database import Database, Transaction
from outflank.store.schema import challenges

__all__ = ["ChallengeStore", "StoredChallenge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChallenge:
    """A challenge as it is stored; its terms are JSON."""

    id: str
    challenger: int
    opponent: int | None
    terms: str
    status: str
    created: int
    expires: int
    match: str | None = None


class ChallengeStore:
    """The rows of challenges."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self) -> list[StoredChallenge]:
        """Return the challenges that nobody has answered, the oldest first."""
        query = sa.select(challenges).where(challenges.c.status == "open")
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(challenges.c.created)).mappings()
            return [_challenge(row) for row in rows]

    def get(self, name: str) -> StoredChallenge | None:
        """Return a challenge, open or not."""
        if not name.isprintable():  # PostgreSQL refuses to look for some of these
            return None
        query = sa.select(challenges).where(challenges.c.id == name)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else _challenge(row)

    def insert(self, challenge: StoredChallenge) -> None:
        """Store a new challenge."""
        row = asdict(challenge)
        self._database.write(lambda connection: connection.execute(sa.insert(challenges), row))

    def accept(self, transaction: Transaction, name: str, opponent: int, match: str) -> None:
        """Store who accepted a challenge, in the transaction that begins its match."""
        row = {"status": "accepted", "opponent": opponent, "match": match}
        change = sa.update(challenges).where(challenges.c.id == name)
        transaction.connection.execute(change.values(row))

    def close(self, name: str, status: str) -> None:
        """Store that a challenge was declined or withdrawn, or has expired."""
        change = sa.update(challenges).where(challenges.c.id == name).values(status=status)
        self._database.write(lambda connection: connection.execute(change))


def _challenge(row: Mapping[Any, Any]) -> StoredChallenge:
    return StoredChallenge(**row)
