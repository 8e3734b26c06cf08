"""A PostgreSQL in a folder that can be killed and started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import sqlalchemy as sa

from support.server.server_process import wait_until

__all__ = ["PORT", "USER", "Node"]

USER = "postgres"
PORT = 5432
_PATIENCE = 60.0  # seconds
_SETTINGS = (
    "unix_socket_directories=",
    "dynamic_shared_memory_type=mmap",  # otherwise it would stay in memory after each kill
)


class Node:
    """One PostgreSQL in a folder, at an address."""

    def __init__(
        self,
        programs: Path,
        folder: Path,
        address: str,
        settings: Sequence[str],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.address = address
        self.log = folder / "log"
        self._settings = (*_SETTINGS, *settings, f"listen_addresses={address}")
        self._environment = os.environ | dict(environment or {})
        self._programs = programs
        self._first: int | None = None  # of its processes
        self._user = USER if os.geteuid() == 0 else None  # it refuses to run as root
        if self._user is not None:
            shutil.chown(folder, self._user)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        subprocess.run(
            [self._programs / program, "--pgdata", self.folder / "data", *arguments],
            cwd=self.folder,
            user=self._user,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=_PATIENCE,
        )

    def create(self, *options: str) -> None:
        """Create its files."""
        self.run("initdb", "--username", USER, "--auth", "trust", "--encoding=UTF8",
                 "--locale=C", "--no-instructions", *options)  # fmt: skip

    def start(self, *settings: str) -> None:
        """Start it, optionally with more settings, and wait until it answers."""
        named = self.folder / "data" / "postmaster.pid"
        if not self.is_running():
            named.unlink(missing_ok=True)  # another process may have the number by now
        options = " ".join(f"-c {setting}" for setting in (*self._settings, *settings))
        self.run("pg_ctl", "start", "--wait", "--silent", "-o", options, "-l", str(self.log))
        self._first = int(named.read_text().split("\n", 1)[0])

    def is_running(self) -> bool:
        """Return whether its main process is running."""
        if self._first is None:
            return False
        try:
            os.kill(self._first, 0)
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Kill all its processes, as a crash would."""
        if self._first is None:
            return
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{self._first}/task/{self._first}/children").read_text().split()
            for process in (self._first, *map(int, children)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        wait_until(lambda: not self.is_running(), "PostgreSQL to be gone")

    def execute(self, statement: str, database: str = USER) -> None:
        """Execute a statement, outside of any transaction."""
        url = f"postgresql+psycopg://{USER}@{self.address}:{PORT}/{database}"
        engine = sa.create_engine(url, poolclass=sa.pool.NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)
