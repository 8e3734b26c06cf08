"""The patterns that the network reads, numbered as core/evaluation/patterns.hpp numbers them."""

from __future__ import annotations

from outflank.training.boards.board_patterns import BoardPatterns

__all__ = ["SHAPES", "patterns"]

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


def patterns() -> BoardPatterns:
    """Return the patterns: 42 of them, in eleven shapes.

    >>> len(patterns().centres), len(patterns().columns)
    (42, 354537)
    """
    return BoardPatterns.of(SHAPES, 8)
