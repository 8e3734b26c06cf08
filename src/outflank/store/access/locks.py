"""Locks that let only one server use a database at a time."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from outflank.errors import StoreUnavailable
from outflank.play.file_lock import FileLock
from outflank.store.access.errors import translate_errors
from outflank.texts import Text

__all__ = ["PATIENCE", "AdvisoryLock", "ServerLock"]

Result = TypeVar("Result")

PATIENCE = 1.0  # seconds; a child process of the previous server may hold the lock a little longer

# The number is our own, because other programs may lock the same database too.
_SERVER_LOCK = int.from_bytes(b"outflank")
_TRY_LOCK = sa.select(sa.func.pg_try_advisory_lock(_SERVER_LOCK))
_TRY_SHARED_LOCK = sa.select(sa.func.pg_try_advisory_lock_shared(_SERVER_LOCK))

# The session that holds a lock has a unique name, by which other connections can see it.
_SESSIONS = "FROM pg_stat_activity WHERE application_name = :name"
_NAME_SESSION = sa.text("SELECT set_config('application_name', :name, false)")
_FIND_SESSION = sa.text(f"SELECT 1 {_SESSIONS} AND datname = current_database()")
_END_SESSION = sa.text(f"SELECT pg_terminate_backend(pid) {_SESSIONS} AND pid != pg_backend_pid()")
_NOTHING = sa.text("SELECT 1")


class ServerLock:
    """A lock on a file next to a database, which lets only one server use it at a time."""

    def __init__(self, database: Path, patience: float = PATIENCE) -> None:
        path = database.with_name(database.name + ".lock")
        path.touch()
        self._lock = _acquire_within(
            lambda: FileLock.acquire(path, without_locks=False), str(database), patience
        )

    def release(self) -> None:
        """Release the lock."""
        self._lock.release()


class AdvisoryLock:
    """A lock in a database, which lets only one server use it; the server's workers share it.

    The lock has a connection of its own and is released when that ends, even after a crash. It must
    then be taken again: the database may have restarted, or a standby may have been promoted.
    """

    def __init__(
        self, engine: sa.Engine, *, shared: bool = False, patience: float = PATIENCE
    ) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._statement = _TRY_SHARED_LOCK if shared else _TRY_LOCK
        self._connection: sa.Connection | None = None
        self._session = ""  # the name of the connection's session
        self._is_taken = False
        try:
            database = str(engine.url.database)
            _acquire_within(lambda: self.take() or None, database, patience)
        except BaseException:
            self.release()
            raise

    def take(self) -> bool:
        """Take the lock for the first time or after losing it; False if another server has it."""
        with translate_errors():
            try:
                if self._connection is None:
                    self._connection = self._connect()
                self._is_taken = bool(self._connection.execute(self._statement).scalar())
            except BaseException:
                self.release()
                raise
        return self._is_taken

    def _connect(self) -> sa.Connection:
        before, self._session = self._session, f"outflank lock {secrets.token_hex(8)}"
        connection = self._engine.connect()
        connection.detach()  # removed from the pool
        connection.execute(_NAME_SESSION, {"name": self._session})
        if before:  # the database may not have noticed that the old connection is gone
            connection.execute(_END_SESSION, {"name": before})
        return connection

    def is_held(self) -> bool:
        """Return whether the lock is still held.

        Raise StoreUnavailable if the database does not answer. A second connection asks, because
        the URL may lead to another database by now than the one in which the lock was taken.
        """
        if not self._is_taken:
            return False
        assert self._connection is not None
        with translate_errors(), self._engine.connect() as other:
            is_there = other.execute(_FIND_SESSION, {"name": self._session}).first() is not None
        try:
            self._connection.execute(_NOTHING)  # keeps it from being closed as idle
        except SQLAlchemyError:
            is_there = False
        if not is_there:
            self.release()  # otherwise SQLAlchemy would reconnect without the lock
        return is_there

    def release(self) -> None:
        """Release the lock by closing its connection."""
        connection, self._connection, self._is_taken = self._connection, None, False
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):  # the connection was lost before
                connection.close()


def _acquire_within(acquire: Callable[[], Result | None], database: str, patience: float) -> Result:
    """Return the lock that `acquire` gets, trying for `patience` seconds."""
    deadline = time.monotonic() + patience
    while (lock := acquire()) is None:
        if time.monotonic() > deadline:
            raise StoreUnavailable(Text("errors.store.database_in_use", database=database))
        time.sleep(0.02)
    return lock
