"""The presence of a player whose requests are answered by several processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.server.tournaments.presence import Presence
from outflank.server.wake import LocalWake, RedisWake
from support.server.competition_server import HandClock
from support.server.redis_server import redis_server
from support.server.server_process import wait_until


@pytest.fixture
def wakes(tmp_path: Path) -> Iterator[list[RedisWake]]:
    with redis_server(tmp_path) as redis:
        made = [RedisWake(redis.url) for _ in range(2)]
        yield made
        for wake in made:
            wake.close()


def test_a_player_is_present_in_every_process(wakes: list[RedisWake]) -> None:
    clock = HandClock()
    here, there = (Presence(clock, wake) for wake in wakes)

    def told() -> bool:  # a process that has just begun to listen may miss a message
        here.mark(7)
        here.mark(8, wait=25)
        here.tell()
        clock.pass_time(5_000)
        return there.is_present(7) and there.is_present(8)

    wait_until(told, "the other process")
    clock.pass_time(15_000)
    assert not there.is_present(7)
    assert there.is_present(8)
    assert there.is_here_to_stay(8)
    assert not there.is_present(9)
    assert not there.is_present(None)


def test_other_processes_are_rarely_told_of_a_player_who_stays(wakes: list[RedisWake]) -> None:
    clock = HandClock()
    presence = Presence(clock, wakes[0])
    heard: list[object] = []
    wakes[1].messages.subscribe("presence", heard.append)
    ends: list[object] = []
    wakes[1].messages.subscribe("end", ends.append)

    def is_listening() -> bool:
        wakes[0].publish("end", {})
        return bool(ends)

    wait_until(is_listening, "the other process")
    for _ in range(100):
        presence.mark(7)
        presence.mark(8)
        presence.tell()
        clock.pass_time(200)
    wakes[0].publish("end", {"last": True})
    wait_until(lambda: {"last": True} in ends, "the last message")
    assert 4 <= len(heard) <= 6


def test_players_who_have_left_are_forgotten() -> None:
    clock = HandClock()
    presence = Presence(clock, LocalWake())
    for player in range(20_000):
        presence.mark(player)
        clock.pass_time(1_000)
    assert len(presence._last_seen) < 5_000
    assert presence.is_present(19_999)
    assert not presence.is_present(1)
