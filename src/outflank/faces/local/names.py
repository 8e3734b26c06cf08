"""Names of variants, sides, skins, themes and levels in the user's language."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.drawing.skins import Disc, Skin, find_skin
from outflank.drawing.themes import Theme
from outflank.engine import Level
from outflank.rules import PASS, Answer, Color, Move, Variant
from outflank.texts import catalogue, say

__all__ = [
    "answer_name",
    "capitalised",
    "color_name",
    "grade_name",
    "level_name",
    "listed_in_words",
    "move_text",
    "side_name",
    "skin_title",
    "theme_title",
    "variant_title",
]


def answer_name(answer: Answer) -> str:
    """Return an answer of the oracle as a word.

    >>> answer_name(Answer.MAYBE)
    'maybe'
    """
    return say(f"local.game.answers.{answer.value}")


def move_text(move: Move) -> str:
    """Return a move as it is listed: its square, or the word for a pass.

    >>> from outflank.rules import Square
    >>> move_text(Square.parse("d3")), move_text(PASS)
    ('d3', 'pass')
    """
    return say("local.game.pass") if move is PASS else str(move)


def color_name(color: Color) -> str:
    """Return a side's colour as its name: Black or White."""
    return side_name(find_skin("classic").disc(color))


def side_name(disc: Disc) -> str:
    """Return the name of the side that has these discs.

    >>> from outflank.drawing import find_skin
    >>> side_name(find_skin("classic").black), side_name(find_skin("yesno").white)
    ('Black', 'NO')
    """
    return _named("sides", disc.name, capitalised(disc.name))


def variant_title(variant: Variant) -> str:
    """Return the title of a variant; one of a plug-in keeps its own."""
    return _named("variants", variant.name, variant.title)


def skin_title(skin: Skin) -> str:
    """Return the title of a skin."""
    return _named("skins", skin.name, skin.title)


def theme_title(theme: Theme) -> str:
    """Return the title of a theme."""
    return _named("themes", theme.name, theme.title)


def level_name(level: Level) -> str:
    """Return the name of a computer's level."""
    return _named("levels", str(level.number), level.name)


def grade_name(grade: str) -> str:
    """Return the name of a puzzle's grade."""
    return _named("grades", grade, grade)


def listed_in_words(words: Sequence[str]) -> str:
    """Return words as a list with an "and" before the last.

    >>> listed_in_words(["a1", "h1", "a8"])
    'a1, h1 and a8'
    """
    if len(words) == 1:
        return words[0]
    return say("local.game.and", first=", ".join(words[:-1]), last=words[-1])


def capitalised(words: str) -> str:
    """Return a text with its first letter as a capital; the others stay as they are."""
    return f"{words[:1].upper()}{words[1:]}"


def _named(kind: str, name: str, otherwise: str) -> str:
    """Return a name from the catalogue, or the given one if the catalogue does not have it."""
    key = f"names.{kind}.{name}"
    return say(key) if key in catalogue() else otherwise
