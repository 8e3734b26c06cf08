"""The web oracle with a fake service: fetching ahead, the circuit breaker, closing."""

import threading
from collections.abc import Callable

from outflank.errors import OracleError
from outflank.play.oracles import WEB_ODDS, Oracle, Reply
from outflank.play.oracles.web_oracle import WebOracle
from outflank.rules import Answer, Odds, YesNo

PLENTY = 30.0
FROM_WEB = Reply(Answer.MAYBE, None, local=False)


class Clock:
    """Time that passes when a test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Service:
    """A service that a test can take down; it counts the requests."""

    def __init__(self) -> None:
        self.is_down = False
        self.asked = 0

    def __call__(self, _: float) -> Reply:
        self.asked += 1
        if self.is_down:
            raise OracleError("the network is away")
        return FROM_WEB


class Deferred:
    """Runs the oracle's work when a test says so, in place of a thread."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, work: Callable[[], None]) -> None:
        self.waiting.append(work)

    def finish(self) -> None:
        self.waiting.pop(0)()


def at_once(service: Service, clock: Clock | None = None, seed: int | None = None) -> WebOracle:
    """Return an oracle whose requests are complete before it waits for them."""
    return WebOracle(service, clock=clock or Clock(), seed=seed, start=lambda work: work())


def test_a_hanging_request_that_ignores_its_time_limit_is_abandoned() -> None:
    released = threading.Event()
    asked = threading.Semaphore(0)

    def service(_: float) -> Reply:
        asked.release()
        released.wait(PLENTY)
        return FROM_WEB

    oracle = WebOracle(service, seconds=0.01, clock=Clock())
    try:
        assert all(oracle.ask().local for _ in range(10))
        assert asked.acquire(blocking=False)
        assert not asked.acquire(blocking=False)  # one request, although it was asked ten times
    finally:
        released.set()


def test_an_abandoned_request_counts_as_one_failure_and_its_late_answer_is_used() -> None:
    start, clock = Deferred(), Clock()
    service = Service()
    oracle = WebOracle(service, seconds=0.0, clock=clock, start=start)
    assert oracle.ask().local
    service.is_down = True
    start.finish()
    assert oracle._failures == 1
    service.is_down = False
    assert oracle.ask().local
    assert oracle._failures == 2
    start.finish()
    assert oracle.ask() == FROM_WEB


def test_nothing_is_sent_before_the_first_ask() -> None:
    service = Service()
    at_once(service).close()
    WebOracle().close()
    assert service.asked == 0


def test_the_next_answer_is_fetched_ahead() -> None:
    service = Service()
    oracle = at_once(service)
    for turn in range(1, 5):
        assert oracle.ask() == FROM_WEB
        assert service.asked == turn + 1


def test_an_answer_fetched_ahead_is_given_without_a_request() -> None:
    service, start = Service(), Deferred()
    oracle = WebOracle(service, start=start)
    oracle.fetch_ahead()
    oracle.fetch_ahead()
    assert len(start.waiting) == 1
    start.finish()
    assert oracle.ask() == FROM_WEB
    assert service.asked == 1
    assert len(start.waiting) == 1


def test_skipping_answers_sends_no_request() -> None:
    service = Service()
    oracle = at_once(service)
    oracle.skip(10)
    assert service.asked == 0
    assert oracle.ask() == FROM_WEB


def test_an_answer_fetched_ahead_is_used_when_the_service_is_down() -> None:
    service = Service()
    oracle = at_once(service)
    oracle.ask()
    service.is_down = True
    assert [oracle.ask().local for _ in range(4)] == [False, True, True, True]


def test_one_failure_does_not_open_the_breaker() -> None:
    service, start = Service(), Deferred()
    oracle = WebOracle(service, start=start)
    oracle.fetch_ahead()
    service.is_down = True
    start.finish()
    assert oracle.ask().local
    service.is_down = False
    start.finish()
    assert oracle.ask() == FROM_WEB
    assert oracle._failures == 0


def test_only_failures_in_a_row_open_the_breaker() -> None:
    service = Service()
    oracle = at_once(service)
    oracle.ask()
    for _ in range(5):
        service.is_down = True
        assert oracle.ask() == FROM_WEB  # fetched ahead; the next request fails
        service.is_down = False
        assert oracle.ask().local  # the next request succeeds
    assert oracle.ask() == FROM_WEB


def test_after_two_failures_no_request_is_sent_for_a_minute() -> None:
    service, clock = Service(), Clock()
    service.is_down = True
    oracle = at_once(service, clock)
    assert oracle.ask().local
    assert service.asked == 2
    clock.now += 59.999
    assert all(oracle.ask().local for _ in range(100))
    assert service.asked == 2


def test_after_the_minute_a_local_answer_hides_the_next_request() -> None:
    service, clock = Service(), Clock()
    service.is_down = True
    oracle = at_once(service, clock)
    oracle.ask()
    clock.now += 60
    service.is_down = False
    assert oracle.ask().local
    assert service.asked == 3
    assert [oracle.ask() for _ in range(3)] == [FROM_WEB] * 3


def test_if_the_service_is_still_down_no_request_is_sent_for_another_minute() -> None:
    service, clock = Service(), Clock()
    service.is_down = True
    oracle = at_once(service, clock)
    oracle.ask()
    for minute in range(3):
        clock.now += 60
        assert all(oracle.ask().local for _ in range(10))
        assert service.asked == 3 + minute


def test_nobody_waits_while_the_service_is_tried_again() -> None:
    service, clock, start = Service(), Clock(), Deferred()
    service.is_down = True
    oracle = WebOracle(service, clock=clock, start=start)
    for _ in range(2):
        oracle.fetch_ahead()
        start.finish()
    clock.now += 60
    assert all(oracle.ask().local for _ in range(10))
    assert len(start.waiting) == 1


def test_local_answers_are_yes_or_no_and_repeat_with_the_seed() -> None:
    service = Service()
    service.is_down = True
    oracles = [at_once(service, seed=seed) for seed in [7, 7, 8]]
    first, same, other = ([oracle.ask().answer for _ in range(100)] for oracle in oracles)
    assert first == same != other
    assert set(first) == {Answer.YES, Answer.NO}


def test_closing_wakes_a_waiting_ask() -> None:
    start = Deferred()
    oracle = WebOracle(Service(), seconds=PLENTY, start=start)
    replies: list[Reply] = []
    asking = threading.Thread(target=lambda: replies.append(oracle.ask()))
    asking.start()
    with oracle._changed:  # free only before ask begins or while it waits
        pass
    oracle.close()
    asking.join(60)
    assert [reply.local for reply in replies] == [True]


def test_a_closed_oracle_answers_locally_and_sends_nothing() -> None:
    service = Service()
    oracle = at_once(service)
    oracle.close()
    oracle.close()
    assert oracle.ask().local
    oracle.fetch_ahead()
    assert service.asked == 0


def test_an_answer_that_arrives_after_closing_does_no_harm() -> None:
    start = Deferred()
    oracle = WebOracle(Service(), start=start)
    oracle.fetch_ahead()
    oracle.close()
    start.finish()
    assert oracle.ask().answer in Answer
    assert start.waiting == []


def test_without_threads_the_answers_are_local() -> None:
    def no_thread(_: object) -> None:
        raise RuntimeError("can't start new thread")

    oracle = WebOracle(Service(), clock=Clock(), start=no_thread)
    assert all(oracle.ask().local for _ in range(5))


def test_the_web_oracle_has_the_odds_of_the_variant() -> None:
    oracle: Oracle = WebOracle()
    assert oracle.odds == WEB_ODDS == YesNo().answers
    assert oracle.odds == Odds({"yes": 0.49995, "no": 0.49995, "maybe": 0.0001})


def test_a_game_continues_while_the_service_comes_and_goes() -> None:
    service, clock = Service(), Clock()
    oracle = at_once(service, clock)
    for turn in range(300):
        service.is_down = turn % 50 > 20
        clock.now += 5
        assert oracle.ask().answer in Answer
    assert service.asked < 300
