"""The server's computers under a clock: no fault of the server costs them a match."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest

from outflank.engine import Analysis, Engine, Task
from outflank.engine.process import ProcessEngine
from outflank.play.events import MovePlayed
from outflank.rules import BLACK, Classic, Position
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches import challenges
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.seats import computer_pool, engine_processes
from outflank.server.matches.seats.computer_pool import ComputerPool
from outflank.server.matches.seats.engine_processes import ADVICE, EngineProcesses
from support.server.competition_server import HandClock, begin
from support.server.server_process import wait_until

pytestmark = pytest.mark.server("by hand")


class Starting(Engine):
    """An engine whose process is not ready until the test says so."""

    name = "starting"

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.thought = threading.Event()

    def supports(self, position: Position) -> bool:
        """Answer as soon as it has started."""
        return self.ready.wait(60) and super().supports(position)

    def think(self, task: Task) -> Analysis:
        """Play anything."""
        self.thought.set()
        return Analysis.of(task.position.legal_moves[0])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Starting:
    engine = Starting()

    def found(name: str, **_: Any) -> Engine:
        return engine

    monkeypatch.setattr(engine_processes, "open_engine", found)
    monkeypatch.setattr(computer_pool, "_reserve", lambda left: 2 * left)  # it is late at once
    return engine


def test_a_stand_in_moves_for_a_computer_that_has_not_started_in_time(
    server: CompetitionServer, slow: Starting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "require_level", lambda *_: None)
    player = server.accounts.register("Ada")[0].id
    terms = Proposal(color="white", clock="1s/move")
    room = server.challenges.play_computer(player, "1", terms)
    room.wait(2, 60)
    [played] = [event for event in room.events if isinstance(event, MovePlayed)]
    assert (played.color, room.is_over) == (BLACK, False)
    slow.ready.set()
    server.close()
    assert not slow.thought.is_set()


def test_no_computer_loses_on_time_while_the_server_keeps_it_from_moving(
    server: CompetitionServer, slow: Starting, monkeypatch: pytest.MonkeyPatch, clock: HandClock
) -> None:
    monkeypatch.setattr(challenges, "require_level", lambda *_: None)
    monkeypatch.setattr(computer_pool, "_reserve", lambda _: -1e9)  # without a stand-in
    player = server.accounts.register("Ada")[0].id
    terms = Proposal(color="white", clock="1s/move")
    room = server.challenges.play_computer(player, "1", terms)
    clock.pass_time(1500)
    assert room.tick() == []
    slow.ready.set()
    room.wait(2, 60)
    [played] = [event for event in room.events if isinstance(event, MovePlayed)]
    assert (played.color, played.spent, room.is_over) == (BLACK, 1000, False)


def test_a_computer_that_has_left_its_match_does_not_begin_to_think(
    server: CompetitionServer, slow: Starting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_pool, "_reserve", lambda _: -1e9)  # without a stand-in
    monkeypatch.setattr(challenges, "require_level", lambda *_: None)
    player = server.accounts.register("Ada")[0].id
    terms = Proposal(color="white")
    rooms = [server.challenges.play_computer(player, "1", terms) for _ in range(4)]
    rooms[2].unseat()  # the two before it use all searches of the server
    slow.ready.set()
    for room in (rooms[0], rooms[1], rooms[3]):
        assert room.wait(2, 60)
    assert rooms[2].seq == 2


def test_a_process_serves_any_engine_and_is_replaced_when_it_has_died() -> None:
    processes = EngineProcesses(1)
    start = Classic().start()
    try:
        with processes.lend("3") as engine:
            assert isinstance(engine, ProcessEngine)
            assert engine.choose(start) is not None
            first = engine._child
        with processes.lend(ADVICE) as engine:
            assert isinstance(engine, ProcessEngine)
            assert (engine.process_id, engine.name) == (first.pid, ADVICE)  # kept
            assert len(engine.analyse(start, candidates=4).scores) == 4
            with processes.lend("4") as other:
                assert isinstance(other, ProcessEngine)
                assert other.process_id != first.pid
                second = other._child
        assert second.poll() is None  # given back first, so it is kept
        assert first.poll() is not None  # one more than is kept
        second.kill()
        second.wait()
        with processes.lend("3") as engine:
            assert isinstance(engine, ProcessEngine)
            assert engine.choose(start) is not None
            assert engine.process_id != second.pid
            third = engine._child
    finally:
        processes.close()
    assert third.poll() is not None


def test_a_worker_starts_its_processes_ahead(clock: HandClock) -> None:
    computers = ComputerPool(2, clock, pause=0, ahead=True)
    wait_until(lambda: len(computers._engines._idle) == 2, "both processes")
    assert len({engine.process_id for engine in computers._engines._idle}) == 2
    computers.close()


def test_a_computer_thinks_no_longer_than_the_time_it_has_left(
    server: CompetitionServer, clock: HandClock
) -> None:
    room = begin(server, "2s/move")
    with room.reading() as match:
        whole = computer_pool._limit(match, BLACK, clock()).seconds
        rest = computer_pool._limit(match, BLACK, clock() + 1500).seconds
        none = computer_pool._limit(match, BLACK, clock() + 5000).seconds
    assert whole is not None
    assert rest is not None
    assert none is not None
    assert 1.0 < whole < 2.0
    assert 0.0 < none < rest < 0.5


class AtOnce(threading.Thread):
    """A timer that does not wait, and notes how long it should have waited."""

    waits: ClassVar[list[float]] = []

    def __init__(self, wait: float, do: Callable[..., None], arguments: Sequence[Any] = ()) -> None:
        super().__init__(target=do if wait == PAUSE else lambda *_: None, args=arguments)
        self.waits.append(wait)

    def cancel(self) -> None:
        """Do nothing: it has been done."""


PAUSE = 1234.0


@pytest.mark.server("by hand", pause=PAUSE)
@pytest.mark.parametrize(
    ("budget", "is_paused"), [("none", True), ("5+3", True), ("3s/move", False)]
)
def test_computers_that_play_each_other_pause_where_their_clock_allows_it(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch, budget: str, is_paused: bool
) -> None:
    monkeypatch.setattr(AtOnce, "waits", [])
    monkeypatch.setattr(threading, "Timer", AtOnce)
    room = server.challenges.watch_computers(("1", "2"), Proposal(size=4, clock=budget))
    while not room.is_over:
        assert room.wait(room.seq, 60) or room.is_over
    moves = sum(isinstance(event, MovePlayed) for event in room.events)
    assert moves >= 4  # a side may soon have lost all its discs
    assert (AtOnce.waits.count(PAUSE) >= moves) == is_paused
    assert (PAUSE in AtOnce.waits) == is_paused
