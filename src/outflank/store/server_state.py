"""What the server itself must remember in SQL: its leases."""

from __future__ import annotations

import sqlalchemy as sa

from outflank.store.database import Database
from outflank.store.schema import leases

__all__ = ["LeaseStore"]


class LeaseStore:
    """Who does what only one may do, and when they last said so."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def probe(self, at: int) -> None:
        """Write something small, to learn whether the database can be written."""
        # The value must change: a database does not write equal values.
        self._write("probe", "readyz", at)

    def _write(self, name: str, holder: str, at: int) -> None:
        row = {"holder": holder, "beat": at}

        def write(connection: sa.Connection) -> None:
            change = sa.update(leases).where(leases.c.name == name).values(row)
            if connection.execute(change).rowcount == 0:
                connection.execute(sa.insert(leases), row | {"name": name})

        self._database.write(write)
