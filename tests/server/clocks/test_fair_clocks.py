"""Time is fair: whatever is killed, only players who were late by their own watch lose on time.

`make test` kills all serving processes once and reads in the records that every clock was given
back what it had, so that it depends on nobody's speed. `OUTFLANK_SOAK=1 pytest tests/server/clocks
--timeout=0 -o faulthandler_timeout=0 -s` kills a serving process two hundred times on each kind of
server while bots have a second for each move, in about half an hour and with little work for the
processor, and prints what it counted.
"""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from outflank.store.database import Database
from outflank.store.records import records
from support.cluster.outage_clocks import clock_faults
from support.server.competition_server import database_in
from support.server.redis_server import redis_server
from support.server.server_bots import TimedBot, check_promises, insist, time_losses, unfair_losses
from support.server.server_nemesis import Cup
from support.server.server_process import ServerProcess, wait_until
from support.server.worker_process import WorkerProcess

SOAK = "OUTFLANK_SOAK" in os.environ
KILLS = 200
ROUNDS = 40 if SOAK else 1  # while nobody thinks for a while
OPPONENTS = 3 if SOAK else 1
LIMIT = 1 if SOAK else 2  # seconds for a move against a computer
LATE = 1_500 if SOAK else 100  # milliseconds by which computers are late when nobody thinks

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing is killed with -9 there")


def kill_and_go_on(cup: Cup, chance: random.Random) -> None:
    """Kill a serving process while games are on, and wait until bots have moved again."""
    cup.server.kill_worker(chance)
    killed = time.monotonic()
    cup.kills += 1
    wait_until(cup.server.is_ready, "another serving process")
    until = cup.acknowledged + chance.randrange(1, 2 * cup.players)

    def is_time() -> bool:  # the next process has served for a while, else the server gives up
        return cup.has_come_to(until) and time.monotonic() > killed + 3

    wait_until(lambda: is_time() or cup.is_finished(), "the bots to move on")


@pytest.mark.databases("sqlite", "workers")
def test_no_kill_of_a_serving_process_costs_anybody_a_game(
    tmp_path: Path, database_kind: str
) -> None:
    with database_in(tmp_path, database_kind), ServerProcess(tmp_path, "--hand-over") as server:
        admin = server.admin_key()
        server.start()
        if SOAK:
            kill_often(server, admin)
        else:
            kill_once(server, admin)


def kill_once(server: ServerProcess, admin: str) -> None:
    """Kill all serving processes, and look at what the clocks were given back."""
    cup = Cup(server, random.Random(14), players=4, games=1, clock="60s/move", kind=TimedBot)
    cup.begin(admin)
    wait_until(lambda: cup.has_come_to(cup.players), "the bots to move")
    path = f"/api/v1/tournaments/{cup.number}"
    running = [match["id"] for match in insist(server.port, "GET", path).json["boards"]]
    server.kill_workers()
    wait_until(server.is_ready, "another serving process")
    until = cup.acknowledged + cup.players
    wait_until(lambda: cup.has_come_to(until), "the bots to move on")
    server.stop()
    for bot in cup.bots:
        bot.leave()
    assert check_promises(server.url, cup.bots) == [], server.stderr
    with Database(server.url) as database:
        kept = {record["match"]["id"]: record["events"] for record in records(database)}
    assert len(running) == 2
    for match in running:
        assert any('"event":"Resumed"' in line for line in kept[match])
        assert clock_faults(kept[match]) == []


def kill_often(server: ServerProcess, admin: str) -> None:
    """Kill serving processes while bots have a second for a move, and look for who lost."""
    chance = random.Random(14)
    cup = Cup(server, chance, players=8, games=KILLS // 50, clock="1s/move", kind=TimedBot)
    cup.begin(admin)
    wait_until(lambda: cup.has_come_to(cup.players), "the bots to move")
    for _ in range(KILLS):
        kill_and_go_on(cup, chance)
        if cup.is_finished():
            break
    bots = [bot for bot in cup.bots if isinstance(bot, TimedBot)]
    path = f"/api/v1/tournaments/{cup.number}/pairings"
    pairings = insist(server.port, "GET", path).json["pairings"]
    matches = [found["match"] for found in pairings if found["match"]]
    lost = time_losses(server.port, bots, matches)
    print(
        f"{cup.kills} kills, {cup.acknowledged} moves, {len(matches)} games,"
        f" {len(lost)} lost on time: {lost}"
    )
    for bot in bots:
        bot.stop()
    assert unfair_losses(server.port, bots, matches, limit=1.0) == [], server.stderr
    assert [problem for bot in bots for problem in bot.problems] == []


class Opponents:
    """Bots that each play one game after the other against a computer of the server."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        names = [f"Bot {number}" for number in range(count)]
        path = "/api/v1/players"
        keys = [insist(port, "POST", path, body={"name": name}).json["key"] for name in names]
        self.bots = [TimedBot(port, key, seed, think=0.3) for seed, key in enumerate(keys)]
        self.matches: list[str] = []

    def begin(self) -> None:
        """Begin a game for each bot that has none, once somebody thinks."""
        for bot in self.bots:
            if not any(view["status"] == "running" for view in self.views(bot)):
                terms = {"opponent": "computer:2", "color": "black", "clock": f"{LIMIT}s/move"}
                made = insist(self._port, "POST", "/api/v1/matches", bot.key, terms)
                self.matches.append(made.json["id"])
            if not bot.is_alive():
                bot.start()

    def views(self, bot: TimedBot) -> list[Any]:
        """Return the games that a bot plays now."""
        me = insist(self._port, "GET", "/api/v1/me", bot.key).json["player"]["id"]
        path = f"/api/v1/matches?status=running&player={me}"
        found = insist(self._port, "GET", path).json["matches"]
        return [insist(self._port, "GET", f"/api/v1/matches/{one['id']}").json for one in found]

    def all_wait(self, late: int) -> bool:
        """Return whether every bot waits for a computer that is late by at least `milliseconds`."""
        views = [view for bot in self.bots for view in self.views(bot)]
        now = time.time() * 1000
        return all(v["turn"]["color"] == "white" and now > v["deadline"] + late for v in views)

    @property
    def moves(self) -> int:
        """How many moves of the bots were acknowledged."""
        return sum(len(bot.promises) for bot in self.bots)

    def wait_for_moves(self) -> None:
        """Wait until every bot could have moved once more, or some have lost."""
        until = self.moves + len(self.bots)
        wait_until(
            lambda: self.moves >= until or not all(self.views(bot) for bot in self.bots),
            "the bots to move",
        )


def test_no_kill_of_a_thinking_worker_costs_anybody_a_game(tmp_path: Path) -> None:
    with ExitStack() as running:
        running.enter_context(database_in(tmp_path, "postgresql"))
        wake = running.enter_context(redis_server(tmp_path)).url
        server = ServerProcess(tmp_path, "--searches", "0", "--wake", wake)
        running.enter_context(server.start())
        worker = WorkerProcess(tmp_path, 0, wake)
        running.callback(lambda: worker.end(signal.SIGKILL))
        opponents = Opponents(server.port, OPPONENTS)
        for number in range(1, ROUNDS + 1):
            opponents.begin()
            opponents.wait_for_moves()
            worker.end(signal.SIGKILL)
            wait_until(lambda: opponents.all_wait(LATE), "nobody to think")
            worker = WorkerProcess(tmp_path, number, wake)
            opponents.wait_for_moves()
        lost = time_losses(server.port, opponents.bots, opponents.matches)
        print(
            f"{ROUNDS} rounds, {opponents.moves} moves, {len(opponents.matches)} games,"
            f" {len(lost)} lost on time: {lost}"
        )
        unfair = unfair_losses(server.port, opponents.bots, opponents.matches, limit=LIMIT)
        assert unfair == [], server.stderr
        assert [problem for bot in opponents.bots for problem in bot.problems] == []
        worker.end(signal.SIGKILL)  # it shares the server's lock
        server.stop()
        for bot in opponents.bots:
            bot.leave()
