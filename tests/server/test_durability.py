"""Killing the server while bots play: what was acknowledged is kept, and the tournament goes on.

The figures are small here; `make soak` kills a thousand times in four tournaments, half as often
again where workers share a database, and two hundred times with the loss of all writes that were
not synced. Every other kill leaves the supervisor alive.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

from support.server.competition_server import database_in
from support.server.server_bots import check_promises
from support.server.server_nemesis import Cup, Disk, build_library, compiler
from support.server.server_process import ServerProcess, wait_until

SOAK = "OUTFLANK_SOAK" in os.environ
SIZE = 8 if SOAK else 4
CLOCK = "5s/move" if SOAK else "60s/move"  # a short test may run on a busy machine
CUPS = range(4 if SOAK else 1)  # tournaments; each draws its own moments
KILLS = 250 if SOAK else 3  # in each
BY_THE_BOARD = {"full board", "wipe-out", "neither side can move"}
POWER_CUTS = 50 if SOAK else 1

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing is killed with -9 there")
power_cut = pytest.mark.skipif(
    not sys.platform.startswith("linux") or compiler() is None,
    reason="writes are thrown away by a library that needs Linux and a compiler",
)

# The same server, but one that does not wait for the disk.
CARELESS = """
import sqlalchemy as sa
import outflank.store.database as database
from outflank.cli import main
careful = database._set_up_sqlite
def careless(engine):
    careful(engine)
    @sa.event.listens_for(engine, "connect")
    def connected(connection, _):
        connection.execute("PRAGMA synchronous=OFF")
database._set_up_sqlite = careless
main()
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_library(tmp_path_factory.mktemp("unsynced"))


@pytest.mark.parametrize("seed", CUPS)
@pytest.mark.databases("sqlite", "workers")
def test_kill_9_at_any_moment_loses_no_acknowledged_move(
    tmp_path: Path, database_kind: str, seed: int
) -> None:
    with database_in(tmp_path, database_kind):
        with ServerProcess(tmp_path, "--hand-over") as server:
            admin = server.admin_key()
            server.start()
            games = max(1, KILLS // 7)
            cup = Cup(server, random.Random(4 + seed), games=games, size=SIZE, clock=CLOCK)
            cup.begin(admin)
            kills = KILLS if database_kind == "sqlite" else (KILLS + 1) // 2
            cup.kill_often(kills)
            cup.finish()
            assert cup.reasons() <= BY_THE_BOARD, server.stderr
        assert check_promises(server.url, cup.bots) == []
    assert cup.kills == kills


@power_cut
@pytest.mark.parametrize("seed", CUPS)
def test_a_power_cut_at_any_moment_loses_no_acknowledged_move(
    tmp_path: Path, library: Path, seed: int
) -> None:
    disk = Disk(tmp_path, library)
    with ServerProcess(tmp_path, environment=disk.environment, makes_database=True) as server:
        server.start()
        admin = server.admin_key()
        games = max(1, POWER_CUTS // 7)
        cup = Cup(server, random.Random(5 + seed), games=games, size=SIZE, clock=CLOCK)
        cup.begin(admin)
        cup.kill_often(POWER_CUTS, disk.lose_unsynced)
        cup.finish()
        assert cup.reasons() <= BY_THE_BOARD, server.stderr
    assert check_promises(server.url, cup.bots) == []
    assert cup.kills == POWER_CUTS


@power_cut
def test_a_server_that_does_not_wait_for_the_disk_is_found_out(
    tmp_path: Path, library: Path
) -> None:
    disk = Disk(tmp_path, library)
    with ServerProcess(tmp_path, environment=disk.environment, makes_database=True) as server:
        server.start()
        cup = Cup(server, random.Random(6), games=1)
        admin = server.admin_key()
        server.stop()
        careless = ServerProcess(
            tmp_path, environment=disk.environment, program=("-c", CARELESS), makes_database=True
        ).start()
        cup.server = careless
        cup.begin(admin)
        wait_until(lambda: cup.has_come_to(20), "the bots to move")
        careless.kill()
    disk.lose_unsynced()
    for bot in cup.bots:
        bot.leave()
        bot.problems.clear()
    assert any("is not on record" in found for found in check_promises(server.url, cup.bots))
