"""Bringing SQLite's log into its file beside the commits, so that no move waits for it.

SQLite itself does so within every thousandth page or so of a commit, and that commit then waits
for all those pages to be on disk.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from outflank.store.database import Database

__all__ = ["Checkpoints"]

_PAUSE = 1.0  # seconds
_LONG = 4_000  # pages of the log, after which it is to begin anew

_log = logging.getLogger(__name__)


class Checkpoints:
    """A thread that empties the log of a database into its file now and then."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stop = threading.Event()
        self._seen = 0
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        if database.is_sqlite:
            self._thread.start()

    def close(self) -> None:
        """Stop; what is left SQLite does by itself when the database is closed."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Empty the log if something has been written since the last time."""
        commits = self._database.writer.commits
        if commits == self._seen:
            return
        self._seen = commits
        driver: Any = self._database.engine.dialect.loaded_dbapi
        try:
            with self._database.engine.connect() as connection:
                # Writers go on beside the first; only the short second one holds them up.
                pages = _checkpoint(connection, "PASSIVE")
                if pages > _LONG:
                    _checkpoint(connection, "RESTART")
        except (SQLAlchemyError, driver.Error) as error:  # such as a full disk: later, then
            _log.debug("the log could not be emptied: %s", error)

    def _run(self) -> None:
        while not self._stop.wait(_PAUSE):
            self.look()


def _checkpoint(connection: sa.Connection, how: str) -> int:
    """Empty the log, and return how many pages it has."""
    # On the driver, for there is no transaction in which this could be done.
    cursor = connection.connection.cursor()
    try:
        cursor.execute(f"PRAGMA wal_checkpoint({how})")
        row: Any = cursor.fetchone()
    finally:
        cursor.close()
    _, pages, _ = row
    return int(pages)
