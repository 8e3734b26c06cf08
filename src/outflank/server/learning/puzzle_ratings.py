"""How attempts move the ratings of puzzles: a player's first try is a game against the puzzle."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from outflank.analysis import Puzzle
from outflank.learning import Attempt, GlickoRating, rate
from outflank.store.learning.puzzle_rating_store import StoredPuzzleRating

__all__ = ["first_tries", "moved", "opening_rating"]

# What an opening rating from effort says is better than nothing, and much less than results say.
_OPENING_DEVIATION: Final = 200.0
# Against the clock what is missed need not be hard, and "earlier" is before there was a log.
_UNRATED: Final = ("storm", "survival", "earlier")
_OF_NEWCOMERS: Final = 0.4  # how much of a change counts whose solver's rating is provisional


def opening_rating(puzzle: Puzzle) -> GlickoRating:
    """Return the rating of a puzzle that nobody has tried."""
    return GlickoRating(puzzle.rating, _OPENING_DEVIATION)


def first_tries(attempts: Collection[Attempt], tried: Collection[str]) -> dict[str, Attempt]:
    """Return the earliest of the attempts at each puzzle that was not tried before."""
    found: dict[str, Attempt] = {}
    for attempt in sorted(attempts, key=lambda one: (one.at, one.id)):
        if attempt.subject not in tried:
            found.setdefault(attempt.subject, attempt)
    return found


def moved(
    puzzle: StoredPuzzleRating, attempt: Attempt, solver: GlickoRating
) -> StoredPuzzleRating | None:
    """Return the rating of a puzzle after a first try, or None if it does not move.

    A solver of whom nothing is known says nothing about a puzzle, a newcomer little, and a hint
    spoils the result.

    >>> puzzle = StoredPuzzleRating("puzzle/aaaaaaaaaa", GlickoRating(1500, 200))
    >>> failed = Attempt(id="a1b2c3d4", at=0, subject=puzzle.subject)
    >>> moved(puzzle, failed, GlickoRating(1500, 60)).rating.value > 1500
    True
    """
    if solver.is_clueless or attempt.hints or attempt.occasion in _UNRATED:
        return None
    before = puzzle.rating
    after = rate(before, [(solver, 0.0 if attempt.is_right else 1.0)])
    weight = _OF_NEWCOMERS if solver.is_provisional else 1.0
    weighted = GlickoRating(
        before.value + weight * (after.value - before.value),
        before.deviation + weight * (after.deviation - before.deviation),
        after.volatility,
    )
    return replace(puzzle, rating=weighted, attempts=puzzle.attempts + 1)
