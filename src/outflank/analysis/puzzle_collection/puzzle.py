"""A puzzle, and its solution: the exact score of every move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from outflank.analysis.puzzle_collection.position_id import position_id
from outflank.rules import Move, Position, Score, Square

__all__ = ["GRADES", "USUAL_RATING", "Puzzle", "PuzzleSolution"]

GRADES: Final = ("easy", "medium", "hard")
USUAL_RATING: Final = 1500.0  # of a puzzle about which nothing is known


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the best move is to be found.

    `number` is its place in a collection, `grade` one of GRADES or "", and `known` the exact scores
    of all moves if they are known already. `themes` are names from THEMES, and `rating` is how hard
    the puzzle is before anybody has tried it, on the scale of players' ratings.
    """

    position: Position
    number: int = 1
    grade: str = ""
    known: Mapping[Square, Score] = field(default_factory=dict)
    themes: tuple[str, ...] = ()
    rating: float = USUAL_RATING

    @property
    def id(self) -> str:
        """Ten letters that stand for the position and the seven symmetric to it.

        >>> Puzzle(Position.start()).id
        'irqyvwvysx'
        """
        return position_id(self.position)


@dataclass(frozen=True, slots=True)
class PuzzleSolution:
    """The exact score of every move of a puzzle, and the best line.

    >>> from outflank.rules import ScoreKind
    >>> d3, c4 = (Square.parse(name) for name in ("d3", "c4"))
    >>> solution = PuzzleSolution({d3: Score(6, ScoreKind.EXACT), c4: Score(2, ScoreKind.EXACT)})
    >>> solution.best, solution.loss(c4)
    ((d3,), 4.0)
    """

    scores: Mapping[Square, Score]
    line: tuple[Move, ...] = ()

    @property
    def score(self) -> Score:
        """The score of the best move."""
        return max(self.scores.values(), key=lambda score: score.discs)

    @property
    def best(self) -> tuple[Square, ...]:
        """All moves with the best score."""
        return tuple(square for square in self.scores if self.loss(square) == 0)

    def loss(self, square: Square) -> float:
        """Return how many discs a move gives away."""
        return float(self.score.discs - self.scores[square].discs)
