"""A PostgreSQL server that is deleted after the tests, with a fresh database for each."""

from __future__ import annotations

import atexit
import contextlib
import functools
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.store.access.urls import database_url
from outflank.store.database import Database

__all__ = [
    "cut_connections",
    "postgres_away",
    "postgres_database",
    "postgres_programs",
    "postgres_socket",
    "restart_postgres",
]

_USER = "postgres"
_PATIENCE = 60.0  # seconds
# Data of tests may be lost at any time, so nothing waits for the disk.
_SETTINGS = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=200",
    "shared_buffers=16MB",
    "wal_level=minimal",
    "max_wal_senders=0",
    "autovacuum=off",
)

# Waits until the process of the tests has ended in any way, and then leaves nothing behind.
_CLEAN_UP = (
    'read -r _; "$0" --pgdata "$1/data" stop --mode immediate --silent; rm -rf "$1" 2>/dev/null'
)

_numbers = itertools.count(1)


class PostgresCluster:
    """A cluster in a temporary folder, reached through a socket in it."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="outflank-postgres-"))
        # PostgreSQL refuses to run as root; its package brings a user for it.
        self._user = _USER if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "--username", _USER, "--auth", "trust", "--no-sync", "--encoding=UTF8",
                  "--locale=C", "--no-instructions")  # fmt: skip
        self._clean_up = subprocess.Popen(
            ["sh", "-c", _CLEAN_UP, programs / "pg_ctl", self.folder],
            cwd=self.folder,
            user=self._user,
            start_new_session=True,  # signals that stop the tests do not stop this
            stdin=subprocess.PIPE,  # closed when this process ends
        )
        atexit.register(self.close)
        self.start()

    def start(self) -> None:
        """Start, and return when it answers."""
        settings = " ".join(f"-c {setting}" for setting in _SETTINGS)
        options = f"-k {self.folder} {settings}"
        self._run("pg_ctl", "start", "--wait", "--silent", "-o", options, "-l",
                  str(self.folder / "log"))  # fmt: skip

    def stop(self) -> None:
        """Stop, which ends every connection."""
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", "fast")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "--pgdata", self.folder / "data", *arguments],
            cwd=self.folder,
            user=self._user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=_PATIENCE,
        )

    def url(self, name: str) -> str:
        """Return the URL of one of its databases."""
        return f"postgresql://{_USER}@/{name}?host={self.folder}"

    def close(self) -> None:
        """Stop, and delete everything."""
        with contextlib.suppress(subprocess.TimeoutExpired):  # it finishes by itself
            self._clean_up.communicate(timeout=_PATIENCE)
        # A server under test keeps its signing key beside the socket, under its own user.
        shutil.rmtree(self.folder, ignore_errors=True)

    def execute(self, statement: str) -> None:
        """Execute a statement on the cluster itself."""
        engine = sa.create_engine(
            self.url(_USER).replace("postgresql:", "postgresql+psycopg:"),
            poolclass=sa.pool.NullPool,
            isolation_level="AUTOCOMMIT",
        )
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)


@functools.cache
def _cluster() -> PostgresCluster:
    """Return the cluster of this process, with an empty database."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    cluster = PostgresCluster(programs)
    cluster.execute("CREATE DATABASE empty")
    with Database(cluster.url("empty")) as database:
        database.migrate()
    return cluster


def postgres_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which Debian does not have in the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [program.parent for program in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: int(folder.parent.name), default=None)


@contextlib.contextmanager
def postgres_away() -> Iterator[None]:
    """Stop the PostgreSQL server of the tests, and start it again afterwards."""
    _cluster().stop()
    try:
        yield
    finally:
        _cluster().start()


def restart_postgres() -> None:
    """Restart the PostgreSQL server of the tests."""
    with postgres_away():
        pass


def postgres_socket() -> Path:
    """Return the socket at which the PostgreSQL server of the tests listens."""
    return _cluster().folder / ".s.PGSQL.5432"


def cut_connections(url: str) -> None:
    """End every connection to a database but ours, as a restart of PostgreSQL does."""
    engine = sa.create_engine(database_url(url), poolclass=sa.pool.NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid != pg_backend_pid()"
        )


@contextlib.contextmanager
def postgres_database() -> Iterator[str]:
    """Lend the URL of an empty database, and delete the database afterwards."""
    cluster, name = _cluster(), f"test{next(_numbers)}"
    cluster.execute(f"CREATE DATABASE {name} TEMPLATE empty STRATEGY file_copy")
    try:
        with pytest.MonkeyPatch.context() as surroundings:
            # The folder of a server's key if the database is not a file.
            surroundings.setenv("OUTFLANK_HOME", str(cluster.folder / name))
            yield cluster.url(name)
    finally:
        cluster.execute(f"DROP DATABASE {name} WITH (FORCE)")
