"""Tournaments on the server: made, dealt, played, shown, and never lost in trouble."""

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
from outflank.server.house import House
from outflank.store.schema import leases
from support.server_house import HandClock, open_house
from support.tournament_hall import (
    begin_cup,
    board,
    by_hand,
    match_rows,
    pairing_rows,
    play_all,
    play_to_the_end,
)

pytestmark = pytest.mark.house("by hand")


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
    number = begin_cup(house)
    play_all(house, number)
    view = house.organiser.view(number)
    assert (view["status"], view["progress"]) == ("finished", {"played": 6, "total": 6})
    assert view["boards"] == []
    assert len(match_rows(house, number)) == 6
    assert sum(row["points"] for row in house.organiser.standings(number)) == 6
    assert len(house.organiser.cross_table(number)) == 4
    assert all(row["result"] for row in house.organiser.pairings(number))


def test_no_more_games_run_at_once_than_there_are_boards(house: House) -> None:
    number = begin_cup(house, tuple("ABCDEFGH"), boards=3)
    assert len(house.organiser.rooms(number)) == 3
    play_to_the_end(board(house, number))
    house.organiser.work()
    assert len(house.organiser.rooms(number)) == 3


def test_nobody_plays_two_games_at_once(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob", "Cid"), boards=8)
    assert len(house.organiser.rooms(number)) == 1


def test_a_gauntlet_is_played(house: House) -> None:
    number = begin_cup(house, format=find_format("gauntlet"))
    play_all(house, number)
    assert len(match_rows(house, number)) == 3


def test_tournament_games_are_rated_and_take_nothing_back(house: House) -> None:
    room = board(house, begin_cup(house, clock=ClockSetting.parse("5+3")))
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
    number = begin_cup(house)
    player = house.organiser.view(number)["entrants"][0]["player"]
    house.accounts.rename(player, "Zoe")
    assert "Zoe" in [row["name"] for row in house.organiser.standings(number)]


def test_watchers_hear_of_each_tournament_that_changes(house: House) -> None:
    heard: list[int] = []
    house.organiser.watch(heard.append)
    number = begin_cup(house, ("Ann", "Bob"))
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


# Trouble


def test_a_result_whose_writing_failed_is_written_in_the_next_pass(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
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
    number = begin_cup(house, ("Ann", "Bob"))
    course = house.organiser.scheduler.course(number)
    with pytest.raises(TournamentError, match="dealt already"):
        house.organiser.scheduler.dealer.open(course, course.begun.pairing(1))
    assert len(match_rows(house, number)) == 1


def test_the_tournaments_that_are_over_are_shown_after_a_restart(
    house: House, tmp_path: Path, clock: HandClock
) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
    play_all(house, number)
    before = house.organiser.view(number), house.organiser.list()
    house.close()
    again = by_hand(tmp_path, clock)
    assert (again.organiser.view(number), again.organiser.list()) == before
    assert again.organiser.list() == before[1]
    again.close()


def test_a_server_that_was_replaced_writes_nothing_more(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
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
