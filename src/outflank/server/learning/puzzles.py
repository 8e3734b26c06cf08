"""The server's puzzles: found by id or day, and chosen for a player."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from datetime import date
from enum import Enum
from random import Random
from typing import Final

from outflank.analysis import Puzzle, PuzzleCollection, own_puzzles
from outflank.learning import GlickoRating
from outflank.server.learning.puzzle_ratings import opening_rating
from outflank.store.learning.puzzle_rating_store import PuzzleRatingStore

__all__ = ["Difficulty", "Puzzles"]

_PREFIX: Final = "puzzle/"
_STEPS: Final = 5  # in which the limits are widened until there are enough puzzles
_SPARE: Final = 3  # times as many as wanted are drawn; those nearest the wanted rating are kept


class Difficulty(Enum):
    """How much harder than a player's rating puzzles are to be."""

    EASIEST = -600
    EASIER = -300
    NORMAL = 0
    HARDER = 300
    HARDEST = 600


class Puzzles:
    """The puzzles that come with the package, with the ratings that solvers gave them."""

    def __init__(self, store: PuzzleRatingStore, dice: Random | None = None) -> None:
        self._store = store
        self._dice = dice or Random()
        self._days: dict[date, Puzzle] = {}

    @functools.cached_property
    def _all(self) -> PuzzleCollection:
        return own_puzzles()

    def find(self, name: str) -> Puzzle | None:
        """Return the puzzle with an id, if there is one."""
        return self._all.find(name)

    def of_subject(self, subject: str) -> Puzzle | None:
        """Return the puzzle that attempts with a subject are about, if it is the server's."""
        if not subject.startswith(_PREFIX):
            return None
        return self._all.find(subject.removeprefix(_PREFIX))

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day, the same for everybody."""
        if day not in self._days:
            self._days = {day: self._all.of_day(day)}  # looking for it takes a while
        return self._days[day]

    def ratings(self, puzzles: Collection[Puzzle]) -> dict[str, GlickoRating]:
        """Return the present rating of each puzzle, by the puzzle's id."""
        known = self._store.of([f"{_PREFIX}{puzzle.id}" for puzzle in puzzles])
        found = {}
        for puzzle in puzzles:
            stored = known.get(f"{_PREFIX}{puzzle.id}")
            found[puzzle.id] = opening_rating(puzzle) if stored is None else stored.rating
        return found

    def choose(
        self,
        most: int,
        *,
        near: float,
        theme: str | None = None,
        without: Collection[str] = (),
    ) -> Sequence[Puzzle]:
        """Return some puzzles with a theme near a rating, the nearest first.

        `without` are the subjects that are left out. There are fewer only if there are no more.
        """
        wanted, found = _SPARE * most, dict[str, Puzzle]()
        width = 100 + abs(1500 - near) / 4
        of_theme = self._all.chosen(theme=theme)
        for step in range(1, _STEPS + 2):
            chosen = of_theme
            if step <= _STEPS:
                reach = step * width
                chosen = of_theme.chosen(lowest=near - reach, highest=near + reach)
            order = list(range(len(chosen)))
            self._dice.shuffle(order)
            for place in order:
                if len(found) >= wanted:
                    break
                puzzle = chosen[place]
                if f"{_PREFIX}{puzzle.id}" not in without:
                    found.setdefault(puzzle.id, puzzle)
            if len(found) >= most:
                break
        ratings = self.ratings(list(found.values()))
        nearest = sorted(found.values(), key=lambda one: abs(ratings[one.id].value - near))
        return nearest[:most]
