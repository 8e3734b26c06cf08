"""The patterns of a board of any size, numbered as core/evaluation/pattern_layout.hpp says.

A shape is read as a number in balanced ternary: one digit a square, +1 for a disc of the side to
move, -1 for one of the other side and 0 for none. All places of a shape share its weights, and so
do numbers that are each other's images.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["BoardPatterns", "Shape", "digits_of"]

Shape = tuple[int, ...]  # squares, row by row; it lies on the board in all its symmetric ways


@dataclass(frozen=True)
class BoardPatterns:
    """Where patterns lie, and which weight is that of a pattern's number.

    `columns` numbers the weights that are kept, for each number of each shape in turn; a pattern's
    number is added to the centre of its shape.
    """

    centres: NDArray[np.int64]  # of each pattern's shape
    step: NDArray[np.float32]  # [square, pattern]: what an own disc there adds to the number
    columns: NDArray[np.int64]
    column_count: int

    @classmethod
    @functools.cache
    def of(cls, shapes: tuple[Shape, ...], size: int) -> BoardPatterns:
        """Lay shapes on a board.

        >>> found = BoardPatterns.of(((0, 1), (0, 5, 10, 15)), 4)
        >>> len(found.centres), len(found.columns), found.column_count
        (10, 90, 54)
        """
        centres: list[int] = []
        laid: list[Shape] = []
        kept: list[NDArray[np.int64]] = []
        first = 0
        for shape in shapes:
            half = 3 ** len(shape) // 2
            numbers = np.arange(-half, half + 1)
            smallest = numbers
            seen: set[frozenset[int]] = set()
            for symmetry in range(8):
                image = tuple(_image(square, size, symmetry) for square in shape)
                if set(image) == set(shape):
                    smallest = np.minimum(smallest, _image_numbers(numbers, shape, image))
                if frozenset(image) not in seen:
                    seen.add(frozenset(image))
                    laid.append(image)
                    centres.append(first + half)
            kept.append(first + half + smallest)
            first += len(numbers)
        step = np.zeros((size * size, len(laid)), np.float32)
        for at, places in enumerate(laid):
            for digit, square in enumerate(places):
                step[square, at] = 3**digit
        unique, columns = np.unique(np.concatenate(kept), return_inverse=True)
        return cls(np.array(centres), step, columns.astype(np.int64), len(unique))

    def columns_of(self, digits: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return the column of every pattern's number: a row of columns a position.

        `digits` has a row of squares a position: +1 for the mover's discs, -1 for the opponent's.
        """
        # Exact in single precision: no number is as large as 2^24.
        numbers = digits.astype(np.float32) @ self.step
        columns: NDArray[np.int64] = self.columns[numbers.astype(np.int64) + self.centres]
        return columns


def digits_of(mover: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return the squares of 8x8, a row a position: 1 for the mover's discs, -1 for the others."""
    bits = np.arange(64)
    return (((mover[:, None] >> bits) & 1) - ((opponent[:, None] >> bits) & 1)).astype(np.int8)


def _image(square: int, size: int, symmetry: int) -> int:
    """Return the image of a square under a symmetry of the board."""
    row, column = divmod(square, size)
    if symmetry & 1:
        column = size - 1 - column
    if symmetry & 2:
        row = size - 1 - row
    return column * size + row if symmetry & 4 else row * size + column


def _image_numbers(numbers: NDArray[np.int64], shape: Shape, image: Shape) -> NDArray[np.int64]:
    """Return the numbers that result when each square of a shape is read as its image."""
    images, rest = np.zeros_like(numbers), numbers
    for square in image:
        digit = (rest + 1) % 3 - 1  # the lowest digit in balanced ternary
        images = images + digit * 3 ** shape.index(square)
        rest = (rest - digit) // 3
    return images
