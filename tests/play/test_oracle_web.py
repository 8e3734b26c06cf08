"""The web oracle always answers, and does not wait for a service that is down."""

import threading

import pytest

from outflank.play.oracles import Reply
from outflank.play.oracles.web_oracle import WebOracle, ask_service
from outflank.rules import Answer
from support.oracle_server import ENDLESS, HANGING, IMAGE, OracleServer

PLENTY = 30.0


def oracle_of(server: OracleServer, *, seconds: float = PLENTY) -> WebOracle:
    def service(limit: float) -> Reply:
        return ask_service(limit, url=server.url, loopback=True)

    return WebOracle(service, seconds=seconds, clock=lambda: 0.0)


@pytest.mark.parametrize("mood", ["yes", "no", "maybe"])
def test_the_answers_of_the_service_are_passed_on(server: OracleServer, mood: str) -> None:
    server.mood = mood
    oracle = oracle_of(server)
    for _ in range(3):
        assert oracle.ask() == Reply(Answer(mood), IMAGE.format(mood), local=False)
    oracle.close()


@pytest.mark.parametrize(
    "mood", ["closed at once", "500", "redirect", "huge", "garbage", "number as answer", *ENDLESS]
)
def test_when_the_service_misbehaves_the_answers_are_local(server: OracleServer, mood: str) -> None:
    server.mood = mood
    oracle = oracle_of(server)
    check_local_answers(oracle)
    assert server.connections == 2  # no more once the breaker is open


@pytest.mark.parametrize("mood", HANGING)
def test_when_the_service_hangs_the_answers_are_local(server: OracleServer, mood: str) -> None:
    server.mood = mood
    oracle = oracle_of(server, seconds=0.1)
    check_local_answers(oracle)
    assert server.connections <= 2  # a busy machine may run out of time before it connects


def check_local_answers(oracle: WebOracle) -> None:
    replies = [oracle.ask() for _ in range(20)]
    assert all(reply.local and reply.image_url is None for reply in replies)
    assert {reply.answer for reply in replies} <= {Answer.YES, Answer.NO}
    oracle.close()


def test_many_threads_may_ask_at_once(server: OracleServer) -> None:
    oracle = oracle_of(server)
    replies: list[Reply] = []
    ready = threading.Barrier(8, timeout=60)

    def ask_five_times() -> None:
        ready.wait()
        replies.extend(oracle.ask() for _ in range(5))

    askers = [threading.Thread(target=ask_five_times) for _ in range(8)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(60)
    oracle.close()
    assert len(replies) == 40
    assert not any(reply.local for reply in replies)
    assert server.connections in {40, 41}  # the request sent ahead may not have connected yet


def test_many_threads_may_ask_at_once_while_the_service_is_down(server: OracleServer) -> None:
    server.mood = "500"
    oracle = oracle_of(server)
    replies: list[Reply] = []
    askers = [
        threading.Thread(target=lambda: replies.extend(oracle.ask() for _ in range(5)))
        for _ in range(8)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(60)
    assert len(replies) == 40
    assert all(reply.local for reply in replies)
    assert server.connections == 2
