"""The SQL store of challenges between players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from outflank.errors import ChallengeRefused
from outflank.store.database import Database, Transaction
from outflank.store.schema import challenges, players
from outflank.texts import Text

__all__ = ["ChallengeStore", "StoredChallenge"]

_IS_OPEN = challenges.c.status == "open"


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
        return self._found(sa.select(challenges).where(_IS_OPEN))

    def open_of(self, player: int) -> list[StoredChallenge]:
        """Return the open challenges that a player made or received, the oldest first."""
        is_theirs = sa.or_(challenges.c.challenger == player, challenges.c.opponent == player)
        return self._found(sa.select(challenges).where(_IS_OPEN, is_theirs))

    def _found(self, query: sa.Select[Any]) -> list[StoredChallenge]:
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(challenges.c.created)).mappings()
            return [_challenge(row) for row in rows]

    def get(self, name: str) -> StoredChallenge | None:
        """Return a challenge, whether it is open or not."""
        if not name.isprintable():  # PostgreSQL refuses to look for some of these
            return None
        query = sa.select(challenges).where(challenges.c.id == name)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else _challenge(row)

    def insert(self, challenge: StoredChallenge, *, most: int) -> None:
        """Store a new challenge, unless its challenger already has `most` open ones."""
        row, own = asdict(challenge), challenges.c.challenger == challenge.challenger
        # With several workers, other challenges by the same challenger wait until this one is
        # stored.
        who = sa.select(players.c.id).where(players.c.id == challenge.challenger)
        count = sa.select(sa.func.count()).select_from(challenges).where(_IS_OPEN, own)

        def write(connection: sa.Connection) -> None:
            if not self._database.is_sqlite:
                connection.execute(who.with_for_update(key_share=True))
            if connection.execute(count).scalar_one() >= most:
                raise ChallengeRefused(Text("errors.store.too_many_challenges", most=most))
            connection.execute(sa.insert(challenges), row)

        self._database.write(write)

    def accept(self, transaction: Transaction, name: str, opponent: int, match: str) -> None:
        """Store who accepted an open challenge, in the transaction that starts its match."""
        row = {"status": "accepted", "opponent": opponent, "match": match}
        change = sa.update(challenges).where(challenges.c.id == name, _IS_OPEN)
        if transaction.connection.execute(change.values(row)).rowcount != 1:
            raise ChallengeRefused(Text("errors.store.challenge_answered"))

    def close(self, name: str, status: str) -> bool:
        """Store that an open challenge was declined or withdrawn, or has expired.

        Return whether it was open.
        """
        change = sa.update(challenges).where(challenges.c.id == name, _IS_OPEN)
        change = change.values(status=status)
        return self._database.write(lambda connection: connection.execute(change).rowcount == 1)


def _challenge(row: Mapping[Any, Any]) -> StoredChallenge:
    return StoredChallenge(**row)
