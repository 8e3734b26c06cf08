"""The balanced 8x8 openings that come with the package."""

from __future__ import annotations

from outflank.arena.engine_match.definition import OpeningBook
from outflank.notation.starts import even_openings

__all__ = ["balanced_openings"]


def balanced_openings() -> OpeningBook:
    """Return openings of 8 to 10 plies after which neither side is more than two discs ahead.

    Each was searched at least 18 plies deep, and no two lead to the same position.

    >>> len(balanced_openings()) > 200
    True
    """
    return OpeningBook(even_openings())
