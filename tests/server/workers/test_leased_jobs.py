"""Jobs that one worker at a time does, and what happens when that worker is gone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from outflank.play.clock import ClockSetting
from outflank.play.events import MatchEnded, MovePlayed, Paused, Resumed, TurnStarted
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, WHITE, Color, Reason, find_variant
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from outflank.store.database import Database
from outflank.store.server_state import LeaseStore
from outflank.store.store import Store
from outflank.store.worker_store import Outage, WorkerStore
from support.server.competition_server import begin, database_url_in, first_move
from support.server.server_process import wait_until
from support.server.two_workers import SharedPlace


@pytest.fixture
def lose(
    place: SharedPlace, monkeypatch: pytest.MonkeyPatch
) -> Callable[[CompetitionServer], None]:
    """End a worker as a crash does: it gives nothing back."""

    def do(worker: CompetitionServer) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(LeaseStore, "give_up", lambda *_: None)
            patched.setattr(WorkerStore, "leave", lambda *_: None)
            place.close(worker)

    return do


def kinds_of(room: LiveRoom, *kinds: type) -> int:
    """Count the events of some kinds."""
    return sum(isinstance(event, kinds) for event in room.events)


def test_a_flag_falls_once_and_late_enough_for_moves_in_transit(place: SharedPlace) -> None:
    workers = [place.worker(), place.worker()]
    rooms = [begin(worker, "1s/move") for worker in workers]
    deadlines = [room.deadline for room in rooms]
    wait_until(lambda: all(room.is_over for room in rooms), "the flags")
    for room, deadline in zip(rooms, deadlines, strict=True):
        last = room.events[-1]
        assert isinstance(last, MatchEnded)
        assert last.outcome.reason is Reason.TIME
        assert deadline is not None
        assert last.at >= deadline + 1_000
        assert kinds_of(room, MatchEnded) == 1
    assert sum(worker.clock_watcher.flags for worker in workers) == 2


def test_another_worker_lets_flags_fall_when_the_first_is_gone(
    place: SharedPlace, lose: Callable[[CompetitionServer], None]
) -> None:
    first = place.worker()
    wait_until(lambda: holder_of(place, "clocks") is not None, "the lease")
    second = place.worker()
    room = begin(second, "1s/move")
    lose(first)
    wait_until(lambda: room.is_over, "the flag")
    assert second.clock_watcher.flags == 1


def holder_of(place: SharedPlace, job: str) -> str | None:
    with Database(database_url_in(place.folder)) as database, database.reading() as connection:
        query = "SELECT holder FROM leases WHERE name = %s"
        found = connection.exec_driver_sql(query, (job,)).scalar()
    return None if found is None else str(found)


def test_one_worker_names_the_openings_and_signs_the_records_for_all(place: SharedPlace) -> None:
    place.worker()
    wait_until(lambda: holder_of(place, "clocks") is not None, "the lease")
    other = place.worker()
    room = begin(other)
    room.resign(BLACK)
    unnamed, unsigned = other.store.past_games.without_opening, other.store.signatures.unsigned
    wait_until(lambda: room.name not in [*unnamed(100), *unsigned(100)], "the other worker")


def test_it_is_an_outage_only_if_no_worker_worked(place: SharedPlace) -> None:
    with Database(database_url_in(place.folder)) as database:
        workers = Store(database).workers
        begun = 10**13  # later than any clock
        workers.beat("a", begun, 2_000)
        workers.end_outage(Outage(0, begun))
        assert workers.beat("b", begun + 1_900, 2_000) is None
        assert workers.beat("a", begun + 3_800, 2_000) is None  # it was away, b was not
        found = workers.beat("b", begun + 6_000, 2_000)
        assert found == Outage(begun + 3_800, begun + 6_000)
        assert workers.beat("a", begun + 6_001, 2_000) == found  # not given back yet
        workers.end_outage(found)
        assert workers.beat("a", begun + 6_002, 2_000) is None
        with database.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM leases")


def test_the_time_of_an_outage_of_all_workers_is_given_back_once(place: SharedPlace) -> None:
    worker = place.worker()
    rooms = [begin(worker, "20s/move") for _ in range(30)]
    names, deadlines = [room.name for room in rooms], [room.deadline for room in rooms]
    place.close(worker)
    with Database(database_url_in(place.folder)) as database, database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE leases SET beat = beat - 15000 WHERE name = 'server'")
    with ThreadPoolExecutor(3) as pool:
        workers = list(pool.map(lambda _: place.worker(), range(3)))
    for name, before in zip(names, deadlines, strict=True):
        room = workers[0].registry.room(name)
        assert (kinds_of(room, Paused), kinds_of(room, Resumed)) == (1, 1)
        assert room.deadline is not None
        assert before is not None
        assert room.deadline > before


def test_players_of_a_dead_worker_have_a_second_to_connect_again(place: SharedPlace) -> None:
    workers = [place.worker(), place.worker()]
    concerned, other = (begin(workers[0], "60s/move") for _ in range(2))
    due, died = concerned.deadline, workers[0].now()
    assert due is not None
    for worker in workers:  # a remaining worker and the new one
        worker.clock_watcher.give_back(died, lambda match: match == concerned.name)
    room = workers[1].registry.room(concerned.name)
    assert room.deadline is not None
    assert (kinds_of(room, Paused), kinds_of(room, Resumed)) == (1, 1)
    assert room.deadline >= due + 1_000
    assert kinds_of(workers[1].registry.room(other.name), Resumed) == 0


def test_a_worker_that_starts_after_a_short_gap_gives_its_time_back(
    place: SharedPlace,
) -> None:
    worker = place.worker()
    room = begin(worker, "60s/move")
    assert room.deadline is not None
    place.close(worker)
    with Database(database_url_in(place.folder)) as database, database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE leases SET beat = beat - 800 WHERE name = 'server'")
    again = place.worker().registry.room(room.name)
    assert (kinds_of(again, Paused), kinds_of(again, Resumed)) == (1, 1)
    assert again.deadline is not None
    assert again.deadline >= room.deadline + 1_000


@pytest.mark.parametrize("variant", ["classic", "yesno"])
def test_computers_and_the_oracle_continue_when_their_worker_is_gone(
    place: SharedPlace, lose: Callable[[CompetitionServer], None], variant: str
) -> None:
    first, second = place.worker(), place.worker()
    player, _ = first.accounts.register(f"Plays {variant}")
    setup = Setup(
        players=(Player(f"#{player.id}", f"bot:{player.id}"), Player("computer", "computer:1")),
        start=find_variant(variant).start(6),
        clock=ClockSetting.parse("60s/move"),
        oracle="drawn:1" if find_variant(variant).answers else "",
    )
    room = first.registry.open(setup, Terms(player.id))
    wait_until(lambda: is_turn_of(room, BLACK), "the first turn")
    lose(first)
    copy = second.registry.room(room.name)
    for _ in range(3):
        wait_until(lambda: is_turn_of(copy, BLACK) or copy.is_over, "the computer's move")
        if copy.is_over:  # it lost early
            break
        turn, square = first_move(copy)
        copy.play(square, turn=turn)
    moved = [event.color for event in copy.events if isinstance(event, MovePlayed)]
    assert WHITE in moved


def is_turn_of(room: LiveRoom, color: Color) -> bool:
    asked = room.state.asked
    return isinstance(asked, TurnStarted) and asked.color is color
