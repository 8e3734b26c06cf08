"""The questions that every face asks, in the same words, before it acts."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.saved_games import SavedGame, SavedGames, is_path
from outflank.play.events import OfferMade

__all__ = [
    "Question",
    "consent_question",
    "delete_question",
    "overwrite_question",
    "rename_question",
    "resign_question",
    "save_question",
]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its two answers; `suggestion` is the default text of a question to type."""

    title: str
    text: str
    yes: str
    no: str
    suggestion: str = ""


def resign_question(followed: FollowedMatch) -> Question | None:
    """Return the question before a person resigns; None if nobody can."""
    if (color := followed.resigner) is None:
        return None
    who = followed.sentences.who(color)
    return Question("Resign?", f"{who} will lose this game.", "Resign", "Keep playing")


def consent_question(followed: FollowedMatch, offer: OfferMade) -> Question:
    """Return the question to the opponent whether a move may be taken back."""
    other = followed.setup.player(offer.by.opponent).name
    text = f"{followed.sentences.describe(offer)}\n{other}, do you agree?"
    return Question("Take back?", text, "Yes, take it back", "No, the move stands")


def save_question(followed: FollowedMatch) -> Question:
    """Return the question for a game's name, which suggests a free one."""
    try:
        free = SavedGames().free_name(followed.setup)
    except (OutflankError, OSError):
        free = ""  # the attempt to save will show the error
    text = "Type a name, or just press Enter."
    return Question("Save the game", text, "Save", "Cancel", free)


def overwrite_question(name: str) -> Question:
    """Return the question before a saved game or another file is overwritten."""
    if is_path(name):
        text = f"The file {name} already exists."
    else:
        text = f"There is already a saved game called {name}."
    return Question("Overwrite it?", text, "Overwrite it", "Keep it")


def rename_question(saved: SavedGame) -> Question:
    """Return the question for a saved game's new name."""
    own = "" if saved.has_no_name else saved.name
    return Question("Rename this game", saved.title, "Rename", "Cancel", own)


def delete_question(saved: SavedGame) -> Question:
    """Return the question before a saved game is deleted."""
    return Question(
        "Delete this game?", f"{saved}.\nIt will be gone for good.", "Delete", "Keep it"
    )
