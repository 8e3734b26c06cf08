"""What the server's index of games played elsewhere says about a position."""

from __future__ import annotations

from typing import NamedTuple

from outflank.archive import GameIndex, IndexedGame, PositionReport
from outflank.errors import NoGameIndex, OutflankError
from outflank.rules import Position
from outflank.texts import Text

__all__ = ["NoPlayedGames", "PlayedGames", "played_games_in"]


class NoPlayedGames(OutflankError):
    """The server has no index of played games."""


class PlayedGames(NamedTuple):
    """The moves played in a position, and the newest of the games."""

    report: PositionReport
    newest: list[IndexedGame]


def played_games_in(position: Position, *, most: int) -> PlayedGames:
    """Return the moves played in a position, with up to `most` of the games."""
    try:
        index = GameIndex()
    except NoGameIndex:  # its sentence names a file of the server
        raise NoPlayedGames(Text("errors.server.no_game_index")) from None
    with index:
        report = index.ask(position, players=0)
        newest = index.games(position, most=most) if report.tally.games else []
    return PlayedGames(report, newest)
