"""The server's lock on its database, which is taken again if its connection was lost."""

from __future__ import annotations

import logging
import threading
import time

from outflank.errors import CannotServe, StoreUnavailable
from outflank.play.signals import KeptSignal
from outflank.store.access.locks import AdvisoryLock, ServerLock
from outflank.texts import Text

__all__ = ["LockWatcher"]

# All in seconds.
_LOOK = 1.0
_LOOK_AGAIN = 0.2  # while the lock is lost or the database does not answer
_PATIENCE = 3.0  # while another server has it, which may only inspect the database
_STOPPING = 10.0

_log = logging.getLogger(__name__)


class LockWatcher:
    """Holds the lock of a server, and checks in a thread that it is still held.

    A lock in PostgreSQL ends with its connection: when the database is restarted, or another one
    is promoted. It is taken again as soon as the database answers. If another server has locked
    this one out by then, `taken` is sent, on any thread, and to later subscribers as well.
    """

    def __init__(self, lock: ServerLock | AdvisoryLock) -> None:
        self._lock = lock
        self.taken: KeptSignal[()] = KeptSignal()
        self._refused: float | None = None  # the time from which another server has had it
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start checking; the lock on a file is never lost."""
        if isinstance(self._lock, AdvisoryLock):
            self._thread = threading.Thread(
                target=self._work, args=(self._lock,), name="lock watcher", daemon=True
            )
            self._thread.start()

    def require(self) -> None:
        """Raise CannotServe if another server has taken the database."""
        if self.taken.was_sent:
            raise CannotServe(Text("errors.server.database_taken"))

    def stop(self) -> None:
        """Stop checking; the lock stays."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_STOPPING)  # the network may keep it longer

    def release(self) -> None:
        """Stop checking, and release the lock."""
        self.stop()
        self._lock.release()

    def _work(self, lock: AdvisoryLock) -> None:
        pause = _LOOK
        while not self._stop.wait(pause) and not self.taken.was_sent:
            try:
                is_held = self._look(lock)
            except StoreUnavailable as error:
                _log.debug("Could not check the lock of the database, retrying: %s", error)
                is_held, self._refused = False, None
            except Exception:
                _log.exception("Unexpected error while checking the lock of the database, retrying")
                is_held = False
            pause = _LOOK if is_held else _LOOK_AGAIN

    def _look(self, lock: AdvisoryLock) -> bool:
        """Return whether the lock is held, after taking it again if it was lost."""
        if lock.is_held():
            return True
        if lock.take():
            self._refused = None
            _log.warning("Took the lock of the database again after its connection was lost")
            return True
        now = time.monotonic()
        if self._refused is None:
            self._refused = now
        if now - self._refused > _PATIENCE:
            self._give_up()
        return False

    def _give_up(self) -> None:
        _log.error("Another server took the database while the connection was lost; stopping")
        self.taken.send()
