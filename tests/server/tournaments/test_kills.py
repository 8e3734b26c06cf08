"""A server that is killed at any moment loses nothing of a tournament and repeats nothing."""

import contextlib
from pathlib import Path

import pytest

from outflank.arena import Definition
from outflank.errors import TournamentError
from outflank.play.clock import ClockSetting
from outflank.server.exports import problems_of
from outflank.server.house import House
from support.server_house import HandClock
from support.tournament_hall import (
    Killed,
    by_hand,
    drop,
    kill_at_write,
    match_rows,
    pairing_rows,
    resign_quickly,
)


def draft(house: House) -> int:
    """Enter three players for a tournament on small boards."""
    definition = Definition("Cup", size=4, clock=ClockSetting.parse("60s/move"))
    number = house.organiser.create(definition, "tests")
    house.organiser.add_players(number, ("Ann", "Bob", "Cid"))
    return number


def finish_whatever_happens(house: House, number: int) -> None:
    """Do one thing after another, as players and the server do, until all is over."""
    while house.organiser.view(number)["status"] != "finished":
        for room in house.organiser.rooms(number):
            resign_quickly(room)
            house.organiser.work()
        house.organiser.work()


def check_nothing_was_lost_or_repeated(house: House, number: int, games: int) -> None:
    played = match_rows(house, number)
    assert sorted(row.pairing for row in played) == list(range(1, games + 1))
    assert {row.status for row in played} == {"finished"}
    winners = {row.id: row.winner for row in played}
    for row in pairing_rows(house, number):
        assert row.result == winners[row.match]
    assert problems_of(house.organiser.export(number)) == []


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_kill_at_any_write_loses_and_repeats_nothing(tmp_path: Path, *, after: bool) -> None:
    clock, write = HandClock(), 0
    while True:
        write += 1
        folder = tmp_path / str(write)
        house = by_hand(folder, clock)
        number = draft(house)
        house.organiser.start(number, "tests")
        try:
            with kill_at_write(house, write, after=after):
                finish_whatever_happens(house, number)
        except Killed:
            drop(house)
            house = by_hand(folder, clock)
            finish_whatever_happens(house, number)
            check_nothing_was_lost_or_repeated(house, number, games=3)
            house.close()
        else:
            drop(house)
            break
    assert write > 10


def test_a_kill_while_a_tournament_starts_leaves_it_a_draft_or_running(tmp_path: Path) -> None:
    clock = HandClock()
    for write in (1, 2, 3):
        for after in (False, True):
            house = by_hand(tmp_path / f"{write}{after}", clock)
            number = draft(house)
            with contextlib.suppress(Killed), kill_at_write(house, write, after=after):
                house.organiser.start(number, "tests")
                resign_quickly(house.organiser.rooms(number)[0])
                raise AssertionError("it should have been killed by now")
            drop(house)
            house = by_hand(tmp_path / f"{write}{after}", clock)
            if house.organiser.view(number)["status"] == "draft":
                house.organiser.start(number, "tests")
            finish_whatever_happens(house, number)
            check_nothing_was_lost_or_repeated(house, number, games=3)
            house.close()


@pytest.mark.parametrize("act", ["pause", "withdraw", "void", "judge", "finish"])
def test_a_kill_during_an_act_leaves_it_done_or_undone(tmp_path: Path, act: str) -> None:
    clock = HandClock()
    for write in (1, 2, 3):
        for after in (False, True):
            folder = tmp_path / f"{write}{after}"
            house = by_hand(folder, clock)
            number = draft(house)
            house.organiser.start(number, "tests")
            try:
                with kill_at_write(house, write, after=after):
                    do(house, number, act)
                    house.organiser.work()
            except Killed:
                drop(house)
                house = by_hand(folder, clock)
            with contextlib.suppress(TournamentError):
                do(house, number, act)  # the organiser had no answer and asks again
            house.organiser.work()
            if act == "pause":
                assert all(room.is_paused for room in house.organiser.rooms(number))
                house.organiser.resume(number, "tests")
            if act != "finish":
                finish_whatever_happens(house, number)
            assert problems_of(house.organiser.export(number)) == []
            busy = [row for row in match_rows(house, number) if row.status == "running"]
            assert busy == []
            house.close()


def do(house: House, number: int, act: str) -> None:
    if act == "pause":
        house.organiser.pause(number, "tests")
    elif act == "withdraw":
        house.organiser.withdraw(number, 1, "tests")
    elif act == "void":
        house.organiser.adjudicate(number, 1, "void", actor="tests")
    elif act == "judge":
        house.organiser.adjudicate(number, 1, "white", actor="tests")
    else:
        house.organiser.finish(number, "tests")
