"""Discs that turn over: which of them, when, and how far each has come."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from outflank.play.events import MovePlayed
from outflank.rules import Color, Square

__all__ = ["FLIP", "STAGGER", "Face", "Flips"]

FLIP: Final = 0.300  # seconds in which one disc turns over
STAGGER: Final = 0.035  # seconds between a disc and the next one outward


@dataclass(frozen=True, slots=True)
class Face:
    """What is seen of a turning disc: the colour that is up, and its width from 0 to 1."""

    color: Color
    width: float


@dataclass(frozen=True, slots=True)
class Flips:
    """The discs that turn over after one move, from the colour they had to the other.

    >>> flips = Flips.between({Square(3, 3): Color.BLACK}, origin=Square(3, 2), began=10.0)
    >>> flips.face(Square(3, 3), 10.0), flips.face(Square(3, 3), 10.3)
    (Face(color=Color.WHITE, width=1.0), Face(color=Color.BLACK, width=1.0))
    """

    began: float
    targets: dict[Square, Color] = field(default_factory=dict)
    delays: dict[Square, float] = field(default_factory=dict)

    @classmethod
    def of(cls, move: MovePlayed, began: float) -> Flips:
        """Return the flips of a move; those that an answer forces follow the others."""
        flips = cls.between(dict.fromkeys(move.flipped, move.color), move.square, began)
        last = max(flips.delays.values(), default=0.0)
        return cls(
            began,
            flips.targets | dict.fromkeys(move.forced, move.color),
            flips.delays | dict.fromkeys(move.forced, last + STAGGER),
        )

    @classmethod
    def between(cls, targets: dict[Square, Color], origin: Square | None, began: float) -> Flips:
        """Return flips that spread outward from a square, or happen all at once."""
        return cls(began, targets, {square: STAGGER * _steps(origin, square) for square in targets})

    @property
    def ends(self) -> float:
        """When the last disc lies still."""
        return self.began + max(self.delays.values(), default=-FLIP) + FLIP

    def face(self, square: Square, now: float) -> Face | None:
        """Return what is seen of a disc now, None for one that does not turn."""
        if square not in self.targets:
            return None
        target = self.targets[square]
        share = (now - self.began - self.delays[square]) / FLIP
        share = min(1.0, max(0.0, share))
        eased = share * share * (3 - 2 * share)
        width = abs(math.cos(math.pi * eased))
        return Face(target if eased >= 0.5 else target.opponent, width)


def _steps(origin: Square | None, square: Square) -> int:
    if origin is None:
        return 0
    return max(abs(square.col - origin.col), abs(square.row - origin.row)) - 1
