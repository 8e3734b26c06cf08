"""Workers share a database and its time; a single server shares it with nobody."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.errors import InvalidValue, StoreUnavailable
from outflank.server.competition_server import CompetitionServer
from outflank.server.server_clock import DatabaseClock
from outflank.store.database import Database
from outflank.store.database_clock import ClockReading, read_clock
from outflank.store.store import Store
from support.server.competition_server import database_url_in, open_server
from support.server.two_workers import SharedPlace, shared_place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[SharedPlace]:
    with shared_place(tmp_path) as found:
        yield found


def test_two_workers_run_side_by_side_and_exclude_a_single_server(
    place: SharedPlace,
) -> None:
    first, second = place.worker(), place.worker()
    with pytest.raises(StoreUnavailable, match="another server is using"):
        open_server(place.folder)
    place.close(first)
    place.close(second)
    alone = open_server(place.folder)
    try:
        with pytest.raises(StoreUnavailable, match="another server is using"):
            place.worker()
    finally:
        alone.close()


def test_workers_that_start_at_the_same_time_on_an_empty_database_all_start(
    place: SharedPlace,
) -> None:
    barrier = threading.Barrier(3)

    def open_one(_: int) -> CompetitionServer:
        barrier.wait(60)
        return place.worker()

    with ThreadPoolExecutor(3) as pool:
        workers = list(pool.map(open_one, range(3)))
    secrets = {one.store.settings.get_or_set("secret", "another") for one in workers}
    assert len(secrets) == 1
    assert "another" not in secrets


def test_the_clocks_of_workers_show_the_same_time(place: SharedPlace) -> None:
    first, second = place.worker(), place.worker()
    with Database(database_url_in(place.folder)) as database:
        before = read_clock(database)
        times = [first.now(), second.now(), first.now(), second.now()]
        after = read_clock(database)
    allowed = before.error + after.error + 50  # a busy machine measures the offset badly
    assert all(before.shown - allowed <= at <= after.shown + allowed for at in times)


def test_several_workers_on_sqlite_are_refused_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="several workers need a PostgreSQL database"):
        open_server(tmp_path, wake="redis://127.0.0.1:1")


def test_only_one_worker_holds_a_lease_until_its_heartbeat_is_old(place: SharedPlace) -> None:
    with Database(database_url_in(place.folder)) as database:
        leases = Store(database).leases
        assert leases.take("job", "a", 1_000, 500)
        assert not leases.take("job", "b", 1_500, 500)
        assert leases.take("job", "a", 1_400, 500)
        assert not leases.take("job", "b", 1_900, 500)
        assert leases.take("job", "b", 1_901, 500)
        leases.give_up("job", "a")
        assert not leases.take("job", "a", 1_902, 500)
        leases.give_up("job", "b")
        assert leases.take("job", "a", 1_903, 500)


def monotonic() -> float:
    return time.monotonic_ns() / 1e6


def test_a_clock_corrects_a_difference_slowly_and_never_steps_back() -> None:
    clock = DatabaseClock(lambda: ClockReading(monotonic(), 1_000_000.0, 0.5))
    try:
        began, shown = monotonic(), clock()
        assert shown >= 1_000_000
        clock.correct(ClockReading(monotonic(), shown - 10_000.0, 0.5))  # the database is behind
        last, readings = shown, 0
        while monotonic() < began + 100:
            assert clock() >= last
            last, readings = clock(), readings + 1
        assert readings > 3
        assert last > 1_000_000  # it goes on, more slowly
        assert last - shown <= monotonic() - began + 2
    finally:
        clock.close()


def test_a_clock_never_starts_before_the_last_stored_moment() -> None:
    clock = DatabaseClock(lambda: ClockReading(monotonic(), 1_000.0, 0.5), not_before=5_000)
    try:
        assert clock() >= 5_000
    finally:
        clock.close()
