"""Players who miss a game of a tournament, or are too late."""

import pytest

from outflank.play.clock import ClockSetting
from outflank.server.competition_server import CompetitionServer
from support.server.competition_server import HandClock, first_move
from support.server.tournament_server import (
    begin_cup,
    board,
    pairing_rows,
    passes,
    play_to_the_end,
    wait,
)

pytestmark = pytest.mark.server("by hand")


def test_a_player_who_does_not_make_the_first_move_loses_by_no_show(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"), no_show=30)
    room = board(server, number)
    wait(server, clock, 30)
    assert not room.is_over
    wait(server, clock, 1)
    [row] = pairing_rows(server, number)
    assert (row.result, row.reason) == ("white", "no-show")


def test_white_has_the_same_time_for_a_first_move(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"), no_show=30)
    room = board(server, number)
    wait(server, clock, 29)
    room.play(first_move(room)[1])
    wait(server, clock, 30)
    assert not room.is_over
    wait(server, clock, 1)
    assert pairing_rows(server, number)[0].result == "black"


def test_after_the_first_moves_only_the_clock_counts(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"), no_show=5)
    room = board(server, number)
    for _ in range(2):
        room.play(first_move(room)[1])
    wait(server, clock, 20)
    assert not room.is_over


def test_a_move_that_arrived_in_time_saves_the_game(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"), no_show=5)
    room = board(server, number)
    wait(server, clock, 5)
    with room.arriving() as at:
        wait(server, clock, 2)
        room.play(first_move(room)[1], at=at)
    assert not room.is_over


def test_nobody_loses_by_no_show_while_the_server_is_away(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"), no_show=30)
    wait(server, clock, 20)
    clock.pass_time(600_000)
    server.tournaments.run_pass()
    wait(server, clock, 29)
    assert not board(server, number).is_over


def test_a_player_who_misses_game_after_game_is_withdrawn(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, no_show=5, withdraw_after=2, boards=1)
    absent = server.tournaments.view(number)["entrants"][0]["player"]
    for _ in passes():
        if server.tournaments.view(number)["status"] != "running":
            break
        for room in server.tournaments.rooms(number):
            if absent not in (room.entry.black, room.entry.white):
                play_to_the_end(room)
            elif room.entry.white == absent and room.seq == 2:
                room.play(first_move(room)[1])
        wait(server, clock, 6)
    entrant = server.tournaments.view(number)["entrants"][0]
    assert (entrant["withdrawn"], entrant["fate"]) == (True, "struck")
    assert [row["name"] for row in server.tournaments.standings(number)] != []
    assert "Ann" not in [row["name"] for row in server.tournaments.standings(number)]


def test_a_fallen_flag_is_the_result_of_the_pairing(
    server: CompetitionServer, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"), clock=ClockSetting.parse("3s/move"))
    clock.pass_time(3001)
    server.clock_watcher.write_heartbeat()
    server.clock_watcher.sweep()
    server.tournaments.run_pass()
    [row] = pairing_rows(server, number)
    assert (row.result, row.reason) == ("white", "time")
