"""A server that is killed at any moment loses nothing of a tournament and repeats nothing."""

import contextlib
import itertools
from pathlib import Path

import pytest

from outflank.arena import Definition
from outflank.errors import TournamentError
from outflank.play.clock import ClockSetting
from outflank.server.competition_server import CompetitionServer
from outflank.server.tournaments.exports import problems_of
from support.server.competition_server import HandClock
from support.server.tournament_server import (
    Killed,
    by_hand,
    drop,
    kill_at_write,
    match_rows,
    pairing_rows,
    passes,
    resign_quickly,
)


def draft(server: CompetitionServer) -> int:
    """Enter three players for a tournament on small boards."""
    definition = Definition("Cup", size=4, clock=ClockSetting.parse("60s/move"))
    number = server.tournaments.registration.create(definition, "tests")
    server.tournaments.registration.add_players(number, ("Ann", "Bob", "Cid"))
    return number


def finish_whatever_happens(server: CompetitionServer, number: int) -> None:
    """Act as the players and the server do until the tournament is over."""
    for _ in passes():
        if server.tournaments.view(number)["status"] == "finished":
            return
        for room in server.tournaments.rooms(number):
            resign_quickly(room)
            server.tournaments.run_pass()
        server.tournaments.run_pass()


def check_nothing_was_lost_or_repeated(server: CompetitionServer, number: int, games: int) -> None:
    played = match_rows(server, number)
    assert sorted(row.pairing for row in played) == list(range(1, games + 1))
    assert {row.status for row in played} == {"finished"}
    winners = {row.id: row.winner for row in played}
    for row in pairing_rows(server, number):
        assert row.result == winners[row.match]
    assert problems_of(server.tournaments.export(number)) == []


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_kill_at_any_write_loses_and_repeats_nothing(tmp_path: Path, *, after: bool) -> None:
    clock = HandClock()
    for write in itertools.count(1):
        folder = tmp_path / str(write)
        server = by_hand(folder, clock)
        number = draft(server)
        server.tournaments.start(number, "tests")
        try:
            with kill_at_write(server, write, after=after):
                finish_whatever_happens(server, number)
        except Killed:
            drop(server)
            server = by_hand(folder, clock)
            finish_whatever_happens(server, number)
            check_nothing_was_lost_or_repeated(server, number, games=3)
            server.close()
        else:
            drop(server)
            break
    assert write > 10


def test_a_kill_while_a_tournament_starts_leaves_it_a_draft_or_running(tmp_path: Path) -> None:
    clock = HandClock()
    for write in (1, 2, 3):
        for after in (False, True):
            server = by_hand(tmp_path / f"{write}{after}", clock)
            number = draft(server)
            with contextlib.suppress(Killed), kill_at_write(server, write, after=after):
                server.tournaments.start(number, "tests")
                resign_quickly(server.tournaments.rooms(number)[0])
                raise AssertionError("it should have been killed by now")
            drop(server)
            server = by_hand(tmp_path / f"{write}{after}", clock)
            if server.tournaments.view(number)["status"] == "draft":
                server.tournaments.start(number, "tests")
            finish_whatever_happens(server, number)
            check_nothing_was_lost_or_repeated(server, number, games=3)
            server.close()


@pytest.mark.parametrize("act", ["pause", "withdraw", "void", "judge", "finish"])
def test_a_kill_during_an_act_leaves_it_done_or_undone(tmp_path: Path, act: str) -> None:
    clock = HandClock()
    for write in (1, 2, 3):
        for after in (False, True):
            folder = tmp_path / f"{write}{after}"
            server = by_hand(folder, clock)
            number = draft(server)
            server.tournaments.start(number, "tests")
            try:
                with kill_at_write(server, write, after=after):
                    do(server, number, act)
                    server.tournaments.run_pass()
            except Killed:
                drop(server)
                server = by_hand(folder, clock)
            with contextlib.suppress(TournamentError):
                do(server, number, act)  # the organiser got no answer and asks again
            server.tournaments.run_pass()
            if act == "pause":
                assert all(room.is_paused for room in server.tournaments.rooms(number))
                server.tournaments.resume(number, "tests")
            if act != "finish":
                finish_whatever_happens(server, number)
            assert problems_of(server.tournaments.export(number)) == []
            busy = [row for row in match_rows(server, number) if row.status == "running"]
            assert busy == []
            server.close()


def do(server: CompetitionServer, number: int, act: str) -> None:
    if act == "pause":
        server.tournaments.pause(number, "tests")
    elif act == "withdraw":
        server.tournaments.withdraw(number, 1, "tests")
    elif act == "void":
        server.tournaments.adjudicate(number, 1, "void", actor="tests")
    elif act == "judge":
        server.tournaments.adjudicate(number, 1, "white", actor="tests")
    else:
        server.tournaments.finish(number, "tests")
