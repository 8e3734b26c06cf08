"""The lock of the server on its database: taken again when it was lost with its connection."""

from __future__ import annotations

import logging
import threading
import time

from outflank.errors import CannotServe, StoreUnavailable
from outflank.play.signals import KeptSignal
from outflank.store.access.locks import AdvisoryLock, ServerLock

__all__ = ["LockWatcher"]

# All in seconds.
_LOOK = 1.0
_LOOK_AGAIN = 0.2  # while the lock is lost, or the database away
_PATIENCE = 3.0  # with another server that has it, which may only have looked at the database
_STOPPING = 10.0

_TAKEN = (
    "another server has taken the database while this one had lost its connection to it, "
    "so this one has stopped; only one of the two can be used"
)

_log = logging.getLogger(__name__)


class LockWatcher:
    """Holds the lock of a server, and looks in a thread whether it is still held.

    A lock in PostgreSQL ends with its connection: when the database is restarted, or another one
    is promoted. It is taken again as soon as the database answers; if another server excludes this
    one then, `taken` is sent, on any thread, also to whoever subscribes later.
    """

    def __init__(self, lock: ServerLock | AdvisoryLock) -> None:
        self._lock = lock
        self.taken: KeptSignal[()] = KeptSignal()
        self._refused: float | None = None  # since when another server has it
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look; the lock of a file is never lost."""
        if isinstance(self._lock, AdvisoryLock):
            self._thread = threading.Thread(
                target=self._work, args=(self._lock,), name="lock watcher", daemon=True
            )
            self._thread.start()

    def require(self) -> None:
        """Raise CannotServe if another server has taken the database."""
        if self.taken.was_sent:
            raise CannotServe(_TAKEN)

    def stop(self) -> None:
        """Look no more; the lock stays."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_STOPPING)  # the network may keep it longer

    def release(self) -> None:
        """Look no more, and release the lock."""
        self.stop()
        self._lock.release()

    def _work(self, lock: AdvisoryLock) -> None:
        pause = _LOOK
        while not self._stop.wait(pause) and not self.taken.was_sent:
            try:
                is_held = self._look(lock)
            except StoreUnavailable as error:
                _log.debug("Could not look after the lock of the database, retrying: %s", error)
                is_held, self._refused = False, None
            except Exception:
                _log.exception("Unexpected error with the lock of the database, retrying")
                is_held = False
            pause = _LOOK if is_held else _LOOK_AGAIN

    def _look(self, lock: AdvisoryLock) -> bool:
        """Tell whether the lock is held; take it again if it was lost."""
        if lock.is_held():
            return True
        if lock.take():
            self._refused = None
            _log.warning("The lock of the database was lost with its connection; taken again")
            return True
        now = time.monotonic()
        if self._refused is None:
            self._refused = now
        if now - self._refused > _PATIENCE:
            self._give_up()
        return False

    def _give_up(self) -> None:
        _log.error("Another server has taken the database while its connection was lost; stopping")
        self.taken.send()
