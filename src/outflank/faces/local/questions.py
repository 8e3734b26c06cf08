"""The questions that every face asks before it does something, in the same words."""

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
    """A question with its two answers; where something is typed, `suggestion` is the default."""

    title: str
    text: str
    yes: str
    no: str
    suggestion: str = ""


def resign_question(followed: FollowedMatch) -> Question | None:
    """Ask before the person who is to move resigns; nothing if nobody can."""
    if (color := followed.resigner) is None:
        return None
    who = followed.sentences.who(color)
    return Question("Resign?", f"{who} will lose this game.", "Resign", "Keep playing")


def consent_question(followed: FollowedMatch, offer: OfferMade) -> Question:
    """Ask the other side whether a move may be taken back."""
    other = followed.setup.player(offer.by.opponent).name
    text = f"{followed.sentences.describe(offer)}\n{other}, do you agree?"
    return Question("Take back?", text, "Yes, take it back", "No, the move stands")


def save_question(followed: FollowedMatch) -> Question:
    """Ask under which name to save the game; without one it gets the suggested name."""
    try:
        free = SavedGames().free_name(followed.setup)
    except (OutflankError, OSError):
        free = ""  # saving will say what is wrong
    text = "Type a name for it, or just press Enter."
    return Question("Save the game", text, "Save", "Cancel", free)


def overwrite_question(name: str) -> Question:
    """Ask before a saved game or another file is lost."""
    what = f"The file {name} exists" if is_path(name) else f"There is a saved game called {name}"
    return Question("Overwrite it?", f"{what} already.", "Overwrite it", "Keep it")


def rename_question(saved: SavedGame) -> Question:
    """Ask for another name of a saved game."""
    own = "" if saved.has_no_name else saved.name
    return Question("Rename this game", saved.title, "Rename", "Cancel", own)


def delete_question(saved: SavedGame) -> Question:
    """Ask before a saved game is deleted."""
    return Question(
        "Delete this game?", f"{saved}.\nIt will be gone for good.", "Delete", "Keep it"
    )
