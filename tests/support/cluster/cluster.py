"""A server on several hosts: workers on each, one database, one Redis."""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from outflank.server.accounts.accounts import Accounts
from outflank.server.accounts.keys import Role
from outflank.store.account_store import AccountStore
from outflank.store.database import Database
from support.cluster.clocks import SteppedClock
from support.cluster.network import Host, Network, network
from support.cluster.postgres_pair import PostgresPair, postgres_pair, small_disk
from support.server.redis_server import RedisServer, redis_server
from support.server.server_process import wait_until

__all__ = ["Cluster", "HostServer", "cluster"]

_PORT = 5000
_PATIENCE = 60.0  # seconds


class HostServer:
    """`outflank serve` with some workers on one host."""

    def __init__(
        self, host: Host, folder: Path, clock: SteppedClock, workers: int, options: Sequence[str]
    ) -> None:
        self.host = host
        self.workers = workers
        self.clock = clock
        self._folder = folder
        self._options = (*options, "--workers", str(workers))
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(exist_ok=True)

    @property
    def stderr(self) -> str:
        """Its error output, over all its starts."""
        path = self._folder / "stderr.txt"
        return path.read_text(errors="replace") if path.exists() else ""

    def begin(self) -> None:
        """Start it, and do not wait until it is ready."""
        command = [
            *(*self.host.command, sys.executable, "-m", "outflank", "serve"),
            *("--no-tryout", "--log", "none", "--host", self.host.address, "--port", str(_PORT)),
            *self._options,
        ]
        with (self._folder / "stderr.txt").open("ab") as stderr:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,
                env=os.environ
                | {"OUTFLANK_HOME": str(self._folder)}
                | dict(self.clock.environment),
            )

    def is_ready(self) -> bool:
        """Return whether it can write; if it has ended, fail with its output."""
        assert self._process is not None
        if self._process.poll() is not None:
            raise AssertionError(f"the server has ended by itself:\n{self.stderr}")
        connection = http.client.HTTPConnection(self.host.address, _PORT, timeout=5)
        with (
            contextlib.closing(connection),
            contextlib.suppress(OSError, http.client.HTTPException),
        ):
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False

    def start(self) -> None:
        """Start it and return when it is ready."""
        self.begin()
        wait_until(self.is_ready, f"the server on {self.host.address}")

    def serving(self) -> list[int]:
        """Return the serving processes, which are children of the supervisor."""
        assert self._process is not None
        own = self._process.pid
        with contextlib.suppress(OSError):
            found = Path(f"/proc/{own}/task/{own}/children").read_text().split()
            return [int(process) for process in found]
        return []

    def kill_worker(self, chance: random.Random) -> None:
        """Kill one of the serving processes; the supervisor starts another one."""
        if workers := self.serving():
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(workers), signal.SIGKILL)

    def hold_worker(self, chance: random.Random, seconds: float) -> None:
        """Pause one of the serving processes for a while."""
        if workers := self.serving():
            one = chance.choice(workers)
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGSTOP)
                time.sleep(seconds)
                os.kill(one, signal.SIGCONT)

    def kill_supervisor(self) -> None:
        """Kill only the supervisor; the serving processes then stop by themselves."""
        assert self._process is not None
        serving = self.serving()
        self._process.kill()
        self._process.wait(_PATIENCE)
        wait_until(lambda: not any(map(_runs, serving)), "its workers to stop")

    def kill(self) -> None:
        """Kill all its processes."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(_PATIENCE)

    def stop(self) -> None:
        """Stop it gracefully, if it is running."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server would not stop:\n{self.stderr}") from None


def _runs(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@dataclass
class Cluster:
    """All parts of a server on several hosts."""

    network: Network
    database: PostgresPair
    redis: RedisServer
    servers: list[HostServer]
    clock: SteppedClock  # the database's
    can_be_filled: bool  # the disk of the database
    seed: int = 0

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.database.url

    @property
    def port(self) -> tuple[str, int]:
        """One of the servers, drawn at random."""
        return self.anywhere()

    def anywhere(self) -> tuple[str, int]:
        """Return the address of one of the servers, drawn anew for each call."""
        return self._chance.choice(self.servers).host.address, _PORT

    def admin_key(self) -> str:
        """Make a key for an organiser in the database, as `outflank admin key new` does."""
        with Database(self.url) as database:
            database.migrate()
            accounts = Accounts(AccountStore(database), lambda: time.time_ns() // 1_000_000)
            return accounts.add_key(Role.ADMIN)

    def start(self) -> None:
        """Start every server that is not running."""
        for server in self.servers:
            server.begin()
        for server in self.servers:
            wait_until(server.is_ready, f"the server on {server.host.address}")

    def complaints(self) -> str:
        """Return the latest output of all servers."""
        return "\n".join(f"{one.host.address}:\n{one.stderr[-4000:]}" for one in self.servers)


@contextlib.contextmanager
def cluster(folder: Path, workers: tuple[int, ...] = (2, 1), *, seed: int = 0) -> Iterator[Cluster]:
    """Lend a server with `workers` workers on each of its hosts, not started yet."""
    with contextlib.ExitStack() as stack:
        net = stack.enter_context(network(len(workers)))
        disk, can_be_filled = stack.enter_context(small_disk())
        library = SteppedClock.library(disk)
        clock = SteppedClock(disk / "database.clock", library)
        addresses = net.database, net.standby
        database = stack.enter_context(postgres_pair(disk, addresses, clock.environment))
        redis = stack.enter_context(redis_server(folder, net.redis))
        key = str(folder / "signing-key")  # all hosts sign with the same one
        options = ("--database", database.url, "--wake", redis.url, "--signing-key", key)
        servers = []
        for number, (host, count) in enumerate(zip(net.hosts, workers, strict=True), 1):
            own = SteppedClock(folder / f"host{number}.clock", library)
            servers.append(HostServer(host, folder / f"host{number}", own, count, options))
        made = Cluster(net, database, redis, servers, clock, can_be_filled, seed)
        try:
            yield made
        finally:
            for server in servers:
                with contextlib.suppress(AssertionError):
                    server.stop()
