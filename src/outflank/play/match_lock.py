"""The lock of a match that threads share; no thread holds it while a disk works."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

__all__ = ["MatchLock"]


class MatchLock:
    """A lock that nobody can take while a change is being stored, although nobody holds it then.

    A thread that has changed the match calls `begin_storing` and releases the lock as usual.
    The thread that learns whether the change was stored, perhaps another, calls `end_storing`.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition(threading.Lock())
        self._is_storing = False

    def __enter__(self) -> None:
        self._condition.acquire()
        try:
            while self._is_storing:
                self._condition.wait()
        except BaseException:  # Ctrl-C while it waits
            self._condition.release()
            raise

    def __exit__(self, *_: object) -> None:
        self._condition.release()

    @contextlib.contextmanager
    def taking_if_free(self) -> Iterator[bool]:
        """Take the lock if that needs no waiting; yield whether it was taken."""
        if not self._condition.acquire(blocking=False):
            yield False
            return
        try:
            yield not self._is_storing
        finally:
            self._condition.release()

    def begin_storing(self) -> None:
        """Keep everybody out after the lock is released, until `end_storing`."""
        self._is_storing = True

    @contextlib.contextmanager
    def end_storing(self) -> Iterator[None]:
        """Hold the lock while the caller notes whether the change was stored, then free it."""
        with self._condition:
            try:
                yield
            finally:
                self._is_storing = False
                self._condition.notify_all()
