"""A storm: three minutes, harder and harder puzzles, and ten seconds less for a wrong move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from outflank.analysis import Puzzle, PuzzleSolution, own_puzzles
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.storm import Storm
from outflank.rules import Square
from support.local.learning import attempts


class Timer:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.seconds = 50.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def timer() -> Timer:
    return Timer()


@pytest.fixture
def learner(tmp_path: Path) -> LocalLearner:
    return LocalLearner(tmp_path)


@pytest.fixture
def storm(learner: LocalLearner, timer: Timer) -> Storm:
    return Storm(own_puzzles(), learner, timer=timer, dice=random.Random(2))


def puzzle_of(storm: Storm) -> Puzzle:
    puzzle = own_puzzles().find(storm.subject.removeprefix("puzzle/"))
    assert puzzle is not None
    return puzzle


def move_of(storm: Storm, *, is_right: bool) -> Square:
    solution = PuzzleSolution(puzzle_of(storm).known)
    return next(each for each in solution.scores if (not solution.loss(each)) is is_right)


def test_a_right_move_brings_the_next_puzzle(storm: Storm) -> None:
    assert storm.heading == "Storm: 3:00 left, 0 solved"
    first = storm.subject
    move = move_of(storm, is_right=True)
    storm.play(move)
    assert (storm.solved, storm.said) == (1, f"{move} was right.")
    assert storm.subject != first
    assert storm.position == puzzle_of(storm).position
    assert storm.awaits_move


def test_a_wrong_move_tells_the_right_one_and_costs_ten_seconds(
    storm: Storm, learner: LocalLearner
) -> None:
    first, wrong = puzzle_of(storm), move_of(storm, is_right=False)
    best = PuzzleSolution(first.known).best[0]
    storm.play(wrong)
    assert (storm.failed, storm.seconds_left) == (1, 170.0)
    assert storm.said == f"{wrong} was wrong: {best} was the move. 10 seconds less."
    [attempt] = attempts(learner)
    assert (attempt.occasion, attempt.is_right) == ("storm", False)
    assert learner.progress.rating.value == 1500.0
    assert set(learner.progress.cards) == {f"puzzle/{first.id}"}


def test_skipping_costs_ten_seconds_and_is_no_attempt(storm: Storm, learner: LocalLearner) -> None:
    first = storm.subject
    storm.go_on()
    assert (storm.seconds_left, attempts(learner)) == (170.0, [])
    assert storm.subject != first
    storm.go_back()
    storm.show_solution()
    assert (storm.number, storm.last) == (2, None)


def test_puzzles_get_harder_and_none_comes_twice(storm: Storm) -> None:
    ratings, seen = [], []
    for _ in range(30):
        ratings.append(puzzle_of(storm).rating)
        seen.append(storm.subject)
        storm.play(move_of(storm, is_right=True))
    assert len(set(seen)) == 30
    assert max(ratings[:5]) < min(ratings[-5:])
    assert storm.hardest == max(ratings)


def test_when_the_time_is_over_no_move_counts(storm: Storm, timer: Timer) -> None:
    storm.play(move_of(storm, is_right=True))
    timer.seconds += 179
    assert storm.heading == "Storm: 0:01 left, 1 solved"
    assert not storm.tick()
    timer.seconds += 2
    storm.play(move_of(storm, is_right=True))
    assert storm.is_over
    assert not storm.awaits_move
    assert storm.closing.startswith("1 puzzle solved, 0 failed. The hardest had a rating of ")


def test_the_last_seconds_can_be_lost_by_a_wrong_move(storm: Storm, timer: Timer) -> None:
    timer.seconds += 172
    storm.play(move_of(storm, is_right=False))
    assert storm.is_over
    assert storm.closing == "0 puzzles solved, 1 failed."
