"""Fair use: limits that hold, polls that are slowed, places that run out and are freed."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import Busy, TooMany
from outflank.server.capacity import CapacityLimit, Slot
from outflank.server.rate_limits import (
    RATE_LIMITS,
    Limiter,
    LimitWindows,
    MemoryCounters,
    Pacer,
    RateLimit,
    RateWindow,
    network_of,
)


@dataclass
class Time:
    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


def passes(check: Callable[[], None]) -> bool:
    try:
        check()
    except TooMany:
        return False
    return True


def how_many(check: Callable[[], None], most: int = 100_000) -> int:
    """Return how often something is allowed at one moment."""
    return next((times for times in range(most) if not passes(check)), most)


def test_every_limit_has_a_quick_and_a_slow_window() -> None:
    assert set(RATE_LIMITS) == set(RateLimit)
    for allowance in RATE_LIMITS.values():
        for windows in (allowance.key, allowance.address, allowance.everybody):
            assert len(windows) in (0, 2)
            for quick, slow in pairwise(windows):
                assert quick.seconds < slow.seconds
                assert quick.count < slow.count
                assert quick.pause < slow.pause


def test_an_address_may_hold_twenty_polite_bots() -> None:
    for limit in (RateLimit.POLLS, RateLimit.MOVES, RateLimit.STREAMS):
        allowed = RATE_LIMITS[limit]
        for key, address in zip(allowed.key, allowed.address, strict=True):
            assert address.count >= 20 * key.count


def test_bots_may_follow_every_match_of_a_night_of_quick_games() -> None:
    now = Time()
    limiter = Limiter(now=now)
    # Longer than any window; each bot plays three games a second, and reconnects now and then.
    for _ in range(3_000):
        now.seconds += 0.3
        for bot in range(20):
            limiter.check(RateLimit.STREAMS, str(bot), "192.0.2.7")


def test_a_bot_that_opens_streams_in_a_loop_is_stopped() -> None:
    now = Time()
    limiter = Limiter(now=now)
    assert how_many(lambda: limiter.check(RateLimit.STREAMS, "7", "192.0.2.7")) == 100


@given(
    st.integers(1, 20),
    st.floats(0.5, 100),
    st.lists(st.floats(0, 30), min_size=1, max_size=200),
)
def test_a_window_never_lets_more_through_than_its_limit(
    count: int, seconds: float, pauses: list[float]
) -> None:
    now = Time()
    counters = MemoryCounters(now)
    passed = []
    for pause in pauses:
        now.seconds += pause
        if counters.take([("somebody", (RateWindow(count, seconds),))], spend=True) == 0:
            passed.append(now.seconds)
    for start in passed:
        assert sum(start <= moment < start + seconds - 1e-3 for moment in passed) <= count


def test_a_caller_is_let_through_after_the_announced_wait_and_no_sooner() -> None:
    now = Time()
    limiter = Limiter(limits={RateLimit.NAMES: LimitWindows(key=(RateWindow(4, 60),))}, now=now)
    for _ in range(2):
        limiter.check(RateLimit.NAMES, "7")
    with pytest.raises(TooMany) as refusal:
        limiter.check(RateLimit.NAMES, "7")
    assert refusal.value.limit == "names"
    assert refusal.value.retry_after == pytest.approx(30)
    assert refusal.value.whole_seconds == 30
    now.seconds += 29.9
    with pytest.raises(TooMany):
        limiter.check(RateLimit.NAMES, "7")
    now.seconds += 0.1
    limiter.check(RateLimit.NAMES, "7")


def test_a_wait_is_at_least_one_second_in_the_header() -> None:
    assert TooMany("moves", 0.02).whole_seconds == 1


def test_the_slow_window_holds_when_the_quick_one_is_kept() -> None:
    now = Time()
    allowance = LimitWindows(key=(RateWindow(10, 1), RateWindow(60, 60)))
    limiter = Limiter(limits={RateLimit.POLLS: allowance}, now=now)
    passed = 0
    for _ in range(60 * 5):
        now.seconds += 0.2  # five a second, which the quick window always allows
        passed += passes(lambda: limiter.check(RateLimit.POLLS, "7"))
    assert 55 <= passed <= 60


def test_keys_addresses_and_limits_are_counted_apart() -> None:
    limiter = Limiter(now=Time())
    one = how_many(lambda: limiter.check(RateLimit.MOVES, "1", "192.0.2.1"))
    assert one == 50
    limiter.check(RateLimit.MOVES, "2", "192.0.2.1")
    limiter.check(RateLimit.POLLS, "1", "192.0.2.1")
    with pytest.raises(TooMany):
        limiter.check(RateLimit.MOVES, "1", "192.0.2.2")


def test_many_keys_do_not_help_one_address() -> None:
    limiter = Limiter(now=Time())
    keys = iter(range(10_000))
    assert how_many(lambda: limiter.check(RateLimit.MOVES, str(next(keys)), "192.0.2.1")) == 1000
    limiter.check(RateLimit.MOVES, "somebody", "192.0.2.2")


def test_a_refused_request_costs_nothing() -> None:
    now = Time()
    both = LimitWindows(key=(RateWindow(2, 10),), address=(RateWindow(8, 10),))
    limiter = Limiter(limits={RateLimit.NAMES: both}, now=now)
    limiter.check(RateLimit.NAMES, "rude", "192.0.2.1")
    for _ in range(100):
        with pytest.raises(TooMany):
            limiter.check(RateLimit.NAMES, "rude", "192.0.2.1")
    others = iter("abcdefgh")
    assert how_many(lambda: limiter.check(RateLimit.NAMES, next(others), "192.0.2.1")) == 3


def test_an_address_can_guess_ten_keys_a_minute() -> None:
    now = Time()
    limiter = Limiter(now=now)
    failures = 0
    for _ in range(6000):
        failures += passes(
            lambda: limiter.check(RateLimit.FAILED_AUTHENTICATION, address="192.0.2.1")
        )
        now.seconds += 0.01
    assert 5 < failures <= 10


def test_guessing_keys_from_many_addresses_is_noticed_without_refusing_anybody_else() -> None:
    now = Time()
    limiter = Limiter(now=now)
    quiet = 0
    for guess in range(6000):
        quiet += not limiter.is_crowded(RateLimit.FAILED_AUTHENTICATION)
        address = f"10.0.{guess % 250}.{guess // 250}"
        assert passes(partial(limiter.check, RateLimit.FAILED_AUTHENTICATION, "", address))
        now.seconds += 0.01
    assert 300 < quiet <= 600
    limiter.peek(RateLimit.FAILED_AUTHENTICATION, address="192.0.2.1")
    assert not limiter.is_crowded(RateLimit.NAMES)


def test_looking_at_a_limit_uses_nothing_up() -> None:
    limiter = Limiter(now=Time())
    for _ in range(100):
        limiter.peek(RateLimit.FAILED_AUTHENTICATION, address="192.0.2.1")
    assert how_many(lambda: limiter.check(RateLimit.FAILED_AUTHENTICATION, "", "192.0.2.1")) == 5
    with pytest.raises(TooMany):
        limiter.peek(RateLimit.FAILED_AUTHENTICATION, address="192.0.2.1")


def test_an_ipv6_address_is_counted_by_its_network() -> None:
    limiter = Limiter(now=Time())
    hosts = iter(range(1, 1000))
    check = RateLimit.FAILED_AUTHENTICATION
    assert how_many(lambda: limiter.check(check, address=f"2001:db8::{next(hosts):x}")) == 5
    limiter.check(check, address="2001:db8:0:1::1")
    assert network_of("unix:socket") == "unix:socket"


def test_callers_who_have_left_are_forgotten() -> None:
    now = Time()
    counters = MemoryCounters(now)
    for caller in range(20_000):
        now.seconds += 1
        counters.take([(str(caller), (RateWindow(10, 10),))], spend=True)
    assert len(counters._times) <= 1024


def test_a_flood_of_callers_takes_bounded_memory() -> None:
    counters = MemoryCounters(Time())
    counters._times.most = 2000
    for caller in range(10_000):
        counters.take([(str(caller), (RateWindow(10, 10),))], spend=True)
        assert len(counters._times) <= 2000
    assert "9999" in counters._times


def test_a_limit_is_exact_across_threads() -> None:
    limiter = Limiter(
        limits={RateLimit.MOVES: LimitWindows(key=(RateWindow(1000, 60),))}, now=Time()
    )
    with ThreadPoolExecutor(8) as threads:
        tries = threads.map(
            lambda _: how_many(lambda: limiter.check(RateLimit.MOVES, "7")), range(8)
        )
        assert sum(tries) == 500


def test_a_polite_poller_is_never_slowed() -> None:
    now = Time()
    pacer = Pacer(now=now)
    for _ in range(20 * 600):
        assert pacer.slowdown("key0") == 0
        now.seconds += 1 / 20


def test_a_burst_of_twenty_polls_is_still_polite() -> None:
    pacer = Pacer(now=Time())
    assert [pacer.slowdown("key0") for _ in range(20)] == [0.0] * 20
    assert pacer.slowdown("key0") > 0


def test_a_rude_poller_is_slowed_more_and_more_but_never_beyond_a_tenth_of_a_second() -> None:
    pacer = Pacer(now=Time())
    delays = [pacer.slowdown("key0") for _ in range(10_000)]
    early, late = delays[20:30], delays[1000:]
    assert 0 < max(early) < min(late)
    assert max(late) <= 0.1
    assert pacer.slowdown("key1") == 0


def test_the_answers_to_many_simultaneous_rude_polls_are_spread_out() -> None:
    pacer = Pacer(now=Time())
    delays = [pacer.slowdown("key0") for _ in range(1000)][-100:]
    fullest = max(sum(low <= delay < low + 0.001 for delay in delays) for low in delays)
    assert fullest <= 10  # of a hundred, in any millisecond


def test_a_poller_that_waits_for_its_answers_settles_at_twenty_a_second() -> None:
    now = Time()
    pacer = Pacer(now=now)
    started = now.seconds
    for _ in range(1000):
        now.seconds += 0.001 + pacer.slowdown("key0")
    assert 18 <= 1000 / (now.seconds - started) <= 22


def test_a_rude_poller_is_soon_forgiven() -> None:
    now = Time()
    pacer = Pacer(now=now)
    for _ in range(100_000):
        pacer.slowdown("key0")
    now.seconds += 1.1
    assert pacer.slowdown("key0") == 0


def test_a_capacity_limit_admits_as_many_as_it_has_places() -> None:
    limit = CapacityLimit("searches", 2)
    first = limit.acquire()
    with limit.acquire():
        with pytest.raises(Busy, match="too many searches at once"):
            limit.acquire()
        assert limit.in_use == 2
    assert limit.try_acquire() is not None
    first.release()
    first.release()
    assert limit.in_use == 1


def test_a_place_is_freed_when_the_work_fails() -> None:
    limit = CapacityLimit("searches", 1)
    with pytest.raises(ZeroDivisionError), limit.acquire():
        raise ZeroDivisionError
    assert limit.in_use == 0


def test_one_key_or_address_can_hold_only_some_of_the_places() -> None:
    limit = CapacityLimit("streams", 100, per_key=2, per_address=3)
    slots = [limit.acquire("1", "here"), limit.acquire("1", "here"), limit.acquire("2", "here")]
    assert limit.try_acquire("1", "there") is None
    assert limit.try_acquire("3", "here") is None
    assert limit.try_acquire("3", "there") is not None
    slots[0].release()
    assert limit.try_acquire("1", "here") is not None
    assert all(limit.try_acquire() for _ in range(50))  # no key and no address


def test_nested_capacity_limits_leave_the_remaining_threads_to_moves() -> None:
    waiting = CapacityLimit("waiting requests", 64 - 16)
    streams = CapacityLimit("streams", 40, within=waiting)
    polls = CapacityLimit("waiting polls", 40, within=waiting)
    held = [slot for slot in (streams.try_acquire() for _ in range(100)) if slot]
    held += [slot for slot in (polls.try_acquire() for _ in range(100)) if slot]
    assert (streams.in_use, polls.in_use, waiting.in_use) == (40, 8, 48)
    for slot in held:
        slot.release()
    assert (streams.in_use, polls.in_use, waiting.in_use) == (0, 0, 0)


def test_a_refusal_by_the_inner_limit_frees_the_outer_place() -> None:
    waiting = CapacityLimit("waiting requests", 5)
    streams = CapacityLimit("streams", 1, within=waiting)
    with streams.acquire():
        assert streams.try_acquire() is None
        assert waiting.in_use == 1


def test_a_capacity_limit_counts_correctly_across_many_threads() -> None:
    limit = CapacityLimit("searches", 4, per_key=3)
    seen = []
    start = threading.Barrier(8, timeout=60)

    def come_and_go(key: str) -> None:
        start.wait()
        for _ in range(500):
            slot: Slot | None = limit.try_acquire(key)
            if slot:
                seen.append(limit.in_use)
                slot.release()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(come_and_go, "aabbccdd"))
    assert limit.in_use == 0
    assert seen
    assert max(seen) <= 4
    assert not limit._keys
