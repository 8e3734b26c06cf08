"""How much room letters take, and how they are fitted into it."""

from __future__ import annotations

import unicodedata
from typing import Final

__all__ = ["centred", "columns", "shortened"]

_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


def columns(letters: str) -> int:
    """Count the columns that letters take in a terminal.

    >>> columns("d3"), columns("黒"), columns("e\u0301")
    (2, 2, 1)
    """
    return sum(map(_columns_of, letters))


def _columns_of(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 1 + (unicodedata.east_asian_width(letter) in "WF")


def centred(letters: str, width: int) -> str:
    """Put letters in the middle of so many columns, or just right of it."""
    room = max(width - columns(letters), 0)
    return " " * (room - room // 2) + letters + " " * (room // 2)


def shortened(letters: str, width: int) -> str:
    """Cut letters to so many columns, with an ellipsis where any are left out.

    >>> shortened("opening", 7), shortened("opening", 5)
    ('opening', 'open…')
    """
    if columns(letters) <= width:
        return letters
    kept, room = "", width - columns(_ELLIPSIS)
    for letter in letters:
        room -= _columns_of(letter)
        if room < 0:
            break
        kept += letter
    return kept.rstrip() + _ELLIPSIS
