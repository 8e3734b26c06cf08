"""The try-out tournament on several workers: one for all of them."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Sequence

import pytest

from outflank.errors import MatchOver, MatchPaused
from outflank.server.competition_server import CompetitionServer
from outflank.server.tournaments.tryout import PLAYER_KEYS
from support.server.server_process import wait_until
from support.server.tournament_server import resign_quickly
from support.server.two_workers import SharedPlace, at_once, shared_place

Servers = Sequence[CompetitionServer]


def open_both(place: SharedPlace) -> list[CompetitionServer]:
    """Open two workers at the same moment on an empty database."""
    open_one = functools.partial(place.worker, tryout=True, table_stands=0.5)
    results = at_once(open_one, open_one)
    opened = [worker for worker in results if isinstance(worker, CompetitionServer)]
    assert len(opened) == 2, results
    return opened


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[CompetitionServer]]:
    with shared_place(tmp_path_factory.mktemp("tryout")) as place:
        yield open_both(place)


def boards(server: CompetitionServer) -> list[str]:
    return [room.name for room, *_ in server.tournaments.tryout_view().boards]


def test_workers_that_start_at_the_same_time_have_the_same_tournament_and_keys(
    pair: Servers,
) -> None:
    first, second = pair
    assert first.tryout is not None
    assert second.tryout is not None
    assert first.tryout.state.id == second.tryout.state.id
    listed = second.tournaments.list()
    assert {each["kind"] for each in listed} == {"tryout"}
    assert [each["status"] for each in listed].count("running") == 1
    assert len(boards(first)) == 2
    assert boards(first) == boards(second)
    players = [
        [caller.player for key in PLAYER_KEYS if (caller := server.accounts.caller(key))]
        for server in (first, second)
    ]
    assert players[0] == players[1]
    assert len(set(players[0])) == 4


def test_a_restart_by_one_worker_is_seen_by_the_other(pair: Servers) -> None:
    first, second = pair
    old = boards(first)
    second.tournaments.restart_tryout()
    assert boards(first) == boards(second)
    assert set(boards(first)).isdisjoint(old)
    assert len(boards(first)) == 2
    assert all(first.registry.room(name).is_over for name in old)


def test_a_first_request_on_any_worker_starts_the_clock(pair: Servers) -> None:
    first, second = pair
    caller = second.accounts.caller(PLAYER_KEYS[0])
    assert caller is not None
    assert caller.player is not None
    own = second.registry.rooms_of(caller.player)[0].name
    assert own in boards(first)
    assert first.registry.room(own).is_paused
    second.tournaments.mark_present(caller.player)
    wait_until(lambda: not first.registry.room(own).is_paused, "the clock")


def test_it_is_played_on_both_workers_and_the_next_one_begins_by_itself(
    pair: Servers,
) -> None:
    servers = pair
    assert servers[0].tryout is not None
    begun = servers[0].tryout.state.id

    def play_on() -> bool:
        for at, (room, *_) in enumerate(servers[0].tournaments.tryout_view().boards):
            server = servers[at % 2]
            for player in room.players:
                server.tournaments.mark_present(player)
            with contextlib.suppress(MatchOver, MatchPaused):
                resign_quickly(server.registry.room(room.name))
        return all(one["id"] != begun for one in newest(servers))

    wait_until(play_on, "the next tournament")
    assert servers[1].tournaments.summary(begun)["progress"] == {"played": 12, "total": 12}
    assert servers[1].tournaments.summary(begun)["status"] == "archived"


def newest(servers: Servers) -> list[dict[str, object]]:
    return [server.tournaments.list(limit=1)[0] for server in servers]
