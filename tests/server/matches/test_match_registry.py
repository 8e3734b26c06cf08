"""The registry of matches: it hears of every event, whatever becomes of others who listen."""

import pytest

from outflank.play.events import MatchEnded, TurnStarted
from outflank.rules import WHITE
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from support.server.competition_server import begin, first_move

pytestmark = pytest.mark.server("by hand")


def fail(*_: object) -> None:
    raise ZeroDivisionError


def play(room: LiveRoom) -> None:
    room.play(first_move(room)[1])


def test_a_listener_that_fails_keeps_no_match_running_for_ever(
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


def test_somebody_who_waits_and_fails_takes_nothing_from_others(
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
