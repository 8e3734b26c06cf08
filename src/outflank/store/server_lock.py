"""A lock that lets only one server use a database."""

from __future__ import annotations

import time
from pathlib import Path

from outflank.errors import StoreUnavailable
from outflank.play.file_lock import FileLock

__all__ = ["ServerLock"]

# Seconds to wait: a child process of the previous server may hold the file a little longer.
_PATIENCE = 1.0


class ServerLock:
    """A hold on a file beside the database, which ends with the process."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        path.touch()
        deadline = time.monotonic() + _PATIENCE
        while (hold := FileLock.acquire(path, without_locks=False)) is None:
            if time.monotonic() > deadline:
                raise StoreUnavailable(
                    f"another server is using {database}; stop it, or choose another --database"
                )
            time.sleep(0.02)
        self._hold = hold

    def release(self) -> None:
        """Release the lock."""
        self._hold.release()
