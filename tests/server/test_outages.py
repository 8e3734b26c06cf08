"""Outages of the real server: it stands still, restarts or cannot write, and nobody loses time."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.server.live_server import live_server
from support.server.server_bots import Answer, Bot, ask, check_promises, insist
from support.server.server_process import FileClock, Pair, ServerProcess, prepare, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are held up by signals")


@pytest.fixture
def clock(tmp_path: Path) -> FileClock:
    """The only clock of the server: nobody loses on time unless the test lets it pass."""
    return FileClock(tmp_path / "clock")


@pytest.fixture
def server(tmp_path: Path, clock: FileClock) -> ServerProcess:
    return ServerProcess(tmp_path, program=clock.program)


def play(server: ServerProcess, pairs: list[Pair], moves: int = 30) -> list[Bot]:
    """Let two bots play each match, and return when they have begun."""
    keys = [key for pair in pairs for key in (pair.black, pair.white)]
    bots = [Bot(server.port, key, seed) for seed, key in enumerate(keys)]
    for bot in bots:
        bot.start()
    wait_for_moves(bots, moves)
    return bots


def wait_for_moves(bots: list[Bot], moves: int) -> None:
    """Wait until the bots have made `moves` more moves, or one has found a fault."""
    until = sum(len(bot.promises) for bot in bots) + moves
    wait_until(
        lambda: sum(len(bot.promises) for bot in bots) >= until or any(b.problems for b in bots),
        "the bots to move",
    )


def finish(server: ServerProcess, pairs: list[Pair], bots: list[Bot]) -> set[str]:
    """Wait until all matches are over; return how they ended."""

    def is_over() -> bool:
        running = insist(server.port, "GET", "/api/v1/matches?status=running").json["matches"]
        return not running or any(bot.problems for bot in bots)

    wait_until(is_over, "the matches to end", 120)
    for bot in bots:
        bot.stop()
    for bot in bots:
        bot.join(60)
    return {
        insist(server.port, "GET", f"/api/v1/matches/{pair.match}").json["reason"] for pair in pairs
    }


def test_nobody_loses_on_time_while_the_server_stands_still(
    server: ServerProcess, clock: FileClock
) -> None:
    pairs = [*prepare(server, 2, "2s/move", size=6, now=clock)]
    pairs += prepare(server, 2, "1s/move", size=6, now=clock)
    with server.start():
        bots = play(server, pairs, 8)
        for milliseconds in (1_500, 2_500, 30_000):  # too short for the lease, short, long
            server.hold()
            clock.pass_time(milliseconds)
            server.go_on()
            wait_for_moves(bots, 8)
        assert "time" not in finish(server, pairs, bots)
        for pair in pairs:
            found = insist(server.port, "GET", f"/api/v1/matches/{pair.match}/events")
            times = [event["at"] for event in found.json["events"]]
            assert times == sorted(times)
            assert times[-1] <= clock()  # nothing is recorded as if it would happen later
    assert check_promises(server.url, bots) == []


def test_no_move_fails_because_of_a_restart(server: ServerProcess, clock: FileClock) -> None:
    pairs = prepare(server, 4, "2s/move", size=6, now=clock)
    with server.start():
        bots = play(server, pairs)
        server.stop()
        clock.pass_time(5_000)
        server.start()
        assert "time" not in finish(server, pairs, bots)
    assert check_promises(server.url, bots) == []


def first_move(server: ServerProcess, pair: Pair) -> Answer:
    """Send the first move of a match once."""
    body = {"turn": 1, "square": "e4"}
    return ask(server.port, "POST", f"/api/v1/matches/{pair.match}/moves", pair.black, body)


def simple_move(server: ServerProcess, pair: Pair) -> Answer:
    """Send the first move of a match once, by the simple route."""
    return ask(server.port, "POST", f"/move/{pair.black}/4/3")


def check_that_nothing_is_written(
    server: ServerProcess, clock: FileClock, pairs: list[Pair]
) -> None:
    clock.pass_time(5_000)  # more than any player has
    for pair, send in ((pairs[0], first_move), (pairs[1], simple_move)):
        answer = send(server, pair)
        assert answer.status == 503, answer.body
        assert answer.retry_after == "1"
        found = ask(server.port, "GET", f"/api/v1/matches/{pair.match}")
        assert (found.status, found.json["moves_played"]) == (200, [])
    clock.pass_time(1_000)  # it looks at most once a second
    wait_until(lambda: not server.is_ready(), "the server to notice")
    assert ask(server.port, "GET", "/healthz").status == 200


def check_that_it_recovers(server: ServerProcess, clock: FileClock, pairs: list[Pair]) -> None:
    clock.pass_time(1_000)
    wait_until(server.is_ready, "the server to recover by itself")
    for pair, send in ((pairs[0], first_move), (pairs[1], simple_move)):
        assert send(server, pair).status == 200
        found = ask(server.port, "GET", f"/api/v1/matches/{pair.match}").json
        assert found["moves_played"] == ["e4"]
        assert found["status"] == "running"


@contextlib.contextmanager
def full_disk(server: ServerProcess) -> Iterator[None]:
    """Keep the files of the server from growing, as if the disk were full."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for pid in server.processes():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        for pid in server.processes():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def test_an_unwritable_database_gives_a_503_and_the_server_recovers_by_itself(
    server: ServerProcess, clock: FileClock
) -> None:
    pairs = prepare(server, 4, "2s/move", size=6, now=clock)
    with server.start():
        with contextlib.closing(sqlite3.connect(server.path)) as other:  # another program
            other.execute("BEGIN IMMEDIATE")
            check_that_nothing_is_written(server, clock, pairs[:2])
            other.rollback()
        check_that_it_recovers(server, clock, pairs[:2])
        if sys.platform.startswith("linux"):  # where a process can limit others
            with full_disk(server):
                check_that_nothing_is_written(server, clock, pairs[2:])
            check_that_it_recovers(server, clock, pairs[2:])


def test_callers_who_do_not_hang_up_do_not_delay_others(tmp_path: Path) -> None:
    with live_server(tmp_path) as server, contextlib.ExitStack() as stack:
        for _ in range(20):  # if the server waited for each, the next caller would give up
            rude = stack.enter_context(server.connect())
            rude.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert rude.recv(1)
        assert ask(server.port, "GET", "/healthz").status == 200
