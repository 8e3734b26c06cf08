"""Tables for the window: new ones, kept ones, and games from files or the clipboard."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from outflank.play.autosave import add_match, autosave_journal
from outflank.play.events import Event
from outflank.play.local_game import LocalGame
from outflank.play.options import GameOptions
from outflank.play.settings import data_folder

__all__ = ["games_folder", "loaded", "paced"]

_PACE: Final = 0.8  # seconds a computer takes at least when one only watches


def paced(options: GameOptions) -> GameOptions:
    """Let computers that play each other take their time, so that people can follow.

    >>> paced(GameOptions(player1="computer:1", player2="computer:1")).delay
    0.8
    """
    return options.paced(_PACE)


def loaded(events: list[Event]) -> LocalGame:
    """Open a table at a game from a file or the clipboard; it is kept like any other."""
    journal = autosave_journal()
    return LocalGame.resume(journal, add_match(events, journal), adapt=paced)


def games_folder() -> Path:
    """Return the folder of the games that were saved on request."""
    return data_folder() / "games"
