"""Tournaments on the server: created, paired, played, shown, and never lost."""

import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.arena import Definition, find_format
from outflank.errors import (
    NameRefused,
    StoreUnavailable,
    TournamentError,
    UnknownMatch,
)
from outflank.play.clock import ClockSetting
from outflank.rules import BLACK
from outflank.server.competition_server import CompetitionServer
from outflank.server.tournaments import held_tournaments, queries, service
from outflank.server.tournaments.state import TournamentState
from outflank.store.schema import tournaments
from outflank.store.tournament_store import StoredTournament
from support.server.competition_server import HandClock, open_server
from support.server.tournament_server import (
    acts,
    begin_cup,
    board,
    by_hand,
    lose_answers,
    match_rows,
    pairing_rows,
    play_all,
    play_to_the_end,
)

pytestmark = [pytest.mark.server("by hand"), pytest.mark.databases("sqlite", "postgresql")]


def test_players_get_numbers_names_and_keys_of_their_own(server: CompetitionServer) -> None:
    number = server.tournaments.registration.create(Definition("Cup"), "tests")
    entered = server.tournaments.registration.add_players(number, ["Ann", "ann"])
    assert [each.number for each in entered] == [1, 2]
    assert [each.name for each in entered] == ["Ann", "ann (2)"]
    callers = [server.accounts.caller(each.key or "") for each in entered]
    assert [caller and caller.tournament for caller in callers] == [number, number]


def test_a_list_with_an_invalid_name_enters_nobody(server: CompetitionServer) -> None:
    number = server.tournaments.registration.create(Definition("Cup"), "tests")
    with pytest.raises(NameRefused):
        server.tournaments.registration.add_players(number, ["Ann", "admin"])
    assert server.tournaments.view(number)["entrants"] == []
    assert server.tournaments.registration.add_players(number, ["Ann"])[0].name == "Ann"


def test_there_are_no_more_games_at_once_than_boards(server: CompetitionServer) -> None:
    number = begin_cup(server, tuple("ABCDEFGH"), boards=3)
    assert len(server.tournaments.rooms(number)) == 3
    play_to_the_end(board(server, number))
    server.tournaments.run_pass()
    assert len(server.tournaments.rooms(number)) == 3


def test_nobody_plays_two_games_at_once(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob", "Cid"), boards=8)
    assert len(server.tournaments.rooms(number)) == 1


def test_a_gauntlet_is_played(server: CompetitionServer) -> None:
    number = begin_cup(server, format=find_format("gauntlet"))
    play_all(server, number)
    assert len(match_rows(server, number)) == 3


def test_tournament_games_are_rated_and_allow_no_take_backs(server: CompetitionServer) -> None:
    room = board(server, begin_cup(server, clock=ClockSetting.parse("5+3")))
    assert room.entry.rated
    assert (room.setup.undo.value, str(room.setup.clock)) == ("never", "5+3")
    assert room.setup.player(BLACK).name == f"#{room.entry.black}"


def test_computers_of_the_server_can_enter(server: CompetitionServer) -> None:
    number = server.tournaments.registration.create(Definition("Cup", size=4), "tests")
    server.tournaments.registration.enter(number, computers=["computer:1", "computer:1"])
    assert [each["name"] for each in server.tournaments.view(number)["entrants"]] == [
        "Computer 1",
        "Computer 1 (2)",
    ]
    server.tournaments.start(number, "tests")
    [row] = match_rows(server, number)
    assert (row.black, row.black_seat) == (None, "computer:1")


def test_an_unknown_computer_cannot_enter(server: CompetitionServer) -> None:
    number = server.tournaments.registration.create(Definition("Cup"), "tests")
    with pytest.raises(TournamentError, match="computer:LEVEL"):
        server.tournaments.registration.enter(number, computers=["deep blue"])


def test_the_table_shows_the_current_names_of_the_players(server: CompetitionServer) -> None:
    number = begin_cup(server)
    player = server.tournaments.view(number)["entrants"][0]["player"]
    server.accounts.rename(player, "Zoe")
    assert "Zoe" in [row["name"] for row in server.tournaments.standings(number)]


def test_the_list_has_the_newest_tournament_first(server: CompetitionServer) -> None:
    numbers = [
        server.tournaments.registration.create(Definition(name), "tests") for name in ("One", "Two")
    ]
    assert [each["id"] for each in server.tournaments.list()] == numbers[::-1]
    assert server.tournaments.list()[0]["name"] == "Two"


def test_an_unknown_tournament_is_unknown(server: CompetitionServer) -> None:
    with pytest.raises(UnknownMatch):
        server.tournaments.view(77)


# When something fails


def test_a_result_that_could_not_be_stored_is_stored_in_the_next_pass(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_to_the_end(board(server, number))
    with monkeypatch.context() as patch:
        patch.setattr(server.database.writer, "do", unavailable)
        with pytest.raises(StoreUnavailable):
            server.tournaments.run_pass()
    server.tournaments.run_pass()
    assert server.tournaments.view(number)["status"] == "finished"


def unavailable(*_: Any, **__: Any) -> None:
    raise StoreUnavailable("the disk is full")


def test_an_interrupted_start_can_be_repeated(
    server: CompetitionServer, tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_TOGETHER", 2)
    number = server.tournaments.registration.create(Definition("Cup", size=4), "tests")
    server.tournaments.registration.add_players(number, ("Ann", "Bob", "Cid", "Dan"))
    with monkeypatch.context() as patch:
        patch.setattr(server.tournaments.scheduler, "save", unavailable)
        with pytest.raises(StoreUnavailable):
            server.tournaments.start(number, "tests")
    assert len(pairing_rows(server, number)) == 6
    server.close()
    again = by_hand(tmp_path, clock)
    assert again.tournaments.view(number)["status"] == "draft"
    again.tournaments.registration.add_players(number, ("Eve",))
    again.tournaments.start(number, "tests")
    assert [row.number for row in pairing_rows(again, number)] == list(range(1, 11))
    play_all(again, number)
    assert again.tournaments.view(number)["progress"] == {"played": 10, "total": 10}
    again.close()


def test_a_pairing_is_never_started_twice(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    state = server.tournaments.scheduler.state(number)
    with pytest.raises(TournamentError, match="already been started"):
        server.tournaments.scheduler.game_starter.start_game(state, state.begun.pairing(1))
    assert len(match_rows(server, number)) == 1


def test_finished_tournaments_are_shown_after_a_restart(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_all(server, number)
    before = server.tournaments.view(number), server.tournaments.list()
    server.close()
    again = by_hand(tmp_path, clock)
    assert (again.tournaments.view(number), again.tournaments.list()) == before
    assert again.tournaments.list() == before[1]
    again.close()


def test_a_tournament_that_another_program_changed_is_read_again_before_it_is_written(
    server: CompetitionServer,
) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_to_the_end(board(server, number))
    change = sa.update(tournaments).where(tournaments.c.id == number)
    change = change.values(version=tournaments.c.version + 1, status="paused")
    server.database.write(lambda connection: connection.execute(change))
    with pytest.raises(StoreUnavailable, match="was changed by another command"):
        server.tournaments.run_pass()
    assert pairing_rows(server, number)[0].result is None
    server.tournaments.run_pass()
    assert pairing_rows(server, number)[0].result is not None
    assert server.tournaments.view(number)["status"] == "finished"


def test_an_act_whose_confirmation_was_lost_is_not_done_twice(
    server: CompetitionServer,
) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    with lose_answers(server), pytest.raises(StoreUnavailable):
        server.tournaments.pause(number, "tests")
    server.tournaments.pause(number, "tests")
    assert acts(server).count("tournament pause") == 1
    server.tournaments.resume(number, "tests")
    assert server.tournaments.view(number)["status"] == "running"


def test_finished_tournaments_do_not_stay_in_memory(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "_MOST_SUMMARIES", 2)
    monkeypatch.setattr(held_tournaments, "_RECENT", 2)
    numbers = [begin_cup(server, ("Ann", "Bob")) for _ in range(4)]
    for number in numbers:
        play_all(server, number)
    server.tournaments.run_pass()
    assert [each["id"] for each in server.tournaments.list()] == numbers[::-1]
    assert {server.tournaments.summary(number)["status"] for number in numbers} == {"finished"}
    assert server.tournaments.current() == numbers[-1]
    held = server.tournaments.scheduler.held
    assert held.states == {}
    assert len(held._recent) <= 2
    assert len(server.tournaments._summaries) <= 2
    server.tournaments.adjudicate(numbers[0], 1, "void", actor="tests")
    assert server.tournaments.current() == numbers[0]
    play_all(server, numbers[0])
    assert server.tournaments.list()[-1]["status"] == "finished"


def test_a_slow_reader_does_not_put_an_old_state_into_memory(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_tournaments, "_RECENT", 1)
    number, other = (begin_cup(server, ("Ann", "Bob")) for _ in range(2))
    play_all(server, number)
    play_all(server, other)
    server.tournaments.view(other)
    rows = server.store.tournaments
    real = rows.load

    def load(wanted: int) -> StoredTournament:
        stored = real(wanted)
        monkeypatch.setattr(rows, "load", real)
        server.tournaments.adjudicate(wanted, 1, "void", actor="tests")
        return stored

    monkeypatch.setattr(rows, "load", load)
    server.tournaments.view(number)
    assert server.tournaments.view(number)["status"] == "running"
    play_all(server, number)
    assert server.tournaments.view(number)["status"] == "finished"


def test_a_failing_listener_does_not_disturb_an_organisers_act(server: CompetitionServer) -> None:
    def fail(_: TournamentState) -> None:
        raise ZeroDivisionError

    heard: list[str] = []
    server.tournaments.changed.subscribe(fail)
    server.tournaments.changed.subscribe(lambda state: heard.append(state.status))
    number = begin_cup(server, ("Ann", "Bob"))
    server.tournaments.pause(number, "tests")
    assert heard == ["running", "paused"]


def test_listeners_to_a_start_see_its_pairings(server: CompetitionServer) -> None:
    totals = []
    server.tournaments.changed.subscribe(
        lambda _: totals.append(server.tournaments.list()[0]["progress"]["total"])
    )
    begin_cup(server)
    assert totals == [6]
    assert server.tournaments.list()[0]["progress"]["total"] == 6


def test_frequent_questions_need_no_database_where_a_server_is_alone(
    server: CompetitionServer,
) -> None:
    number = begin_cup(server, boards=1)
    player = board(server, number).entry.black
    assert player is not None
    asked: list[str] = []
    sa.event.listen(
        server.database.engine, "before_cursor_execute", lambda *each: asked.append(each[2])
    )
    server.tournaments.run_pass()
    server.tournaments.mark_present(player)
    assert server.tournaments.current() == number
    assert server.tournaments.view(number)["boards"]
    assert server.tournaments.summary(number)["status"] == "running"
    assert len(server.tournaments.rooms(number)) == 1
    assert asked == []
    assert server.tournaments.list()
    assert len([each for each in asked if each.startswith("SELECT")]) == 1


def test_the_server_notices_the_end_of_a_game_by_itself(tmp_path: Path) -> None:
    server = by_hand(tmp_path, HandClock())
    number = server.tournaments.registration.create(Definition("Cup", size=4), "tests")
    server.tournaments.registration.add_players(number, ("Ann", "Bob"))
    server.tournaments.start(number, "tests")
    server.close()
    real = open_server(tmp_path)
    ended = threading.Event()
    real.tournaments.changed.subscribe(lambda _: ended.set())
    play_to_the_end(board(real, number))
    assert ended.wait(30)
    assert real.tournaments.view(number)["status"] == "finished"
    real.close()
