"""What an organiser may do with a tournament, each act on record."""

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.arena import Definition
from outflank.errors import (
    MatchPaused,
    TournamentError,
    UnknownName,
)
from outflank.play.clock import ClockSetting
from outflank.rules import BLACK, Reason
from outflank.server.exports import problems_of
from outflank.server.house import House
from outflank.store.schema import audit
from support.server_house import HandClock, first_move
from support.tournament_hall import (
    acts,
    begin_cup,
    board,
    by_hand,
    match_rows,
    pairing_rows,
    play_all,
    play_to_the_end,
    wait,
)

pytestmark = pytest.mark.house("by hand")


def test_nobody_enters_or_starts_twice(house: House) -> None:
    number = begin_cup(house)
    with pytest.raises(TournamentError, match="has begun"):
        house.organiser.add_players(number, ["Eve"])
    with pytest.raises(TournamentError, match="begun already"):
        house.organiser.start(number, "tests")


def test_a_tournament_of_one_cannot_start(house: House) -> None:
    number = house.organiser.create(Definition("Cup"), "tests")
    house.organiser.add_players(number, ["Ann"])
    with pytest.raises(TournamentError, match="at least 2"):
        house.organiser.start(number, "tests")
    assert house.organiser.view(number)["status"] == "draft"


def test_a_pause_stops_every_clock_and_deals_nothing(house: House, clock: HandClock) -> None:
    number = begin_cup(house, clock=ClockSetting.parse("5s/move"), boards=1)
    room = board(house, number)
    wait(house, clock, 2)
    house.organiser.pause(number, "tests")
    wait(house, clock, 60)
    assert room.due is None
    with pytest.raises(MatchPaused):
        room.play(first_move(room)[1])
    room.resign(BLACK)
    house.organiser.work()
    assert len(match_rows(house, number)) == 1
    house.organiser.resume(number, "tests")
    assert len(match_rows(house, number)) == 2


def test_a_resumed_game_has_the_time_it_had(house: House, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"), clock=ClockSetting.parse("5s/move"))
    room = board(house, number)
    wait(house, clock, 2)
    house.organiser.pause(number, "tests")
    wait(house, clock, 60)
    house.organiser.resume(number, "tests")
    assert room.due == clock() + 3000


def test_a_pause_outlives_a_restart(house: House, tmp_path: Path, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
    house.organiser.pause(number, "tests")
    house.close()
    again = by_hand(tmp_path, clock)
    again.organiser.work()
    assert board(again, number).is_paused
    again.organiser.resume(number, "tests")
    assert not board(again, number).is_paused
    again.close()


def test_who_is_withdrawn_loses_the_game_they_are_in(house: House) -> None:
    number = begin_cup(house, boards=1)
    room = board(house, number)
    pairing = house.organiser.pairings(number)[(room.entry.pairing or 0) - 1]
    house.organiser.withdraw(number, pairing["black"], "tests")
    assert room.is_over
    assert room.view().outcome is not None
    assert room.view().outcome.reason is Reason.WITHDRAWAL  # type: ignore[union-attr]
    play_all(house, number)
    assert house.organiser.view(number)["progress"] == {"played": 3, "total": 3}


def test_who_was_withdrawn_can_come_back(house: House) -> None:
    number = begin_cup(house)
    house.organiser.withdraw(number, 1, "tests")
    house.organiser.reinstate(number, 1, "tests")
    play_all(house, number)
    assert len(house.organiser.standings(number)) == 4
    assert "tournament reinstate" in acts(house)


def test_a_withdrawal_outlives_a_restart(house: House, tmp_path: Path, clock: HandClock) -> None:
    number = begin_cup(house, ("Ann", "Bob", "Cid"))
    house.organiser.withdraw(number, 2, "tests")
    before = house.organiser.view(number)
    house.close()
    again = by_hand(tmp_path, clock)
    assert again.organiser.view(number) == before
    play_all(again, number)
    assert [row["number"] for row in again.organiser.standings(number)] in ([1, 3], [3, 1])
    assert problems_of(again.organiser.export(number)) == []
    again.close()


def test_who_leaves_after_half_of_their_games_loses_the_rest(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob", "Cid"), boards=1)
    for _ in range(2):
        play_to_the_end(board(house, number))
        house.organiser.work()
    first = house.organiser.pairings(number)[0]["black"]
    house.organiser.withdraw(number, first, "tests")
    assert house.organiser.view(number)["entrants"][first - 1]["fate"] == "forfeited"
    house.organiser.work()
    assert house.organiser.view(number)["status"] in ("running", "finished")
    play_all(house, number)
    assert len(house.organiser.standings(number)) == 3
    assert problems_of(house.organiser.export(number)) == []


def test_a_running_game_can_be_adjudicated(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
    room = board(house, number)
    house.organiser.adjudicate(number, 1, "draw", "power cut", actor="tests")
    house.organiser.work()
    [row] = pairing_rows(house, number)
    assert (row.result, row.reason) == ("draw", "adjudication")
    assert (row.black_score, row.white_score) == (2, 2)
    assert room.is_over
    assert house.organiser.view(number)["status"] == "finished"


def test_a_final_result_changes_only_by_an_audited_act(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
    play_all(house, number)
    before = pairing_rows(house, number)[0].result
    after = "white" if before == "black" else "black"
    house.organiser.adjudicate(number, 1, after, "a wrong key was used", actor="Eve")
    assert pairing_rows(house, number)[0].result == after
    with house.database.reading() as connection:
        last = connection.execute(sa.select(audit).order_by(audit.c.id.desc())).first()
    assert last is not None
    assert (last.actor, last.act) == ("Eve", "tournament adjudicate")
    assert json.loads(last.details)["before"].startswith(f"{before} wins")


def test_a_void_game_is_played_again(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
    first = board(house, number)
    house.organiser.adjudicate(number, 1, "void", "wrong time control", actor="tests")
    house.organiser.work()
    second = board(house, number)
    assert second is not first
    assert [row.status for row in match_rows(house, number)] == ["void", "running"]
    assert pairing_rows(house, number)[0].match == second.name


def test_a_void_result_opens_a_finished_tournament_again(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
    play_all(house, number)
    house.organiser.adjudicate(number, 1, "void", actor="tests")
    assert house.organiser.view(number)["status"] == "running"
    play_all(house, number)
    assert problems_of(house.organiser.export(number)) == []


def test_a_game_that_has_not_begun_can_be_decided_but_not_played_again(house: House) -> None:
    number = begin_cup(house, boards=1)
    with pytest.raises(TournamentError, match="has not begun"):
        house.organiser.adjudicate(number, 6, "void", actor="tests")
    house.organiser.adjudicate(number, 6, "white", actor="tests")
    assert pairing_rows(house, number)[5].result == "white"
    with pytest.raises(UnknownName, match="verdict"):
        house.organiser.adjudicate(number, 6, "both", actor="tests")


def test_a_tournament_can_be_ended_early(house: House) -> None:
    number = begin_cup(house)
    rooms = house.organiser.rooms(number)
    house.organiser.finish(number, "tests")
    assert all(room.is_over for room in rooms)
    assert house.organiser.view(number)["status"] == "finished"
    assert {row.status for row in match_rows(house, number)} == {"void"}
    house.organiser.finish(number, "tests")


def test_every_act_is_on_record(house: House) -> None:
    number = begin_cup(house)
    house.organiser.pause(number, "tests")
    house.organiser.resume(number, "tests")
    house.organiser.withdraw(number, 4, "tests")
    house.organiser.finish(number, "tests")
    words = ["create", "enter", "start", "pause", "resume", "withdraw", "finish"]
    assert acts(house) == [f"tournament {word}" for word in words]
