"""Puzzles of files, and positions that are not puzzles."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from outflank.analysis.puzzles import Puzzle, own_puzzles, read_puzzles, solve_puzzle
from outflank.engine import Engine, open_engine
from outflank.errors import NotationError, UnknownName, UnsolvedPuzzle
from outflank.rules import BLACK, WHITE, Board, Position, ScoreKind, Square, find_variant


@pytest.fixture
def engine() -> Engine:
    return open_engine("alphabeta")


def test_a_puzzle_from_a_file_is_solved_without_trusting_its_scores(
    engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "mine.obf"
    path.write_text("-OX-XOOXXXXXOOOO O; A1:+12; D1:-12;\n")
    [puzzle], reading = read_puzzles(path)
    solution = solve_puzzle(puzzle, engine)
    assert (reading.format, puzzle.known) == ("obf", {})
    assert solution.best == (Square.parse("d1"),)
    assert solution.loss(Square.parse("d1")) == 0
    assert solution.loss(Square.parse("a1")) == 2
    assert solution.line[0] == Square.parse("d1")


def test_a_game_counts_as_the_position_at_its_end() -> None:
    puzzles, _ = read_puzzles("f5d6c3\nf5f6")
    assert [str(puzzle.position.turn) for puzzle in puzzles] == ["white", "black"]
    assert [puzzle.number for puzzle in puzzles] == [1, 2]


def test_text_that_cannot_be_read_is_reported() -> None:
    puzzles, reading = read_puzzles("f5d6c3\nf5f5")
    assert len(puzzles) == 1
    assert "f5 is occupied" in str(reading.problems[0])
    with pytest.raises(NotationError, match="not in any known notation"):
        read_puzzles("what is this?")


NOT_PUZZLES = {
    "XXXX XXXX XXXX XXXX X": "the game is over",
    "XOOX XXXX XXXX XXX- X": "the game is over",
    "-OXX OOOO OOOO OOOO O": "white must pass",
    "-OX- XXXX XXXX XXXX X": "black has only one move",
    f"{Board.start(8)} X": "60 empty squares are too many to solve",
}


@pytest.mark.parametrize("text", NOT_PUZZLES)
def test_a_position_that_is_not_a_puzzle_is_refused_with_the_reason(
    text: str, engine: Engine
) -> None:
    [puzzle], _ = read_puzzles(text)
    with pytest.raises(UnsolvedPuzzle, match=NOT_PUZZLES[text]):
        solve_puzzle(puzzle, engine)


def test_a_position_in_which_every_move_is_equally_good_is_not_a_puzzle(engine: Engine) -> None:
    with pytest.raises(UnsolvedPuzzle, match="every move is equally good"):
        solve_puzzle(Puzzle(Position(Board.start(4), BLACK)), engine)


def test_a_puzzle_that_takes_too_long_to_solve_is_refused(engine: Engine) -> None:
    puzzle = own_puzzles("hard")[-1]
    with pytest.raises(UnsolvedPuzzle, match=r"could not be solved within 0\.01 seconds"):
        solve_puzzle(Puzzle(puzzle.position), engine, seconds=0.01)


def test_solving_can_be_cancelled(engine: Engine) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(UnsolvedPuzzle):
        solve_puzzle(Puzzle(own_puzzles("hard")[-1].position), engine, cancel=cancel)


def test_a_puzzle_of_yes_no_needs_its_answer_and_has_expected_scores(engine: Engine) -> None:
    board = Board.parse("-OX- XOOX XXXX OOOO")
    before = Position(board, WHITE, variant=find_variant("yesno"))
    with pytest.raises(UnsolvedPuzzle, match="the oracle's answer is missing"):
        solve_puzzle(Puzzle(before), engine)
    solution = solve_puzzle(Puzzle(before.hear("no")), engine)
    assert {score.kind for score in solution.scores.values()} == {ScoreKind.EXPECTED}
    assert solution.best


def test_there_are_no_puzzles_of_an_unknown_grade() -> None:
    with pytest.raises(UnknownName, match=r"^there is no grade 'mediun'; did you mean 'medium'\?"):
        own_puzzles("mediun")


def test_only_a_puzzle_can_be_solved_as_one() -> None:
    with open_engine("alphabeta") as engine, pytest.raises(TypeError, match=r"^only a Puzzle can"):
        solve_puzzle(None, engine)  # type: ignore[arg-type]
