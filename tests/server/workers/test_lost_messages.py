"""Messages between workers are hints: what is lost is found by looking at the database."""

from __future__ import annotations

import contextlib

import pytest

from outflank.errors import ChallengeRefused
from outflank.server.matches.challenges import Proposal
from support.server.competition_server import begin, first_move
from support.server.server_process import wait_until
from support.server.two_workers import Servers, SharedPlace


def test_a_match_catches_up_after_a_lost_hint(
    workers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = begin(workers[0])
    there = workers[1].registry.room(here.name)
    monkeypatch.setattr(workers[0].wake, "publish", lambda _topic, _message: None)
    turn, square = first_move(here)
    here.play(square, turn=turn)
    wait_until(lambda: there.seq == here.seq, "the look")
    assert there.events == here.events


def test_a_reader_sees_every_acknowledged_move_without_any_hint(
    workers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = begin(workers[0])
    workers[1].registry.room(here.name)
    monkeypatch.setattr(workers[0].wake, "publish", lambda _topic, _message: None)
    for _ in range(5):
        turn, square = first_move(here)
        here.play(square, turn=turn)
        assert workers[1].registry.room(here.name).events == here.events
        player = here.entry.black
        assert player is not None
        assert [room.seq for room in workers[1].registry.rooms_of(player)] == [here.seq]


def test_a_challenge_can_be_answered_without_redis(place: SharedPlace, workers: Servers) -> None:
    first, second = (worker.challenges for worker in workers)
    ada, bob = (workers[0].accounts.register(name)[0].id for name in ("Ada", "Bob"))
    place.redis.stop()
    try:
        made = first.make(ada, bob, Proposal(size=4))
        room = second.accept(made.id, bob)
        with contextlib.suppress(ChallengeRefused):
            first.withdraw(made.id, ada)
        assert first.get(made.id).match == room.name
        wait_until(lambda: first.known_to(ada) == [], "a look without a message")
    finally:
        place.redis.start()
