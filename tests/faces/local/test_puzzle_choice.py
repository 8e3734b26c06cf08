"""Which puzzles come next: unseen ones near the learner's rating, then the others."""

import random
from pathlib import Path

from outflank.analysis import own_puzzles
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.puzzle_choice import next_puzzles, own_rating
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.learning import Attempt, new_id

DICE = random.Random(3)


def test_puzzles_near_a_rating_come_first(tmp_path: Path) -> None:
    found = next_puzzles(own_puzzles(), LocalLearner(tmp_path), 10, near=1500.0, dice=DICE)
    assert len({puzzle.number for puzzle in found}) == 10
    assert all(abs(puzzle.rating - 1500) <= 400 for puzzle in found)
    again = next_puzzles(own_puzzles(), LocalLearner(tmp_path), 10, near=1500.0, dice=DICE)
    assert [each.id for each in again] != [each.id for each in found]


def test_what_was_tried_does_not_come_again_until_everything_was(tmp_path: Path) -> None:
    among, learner = own_puzzles()[:6], LocalLearner(tmp_path)
    for puzzle in among[:4]:
        learner.record(Attempt(id=new_id(), at=5, subject=f"puzzle/{puzzle.id}", is_right=True))
    found = next_puzzles(among, learner, 4, near=1500.0, dice=DICE)
    assert {each.number for each in found} == {each.number for each in among[4:]}
    for puzzle in among[4:]:
        learner.record(Attempt(id=new_id(), at=6, subject=f"puzzle/{puzzle.id}"))
    assert len(next_puzzles(among, learner, 4, dice=DICE)) == 4
    assert next_puzzles(own_puzzles()[:0], learner, 4) == []


def test_the_rating_of_a_solver_rises_with_what_is_solved(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path)
    assert own_rating(learner) == 1500.0
    hard = own_puzzles("hard")[:2]
    session = PuzzleSession(hard, learner=learner)
    assert session.solution is not None
    session.play(session.solution.best[0])
    assert own_rating(learner) > 1500.0
