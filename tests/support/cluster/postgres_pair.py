"""A PostgreSQL with a standby that has every commit before it is acknowledged."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import sqlalchemy as sa

from support.server.postgres import postgres_programs
from support.server.server_process import wait_until

__all__ = ["PostgresPair", "postgres_pair", "small_disk"]

_USER = "postgres"
_PORT = 5432
_PATIENCE = 60.0  # seconds
_DISK_MEGABYTES = 1200
_SETTINGS = (
    "max_connections=120",
    "shared_buffers=16MB",
    "wal_level=replica",
    "hot_standby=on",
    "wal_keep_size=256MB",
    "autovacuum=off",
    "unix_socket_directories=",
    "log_checkpoints=off",
    # Processes are killed, not the machine, so nothing need wait for a disk.
    "fsync=off",
    "full_page_writes=off",
)


class Node:
    """One PostgreSQL in a folder, at an address."""

    def __init__(
        self,
        programs: Path,
        folder: Path,
        address: str,
        environment: Mapping[str, str],
    ) -> None:
        self.folder = folder
        self._environment = os.environ | dict(environment)
        self.address = address
        self._programs = programs
        self._user = _USER if os.geteuid() == 0 else None  # it refuses to run as root

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

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = (*_SETTINGS, f"listen_addresses={self.address}")
        options = " ".join(f"-c {setting}" for setting in settings)
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "--wait", "--silent", "-o", options, "-l", log)

    def is_running(self) -> bool:
        """Tell whether its first process lives."""
        try:
            os.kill(self._pid(), 0)
        except (OSError, ValueError):
            return False
        return True

    def _pid(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])

    def kill(self) -> None:
        """Kill every process of it, as a crash would."""
        with contextlib.suppress(OSError, ValueError):
            first = self._pid()
            children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
            for process in (first, *map(int, children)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        wait_until(lambda: not self.is_running(), "PostgreSQL to be gone")
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def execute(self, statement: str, database: str = _USER) -> None:
        """Execute a statement, outside of any transaction."""
        url = f"postgresql+psycopg://{_USER}@{self.address}:{_PORT}/{database}"
        engine = sa.create_engine(url, poolclass=sa.pool.NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)


class PostgresPair:
    """A primary and its standby; when the primary is lost the other one takes over."""

    def __init__(
        self,
        programs: Path,
        folder: Path,
        addresses: tuple[str, str],
        environment: Mapping[str, str],
    ) -> None:
        self.folder = folder
        self._environment = environment
        self._addresses = addresses
        self._programs = programs
        self._count = 0
        self.primary = self._node(addresses[0])
        self.standby: Node | None = None
        self.primary.run("initdb", "--username", _USER, "--auth", "trust", "--no-sync",
                         "--encoding=UTF8", "--locale=C", "--no-instructions")  # fmt: skip
        with (self.primary.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n")
        self.primary.start()
        self.primary.execute("CREATE DATABASE games")
        self.add_standby(addresses[1])

    def _node(self, address: str) -> Node:
        self._count += 1
        folder = self.folder / str(self._count)
        folder.mkdir()
        if os.geteuid() == 0:
            shutil.chown(folder, _USER)
        return Node(self._programs, folder, address, self._environment)

    def add_standby(self, address: str) -> None:
        """Copy the primary, and let it wait from now on until the copy has each commit."""
        standby = self._node(address)
        standby.run("pg_basebackup", "--host", self.primary.address, "--username", _USER,
                    "--wal-method", "stream", "--checkpoint", "fast", "--no-sync",
                    "--write-recovery-conf")  # fmt: skip
        standby.start()
        self.standby = standby
        self.primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.execute("SELECT pg_reload_conf()")

    def fail_over(self) -> None:
        """Lose the primary for good; the standby becomes the primary."""
        assert self.standby is not None
        self.primary.kill()
        lost, self.primary, self.standby = self.primary, self.standby, None
        # Or nothing would be acknowledged before there is another standby.
        self.primary.run("pg_ctl", "promote", "--wait", "--silent")
        self.primary.execute("ALTER SYSTEM RESET synchronous_standby_names")
        self.primary.execute("SELECT pg_reload_conf()")
        shutil.rmtree(lost.folder)

    def restart(self) -> None:
        """Kill the primary and start it again."""
        self.primary.kill()
        self.primary.start()

    @property
    def url(self) -> str:
        """The address of the database: whichever of the two can be written."""
        hosts = "&".join(f"host={address}:{_PORT}" for address in self._addresses)
        return (
            f"postgresql://{_USER}@/games?{hosts}&target_session_attrs=read-write"
            "&connect_timeout=2&tcp_user_timeout=3000&keepalives_idle=2&keepalives_interval=1"
            "&keepalives_count=2"
        )

    def close(self) -> None:
        """Stop, and delete everything."""
        for node in (self.primary, self.standby):
            if node is not None:
                node.kill()

    def start_again(self) -> None:
        """Start whichever of the two has ended by itself."""
        for node in (self.primary, self.standby):
            if node is not None and not node.is_running():
                node.kill()
                node.start()


@contextlib.contextmanager
def small_disk() -> Iterator[tuple[Path, bool]]:
    """Lend a folder and say whether it is a small disk of its own, which only root can make."""
    folder = Path(tempfile.mkdtemp(prefix="outflank-disk-"))
    folder.chmod(0o755)
    options = f"size={_DISK_MEGABYTES}m,mode=755"
    command = ["mount", "-t", "tmpfs", "-o", options, "outflank", str(folder)]
    made = subprocess.run(command, check=False, timeout=_PATIENCE, stderr=subprocess.DEVNULL)
    is_disk = made.returncode == 0
    try:
        yield folder, is_disk
    finally:
        if is_disk:
            subprocess.run(["umount", "--lazy", folder], check=True, timeout=_PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def postgres_pair(
    folder: Path, addresses: tuple[str, str], environment: Mapping[str, str]
) -> Iterator[PostgresPair]:
    """Lend a PostgreSQL with its standby in a folder, started in an environment."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    pair = PostgresPair(programs, folder, addresses, environment)
    try:
        yield pair
    finally:
        pair.close()
