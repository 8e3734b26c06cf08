"""The native engine keeps to its limits, can be cancelled, reports, and ponders."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from outflank.engine import Analysis, Limit
from outflank.engine.native import NativeEngine
from outflank.errors import EngineError
from outflank.native.search import Search
from outflank.rules import Position
from support.native_thinker import FOREVER, OPEN, SMALL

pytestmark = pytest.mark.native


# Limits, cancelling, progress


def test_depth_and_nodes_are_kept(thinker: NativeEngine) -> None:
    assert thinker.analyse(OPEN, Limit(depth=5)).depth == 5
    thinker.forget()
    assert 0 < thinker.analyse(OPEN, Limit(nodes=5000)).nodes <= 5064


def test_a_search_that_is_stopped_has_a_score_whenever_that_is(thinker: NativeEngine) -> None:
    """Among others between two windows, when a new best move was found and is searched again."""
    position = Position.parse("--OOOOO-O-OXXO--OOXXOX--OOXOXX--OOOOXX--OXOOX---O-OOO-----O-XO-- X")
    for nodes in range(2000, 60_000, 500):
        thinker.forget()
        found = thinker.analyse(position, Limit(nodes=nodes))
        assert found.depth > 0
        assert found.score is not None
        assert found.score.discs > 4, (nodes, found.score)  # it is worth eight


def test_limits_larger_than_any_number_of_the_core_are_no_limits(thinker: NativeEngine) -> None:
    exact = thinker.solve(SMALL).score
    for limit in (
        Limit(seconds=float("inf")),
        Limit(seconds=1e300),
        Limit(nodes=10**30),
        Limit(depth=10**30),
    ):
        assert thinker.analyse(SMALL, limit).score == exact


def test_time_that_passes_before_the_thinking_begins_counts(
    thinker: NativeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []
    start = Search.start

    def listen(search: Search, position: Position, limit: Limit, **options: Any) -> None:
        told.append(options["spent"])
        start(search, position, limit, **options)

    moments = iter([100.0, 100.02])  # when it was asked, and when it begins
    monkeypatch.setattr(Search, "start", listen)
    monkeypatch.setattr(
        "outflank.engine.native.time", SimpleNamespace(monotonic=lambda: next(moments))
    )
    thinker.analyse(OPEN, Limit(seconds=0.05, soft_seconds=0.01))
    assert told == [pytest.approx(0.02)]


def test_equal_questions_to_forgetful_engines_have_equal_answers() -> None:
    with NativeEngine(hash_mb=2, forgetful=True) as one, NativeEngine(hash_mb=2) as other:
        found = [
            one.analyse(OPEN, Limit(depth=8)),
            one.analyse(OPEN, Limit(depth=8)),
            other.analyse(OPEN, Limit(depth=8)),
        ]
    assert len({(one.move, one.score, one.line, one.nodes) for one in found}) == 1


def test_progress_is_reported_in_the_thread_that_asked(thinker: NativeEngine) -> None:
    heard: list[tuple[Analysis, int]] = []
    asked_from = threading.get_ident()
    found = thinker.analyse(
        OPEN, Limit(depth=6), on_progress=lambda one: heard.append((one, threading.get_ident()))
    )
    assert {where for _, where in heard} == {asked_from}
    depths = [one.depth for one, _ in heard]
    assert depths == sorted(depths)
    assert heard[-1][0] == found


def test_a_cancelled_search_returns_its_best_move(thinker: NativeEngine) -> None:
    cancel = threading.Event()
    found = thinker.analyse(
        OPEN,
        FOREVER,
        cancel=cancel,
        on_progress=lambda one: cancel.set() if one.depth > 2 else None,
    )
    assert found.move in OPEN.legal_moves
    assert found.score is not None


def test_a_search_that_was_cancelled_before_it_began_still_has_a_move(
    thinker: NativeEngine,
) -> None:
    cancel = threading.Event()
    cancel.set()
    assert thinker.analyse(OPEN, FOREVER, cancel=cancel).move in OPEN.legal_moves


def test_a_fault_of_the_listener_ends_the_search_and_spoils_nothing(thinker: NativeEngine) -> None:
    def fail(_: Analysis) -> None:
        raise KeyError("the listener's own")

    with pytest.raises(KeyError, match="the listener's own"):
        thinker.analyse(OPEN, FOREVER, on_progress=fail)
    assert thinker.analyse(OPEN, Limit(depth=2)).depth == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_control_c_ends_a_search() -> None:
    program = (
        "from outflank import read\n"
        "from outflank.engine import Limit\n"
        "from outflank.engine.native import NativeEngine\n"
        "from outflank.rules import Classic\n"
        "engine, said = NativeEngine(), []\n"
        "def say(found):\n"
        "    if not said: print('thinking', flush=True)\n"
        "    said.append(found)\n"
        "try: engine.analyse(read('f5d6c3d3c4').position, Limit(seconds=600), on_progress=say)\n"
        "except KeyboardInterrupt: print(engine.analyse(Classic().start(), Limit(depth=1)).depth)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "thinking\n"
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert rest == "1\n"


def test_the_nodes_of_a_search_can_be_read_while_it_thinks(thinker: NativeEngine) -> None:
    assert thinker.nodes == 0
    cancel = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(thinker.analyse, OPEN, FOREVER, cancel=cancel)
        while thinker.nodes < 100_000:
            pass
        before = thinker.nodes
        cancel.set()
        assert asked.result().nodes >= before
    assert thinker.nodes >= before


# Pondering


def test_pondering_turns_into_thinking_when_the_guess_was_right(thinker: NativeEngine) -> None:
    thinker.ponder(OPEN)
    found = thinker.analyse(OPEN, Limit(seconds=0.05))
    assert found.move in OPEN.legal_moves


def test_pondering_on_something_else_is_left_off(thinker: NativeEngine) -> None:
    thinker.ponder(OPEN)
    assert thinker.analyse(SMALL, Limit(depth=20)).score == thinker.solve(SMALL).score
    thinker.ponder(OPEN)
    thinker.ponder(SMALL)
    thinker.stop_pondering()
    assert thinker.analyse(OPEN, Limit(depth=2)).depth == 2


def test_an_engine_can_be_closed_while_it_ponders() -> None:
    thinker = NativeEngine(hash_mb=1)
    thinker.ponder(OPEN)
    thinker.close()
    with pytest.raises(EngineError, match="has been closed"):
        thinker.ponder(OPEN)
