"""A tournament on any server, alone or among workers: every server shows each act at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from outflank.arena import Definition
from outflank.errors import StoreUnavailable, TournamentError
from outflank.server.tournaments.state import TournamentState
from support.server.server_process import wait_until
from support.server.tournament_server import (
    acts,
    begin_cup,
    check_every_game_was_played_once,
    match_rows,
    pairing_rows,
    passes,
    play_to_the_end,
    shown,
)
from support.server.two_workers import Servers, at_once, failures

pytestmark = pytest.mark.databases("sqlite", "workers")


@pytest.fixture(scope="module")
def pair(pair: Servers) -> Servers:
    """Servers that advance no tournament by themselves: the tests make the passes."""
    for server in pair:
        server.tournaments.close()
    return pair


def play_through(pair: Servers, number: int) -> None:
    """Play a tournament to its end, each game and each pass through another server."""
    for turn in passes():
        server, other = pair[turn % 2], pair[1 - turn % 2]
        for room in server.tournaments.rooms(number):
            play_to_the_end(other.registry.room(room.name))
        server.tournaments.run_pass()
        if other.tournaments.view(number)["status"] != "running":
            return


def test_every_act_is_on_record_and_shown_by_every_server_at_once(pair: Servers) -> None:
    first, second = (server.tournaments for server in pair)
    earlier = len(acts(pair[1]))
    number = first.registration.create(Definition("Cup", size=4, boards=1), "tests")

    def play_a_game() -> None:
        (room,) = second.rooms(number)
        play_to_the_end(room)
        first.run_pass()

    def played(games: int) -> dict[str, int]:
        return {"played": games, "total": 3}

    entered = ("Ann", "Bob", "Cid")
    works: list[tuple[Callable[[], object], str, object]] = [
        (lambda: first.registration.add_players(number, entered), "players", 3),
        (lambda: second.registration.change(number, {"name": "Other"}, "tests"), "name", "Other"),
        (lambda: first.registration.renew_key(number, 1, "tests"), "players", 3),
        (lambda: second.registration.enter(number, computers=["computer:1"]), "players", 4),
        (lambda: first.withdraw(number, 4, "tests"), "players", 3),
        (lambda: second.start(number, "tests"), "progress", played(0)),
        (lambda: first.pause(number, "tests"), "status", "paused"),
        (lambda: second.resume(number, "tests"), "status", "running"),
        (lambda: first.adjudicate(number, 3, "black", actor="tests"), "progress", played(1)),
        (lambda: second.withdraw(number, 3, "tests"), "status", "running"),
        (lambda: first.reinstate(number, 3, "tests"), "status", "running"),
        (play_a_game, "progress", played(2)),
        (lambda: second.finish(number, "tests"), "status", "finished"),
    ]
    versions = [pair[0].store.tournaments.version_of(number)]
    for work, field, value in works:
        for tournaments in (first, second):
            tournaments.list()
        work()
        versions.append(pair[0].store.tournaments.version_of(number))
        assert first.list()[0][field] == value
        assert first.list()[0] == second.list()[0] == first.summary(number)
        assert shown(pair[0], number) == shown(pair[1], number)
        paused = first.view(number)["status"] == "paused"
        assert [room.is_paused for room in second.rooms(number)] == [paused] * len(
            first.rooms(number)
        )
    assert sorted(set(versions)) == versions
    assert first.scheduler.state(number) == second.scheduler.held.read(number)
    words = ["create", "enter", "change", "new key", "enter", "withdraw", "start", "pause"]
    words += ["resume", "adjudicate", "withdraw", "reinstate", "finish"]
    assert acts(pair[1])[earlier:] == [f"tournament {word}" for word in words]


def test_players_who_enter_at_once_all_enter(pair: Servers) -> None:
    first, second = (server.tournaments for server in pair)
    number = first.registration.create(Definition("Cup", size=4), "tests")
    enter = [
        partial(server.registration.enter, number, computers=["computer:1"] * 2)
        for server in (first, second) * 3
    ]
    assert failures(at_once(*enter)) == []
    entrants = first.view(number)["entrants"]
    assert [each["number"] for each in entrants] == list(range(1, 13))
    assert len({each["name"] for each in entrants}) == 12
    assert second.view(number)["entrants"] == entrants


def test_nobody_enters_or_starts_a_tournament_twice(pair: Servers) -> None:
    first, second = (server.tournaments for server in pair)
    for _ in range(3):
        number = first.registration.create(Definition("Cup", size=4), "tests")
        first.registration.enter(number, computers=["computer:1"] * 6)
        results = at_once(*(partial(each.start, number, "tests") for each in (first, second)))
        assert list(map(str, failures(results))) == ["the tournament has already started"]
        assert len(pairing_rows(pair[0], number)) == 15
        running = [row.pairing for row in match_rows(pair[1], number)]
        assert len(running) == len(set(running)) > 0
        with pytest.raises(TournamentError, match="has started"):
            second.registration.add_players(number, ["Eve"])
        second.finish(number, "tests")


def test_a_round_robin_is_played_to_its_end_and_shown_by_every_server(pair: Servers) -> None:
    number = begin_cup(pair[0])
    play_through(pair, number)
    for server in pair:
        view = server.tournaments.view(number)
        assert (view["status"], view["progress"]) == ("finished", {"played": 6, "total": 6})
        assert view["boards"] == []
        assert sum(row["points"] for row in server.tournaments.standings(number)) == 6
        assert len(server.tournaments.cross_table(number)) == 4
        assert all(row["result"] for row in server.tournaments.pairings(number))
    assert shown(pair[0], number) == shown(pair[1], number)
    assert len(match_rows(pair[0], number)) == 6
    check_every_game_was_played_once(pair[1], number)


def test_listeners_of_every_server_are_told_once_what_becomes_of_a_tournament(
    pair: Servers,
) -> None:
    told: list[list[tuple[int, str]]] = [[], []]

    def note(heard: list[tuple[int, str]], state: TournamentState) -> None:
        heard.append((state.id, state.status))

    for server, heard in zip(pair, told, strict=True):
        server.tournaments.changed.subscribe(partial(note, heard))

    def wait_until_told(*statuses: str) -> None:
        def are_told() -> bool:
            for server in pair:
                server.tournaments.run_pass()
            found = [[status for each, status in heard if each == number] for heard in told]
            return found == [list(statuses)] * 2

        wait_until(are_told, f"the news that the tournament is {statuses[-1]}")

    number = begin_cup(pair[0], ("Ann", "Bob"))
    player = pair[0].tournaments.view(number)["entrants"][0]["player"]
    wait_until_told("running")
    assert pair[1].tournaments.of_player(player) == [number]
    pair[1].tournaments.pause(number, "tests")
    wait_until_told("running", "paused")
    pair[0].tournaments.resume(number, "tests")
    wait_until_told("running", "paused", "running")
    play_through(pair, number)
    wait_until_told("running", "paused", "running", "finished")
    assert pair[1].tournaments.of_player(player) == []


def test_a_server_that_does_not_know_the_newest_version_cannot_write(pair: Servers) -> None:
    number = begin_cup(pair[0])
    held = pair[0].tournaments.scheduler.held
    old = held.read(number)
    pair[1].tournaments.pause(number, "tests")
    with pytest.raises(StoreUnavailable, match="was changed by another command"):
        held.write(old, lambda _: None)
    assert pair[0].tournaments.view(number)["status"] == "paused"
    pair[0].tournaments.finish(number, "tests")
