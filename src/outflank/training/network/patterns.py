"""The patterns that the network reads, numbered as core/evaluation/patterns.hpp numbers them.

A pattern is read as a number in balanced ternary: one digit a square, +1 for a disc of the side
to move, -1 for one of the other side and 0 for none. All places of a shape share its rows, and so
do numbers that are each other's mirror images.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["SHAPES", "Patterns", "patterns"]

# Squares of an 8x8 board, row by row; each shape lies on the board in all its symmetric ways.
SHAPES = (
    (9, 0, 1, 2, 3, 4, 5, 6, 7, 14),  # an edge with both X-squares
    (0, 2, 3, 4, 5, 7, 10, 11, 12, 13),  # the middle of two rows, with two corners
    (0, 8, 9, 10, 11, 12, 13, 14, 15, 7),  # the second row, with two corners
    (0, 1, 2, 3, 8, 9, 10, 16, 17, 24),  # a corner's triangle
    (0, 1, 2, 8, 9, 10, 16, 17, 18),  # a corner's block
    (16, 17, 18, 19, 20, 21, 22, 23),  # the other rows
    (24, 25, 26, 27, 28, 29, 30, 31),
    (0, 9, 18, 27, 36, 45, 54, 63),  # the diagonals, some with squares at their ends
    (0, 1, 10, 19, 28, 37, 46, 55, 63),
    (1, 2, 11, 20, 29, 38, 47, 55, 9, 54),
    (3, 12, 21, 30, 39),
)


@dataclass(frozen=True)
class Patterns:
    """Where the patterns lie, and where the rows of their numbers are.

    A place is that of a number's row: the centre of its shape plus the number. `kept` is, for
    each place, the place whose row counts: its own or its mirror image's. `columns` numbers the
    kept places one after the other.
    """

    squares: tuple[tuple[int, ...], ...]
    centres: NDArray[np.int64]  # of each pattern's shape
    step: NDArray[np.float32]  # [square, pattern]: what an own disc there adds to the number
    kept: NDArray[np.int64]
    columns: NDArray[np.int64]

    @property
    def places(self) -> int:
        """How many numbers all shapes have together."""
        return len(self.kept)

    @property
    def column_count(self) -> int:
        """How many rows are learned and kept in a file."""
        return int(self.columns.max()) + 1

    def places_of(self, mover: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the place of every pattern's number: a row of places a position."""
        bits = np.arange(64)
        digits = ((mover[:, None] >> bits) & 1) - ((opponent[:, None] >> bits) & 1)
        # Exact in single precision: no number is as large as 2^24.
        numbers = digits.astype(np.float32) @ self.step
        return numbers.astype(np.int64) + self.centres


@functools.cache
def patterns() -> Patterns:
    """Return the patterns: 42 of them, in eleven shapes.

    >>> len(patterns().squares), patterns().places
    (42, 354537)
    """
    squares: list[tuple[int, ...]] = []
    centres: list[int] = []
    kept: list[NDArray[np.int64]] = []
    first = 0
    for form in SHAPES:
        size = 3 ** len(form)
        centre = first + size // 2
        mirror = list(range(len(form)))
        seen: list[frozenset[int]] = []
        for symmetry in range(8):
            images = [_image(square, symmetry) for square in form]
            covered = frozenset(images)
            if covered not in seen:
                squares.append(tuple(images))
                centres.append(centre)
            elif covered == seen[0] and mirror == list(range(len(form))):
                # This symmetry only swaps the shape's squares: no shape has more than one.
                mirror = [form.index(image) for image in images]
            seen.append(covered)
        numbers = np.arange(-(size // 2), size // 2 + 1)
        kept.append(centre + np.minimum(numbers, _mirror_numbers(numbers, mirror)))
        first += size
    step = np.zeros((64, len(squares)), np.float32)
    for at, members in enumerate(squares):
        for digit, square in enumerate(members):
            step[square, at] = 3**digit
    all_kept = np.concatenate(kept)
    _, columns = np.unique(all_kept, return_inverse=True)
    return Patterns(tuple(squares), np.array(centres), step, all_kept, columns.astype(np.int64))


def _image(square: int, symmetry: int) -> int:
    """Return where a symmetry of the board takes a square."""
    row, column = divmod(square, 8)
    if symmetry & 1:
        column = 7 - column
    if symmetry & 2:
        row = 7 - row
    return column * 8 + row if symmetry & 4 else row * 8 + column


def _mirror_numbers(numbers: NDArray[np.int64], mirror: list[int]) -> NDArray[np.int64]:
    """Return the numbers of the mirror images, in which square i stands at place mirror[i]."""
    images, rest = np.zeros_like(numbers), numbers
    for place in mirror:
        digit = (rest + 1) % 3 - 1  # the lowest digit in balanced ternary
        images = images + digit * 3**place
        rest = (rest - digit) // 3
    return images
