"""Who enters a tournament and who leaves it: before the start, in the middle, and for good."""

import json
from pathlib import Path

import pytest

from outflank.arena import Definition, find_format
from outflank.errors import EngineError, NameRefused, TournamentError, UnknownPlayer
from outflank.server.challenges import Proposal
from outflank.server.house import House
from outflank.server.keys import Role
from outflank.server.registration import NewEntrant
from support.server_house import HandClock, begin
from support.tournament_hall import acts, begin_cup, board, by_hand, play_all

pytestmark = pytest.mark.house("by hand")


def draft(house: House, *names: str) -> tuple[int, list[NewEntrant]]:
    """Make a tournament that has not begun."""
    number = house.organiser.create(Definition("Cup", size=4), "tests")
    return number, house.organiser.add_players(number, names, "tests")


def names_in(house: House, number: int) -> list[str]:
    return [each["name"] for each in house.organiser.view(number)["entrants"]]


def test_who_leaves_a_draft_was_never_in_it(house: House) -> None:
    number, entered = draft(house, "Ann", "Bob", "Cid")
    house.organiser.withdraw(number, 2, "tests")
    assert names_in(house, number) == ["Ann", "Cid"]
    assert house.accounts.caller(entered[1].key or "") is None
    assert house.organiser.view(number)["progress"] == {"played": 0, "total": 1}
    assert acts(house)[-1] == "tournament withdraw"
    house.organiser.start(number, "tests")
    play_all(house, number)
    assert {row["number"] for row in house.organiser.standings(number)} == {1, 3}


def test_a_name_that_left_a_draft_is_free_again(house: House) -> None:
    number, _ = draft(house, "Ann", "Bob")
    house.organiser.withdraw(number, 2, "tests")
    [again] = house.organiser.add_players(number, ["Bob"], "tests")
    assert (again.number, again.name) == (2, "Bob")
    with pytest.raises(UnknownPlayer):
        house.accounts.named("Bob (2)")


def test_who_has_played_elsewhere_keeps_their_key_when_they_leave_a_draft(house: House) -> None:
    number, [ann, *_] = draft(house, "Ann", "Bob")
    caller = house.accounts.caller(ann.key or "")
    assert caller is not None
    room = begin(house)
    assert room.entry.white is not None
    proposed = house.challenges.make(room.entry.white, caller.player, Proposal())
    house.challenges.accept(proposed.id, caller.player or 0)
    house.organiser.withdraw(number, ann.number, "tests")
    assert names_in(house, number) == ["Bob"]
    assert house.accounts.caller(ann.key or "") == caller


def test_who_is_known_enters_with_the_key_they_have(house: House) -> None:
    ann, key = house.accounts.register("Ann")
    bob, _ = house.accounts.register("Bob", "person")
    number, _ = draft(house, "Cid")
    entered = house.organiser.enter(number, registered=[ann.id, "bob"])
    assert entered == [NewEntrant(2, "Ann", None), NewEntrant(3, "Bob", None)]
    assert [each["seat"] for each in house.organiser.view(number)["entrants"]][1:] == [
        "bot",
        "person",
    ]
    house.organiser.withdraw(number, 2, "tests")
    assert house.accounts.caller(key) is not None
    house.organiser.start(number, "tests")
    assert bob.id in (board(house, number).entry.black, board(house, number).entry.white)


def test_nobody_who_is_known_enters_twice_or_after_they_are_gone(house: House) -> None:
    ann, _ = house.accounts.register("Ann")
    number, _ = draft(house, "Bob")
    with pytest.raises(TournamentError, match="Ann has entered already"):
        house.organiser.enter(number, registered=["Ann", ann.id])
    assert names_in(house, number) == ["Bob"]
    with pytest.raises(UnknownPlayer):
        house.organiser.enter(number, registered=["Nobody"], computers=["computer:1"])
    house.forget(ann.id)
    with pytest.raises(TournamentError, match="is gone"):
        house.organiser.enter(number, registered=[ann.id], names=["Cid"])
    with pytest.raises(EngineError, match="no computer of level 99"):
        house.organiser.enter(number, names=["Cid"], computers=["computer:1", "computer:99"])
    assert names_in(house, number) == ["Bob"]
    with pytest.raises(UnknownPlayer):
        house.accounts.named("Cid")


def test_a_definition_with_a_bad_name_makes_no_tournament(house: House) -> None:
    with pytest.raises(NameRefused):
        house.organiser.create(Definition("Cup", players=("Ann", "admin")), "tests")
    assert house.organiser.list() == []


def test_a_computer_leaves_a_draft(house: House) -> None:
    number, _ = draft(house, "Ann", "Bob")
    house.organiser.add_computers(number, ["computer:1"])
    house.organiser.withdraw(number, 3, "tests")
    assert names_in(house, number) == ["Ann", "Bob"]


def test_leaving_a_draft_outlives_a_restart(house: House, tmp_path: Path, clock: HandClock) -> None:
    number, _ = draft(house, "Ann", "Bob", "Cid")
    house.organiser.withdraw(number, 1, "tests")
    house.close()
    again = by_hand(tmp_path, clock)
    assert names_in(again, number) == ["Bob", "Cid"]
    again.close()


def test_a_gauntlet_whose_challenger_left_needs_another(house: House) -> None:
    definition = Definition("Cup", size=4, format=find_format("gauntlet"))
    number = house.organiser.create(definition, "tests")
    house.organiser.add_players(number, ["Ann", "Bob"], "tests")
    house.organiser.withdraw(number, 1, "tests")
    with pytest.raises(TournamentError, match="at least 2"):
        house.organiser.start(number, "tests")


def test_nobody_leaves_who_is_not_there(house: House) -> None:
    number, _ = draft(house, "Ann", "Bob")
    with pytest.raises(TournamentError, match="no entrant 7"):
        house.organiser.withdraw(number, 7, "tests")
    house.organiser.start(number, "tests")
    with pytest.raises(TournamentError, match="no entrant 7"):
        house.organiser.withdraw(number, 7, "tests")


def test_a_draft_that_will_not_be_played_is_put_away(house: House) -> None:
    number, _ = draft(house, "Ann", "Bob")
    house.organiser.finish(number, "tests")
    assert house.organiser.view(number)["status"] == "archived"
    house.organiser.work()
    with pytest.raises(TournamentError, match="put away"):
        house.organiser.start(number, "tests")


def test_a_lost_key_is_replaced_by_a_new_one(house: House) -> None:
    number, [ann, _] = draft(house, "Ann", "Bob")
    house.organiser.start(number, "tests")
    new = house.organiser.renew_key(number, ann.number, "tests")
    assert (new.number, new.name) == (ann.number, "Ann")
    assert house.accounts.caller(ann.key or "") is None
    caller = house.accounts.caller(new.key or "")
    assert caller is not None
    assert (caller.role, caller.tournament) == (Role.PLAYER, number)
    assert caller.player in (board(house, number).entry.black, board(house, number).entry.white)
    assert acts(house)[-1] == "tournament new key"


def test_who_plays_without_a_key_gets_none(house: House) -> None:
    number, _ = draft(house, "Ann")
    house.organiser.add_computers(number, ["computer:1"])
    with pytest.raises(TournamentError, match="without a key"):
        house.organiser.renew_key(number, 2, "tests")
    with pytest.raises(TournamentError, match="no entrant 3"):
        house.organiser.renew_key(number, 3, "tests")


@pytest.mark.house("by hand", tryout=True)
def test_the_keys_for_trying_out_are_never_replaced(house: House) -> None:
    tryout = house.organiser.list()[0]["id"]
    with pytest.raises(TournamentError, match="stay as they are"):
        house.organiser.renew_key(tryout, 1, "tests")


def test_who_is_forgotten_leaves_their_tournaments_and_no_name_in_the_record(house: House) -> None:
    number = begin_cup(house, ("Grace", "Bob", "Cid"), boards=1)
    player = house.organiser.view(number)["entrants"][0]["player"]
    waiting, _ = draft(house, "Ida")
    ida = house.organiser.view(waiting)["entrants"][0]["player"]
    house.forget(player)
    house.forget(ida)
    assert house.organiser.view(number)["entrants"][0]["withdrawn"]
    assert names_in(house, waiting) == []
    play_all(house, number)
    assert house.organiser.view(number)["progress"] == {"played": 1, "total": 1}
    record = json.dumps([house.organiser.export(number), house.organiser.export(waiting)])
    assert "Grace" not in record
    assert "Ida" not in record
    with pytest.raises(TournamentError, match="is gone"):
        house.organiser.reinstate(number, 1, "tests")


def test_who_is_forgotten_after_the_end_keeps_their_results(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob"))
    play_all(house, number)
    before = house.organiser.standings(number)
    house.forget(house.organiser.view(number)["entrants"][0]["player"])
    assert [row["points"] for row in house.organiser.standings(number)] == [
        row["points"] for row in before
    ]
    assert not house.organiser.view(number)["entrants"][0]["withdrawn"]
