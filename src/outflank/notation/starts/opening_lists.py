"""Lists of openings to start from: our own even ones, and lists such as those of XOT."""

from __future__ import annotations

import functools
import os
from importlib.resources import files

from outflank.errors import NotationError
from outflank.notation.read_write import read, read_file
from outflank.rules import Game
from outflank.texts import Text

__all__ = ["even_openings", "read_openings"]


@functools.cache
def even_openings() -> tuple[Game, ...]:
    """Return our own 8x8 openings of 8 to 10 plies, after which no side is two discs ahead.

    >>> len(even_openings()) > 200
    True
    """
    text = files("outflank.notation.starts").joinpath("balanced.txt").read_text(encoding="ascii")
    return read(text, errors="raise").games


def read_openings(path: str | os.PathLike[str]) -> tuple[Game, ...]:
    """Read a list of openings in any notation, such as those of XOT, one on each line."""
    games = read_file(path, errors="raise").games
    if not games:
        raise NotationError(Text("errors.notation.no_openings_in_file"), source=str(path))
    return games
