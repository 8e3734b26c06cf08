"""Series of puzzles: right and wrong moves, skipped positions, and the score."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from outflank.analysis.puzzles import Puzzle, own_puzzles, read_puzzles
from outflank.engine import Analysis, Engine, Task, open_engine
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.exercises.solved_puzzles import SolvedPuzzles
from outflank.rules import Square

GOOD = "-OX-XOOXXXXXOOOO O"
OVER = "XXXXXXXXXXXXXXXX X"
FORCED = "-OX-XXXXXXXXXXXX X"


class NoEngine(Engine):
    """An engine that must not be used."""

    def think(self, task: Task) -> Analysis:
        raise AssertionError(task)


@pytest.fixture
def engine() -> Engine:
    return open_engine("alphabeta")


def session_of(*lines: str) -> PuzzleSession:
    puzzles, _ = read_puzzles("\n".join(lines))
    return PuzzleSession(puzzles)


def test_our_own_puzzles_are_ready_at_once() -> None:
    session = PuzzleSession(own_puzzles("easy"))
    session.prepare(NoEngine())
    assert session.awaits_move
    assert session.heading == "Puzzle 1 of 100 (easy)"
    best = max(session.puzzle.known.items(), key=lambda one: one[1].discs)
    session.play(best[0])
    assert session.said == f"Right! {best[0]} wins by {best[1].discs:.0f} discs."
    assert session.position == session.puzzle.position.play(best[0])


def test_a_puzzle_from_a_file_waits_until_the_computer_has_solved_it(engine: Engine) -> None:
    session = session_of(GOOD)
    assert (session.is_ready, session.awaits_move) == (False, False)
    assert session.text == "The computer is solving this position. Please wait."
    session.play(Square.parse("d1"))  # too early: nothing happens
    assert session.said == ""
    session.prepare(engine)
    assert session.text == "White to move. Find the best move."


def test_a_wrong_move_is_commented_with_its_loss_and_may_be_corrected(engine: Engine) -> None:
    session = session_of(GOOD)
    session.prepare(engine)
    session.play(Square.parse("a1"))
    assert session.said == "a1 wins by 2 discs; the best move is 2 discs better. Try again."
    assert session.position == session.puzzle.position
    session.play(Square.parse("a2"))
    assert "There is already a disc on a2" in session.said
    session.play(Square.parse("d1"))
    assert (session.is_right, session.said) == (True, "Right! d1 wins by 4 discs.")
    assert session.score == "Solved on the first try: 0 of 1."


def test_all_best_moves_are_right() -> None:
    mirrored = "OOOO XXXX -XX- OOOO O"
    session = session_of(mirrored, GOOD)
    with open_engine("alphabeta") as engine:
        session.prepare(engine)
    # Both moves are equally good, so the first position is not a puzzle.
    assert session.skipped == ["Position 1 is skipped: every move is equally good."]
    assert session.number == 2


def test_positions_that_are_not_puzzles_are_skipped_with_the_reason(engine: Engine) -> None:
    session = session_of(OVER, GOOD, FORCED)
    session.prepare(engine)
    assert session.number == 2
    session.show_solution()
    assert session.said == "The best move is d1: it wins by 4 discs."
    session.go_on()
    session.prepare(engine)
    assert session.is_over
    assert session.skipped == [
        "Position 1 is skipped: the game is over.",
        "Position 3 is skipped: black has only one move.",
    ]
    assert session.score == "Solved on the first try: 0 of 1."


def test_a_file_without_any_puzzle_ends_at_once(engine: Engine) -> None:
    session = session_of(OVER)
    session.prepare(engine)
    assert session.is_over
    assert session.score == "There was no puzzle to solve."


def test_leaving_while_a_puzzle_is_being_solved_skips_nothing() -> None:
    session = PuzzleSession([Puzzle(own_puzzles("hard")[-1].position)])
    cancel = threading.Event()
    cancel.set()
    with open_engine("alphabeta") as engine:
        session.prepare(engine, cancel)
    assert (session.skipped, session.is_ready, session.is_over) == ([], False, False)


def test_the_score_counts_puzzles_solved_on_the_first_try() -> None:
    session = PuzzleSession(own_puzzles("easy")[:3])
    for number in range(3):
        order = sorted(session.puzzle.known.items(), key=lambda one: one[1].discs)
        if number == 1:
            session.play(order[0][0])
            assert not session.is_right
        session.play(order[-1][0])
        session.go_on()
    assert session.is_over
    assert session.score == "Solved on the first try: 2 of 3."


def best_of(puzzle: Puzzle) -> Square:
    return max(puzzle.known, key=lambda square: puzzle.known[square].discs)


def test_puzzles_solved_without_help_are_remembered(tmp_path: Path) -> None:
    puzzles = own_puzzles("easy")[:3]
    session = PuzzleSession(puzzles, solved=SolvedPuzzles(tmp_path))
    session.play(best_of(puzzles[0]))
    session.go_on()
    session.show_solution()
    session.go_to(2)
    session.play(best_of(puzzles[1]))
    assert session.is_right
    session.go_on()
    worst = min(puzzles[2].known, key=lambda square: puzzles[2].known[square].discs)
    session.play(worst)
    session.play(best_of(puzzles[2]))
    solved = SolvedPuzzles(tmp_path)
    assert [one.position in solved for one in puzzles] == [True, False, True]
    again = PuzzleSession(puzzles, solved=solved)
    assert (again.number, again.heading) == (2, "Puzzle 2 of 3 (easy)")
    again.go_back()
    assert again.heading == "Puzzle 1 of 3 (easy), solved"


def test_when_all_puzzles_are_solved_the_first_is_shown_again(tmp_path: Path) -> None:
    puzzles = own_puzzles("easy")[:2]
    solved = SolvedPuzzles(tmp_path)
    for one in puzzles:
        solved.add(one.position)
    assert PuzzleSession(puzzles, solved=solved).number == 1


def test_a_puzzle_counts_as_solved_even_if_that_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    [puzzle] = own_puzzles("easy")[:1]
    session = PuzzleSession([puzzle], solved=SolvedPuzzles(tmp_path / "taken"))
    session.play(best_of(puzzle))
    assert session.is_right
    assert " But the solved puzzle could not be saved: " in session.said
