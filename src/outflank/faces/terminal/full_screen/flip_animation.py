"""The flip animation: how discs turn over, as a function of time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from outflank.rules import Color, Placement, Square

__all__ = ["TerminalFlipAnimation"]

_TURN: Final = 0.3  # seconds for one disc
_STEP: Final = 0.035  # seconds until the next disc further out starts
_WIDTHS: Final = (0.12, 0.35, 0.6, 0.85, 1.0)  # few, so that the painter can cache them


@dataclass(frozen=True, slots=True)
class TerminalFlipAnimation:
    """The discs that a move flips, outward from the square it was played on.

    >>> from outflank.rules import Classic
    >>> start = Classic().start()
    >>> flips = TerminalFlipAnimation(start.place(Square.parse("f5")), start.turn, began=10.0)
    >>> flips.disc_at(Square.parse("e5"), now=10.0), flips.disc_at(Square.parse("e5"), now=10.31)
    ((Color.WHITE, 1.0), (Color.BLACK, 1.0))
    >>> flips.is_over(now=10.31)
    True
    """

    placement: Placement
    mover: Color
    began: float

    def disc_at(self, square: Square, now: float) -> tuple[Color, float] | None:
        """Return a disc's visible colour and width; None if the move does not flip it."""
        if square not in self.placement.turned:
            return None
        share = (now - self.began - self._delay(square)) / _TURN
        if share <= 0:
            return self.mover.opponent, 1.0
        if share >= 1:
            return self.mover, 1.0
        width = abs(math.cos(math.pi * share))
        shown = next(step for step in _WIDTHS if width <= step)
        return (self.mover.opponent if share < 0.5 else self.mover), shown

    def is_over(self, now: float) -> bool:
        """Tell whether the animation has ended."""
        last = max((self._delay(square) for square in self.placement.turned), default=-_TURN)
        return now >= self.began + last + _TURN

    def _delay(self, square: Square) -> float:
        placed = self.placement.square
        distance = max(abs(square.col - placed.col), abs(square.row - placed.row))
        return _STEP * (distance - 1)
