"""The database: any thread reads, one thread at a time writes."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from outflank.errors import InvalidValue
from outflank.store.access.errors import translate_errors
from outflank.store.access.locks import PATIENCE, AdvisoryLock, ServerLock
from outflank.store.access.urls import database_url, require_driver
from outflank.store.writing.writer import Writer
from outflank.texts import Text

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

__all__ = ["Database", "Transaction", "insert_row"]

Result = TypeVar("Result")

# How long a writer waits for a lock that another program holds before it gives up.
_BUSY_SECONDS = 2.0

_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = sa.select(sa.func.pg_advisory_lock(int.from_bytes(b"migrate")))

# A database may be configured not to wait for the disk, but an acknowledged move must survive.
_WAIT_FOR_DISK = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
_FSYNC = sa.select(sa.func.current_setting("fsync"))  # a connection cannot change this setting
_SQLITE = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "wal_autocheckpoint=20000",  # pages; checkpoints.py makes one long before
)


class Database:
    """A database, given by its URL, such as `sqlite:///games.db`, or by its file.

    `busy_seconds` is how long a writer waits for a lock that another program holds on the file.
    """

    def __init__(self, url: str, *, busy_seconds: float = _BUSY_SECONDS) -> None:
        address = database_url(url)
        self.url: sa.URL = address
        require_driver(address)
        options: dict[str, Any] = {}
        if self.is_sqlite:
            options = {
                "poolclass": sa.pool.QueuePool,
                "connect_args": {"timeout": busy_seconds, "check_same_thread": False},
            }
            if address.database not in (None, "", ":memory:"):
                _require_folder(Path(str(address.database)).parent)
        self.engine: Any = sa.create_engine(
            address, pool_size=16, max_overflow=48, pool_timeout=2, **options
        )
        self._reader = self._asker = self.engine
        if self.is_sqlite:
            _set_up_sqlite(self.engine)
        else:  # by default each statement of a transaction could see a different state
            _set_up_postgresql(self.engine)
            self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ")
            self._asker = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.writer: Writer = Writer(self.engine)
        self._kept: sa.Connection | None = None

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is one SQLite file."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def path(self) -> Path | None:
        """The file of the database, or None if it is not a file."""
        return Path(str(self.url.database)) if self.is_sqlite else None

    def waits_for_disk(self) -> bool:
        """Return whether a commit waits for the disk, so that it survives a power cut."""
        if self.is_sqlite:
            return True
        with self.asking() as connection:
            return connection.execute(_FSYNC).scalar() != "off"

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Provide a connection that reads one consistent state."""
        with translate_errors(), self._reader.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def asking(self) -> Iterator[sa.Connection]:
        """Provide a connection for a single reading statement, without a transaction."""
        with translate_errors(), self._asker.connect() as connection:
            yield connection

    def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run `work` in a transaction and return its result once it is on disk."""
        return self.writer.do(work)

    def insist(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run `work` like `write`, again if another worker has just inserted the same row."""
        try:
            return self.writer.do(work)
        except IntegrityError:
            return self.writer.do(work)

    def lock(
        self, *, shared: bool = False, patience: float = PATIENCE
    ) -> ServerLock | AdvisoryLock:
        """Lock the database for one server, or raise StoreUnavailable if another one has it.

        The workers of one server share the lock. `patience` is the number of seconds to try.
        """
        if self.path is None:
            return AdvisoryLock(self.engine, shared=shared, patience=patience)
        if shared:
            raise InvalidValue(Text("errors.store.workers_need_postgresql"))
        return ServerLock(self.path, patience)

    def migrate(self) -> None:
        """Migrate the tables to the newest version, one process at a time."""
        if self.is_sqlite:  # its lock keeps other servers away
            if not self._is_newest():
                self._migrate()
            self._keep_open()
            return
        with translate_errors():
            if self._is_newest():
                return
        engine = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        with translate_errors(), engine.connect() as connection:
            connection.detach()  # the lock ends with the connection
            connection.execute(_MIGRATION_LOCK)
            self._migrate()

    def _is_newest(self) -> bool:
        """Return whether the tables are up to date, without Alembic, which is slow to import."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return False
            found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()
            return list(found) == [_newest_version()]

    def _migrate(self) -> None:
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        config.attributes["engine"] = self.engine
        command.upgrade(config, "head")

    def _keep_open(self) -> None:
        """Keep a connection to a file open, so that it can be read even if the disk is full.

        When its last connection closes, SQLite deletes the index of the WAL, and the next
        connection would need disk space for a new one.
        """
        if self._kept is None:
            self._kept = self.engine.connect()
            self._kept.exec_driver_sql("SELECT count(*) FROM sqlite_schema")
            self._kept.rollback()

    def close(self) -> None:
        """Finish the pending writes and close the database."""
        self.writer.close()
        if self._kept is not None:
            self._kept.close()
            self._kept = None
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Transaction:
    """An open transaction; only the store's classes use its connection."""

    __slots__ = ("connection",)

    def __init__(self, connection: sa.Connection) -> None:
        self.connection: Any = connection


def insert_row(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> int:
    """Insert a row and return its primary key."""
    (number,) = connection.execute(sa.insert(table), row).inserted_primary_key or (0,)
    return int(number)


@functools.cache
def _newest_version() -> str:
    """Return the newest version of the tables: the number of the last migration's file."""
    newest = max(path.name for path in (_MIGRATIONS / "versions").glob("[0-9]*_*.py"))
    return newest.partition("_")[0]


def _require_folder(folder: Path) -> None:
    """Refuse a folder that does not exist, as its name may be misspelled."""
    if not folder.is_dir():
        raise InvalidValue(Text("errors.store.no_folder", folder=folder))


def _set_up_postgresql(engine: sa.Engine) -> None:
    """Make commits survive a crash of the database, whatever its settings are."""

    @sa.event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(_WAIT_FOR_DISK)
        cursor.close()
        connection.commit()


def _set_up_sqlite(engine: sa.Engine) -> None:
    """Make commits survive a power cut, and let readers read during a write."""

    @sa.event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # transactions are started below
        cursor = connection.cursor()
        for pragma in _SQLITE:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
