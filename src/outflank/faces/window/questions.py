"""The questions that the window asks."""

from __future__ import annotations

from pathlib import Path

from outflank.drawing.skins import find_skin
from outflank.drawing.themes import find_theme
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.state import Question, Reply, WindowState
from outflank.faces.window.widgets import Action
from outflank.play.series_score import SeriesScore

__all__ = ["end_question", "leave_question", "menu", "open_question", "resign_question"]

_MOST_FILES = 8


def end_question(game: ShownGame, tally: SeriesScore) -> Question:
    """Say how the game ended and how the players stand, and ask for another round."""
    outcome = game.match.outcome
    assert outcome is not None
    title = "A draw" if outcome.winner is None else f"{game.sentences.who(outcome.winner)} wins"
    first, second = game.match.setup.players
    standing = f"So far: {tally.standing(first.name, second.name)}."
    return Question(
        title,
        f"{game.notice.text}\n{standing}\nAnother round?",
        (
            Reply("Another round", Action.REMATCH, is_primary=True),
            Reply("New game", Action.LEAVE),
            Reply("Look at it", Action.CLOSE),
        ),
    )


def resign_question(name: str) -> Question:
    """Ask before somebody gives up."""
    return Question(
        "Resign?",
        f"{name} gives up this game.",
        (Reply("Resign", Action.RESIGN_NOW, is_primary=True), Reply("Play on", Action.CLOSE)),
    )


def leave_question() -> Question:
    """Ask before an unfinished game is left."""
    return Question(
        "Leave this game?",
        "It is kept, and Resume goes on with it.",
        (Reply("Leave", Action.LEAVE, is_primary=True), Reply("Stay", Action.CLOSE)),
    )


def open_question(folder: Path) -> Question:
    """Ask which of the saved games to open."""
    files = sorted(folder.glob("*.json"), key=lambda path: path.name, reverse=True)[:_MOST_FILES]
    replies = [Reply(path.stem, Action.LOAD, str(path)) for path in files]
    where = "A file with a game can also be dropped on the window."
    text = where if files else f"No game has been saved yet. {where}"
    return Question(
        "Open a game",
        text,
        (*replies, Reply("Close", Action.CLOSE, is_primary=True)),
        is_list=True,
    )


def menu(state: WindowState) -> Question:
    """Offer everything that has no button of its own beside the board."""
    look = state.form.look
    skin = "as the game" if look.skin == "auto" else find_skin(look.skin).title
    theme = "automatic" if look.theme == "auto" else find_theme(look.theme).title

    def flag(title: str, action: Action, *, is_on: bool) -> Reply:
        return Reply(f"{title}: {'on' if is_on else 'off'}", action)

    return Question(
        "Menu",
        "",
        (
            Reply("Rules", Action.RULES),
            Reply("Pause", Action.PAUSE),
            Reply("Look back", Action.LOOK, "-1"),
            Reply("Save", Action.SAVE),
            Reply("Open", Action.OPEN),
            Reply("Copy the moves", Action.COPY_MOVES),
            Reply("Copy the position", Action.COPY_POSITION),
            Reply("Paste a game", Action.PASTE),
            Reply("Full screen", Action.FULL_SCREEN),
            Reply(f"Discs: {skin}", Action.SKIN),
            Reply(f"Table: {theme}", Action.THEME),
            flag("Legal squares", Action.MARKS, is_on=look.legal_marks),
            flag("Coordinates", Action.COORDINATES, is_on=look.coordinates),
            flag("Motion", Action.ANIMATION, is_on=look.animation),
            flag("Sound", Action.SOUND, is_on=look.sound),
            flag("GIF popups", Action.GIF, is_on=look.gif),
            Reply("Close", Action.CLOSE, is_primary=True),
        ),
        is_list=True,
    )
