"""The try-out tournament survives kills at any moment: some of them here, all in `make soak`."""

import contextlib
import os
from pathlib import Path

import pytest

from outflank.server.tournaments.exports import problems_of
from outflank.server.tournaments.tryout import Tryout
from support.server.competition_server import HandClock
from support.server.tournament_server import (
    Killed,
    by_hand,
    drop,
    kill_at_write,
    match_rows,
)
from support.server.tryout_games import boards, call, play_on, statuses

STEP = 1 if "OUTFLANK_SOAK" in os.environ else 10  # between the writes at which it is killed


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_kill_at_any_moment_loses_and_repeats_nothing(tmp_path: Path, *, after: bool) -> None:
    clock = HandClock()
    for write in range(3 if after else 1, 70, STEP):
        folder = tmp_path / str(write)
        server = by_hand(folder, clock, tryout=True, table_stands=0)
        try:
            with kill_at_write(server, write, after=after):
                play_on(server)
        except Killed:
            drop(server)
            server = by_hand(folder, clock, tryout=True, table_stands=0)
        if statuses(server) == ["running"]:
            play_on(server)
        played = match_rows(server, 1)
        assert sorted(row.pairing for row in played) == list(range(1, 13))
        assert {row.status for row in played} == {"finished"}
        assert problems_of(server.tournaments.export(1)) == []
        server.tournaments.run_pass()
        assert statuses(server) == ["archived", "running"]
        assert boards(server) == [(1, 2), (3, 4)]
        server.close()


def test_a_kill_between_two_tournaments_leaves_one_of_the_two(tmp_path: Path) -> None:
    clock = HandClock()
    for write in range(1, 7):
        for after in (False, True):
            folder = tmp_path / f"{write}{after}"
            server = by_hand(folder, clock, tryout=True)
            call(server, 1)
            try:
                with kill_at_write(server, write, after=after):
                    server.tournaments.restart_tryout()
                    server.tournaments.run_pass()
            except Killed:
                drop(server)
                server = by_hand(folder, clock, tryout=True)
            server.tournaments.run_pass()
            assert statuses(server) in (["running"], ["archived", "running"])
            assert boards(server) == [(1, 2), (3, 4)]
            assert len(server.registry) == 2
            server.close()


def test_the_server_recovers_from_a_kill_during_its_very_first_start(tmp_path: Path) -> None:
    clock = HandClock()
    for write in range(1, 15):
        folder = tmp_path / str(write)
        server = by_hand(folder, clock)
        server.accounts.disable_keys(())
        first = Tryout(server.tournaments.scheduler, server.accounts, clock)
        with contextlib.suppress(Killed), kill_at_write(server, write, after=True):
            first.load()
        drop(server)
        server = by_hand(folder, clock, tryout=True)
        assert list(server.tournaments.tryout_view().names) == [
            f"Unknown {each}" for each in range(4)
        ]
        assert boards(server) == [(1, 2), (3, 4)]
        server.close()
