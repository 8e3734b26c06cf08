"""The learner of this machine: what is kept, and what a broken or old file does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.analysis import own_puzzles
from outflank.faces.local.exercises.learner import LocalLearner, rating_of_puzzle
from outflank.learning import Attempt, LearningLog

AT = 1_800_000_000_000


def attempt(number: int, **values: object) -> Attempt:
    subject = f"puzzle/{own_puzzles()[0].id}"
    return Attempt(id=f"attempt-{number}", at=AT + number, subject=subject, **values)  # type: ignore[arg-type]


def test_what_is_recorded_is_there_for_the_next_program(tmp_path: Path) -> None:
    one, other = LocalLearner(tmp_path), LocalLearner(tmp_path)
    assert one.record(attempt(1), attempt(1)) == ""
    assert other.record(attempt(2), attempt(1)) == ""
    assert {each.id for each in LocalLearner(tmp_path).entries} == {"attempt-1", "attempt-2"}


def test_the_clock_is_an_argument_and_days_are_those_of_utc(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path, clock=lambda: AT / 1000)
    assert (learner.now, learner.today.isoformat()) == (AT, "2027-01-15")


def test_the_first_try_at_a_puzzle_moves_the_rating(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path)
    before = learner.progress.rating.value
    learner.record(attempt(1, is_right=True))
    assert learner.progress.rating.value > before
    assert learner.progress.solved == {attempt(1).subject}


def test_only_our_own_puzzles_have_ratings() -> None:
    puzzle = own_puzzles()[5]
    rating = rating_of_puzzle(f"puzzle/{puzzle.id}")
    assert rating is not None
    assert rating.value == puzzle.rating
    assert rating_of_puzzle("puzzle/aaaaaaaaaa") is None
    assert rating_of_puzzle(f"mistake/{puzzle.id}") is None


def test_a_log_that_cannot_be_read_is_one_sentence_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "learning.jsonl").mkdir()
    learner = LocalLearner(tmp_path)
    assert learner.problem.startswith("What you learned could not be read from ")
    assert learner.record(attempt(1, is_right=True)) == learner.problem
    assert learner.has_solved(own_puzzles()[0].position)


def test_what_could_not_be_saved_is_saved_once_there_is_room(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path)
    path = LearningLog(tmp_path).path
    path.symlink_to("/dev/full")
    assert "could not be saved" in learner.record(attempt(1))
    path.unlink()
    assert learner.record(attempt(2)) == ""
    assert [each.id for each in LearningLog(tmp_path).entries] == ["attempt-1", "attempt-2"]
    assert learner.problem == ""


def test_a_killed_program_loses_no_finished_attempt(tmp_path: Path) -> None:
    puzzles = own_puzzles("easy")[:2]
    best = [max(each.known, key=lambda one: each.known[one].discs) for each in puzzles]
    program = (
        "import os, signal\n"
        "from outflank.analysis import own_puzzles\n"
        "from outflank.faces.local.exercises.learner import LocalLearner\n"
        "from outflank.faces.local.exercises.puzzle_session import PuzzleSession\n"
        "from outflank.rules import Square\n"
        "session = PuzzleSession(own_puzzles('easy')[:2], learner=LocalLearner())\n"
        f"session.play(Square.parse('{best[0]}'))\n"
        "session.go_on()\n"
        f"session.play(Square.parse('{best[1]}'))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "OUTFLANK_HOME": str(tmp_path)},
        check=False,
    )
    assert done.returncode != 0
    learner = LocalLearner(tmp_path)
    assert all(learner.has_solved(puzzle.position) for puzzle in puzzles)


@pytest.mark.parametrize("known", [False, True])
def test_an_old_file_that_cannot_be_read_is_no_problem(tmp_path: Path, *, known: bool) -> None:
    (tmp_path / "solved_puzzles.txt").write_text("nonsense\nclassic XX O\nmarbles XX O\n")
    if known:
        LocalLearner(tmp_path)
    assert LocalLearner(tmp_path).entries == []
