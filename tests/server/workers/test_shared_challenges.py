"""Challenges on several workers: any of them makes, answers and ends one, and each ends once."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.errors import ChallengeRefused
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Challenge, Proposal
from outflank.store.schema import challenges, matches
from support.server.server_process import wait_until
from support.server.two_workers import SharedPlace, shared_place

RACES = 6


class Workers:
    """Two workers, and what watchers of each were told."""

    def __init__(self, place: SharedPlace) -> None:
        self.place = place
        self.first, self.second = place.worker(), place.worker()
        self.told: list[list[Challenge]] = [[], []]
        self.first.challenges.changed.subscribe(self.told[0].append)
        self.second.challenges.changed.subscribe(self.told[1].append)

    def new_players(self) -> list[int]:
        """Register four players, whom both workers know."""
        return [self.first.accounts.register(name)[0].id for name in ("Ada", "Bob", "Cleo", "Dan")]

    def statuses(self, worker: int, name: str) -> list[str]:
        """Return what watchers of a worker were told of a challenge."""
        return [one.status for one in self.told[worker] if one.id == name]

    def is_told(self, worker: int, name: str, status: str) -> bool:
        """Tell whether the last that a worker was told of a challenge is this."""
        return self.statuses(worker, name)[-1:] == [status]


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    with shared_place(tmp_path_factory.mktemp("workers")) as place:
        yield Workers(place)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do several things at the same moment; return what each gave, or its refusal."""
    results: list[object] = [None] * len(acts)
    barrier = threading.Barrier(len(acts))

    def do(index: int) -> None:
        barrier.wait(60)
        try:
            results[index] = acts[index]()
        except ChallengeRefused as refusal:
            results[index] = refusal

    threads = [threading.Thread(target=do, args=(index,)) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def rows_of(server: CompetitionServer, player: int) -> list[Any]:
    """Return the rows of the challenges that a player made."""
    query = sa.select(challenges).where(challenges.c.challenger == player)
    with server.database.reading() as connection:
        return list(connection.execute(query))


def matches_of(server: CompetitionServer, player: int) -> set[str]:
    """Return the matches that a player has played in."""
    query = sa.select(matches.c.id).where((matches.c.black == player) | (matches.c.white == player))
    with server.database.reading() as connection:
        return set(connection.execute(query).scalars())


def test_what_one_worker_does_every_worker_shows_at_once_and_tells(workers: Workers) -> None:
    ada, bob, *_ = workers.new_players()
    first, second = workers.first.challenges, workers.second.challenges
    made = first.make(ada, bob, Proposal(listed=False))
    assert second.get(made.id) == made
    assert second.list_for(bob) == [made]
    wait_until(lambda: workers.statuses(1, made.id) == ["open"], "the news of a challenge")
    assert second.known_to(bob) == [made]
    second.decline(made.id, bob)
    assert first.get(made.id).status == "declined"
    assert first.list_for(ada) == []
    wait_until(lambda: workers.statuses(0, made.id) == ["open", "declined"], "the news")
    assert workers.statuses(1, made.id) == ["open", "declined"]
    with pytest.raises(ChallengeRefused, match="is declined"):
        first.withdraw(made.id, ada)


def test_an_accepted_challenge_is_a_match_on_both_workers(workers: Workers) -> None:
    ada, bob, *_ = workers.new_players()
    made = workers.first.challenges.make(ada, None, Proposal(listed=True, size=6))
    wait_until(lambda: made in workers.second.challenges.seeks(), "the seek")
    room = workers.second.challenges.accept(made.id, bob)
    assert workers.first.challenges.get(made.id).match == room.name
    assert workers.first.registry.room(room.name).setup.size == 6
    wait_until(lambda: made not in workers.first.challenges.seeks(), "the end of the seek")


def test_of_two_who_accept_at_once_on_two_workers_one_plays(workers: Workers) -> None:
    ada, bob, cleo, _ = workers.new_players()
    for _ in range(RACES):
        made = workers.first.challenges.make(ada, None, Proposal(size=4))
        results = at_once(
            partial(workers.first.challenges.accept, made.id, bob),
            partial(workers.second.challenges.accept, made.id, cleo),
        )
        assert sum(isinstance(one, ChallengeRefused) for one in results) == 1
    stored = rows_of(workers.first, ada)
    assert [row.status for row in stored] == ["accepted"] * RACES
    begun = matches_of(workers.first, ada)
    assert {row.match for row in stored} == begun
    assert len(begun) == RACES


def test_a_challenge_that_is_answered_in_two_ways_at_once_ends_in_one(workers: Workers) -> None:
    ada, bob, *_ = workers.new_players()
    for _ in range(RACES):
        made = workers.first.challenges.make(ada, bob, Proposal(size=4))
        wait_until(partial(workers.is_told, 1, made.id, "open"), "the news of a challenge")
        results = at_once(
            partial(workers.second.challenges.accept, made.id, bob),
            partial(workers.first.challenges.withdraw, made.id, ada),
            partial(workers.second.challenges.decline, made.id, bob),
        )
        assert sum(isinstance(one, ChallengeRefused) for one in results) == 2
        end = workers.first.challenges.get(made.id)
        assert end == workers.second.challenges.get(made.id)
        assert (end.match is not None) == (end.status == "accepted")
        for worker in (0, 1):
            wait_until(partial(workers.is_told, worker, made.id, end.status), "the news of an end")
            assert workers.statuses(worker, made.id) == ["open", end.status]


def test_an_old_challenge_expires_once_whichever_worker_sees_it(workers: Workers) -> None:
    ada, bob, *_ = workers.new_players()
    made = workers.first.challenges.make(ada, bob, Proposal(), expires_in=1.0)
    for worker in (0, 1):
        wait_until(partial(workers.is_told, worker, made.id, "expired"), "the end of a challenge")
        assert workers.statuses(worker, made.id) == ["open", "expired"]
    assert [row.status for row in rows_of(workers.second, ada)] == ["expired"]


def test_nobody_has_more_open_challenges_than_allowed_over_all_workers(workers: Workers) -> None:
    ada, bob, *_ = workers.new_players()
    refused = []

    def make_many(server: CompetitionServer) -> None:
        for _ in range(15):
            try:
                server.challenges.make(ada, bob, Proposal())
            except ChallengeRefused as refusal:
                refused.append(str(refusal))

    at_once(lambda: make_many(workers.first), lambda: make_many(workers.second))
    assert refused == ["you have 20 open challenges; withdraw one first"] * 10
    assert len(workers.first.challenges.list_for(bob)) == 20


def test_without_redis_a_challenge_is_answered_all_the_same(tmp_path: Path) -> None:
    with shared_place(tmp_path) as place:
        check_challenges_without_redis(Workers(place))


def check_challenges_without_redis(workers: Workers) -> None:
    ada, bob, *_ = workers.new_players()
    workers.place.redis.stop()
    made = workers.first.challenges.make(ada, bob, Proposal(size=4))
    room = workers.second.challenges.accept(made.id, bob)
    with contextlib.suppress(ChallengeRefused):
        workers.first.challenges.withdraw(made.id, ada)
    assert workers.first.challenges.get(made.id).match == room.name
    wait_until(lambda: workers.first.challenges.known_to(ada) == [], "a look without a message")
