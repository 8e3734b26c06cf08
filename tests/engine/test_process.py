"""Engines in processes of their own: they answer, stop, die and end without leaving a trace."""

import functools
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from outflank.engine import Analysis, Limit, open_engine
from outflank.engine.process import ProcessEngine
from outflank.engine.simple import AlphaBetaEngine, GreedyEngine
from outflank.errors import EngineError
from outflank.rules import BLACK, PASS, Board, Classic, Position, Square, YesNo
from support.engines.failing_engines import Belated, Faulty, Stubborn, fail_to_start

START = Classic().start()
FOREVER = Limit(seconds=600)


def is_gone(engine: ProcessEngine) -> bool:
    """Tell whether the child has ended and has been seen off."""
    return engine._child.returncode is not None


def test_it_answers_as_the_engine_itself_would() -> None:
    limit = Limit(nodes=500)
    with ProcessEngine(functools.partial(AlphaBetaEngine, seed=4)) as apart:
        for position in (START, START.play(Square.parse("f5")), YesNo().start().hear("maybe")):
            here = AlphaBetaEngine(seed=4).analyse(position, limit, candidates=3)
            there = apart.analyse(position, limit, candidates=3)
            assert there.scores == here.scores
            assert (there.move, there.line, there.nodes) == (here.move, here.line, here.nodes)
        one, other = (apart.choose(START, limit, seed=9) for _ in range(2))
        assert one == other


def test_a_child_is_killed_at_once_whether_it_is_still_starting_or_busy() -> None:
    starting = ProcessEngine(GreedyEngine)
    starting.close()
    assert starting._child.returncode != 0
    ready = ProcessEngine(GreedyEngine)
    ready.analyse(START)
    ready.close()
    assert is_gone(ready)


def test_an_engine_that_another_thread_closes_is_neither_asked_nor_started_again() -> None:
    engine = ProcessEngine(GreedyEngine)
    engine._end_child()
    engine._send(b"")  # a cancellation that comes too late fails nobody
    first = engine.process_id
    engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        engine.new_game()
    assert engine.process_id == first


def test_a_child_becomes_another_engine() -> None:
    with ProcessEngine(GreedyEngine, name="greedy") as engine:
        engine.choose(START)
        before = engine.process_id
        engine.become(Faulty, "faulty")
        assert (engine.name, engine.analyse(START).depth) == ("faulty", before)
        engine.become(fail_to_start, "nothing")
        with pytest.raises(EngineError, match="nothing failed: there is nothing to start"):
            engine.analyse(START)
        engine.become(GreedyEngine, "greedy")
        assert engine.choose(START) in START.legal_moves
        assert engine.process_id == before


def test_progress_that_an_engine_reports_too_late_belongs_to_no_other_question() -> None:
    heard: list[Analysis] = []
    with ProcessEngine(Belated) as engine:
        for _ in range(3):
            engine.analyse(START, on_progress=heard.append)
    assert heard == []


def test_it_thinks_in_another_process() -> None:
    with ProcessEngine(Faulty) as engine:
        found = engine.analyse(START)
        assert found.depth == engine.process_id != os.getpid()


def test_progress_arrives_in_the_callers_thread() -> None:
    heard: list[tuple[int, int]] = []
    with open_engine("alphabeta", own_process=True) as engine:
        engine.analyse(
            START,
            Limit(depth=3),
            on_progress=lambda found: heard.append((found.depth, threading.get_ident())),
        )
    assert heard == [(depth, threading.get_ident()) for depth in (1, 2, 3)]


def test_passes_and_finished_games_are_as_everywhere() -> None:
    board = Board.parse("XXXX XXXX XXXO XX--")
    with open_engine("level:3", own_process=True) as engine:
        assert engine.name == "level 3"
        assert engine.choose(Position(board, BLACK.opponent)) is PASS
        with pytest.raises(EngineError, match="the game is over"):
            engine.analyse(Position(Board.empty(8)))


def test_a_cancelled_analysis_returns_its_best_so_far() -> None:
    cancel = threading.Event()
    with ProcessEngine(AlphaBetaEngine) as engine:
        before = engine.process_id
        found = engine.analyse(START, FOREVER, cancel=cancel, on_progress=lambda _: cancel.set())
        assert found.move in START.legal_moves
        assert found.depth >= 1
        assert engine.analyse(START, FOREVER, cancel=cancel).move in START.legal_moves
        assert engine.process_id == before


def test_an_engine_that_does_not_stop_is_ended_and_its_best_kept() -> None:
    cancel = threading.Event()
    with ProcessEngine(Stubborn, patience=0.05) as engine:
        found = engine.analyse(START, cancel=cancel, on_progress=lambda _: cancel.set())
        assert found.move == Square.parse("d3")
        assert is_gone(engine)


def test_an_engine_that_does_not_stop_and_found_nothing_is_an_error() -> None:
    cancel = threading.Event()
    cancel.set()
    silent = functools.partial(Stubborn, silent=True)
    with ProcessEngine(silent, name="stubborn", patience=0.05) as engine:
        with pytest.raises(EngineError, match="stubborn did not stop when told to and was ended"):
            engine.analyse(START, cancel=cancel)
        assert is_gone(engine)


def test_a_child_killed_between_two_moves_is_replaced() -> None:
    with ProcessEngine(GreedyEngine) as engine:
        engine.choose(START)
        first = engine._child
        first.kill()
        first.wait(60)
        assert engine.choose(START) in START.legal_moves
        assert engine.process_id != first.pid


def test_a_child_killed_while_thinking_is_one_sentence_and_replaced_afterwards() -> None:
    with ProcessEngine(AlphaBetaEngine, name="level 9") as engine:
        with pytest.raises(
            EngineError, match=r"the process of level 9 ended unexpectedly \(exit status -?\d+\)"
        ):
            engine.analyse(START, FOREVER, on_progress=lambda _: engine._child.kill())
        assert is_gone(engine)
        assert engine.choose(START, Limit(depth=1)) in START.legal_moves


def test_a_child_that_ends_itself_is_one_sentence() -> None:
    with (
        ProcessEngine(Faulty) as engine,
        pytest.raises(EngineError, match=r"ended unexpectedly \(exit status 3\)"),
    ):
        engine.analyse(START, Limit(depth=2))


def test_errors_come_back_as_one_sentence_and_leave_the_child_usable() -> None:
    with ProcessEngine(Faulty, name="faulty") as engine:
        before = engine.process_id
        with pytest.raises(EngineError) as raised:
            engine.analyse(START, Limit(depth=1))
        assert str(raised.value) == "faulty failed: this engine is tired"
        with pytest.raises(EngineError) as raised:
            engine.analyse(START, Limit(depth=3))
        assert str(raised.value) == "faulty failed: KeyError: 'inside'"
        assert "Traceback" in raised.value.__notes__[0]
        with pytest.raises(EngineError, match="faulty does not play Othello on 6x6"):
            engine.analyse(Classic().start(6))
        assert engine.analyse(START).depth == before


def test_a_factory_that_fails_says_why() -> None:
    with ProcessEngine(fail_to_start, name="nothing") as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match="nothing failed: there is nothing to start"):
                engine.analyse(START)


def test_a_factory_that_cannot_travel_is_refused() -> None:
    with pytest.raises(EngineError, match="cannot run in a process of its own"):
        ProcessEngine(lambda: GreedyEngine())


def test_a_fault_in_the_callers_progress_function_is_the_callers() -> None:
    def stumble(_: Analysis) -> None:
        raise KeyboardInterrupt

    with ProcessEngine(AlphaBetaEngine) as engine:
        with pytest.raises(KeyboardInterrupt):
            engine.analyse(START, FOREVER, on_progress=stumble)
        assert is_gone(engine)
        assert engine.choose(START, Limit(depth=1)) in START.legal_moves


def test_closing_ends_the_child_and_refuses_further_questions() -> None:
    engine = ProcessEngine(GreedyEngine)
    engine.close()
    engine.close()
    assert is_gone(engine)
    with pytest.raises(EngineError, match="has been closed"):
        engine.analyse(START)
    with pytest.raises(EngineError, match="has been closed"):
        engine.supports(START)


def test_closing_from_another_thread_ends_an_analysis() -> None:
    engine = ProcessEngine(AlphaBetaEngine)
    closer, has_begun = threading.Thread(target=engine.close), threading.Event()

    def close_once(_: Analysis) -> None:
        if not has_begun.is_set():
            has_begun.set()
            closer.start()

    with pytest.raises(EngineError, match="was closed while it was thinking"):
        engine.analyse(START, FOREVER, on_progress=close_once)
    closer.join(60)
    assert is_gone(engine)


def test_a_forgotten_engine_ends_its_child() -> None:
    engine = ProcessEngine(GreedyEngine)
    process = engine._child
    del engine
    assert process.returncode is not None


PARENT = """
import sys
from outflank.engine import Limit
from outflank.engine.process import ProcessEngine
from outflank.engine.simple import AlphaBetaEngine
from outflank.rules import Classic
engine = ProcessEngine(AlphaBetaEngine)
engine.analyse(Classic().start(), Limit(depth=1))
print("ready", flush=True)
{after}
"""


def start_parent(after: str) -> subprocess.Popen[str]:
    """Start a program with an engine; its error stream stays open as long as any child lives."""
    return subprocess.Popen(
        [sys.executable, "-c", PARENT.format(after=after)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=Path(__file__).parents[1],
    )


def test_the_child_ends_when_its_parent_is_killed_while_it_thinks() -> None:
    think = "engine.analyse(Classic().start(), Limit(seconds=600))"
    with start_parent(think) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        parent.kill()
        # Only the end of the child too ends the stream.
        _, errors = parent.communicate(timeout=60)
    assert errors == ""


def test_a_program_that_forgets_to_close_ends_quietly() -> None:
    with start_parent("") as parent:
        output, errors = parent.communicate(timeout=60)
    assert (parent.returncode, output, errors) == (0, "ready\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a group are a POSIX matter")
def test_an_interrupt_from_the_keyboard_reaches_the_parent_only() -> None:
    # The terminal sends Ctrl-C to the whole group; the child is not in it.
    after = (
        "import os, signal\n"
        "assert os.getpgid(engine.process_id) != os.getpgid(0)\n"
        "try:\n"
        "    engine.analyse(Classic().start(), Limit(seconds=600),\n"
        "        on_progress=lambda _: os.kill(os.getpid(), signal.SIGINT))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    with start_parent(after) as parent:
        output, errors = parent.communicate(timeout=60)
    assert (parent.returncode, output, errors) == (0, "ready\ninterrupted\n", "")
