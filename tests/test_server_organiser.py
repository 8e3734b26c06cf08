"""Tournaments on the server: dealt, played, held up, corrected, and never lost by a kill."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.arena import Definition, find_format
from outflank.errors import (
    MatchPaused,
    NameRefused,
    StoreUnavailable,
    TournamentError,
    UnknownMatch,
    UnknownName,
)
from outflank.play.clock import ClockSetting
from outflank.play.events import AnswerHeard
from outflank.rules import BLACK, Reason
from outflank.server.exports import problems_of
from outflank.server.house import House
from outflank.server.live_room import LiveRoom
from outflank.store.schema import audit, leases
from server_house import HandClock, first_move, open_house
from tournament_hall import (
    by_hand,
    match_rows,
    pairing_rows,
    play_to_the_end,
)

NAMES = ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def house(tmp_path: Path, clock: HandClock) -> Iterator[House]:
    opened = by_hand(tmp_path, clock)
    yield opened
    opened.close()


def begin(house: House, names: tuple[str, ...] = NAMES, **settings: Any) -> int:
    """Make and start a tournament on small boards."""
    definition = Definition("Cup", **({"size": 4} | settings))
    number = house.organiser.create(definition, "tests")
    house.organiser.add_players(number, names, "tests")
    house.organiser.start(number, "tests")
    return number


def board(house: House, tournament: int) -> LiveRoom:
    return house.organiser.rooms(tournament)[0]


def play_all(house: House, tournament: int) -> None:
    """Play until the tournament is over."""
    while house.organiser.view(tournament)["status"] == "running":
        for room in house.organiser.rooms(tournament):
            play_to_the_end(room)
        house.organiser.work()


def wait(house: House, clock: HandClock, seconds: int) -> None:
    """Let time pass while the server is at work."""
    for _ in range(seconds):
        clock.pass_time(1000)
        house.organiser.work()


def acts(house: House) -> list[str]:
    with house.database.reading() as connection:
        return list(connection.execute(sa.select(audit.c.act).order_by(audit.c.id)).scalars())


# A whole tournament


def test_players_get_numbers_names_and_keys_of_their_own(house: House) -> None:
    number = house.organiser.create(Definition("Cup"), "tests")
    entered = house.organiser.add_players(number, ["Ann", "ann"])
    assert [each.number for each in entered] == [1, 2]
    assert [each.name for each in entered] == ["Ann", "ann (2)"]
    callers = [house.accounts.caller(each.key or "") for each in entered]
    assert [caller and caller.tournament for caller in callers] == [number, number]


def test_a_list_with_a_bad_name_enters_nobody(house: House) -> None:
    number = house.organiser.create(Definition("Cup"), "tests")
    with pytest.raises(NameRefused):
        house.organiser.add_players(number, ["Ann", "admin"])
    assert house.organiser.view(number)["entrants"] == []
    assert house.organiser.add_players(number, ["Ann"])[0].name == "Ann"


def test_a_round_robin_is_played_to_its_end(house: House) -> None:
    number = begin(house)
    play_all(house, number)
    view = house.organiser.view(number)
    assert (view["status"], view["progress"]) == ("finished", {"played": 6, "total": 6})
    assert view["boards"] == []
    assert len(match_rows(house, number)) == 6
    assert sum(row["points"] for row in house.organiser.standings(number)) == 6
    assert len(house.organiser.cross_table(number)) == 4
    assert all(row["result"] for row in house.organiser.pairings(number))


def test_no_more_games_run_at_once_than_there_are_boards(house: House) -> None:
    number = begin(house, tuple("ABCDEFGH"), boards=3)
    assert len(house.organiser.rooms(number)) == 3
    play_to_the_end(board(house, number))
    house.organiser.work()
    assert len(house.organiser.rooms(number)) == 3


def test_nobody_plays_two_games_at_once(house: House) -> None:
    number = begin(house, ("Ann", "Bob", "Cid"), boards=8)
    assert len(house.organiser.rooms(number)) == 1


def test_a_gauntlet_is_played(house: House) -> None:
    number = begin(house, format=find_format("gauntlet"))
    play_all(house, number)
    assert len(match_rows(house, number)) == 3


def test_tournament_games_are_rated_and_take_nothing_back(house: House) -> None:
    room = board(house, begin(house, clock=ClockSetting.parse("5+3")))
    assert room.entry.rated
    assert (room.setup.undo.value, str(room.setup.clock)) == ("never", "5+3")
    assert room.setup.player(BLACK).name == f"#{room.entry.black}"


def test_computers_of_the_server_can_enter(house: House) -> None:
    number = house.organiser.create(Definition("Cup", size=4), "tests")
    house.organiser.add_computers(number, ["computer:1", "computer:1"])
    assert [each["name"] for each in house.organiser.view(number)["entrants"]] == [
        "Computer 1",
        "Computer 1 (2)",
    ]
    house.organiser.start(number, "tests")
    [row] = match_rows(house, number)
    assert (row.black, row.black_seat) == (None, "computer:1")


def test_what_is_no_computer_cannot_enter_as_one(house: House) -> None:
    number = house.organiser.create(Definition("Cup"), "tests")
    with pytest.raises(TournamentError, match="computer:LEVEL"):
        house.organiser.add_computers(number, ["deep blue"])


def test_the_table_shows_the_names_that_players_have_now(house: House) -> None:
    number = begin(house)
    player = house.organiser.view(number)["entrants"][0]["player"]
    house.accounts.rename(player, "Zoe")
    assert "Zoe" in [row["name"] for row in house.organiser.standings(number)]


def test_watchers_hear_of_each_tournament_that_changes(house: House) -> None:
    heard: list[int] = []
    house.organiser.watch(heard.append)
    number = begin(house, ("Ann", "Bob"))
    play_all(house, number)
    assert heard == [number, number]
    assert house.organiser.of_player(house.organiser.view(number)["entrants"][0]["player"])


def test_the_list_has_the_newest_tournament_first(house: House) -> None:
    numbers = [house.organiser.create(Definition(name), "tests") for name in ("One", "Two")]
    assert [each["id"] for each in house.organiser.list()] == numbers[::-1]
    assert house.organiser.list()[0]["name"] == "Two"


def test_an_unknown_tournament_is_unknown(house: House) -> None:
    with pytest.raises(UnknownMatch):
        house.organiser.view(77)


# Who does not come


def test_who_does_not_make_the_first_move_loses_by_no_show(house: House, clock: HandClock) -> None:
    number = begin(house, ("Ann", "Bob"), no_show=30)
    room = board(house, number)
    wait(house, clock, 30)
    assert not room.is_over
    wait(house, clock, 1)
    [row] = pairing_rows(house, number)
    assert (row.result, row.reason) == ("white", "no-show")


def test_white_has_the_same_time_for_the_first_move(house: House, clock: HandClock) -> None:
    number = begin(house, ("Ann", "Bob"), no_show=30)
    room = board(house, number)
    wait(house, clock, 29)
    room.play(first_move(room)[1])
    wait(house, clock, 30)
    assert not room.is_over
    wait(house, clock, 1)
    assert pairing_rows(house, number)[0].result == "black"


def test_after_the_first_moves_only_the_clock_counts(house: House, clock: HandClock) -> None:
    number = begin(house, ("Ann", "Bob"), no_show=5)
    room = board(house, number)
    for _ in range(2):
        room.play(first_move(room)[1])
    wait(house, clock, 20)
    assert not room.is_over


def test_a_move_that_arrived_in_time_saves_the_game(house: House, clock: HandClock) -> None:
    number = begin(house, ("Ann", "Bob"), no_show=5)
    room = board(house, number)
    wait(house, clock, 5)
    with room.arriving() as at:
        wait(house, clock, 2)
        room.play(first_move(room)[1], at=at)
    assert not room.is_over


def test_nobody_misses_a_game_while_the_server_is_away(house: House, clock: HandClock) -> None:
    number = begin(house, ("Ann", "Bob"), no_show=30)
    wait(house, clock, 20)
    clock.pass_time(600_000)
    house.organiser.work()
    wait(house, clock, 29)
    assert not board(house, number).is_over


def test_who_misses_game_after_game_is_withdrawn(house: House, clock: HandClock) -> None:
    number = begin(house, no_show=5, withdraw_after=2, boards=1)
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
    number = begin(house, ("Ann", "Bob"), clock=ClockSetting.parse("3s/move"))
    clock.pass_time(3001)
    house.referee.beat()
    house.referee.sweep()
    house.organiser.work()
    [row] = pairing_rows(house, number)
    assert (row.result, row.reason) == ("white", "time")


# What the organiser may do


def test_nobody_enters_or_starts_twice(house: House) -> None:
    number = begin(house)
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
    number = begin(house, clock=ClockSetting.parse("5s/move"), boards=1)
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
    number = begin(house, ("Ann", "Bob"), clock=ClockSetting.parse("5s/move"))
    room = board(house, number)
    wait(house, clock, 2)
    house.organiser.pause(number, "tests")
    wait(house, clock, 60)
    house.organiser.resume(number, "tests")
    assert room.due == clock() + 3000


def test_a_pause_outlives_a_restart(house: House, tmp_path: Path, clock: HandClock) -> None:
    number = begin(house, ("Ann", "Bob"))
    house.organiser.pause(number, "tests")
    house.close()
    again = by_hand(tmp_path, clock)
    again.organiser.work()
    assert board(again, number).is_paused
    again.organiser.resume(number, "tests")
    assert not board(again, number).is_paused
    again.close()


def test_who_is_withdrawn_loses_the_game_they_are_in(house: House) -> None:
    number = begin(house, boards=1)
    room = board(house, number)
    pairing = house.organiser.pairings(number)[(room.entry.pairing or 0) - 1]
    house.organiser.withdraw(number, pairing["black"], "tests")
    assert room.is_over
    assert room.view().outcome is not None
    assert room.view().outcome.reason is Reason.WITHDRAWAL  # type: ignore[union-attr]
    play_all(house, number)
    assert house.organiser.view(number)["progress"] == {"played": 3, "total": 3}


def test_who_was_withdrawn_can_come_back(house: House) -> None:
    number = begin(house)
    house.organiser.withdraw(number, 1, "tests")
    house.organiser.reinstate(number, 1, "tests")
    play_all(house, number)
    assert len(house.organiser.standings(number)) == 4
    assert "tournament reinstate" in acts(house)


def test_a_withdrawal_outlives_a_restart(house: House, tmp_path: Path, clock: HandClock) -> None:
    number = begin(house, ("Ann", "Bob", "Cid"))
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
    number = begin(house, ("Ann", "Bob", "Cid"), boards=1)
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
    number = begin(house, ("Ann", "Bob"))
    room = board(house, number)
    house.organiser.adjudicate(number, 1, "draw", "power cut", actor="tests")
    house.organiser.work()
    [row] = pairing_rows(house, number)
    assert (row.result, row.reason) == ("draw", "adjudication")
    assert (row.black_score, row.white_score) == (2, 2)
    assert room.is_over
    assert house.organiser.view(number)["status"] == "finished"


def test_a_final_result_changes_only_by_an_audited_act(house: House) -> None:
    number = begin(house, ("Ann", "Bob"))
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
    number = begin(house, ("Ann", "Bob"))
    first = board(house, number)
    house.organiser.adjudicate(number, 1, "void", "wrong time control", actor="tests")
    house.organiser.work()
    second = board(house, number)
    assert second is not first
    assert [row.status for row in match_rows(house, number)] == ["void", "running"]
    assert pairing_rows(house, number)[0].match == second.name


def test_a_void_result_opens_a_finished_tournament_again(house: House) -> None:
    number = begin(house, ("Ann", "Bob"))
    play_all(house, number)
    house.organiser.adjudicate(number, 1, "void", actor="tests")
    assert house.organiser.view(number)["status"] == "running"
    play_all(house, number)
    assert problems_of(house.organiser.export(number)) == []


def test_a_game_that_has_not_begun_can_be_decided_but_not_played_again(house: House) -> None:
    number = begin(house, boards=1)
    with pytest.raises(TournamentError, match="has not begun"):
        house.organiser.adjudicate(number, 6, "void", actor="tests")
    house.organiser.adjudicate(number, 6, "white", actor="tests")
    assert pairing_rows(house, number)[5].result == "white"
    with pytest.raises(UnknownName, match="verdict"):
        house.organiser.adjudicate(number, 6, "both", actor="tests")


def test_a_tournament_can_be_ended_early(house: House) -> None:
    number = begin(house)
    rooms = house.organiser.rooms(number)
    house.organiser.finish(number, "tests")
    assert all(room.is_over for room in rooms)
    assert house.organiser.view(number)["status"] == "finished"
    assert {row.status for row in match_rows(house, number)} == {"void"}
    house.organiser.finish(number, "tests")


def test_every_act_is_on_record(house: House) -> None:
    number = begin(house)
    house.organiser.pause(number, "tests")
    house.organiser.resume(number, "tests")
    house.organiser.withdraw(number, 4, "tests")
    house.organiser.finish(number, "tests")
    words = ["create", "enter", "start", "pause", "resume", "withdraw", "finish"]
    assert acts(house) == [f"tournament {word}" for word in words]


# Yes/No


def test_answers_are_drawn_from_a_seed_that_is_told_at_the_end(house: House) -> None:
    definition = Definition("Cup", size=4, variant="yesno", oracle="local:1/1/2")
    number = house.organiser.create(definition, "tests")
    house.organiser.add_players(number, ("Ann", "Bob"))
    house.organiser.start(number, "tests")
    room = board(house, number)
    assert room.setup.variant.answers["maybe"] == 0.5  # type: ignore[index]
    assert house.organiser.export(number)["seed"] is None
    while not room.is_over:
        seq = room.seq
        with room.reading() as match:
            waits = match.position.awaits_answer()
        if waits:
            room.wait(seq, 10)  # the oracle speaks on a thread of its own
        else:
            room.play(first_move(room)[1])
    house.organiser.work()
    document = house.organiser.export(number)
    assert isinstance(document["seed"], int)
    assert problems_of(document) == []
    assert problems_of(document | {"seed": 1})
    assert any(isinstance(event, AnswerHeard) for event in room.events)


def test_a_game_that_is_played_again_hears_other_answers(house: House) -> None:
    number = begin(house, ("Ann", "Bob"), variant="yesno")
    first = board(house, number).setup.oracle
    house.organiser.adjudicate(number, 1, "void", actor="tests")
    house.organiser.work()
    assert board(house, number).setup.oracle != first


# Export


def test_an_export_proves_its_table(house: House) -> None:
    number = begin(house)
    house.organiser.adjudicate(number, 6, "draw", actor="tests")
    play_all(house, number)
    document = json.loads(json.dumps(house.organiser.export(number)))
    assert problems_of(document) == []
    assert len(document["matches"]) == 5


def test_a_changed_export_is_noticed(house: House) -> None:
    number = begin(house, ("Ann", "Bob", "Cid"))
    play_all(house, number)

    def changed() -> Any:
        return json.loads(json.dumps(house.organiser.export(number)))

    document = changed()
    document["matches"][0]["events"].pop(2)
    assert problems_of(document)
    document = changed()
    document["matches"][0]["events"][0] += " "
    assert "sealed" in problems_of(document)[0]
    document = changed()
    row = document["pairings"][0]
    row["result"] = "white" if row["result"] == "black" else "black"
    assert "not that of its match" in problems_of(document)[0]
    document = changed()
    document["standings"][0]["points"] += 1
    assert problems_of(document) == ["the table does not follow from the results"]
    assert problems_of({}) != []


# Trouble


def test_a_result_whose_writing_failed_is_written_in_the_next_pass(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = begin(house, ("Ann", "Bob"))
    play_to_the_end(board(house, number))
    with monkeypatch.context() as patch:
        patch.setattr(house.database.writer, "do", unavailable)
        with pytest.raises(StoreUnavailable):
            house.organiser.work()
    house.organiser.work()
    assert house.organiser.view(number)["status"] == "finished"


def unavailable(*_: Any) -> None:
    raise StoreUnavailable("the disk is full")


def test_a_pairing_is_never_dealt_twice(house: House) -> None:
    number = begin(house, ("Ann", "Bob"))
    course = house.organiser.scheduler.course(number)
    with pytest.raises(TournamentError, match="dealt already"):
        house.organiser.scheduler.dealer.open(course, course.begun.pairing(1))
    assert len(match_rows(house, number)) == 1


def test_the_tournaments_that_are_over_are_shown_after_a_restart(
    house: House, tmp_path: Path, clock: HandClock
) -> None:
    number = begin(house, ("Ann", "Bob"))
    play_all(house, number)
    before = house.organiser.view(number), house.organiser.list()
    house.close()
    again = by_hand(tmp_path, clock)
    assert (again.organiser.view(number), again.organiser.list()) == before
    assert again.organiser.list() == before[1]
    again.close()


def test_a_server_that_was_replaced_writes_nothing_more(house: House) -> None:
    number = begin(house, ("Ann", "Bob"))
    play_to_the_end(board(house, number))
    house.database.write(
        lambda connection: connection.execute(sa.update(leases).values(holder="another"))
    )
    with pytest.raises(StoreUnavailable, match="taken over"):
        house.organiser.work()
    assert pairing_rows(house, number)[0].result is None


def test_by_itself_the_server_notices_the_end_of_a_game(tmp_path: Path) -> None:
    house = by_hand(tmp_path, HandClock())
    number = house.organiser.create(Definition("Cup", size=4), "tests")
    house.organiser.add_players(number, ("Ann", "Bob"))
    house.organiser.start(number, "tests")
    house.close()
    real = open_house(tmp_path)
    ended = threading.Event()
    real.organiser.watch(lambda _: ended.set())
    play_to_the_end(board(real, number))
    assert ended.wait(30)
    assert real.organiser.view(number)["status"] == "finished"
    real.close()
