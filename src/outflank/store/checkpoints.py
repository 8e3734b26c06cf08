"""Checkpoints of SQLite's write-ahead log on a separate thread, so that no move waits for them.

By default SQLite makes a checkpoint within a commit, about every thousand pages, and that commit
then waits until all those pages are on disk.
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
_LONG = 4_000  # pages in the log after which it is restarted

_log = logging.getLogger(__name__)


class Checkpoints:
    """A thread that checkpoints a database every second."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stop = threading.Event()
        self._seen = 0
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        if database.is_sqlite:
            self._thread.start()

    def close(self) -> None:
        """Stop the thread; SQLite makes the last checkpoint when the database is closed."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def checkpoint(self) -> None:
        """Make a checkpoint if something was written since the last one."""
        commits = self._database.writer.commits
        if commits == self._seen:
            return
        self._seen = commits
        driver: Any = self._database.engine.dialect.loaded_dbapi
        try:
            with self._database.engine.connect() as connection:
                # The first checkpoint does not block writers; the second does, but only briefly.
                pages = _checkpoint(connection, "PASSIVE")
                if pages > _LONG:
                    _checkpoint(connection, "RESTART")
        except (SQLAlchemyError, driver.Error) as error:  # for example a full disk; retried later
            _log.debug("Checkpoint failed, retrying after the next commit: %s", error)

    def _run(self) -> None:
        while not self._stop.wait(_PAUSE):
            self.checkpoint()


def _checkpoint(connection: sa.Connection, how: str) -> int:
    """Make a checkpoint and return the number of pages in the log."""
    # Directly on the driver, because it must run outside a transaction.
    cursor = connection.connection.cursor()
    try:
        cursor.execute(f"PRAGMA wal_checkpoint({how})")
        row: Any = cursor.fetchone()
    finally:
        cursor.close()
    _, pages, _ = row
    return int(pages)
