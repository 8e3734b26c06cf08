"""Players enter and leave a tournament: before the start, in the middle, and for good."""

import json
from pathlib import Path

import pytest

from outflank.arena import Definition, find_format
from outflank.errors import EngineError, NameRefused, TournamentError, UnknownPlayer
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.tournaments.exports import problems_of
from outflank.server.tournaments.registration import NewEntrant
from outflank.store.account_store import AccountKind
from support.server.competition_server import HandClock, begin
from support.server.tournament_server import acts, begin_cup, board, by_hand, play_all

pytestmark = pytest.mark.server("by hand")


def draft(server: CompetitionServer, *names: str) -> tuple[int, list[NewEntrant]]:
    """Make a tournament that has not begun."""
    number = server.tournaments.registration.create(Definition("Cup", size=4), "tests")
    return number, server.tournaments.registration.add_players(number, names, "tests")


def names_in(server: CompetitionServer, number: int) -> list[str]:
    return [each["name"] for each in server.tournaments.view(number)["entrants"]]


def test_a_player_who_leaves_a_draft_was_never_in_it(server: CompetitionServer) -> None:
    number, entered = draft(server, "Ann", "Bob", "Cid")
    server.tournaments.withdraw(number, 2, "tests")
    assert names_in(server, number) == ["Ann", "Cid"]
    assert server.accounts.caller(entered[1].key or "") is None
    assert server.tournaments.view(number)["progress"] == {"played": 0, "total": 1}
    assert acts(server)[-1] == "tournament withdraw"
    server.tournaments.start(number, "tests")
    play_all(server, number)
    assert {row["number"] for row in server.tournaments.standings(number)} == {1, 3}


def test_the_name_of_a_player_who_left_a_draft_is_free_again(server: CompetitionServer) -> None:
    number, _ = draft(server, "Ann", "Bob")
    server.tournaments.withdraw(number, 2, "tests")
    [again] = server.tournaments.registration.add_players(number, ["Bob"], "tests")
    assert (again.number, again.name) == (2, "Bob")
    with pytest.raises(UnknownPlayer):
        server.accounts.named("Bob (2)")


def test_a_player_with_other_games_keeps_their_key_after_leaving_a_draft(
    server: CompetitionServer,
) -> None:
    number, [ann, *_] = draft(server, "Ann", "Bob")
    caller = server.accounts.caller(ann.key or "")
    assert caller is not None
    room = begin(server)
    assert room.entry.white is not None
    proposed = server.challenges.make(room.entry.white, caller.player, Proposal())
    server.challenges.accept(proposed.id, caller.player or 0)
    server.tournaments.withdraw(number, ann.number, "tests")
    assert names_in(server, number) == ["Bob"]
    assert server.accounts.caller(ann.key or "") == caller


def test_a_registered_player_enters_with_their_own_key(server: CompetitionServer) -> None:
    ann, key = server.accounts.register("Ann")
    bob, _ = server.accounts.register("Bob", AccountKind.PERSON)
    number, _ = draft(server, "Cid")
    entered = server.tournaments.registration.enter(number, registered=[ann.id, "bob"])
    assert entered == [NewEntrant(2, "Ann", None), NewEntrant(3, "Bob", None)]
    assert [each["seat"] for each in server.tournaments.view(number)["entrants"]][1:] == [
        "bot",
        "person",
    ]
    server.tournaments.withdraw(number, 2, "tests")
    assert server.accounts.caller(key) is not None
    server.tournaments.start(number, "tests")
    assert bob.id in (board(server, number).entry.black, board(server, number).entry.white)


def test_no_registered_player_enters_twice_or_after_their_deletion(
    server: CompetitionServer,
) -> None:
    ann, _ = server.accounts.register("Ann")
    number, _ = draft(server, "Bob")
    with pytest.raises(TournamentError, match="Ann has already entered"):
        server.tournaments.registration.enter(number, registered=["Ann", ann.id])
    assert names_in(server, number) == ["Bob"]
    with pytest.raises(UnknownPlayer):
        server.tournaments.registration.enter(
            number, registered=["Nobody"], computers=["computer:1"]
        )
    server.forget(ann.id)
    with pytest.raises(TournamentError, match="has been deleted"):
        server.tournaments.registration.enter(number, registered=[ann.id], names=["Cid"])
    with pytest.raises(EngineError, match="no computer of level 99"):
        server.tournaments.registration.enter(
            number, names=["Cid"], computers=["computer:1", "computer:99"]
        )
    assert names_in(server, number) == ["Bob"]
    with pytest.raises(UnknownPlayer):
        server.accounts.named("Cid")


def test_a_definition_with_an_invalid_name_creates_no_tournament(server: CompetitionServer) -> None:
    with pytest.raises(NameRefused):
        server.tournaments.registration.create(Definition("Cup", players=("Ann", "admin")), "tests")
    assert server.tournaments.list() == []


def test_a_computer_can_leave_a_draft(server: CompetitionServer) -> None:
    number, _ = draft(server, "Ann", "Bob")
    server.tournaments.registration.enter(number, computers=["computer:1"])
    server.tournaments.withdraw(number, 3, "tests")
    assert names_in(server, number) == ["Ann", "Bob"]


def test_a_player_who_left_a_draft_is_still_gone_after_a_restart(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    number, _ = draft(server, "Ann", "Bob", "Cid")
    server.tournaments.withdraw(number, 1, "tests")
    server.close()
    again = by_hand(tmp_path, clock)
    assert names_in(again, number) == ["Bob", "Cid"]
    again.close()


def test_a_gauntlet_whose_challenger_left_needs_another(server: CompetitionServer) -> None:
    definition = Definition("Cup", size=4, format=find_format("gauntlet"))
    number = server.tournaments.registration.create(definition, "tests")
    server.tournaments.registration.add_players(number, ["Ann", "Bob"], "tests")
    server.tournaments.withdraw(number, 1, "tests")
    with pytest.raises(TournamentError, match="at least 2"):
        server.tournaments.start(number, "tests")


def test_an_unknown_entrant_cannot_be_withdrawn(server: CompetitionServer) -> None:
    number, _ = draft(server, "Ann", "Bob")
    with pytest.raises(TournamentError, match="no entrant 7"):
        server.tournaments.withdraw(number, 7, "tests")
    server.tournaments.start(number, "tests")
    with pytest.raises(TournamentError, match="no entrant 7"):
        server.tournaments.withdraw(number, 7, "tests")


def test_a_draft_that_will_not_be_played_can_be_archived(server: CompetitionServer) -> None:
    number, _ = draft(server, "Ann", "Bob")
    server.tournaments.finish(number, "tests")
    assert server.tournaments.view(number)["status"] == "archived"
    server.tournaments.run_pass()
    with pytest.raises(TournamentError, match="archived"):
        server.tournaments.start(number, "tests")


def test_a_lost_key_is_replaced_by_a_new_one(server: CompetitionServer) -> None:
    number, [ann, _] = draft(server, "Ann", "Bob")
    server.tournaments.start(number, "tests")
    new = server.tournaments.registration.renew_key(number, ann.number, "tests")
    assert (new.number, new.name) == (ann.number, "Ann")
    assert server.accounts.caller(ann.key or "") is None
    caller = server.accounts.caller(new.key or "")
    assert caller is not None
    assert (caller.role, caller.tournament) == (Role.PLAYER, number)
    assert caller.player in (board(server, number).entry.black, board(server, number).entry.white)
    assert acts(server)[-1] == "tournament new key"


def test_only_an_entrant_with_a_key_can_get_a_new_one(server: CompetitionServer) -> None:
    number, _ = draft(server, "Ann")
    server.tournaments.registration.enter(number, computers=["computer:1"])
    with pytest.raises(TournamentError, match="has no key"):
        server.tournaments.registration.renew_key(number, 2, "tests")
    with pytest.raises(TournamentError, match="no entrant 3"):
        server.tournaments.registration.renew_key(number, 3, "tests")


@pytest.mark.server("by hand", tryout=True)
def test_the_keys_for_trying_out_are_never_replaced(server: CompetitionServer) -> None:
    tryout = server.tournaments.list()[0]["id"]
    with pytest.raises(TournamentError, match="cannot be changed"):
        server.tournaments.registration.renew_key(tryout, 1, "tests")


def test_a_deleted_player_leaves_their_tournaments_and_no_name_in_the_record(
    server: CompetitionServer,
) -> None:
    number = begin_cup(server, ("Grace", "Bob", "Cid"), boards=1)
    player = server.tournaments.view(number)["entrants"][0]["player"]
    waiting, _ = draft(server, "Ida")
    ida = server.tournaments.view(waiting)["entrants"][0]["player"]
    server.forget(player)
    server.forget(ida)
    assert server.tournaments.view(number)["entrants"][0]["withdrawn"]
    assert names_in(server, waiting) == []
    play_all(server, number)
    assert server.tournaments.view(number)["progress"] == {"played": 1, "total": 1}
    record = json.dumps([server.tournaments.export(number), server.tournaments.export(waiting)])
    assert "Grace" not in record
    assert "Ida" not in record
    with pytest.raises(TournamentError, match="has been deleted"):
        server.tournaments.reinstate(number, 1, "tests")


def test_a_player_deleted_after_the_end_keeps_their_results(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_all(server, number)
    before = server.tournaments.standings(number)
    server.forget(server.tournaments.view(number)["entrants"][0]["player"])
    assert [row["points"] for row in server.tournaments.standings(number)] == [
        row["points"] for row in before
    ]
    assert not server.tournaments.view(number)["entrants"][0]["withdrawn"]


def test_a_player_who_enters_a_running_swiss_plays_from_the_next_round_on(
    tmp_path: Path, clock: HandClock
) -> None:
    server = by_hand(tmp_path, clock)
    number = begin_cup(server, format=find_format("swiss"))
    [eve, fay] = server.tournaments.registration.add_players(number, ["Eve", "Fay"], "tests")
    assert (eve.number, fay.number, acts(server)[-1]) == (5, 6, "tournament enter")
    assert server.accounts.caller(eve.key or "") is not None
    entrants = server.tournaments.view(number)["entrants"]
    assert [each.get("first_round") for each in entrants] == [None] * 4 + [2, 2]
    before = server.tournaments.standings(number)
    server.close()

    server = by_hand(tmp_path, clock)  # it is stored
    assert server.tournaments.standings(number) == before
    play_all(server, number)
    table = {row["number"]: row for row in server.tournaments.standings(number)}
    assert {table[5]["played"], table[6]["played"]} == {table[1]["played"]}
    assert table[5]["losses"] >= 1
    document = server.tournaments.export(number)
    assert problems_of(document) == []
    changed = [{**each, "first_round": 1} for each in document["entrants"]]
    assert problems_of(document | {"entrants": changed})  # a missed round is not a free one
    server.close()


def test_an_entry_into_a_running_round_robin_is_refused_before_a_key_is_made(
    server: CompetitionServer,
) -> None:
    number = begin_cup(server)
    with pytest.raises(TournamentError, match="nobody can enter any more: all games of a round"):
        server.tournaments.registration.add_players(number, ["Eve"], "tests")
    with pytest.raises(UnknownPlayer):
        server.accounts.named("Eve")
    play_all(server, number)
    with pytest.raises(TournamentError, match="is finished, so nobody can enter any more"):
        server.tournaments.registration.add_players(number, ["Eve"], "tests")
