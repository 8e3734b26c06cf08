"""Time is fair: whatever is killed, nobody loses on time who was not late by their own watch.

`OUTFLANK_SOAK=1 pytest tests/server/test_fair_clocks.py -k serving` kills the serving process two
hundred times on each kind of server, in about twenty minutes and with little work for the
processor.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from support.server.competition_server import database_in
from support.server.server_bots import insist
from support.server.server_nemesis import Cup
from support.server.server_process import ServerProcess, wait_until
from support.server.timed_bots import TimedBot, time_losses, unfair_losses

SOAK = "OUTFLANK_SOAK" in os.environ
KILLS = 200 if SOAK else 3

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
    chance = random.Random(14)
    with database_in(tmp_path, database_kind), ServerProcess(tmp_path) as server:
        admin = server.admin_key()
        server.start()
        games = max(1, KILLS // 50)
        cup = Cup(server, chance, players=8, games=games, clock="1s/move", kind=TimedBot)
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
