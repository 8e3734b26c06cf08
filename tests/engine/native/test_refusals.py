"""What the native engine refuses, in a sentence, and what happens without the core."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from outflank import engine
from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.errors import EngineError, OutflankError, UnknownName
from outflank.native import encoding
from outflank.native.search import Search
from outflank.rules import Board, Classic, Placement, Position, Square, Variant
from support.native_thinker import OPEN

pytestmark = pytest.mark.native


# Bad input


@dataclass(frozen=True)
class Backwards(Classic):
    """A variant whose placements the core does not have."""

    def place(self, position: Position, square: Square) -> Placement:
        return Variant.place(self, position, square)


def test_a_variant_that_the_core_does_not_have_is_refused(thinker: NativeEngine) -> None:
    position = Position(Board.start(), variant=Backwards())
    assert not thinker.supports(position)
    with pytest.raises(EngineError, match="outflank does not play Othello on 8x8"):
        thinker.analyse(position)
    assert engine.open_engine(12).choose(position) in position.legal_moves


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"threads": 0}, "an engine has 1 to 64 threads, not 0"),
        ({"threads": 1000}, "an engine has 1 to 64 threads, not 1000"),
        ({"hash_mb": 0}, "a transposition table has 1 to 1,048,576 MB, not 0"),
        ({"kernel": "abacus"}, "there is no kernel 'abacus'"),
    ],
)
def test_impossible_engines_are_refused(options: dict[str, int], problem: str) -> None:
    with pytest.raises(OutflankError, match=problem):
        NativeEngine(**options)  # type: ignore[arg-type]


def test_bad_questions_are_refused_and_the_engine_stays_usable(thinker: NativeEngine) -> None:
    over = Position(Board.parse("XXXX XXXX XXXX XXX-"))
    empty = Position(Board(8, 0, 0))
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
        (10, board, {}, "there must be one turn for each board"),
        (4, board, {}, "a disc lies outside the board"),
        (8, bytes(16), {}, "the side to move has no legal move"),
        (8, board, {"candidates": 0}, "the number of candidates must be from 1 to 128"),
        (8, board, {"goal": 3}, "the goal must be a number from 0 to 2"),
        (8, board, {"depth": -1}, "the depth limit must not be negative"),
        (8, board, {"seconds": float("nan")}, "the time limit must be finite and not negative"),
        (8, board, {"soft_seconds": -1.0}, "the soft time limit must be finite and not negative"),
        (8, board, {"least_confidence": 101}, "the least confidence must be from 0 to 100 percent"),
        (8, board, {"first_answer": 1}, "only a game with an oracle can have an answer"),
        (8, board, {"odds": (1, 1), "first_answer": 4}, "the answer must be a number from 0 to 3"),
        (8, board, {"odds": (2, 1)}, "the odds of yes and no must not exceed 1 in total"),
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
    search.start(OPEN)
    with pytest.raises(EngineError):
        search.start(OPEN)
    search.stop()
    while not search.wait(1.0):
        pass


def test_files_that_are_no_knowledge_are_refused() -> None:
    with pytest.raises(EngineError, match=r"engine could not be created: .* not pattern weights"):
        Search(threads=1, hash_bytes=1 << 20, patterns=b"no weights")
    with pytest.raises(EngineError, match=r"the engine could not be created: .* not a network"):
        Search(threads=1, hash_bytes=1 << 20, network=b"no network")


@pytest.mark.parametrize(
    "text",
    [b"# nothing\n", b"1 2 3", b"1\n" * 18, b"1\n" * 39, b"1\n" * 37 + b"x", b"1\n" * 37 + b"1e9"],
)
def test_a_file_of_errors_holds_as_many_numbers_as_its_models_have(text: bytes) -> None:
    with pytest.raises(EngineError, match="must hold 38 numbers between -100 and 100"):
        Search(threads=1, hash_bytes=1 << 20, probcut=text)


def test_an_engine_has_its_knowledge_when_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.engine.native.probcut_numbers", lambda: b"no numbers")
    with pytest.raises(EngineError, match="must hold 38 numbers"):
        NativeEngine(hash_mb=1)
    with NativeEngine(hash_mb=1, ready=False) as later:
        assert later.nodes == 0
        with pytest.raises(EngineError, match="must hold 38 numbers"):
            later.analyse(OPEN, Limit(depth=1))


# Without the core


def test_without_the_core_it_says_so_and_levels_go_on_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(encoding, "_built", False)
    with pytest.raises(EngineError, match="needs the native core, which is not built here"):
        engine.open_engine("outflank")
    with pytest.raises(EngineError, match="the native core is not built"):
        Search(threads=1, hash_bytes=1 << 20)
    found = engine.open_engine(5, seed=1).analyse(OPEN)
    assert found.move in OPEN.legal_moves
    assert found.nodes <= engine.levels()[4].slow_nodes
