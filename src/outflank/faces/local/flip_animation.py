"""The animation of a move: which discs flip, when, and how each looks while it flips."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from outflank.play.events import MovePlayed
from outflank.rules import Color, Placement, Square

__all__ = ["FLIP_SECONDS", "STAGGER_SECONDS", "FlipAnimation", "FlipFrame"]

FLIP_SECONDS: Final = 0.300  # seconds one disc takes to flip
STAGGER_SECONDS: Final = 0.035  # seconds between a disc and the next disc further out


@dataclass(frozen=True, slots=True)
class FlipFrame:
    """A flipping disc at one moment: the visible colour, and its width from 0 to 1."""

    color: Color
    width: float


@dataclass(frozen=True, slots=True)
class FlipAnimation:
    """The discs that flip after one move, each from one colour to the other.

    >>> animation = FlipAnimation.outward(
    ...     {Square(3, 3): Color.BLACK}, origin=Square(3, 2), began=10.0
    ... )
    >>> animation.frame(Square(3, 3), 10.0), animation.frame(Square(3, 3), 10.3)
    (FlipFrame(color=Color.WHITE, width=1.0), FlipFrame(color=Color.BLACK, width=1.0))
    """

    began: float
    targets: dict[Square, Color] = field(default_factory=dict)
    delays: dict[Square, float] = field(default_factory=dict)

    @classmethod
    def of_move(cls, move: MovePlayed | Placement, began: float) -> FlipAnimation:
        """Return the flips of a move; those that `maybe` forces come last."""
        outflanked = cls.outward(dict.fromkeys(move.flipped, move.color), move.square, began)
        last = max(outflanked.delays.values(), default=0.0)
        return cls(
            began,
            outflanked.targets | dict.fromkeys(move.forced, move.color),
            outflanked.delays | dict.fromkeys(move.forced, last + STAGGER_SECONDS),
        )

    @classmethod
    def outward(
        cls, targets: dict[Square, Color], origin: Square | None, began: float
    ) -> FlipAnimation:
        """Return flips that spread outward from a square; without a square, all begin at once."""
        return cls(
            began, targets, {square: STAGGER_SECONDS * _steps(origin, square) for square in targets}
        )

    @property
    def ends(self) -> float:
        """The time at which the last disc has flipped."""
        return self.began + max(self.delays.values(), default=-FLIP_SECONDS) + FLIP_SECONDS

    def frame(self, square: Square, now: float) -> FlipFrame | None:
        """Return how a disc looks now; None for a disc that does not flip."""
        if square not in self.targets:
            return None
        target = self.targets[square]
        share = (now - self.began - self.delays[square]) / FLIP_SECONDS
        share = min(1.0, max(0.0, share))
        eased = share * share * (3 - 2 * share)
        width = abs(math.cos(math.pi * eased))
        return FlipFrame(target if eased >= 0.5 else target.opponent, width)


def _steps(origin: Square | None, square: Square) -> int:
    if origin is None:
        return 0
    return max(abs(square.col - origin.col), abs(square.row - origin.row)) - 1
