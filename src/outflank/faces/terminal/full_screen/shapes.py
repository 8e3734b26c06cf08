"""Discs, crosses and rings drawn with quarter blocks, for squares of any size."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["LINE", "SMALLEST", "CellSize", "Shape", "fitting", "outline"]

Shape = Literal["disc", "ring", "cross"]

# The four quarters of a character: upper left 1, upper right 2, lower left 4, lower right 8.
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_ASPECT: Final = 0.5  # a character is half as wide as it is high


@dataclass(frozen=True, slots=True)
class CellSize:
    """The columns and rows of one square."""

    columns: int
    rows: int


# The radius as a part of the rows; chosen so that neighbours do not touch and crosses have no gaps.
_RADII: Final = {
    "disc": {2: 0.42, 3: 0.4, 4: 0.42},
    "ring": {2: 0.42, 4: 0.42},
    "cross": {2: 0.42, 4: 0.42},
}
# For sizes in which quarter blocks are too coarse for a round disc; needs two colours.
_FINE_DISCS: Final = {
    CellSize(4, 2): ("▗▆▆▖", "▝🮅🮅▘"),
    CellSize(7, 3): (" ▗▆▆▆▖ ", " █████ ", " ▝🮅🮅🮅▘ "),
}
_COARSE: Final = {"disc": ("▗▄▄▖", "▝▀▀▘"), "ring": ("╭──╮", "╰──╯")}  # two rows in one colour

SMALLEST: Final = CellSize(2, 1)
LINE: Final = CellSize(3, 1)  # a square in a line of text
# Squares with an odd number of rows have an odd number of columns, so that they have a middle.
_SIZES: Final = (
    CellSize(15, 7), CellSize(11, 5), CellSize(8, 4), CellSize(7, 3), CellSize(4, 2),
    CellSize(3, 1), SMALLEST,
)  # fmt: skip
_SIZES_WITH_WORDS: Final = (
    CellSize(15, 7), CellSize(11, 5), CellSize(7, 3), CellSize(5, 2), CellSize(3, 1), SMALLEST,
)  # fmt: skip


def fitting(size: int, columns: int, rows: int, *, words: bool = False) -> CellSize:
    """Return the largest square size with which a board fits; `words` if discs have labels.

    >>> fitting(8, 48, 21), fitting(12, 48, 21)
    (CellSize(columns=4, rows=2), CellSize(columns=3, rows=1))
    """
    for cell in _SIZES_WITH_WORDS if words else _SIZES:
        if size * cell.columns <= columns and size * cell.rows <= rows:
            return cell
    return SMALLEST


@functools.cache
def outline(
    shape: Shape, cell: CellSize, width: float = 1.0, *, fine: bool = True
) -> tuple[str, ...]:
    """Draw a shape in a square; a `width` below 1 is for a disc that is flipping.

    >>> print("|".join(outline("disc", CellSize(4, 2))))
    ▗▆▆▖|▝🮅🮅▘
    """
    if fine and shape == "disc" and cell in _FINE_DISCS and width > 0.9:
        return _FINE_DISCS[cell]
    if not fine and shape in _COARSE and cell == CellSize(4, 2) and width > 0.9:
        return _COARSE[shape]
    radius = cell.rows * _RADII[shape].get(cell.rows, 0.44)
    if shape == "cross" and cell.rows == 2:
        width *= 0.6  # a cross this low must be narrow
    lines = []
    for row in range(cell.rows):
        letters = []
        for column in range(cell.columns):
            quarters = 0
            for bit, (right, low) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
                x = ((2 * column + right + 0.5) / 2 - cell.columns / 2) * _ASPECT
                y = (2 * row + low + 0.5) / 2 - cell.rows / 2
                quarters |= _is_inside(shape, x / max(width, 0.01), y, radius) << bit
            letters.append(_QUARTERS[quarters])
        lines.append("".join(letters))
    return tuple(lines)


def _is_inside(shape: Shape, x: float, y: float, radius: float) -> bool:
    distance = math.hypot(x, y)
    if shape == "cross":
        return abs(abs(x) - abs(y)) < max(0.26, radius * 0.3) and max(abs(x), abs(y)) < radius
    if shape == "ring":
        return max(0.3, radius * 0.55) < distance <= radius
    return distance <= radius
