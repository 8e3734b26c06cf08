"""The lessons of the tutorial: positions and right moves; the catalogue has the texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from outflank.rules import BLACK, Answer, Board, Color, Position, Square, find_variant
from outflank.texts import catalogue, say

__all__ = ["LESSONS", "Lesson"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step of the tutorial; its texts are in the catalogue under `key`.

    `wanted` lists the right moves; a lesson without any is only for reading. After a right move
    the text `result` is shown, after `cheer` if the learner found the move without help. A wrong
    move in `warned` has an answer of its own, such as `not_b2`; any other gets `not_best`. The
    texts can use {square} for the move, {flipped} for the number of discs that it flips, and
    {black} and {white} for the disc counts after it.

    >>> LESSONS["classic"][0].title
    'The board'
    """

    key: str
    position: Position
    wanted: tuple[Square, ...] = ()
    warned: tuple[Square, ...] = ()

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return self.say("title")

    @property
    def text(self) -> str:
        """What the lesson explains, and what to do."""
        return self.say("text")

    def say(self, part: str, **values: object) -> str:
        """Return one of the lesson's texts; empty if it has no such text."""
        key = f"local.tutorial.{self.key}.{part}"
        return say(key, **values) if key in catalogue() else ""


def _squares(names: str) -> tuple[Square, ...]:
    return tuple(map(Square.parse, names.split()))


def _position(
    board: str, *, turn: Color = BLACK, variant: str = "classic", answer: Answer | None = None
) -> Position:
    return Position(Board.parse(board), turn, variant=find_variant(variant), answer=answer)


_START: Final = str(Board.start())

# One move flips in three directions; the others flip fewer discs.
_CROSSING: Final = """
    --------
    -X--X---
    --O-O---
    ---OO---
    -XOO----
    ---XO---
    --------
    --------
"""

# Black can take the corner a1.
_CORNER: Final = """
    -OOX----
    --OXX---
    ---OX---
    ---XOX--
    ---OOX--
    ---O----
    --------
    --------
"""

# If black plays b2, white can take the corner a1.
_X_SQUARE: Final = """
    --------
    ---X----
    --OXX---
    --OXX---
    --XXOX--
    ---OO---
    --------
    --------
"""

# The last two squares: after a1 white has no move, after b2 white takes the corner and wins.
_LAST_MOVES: Final = """
    -XOOOOOX
    O-OOOOXX
    OOOXOXOX
    OXOOXOXX
    OOXOOXOX
    OOOOOXOX
    XOOXXOXX
    OOOOOOOX
"""

_PASS: Final = _position(_LAST_MOVES)

# Next to f6 are three white discs that a black disc there does not outflank.
_MAYBE: Final = """
    --------
    --------
    ---X----
    ---XO---
    ---OO-O-
    ----O---
    ----OO--
    --------
"""

_CLASSIC: Final = (
    Lesson("classic.board", _position(_START)),
    Lesson("classic.outflank", _position(_START), _squares("d3 c4 f5 e6")),
    Lesson("classic.directions", _position(_CROSSING), _squares("e5")),
    Lesson("classic.corner", _position(_CORNER), _squares("a1")),
    Lesson(
        "classic.x_square",
        _position(_X_SQUARE),
        _squares("c2 b3 b4 b5 f6 d7 e7 f7"),
        warned=_squares("b2"),
    ),
    Lesson("classic.pass", _PASS, _squares("a1"), warned=_squares("b2")),
    Lesson("classic.end", _PASS.play("a1").play("pass"), _squares("b2")),
    Lesson("classic.first_game", _position(_START)),
)

_YESNO: Final = (
    Lesson("yesno.oracle", _position(_START, variant="yesno")),
    Lesson(
        "yesno.own_colour",
        _position(_START, variant="yesno", answer=Answer.YES),
        _squares("d3 c4 f5 e6"),
    ),
    Lesson(
        "yesno.other_colour",
        _position(_START, variant="yesno", answer=Answer.NO),
        _squares("d3 c4 f5 e6"),
    ),
    Lesson("yesno.maybe", _position(_MAYBE, variant="yesno", answer=Answer.MAYBE), _squares("f6")),
    Lesson("yesno.passing", _position(_START, variant="yesno")),
)

LESSONS: Final[Mapping[str, tuple[Lesson, ...]]] = {"classic": _CLASSIC, "yesno": _YESNO}
