"""Saved games in the line mode: the list, and the choice of one to open."""

from __future__ import annotations

from collections.abc import Callable

from outflank.errors import JournalError
from outflank.faces.local.saved_games import SavedGame, SavedGames
from outflank.faces.local.sentences import as_sentence

__all__ = ["choose_saved_game", "describe_saved_game", "newest_unfinished", "saved_game_lines"]


def describe_saved_game(saved: SavedGame) -> str:
    """Return a saved game as one line of the list."""
    return f"{saved.number}: {saved}, {saved.changed:%Y-%m-%d %H:%M}"


def saved_game_lines(games: SavedGames) -> list[str]:
    """Return the list of saved games that somebody may want to open."""
    lines = [describe_saved_game(one) for one in games.all() if one.is_worth_opening]
    return lines or ["There are no saved games."]


def newest_unfinished(games: SavedGames) -> SavedGame | None:
    """Return the game that was played last and can be resumed, if there is one."""
    for one in games.all():
        if one.is_autosave and one.moves and not one.is_over and not one.is_open:
            return one
    return None


def choose_saved_game(
    games: SavedGames, ask: Callable[[str], str | None], say: Callable[[str], object]
) -> SavedGame | None:
    """Show the list and ask which game to open; None to open none."""
    lines = saved_game_lines(games)
    for line in lines:
        say(line)
    while any(one.is_worth_opening for one in games.all()):
        which = ask("Open which game? (its number, or Enter to go back) ")
        if not which:
            return None
        try:
            return games.find(which)
        except JournalError as error:
            say(as_sentence(error))
    return None
