"""Computers whose engines fail still move, with a simpler engine if necessary."""

import logging
import os
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from outflank.engine import Analysis, Engine, Task
from outflank.errors import Busy, EngineError
from outflank.play.events import MovePlayed, TurnStarted
from outflank.rules import BLACK, Classic, Position
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.seats import engine_processes
from outflank.server.matches.seats.computer_pool import ComputerPool
from support.server.competition_server import first_move
from support.server.server_process import wait_until

pytestmark = [
    pytest.mark.server("by hand"),
    pytest.mark.skipif(os.name == "nt", reason="files have no such rights there"),
]

Logged = pytest.LogCaptureFixture


class BrokenPython:
    """A Python that cannot be run until it is repaired."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "python"
        self._path.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')

    def __str__(self) -> str:
        return str(self._path)

    def mend(self) -> None:
        self._path.chmod(0o755)


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BrokenPython:
    broken = BrokenPython(tmp_path)
    monkeypatch.setattr(sys, "executable", str(broken))
    return broken


def against_computer(server: CompetitionServer, clock: str = "none") -> LiveRoom:
    player = server.accounts.register("Ada")[0].id
    return server.challenges.play_computer(player, "3", Proposal(color="white", clock=clock))


def moves(room: LiveRoom) -> list[MovePlayed]:
    return [event for event in room.events if isinstance(event, MovePlayed)]


def warnings(log: Logged) -> list[str]:
    assert all(record.exc_info is None for record in log.records)
    return [record.getMessage() for record in log.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("budget", ["none", "3s/move", "5+0"])
def test_a_simpler_engine_moves_when_a_computers_process_cannot_be_started(
    server: CompetitionServer, broken: BrokenPython, caplog: Logged, budget: str
) -> None:
    room = against_computer(server, budget)
    wait_until(lambda: len(moves(room)) == 1, "the computer's first move")
    # On a busy machine the log may also report a stall of the server.
    [told] = [one for one in warnings(caplog) if one.startswith("Computer could")]
    assert told == (
        "Computer could not move, a simpler engine moves: "
        "no process could be started for the engine: Permission denied"
    )
    wait_until(lambda: server.computers.fallback_moves == 1, "the move to be counted")
    caplog.clear()
    broken.mend()
    turn, square = first_move(room)
    room.play(square, turn=turn)
    wait_until(lambda: len(moves(room)) == 3, "the computer's second move")
    assert [move.color for move in moves(room)] == [BLACK, BLACK.opponent, BLACK]
    assert warnings(caplog) == []
    assert not room.is_over


def test_hints_are_refused_while_no_process_can_be_started(
    server: CompetitionServer, broken: BrokenPython, caplog: Logged
) -> None:
    with pytest.raises(Busy, match="the server cannot give hints now"):
        server.computers.advise(Classic().start())
    assert warnings(caplog)[0].endswith("Permission denied")
    broken.mend()
    assert server.computers.advise(Classic().start()).move is not None


def test_a_process_that_cannot_be_started_ahead_costs_no_move(
    broken: BrokenPython, caplog: Logged
) -> None:
    computers = ComputerPool(1, lambda: 0, pause=0, ahead=True)
    try:
        wait_until(lambda: bool(warnings(caplog)), "the warning")
        assert warnings(caplog)[0].startswith("Could not start an engine ahead of its first move")
        with (
            pytest.raises(EngineError, match="no process could be started for the engine"),
            computers._engines.lend("3"),
        ):
            pass
        broken.mend()
        assert computers.advise(Classic().start()).move is not None
    finally:
        computers.close()


class Faulty(Engine):
    """An engine with a fault."""

    name = "faulty"

    def think(self, task: Task) -> Analysis:
        """Fail."""
        raise ZeroDivisionError(str(task.position.turn))


def test_a_computer_moves_in_spite_of_any_engine_fault(
    server: CompetitionServer, caplog: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_processes, "open_engine", lambda *_, **__: Faulty())
    room = against_computer(server)
    wait_until(lambda: len(moves(room)) == 1, "the computer's move")
    told = [record.getMessage() for record in caplog.records if record.exc_info]
    assert told == [
        "Unexpected error in the search of a computer, another try",
        "Unexpected error in the search of a computer, a simpler engine moves",
    ]


class Waiting(Engine):
    """An engine that waits until the test lets it move."""

    name = "waiting"

    def __init__(self) -> None:
        self.thinks = threading.Event()
        self.may_move = threading.Event()

    def supports(self, position: Position) -> bool:
        """Support everything."""
        return position is not None

    def think(self, task: Task) -> Analysis:
        """Play anything."""
        self.thinks.set()
        self.may_move.wait(60)
        return Analysis.of(task.position.legal_moves[0])


def test_a_computer_moves_once_the_database_can_be_written_again(
    server: CompetitionServer, tmp_path: Path, caplog: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Waiting()
    monkeypatch.setattr(engine_processes, "open_engine", lambda *_, **__: engine)
    room = against_computer(server)
    assert engine.thinks.wait(60)
    [path] = tmp_path.glob("*.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        engine.may_move.set()
        wait_until(lambda: bool(warnings(caplog)), "the warning")
        assert isinstance(room.state.asked, TurnStarted)
        other.execute("ROLLBACK")
    wait_until(lambda: len(moves(room)) == 1, "the computer's move")
