"""Openings by their names.

>>> from outflank import Game
>>> game = Game()
>>> game.push_all(["f5", "d6", "c3", "d3", "c4"])
>>> print(opening_of(game))
Tiger
"""

from outflank.archive.openings import (
    Opening,
    find_opening,
    opening_of,
    openings,
    openings_on_the_way,
    search_openings,
)

__all__ = [
    "Opening",
    "find_opening",
    "opening_of",
    "openings",
    "openings_on_the_way",
    "search_openings",
]
