"""Workers of one host hand the connections of players to the worker of their match."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.faces.web.http.host_processes import HostProcesses
from support.server.competition_server import database_in
from support.server.server_process import Pair, ServerProcess, prepare, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands sockets over")

_MATCHES = 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    found = tmp_path_factory.mktemp("workers")
    with database_in(found, "workers"):
        yield found


@pytest.fixture(scope="module")
def pairs(folder: Path) -> list[Pair]:
    return prepare(ServerProcess(folder), _MATCHES)


@pytest.fixture(scope="module")
def server(folder: Path, pairs: list[Pair]) -> Iterator[ServerProcess]:
    assert pairs
    with ServerProcess(folder, "--hand-over", "--log", "json").start() as server:
        wait_until(lambda: len({home(server, pair) for pair in pairs}) > 1, "all workers to join")
        yield server


def ask(server: ServerProcess, connection: http.client.HTTPConnection, pair: Pair) -> int:
    """Ask for a match on a connection that stays open; return the process that answered."""
    connection.request(
        "GET", f"/api/v1/matches/{pair.match}", headers={"Authorization": f"Bearer {pair.black}"}
    )
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    answer.read()
    name = f'"request_id": "{answer.headers["X-Request-Id"]}"'
    found: list[str] = []

    def is_logged() -> bool:
        found[:] = [line for line in server.stderr.splitlines() if name in line and line[-1] == "}"]
        return found != []

    wait_until(is_logged, "the request to be logged")
    return int(json.loads(found[0])["process"])


def home(server: ServerProcess, pair: Pair) -> int:
    """Return the process that serves a new connection of a player."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
        return ask(server, connection, pair)


def test_all_connections_of_a_match_reach_one_worker(
    server: ServerProcess, pairs: list[Pair]
) -> None:
    wait_until(
        lambda: all(len({home(server, pair) for _ in range(4)}) == 1 for pair in pairs[:4]),
        "one worker for each match",
    )


def test_a_connection_goes_on_to_the_worker_of_the_next_match(
    server: ServerProcess, pairs: list[Pair]
) -> None:
    homes = {pair: home(server, pair) for pair in pairs}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
        for pair in pairs:
            assert ask(server, connection, pair) == homes[pair]
    assert len(set(homes.values())) > 1


def test_the_others_serve_the_matches_of_a_hanging_worker(
    server: ServerProcess, pairs: list[Pair]
) -> None:
    hanging = home(server, pairs[0])
    os.kill(hanging, signal.SIGSTOP)

    def is_answered(pair: Pair) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=2)
        with contextlib.closing(connection), contextlib.suppress(TimeoutError):
            return ask(server, connection, pair) != hanging
        return False  # it had been handed over before the others noticed

    try:
        wait_until(lambda: all(map(is_answered, pairs)), "the others to serve")
    finally:
        os.kill(hanging, signal.SIGCONT)


class Kept(asyncio.Protocol):
    """A connection that keeps the bytes it receives."""

    def __init__(self) -> None:
        self.data = b""
        self.is_over = False

    def continue_with(self, data: bytes) -> None:
        self.data += data

    def data_received(self, data: bytes) -> None:
        self.data += data

    def connection_lost(self, _: Exception | None) -> None:
        self.is_over = True


def request(match: int, key: bytes = b"authorization: Bearer abc\r\n") -> bytes:
    """Return the beginning of a request."""
    return b"GET /api/v1/matches/%d/stream HTTP/1.1\r\nHost: x\r\n%b\r\n" % (match, key)


def test_requests_with_a_key_are_handed_over_to_workers_that_are_alive() -> None:
    async def look() -> None:
        with contextlib.closing(HostProcesses(2)) as host:
            assert host.process_for(request(1)) is None  # no other worker is alive
            for number in (1, 0):  # both are this process
                host.join(number, Kept, lambda: 0)
            homes = {host.process_for(request(match)) for match in range(40)}
            assert homes == {None, 1}
            assert {host.process_for(request(match, b"")) for match in range(40)} == {None}
            assert host.process_for(b"GET /api/v1/players HTTP/1.1\r\n" + request(1)) is None
            host.leave()
            assert {host.process_for(request(match)) for match in range(40)} == {None}

    asyncio.run(look())


def test_a_worker_with_many_more_connections_gets_no_more() -> None:
    async def look() -> None:
        with contextlib.closing(HostProcesses(2)) as host:
            host.join(1, Kept, lambda: 10_000)
            host.join(0, Kept, lambda: 10)
            assert {host.process_for(request(match)) for match in range(40)} == {None}

    asyncio.run(look())


def test_a_connection_is_handed_over_with_the_bytes_already_read() -> None:
    async def look() -> None:
        made = Kept()
        with contextlib.closing(HostProcesses(1)) as host:
            host.join(0, lambda: made, lambda: 0)
            ours, theirs = socket.socketpair()
            assert host.hand_over(0, theirs, b"GET / ")
            theirs.close()
            ours.sendall(b"HTTP/1.1")
            ours.shutdown(socket.SHUT_WR)
            while not made.is_over:
                await asyncio.sleep(0)
            ours.close()
        assert made.data == b"GET / HTTP/1.1"

    asyncio.run(look())


def test_the_remaining_workers_learn_of_a_dead_one_and_take_its_connections() -> None:
    async def look() -> None:
        made, deaths = Kept(), list[int]()
        with contextlib.closing(HostProcesses(3)) as host:
            host.note_death(2)  # before this worker came
            host.join(0, lambda: made, lambda: 0, lambda number, _ago: deaths.append(number))
            ours, theirs = socket.socketpair()
            assert host.hand_over(1, theirs, b"GET / ")
            theirs.close()
            host.note_death(1)
            ours.shutdown(socket.SHUT_WR)
            while not made.is_over:
                await asyncio.sleep(0)
            ours.close()
        assert made.data == b"GET / "
        assert deaths == [1]

    asyncio.run(look())


def test_a_worker_takes_over_the_players_of_its_dead_predecessor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def look() -> None:
        deaths = list[int]()
        with contextlib.closing(HostProcesses(2)) as host:
            host.note_death(1)
            host.join(1, Kept, lambda: 0, lambda number, _ago: deaths.append(number))
            assert deaths == [1]
            # Right after a start connections can be anywhere; later they are at their own worker.
            plays = {host.may_play_at(str(match), 1) for match in range(40)}
            assert plays == {True}
            now = time.monotonic()
            monkeypatch.setattr(time, "monotonic", lambda: now + 3600)
            plays = {host.may_play_at(str(match), 1) for match in range(40)}
            assert plays == {True, False}
            host.note_death(0)  # its players then go to the other worker
            plays = {host.may_play_at(str(match), 1) for match in range(40)}
            assert plays == {True}
            monkeypatch.undo()
        with contextlib.closing(HostProcesses(2, hands_over=False)) as host:
            assert {host.may_play_at(str(match), 1) for match in range(40)} == {True}

    asyncio.run(look())
