"""The real server in its own process, to be killed, paused and started again."""

from __future__ import annotations

import contextlib
import http.client
import mmap
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from outflank.errors import StoreUnavailable
from outflank.play.clock import ClockSetting
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import find_variant
from outflank.server.accounts.accounts import Accounts
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.matches.match_registry import Terms
from outflank.store.account_store import AccountStore
from outflank.store.database import Database
from support.processes.ready_python import ReadyProcess, start_own_python, start_python
from support.server.competition_server import (
    database_url_in,
    prepare_database,
    worker_options_in,
)

__all__ = ["FileClock", "Pair", "ServerProcess", "free_port", "prepare", "wait_until"]

_KEPT: list[socket.socket] = []  # the sockets of free ports
_PATIENCE = 60.0  # seconds; a busy machine is slow, and no test depends on how slow


class ServerProcess:
    """`outflank serve` on a database in a folder, always at the same port.

    Its error output is kept in the folder, to find out why a test failed. Making a database takes
    a while, so an empty one is copied there, unless the server is to make it. For the same reason
    the server is forked from a Python that has already imported it, unless it gets its own Python.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        environment: Mapping[str, str] | None = None,
        program: tuple[str, ...] = ("-m", "outflank"),
        makes_database: bool = False,
        own_python: bool = False,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.path = folder / "server.db"
        self.url = database_url_in(folder) if makes_database else prepare_database(folder)
        self._options = (*worker_options_in(folder), *options)
        self._environment = dict(environment or {})
        self._program = program
        self._start = start_own_python if own_python else start_python
        self._process: ReadyProcess | subprocess.Popen[bytes] | None = None

    @property
    def stderr(self) -> str:
        """The server's error output, over all its starts."""
        path = self.folder / "stderr.txt"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self) -> Self:
        """Start it and return when it is ready."""
        self.begin()
        wait_until(self.is_ready, "the server to be ready")
        return self

    def begin(self) -> None:
        """Start it, and do not wait until it is ready."""
        command = [
            *(*self._program, "serve", "--no-tryout", "--log", "none"),
            *("--port", str(self.port), "--database", self.url, *self._options),
        ]
        with (self.folder / "stderr.txt").open("ab") as stderr:
            self._process = self._start(
                command,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,
                env=os.environ | {"OUTFLANK_HOME": str(self.folder)} | self._environment,
            )

    def is_ready(self) -> bool:
        """Return whether it can write; if it has ended, fail with its output."""
        assert self._process is not None
        if self._process.poll() is not None:
            raise AssertionError(f"the server has ended by itself:\n{self.stderr}")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with (
            contextlib.closing(connection),
            contextlib.suppress(OSError, http.client.HTTPException),
        ):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False

    def kill(self) -> None:
        """Kill all processes of the server at once, as a crash would."""
        process = self._process
        assert process is not None
        if sys.platform == "win32":
            process.kill()
        else:  # its workers too
            with contextlib.suppress(ProcessLookupError):  # all of them have ended by themselves
                os.killpg(process.pid, signal.SIGKILL)
        process.wait(_PATIENCE)
        wait_until(self._is_let_go, "the killed server to be gone")

    def workers(self) -> list[int]:
        """Return the serving processes, which are children of the started one."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(child) for child in children.split()]

    def kill_worker(self, chance: random.Random) -> None:
        """Kill one of the serving processes, as a crash would."""
        wait_until(lambda: self.workers() != [], "a serving process")
        os.kill(chance.choice(self.workers()), signal.SIGKILL)

    def kill_workers(self) -> None:
        """Kill all serving processes, as a crash would; their supervisor starts new ones."""
        for worker in self.workers():
            os.kill(worker, signal.SIGKILL)

    def kill_supervisor(self) -> None:
        """Kill only the started process and leave the serving ones."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(_PATIENCE)

    def stop(self) -> None:
        """Stop it gracefully, if it is running."""
        process = self._process
        if process is None or process.poll() is not None:
            return
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGCONT)
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server would not stop:\n{self.stderr}") from None
        wait_until(self._is_let_go, "the stopped server to be gone")

    def wait_for_end(self) -> int:
        """Wait until it has ended by itself, and return its exit status."""
        assert self._process is not None
        return self._process.wait(_PATIENCE)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to every process of the server."""
        assert self._process is not None
        os.killpg(self._process.pid, number)

    def processes(self) -> list[int]:
        """Return the running processes of the server, on systems with /proc."""
        return [process for process, state in self._states().items() if state != "Z"]

    def hold(self) -> None:
        """Pause every process of the server."""
        self.send(signal.SIGSTOP)
        wait_until(lambda: set(self._states().values()) <= {"T"}, "the server to stand still")

    def go_on(self) -> None:
        """Let the paused server continue."""
        self.send(signal.SIGCONT)

    def _states(self) -> dict[int, str]:
        """Return the letters that the system shows for the states of the server's processes."""
        assert self._process is not None
        group = str(self._process.pid)
        found = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it has ended in the meantime
                state, _, its_group, *_ = path.read_text().rpartition(")")[2].split()
                if its_group == group:
                    found[int(path.parent.name)] = state
        return found

    def admin_key(self) -> str:
        """Make a key for an organiser in the database, as `outflank admin key new` does."""
        with Database(self.url) as database:
            database.migrate()
            accounts = Accounts(AccountStore(database), lambda: time.time_ns() // 1_000_000)
            return accounts.add_key(Role.ADMIN)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _is_let_go(self) -> bool:
        """Return whether the serving process has released the database, as it does at its end."""
        try:
            with Database(self.url) as database:
                database.lock(patience=0.0).release()
        except StoreUnavailable:
            return False
        return True


class FileClock:
    """A clock that stands still until the test moves it, kept in a file for other processes."""

    def __init__(self, path: Path, at: int = 1_700_000_000_000) -> None:
        self._path = path
        path.write_bytes(at.to_bytes(8, sys.byteorder))

    def __call__(self) -> int:
        return int.from_bytes(self._path.read_bytes(), sys.byteorder)

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass, in one step for every process."""
        with (
            self._path.open("r+b") as file,
            mmap.mmap(file.fileno(), 8) as shared,
            memoryview(shared) as bytes_of_it,
            bytes_of_it.cast("q") as numbers,
        ):
            numbers[0] += milliseconds

    @property
    def program(self) -> tuple[str, str]:
        """The arguments with which Python runs the command `outflank` with this clock."""
        return "-c", _WITH_FILE_CLOCK.format(str(self._path))


_WITH_FILE_CLOCK = """
import mmap
from outflank.cli import main
from outflank.server import competition_server
from outflank.store import database

with open({0!r}, "rb") as file:
    shared = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)
numbers = memoryview(shared).cast("q")
competition_server.ServerClock = lambda not_before: lambda: numbers[0]
database._BUSY_SECONDS = 0.3  # for which a database that another program holds is waited for
main()
"""


def free_port(address: str = "127.0.0.1") -> int:
    """Return a port that the system gives to nobody else while the tests run.

    A server that starts later binds it all the same, because servers share the address of a socket
    that does not listen.
    """
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind((address, 0))
    _KEPT.append(kept)
    port: int = kept.getsockname()[1]
    return port


def wait_until(condition: Callable[[], bool], what: str, patience: float = _PATIENCE) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.02)


@dataclass(frozen=True, slots=True)
class Pair:
    """A match that waits for its players, and their keys."""

    match: str
    black: str
    white: str

    def key(self, color: str) -> str:
        """Return the key of a side."""
        return self.black if color == "black" else self.white


def prepare(
    process: ServerProcess,
    count: int,
    clock: str = "none",
    size: int = 8,
    *,
    now: Callable[[], int] | None = None,
) -> list[Pair]:
    """Make matches, each between two new players, in the database of a server not yet started."""
    server = CompetitionServer(Configuration(prepare_database(process.folder), tryout=False), now)
    pairs = []
    for number in range(count):
        black, black_key = server.accounts.register(f"Black {number}")
        white, white_key = server.accounts.register(f"White {number}")
        setup = Setup(
            players=(
                Player(f"#{black.id}", f"bot:{black.id}"),
                Player(f"#{white.id}", f"bot:{white.id}"),
            ),
            start=find_variant("classic").start(size),
            clock=ClockSetting.parse(clock),
            undo=Undo.NEVER,
        )
        room = server.registry.open(setup, Terms(black.id, white.id))
        pairs.append(Pair(room.name, black_key, white_key))
    server.close()
    return pairs
