"""Faults of a server on several hosts; each ends by repairing everything."""

from __future__ import annotations

import contextlib
import random
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from support.cluster.cluster import Cluster
from support.server.server_process import wait_until

__all__ = ["Nemesis", "heal", "nemeses_of"]


@dataclass(frozen=True, slots=True)
class Nemesis:
    """One kind of fault, by its name."""

    name: str
    strike: Callable[[Cluster, random.Random], None]


def _kill_worker(cluster: Cluster, chance: random.Random) -> None:
    chance.choice(cluster.servers).kill_worker(chance)


def _kill_supervisor(cluster: Cluster, chance: random.Random) -> None:
    server = chance.choice(cluster.servers)
    server.kill_supervisor()
    server.start()


def _hold_worker(cluster: Cluster, chance: random.Random) -> None:
    chance.choice(cluster.servers).hold_worker(chance, chance.uniform(0.3, 4.0))


def _kill_host(cluster: Cluster, chance: random.Random) -> None:
    server = chance.choice(cluster.servers)
    server.kill()
    time.sleep(chance.uniform(0.0, 2.0))
    server.start()


def _kill_all_hosts(cluster: Cluster, chance: random.Random) -> None:
    for server in cluster.servers:
        server.kill()
    time.sleep(chance.uniform(0.0, 1.0))
    cluster.start()


def _restart_host(cluster: Cluster, chance: random.Random) -> None:
    """Restart the server of one host, as in a rolling upgrade."""
    server = chance.choice(cluster.servers)
    server.stop()
    server.start()


def _restart_database(cluster: Cluster, _: random.Random) -> None:
    cluster.database.restart()


def _fail_over(cluster: Cluster, _: random.Random, after: float = 0.0) -> None:
    """Lose the primary database; its address becomes that of the next standby."""
    database = cluster.database
    lost = database.primary.address
    database.fail_over(after)
    database.add_standby(lost)


def _fail_over_late(cluster: Cluster, chance: random.Random) -> None:
    """Fail over only after three seconds, which is an outage for every match."""
    _fail_over(cluster, chance, after=3.0)


def _lose_redis(cluster: Cluster, chance: random.Random) -> None:
    cluster.redis.stop()
    time.sleep(chance.uniform(0.2, 3.0))
    cluster.redis.start()


def _cut_host(cluster: Cluster, chance: random.Random) -> None:
    host = chance.choice(cluster.servers).host
    host.cut_off()
    time.sleep(chance.uniform(0.5, 6.0))
    host.reconnect()


def _cut_from_database(cluster: Cluster, chance: random.Random) -> None:
    with chance.choice(cluster.servers).host.cut_from(cluster.database.primary.address):
        time.sleep(chance.uniform(0.5, 6.0))


def _cut_from_redis(cluster: Cluster, chance: random.Random) -> None:
    with chance.choice(cluster.servers).host.cut_from(cluster.network.redis):
        time.sleep(chance.uniform(0.5, 4.0))


def _rude_clients(cluster: Cluster, chance: random.Random) -> None:
    """Open connections that send half a request and then nothing."""
    with contextlib.ExitStack() as stack:
        for _ in range(60):
            with contextlib.suppress(OSError):
                one = stack.enter_context(socket.create_connection(cluster.anywhere(), 2))
                one.sendall(
                    b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{"
                )
        time.sleep(chance.uniform(0.5, 2.0))


def _step_host_clock(cluster: Cluster, chance: random.Random) -> None:
    chance.choice(cluster.servers).clock.step(chance.choice((-3600, -2, 0, 2, 3600)))


def _step_database_clock(cluster: Cluster, chance: random.Random) -> None:
    cluster.clock.step(chance.choice((-3600, -2, 0, 2, 3600)))
    time.sleep(chance.uniform(0.0, 2.0))


def _fill_disk(cluster: Cluster, chance: random.Random) -> None:
    database = cluster.database
    filler = database.folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 20))
    time.sleep(chance.uniform(0.5, 3.0))
    filler.unlink()
    database.start_again()


_ALL = tuple(
    Nemesis(name, strike)
    for name, strike in {
        "kill a worker": _kill_worker,
        "hold a worker": _hold_worker,
        "kill a host": _kill_host,
        "kill all hosts": _kill_all_hosts,
        "restart a host": _restart_host,
        "crash the database": _restart_database,
        "fail over to the standby": _fail_over,
        "fail over late": _fail_over_late,
        "lose Redis": _lose_redis,
        "cut a host off": _cut_host,
        "cut a host from the database": _cut_from_database,
        "cut a host from Redis": _cut_from_redis,
        "rude clients": _rude_clients,
        "step a host's clock": _step_host_clock,
        "step the database's clock": _step_database_clock,
        "fill the database's disk": _fill_disk,
        "kill a supervisor": _kill_supervisor,
    }.items()
)


_NEEDS_NAMESPACES = ("cut a host off", "cut a host from the database", "cut a host from Redis")


def nemeses_of(cluster: Cluster) -> list[Nemesis]:
    """Return all faults that can be caused where the cluster runs."""
    left_out: set[str] = set()
    if not cluster.network.can_be_cut:
        left_out.update(_NEEDS_NAMESPACES)
    if not cluster.can_be_filled:
        left_out.add("fill the database's disk")
    return [one for one in _ALL if one.name not in left_out]


def heal(cluster: Cluster) -> None:
    """Wait until every server can write again."""
    for server in cluster.servers:
        wait_until(server.is_ready, f"the server on {server.host.address}")
