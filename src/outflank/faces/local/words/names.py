"""Names of sides, moves and grades as the faces show them."""

from __future__ import annotations

from outflank.drawing.skins import Disc
from outflank.rules import PASS, Color, Move
from outflank.texts import say
from outflank.texts.phrases import capitalised
from outflank.texts.text import named_text

__all__ = ["color_name", "grade_name", "move_text", "side_name"]


def move_text(move: Move) -> str:
    """Return a move as it is listed: its square, or the word for a pass.

    >>> from outflank.rules import Square
    >>> move_text(Square.parse("d3")), move_text(PASS)
    ('d3', 'pass')
    """
    return say("local.game.pass") if move is PASS else str(move)


def color_name(color: Color) -> str:
    """Return a side's colour as its name: Black or White."""
    return capitalised(color.text)


def side_name(disc: Disc) -> str:
    """Return the name of the side that has these discs.

    >>> from outflank.drawing import find_skin
    >>> side_name(find_skin("classic").black), side_name(find_skin("yesno").white)
    ('Black', 'NO')
    """
    return capitalised(disc.text)


def grade_name(grade: str) -> str:
    """Return the name of a puzzle's grade; a grade that is not ours stays as it is."""
    return str(named_text(f"local.exercises.grades.{grade}", grade))
