"""What one move does to a board."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.rules.board import Board
from outflank.rules.color import Color
from outflank.rules.square import Square
from outflank.rules.squareset import SquareSet

__all__ = ["Placement"]


@dataclass(frozen=True, slots=True)
class Placement:
    """The disc that is placed and the discs that turn to the mover's colour.

    `color` is the colour of the placed disc; in Yes/No Othello it may be the opponent's, and
    then nothing flips. `flipped` are the outflanked discs, `forced` those that an answer turns.

    >>> placement = Placement(Color.BLACK, Square.parse("d3"), SquareSet.of(8, "d4"), SquareSet(8))
    >>> placement.on(Board.start()).count(Color.BLACK)
    4
    """

    color: Color
    square: Square
    flipped: SquareSet
    forced: SquareSet

    @property
    def turned(self) -> SquareSet:
        """All discs that change colour."""
        return self.flipped | self.forced

    def on(self, board: Board) -> Board:
        """Return the board after the placement."""
        return board.recolor(self.color, self.turned | (self.square,))
