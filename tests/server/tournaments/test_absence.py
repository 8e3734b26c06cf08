"""Who does not come to a game of a tournament, or is too late."""

import pytest

from outflank.play.clock import ClockSetting
from outflank.server.house import House
from support.server_house import HandClock, first_move
from support.tournament_hall import (
    begin_cup,
    board,
    pairing_rows,
    play_to_the_end,
    wait,
)

pytestmark = pytest.mark.house("by hand")


def test_who_does_not_make_the_first_move_loses_by_no_show(house: House, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"), no_show=30)
    room = board(house, number)
    wait(house, clock, 30)
    assert not room.is_over
    wait(house, clock, 1)
    [row] = pairing_rows(house, number)
    assert (row.result, row.reason) == ("white", "no-show")


def test_white_has_the_same_time_for_the_first_move(house: House, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"), no_show=30)
    room = board(house, number)
    wait(house, clock, 29)
    room.play(first_move(room)[1])
    wait(house, clock, 30)
    assert not room.is_over
    wait(house, clock, 1)
    assert pairing_rows(house, number)[0].result == "black"


def test_after_the_first_moves_only_the_clock_counts(house: House, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"), no_show=5)
    room = board(house, number)
    for _ in range(2):
        room.play(first_move(room)[1])
    wait(house, clock, 20)
    assert not room.is_over


def test_a_move_that_arrived_in_time_saves_the_game(house: House, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"), no_show=5)
    room = board(house, number)
    wait(house, clock, 5)
    with room.arriving() as at:
        wait(house, clock, 2)
        room.play(first_move(room)[1], at=at)
    assert not room.is_over


def test_nobody_misses_a_game_while_the_server_is_away(house: House, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"), no_show=30)
    wait(house, clock, 20)
    clock.pass_time(600_000)
    house.organiser.work()
    wait(house, clock, 29)
    assert not board(house, number).is_over


def test_who_misses_game_after_game_is_withdrawn(house: House, clock: HandClock) -> None:
    number = begin_cup(house, no_show=5, withdraw_after=2, boards=1)
    absent = house.organiser.view(number)["entrants"][0]["player"]
    while house.organiser.view(number)["status"] == "running":
        for room in house.organiser.rooms(number):
            if absent not in (room.entry.black, room.entry.white):
                play_to_the_end(room)
            elif room.entry.white == absent and room.seq == 2:
                room.play(first_move(room)[1])
        wait(house, clock, 6)
    entrant = house.organiser.view(number)["entrants"][0]
    assert (entrant["withdrawn"], entrant["fate"]) == (True, "struck")
    assert [row["name"] for row in house.organiser.standings(number)] != []
    assert "Ann" not in [row["name"] for row in house.organiser.standings(number)]


def test_a_fallen_flag_is_the_result_of_the_pairing(house: House, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"), clock=ClockSetting.parse("3s/move"))
    clock.pass_time(3001)
    house.referee.beat()
    house.referee.sweep()
    house.organiser.work()
    [row] = pairing_rows(house, number)
    assert (row.result, row.reason) == ("white", "time")
