"""Several native engines, threads, processes and forks at once."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from outflank import engine
from outflank.engine import Analysis, Limit
from outflank.engine.native import NativeEngine
from outflank.engine.process import ProcessEngine
from outflank.errors import EngineError
from outflank.rules import Classic, YesNo
from support.native_thinker import FOREVER, OPEN, endgames

pytestmark = pytest.mark.native


# Several at once


def test_two_engines_think_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=60)

    def ask(seed: int) -> Analysis:
        met: list[bool] = []

        def meet(_: Analysis) -> None:
            if not met:
                met.append(True)
                both.wait()  # goes on only when the other one is thinking too

        with NativeEngine(hash_mb=1, seed=seed) as own:
            return own.analyse(OPEN, Limit(depth=6), on_progress=meet)

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(ask, range(2))
    assert (one.move, one.score, one.nodes) == (other.move, other.score, other.nodes)


def test_threads_that_share_an_engine_take_turns(thinker: NativeEngine) -> None:
    positions = endgames(Classic(), 8, 10, 8)
    with ThreadPoolExecutor(4) as pool:
        together = [found.score for found in pool.map(thinker.solve, positions)]
    assert together == [thinker.solve(position).score for position in positions]


def test_whoever_waits_for_a_busy_engine_can_give_up(thinker: NativeEngine) -> None:
    begun, cancel, at_once = threading.Event(), threading.Event(), threading.Event()
    at_once.set()
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(
            thinker.analyse, OPEN, FOREVER, cancel=cancel, on_progress=lambda _: begun.set()
        )
        assert begun.wait(60)
        assert thinker.analyse(OPEN, FOREVER, cancel=at_once).move in OPEN.legal_moves
        assert not busy.done()
        cancel.set()
        assert busy.result(60).move in OPEN.legal_moves


def test_two_threads_find_what_one_finds() -> None:
    with NativeEngine(threads=2, hash_mb=4) as two, NativeEngine(hash_mb=4) as one:
        for position in endgames(Classic(), 8, 14, 3):
            assert two.solve(position).score == one.solve(position).score


def test_two_threads_expect_what_one_expects() -> None:
    with NativeEngine(threads=2, hash_mb=4) as two, NativeEngine(hash_mb=4) as one:
        for position in endgames(YesNo(), 8, 8, 3):
            every = len(position.legal_moves)
            alone = one.solve(position, candidates=every).scores
            together = two.solve(position, candidates=every).scores
            assert alone.keys() == together.keys()
            for move, score in alone.items():
                assert together[move].discs == pytest.approx(score.discs, abs=1e-3)


def test_two_threads_that_search_with_chance_can_be_cancelled() -> None:
    begun, cancel = threading.Event(), threading.Event()
    with NativeEngine(threads=2, hash_mb=4) as two, ThreadPoolExecutor(1) as pool:
        position = YesNo().start().hear("yes")
        busy = pool.submit(
            two.analyse, position, FOREVER, cancel=cancel, on_progress=lambda _: begun.set()
        )
        assert begun.wait(60)
        cancel.set()
        assert busy.result(60).move in position.legal_moves


def test_closing_ends_a_search_that_is_under_way() -> None:
    thinker, begun = NativeEngine(hash_mb=1), threading.Event()
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(thinker.analyse, OPEN, FOREVER, on_progress=lambda _: begun.set())
        assert begun.wait(60)
        thinker.close()
        assert busy.result(60).move in OPEN.legal_moves
    with pytest.raises(EngineError, match="has been closed"):
        thinker.analyse(OPEN)
    thinker.close()


def test_it_thinks_in_a_process_of_its_own() -> None:
    with engine.open_engine("outflank", own_process=True) as away:
        assert isinstance(away, ProcessEngine)
        found = away.analyse(OPEN, Limit(depth=3), candidates=2)
        assert len(found.variations) == 2


def test_a_program_may_end_while_a_thread_of_it_thinks() -> None:
    program = """
import threading
from outflank.engine.native import NativeEngine
from outflank.rules import Classic
engine = NativeEngine(hash_mb=1)
threading.Thread(target=engine.solve, args=(Classic().start(),), daemon=True).start()
while engine.nodes == 0:
    pass
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only some systems fork")
def test_an_engine_thinks_on_both_sides_of_a_fork() -> None:
    program = """
import os
from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.rules import Classic
engine = NativeEngine(hash_mb=1, threads=2)
position, limit = Classic().start(), Limit(depth=6)
engine.analyse(position, limit)
child = os.fork()
assert engine.analyse(position, limit).move is not None
engine.close()
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
