"""The lock of a match that is shared by threads: held for moments, never while a disk works."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

__all__ = ["MatchLock"]


class MatchLock:
    """A lock that nobody gets while a change is being stored, though nobody holds it then.

    Whoever changes the match says so with `begin_storing` and releases the lock as always.
    Whoever learns what became of the change, perhaps another thread, calls `end_storing`.
    """

    def __init__(self) -> None:
        self._at_rest = threading.Condition(threading.Lock())
        self._is_storing = False

    def __enter__(self) -> None:
        self._at_rest.acquire()
        try:
            while self._is_storing:
                self._at_rest.wait()
        except BaseException:  # Ctrl-C while it waits
            self._at_rest.release()
            raise

    def __exit__(self, *_: object) -> None:
        self._at_rest.release()

    @contextlib.contextmanager
    def taking_if_free(self) -> Iterator[bool]:
        """Take the lock unless that means to wait; tell whether it was taken."""
        if not self._at_rest.acquire(blocking=False):
            yield False
            return
        try:
            yield not self._is_storing
        finally:
            self._at_rest.release()

    def begin_storing(self) -> None:
        """Let nobody read or change the match, once the lock is released, until `end_storing`."""
        self._is_storing = True

    @contextlib.contextmanager
    def end_storing(self) -> Iterator[None]:
        """Hold the lock while the match learns what became of the change, then let others in."""
        with self._at_rest:
            try:
                yield
            finally:
                self._is_storing = False
                self._at_rest.notify_all()
