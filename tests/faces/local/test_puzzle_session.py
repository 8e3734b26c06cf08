"""Series of puzzles: right and wrong moves, skipped positions, and the score."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from outflank.analysis.puzzles import Puzzle, own_puzzles, read_puzzles
from outflank.engine import Analysis, Engine, Task, open_engine
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.learning import Attempt, Card
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
    session = PuzzleSession(own_puzzles("easy")[:9])
    session.prepare(NoEngine())
    assert session.awaits_move
    assert session.heading == "Puzzle 1 of 9 (easy)"
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


def worst_of(puzzle: Puzzle) -> Square:
    return min(puzzle.known, key=lambda square: puzzle.known[square].discs)


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


def attempts(learner: LocalLearner) -> list[Attempt]:
    return [entry for entry in learner.entries if isinstance(entry, Attempt)]


def test_the_first_move_at_a_puzzle_is_an_attempt_and_later_ones_are_not(tmp_path: Path) -> None:
    clock = Clock()
    learner = LocalLearner(tmp_path, clock=clock)
    puzzle = own_puzzles("easy")[0]
    session = PuzzleSession([puzzle], learner=learner)
    clock.seconds += 2
    session.play(Square.parse("d4"))  # occupied: no legal move, so no attempt
    clock.seconds += 3
    session.play(worst_of(puzzle))
    session.play(best_of(puzzle))
    [attempt] = attempts(learner)
    assert (attempt.move, attempt.is_right) == (str(worst_of(puzzle)), False)
    assert (attempt.loss, attempt.milliseconds) == (session.solution.loss(worst_of(puzzle)), 5000)  # type: ignore[union-attr]
    assert attempt.subject == f"puzzle/{puzzle.id}"
    session.go_to(1)  # another presentation
    session.give_hint()
    session.play(best_of(puzzle))
    assert [(each.is_right, each.hints) for each in attempts(learner)] == [(False, 0), (True, 1)]
    assert attempts(LocalLearner(tmp_path)) == attempts(learner)


def test_asking_for_the_solution_is_an_attempt_without_a_move(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path)
    session = PuzzleSession(own_puzzles("easy")[:1], learner=learner)
    session.show_solution()
    assert [(each.move, each.is_right, each.loss) for each in attempts(learner)] == [
        ("", False, None)
    ]


def test_a_hint_tells_the_theme_once(tmp_path: Path) -> None:
    session = PuzzleSession(
        own_puzzles().chosen(theme="corner")[:1], learner=LocalLearner(tmp_path)
    )
    assert session.can_hint
    session.give_hint()
    assert session.said.endswith(".")
    assert not session.can_hint


def test_a_series_goes_on_at_the_first_puzzle_that_was_never_tried(tmp_path: Path) -> None:
    puzzles = own_puzzles("easy")[:3]
    session = PuzzleSession(puzzles, learner=LocalLearner(tmp_path))
    session.play(best_of(puzzles[0]))
    session.go_on()
    session.play(worst_of(puzzles[1]))
    again = PuzzleSession(puzzles, learner=LocalLearner(tmp_path))
    assert (again.number, again.heading) == (3, "Puzzle 3 of 3 (easy)")
    again.go_to(1)
    assert again.heading == "Puzzle 1 of 3 (easy), solved"
    again.go_to(2)
    assert again.heading == "Puzzle 2 of 3 (easy)"


def test_when_all_puzzles_were_tried_the_first_is_shown_again(tmp_path: Path) -> None:
    puzzles = own_puzzles("easy")[:2]
    session = PuzzleSession(puzzles, learner=LocalLearner(tmp_path))
    session.show_solution()
    session.go_on()
    session.show_solution()
    assert PuzzleSession(puzzles, learner=LocalLearner(tmp_path)).number == 1


def test_a_failed_puzzle_of_a_file_keeps_its_position_and_one_of_ours_need_not(
    engine: Engine, tmp_path: Path
) -> None:
    learner = LocalLearner(tmp_path)
    puzzles, _ = read_puzzles(GOOD)
    session = PuzzleSession(puzzles, learner=learner)
    session.prepare(engine)
    session.play(Square.parse("a1"))
    [card] = [entry for entry in learner.entries if isinstance(entry, Card)]
    assert (card.board, card.best, card.played) == (puzzles[0].position, ("d1",), "a1")
    own = PuzzleSession(own_puzzles("easy")[:1], learner=learner)
    own.show_solution()
    assert len([entry for entry in learner.entries if isinstance(entry, Card)]) == 1


def test_a_puzzle_counts_as_solved_even_if_that_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    puzzles = own_puzzles("easy")[:2]
    learner = LocalLearner(tmp_path / "taken")
    session = PuzzleSession(puzzles, learner=learner)
    session.play(best_of(puzzles[0]))
    assert session.is_right
    assert " What you learned could not be " in session.said
    session.go_on()
    session.play(best_of(puzzles[1]))
    assert "What you learned" not in session.said  # said once
    assert learner.has_solved(puzzles[0].position)
