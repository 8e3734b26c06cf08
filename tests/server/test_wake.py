"""Hints between the processes of a server, through a real Redis."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outflank.errors import InvalidValue, StoreUnavailable
from outflank.server.wake import LocalWake, RedisWake, check_wake, connect_wake
from support.server.redis_server import RedisServer, redis_server
from support.server.server_process import wait_until


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as running:
        yield running


def listening(url: str) -> tuple[RedisWake, queue.SimpleQueue[Any]]:
    """Return a wake, once it listens to messages about matches."""
    wake, heard = RedisWake(url), queue.SimpleQueue[Any]()
    wake.messages.subscribe("match", heard.put)
    wait_until(lambda: wake.is_listening, "Redis")
    return wake, heard


def is_sent(wake: RedisWake) -> bool:
    """Send something, and return whether everything sent before has arrived at Redis."""
    wake.publish("match", {"id": "heard"})
    return wake.is_connected


def test_other_processes_hear_a_message_and_its_sender_does_not(redis: RedisServer) -> None:
    (here, own), (there, theirs) = listening(redis.url), listening(redis.url)
    try:
        here.publish("player", {"id": 7})  # to which nobody has subscribed
        here.publish("match", {"id": "a", "seq": 3})
        assert theirs.get(timeout=10) == {"id": "a", "seq": 3}
        there.publish("match", {"id": "b", "seq": 4})
        assert own.get(timeout=10) == {"id": "b", "seq": 4}
        assert own.empty()
        assert theirs.empty()
    finally:
        here.close()
        there.close()


def test_a_failing_listener_or_an_invalid_message_does_not_end_the_listening(
    redis: RedisServer,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    (here, _), (there, theirs) = listening(redis.url), listening(redis.url)
    there.messages.subscribe("match", fail)
    there.messages.subscribe("match", lambda message: theirs.put(message["id"]))
    try:
        for strange in (b"\xff", b"[]", b"{}", b'["x", [], {}]', b'["x", "match", 7]'):
            here._redis.publish("outflank", strange)
        here.publish("match", {"id": "a"})
        here.publish("match", {"id": "b"})
        found = [theirs.get(timeout=10) for _ in range(4)]
    finally:
        here.close()
        there.close()
    assert found == [{"id": "a"}, "a", {"id": "b"}, "b"]


def test_the_return_of_redis_is_reported_as_a_gap(tmp_path: Path) -> None:
    with redis_server(tmp_path) as running:
        (here, _), (there, theirs) = listening(running.url), listening(running.url)
        there.gaps.subscribe(lambda: theirs.put("gap"))
        running.stop()
        here.publish("match", {"id": "lost"})  # neither blocks nor raises
        running.start()
        try:
            assert theirs.get(timeout=20) == "gap"

            def is_heard() -> bool:
                here.publish("match", {"id": "back"})
                return not theirs.empty() and theirs.get() == {"id": "back"}

            wait_until(is_heard, "a wake-up to come through")
        finally:
            here.close()
            there.close()


def test_a_redis_that_starts_later_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with redis_server(tmp_path) as running:
        running.stop()
        wake, heard = RedisWake(running.url), queue.SimpleQueue[Any]()
        wake.gaps.subscribe(lambda: heard.put("gap"))
        try:
            wait_until(lambda: "Not listening to Redis" in caplog.text, "the log")
            assert not wake.is_connected
            wake.publish("match", {"id": "lost"})  # neither blocks nor raises
            running.start()
            assert heard.get(timeout=30) == "gap"
            wait_until(lambda: is_sent(wake), "Redis")
            assert wake.is_listening
        finally:
            wake.close()
    assert caplog.text.count("Not listening to Redis") == 1
    assert caplog.text.count("Listening to Redis again") == 1


def test_a_redis_that_cannot_be_used_is_reported(redis: RedisServer) -> None:
    (warning,) = check_wake("redis://127.0.0.1:1")
    assert warning.startswith("Redis does not answer")
    assert "connects as soon as it does" in warning
    assert check_wake(redis.url) == check_wake("") == []
    with pytest.raises(StoreUnavailable, match="Redis refuses"):
        check_wake(redis.url.replace("redis://", "redis://nobody:wrong@"))
    for check in (connect_wake, check_wake):
        with pytest.raises(InvalidValue, match="not the URL of a Redis"):
            check("postgres://localhost")
    assert isinstance(connect_wake(""), LocalWake)
