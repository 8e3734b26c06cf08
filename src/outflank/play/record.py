"""The record of a match: its game with the players' names and the result."""

from __future__ import annotations

from outflank.play.match import Match
from outflank.rules import BLACK, WHITE, Game

__all__ = ["record"]


def record(match: Match) -> Game:
    """Return the game of a match as a record, with the names and the result."""
    game = match.game.copy()
    for color in (BLACK, WHITE):
        game.headers[str(color)] = match.setup.player(color).name
    if match.outcome is not None and not match.outcome.reason.is_natural:
        game.end(match.outcome.winner, match.outcome.reason)
    return game
