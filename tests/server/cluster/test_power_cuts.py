"""Cutting the power of PostgreSQL while bots play: what was acknowledged is kept.

Its disk is a file system of its own that loses all that was not synced, where root can make one;
elsewhere PostgreSQL is only killed. The figures are small here; `make soak` cuts two hundred times
in eight tournaments.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cluster.power_cuts import CutPostgres, cut_postgres
from support.server.competition_server import name_database, name_wake
from support.server.redis_server import redis_server
from support.server.server_bots import check_promises
from support.server.server_nemesis import Cup
from support.server.server_process import ServerProcess, wait_until

SOAK = "OUTFLANK_SOAK" in os.environ
SIZE = 8 if SOAK else 4
CUPS = range(4 if SOAK else 1)  # tournaments for each kind of server; each draws its own moments
POWER_CUTS = 25 if SOAK else 1  # in each
# Seconds for which there is no power, now and then longer than anybody has for a move. A short
# test has no time for that, and may run where little else gets to run.
DARKNESS = (0, 0, 0, 0, 8) if SOAK else (0,)
CLOCK = "5s/move" if SOAK else "60s/move"
BY_THE_BOARD = {"full board", "wipe-out", "neither side can move"}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing is killed with -9 there")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[CutPostgres]:
    with cut_postgres() as postgres:
        name_database(tmp_path, postgres.url)
        yield postgres


@contextlib.contextmanager
def server_in(folder: Path, *, workers: bool) -> Iterator[ServerProcess]:
    """Lend a server, not started yet, with one worker or with several and a Redis."""
    with contextlib.ExitStack() as running:
        if workers:
            name_wake(folder, running.enter_context(redis_server(folder)).url)
        yield running.enter_context(ServerProcess(folder))


@pytest.mark.parametrize("seed", CUPS)
@pytest.mark.parametrize("workers", [False, True], ids=["one process", "three workers"])
def test_a_power_cut_of_the_database_loses_no_acknowledged_move(
    tmp_path: Path, database: CutPostgres, workers: bool, seed: int
) -> None:
    if SOAK and not database.disk.loses_unsynced:
        pytest.skip("only root can make a disk that loses what was not synced")
    chance = random.Random(7 + seed)
    with server_in(tmp_path, workers=workers) as server:
        admin = server.admin_key()
        server.start()
        cup = Cup(server, chance, games=max(1, POWER_CUTS // 7), size=SIZE, clock=CLOCK)
        cup.begin(admin)

        def cut_power() -> None:
            # As on one machine; else the server has to go on by itself.
            dies_too = chance.random() < 0.5 if SOAK else not workers
            if dies_too:
                server.send(signal.SIGKILL)
            database.cut_power(chance)
            time.sleep(chance.choice(DARKNESS))
            database.start()
            if dies_too:
                server.kill()
                server.start()

        cup.strike_often(POWER_CUTS, cut_power)
        cup.finish()
        assert check_promises(server.url, cup.bots) == [], server.stderr
        assert cup.reasons() <= BY_THE_BOARD, server.stderr


def test_a_database_that_does_not_sync_is_found_out(tmp_path: Path, database: CutPostgres) -> None:
    lost, said = lost_after_a_cut(tmp_path, database, "fsync=off")
    assert "Warning: PostgreSQL runs with fsync=off" in said
    assert bool(lost) == database.disk.loses_unsynced  # else nothing is lost that was written


def test_a_database_that_need_not_wait_for_the_disk_does_so_for_the_server(
    tmp_path: Path, database: CutPostgres
) -> None:
    lost, said = lost_after_a_cut(tmp_path, database, "synchronous_commit=off")
    assert "Warning" not in said
    assert lost == []


def lost_after_a_cut(folder: Path, database: CutPostgres, setting: str) -> tuple[list[str], str]:
    """Let bots play on a database with a careless setting, and cut its power.

    Returns what is gone, and what the server said when it started.
    """
    with server_in(folder, workers=False) as server:
        admin = server.admin_key()
        database.restart(setting, "wal_writer_delay=10s")
        said = server.start().stderr
        cup = Cup(server, random.Random(8), games=1, size=SIZE, clock=CLOCK)
        cup.begin(admin)
        wait_until(lambda: cup.has_come_to(20), "the bots to move")
        server.send(signal.SIGKILL)
        database.cut_power(cup.chance)
        database.start()
        server.kill()
    for bot in cup.bots:
        bot.leave()
        bot.problems.clear()
    found = check_promises(server.url, cup.bots)
    return [problem for problem in found if "is not on record" in problem], said
