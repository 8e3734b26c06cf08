"""The masks, lines and rays of each board size, as integers."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from outflank.errors import SizeError
from outflank.texts import Text

__all__ = ["SIZES", "Axis", "Geometry", "geometry", "require_size"]

SIZES = (4, 6, 8, 10, 12, 14, 16)

_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Axis:
    """One of the four directions of a line: along a row, a column or a diagonal."""

    shift: int  # the shift of a bitboard that moves it one step along the axis
    inner: int  # squares from which a step either way does not wrap into another row
    ends: int  # squares at which a line of this direction begins or ends
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Geometry:
    """The masks of one board size; bit 0 is a1, then row by row."""

    size: int
    full: int
    first_column: int
    last_column: int
    axes: tuple[Axis, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]  # square -> direction -> bits, nearest first
    neighbours: tuple[int, ...]

    def grow(self, mask: int) -> int:
        """Return the mask together with every square next to it."""
        wide = mask | ((mask & ~self.last_column) << 1) | ((mask & ~self.first_column) >> 1)
        return (wide | wide << self.size | wide >> self.size) & self.full


def require_size(size: int) -> None:
    """Refuse what is not the size of a board."""
    if not isinstance(size, int):
        raise TypeError(f"the size of a board is a whole number such as 8, not {size!r}")
    if size not in SIZES:
        raise SizeError(Text("errors.rules.board_size", size=repr(size)))


@functools.cache
def geometry(size: int) -> Geometry:
    """Return the geometry of a size; a size that no board has raises SizeError."""
    require_size(size)
    squares = range(size * size)
    rays = tuple(_rays(size, index) for index in squares)
    first_row = (1 << size) - 1
    first_column = sum(1 << index for index in squares if index % size == 0)
    last_column = first_column << (size - 1)
    full = (1 << size * size) - 1
    sides = first_column | last_column
    top_and_bottom = first_row | first_row << size * (size - 1)
    axes = (
        Axis(1, full & ~sides, sides, _lines(size, (1, 0))),
        Axis(size, full, top_and_bottom, _lines(size, (0, 1))),
        Axis(size + 1, full & ~sides, sides | top_and_bottom, _lines(size, (1, 1))),
        Axis(size - 1, full & ~sides, sides | top_and_bottom, _lines(size, (-1, 1))),
    )
    neighbours = tuple(sum(ray[0] for ray in rays[index]) for index in squares)
    return Geometry(size, full, first_column, last_column, axes, rays, neighbours)


def _rays(size: int, index: int) -> tuple[tuple[int, ...], ...]:
    """Return the bits from a square to the edge in each direction, without empty rays."""
    row, col = divmod(index, size)
    walks = (
        _walk(size, (col + across, row + down), (across, down)) for across, down in _DIRECTIONS
    )
    return tuple(walk for walk in walks if walk)


def _lines(size: int, direction: tuple[int, int]) -> tuple[int, ...]:
    """Return every line of a direction, each as a mask."""
    across, down = direction
    starts = (
        (col, row)
        for row in range(size)
        for col in range(size)
        if not (0 <= col - across < size and 0 <= row - down < size)
    )
    return tuple(sum(_walk(size, start, direction)) for start in starts)


def _walk(size: int, start: tuple[int, int], direction: tuple[int, int]) -> tuple[int, ...]:
    """Return the bits of the squares from a start to the edge of the board."""
    (col, row), (across, down) = start, direction
    bits = []
    while 0 <= col < size and 0 <= row < size:
        bits.append(1 << (row * size + col))
        col, row = col + across, row + down
    return tuple(bits)
