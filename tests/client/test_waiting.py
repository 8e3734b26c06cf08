"""Waiting for a server: a client reports it in one line, keeps trying and pauses in between."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest

from outflank.client import AsyncClient, Client, SimpleClient
from outflank.client.waiting import AnswerWatch, WaitingNotice
from outflank.errors import ServerError
from support.server.scripted_server import Reply, problem, scripted_server, stream

BUSY = problem("BUSY", 503, retry_after=1)
LIMITED = problem("RATE_LIMITED", 429, retry_after=3)
ENDED = {"event": "MatchEnded", "seq": 0}
TRUE, FALSE = Reply(body=b"true"), Reply(body=b"false")


class EnoughError(Exception):
    """Ends a client that would go on forever."""


class HandTime:
    """Time that passes only during pauses, and a record of the pauses."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pauses: list[float] = []

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def wait(self, seconds: float) -> None:
        self.pause(seconds)


def test_a_refused_request_waits_as_long_as_the_server_says_with_one_notice() -> None:
    time, notices = HandTime(), list[str]()
    with (
        scripted_server(BUSY, LIMITED, BUSY, Reply()) as server,
        Client(server.url, "k", pause=time.pause, on_waiting=notices.append) as client,
    ):
        client.me()
    assert time.pauses == [1, 3, 1]
    assert notices == ["A test says BUSY. Trying again for up to 60 s."]


def test_a_refused_stream_gives_a_notice_and_goes_on() -> None:
    time, notices = HandTime(), list[str]()

    async def follow(url: str) -> list[Any]:
        async with AsyncClient(
            url, "k", patience=None, pause=time.wait, on_waiting=notices.append
        ) as client:
            return [event async for event in client.stream("m1")]

    with scripted_server(LIMITED, BUSY, stream([ENDED])) as server:
        assert asyncio.run(follow(server.url)) == [ENDED]
    assert time.pauses == [3, 1]
    assert notices == ["A test says RATE_LIMITED. Trying again until it works."]


def test_a_server_that_cannot_be_reached_is_named_in_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with scripted_server() as server:
        url = server.url

    def pause(_: float) -> None:
        if caplog.messages:
            raise EnoughError

    with (
        caplog.at_level(logging.WARNING),
        Client(url, pause=pause) as client,
        pytest.raises(EnoughError),
    ):
        client.me()
    (line,) = caplog.messages
    assert line.startswith(f"The server does not answer: cannot connect to {url} (")
    assert line.endswith("refused). Trying again for up to 60 s.")


def test_many_waiting_requests_give_one_line() -> None:
    time, notices = HandTime(), list[str]()
    notice = WaitingNotice(notices.append, now=time)
    error = ServerError("BUSY", 503, "too many streams at once.")
    for _ in range(30):
        notice.trying_again(error, None)
        time.pause(0.5)
    assert notices == ["Too many streams at once. Trying again until it works."] * 2


def test_a_simple_client_pauses_when_the_server_does_not_hold_its_poll() -> None:
    time = HandTime()
    with (
        scripted_server(*[FALSE] * 5, TRUE) as server,
        SimpleClient(server.url, "key0", pause=time.pause, now=time) as client,
    ):
        assert client.move_needed(wait=25)
    assert time.pauses == [0.5] * 5
    assert server.paths[0] == "/move_needed/key0?wait=25"
    assert server.paths[-1] == "/move_needed/key0?wait=22.5"


def test_a_simple_client_waits_no_longer_than_asked() -> None:
    time = HandTime()
    with (
        scripted_server(*[FALSE] * 5) as server,
        SimpleClient(server.url, "key0", pause=time.pause, now=time) as client,
    ):
        assert not client.move_needed(wait=1)
        assert not client.move_needed()
    assert time.pauses == [0.5, 0.5]
    assert len(server.paths) == 4


def test_a_slow_response_is_reported_while_it_is_awaited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("outflank.client.waiting.SLOW_ANSWER", 0.01)
    notices = threading.Event()
    watch = AnswerWatch(notices.set)
    with watch.watching():
        assert notices.wait(60)
    notices.clear()
    with watch.watching(held=60), watch.watching(held=30):
        assert not notices.wait(0.05)


def test_a_coroutine_reports_a_slow_response(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.client.async_client.SLOW_ANSWER", 0.01)
    notices = threading.Event()

    async def ask(url: str) -> None:
        async with AsyncClient(url, "k", on_waiting=lambda _: notices.set()) as client:
            await client.me()

    with scripted_server(Reply(after=notices)) as server:
        asyncio.run(ask(server.url))
    assert notices.is_set()
