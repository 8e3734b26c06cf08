"""The two colours."""

from __future__ import annotations

import enum

__all__ = ["BLACK", "WHITE", "Color"]


class Color(enum.Enum):
    """Black, who moves first, or white.

    >>> Color.BLACK.opponent
    Color.WHITE
    >>> print(Color.WHITE)
    white
    """

    BLACK = "black"
    WHITE = "white"

    @property
    def opponent(self) -> Color:
        """The other colour."""
        return WHITE if self is BLACK else BLACK

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Color.{self.name}"


BLACK = Color.BLACK
WHITE = Color.WHITE
