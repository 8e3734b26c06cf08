"""The questions that every face asks, in the same words, before it acts."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.saved_games import SavedGame, SavedGames, is_path
from outflank.play.events import OfferMade
from outflank.texts import say

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
    player = followed.sentences.who(color)
    return _question("resign", say("local.questions.resign.text", player=player))


def consent_question(followed: FollowedMatch, offer: OfferMade) -> Question:
    """Return the question to the opponent whether a move may be taken back."""
    name = followed.setup.player(offer.by.opponent).name
    asked = followed.sentences.describe(offer)
    return _question("consent", say("local.questions.consent.text", offer=asked, name=name))


def save_question(followed: FollowedMatch) -> Question:
    """Return the question for a game's name, which suggests a free one."""
    try:
        free = SavedGames().free_name(followed.setup)
    except (OutflankError, OSError):
        free = ""  # the attempt to save will show the error
    return _question("save", say("local.questions.save.text"), free)


def overwrite_question(name: str) -> Question:
    """Return the question before a saved game or another file is overwritten."""
    if is_path(name):
        text = say("local.questions.overwrite.file", path=name)
    else:
        text = say("local.questions.overwrite.game", name=name)
    return _question("overwrite", text)


def rename_question(saved: SavedGame) -> Question:
    """Return the question for a saved game's new name."""
    own = "" if saved.has_no_name else saved.name
    return _question("rename", saved.title, own)


def delete_question(saved: SavedGame) -> Question:
    """Return the question before a saved game is deleted."""
    return _question("delete", say("local.questions.delete.text", game=saved))


def _question(name: str, text: str, suggestion: str = "") -> Question:
    """Return a question with its title and its two answers from the catalogue."""
    title, yes, no = (say(f"local.questions.{name}.{part}") for part in ("title", "yes", "no"))
    return Question(title, text, yes, no, suggestion)
