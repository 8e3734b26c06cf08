"""A PostgreSQL with a standby that gets every commit before it is acknowledged."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from support.cluster.postgres_node import PORT, USER, Node
from support.server.postgres import postgres_programs

__all__ = ["PostgresPair", "postgres_pair", "small_disk"]

_PATIENCE = 60.0  # seconds
_DISK_MEGABYTES = 1200
_SETTINGS = (
    "max_connections=120",
    "shared_buffers=16MB",
    "wal_level=replica",
    "hot_standby=on",
    "wal_keep_size=256MB",
    "autovacuum=off",
    "log_checkpoints=off",
    # Processes are killed, not the machine, so nothing need wait for a disk.
    "fsync=off",
    "full_page_writes=off",
)


class PostgresPair:
    """A primary and its standby, which takes over when the primary is lost."""

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
        self.primary.create("--no-sync")
        with (self.primary.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n")
        self.primary.start()
        self.primary.execute("CREATE DATABASE games")
        self.add_standby(addresses[1])

    def _node(self, address: str) -> Node:
        self._count += 1
        folder = self.folder / str(self._count)
        folder.mkdir()
        return Node(self._programs, folder, address, _SETTINGS, self._environment)

    def add_standby(self, address: str) -> None:
        """Copy the primary, and from now on make each commit wait for the copy."""
        standby = self._node(address)
        standby.run("pg_basebackup", "--host", self.primary.address, "--username", USER,
                    "--wal-method", "stream", "--checkpoint", "fast", "--no-sync",
                    "--write-recovery-conf")  # fmt: skip
        standby.start()
        self.standby = standby
        self.primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.execute("SELECT pg_reload_conf()")

    def fail_over(self, after: float = 0.0) -> None:
        """Lose the primary for good; the standby becomes the primary after some seconds."""
        assert self.standby is not None
        self.primary.kill()
        time.sleep(after)
        lost, self.primary, self.standby = self.primary, self.standby, None
        # Otherwise nothing would be acknowledged until there is another standby.
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
        """The address of the database, at whichever of the two accepts writes."""
        hosts = "&".join(f"host={address}:{PORT}" for address in self._addresses)
        return (
            f"postgresql://{USER}@/games?{hosts}&target_session_attrs=read-write"
            "&connect_timeout=2&tcp_user_timeout=3000&keepalives_idle=2&keepalives_interval=1"
            "&keepalives_count=2"
        )

    def close(self) -> None:
        """Stop, and delete everything."""
        for node in (self.primary, self.standby):
            if node is not None:
                node.kill()

    def start_again(self) -> None:
        """Start those of the two that have ended by themselves."""
        for node in (self.primary, self.standby):
            if node is not None and not node.is_running():
                node.kill()
                node.start()


@contextlib.contextmanager
def small_disk() -> Iterator[tuple[Path, bool]]:
    """Lend a folder, with whether it is a small disk of its own, which only root can make."""
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
