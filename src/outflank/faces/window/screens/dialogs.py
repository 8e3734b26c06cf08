"""The dialogs of the window and their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from outflank.analysis.puzzles import GRADES
from outflank.drawing.skins import find_skin
from outflank.drawing.themes import find_theme
from outflank.faces.local.background_review import BackgroundReview
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.options import GameOptions
from outflank.faces.local.questions import (
    Question,
    consent_question,
    delete_question,
    overwrite_question,
    rename_question,
    save_question,
)
from outflank.faces.local.saved_games import SavedGame
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import Dialog, DialogButton, Overlay, WindowState
from outflank.play.events import OfferMade

__all__ = [
    "PUZZLES_TITLE",
    "consent_dialog",
    "delete_dialog",
    "end_dialog",
    "is_notice",
    "leave_dialog",
    "menu",
    "notice_dialog",
    "overwrite_dialog",
    "puzzles_dialog",
    "rename_dialog",
    "resign_dialog",
    "review_dialog",
    "save_dialog",
]

DialogAction: TypeAlias = tuple[Action, str]  # with its value
PUZZLES_TITLE: Final = "Puzzles"
_NOTICE_TITLE: Final = "Please note"
_MAX_FILES: Final = 8


def end_dialog(followed: FollowedMatch, others: Mapping[str, GameOptions]) -> Dialog:
    """Return the dialog with the result and the series score, which offers a rematch."""
    outcome = followed.match.outcome
    assert outcome is not None
    title = "It's a draw" if outcome.is_draw else "No winner"
    if outcome.winner is not None:
        title = f"{followed.sentences.who(outcome.winner)} wins"
    return Dialog(
        title,
        f"{followed.summary()}\n{followed.standing}\nPlay again?",
        (
            DialogButton("Rematch", Action.REMATCH, is_primary=True),
            DialogButton("New game", Action.LEAVE),
            *(
                DialogButton(f"{word.capitalize()}, level {game.level}", Action.REMATCH, word)
                for word, game in others.items()
            ),
            DialogButton("Review the game", Action.REVIEW),
            DialogButton("View the board", Action.CLOSE),
        ),
        columns=2,
    )


def review_dialog(review: BackgroundReview) -> Dialog:
    """Return the dialog with the worst move of each side, and buttons to view them."""
    moves = [
        DialogButton(
            f"View {move.named_number}. {move.move}", Action.VIEW_MISTAKE, str(move.number)
        )
        for move in review.worst_moves
    ]
    close = DialogButton("Close", Action.CLOSE, is_primary=True)
    return Dialog("Review", "\n".join(review.sentences), (*moves, close))


def puzzles_dialog(folder: Path) -> Dialog:
    """Return the dialog to choose puzzles: our own by grade, or a file in the user's folder."""
    paths = sorted(path for path in folder.glob("*") if path.is_file())[:_MAX_FILES]
    own = [DialogButton(grade.capitalize(), Action.PUZZLE_SET, grade) for grade in GRADES]
    files = [DialogButton(path.name, Action.PUZZLE_FILE, str(path)) for path in paths]
    where = f"You can also drop a file of positions here, or put one in\n{folder}"
    text = f"Find the best move in each position.\n{where}"
    return Dialog(PUZZLES_TITLE, text, (*own, *files, DialogButton("Close", Action.CLOSE)))


def _asking(
    question: Question, yes: DialogAction, no: Action = Action.CLOSE, *, is_safe: bool = True
) -> Dialog:
    """Return the dialog of a question; if yes is not safe, no is the main button."""
    action, value = yes
    agree = DialogButton(question.yes, action, value, is_primary=is_safe)
    refuse = DialogButton(question.no, no, is_primary=not is_safe)
    buttons = (agree, refuse) if is_safe else (refuse, agree)
    return Dialog(question.title, question.text, buttons)


def resign_dialog(question: Question) -> Dialog:
    """Return the question before a player resigns."""
    return _asking(question, (Action.RESIGN_NOW, ""))


def consent_dialog(followed: FollowedMatch, offer: OfferMade) -> Dialog:
    """Return the question to the opponent whether a move may be taken back."""
    return _asking(consent_question(followed, offer), (Action.AGREE, ""), Action.DECLINE)


def leave_dialog() -> Dialog:
    """Return the question before the user leaves an unfinished game."""
    return Dialog(
        "Leave this game?",
        "It is saved. Choose Resume to continue it.",
        (DialogButton("Leave", Action.LEAVE, is_primary=True), DialogButton("Stay", Action.CLOSE)),
    )


def save_dialog(followed: FollowedMatch) -> Dialog:
    """Return the question for a name under which to save the game."""
    question = save_question(followed)
    dialog = _asking(question, (Action.SAVE_NOW, ""))
    return replace(dialog, entry="", placeholder=question.suggestion)


def overwrite_dialog(name: str) -> Dialog:
    """Return the question before another saved game is overwritten."""
    return _asking(overwrite_question(name), (Action.SAVE_NOW, name), is_safe=False)


def rename_dialog(saved: SavedGame) -> Dialog:
    """Return the question for a saved game's new name."""
    question = rename_question(saved)
    dialog = _asking(question, (Action.RENAME_NOW, saved.name), Action.OPEN)
    return replace(dialog, entry=question.suggestion)


def delete_dialog(saved: SavedGame) -> Dialog:
    """Return the question before a saved game is deleted."""
    question = delete_question(saved)
    return _asking(question, (Action.DELETE_NOW, saved.name), Action.OPEN, is_safe=False)


def notice_dialog(sentence: str) -> Dialog:
    """Return a dialog about a problem at the start."""
    close = DialogButton("OK", Action.CLOSE, is_primary=True)
    return Dialog(_NOTICE_TITLE, sentence, (close,))


def is_notice(overlay: Overlay | None) -> bool:
    """Return whether the overlay is a notice dialog."""
    return isinstance(overlay, Dialog) and overlay.title == _NOTICE_TITLE


def menu(state: WindowState) -> Dialog:
    """Return the menu: everything that has no button on the board screen."""
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
