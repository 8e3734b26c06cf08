"""The clock of a database server, which all processes that share the database can use."""

from __future__ import annotations

import time
from typing import NamedTuple

import sqlalchemy as sa

from outflank.store.access.errors import translate_errors
from outflank.store.database import Database

__all__ = ["ClockReading", "read_clock"]

_NOW = sa.select(sa.extract("epoch", sa.func.clock_timestamp()) * 1000)


class ClockReading(NamedTuple):
    """The time on the database's clock at a moment of this machine's monotonic clock."""

    monotonic: float  # milliseconds
    shown: float  # milliseconds since 1970
    error: float  # milliseconds; the largest possible error, half a round trip


def read_clock(database: Database, tries: int = 5) -> ClockReading:
    """Ask the database for the time, and keep the fastest of several round trips."""
    readings = []
    engine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    with translate_errors(), engine.connect() as connection:
        connection.execute(_NOW)  # the first query may have to connect and compile
        for _ in range(tries):
            before = time.monotonic_ns()
            shown = connection.execute(_NOW).scalar_one()
            took = (time.monotonic_ns() - before) / 1e6
            readings.append(ClockReading(before / 1e6 + took / 2, float(shown), took / 2))
    return min(readings, key=lambda reading: reading.error)
