"""Locks in the database, for work that only one worker at a time may do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from outflank.errors import StoreUnavailable
from outflank.store.access.errors import translate_errors
from outflank.store.database import Database
from outflank.texts import Text

__all__ = ["DatabaseLocks", "NoWorkLocks", "WorkLocks"]

# PostgreSQL's locks have two numbers; the first one is our own.
_KIND = int.from_bytes(b"work") & 0x7FFFFFFF
_WAIT_SECONDS = 40  # for a lock that another worker holds
# A lock is free again after this time, because its worker hangs or its host is cut off. Later
# writes of that worker are refused because of the tournament's version.
_HOLD_SECONDS = 30


class WorkLocks(Protocol):
    """Numbered locks, which keep other workers away from a piece of work."""

    def hold(self, number: int, /) -> AbstractContextManager[None]:
        """Wait for a lock and hold it."""

    def try_to_hold(self, number: int, /) -> AbstractContextManager[bool]:
        """Hold a lock if it is free; yield whether it is held."""


class NoWorkLocks:
    """The locks of a server without other workers, which are always free."""

    def hold(self, _number: int, /) -> AbstractContextManager[None]:
        """Hold a lock, which is always free."""
        return contextlib.nullcontext()

    def try_to_hold(self, _number: int, /) -> AbstractContextManager[bool]:
        """Hold a lock, which is always free."""
        return contextlib.nullcontext(enter_result=True)


class DatabaseLocks:
    """Locks in PostgreSQL, each on its own connection, so that it ends with its worker."""

    def __init__(self, database: Database, hold_seconds: int = _HOLD_SECONDS) -> None:
        self._database = database
        self._set_up = sa.text(
            f"SET LOCAL lock_timeout = '{_WAIT_SECONDS}s'; "
            f"SET LOCAL idle_in_transaction_session_timeout = '{hold_seconds}s'"
        )

    @contextlib.contextmanager
    def hold(self, number: int) -> Iterator[None]:
        """Wait for a lock and hold it."""
        with self._connection() as connection:
            try:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_KIND, number)))
            except DBAPIError as error:
                raise StoreUnavailable(Text("errors.store.worker_still_busy")) from error
            yield

    @contextlib.contextmanager
    def try_to_hold(self, number: int) -> Iterator[bool]:
        """Hold a lock if it is free; yield whether it is held."""
        with self._connection() as connection:
            taken = connection.execute(sa.select(sa.func.pg_try_advisory_xact_lock(_KIND, number)))
            yield bool(taken.scalar())

    @contextlib.contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        with translate_errors():
            connection = self._database.engine.connect()
        try:
            with translate_errors():
                connection.execute(self._set_up)
            yield connection
        finally:
            with contextlib.suppress(DBAPIError):  # closed, as the lock was held too long
                connection.close()
