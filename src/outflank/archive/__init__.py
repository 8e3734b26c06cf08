"""Named openings, and an index of played games that can be searched by position.

>>> from outflank import Game
>>> game = Game()
>>> game.push_all(["f5", "d6", "c3", "d3", "c4"])
>>> print(opening_of(game))
Tiger
"""

from outflank.archive.game_index import GameIndex, IndexContents, default_index
from outflank.archive.index_building import BuildReport, build_index
from outflank.archive.openings import (
    Opening,
    find_opening,
    opening_of,
    openings,
    openings_on_the_way,
    search_openings,
)
from outflank.archive.tallies import (
    GameFilter,
    IndexedGame,
    MoveTally,
    PlayerTally,
    PositionReport,
    Tally,
    YearTally,
)

__all__ = [
    "BuildReport",
    "GameFilter",
    "GameIndex",
    "IndexContents",
    "IndexedGame",
    "MoveTally",
    "Opening",
    "PlayerTally",
    "PositionReport",
    "Tally",
    "YearTally",
    "build_index",
    "default_index",
    "find_opening",
    "opening_of",
    "openings",
    "openings_on_the_way",
    "search_openings",
]
