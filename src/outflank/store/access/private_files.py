"""New files of a server: readable by their owner only, and not owned by root if root makes them."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

__all__ = ["create_private", "prepare_files"]


def create_private(path: Path, *, instead_of: Path | None = None) -> int:
    """Create a file that only its owner can read, and return its open descriptor.

    A file that will replace another gets its mode. A file that root creates belongs to the owner of
    the file it replaces or else of the folder, so that a server with its own user can use it.
    """
    replaced = None if instead_of is None or not instead_of.exists() else instead_of.stat()
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        if os.name != "nt" and os.geteuid() == 0:
            owner = replaced or path.parent.stat()
            os.fchown(number, owner.st_uid, owner.st_gid)
        if os.name != "nt" and replaced is not None:
            os.fchmod(number, stat.S_IMODE(replaced.st_mode))
    except BaseException:
        os.close(number)
        path.unlink(missing_ok=True)
        raise
    return number


def prepare_files(path: Path | None, *, only_lock: bool = False) -> None:
    """Create the file of a new SQLite database and its lock file.

    `path` is None if the database is not a file. If a file cannot be created, SQLite reports the
    problem later.
    """
    if path is None or path.name in ("", ":memory:", "None"):
        return
    lock = path.with_name(path.name + ".lock")
    for one in [lock] if only_lock else [path, lock]:
        with contextlib.suppress(OSError):
            os.close(create_private(one))
