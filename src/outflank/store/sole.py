"""A guard that only one server works on a database."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import IO

from outflank.errors import StoreUnavailable

__all__ = ["SoleServer"]


# A process that the server before was just starting holds its files for a moment longer.
_PATIENCE = 1.0


class SoleServer:
    """A lock beside the database's file, which vanishes with the process that holds it."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        self._file: IO[str] = path.open("a+")
        deadline = time.monotonic() + _PATIENCE
        while not self._is_taken():
            if time.monotonic() > deadline:
                self._file.close()
                raise StoreUnavailable(
                    f"another server works on {database}; stop it first, or give another --database"
                )
            time.sleep(0.02)

    def _is_taken(self) -> bool:
        try:
            _lock(self._file)
        except OSError:
            return False
        return True

    def release(self) -> None:
        """Let another server take over."""
        self._file.close()


if os.name == "nt":  # pragma: no cover
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
