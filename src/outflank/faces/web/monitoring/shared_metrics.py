"""A folder in which the workers of one host count together, so that each can report all counts.

This is the multiprocess mode of prometheus_client: every worker has its own files there, which are
mapped into memory, and the worker that is asked for the metrics adds up all of them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from prometheus_client import multiprocess, values

from outflank.errors import CannotServe
from outflank.play.file_lock import FileLock
from outflank.texts import Text

__all__ = ["SharedMetrics"]

_PREFIX = "outflank-metrics-"
# Files in memory: a mapped file on a full disk would kill the process that counts in it.
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - the folder in it is for this user only


class SharedMetrics:
    """A folder for metrics, made and emptied before the workers are started.

    It stays locked while its maker or one of the workers lives. So the next server recognises and
    removes a folder that a killed server has left behind.
    """

    def __init__(self) -> None:
        place = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK | os.X_OK) else tempfile.gettempdir()
        try:
            _remove_left_behind(Path(place))
            folder, self._lock = _locked_folder(place)
            self.folder: Path = folder
        except OSError as error:
            raise CannotServe(
                Text("errors.web.metrics.no_folder", place=place, reason=error.strerror)
            ) from None

    def join(self, number: int) -> None:
        """Let this process count as the worker with a number, before it makes any metric.

        A restarted worker continues the counts of its predecessor.
        """
        self.folder.mkdir(mode=0o700, exist_ok=True)  # the system may have cleaned up
        multiprocess.mark_process_dead(number, str(self.folder))  # type: ignore[no-untyped-call]
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(self.folder)
        values.ValueClass = values.MultiProcessValue(lambda: number)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Remove the folder, after the last worker has ended."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.release()


def _locked_folder(place: Path | str) -> tuple[Path, FileLock]:
    """Make a folder and lock it; until then another server may remove it as left behind."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
        with contextlib.suppress(FileNotFoundError):
            lock = FileLock.acquire(folder)
            if lock is not None and folder.exists():
                return folder, lock


def _remove_left_behind(place: Path) -> None:
    """Remove the folders of servers that were killed."""
    for folder in place.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):  # another user's, or just removed
            lock = FileLock.acquire(folder, without_locks=False)
            if lock is not None:  # otherwise a server uses it
                shutil.rmtree(folder, ignore_errors=True)
                lock.release()
