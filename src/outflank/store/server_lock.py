"""A guard that only one server works on a database."""

from __future__ import annotations

import time
from pathlib import Path

from outflank.errors import StoreUnavailable
from outflank.play.file_lock import FileLock

__all__ = ["ServerLock"]

# A process that the server before was just starting holds its files for a moment longer.
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
                    f"another server works on {database}; stop it first, or give another --database"
                )
            time.sleep(0.02)
        self._hold = hold

    def release(self) -> None:
        """Let another server take over."""
        self._hold.release()
