"""The eight symmetries of a square board."""

from __future__ import annotations

import enum

from outflank.rules.square import PASS, Move, Square, as_square

__all__ = ["Symmetry", "as_symmetry"]


class Symmetry(enum.Enum):
    """A way to turn or mirror the board.

    Its number is the sum of up to three steps, made in this order: 1 mirrors the columns,
    2 mirrors the rows, 4 exchanges columns and rows.

    >>> Symmetry.ROTATE_RIGHT.square(Square.parse("a1"), 8)
    h1
    >>> Symmetry.ROTATE_RIGHT.inverse
    <Symmetry.ROTATE_LEFT: 5>
    >>> print(Symmetry.ROTATE_RIGHT * Symmetry.MIRROR_ROWS)
    anti transpose
    """

    IDENTITY = 0
    MIRROR_COLUMNS = 1
    MIRROR_ROWS = 2
    ROTATE_HALF = 3
    TRANSPOSE = 4
    ROTATE_LEFT = 5
    ROTATE_RIGHT = 6
    ANTI_TRANSPOSE = 7

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        undo = {Symmetry.ROTATE_LEFT: Symmetry.ROTATE_RIGHT}
        undo |= {right: left for left, right in undo.items()}
        return undo.get(self, self)

    def then(self, after: Symmetry) -> Symmetry:
        """Return the symmetry that equals this one followed by another."""
        after = as_symmetry(after)
        sample = Square(1, 0)  # no two symmetries send b1 of a 4x4 board to the same square
        target = after.square(self.square(sample, 4), 4)
        return next(found for found in Symmetry if found.square(sample, 4) == target)

    def __mul__(self, after: Symmetry) -> Symmetry:
        """Return the symmetry that equals this one followed by another, as `then` does."""
        return self.then(after)

    def __rmul__(self, before: object) -> Symmetry:
        return as_symmetry(before) * self

    def __pow__(self, times: int) -> Symmetry:
        """Return the symmetry repeated `times` times; a negative number undoes it.

        >>> print(Symmetry.ROTATE_LEFT**2, Symmetry.ROTATE_LEFT**-1)
        rotate half rotate right
        """
        done = Symmetry.IDENTITY
        for _ in range(times % 4):  # four times any symmetry is the identity
            done = done.then(self)
        return done

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def square(self, square: Square | str, size: int) -> Square:
        """Return the image of a square."""
        square = as_square(square)
        col, row = square.col, square.row
        if self.value & 1:
            col = size - 1 - col
        if self.value & 2:
            row = size - 1 - row
        return Square(row, col) if self.value & 4 else Square(col, row)

    def move(self, move: Move, size: int) -> Move:
        """Return the image of a move; a pass stays a pass."""
        return PASS if move is PASS else self.square(move, size)

    def mask(self, mask: int, size: int) -> int:
        """Return the image of a bitboard."""
        # On text the three steps are slices, which is faster than moving the bits one by one.
        cells = f"{mask:0{size * size}b}"[::-1]
        rows = [cells[start : start + size] for start in range(0, size * size, size)]
        if self.value & 1:
            rows = [row[::-1] for row in rows]
        if self.value & 2:
            rows.reverse()
        if self.value & 4:
            rows = ["".join(column) for column in zip(*rows, strict=True)]
        return int("".join(rows)[::-1], 2)


def as_symmetry(given: object) -> Symmetry:
    """Return the given symmetry; any other value raises TypeError.

    >>> as_symmetry(Symmetry.TRANSPOSE)
    <Symmetry.TRANSPOSE: 4>
    """
    if isinstance(given, Symmetry):
        return given
    raise TypeError(f"a symmetry is a Symmetry, such as Symmetry.TRANSPOSE, not {given!r}")
