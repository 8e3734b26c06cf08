"""A PostgreSQL whose power can be cut, so that its disk keeps only what was synced.

The disk is a file system in a file, mounted through a loop device. A power cut shuts it down at
once, and everything that was only in the system's memory is lost. Then it is mounted again, and its
journal and PostgreSQL recover. Only root can make such a disk; otherwise it is a folder, and a
power cut is only a kill.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cluster.network import Network
from support.cluster.postgres_node import PORT, USER, Node
from support.server.postgres import postgres_programs
from support.server.server_process import wait_until

__all__ = ["CutPostgres", "Disk", "LoopDisk", "cut_postgres"]

_PATIENCE = 60.0  # seconds
_MOMENT = 2.0
_MEGABYTES = 256
_DATABASE = "games"
_SETTINGS = (
    "max_connections=60",
    "shared_buffers=16MB",
    # Segments are small, so that cuts also hit checkpoints and new segments.
    "max_wal_size=4MB",
    "min_wal_size=2MB",
    "checkpoint_timeout=30s",
    "checkpoint_warning=0",
    "log_checkpoints=off",
)
# A request of the C header linux/ext4.h that Python lacks, and its value for a file system
# that writes nothing more, not even its journal.
_SHUT_DOWN = 0x8004587D
_WITHOUT_JOURNAL = struct.pack("I", 2)

# Waits until the process of the tests has ended in any way, and then leaves nothing behind: no
# process that works in the folder, nothing mounted in it, no folder.
_CLEAN_UP = """
read -r _
for process in /proc/[0-9]*; do
    case $(readlink "$process/cwd") in
        "$0"/*) kill -9 "${process#/proc/}" ;;
    esac
done
while umount --lazy "$0/disk"; do :; done
rm -rf "$0"
"""


class Disk:
    """A folder on the machine's own disk, which loses nothing."""

    loses_unsynced = False

    def __init__(self, folder: Path) -> None:
        self.place = folder / "disk"
        self.place.mkdir(exist_ok=True)

    def fail(self) -> None:
        """Stop writing at once."""

    def come_back(self) -> None:
        """Come back, with everything that was written."""

    def sync(self) -> None:
        """Sync everything."""


class LoopDisk(Disk):
    """A file system of its own, in a file."""

    loses_unsynced = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._image = folder / "disk.image"
        with self._image.open("wb") as file:
            file.truncate(_MEGABYTES << 20)
        _command("mkfs.ext4", "-q", "-F", str(self._image))
        self._mount()

    def fail(self) -> None:
        """Lose everything that was not synced, and stop writing."""
        place = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(place, _SHUT_DOWN, _WITHOUT_JOURNAL)
        finally:
            os.close(place)

    def come_back(self) -> None:
        """Come back with what was synced; the file system recovers with its journal."""
        _command("umount", "--lazy", str(self.place))
        try:
            wait_until(self._is_let_go, "the old file system to be gone", _MOMENT)
        except AssertionError:  # it may still be mounted for processes that see other mounts
            copy = self._image.with_suffix(".copy")
            _command("cp", "--sparse=always", str(self._image), str(copy))
            copy.replace(self._image)
        self._mount()

    def _is_let_go(self) -> bool:
        return not _command("losetup", "--associated", str(self._image))

    def sync(self) -> None:
        """Sync everything."""
        _command("sync", "--file-system", str(self.place))

    def _mount(self) -> None:
        # The loop device is freed with the file system.
        _command("mount", "-t", "ext4", "-o", "loop", str(self._image), str(self.place))


def _command(*words: str) -> bytes:
    return subprocess.run(words, check=True, timeout=_PATIENCE, capture_output=True).stdout


class CutPostgres:
    """A PostgreSQL on a disk that loses what was not synced."""

    def __init__(self, programs: Path, folder: Path, disk: Disk) -> None:
        self.disk = disk
        self._node = Node(programs, disk.place, Network(0, 127).database, _SETTINGS)
        self._node.log = folder / "log"
        self._node.create("--wal-segsize=1")
        self._node.start()
        self._node.execute(f"CREATE DATABASE {_DATABASE}")

    @property
    def url(self) -> str:
        """The address of the database, always the same."""
        return f"postgresql://{USER}@{self._node.address}:{PORT}/{_DATABASE}"

    @property
    def log(self) -> str:
        """The output of PostgreSQL, over all its starts."""
        return self._node.log.read_text(errors="replace")

    def cut_power(self, chance: random.Random) -> None:
        """Lose every process and everything not synced, either of them first."""
        if chance.random() < 0.5:
            self._node.kill()
            self.disk.fail()
        else:
            self.disk.fail()
            self._node.kill()
        self.disk.come_back()

    def start(self, *settings: str) -> None:
        """Start again, optionally with more settings."""
        self._node.start(*settings)

    def restart(self, *settings: str) -> None:
        """Shut down cleanly, so that everything is on the disk, and start with more settings."""
        self.stop()
        self.start(*settings)
        self.disk.sync()

    def stop(self) -> None:
        """Shut down cleanly, if it is running."""
        if self._node.is_running():
            self._node.run("pg_ctl", "stop", "--wait", "--silent", "--mode", "fast")


@contextlib.contextmanager
def cut_postgres() -> Iterator[CutPostgres]:
    """Lend a PostgreSQL whose power can be cut; afterwards nothing stays mounted."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="outflank-power-"))
    folder.chmod(0o755)
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    clean_up = subprocess.Popen(
        ["sh", "-c", _CLEAN_UP, folder],
        cwd="/",
        start_new_session=True,  # signals that stop the tests do not stop this
        stdin=subprocess.PIPE,  # closed when this process ends
        stderr=subprocess.DEVNULL,
    )
    try:
        postgres = CutPostgres(programs, folder, _disk_in(folder))
        yield postgres
        postgres.stop()  # otherwise some shared memory would be left
    finally:
        clean_up.communicate(timeout=_PATIENCE)


def _disk_in(folder: Path) -> Disk:
    """Return a disk that loses what was not synced, if one can be made here."""
    if os.geteuid() == 0:
        with contextlib.suppress(OSError, subprocess.CalledProcessError):  # it may be forbidden
            return LoopDisk(folder)
    return Disk(folder)
