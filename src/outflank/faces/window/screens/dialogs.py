"""The dialogs of the window and their texts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from outflank.analysis.puzzles import GRADES
from outflank.drawing.skins import find_skin
from outflank.drawing.themes import find_theme
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.look_back import LookBack
from outflank.faces.local.saved_games import SavedGame
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import Dialog, DialogButton, WindowState
from outflank.play.events import OfferMade

__all__ = [
    "PUZZLES_TITLE",
    "consent_dialog",
    "delete_dialog",
    "end_dialog",
    "leave_dialog",
    "look_back_dialog",
    "menu",
    "overwrite_dialog",
    "puzzles_dialog",
    "rename_dialog",
    "resign_dialog",
    "save_dialog",
]

PUZZLES_TITLE: Final = "Puzzles"
_MAX_FILES: Final = 8


def end_dialog(followed: FollowedMatch) -> Dialog:
    """Announce the result and the score so far, and offer a rematch."""
    outcome = followed.match.outcome
    assert outcome is not None
    title = "It's a draw" if outcome.is_draw else "No winner"
    if outcome.winner is not None:
        title = f"{followed.sentences.who(outcome.winner)} wins"
    first, second = followed.setup.players
    score = f"Score so far: {followed.series_score.standing(first.name, second.name)}."
    return Dialog(
        title,
        f"{followed.summary()}\n{score}\nPlay again?",
        (
            DialogButton("Rematch", Action.REMATCH, is_primary=True),
            DialogButton("New game", Action.LEAVE),
            DialogButton("Look back", Action.LOOK_BACK),
            DialogButton("View board", Action.CLOSE),
        ),
        columns=2,
    )


def look_back_dialog(look_back: LookBack) -> Dialog:
    """Tell the worst move of each side, and offer to view them."""
    moves = [
        DialogButton(f"View {one.number}. {one.move}", Action.VIEW_MISTAKE, str(one.number))
        for one in look_back.worst_moves
    ]
    close = DialogButton("Close", Action.CLOSE, is_primary=True)
    return Dialog("Looking back", "\n".join(look_back.sentences), (*moves, close))


def puzzles_dialog(folder: Path) -> Dialog:
    """Ask which puzzles to show: our own by grade, or those of a file in the user's folder."""
    paths = sorted(one for one in folder.glob("*") if one.is_file())[:_MAX_FILES]
    own = [DialogButton(one.capitalize(), Action.PUZZLE_SET, one) for one in GRADES]
    files = [DialogButton(one.name, Action.PUZZLE_FILE, str(one)) for one in paths]
    where = f"You can also drop a file of positions here, or put it into\n{folder}"
    text = f"Find the move that wins.\n{where}"
    return Dialog(PUZZLES_TITLE, text, (*own, *files, DialogButton("Close", Action.CLOSE)))


def resign_dialog(name: str) -> Dialog:
    """Ask before a player resigns."""
    return Dialog(
        "Resign?",
        f"{name} will lose this game.",
        (
            DialogButton("Resign", Action.RESIGN_NOW, is_primary=True),
            DialogButton("Keep playing", Action.CLOSE),
        ),
    )


def consent_dialog(followed: FollowedMatch, offer: OfferMade) -> Dialog:
    """Ask the other side whether a move may be taken back."""
    other = followed.setup.player(offer.by.opponent).name
    return Dialog(
        "Take back?",
        f"{followed.sentences.describe(offer)}\n{other}, do you agree?",
        (
            DialogButton("Yes, take it back", Action.AGREE, is_primary=True),
            DialogButton("No, the move stands", Action.DECLINE),
        ),
    )


def leave_dialog() -> Dialog:
    """Ask before an unfinished game is left."""
    return Dialog(
        "Leave this game?",
        "It is saved. Choose Resume to continue it.",
        (DialogButton("Leave", Action.LEAVE, is_primary=True), DialogButton("Stay", Action.CLOSE)),
    )


def save_dialog() -> Dialog:
    """Ask under which name to save the game."""
    return Dialog(
        "Save the game",
        "Its name, or nothing for a free one:",
        (
            DialogButton("Save", Action.SAVE_NOW, is_primary=True),
            DialogButton("Cancel", Action.CLOSE),
        ),
        entry="",
    )


def overwrite_dialog(name: str) -> Dialog:
    """Ask before another saved game is lost."""
    return Dialog(
        "Overwrite it?",
        f"There is a game {name} already.",
        (
            DialogButton("Keep it", Action.CLOSE, is_primary=True),
            DialogButton("Overwrite", Action.SAVE_NOW, name),
        ),
    )


def rename_dialog(saved: SavedGame) -> Dialog:
    """Ask for another name of a saved game."""
    return Dialog(
        "Rename",
        f"Another name for {saved.name}:",
        (
            DialogButton("Rename", Action.RENAME_NOW, saved.name, is_primary=True),
            DialogButton("Cancel", Action.OPEN),
        ),
        entry=saved.name,
    )


def delete_dialog(saved: SavedGame) -> Dialog:
    """Ask before a saved game is deleted."""
    return Dialog(
        "Delete this game?",
        f"{saved}. It cannot be brought back.",
        (
            DialogButton("Keep it", Action.OPEN, is_primary=True),
            DialogButton("Delete", Action.DELETE_NOW, saved.name),
        ),
    )


def menu(state: WindowState) -> Dialog:
    """Offer everything that has no button on the board screen."""
    appearance = state.form.appearance
    skin = "automatic" if appearance.skin == "auto" else find_skin(appearance.skin).title
    theme = "automatic" if appearance.theme == "auto" else find_theme(appearance.theme).title

    def flag(title: str, action: Action, *, is_on: bool) -> DialogButton:
        return DialogButton(f"{title}: {'on' if is_on else 'off'}", action)

    return Dialog(
        "Menu",
        "",
        (
            DialogButton("Rules", Action.RULES),
            DialogButton("Pause", Action.PAUSE),
            DialogButton("Previous move", Action.VIEW, "-1"),
            DialogButton("Save ...", Action.SAVE),
            DialogButton("Saved games ...", Action.OPEN),
            DialogButton("Copy moves", Action.COPY_MOVES),
            DialogButton("Copy position", Action.COPY_POSITION),
            DialogButton("Paste game", Action.PASTE),
            DialogButton("Full screen", Action.FULL_SCREEN),
            DialogButton(f"Discs: {skin}", Action.SKIN),
            DialogButton(f"Theme: {theme}", Action.THEME),
            flag("Legal moves", Action.MARKS, is_on=appearance.legal_marks),
            flag("Coordinates", Action.COORDINATES, is_on=appearance.coordinates),
            flag("Animation", Action.ANIMATION, is_on=appearance.animation),
            flag("Sound", Action.SOUND, is_on=appearance.sound),
            DialogButton(f"Volume: {appearance.volume} %", Action.VOLUME),
            flag("Who is ahead", Action.EVALUATION, is_on=appearance.evaluation),
            flag("Oracle popup", Action.GIF, is_on=appearance.gif),
            DialogButton("Close", Action.CLOSE, is_primary=True),
        ),
        is_list=True,
    )
