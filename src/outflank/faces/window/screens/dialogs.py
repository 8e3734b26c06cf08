"""The dialogs of the window and their texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from outflank.analysis.puzzles import GRADES
from outflank.drawing.skins import find_skin
from outflank.drawing.themes import find_theme
from outflank.faces.local.background_review import BackgroundReview
from outflank.faces.local.commands import GameCommands
from outflank.faces.local.exercises.learn_menu import LearnChoice, label_of
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.questions import (
    Question,
    consent_question,
    delete_question,
    overwrite_question,
    rename_question,
    save_question,
)
from outflank.faces.local.saved_games import SavedGame
from outflank.faces.local.what_if import WhatIf
from outflank.faces.local.words.names import (
    grade_name,
    move_text,
)
from outflank.faces.local.words.sentences import Sentences
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import Dialog, DialogButton, Overlay, WindowState
from outflank.play.events import OfferMade
from outflank.texts import say
from outflank.texts.phrases import capitalised

__all__ = [
    "consent_dialog",
    "delete_dialog",
    "end_dialog",
    "is_notice",
    "is_puzzle_choice",
    "learn_dialog",
    "leave_dialog",
    "menu",
    "notice_dialog",
    "overwrite_dialog",
    "puzzles_dialog",
    "rename_dialog",
    "resign_dialog",
    "review_dialog",
    "save_dialog",
    "what_if_dialog",
]

DialogAction: TypeAlias = tuple[Action, str]  # with its value
_MAX_FILES: Final = 8


def end_dialog(commands: GameCommands) -> Dialog:
    """Return the dialog with the result and the series score, which offers a rematch."""
    followed = commands.followed
    outcome = followed.match.outcome
    assert outcome is not None
    title = say("window.end.draw" if outcome.is_draw else "window.end.no_winner")
    if outcome.winner is not None:
        title = say("window.end.wins", player=followed.sentences.who(outcome.winner))
    return Dialog(
        title,
        say("window.end.text", summary=followed.summary(), standing=commands.standing),
        (
            DialogButton(say("window.buttons.rematch"), Action.REMATCH, is_primary=True),
            DialogButton(say("window.buttons.new_game"), Action.LEAVE),
            *(
                DialogButton(say(f"local.forms.{word}", level=game.level), Action.REMATCH, word)
                for word, game in commands.other_levels.items()
            ),
            *(
                [DialogButton(say("window.buttons.origin"), Action.ORIGIN)]
                if commands.is_offered("origin")
                else []
            ),
            DialogButton(say("window.end.review"), Action.REVIEW),
            DialogButton(say("window.end.view_board"), Action.CLOSE),
        ),
        columns=2,
    )


def what_if_dialog(choice: WhatIf, sentences: Sentences) -> Dialog:
    """Return the dialog before a game is played on from a past position."""
    answers = choice.answers(sentences.side(choice.color.opponent))
    buttons = [
        DialogButton(words, Action.WHAT_IF, name, is_primary=name == "play")
        for name, words in answers.items()
    ]
    close = DialogButton(say("window.buttons.stay"), Action.CLOSE)
    text = choice.text(sentences.side(choice.color))
    return Dialog(choice.title, text, (*buttons, close), columns=2)


def review_dialog(review: BackgroundReview) -> Dialog:
    """Return the dialog with the worst move of each side, and buttons to view them."""
    moves = [
        DialogButton(
            say("window.review.view", number=move.named_number, move=move_text(move.move)),
            Action.VIEW_MISTAKE,
            str(move.number),
        )
        for move in review.worst_moves
    ]
    close = DialogButton(say("window.buttons.close"), Action.CLOSE, is_primary=True)
    return Dialog(say("window.review.title"), "\n".join(review.sentences), (*moves, close))


def learn_dialog(learner: LocalLearner) -> Dialog:
    """Return the dialog to choose what to learn."""
    lessons, *others = LearnChoice
    buttons = (
        DialogButton(label_of(lessons, learner), Action.TUTORIAL),
        *(DialogButton(label_of(each, learner), Action.EXERCISE, str(each)) for each in others),
        DialogButton(say("window.buttons.more_puzzles"), Action.PUZZLES),
        DialogButton(say("window.buttons.close"), Action.CLOSE),
    )
    return Dialog(say("local.learning.menu.title"), learner.problem, buttons, columns=2)


def puzzles_dialog(folder: Path) -> Dialog:
    """Return the dialog to choose puzzles: our own by grade, or a file in the user's folder."""
    paths = sorted(path for path in folder.glob("*") if path.is_file())[:_MAX_FILES]
    own = [
        DialogButton(capitalised(grade_name(grade)), Action.PUZZLE_SET, grade) for grade in GRADES
    ]
    files = [DialogButton(path.name, Action.PUZZLE_FILE, str(path)) for path in paths]
    text = say("window.puzzles.text", folder=folder)
    title = say("window.puzzles.title")
    return Dialog(
        title, text, (*own, *files, DialogButton(say("window.buttons.close"), Action.CLOSE))
    )


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
        say("window.leave.title"),
        say("window.leave.text"),
        (
            DialogButton(say("window.buttons.leave"), Action.LEAVE, is_primary=True),
            DialogButton(say("window.buttons.stay"), Action.CLOSE),
        ),
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
    close = DialogButton(say("window.buttons.ok"), Action.CLOSE, is_primary=True)
    return Dialog(say("window.notice"), sentence, (close,))


def is_notice(overlay: Overlay | None) -> bool:
    """Return whether the overlay is a notice dialog."""
    return isinstance(overlay, Dialog) and overlay.title == say("window.notice")


def is_puzzle_choice(overlay: Overlay | None) -> bool:
    """Return whether the overlay is the dialog to choose puzzles."""
    return isinstance(overlay, Dialog) and overlay.title == say("window.puzzles.title")


def menu(state: WindowState) -> Dialog:
    """Return the menu: everything that has no button on the board screen."""
    appearance = state.form.appearance
    skin = theme = say("window.menu.automatic")
    if appearance.skin != "auto":
        skin = str(find_skin(appearance.skin).text)
    if appearance.theme != "auto":
        theme = str(find_theme(appearance.theme).text)

    def flag(name: str, action: Action) -> DialogButton:
        is_on = getattr(appearance, name)
        return DialogButton(say(f"window.menu.{name}.{'on' if is_on else 'off'}"), action)

    return Dialog(
        say("window.menu.title"),
        "",
        (
            DialogButton(say("window.menu.rules"), Action.RULES),
            DialogButton(say("window.menu.pause"), Action.PAUSE),
            DialogButton(say("window.menu.previous"), Action.VIEW, "-1"),
            DialogButton(say("window.menu.save"), Action.SAVE),
            DialogButton(say("window.menu.saved_games"), Action.OPEN),
            DialogButton(say("window.menu.copy_moves"), Action.COPY_MOVES),
            DialogButton(say("window.menu.copy_position"), Action.COPY_POSITION),
            DialogButton(say("window.menu.paste"), Action.PASTE),
            DialogButton(say("window.menu.full_screen"), Action.FULL_SCREEN),
            DialogButton(say("window.menu.skin", title=skin), Action.SKIN),
            DialogButton(say("window.menu.theme", title=theme), Action.THEME),
            flag("legal_marks", Action.MARKS),
            flag("coordinates", Action.COORDINATES),
            flag("animation", Action.ANIMATION),
            flag("sound", Action.SOUND),
            DialogButton(say("window.menu.volume", volume=appearance.volume), Action.VOLUME),
            flag("evaluation", Action.EVALUATION),
            flag("gif", Action.GIF),
            DialogButton(say("window.buttons.close"), Action.CLOSE, is_primary=True),
        ),
        is_list=True,
    )
