"""The cursor that keys move over a board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from outflank.rules import Square

__all__ = ["ARROWS", "ENTER", "FAR", "moved_cursor"]

ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
FAR: Final = 99  # further than any board reaches


def moved_cursor(
    cursor: Square | None, legal: Iterable[Square], size: int, across: int, down: int
) -> Square:
    """Return where a cursor goes, up to the board's edge; it first appears on a legal square."""
    if cursor is None:
        return next(iter(legal), Square(size // 2, size // 2))
    column = min(size - 1, max(0, cursor.col + across))
    return Square(column, min(size - 1, max(0, cursor.row + down)))
