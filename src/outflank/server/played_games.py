"""Games that were played elsewhere: what the server's index of them says about a position."""

from __future__ import annotations

from typing import NamedTuple

from outflank.archive import GameIndex, IndexedGame, PositionReport
from outflank.errors import NoGameIndex, OutflankError
from outflank.rules import Position
from outflank.texts import Text

__all__ = ["NoPlayedGames", "PlayedGames", "played_games_in"]


class NoPlayedGames(OutflankError):
    """What a server without an index of played games cannot tell."""


class PlayedGames(NamedTuple):
    """What was played in a position, and the newest of the games."""

    report: PositionReport
    newest: list[IndexedGame]


def played_games_in(position: Position, *, most: int) -> PlayedGames:
    """Return what was played in a position, with some of the games, by the server's index."""
    try:
        index = GameIndex()
    except NoGameIndex:  # whose sentence names a file
        raise NoPlayedGames(Text("errors.server.server_no_index_played")) from None
    with index:
        report = index.ask(position, players=0)
        newest = index.games(position, most=most) if report.tally.games else []
    return PlayedGames(report, newest)
