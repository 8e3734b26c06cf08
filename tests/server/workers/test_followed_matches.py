"""Workers hear of the matches that they follow, and of no others."""

from __future__ import annotations

import pytest

from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.wake import LocalWake, Message
from outflank.server.workers import followed_matches, shared_rooms
from outflank.server.workers.followed_matches import FollowedMatches
from support.server.competition_server import begin, first_move
from support.server.server_process import wait_until
from support.server.two_workers import Servers, SharedPlace, shared_rooms_of


@pytest.fixture
def workers(place: SharedPlace, monkeypatch: pytest.MonkeyPatch) -> Servers:
    """Two workers that hear of each other only by messages."""
    monkeypatch.setattr(shared_rooms, "_LOOK_SECONDS", 3600.0)
    monkeypatch.setattr(followed_matches, "_ANSWERED", 0.0)
    return place.worker(), place.worker()


def move(room: LiveRoom) -> None:
    """Play the first move."""
    turn, square = first_move(room)
    room.play(square, turn=turn)


def follows(worker: CompetitionServer, name: str) -> bool:
    """Return whether a worker knows that another one follows a match."""
    return shared_rooms_of(worker)._followed.is_followed(name)


def messages_of(worker: CompetitionServer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each match is added whose moves a worker publishes from now on."""
    told: list[str] = []
    publish = worker.wake.publish

    def listen(topic: str, message: Message) -> None:
        if topic == "match":
            told.append(message["id"])
        publish(topic, message)

    monkeypatch.setattr(worker.wake, "publish", listen)
    return told


def test_nobody_is_told_of_a_match_that_one_worker_follows(
    workers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, followed = begin(workers[0]), begin(workers[0])
    there = workers[1].registry.room(followed.name)
    wait_until(lambda: follows(workers[0], followed.name), "word from the other worker")
    told = messages_of(workers[0], monkeypatch)
    for _ in range(5):
        move(here)
        move(followed)
    wait_until(lambda: there.seq == followed.seq, "the other copy")
    assert set(told) == {followed.name}


def test_a_worker_misses_nothing_that_is_stored_while_it_begins_to_follow(
    workers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = begin(workers[0])
    held = shared_rooms_of(workers[1])._held
    read = held.read

    def read_and_move(name: str) -> LiveRoom:
        found = read(name)
        move(here)  # this copy does not know the move, and nobody publishes it
        return found

    monkeypatch.setattr(held, "read", read_and_move)
    there = workers[1].registry.room(here.name)
    wait_until(lambda: there.seq == here.seq, "what was stored meanwhile")


def test_a_worker_that_starts_later_asks_which_matches_the_others_follow(
    workers: Servers, place: SharedPlace
) -> None:
    here = begin(workers[0])
    late = place.worker()
    wait_until(lambda: follows(late, here.name), "the answer")
    move(late.registry.room(here.name))
    wait_until(lambda: late.registry.room(here.name).seq == here.seq, "the first worker")


class Channel(LocalWake):
    """A wake without Redis that delivers each message at once."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[Channel] = []

    def publish(self, topic: str, message: Message) -> None:
        for other in self.others:
            other.messages.send(topic, message)


def test_a_match_counts_as_followed_as_long_as_its_follower_repeats_it() -> None:
    moment = 0.0
    own: list[str] = []
    first, second = Channel(), Channel()
    first.others, second.others = [second], [first]
    told: list[str] = []
    here = FollowedMatches(first, list, told.append, lambda: moment)
    there = FollowedMatches(second, lambda: own, told.append, lambda: moment)
    assert here.is_followed("anything")  # until the others have had time to answer
    moment = 10.0
    assert not here.is_followed("a")
    own.append("a")
    there.begin("a")
    assert here.is_followed("a")
    assert told == ["a"]
    for _ in range(10):
        moment += 31.0
        there.keep_up()
        here.keep_up()
        assert here.is_followed("a")
    own.clear()
    for _ in range(4):
        moment += 31.0
        there.keep_up()
        here.keep_up()
    assert not here.is_followed("a")
    assert told == ["a"]
    own.append("b")
    first.gaps.send()  # messages may have been lost
    assert here.is_followed("anything")
    moment += 10.0
    assert here.is_followed("b")
    assert not here.is_followed("anything")
