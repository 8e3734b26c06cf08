"""Saved games in the line mode: the list, and the choice of one to open."""

from __future__ import annotations

from collections.abc import Callable

from outflank.errors import JournalError
from outflank.faces.local.saved_games import SavedGame, SavedGames
from outflank.faces.local.words.sentences import as_sentence
from outflank.texts import say

__all__ = ["choose_saved_game", "describe_saved_game", "newest_unfinished", "saved_game_lines"]


def describe_saved_game(saved: SavedGame) -> str:
    """Return a saved game as one line of the list."""
    date = f"{saved.changed:%Y-%m-%d %H:%M}"
    return say("line_mode.saved_game", number=saved.number, game=saved, date=date)


def saved_game_lines(games: SavedGames) -> list[str]:
    """Return the lines of a short list of the saved games."""
    lines = [describe_saved_game(saved) for saved in games.all() if saved.is_worth_opening]
    return lines or [say("local.game.saving.none")]


def newest_unfinished(games: SavedGames) -> SavedGame | None:
    """Return the latest game that can be resumed; None if there is none."""
    for saved in games.all():
        if saved.is_autosave and saved.moves and not saved.is_over and not saved.is_open:
            return saved
    return None


def choose_saved_game(
    games: SavedGames, ask: Callable[[str], str | None], say: Callable[[str], object]
) -> SavedGame | None:
    """Print the list and ask which game to open; None if the player wants none."""
    lines = saved_game_lines(games)
    for line in lines:
        say(line)
    while any(saved.is_worth_opening for saved in games.all()):
        which = ask(f"{say('line_mode.open_which')} ")
        if not which:
            return None
        try:
            return games.find(which)
        except JournalError as error:
            say(as_sentence(error))
    return None
