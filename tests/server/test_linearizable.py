"""A reader sees every move that was acknowledged before the question, and never an older state."""

from __future__ import annotations

import json
import os
import random
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from outflank.play.events import Event
from outflank.store.database import Database
from outflank.store.records import records
from support.cluster.histories import Read, Reader, misfits
from support.server.competition_server import begin, database_in, first_move, open_server
from support.server.server_bots import Bot, Promise, check_promises, insist
from support.server.server_process import Pair, ServerProcess, prepare, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing is killed with -9 there")

SOAK = "OUTFLANK_SOAK" in os.environ
KILLS = 20 if SOAK else 1
SIZE = 8 if SOAK else 6
READERS = 3 if SOAK else 2


@pytest.mark.databases("sqlite", "workers")
def test_every_read_fits_the_order_of_the_moves(tmp_path: Path, database_kind: str) -> None:
    with database_in(tmp_path, database_kind):
        play_and_read(ServerProcess(tmp_path), random.Random(8))


def play_and_read(server: ServerProcess, chance: random.Random) -> None:
    """Let bots play while others read and processes are killed, and check what was shown."""
    pairs = prepare(server, 2, size=SIZE)
    with server.start():
        keys = [(pair, color) for pair in pairs for color in ("black", "white")]
        readers = [Reader(server.port, pairs, seed) for seed in range(READERS)]

        def await_reads() -> None:
            """Hold each move back until the last one has been read."""
            enough = sum(len(reader.reads) for reader in readers) + 2
            wait_until(
                lambda: sum(len(reader.reads) for reader in readers) >= enough, "the readers"
            )

        bots = [
            Bot(server.port, pair.key(color), seed=number, before_move=await_reads)
            for number, (pair, color) in enumerate(keys)
        ]
        for thread in [*bots, *readers]:
            thread.start()
        for kill in range(1, KILLS + 1):
            until = kill * (SIZE * SIZE - 4) // KILLS - chance.randrange(6)
            wait_until(lambda until=until: moved(bots) >= until, "the bots to move")  # type: ignore[misc]
            if kill % 2:
                server.kill_worker(chance)  # others go on, or their supervisor starts one
            else:
                server.kill()
                server.start()
        wait_until(lambda: all(is_over(server, pair) for pair in pairs), "the games to end", 300)
        for reader in readers:
            reader.is_done = True
        for bot in bots:
            bot.stop()
        for thread in [*readers, *bots]:
            thread.join(60)
    assert check_promises(server.url, bots) == []
    with Database(server.url) as database:
        kept = {record["match"]["id"]: record["events"] for record in records(database)}
        for pair in pairs:
            reads = [
                read for reader in readers for read in reader.reads if read.match == pair.match
            ]
            assert len(reads) > 20
            assert misfits(kept[pair.match], [*bots], reads) == []


def moved(bots: Sequence[Bot]) -> int:
    """Return how many moves were acknowledged, or a large number if a bot has found a fault."""
    return sum(len(bot.promises) if not bot.problems else 1000 for bot in bots)


def is_over(server: ServerProcess, pair: Pair) -> bool:
    found = insist(server.port, "GET", f"/api/v1/matches/{pair.match}").json
    return bool(found["status"] != "running")


def test_a_read_that_hides_an_acknowledged_move_would_be_found_out() -> None:
    start = {"event": "MatchStarted", "setup": {"start": {"board": "-" * 36}}}
    played = {"event": "MovePlayed", "seq": 2, "square": "e4"}
    bot = Bot(0, "")
    texts = [json.dumps(start), '{"event":"TurnStarted"}', json.dumps(played)]
    bot.promises.append(promise_of(json.dumps(played), began=1.0, ended=2.0))
    good = Read("m", 0.0, 1.5, 1, squares=("e4",))
    assert misfits(texts, [bot], [good, Read("m", 1.0, 3.0, 0, squares=())]) == []
    hidden = Read("m", 2.5, 3.0, 0, squares=())
    foreseen = Read("m", 0.0, 0.5, 1, squares=("e4",))
    invented = Read("m", 2.5, 3.0, 1, squares=("b4",))
    for bad in (hidden, foreseen, invented):
        assert len(misfits(texts, [bot], [bad])) == 1
    assert len(misfits(texts, [bot], [good, Read("m", 1.6, 1.9, 0, squares=())])) == 1


def promise_of(event: str, *, began: float, ended: float) -> Promise:
    return Promise("m", 1, "e4", (event,), began, ended)


def test_an_acknowledged_move_is_shown_even_while_others_are_still_being_told_of_the_last(
    tmp_path: Path,
) -> None:
    server = open_server(tmp_path)
    try:
        room = begin(server)
        is_told, may_go_on = threading.Event(), threading.Event()

        def slow_listener(event: Event) -> None:
            is_told.set()
            may_go_on.wait(30)

        room.watch(slow_listener)
        turn, square = first_move(room)
        mover = threading.Thread(target=lambda: room.play(square, turn=turn))
        mover.start()
        is_told.wait(30)
        turn, square = first_move(room)
        room.play(square, turn=turn)  # is acknowledged when this returns
        shown = [json.loads(line) for line in room.event_lines()]
        may_go_on.set()
        mover.join(60)
        assert [event["event"] for event in shown].count("MovePlayed") == 2
        assert room.seq == len(room.events)
    finally:
        server.close()
