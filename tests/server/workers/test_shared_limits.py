"""Rate limits of several processes: they add up through a real Redis and work without it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from outflank.errors import TooMany
from outflank.server.rate_limits import Limiter, LimitWindows, MemoryCounters, RateLimit, RateWindow
from outflank.server.shared_counters import SharedCounters, counters_for
from support.server.redis_server import RedisServer, redis_server
from support.server.server_process import wait_until

HOUR = 3600
RATE_LIMITS = {
    RateLimit.NAMES: LimitWindows(key=(RateWindow(20, HOUR), RateWindow(30, 2 * HOUR))),
    RateLimit.FAILED_AUTHENTICATION: LimitWindows(
        address=(RateWindow(8, HOUR), RateWindow(100, 2 * HOUR)),
        everybody=(RateWindow(100, HOUR), RateWindow(500, 2 * HOUR)),
    ),
}


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    with redis_server(tmp_path) as running:
        yield running


class Process:
    """The limits of one process."""

    def __init__(self, url: str) -> None:
        self._counters = SharedCounters(url)
        self._limiter = Limiter(self._counters, limits=RATE_LIMITS)

    def spend(self, key: str, times: int = 1, *, wait: bool = True) -> int:
        """Do something `times` times, and return how often it was allowed."""
        for done in range(times):
            try:
                self._limiter.check(RateLimit.NAMES, key=key)
            except TooMany:
                return done
            assert not wait or self._counters.flush(60)
        return times

    def try_wrong_key(self, address: str) -> None:
        self._limiter.check(RateLimit.FAILED_AUTHENTICATION, address=address)
        assert self._counters.flush(60)

    def is_full(self, key: str) -> bool:
        try:
            self._limiter.peek(RateLimit.NAMES, key=key)
        except TooMany:
            return True
        return False

    def close(self) -> None:
        self._limiter.close()


@pytest.fixture
def processes(redis: RedisServer) -> Iterator[list[Process]]:
    with ExitStack() as stack:
        made = [Process(redis.url) for _ in range(3)]
        for process in made:
            stack.callback(process.close)
        yield made


def test_the_requests_of_a_caller_to_several_processes_add_up(processes: list[Process]) -> None:
    first, second, third = processes
    assert first.spend("7", 9) == 9  # one process alone allows ten at once
    assert second.spend("7", 9) == 9
    # The first eighth of the limit in each process is not shared with the others.
    assert third.spend("7", 10) < 7
    assert third.is_full("7")
    assert third.spend("8", 10) == 10


def test_the_wrong_keys_of_an_address_are_counted_across_processes(
    processes: list[Process],
) -> None:
    for tries in range(8):
        processes[tries % 3].try_wrong_key("192.0.2.1")
    third = processes[2]
    third.try_wrong_key("192.0.2.1")  # its third, and the ninth of all
    with pytest.raises(TooMany) as refused:
        third.try_wrong_key("192.0.2.1")
    assert 0 < refused.value.retry_after <= 2 * HOUR
    processes[0].try_wrong_key("192.0.2.2")


def test_without_redis_each_process_counts_for_itself_and_says_so_once(
    redis: RedisServer, processes: list[Process], caplog: pytest.LogCaptureFixture
) -> None:
    first, second, _ = processes

    def said(text: str) -> int:
        return sum(text in message for message in caplog.messages)

    with caplog.at_level(logging.WARNING, "outflank"):
        redis.stop()
        assert first.spend("7", 2) == 2
        assert second.spend("7", 2) == 2
        assert said("each process counts alone") == 2
        redis.start()

        def share() -> bool:
            first.spend("first")
            second.spend("second")
            return said("shared through Redis again") == 2

        wait_until(share, "Redis to be used again")
    assert said("each process counts alone") == 2


def test_a_process_without_redis_still_keeps_its_own_limits(
    redis: RedisServer, processes: list[Process]
) -> None:
    redis.stop()
    assert processes[0].spend("7", 100, wait=False) == 10


def test_one_process_alone_counts_in_memory() -> None:
    assert isinstance(counters_for(""), MemoryCounters)
