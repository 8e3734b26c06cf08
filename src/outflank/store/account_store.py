"""Accounts of players and their keys in SQL."""

from __future__ import annotations

import sqlalchemy as sa

from outflank.store.database import Database
from outflank.store.schema import keys, players

__all__ = ["AccountStore"]


class AccountStore:
    """The rows of players, their former names and their keys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def recent_bots(self, limit: int) -> list[str]:
        """Return the names of the bots whose keys were used last."""
        used = sa.func.max(sa.func.coalesce(keys.c.last_used, keys.c.created))
        known = sa.select(players.c.name).join(keys, keys.c.player == players.c.id)
        known = known.where(players.c.kind == "bot", players.c.deleted.is_(None))
        known = known.where(keys.c.revoked.is_(None)).group_by(players.c.id, players.c.name)
        with self._database.reading() as connection:
            newest = connection.execute(known.order_by(used.desc()).limit(limit))
            return list(newest.scalars())
