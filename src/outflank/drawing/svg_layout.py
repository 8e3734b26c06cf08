"""Where things are in a picture: the measures of the board in units of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.rules import Square

__all__ = ["Layout"]

CELL: Final = 40
RADIUS: Final = 16.5  # of a disc
RIM: Final = 5
LETTERS: Final = 22  # room for coordinates, left and above
AIR: Final = 3  # between the rim and the edge of the picture
LINE: Final = 20  # height of a line of words under the board


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of one picture; a1 is at the upper left unless the board is rotated."""

    size: int
    rotated: bool
    coordinates: bool
    lines: int  # of words or legends under the board

    @property
    def board(self) -> int:
        """The width of the board without its rim."""
        return self.size * CELL

    @property
    def origin(self) -> int:
        """Where the board begins, from the left and from the top."""
        return AIR + RIM + (LETTERS if self.coordinates else 0)

    @property
    def width(self) -> int:
        """The width of the picture."""
        return self.origin + self.board + RIM + AIR

    @property
    def height(self) -> int:
        """The height of the picture."""
        return self.width + (self.lines * LINE + AIR if self.lines else 0)

    def shown(self, index: int) -> int:
        """Return where the column or row with this index stands, counted from left or top."""
        return self.size - 1 - index if self.rotated else index

    def centre(self, square: Square) -> tuple[int, int]:
        """Return the middle of a square, from the board's upper left."""
        x, y = self.corner(square)
        return x + CELL // 2, y + CELL // 2

    def corner(self, square: Square) -> tuple[int, int]:
        """Return the upper left corner of a square, from the board's upper left."""
        return CELL * self.shown(square.col), CELL * self.shown(square.row)

    def line(self, number: int) -> float:
        """Return the middle of a line under the board, from the board's top."""
        return self.board + RIM + AIR + LINE * (number + 0.5)
