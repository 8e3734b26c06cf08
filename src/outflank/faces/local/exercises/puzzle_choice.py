"""Which puzzles come next: those that were never tried, about as hard as the learner is strong."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from outflank.analysis import Puzzle, PuzzleCollection
from outflank.errors import MissingExtra
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.learning import NEW_SOLVER, puzzle_subject

__all__ = ["DIFFICULTIES", "SERIES", "next_puzzles", "own_rating"]

SERIES: Final = 20  # puzzles in a series
# How many rating points harder than the learner is strong.
DIFFICULTIES: Final = {"easiest": -600, "easier": -300, "normal": 0, "harder": 300, "hardest": 600}
_NEAR: Final = (100.0, 200.0, 400.0)  # rating points on either side


def own_rating(learner: LocalLearner) -> float:
    """Return the learner's rating; that of a new solver if the extra for ratings is missing."""
    try:
        return learner.progress.rating.value
    except MissingExtra:
        return NEW_SOLVER.value


def next_puzzles(
    among: PuzzleCollection,
    learner: LocalLearner,
    most: int = SERIES,
    *,
    near: float | None = None,
    dice: random.Random | None = None,
) -> list[Puzzle]:
    """Return a series of puzzles that the learner never tried, in no special order.

    `near` is a rating; puzzles about as hard come first. When all were tried, they come again.
    """
    dice, tried = dice or random.Random(), learner.tried
    found: dict[int, Puzzle] = {}
    for pool in _pools(among, near):
        places = list(range(len(pool)))
        dice.shuffle(places)
        for place in places:
            if len(found) == most:
                return list(found.values())
            puzzle = pool[place]
            if puzzle.number not in found and puzzle_subject(puzzle.position) not in tried:
                found[puzzle.number] = puzzle
    if found or not among:
        return list(found.values())
    return [among[place] for place in dice.sample(range(len(among)), min(most, len(among)))]


def _pools(among: PuzzleCollection, near: float | None) -> Iterable[PuzzleCollection]:
    """Yield collections to choose from, the most suitable first and the whole one last."""
    if near is not None:
        for distance in _NEAR:
            yield among.chosen(lowest=near - distance, highest=near + distance)
    yield among
