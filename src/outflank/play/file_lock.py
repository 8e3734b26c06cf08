"""A lock on a file, which shows other programs that the file is in use.

It is the operating system's own lock, which ends with the program, even after a crash.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import weakref
from collections.abc import Callable
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["FileLock"]

_IN_USE = (errno.EACCES, errno.EAGAIN)


class FileLock:
    """A lock that only this program holds; the file can be read and written as before.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "game")
    ...     path.touch()
    ...     lock = FileLock.acquire(path)
    ...     print(FileLock.acquire(path))
    ...     lock.release()
    None
    """

    def __init__(self, descriptor: int) -> None:
        # A lock that is garbage-collected is released too.
        self.release: Callable[[], object] = weakref.finalize(self, _release, descriptor)

    @classmethod
    def acquire(cls, path: Path, *, without_locks: bool = True) -> FileLock | None:
        """Lock a file, or return None if somebody else has locked it.

        `without_locks` says whether to succeed on a file system that has no locks.
        """
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            _lock(descriptor)
        except OSError as error:
            if error.errno in _IN_USE or not without_locks:
                os.close(descriptor)
                return None
        return cls(descriptor)


if sys.platform == "win32":
    # On Windows nobody else can read a locked range, so lock a byte far beyond the end.
    _FAR = 1 << 30

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _release(descriptor: int) -> None:
        with contextlib.suppress(OSError):  # there may be no lock
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        os.close(descriptor)

else:

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(descriptor: int) -> None:
        os.close(descriptor)
