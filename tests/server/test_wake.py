"""Hints between the processes of a server, through a real Redis."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outflank.errors import InvalidValue, StoreUnavailable
from outflank.server.wake import LocalWake, RedisWake, connect_wake
from support.server.redis_server import RedisServer, redis_server


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as running:
        yield running


def listening(url: str) -> tuple[RedisWake, queue.SimpleQueue[Any]]:
    """Return a wake that hears of matches, once it listens."""
    wake, heard, ready = RedisWake(url), queue.SimpleQueue[Any](), queue.SimpleQueue[None]()
    wake.subscribe("match", heard.put)
    wake.on_gap(lambda: ready.put(None))
    wake.on_gap(lambda: heard.put("gap"))
    ready.get(timeout=10)
    if heard.get(timeout=10) != "gap":
        raise AssertionError
    return wake, heard


def test_others_hear_and_a_process_does_not_hear_itself(redis: RedisServer) -> None:
    (here, own), (there, theirs) = listening(redis.url), listening(redis.url)
    try:
        here.publish("player", {"id": 7})  # which nobody has asked for
        here.publish("match", {"id": "a", "seq": 3})
        assert theirs.get(timeout=10) == {"id": "a", "seq": 3}
        there.publish("match", {"id": "b", "seq": 4})
        assert own.get(timeout=10) == {"id": "b", "seq": 4}
        assert own.empty()
        assert theirs.empty()
    finally:
        here.close()
        there.close()


def test_a_redis_that_comes_back_is_told_as_a_gap(tmp_path: Path) -> None:
    with redis_server(tmp_path) as running:
        (here, _), (there, theirs) = listening(running.url), listening(running.url)
        running.stop()
        here.publish("match", {"id": "lost"})  # neither blocks nor raises
        running.start()
        try:
            assert theirs.get(timeout=20) == "gap"
            while theirs.empty():
                here.publish("match", {"id": "back"})
            assert theirs.get(timeout=10) == {"id": "back"}
        finally:
            here.close()
            there.close()


def test_what_cannot_be_reached_is_said() -> None:
    with pytest.raises(StoreUnavailable, match="Redis does not answer"):
        connect_wake("redis://127.0.0.1:1")
    with pytest.raises(InvalidValue, match="not the URL of a Redis"):
        connect_wake("postgres://localhost")
    assert isinstance(connect_wake(""), LocalWake)
