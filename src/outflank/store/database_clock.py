"""What the clock of a database server shows, for all processes that share the database."""

from __future__ import annotations

import time
from typing import NamedTuple

import sqlalchemy as sa

from outflank.store.access.errors import translate_errors
from outflank.store.database import Database

__all__ = ["ClockReading", "read_clock"]

_NOW = sa.select(sa.extract("epoch", sa.func.clock_timestamp()) * 1000)


class ClockReading(NamedTuple):
    """What the database's clock showed at a moment of this machine's even clock."""

    monotonic: float  # milliseconds
    shown: float  # milliseconds since 1970
    error: float  # milliseconds by which it may be wrong: half a round trip


def read_clock(database: Database, tries: int = 5) -> ClockReading:
    """Ask the database for the time; the quickest of several round trips tells it best."""
    readings = []
    engine = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    with translate_errors(), engine.connect() as connection:
        connection.execute(_NOW)  # may connect or compile first
        for _ in range(tries):
            before = time.monotonic_ns()
            shown = connection.execute(_NOW).scalar_one()
            took = (time.monotonic_ns() - before) / 1e6
            readings.append(ClockReading(before / 1e6 + took / 2, float(shown), took / 2))
    return min(readings, key=lambda reading: reading.error)
