"""The native engine: what it promises to whoever asks, whatever the search inside is like."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from outflank import engine, native, read
from outflank.engine import Analysis, Limit
from outflank.engine.native import NativeEngine
from outflank.engine.process import ProcessEngine
from outflank.engine.simple import AlphaBetaEngine
from outflank.errors import EngineError, OutflankError, UnknownName
from outflank.native.search import Bounds, Search
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Anti,
    Board,
    Classic,
    Odds,
    Placement,
    Position,
    Score,
    ScoreKind,
    Square,
    Variant,
    YesNo,
)

pytestmark = pytest.mark.native

START = Classic().start()
# Not the start, whose four moves are one by symmetry: nobody thinks long about an only move.
OPEN = read("f5d6c3d3c4").position
FOREVER = Limit(seconds=600)
THIRDS = Odds({"yes": 0.4, "no": 0.4, "maybe": 0.2})
VARIANTS: list[Variant] = [Classic(), Anti(), YesNo(), YesNo(answers=THIRDS)]
# Black has a3, a4, b4, c4 and d4 to choose from; the Python engine solves it in a moment.
SMALL = Position(Classic(), Board.parse("-OX- XOOX XXXX OOOO"), WHITE)
POSITIONS = 100_000 if "OUTFLANK_SOAK" in os.environ else 1000


@pytest.fixture
def thinker() -> Iterator[NativeEngine]:
    with NativeEngine(hash_mb=4) as made:
        yield made


def endgames(variant: Variant, size: int, empties: int, count: int) -> list[Position]:
    """Return ends of random games in which the side to move can move, with answers heard."""
    found: list[Position] = []
    for seed in range(200):
        dice = random.Random(f"{variant.name} {size} {seed}")
        position = variant.start(size)
        while not position.is_over():
            if position.awaits_answer():
                odds = position.variant.answers
                position = position.hear(dice.choices(list(odds), list(odds.values()))[0])
            if position.board.empties <= empties and not position.must_pass():
                found.append(position)
                break
            position = position.play(dice.choice(list(position.legal_moves)))
        if len(found) == count:
            break
    return found


def random_positions(count: int) -> Iterator[Position]:
    """Go through positions of random games of every size and variant, one of each game."""
    dice = random.Random(5)
    for number in range(count):
        variant, size = VARIANTS[number % len(VARIANTS)], SIZES[number // 4 % len(SIZES)]
        start = variant.start(size)
        (game,) = native.playouts(start, 1, seed=number, record=True)
        position = start
        stop = dice.randrange(game.plies)
        for ply, move in enumerate(game.moves):
            if position.awaits_answer():
                position = position.hear(game.answers[ply])
            if ply >= stop and not position.must_pass():
                break
            position = position.play(move)
        if position.is_over() or position.must_pass():
            continue
        if position.answer is not None and dice.random() < 0.1:
            position = Position(variant, position.board, position.turn)  # before the answer
        yield position


# Moves


def test_its_moves_are_legal_and_its_lines_can_be_played(thinker: NativeEngine) -> None:
    asked = 0
    for position in random_positions(POSITIONS):
        moves = position.legal_moves
        found = thinker.analyse(position, Limit(nodes=300), candidates=1 + asked % 3)
        asked += 1
        if position.awaits_answer():
            assert found.move is None
            assert found.score is not None
            continue
        assert found.move in moves
        named = [move for move, _ in found.candidates]
        assert named[0] == found.move
        assert set(named) <= set(moves)
        assert len(set(named)) == len(named)
        for variation in found.variations:
            assert variation.line[:1] == (variation.move,)
            assert follows_the_rules(position, variation.line)
    assert asked > POSITIONS * 0.9


def follows_the_rules(position: Position, line: tuple[object, ...]) -> bool:
    """Play a line; where answers are heard on the way only its first move can be judged."""
    for move in line[:1] if position.variant.answers else line:
        assert isinstance(move, Square) or move is PASS
        position = position.play(move)
    return True


# Right answers


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", [Classic(), Anti()], ids=str)
def test_every_move_of_an_endgame_has_the_score_that_python_finds(
    thinker: NativeEngine, variant: Variant, size: int
) -> None:
    slow = AlphaBetaEngine()
    for position in endgames(variant, size, 6, 5):
        every = len(position.legal_moves)
        found = thinker.solve(position, candidates=every)
        truth = slow.analyse(position, Limit(depth=20), candidates=every)
        assert {move: score.discs for move, score in found.candidates} == {
            move: score.discs for move, score in truth.candidates
        }
        assert {score.kind for _, score in found.candidates} == {ScoreKind.EXACT}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", [Classic(), Anti()], ids=str)
def test_who_wins_agrees_with_the_exact_result(
    thinker: NativeEngine, variant: Variant, size: int
) -> None:
    for position in endgames(variant, size, 8, 5):
        exact = thinker.solve(position).score
        proven = thinker.solve(position, "outcome").score
        assert exact is not None
        assert proven is not None
        assert proven.kind is ScoreKind.PROVEN
        assert proven.discs == (exact.discs > 0) - (exact.discs < 0)


@pytest.mark.parametrize("size", [4, 6, 10])
def test_expected_scores_at_the_end_equal_those_that_python_finds(
    thinker: NativeEngine, size: int
) -> None:
    slow = AlphaBetaEngine()
    odds = Odds({"yes": 0.5, "no": 0.5})  # nothing rare, which the slow engine leaves out
    for position in endgames(YesNo(answers=odds), size, 3, 6):
        every = len(position.legal_moves)
        found = thinker.solve(position, candidates=every)
        truth = slow.analyse(position, Limit(depth=20), candidates=every)
        scores = dict(found.candidates)
        assert len(scores) == every
        for move, score in truth.candidates:
            assert scores[move].discs == pytest.approx(score.discs, abs=0.05)
        assert found.win_chance is not None
        assert 0 <= found.win_chance <= 1


def test_the_smallest_board_is_lost_by_eight_and_two_empty_squares(thinker: NativeEngine) -> None:
    found = thinker.solve(Classic().start(4))
    assert found.score == Score(-10, ScoreKind.EXACT, found.score.depth if found.score else None)
    position = Classic().start(4)
    for move in found.line:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.margin(empties_to_winner=True) == -10


def test_a_side_that_must_pass_is_solved_through_the_pass(thinker: NativeEngine) -> None:
    position = Position(Classic(), Board.parse("XXXX XXXX XXXO XX--"), WHITE)
    assert position.must_pass()
    found = thinker.solve(position)
    assert found.move is PASS
    assert found.line[0] is PASS
    after = thinker.solve(position.play(PASS))
    assert after.score is not None
    assert found.score == -after.score


def test_before_the_answer_there_is_an_expectation_and_no_move(thinker: NativeEngine) -> None:
    found = thinker.analyse(YesNo().start(), Limit(depth=2))
    assert found.move is None
    assert found.line == ()
    assert found.score is not None
    assert found.score.kind is ScoreKind.EXPECTED
    assert found.win_chance is not None
    assert 0 < found.win_chance < 1


def test_several_lines_come_best_first(thinker: NativeEngine) -> None:
    position = endgames(Classic(), 8, 20, 1)[0]
    found = thinker.analyse(position, Limit(depth=4), candidates=3)
    scores = [one.score.discs for one in found.variations]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert found.candidates == tuple((one.move, one.score) for one in found.variations)
    assert (found.move, found.line) == (found.variations[0].move, found.variations[0].line)


def test_more_lines_than_moves_are_all_the_moves(thinker: NativeEngine) -> None:
    assert len(thinker.analyse(START, Limit(depth=3), candidates=99).variations) == 4


# Limits, cancelling, progress


def test_depth_and_nodes_are_kept(thinker: NativeEngine) -> None:
    assert thinker.analyse(OPEN, Limit(depth=5)).depth == 5
    thinker.forget()
    assert 0 < thinker.analyse(OPEN, Limit(nodes=5000)).nodes <= 5064


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
    told: list[Bounds] = []
    start = Search.start

    def listen(search: Search, position: Position, bounds: Bounds, **options: Any) -> None:
        told.append(bounds)
        start(search, position, bounds, **options)

    monkeypatch.setattr(Search, "start", listen)
    thinker.analyse(OPEN, Limit(seconds=0.05, soft_seconds=1e-9))
    assert 0 < told[0].seconds < 0.05
    assert told[0].soft_seconds > 0


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
    with engine.find("outflank", own_process=True) as away:
        assert isinstance(away, ProcessEngine)
        found = away.analyse(OPEN, Limit(depth=3), candidates=2)
        assert len(found.variations) == 2


# Bad input


@dataclass(frozen=True)
class Backwards(Classic):
    """A variant whose placements the core does not have."""

    def place(self, position: Position, square: Square) -> Placement:
        return Variant.place(self, position, square)


def test_a_variant_that_the_core_does_not_have_is_refused(thinker: NativeEngine) -> None:
    position = Position(Backwards(), Board.start())
    assert not thinker.supports(position)
    with pytest.raises(EngineError, match="outflank does not play Othello on 8x8"):
        thinker.analyse(position)
    assert engine.level(12).choose(position) in position.legal_moves


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"threads": 0}, "an engine has 1 to 64 threads, not 0"),
        ({"threads": 1000}, "an engine has 1 to 64 threads, not 1000"),
        ({"hash_mb": 0}, "a table has 1 to 1,048,576 MB, not 0"),
        ({"kernel": "abacus"}, "there is no kernel 'abacus'"),
    ],
)
def test_impossible_engines_are_refused(options: dict[str, int], problem: str) -> None:
    with pytest.raises(OutflankError, match=problem):
        NativeEngine(**options)  # type: ignore[arg-type]


def test_bad_questions_are_refused_and_the_engine_stays_usable(thinker: NativeEngine) -> None:
    over = Position(Classic(), Board.parse("XXXX XXXX XXXX XXX-"))
    empty = Position(Classic(), Board(8, 0, 0))
    for position in (over, empty):
        with pytest.raises(EngineError, match="the game is over"):
            thinker.analyse(position)
        with pytest.raises(EngineError, match="the game is over"):
            thinker.solve(position)
        with pytest.raises(EngineError, match="the game is over"):
            thinker.ponder(position)
    with pytest.raises(UnknownName, match="there is no goal 'glory'"):
        thinker.solve(OPEN, "glory")  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="a limit of soft seconds must be more than 0"):
        Limit(soft_seconds=-1)
    assert thinker.choose(OPEN, Limit(depth=2)) in OPEN.legal_moves


def test_the_core_itself_refuses_what_is_no_question() -> None:
    from outflank import _core

    thinking = _core.Engine(1, 1 << 20)
    board = (1 << 27).to_bytes(8, "little") + (1 << 28).to_bytes(8, "little")
    both = (1 << 27).to_bytes(8, "little") * 2
    refused: list[tuple[int, bytes, dict[str, object], str]] = [
        (8, both, {}, "a square holds one disc"),
        (7, board, {}, "a board has an even size from 4 to 16"),
        (10, board, {}, "boards and turns differ in number"),
        (4, board, {}, "a disc lies outside the board"),
        (8, bytes(16), {}, "the side to move has no move"),
        (8, board, {"candidates": 0}, "1 to 128 moves are given scores"),
        (8, board, {"goal": 3}, "a goal is a number from 0 to 2"),
        (8, board, {"depth": -1}, "a limit of depth is not negative"),
        (8, board, {"seconds": float("nan")}, "a limit of seconds is not negative"),
        (8, board, {"soft_seconds": -1.0}, "a soft limit is not negative"),
        (8, board, {"first_answer": 1}, "an answer is heard only where one is asked for"),
        (8, board, {"odds": (1, 1), "first_answer": 4}, "an answer is a number from 0 to 3"),
        (8, board, {"odds": (2, 1)}, "the odds do not add up to a certainty"),
    ]
    for size, cells, options, problem in refused:
        with pytest.raises(ValueError, match=problem):
            thinking.start(size, cells, True, **options)  # type: ignore[arg-type]
    thinking.start(8, board, True, depth=1)
    while not thinking.wait(1.0):
        pass
    assert thinking.reports()[-1][-1]


def test_a_second_question_while_one_is_open_is_refused() -> None:
    search = Search(threads=1, hash_bytes=1 << 20)
    search.start(OPEN, Bounds())
    with pytest.raises(EngineError):
        search.start(OPEN, Bounds())
    search.stop()
    while not search.wait(1.0):
        pass


def test_files_that_are_no_knowledge_are_refused() -> None:
    with pytest.raises(EngineError, match="the engine cannot be made: "):
        Search(threads=1, hash_bytes=1 << 20, weights=b"no weights")


# Without the core


def test_without_the_core_it_says_so_and_levels_go_on_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "_built", False)
    with pytest.raises(EngineError, match="needs the native core, which is not built here"):
        engine.find("outflank")
    with pytest.raises(EngineError, match="the native core is not built"):
        Search(threads=1, hash_bytes=1 << 20)
    found = engine.level(5, seed=1).analyse(OPEN)
    assert found.move in OPEN.legal_moves
    assert found.nodes <= engine.levels()[4].slow_nodes


def test_the_side_to_move_is_the_side_that_wins() -> None:
    # White to move takes everything; seen from black the same board is lost.
    board = Board.parse("-XXO ---- ---- ----")
    with NativeEngine(hash_mb=1) as thinker:
        found = thinker.solve(Position(Classic(), board, WHITE))
        assert found.score is not None
        assert found.score.discs == 16
        anti = thinker.solve(Position(Anti(), board, WHITE)).score
        assert anti is not None
        assert anti.discs == -16
    assert Position(Classic(), board, BLACK).is_over() or Position(Classic(), board).must_pass()


def test_a_program_may_end_while_a_thread_of_it_thinks() -> None:
    program = """
import threading, time
from outflank.engine.native import NativeEngine
from outflank.rules import Classic
engine = NativeEngine(hash_mb=1)
threading.Thread(target=engine.solve, args=(Classic().start(),), daemon=True).start()
time.sleep(0.5)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
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
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_list_of_moves_is_of_one_round() -> None:
    with NativeEngine(hash_mb=1) as engine:
        for nodes in (300, 3000, 30000):
            found = engine.analyse(OPEN, Limit(nodes=nodes), candidates=64)
            assert len({score.depth for _, score in found.candidates}) == 1
            discs = [score.discs for _, score in found.candidates]
            assert discs == sorted(discs, reverse=True)
