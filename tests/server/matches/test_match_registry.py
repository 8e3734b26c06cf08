"""The registry of matches hears of every event, even if other listeners fail."""

import threading

import pytest

from outflank.engine import Analysis
from outflank.play.events import Event, MatchEnded, TurnStarted
from outflank.play.room import Room, Seat
from outflank.rules import WHITE
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from support.server.competition_server import begin, first_move

pytestmark = pytest.mark.server("by hand")


def fail(*_: object) -> None:
    raise ZeroDivisionError


def play(room: LiveRoom) -> None:
    room.play(first_move(room)[1])


def test_a_failing_listener_does_not_keep_a_match_running(
    server: CompetitionServer,
) -> None:
    room = begin(server)
    ended: list[str] = []
    server.registry.events.subscribe(TurnStarted, fail)
    server.registry.events.subscribe(MatchEnded, fail)
    server.registry.events.subscribe(MatchEnded, lambda room, _: ended.append(room.name))
    play(room)
    room.resign(WHITE)
    assert server.registry.running_room(room.name) is None
    assert ended == [room.name]


def test_a_failing_listener_does_not_harm_the_others(
    server: CompetitionServer, caplog: pytest.LogCaptureFixture
) -> None:
    room = begin(server)
    told: list[str] = []
    assert room.entry.white is not None
    for listener in (fail, lambda: told.append("player")):
        server.registry.player_changed.subscribe(room.entry.white, listener)
    for listener in (fail, lambda: told.append("match")):
        room.new_events.subscribe(listener)
    server.registry.played.subscribe(fail)
    server.registry.played.subscribe(lambda _waited, _took: told.append("played"))
    for _ in range(2):
        play(room)
    assert told == ["match", "player", "played"] * 2
    assert caplog.text.count("A listener failed") == 6
    room.resign(WHITE)
    assert server.registry.running_room(room.name) is None


class Asked:
    """A seat that counts what it is asked."""

    thinking: Analysis | None = None

    def __init__(self) -> None:
        self.turns = 0

    def see(self, _room: Room, event: Event) -> None:
        self.turns += isinstance(event, TurnStarted)

    def close(self) -> None:
        """Do nothing: the count stays."""


def test_two_threads_that_seat_a_match_at_once_seat_it_once(
    server: CompetitionServer,
) -> None:
    room = begin(server)
    seats: list[Asked] = []
    second = threading.Thread(target=lambda: room.seat_once(make_seats))

    def make_seats(_room: LiveRoom) -> list[Seat]:
        """Let another thread try the same while the seats are made."""
        if not seats:
            second.start()
            second.join(0.1)
        seats.append(Asked())
        return [seats[-1]]

    room.seat_once(make_seats)
    second.join()
    assert [seat.turns for seat in seats] == [1]
