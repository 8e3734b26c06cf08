"""The lessons of the tutorial as data: positions, texts and the right moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from outflank.rules import BLACK, Answer, Board, Color, Position, Square, find_variant

__all__ = ["LESSONS", "Lesson"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step of the tutorial.

    `wanted` are the right moves; a lesson without any is only read. After a right move `result`
    is shown, with `cheer` before it if the person found the move. `warnings` answer certain wrong
    moves, `otherwise` answers all others. In these texts {square} is the move, {flipped} the
    number of discs it flips, and {black} and {white} are the disc counts after it.
    """

    title: str
    text: str
    position: Position
    wanted: tuple[Square, ...] = ()
    result: str = ""
    warnings: Mapping[Square, str] = field(default_factory=dict)
    otherwise: str = ""
    cheer: str = "Well done!"


def _squares(names: str) -> tuple[Square, ...]:
    return tuple(map(Square.parse, names.split()))


def _position(
    board: str, *, turn: Color = BLACK, variant: str = "classic", answer: Answer | None = None
) -> Position:
    return Position(find_variant(variant), Board.parse(board), turn, answer)


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
    Lesson(
        "The board",
        "Othello is a game for two. Discs are black on one side and white on the other. Each game "
        "starts with these four discs, and Black moves first. You are Black.",
        _position(_START),
    ),
    Lesson(
        "Outflank",
        "Place a disc so that white discs lie in a straight line between it and another disc of "
        "yours: you outflank them, and they flip to black. The marks show where you can. Play on "
        "one of them.",
        _position(_START),
        _squares("d3 c4 f5 e6"),
        "The white disc between your two flipped to black.",
    ),
    Lesson(
        "Every direction",
        "You outflank along rows, columns and diagonals, and all outflanked discs flip at once. "
        "Find the move that flips six discs.",
        _position(_CROSSING),
        _squares("e5"),
        "That flipped {flipped} discs, in three directions.",
        otherwise="{square} flips only {flipped}. Look where three lines of white discs meet.",
        cheer="Exactly!",
    ),
    Lesson(
        "A corner",
        "A disc in a corner can never be outflanked, because nothing lies behind it. It is yours "
        "until the end, and it protects your discs beside it. Take the corner.",
        _position(_CORNER),
        _squares("a1"),
        "Nobody can take this corner from you.",
        otherwise="{square} is a legal move, but you can take the corner at the top left.",
    ),
    Lesson(
        "Next to a corner",
        "If you play next to an empty corner, you often give it away. The most dangerous square is "
        "the one diagonally next to it, here b2. Play anywhere else.",
        _position(_X_SQUARE),
        _squares("c2 b3 b4 b5 f6 d7 e7 f7"),
        "White cannot take a corner now.",
        {Square.parse("b2"): "Now White could outflank your disc on b2 from the corner a1."},
    ),
    Lesson(
        "A pass",
        "Two squares are left. If you cannot outflank anything, you must pass, and the other side "
        "moves again. Find the move after which White has to pass.",
        _PASS,
        _squares("a1"),
        "White cannot play on b2 and must pass. It is your turn again.",
        {
            Square.parse("b2"): "White would take the corner a1 and win. "
            "Which move leaves White without a move?"
        },
        cheer="Right!",
    ),
    Lesson(
        "The end",
        "The game ends when neither side can move, usually because the board is full. Play the "
        "last disc.",
        _PASS.play("a1").play("pass"),
        _squares("b2"),
        "The board is full. Black has {black} discs and White has {white}: you win. "
        "An equal count would be a draw.",
    ),
    Lesson(
        "Your first game",
        "Now you know all the rules. Two tips: early in the game, many moves to choose from are "
        "worth more than many discs; and corners decide games. Anti-Othello has the same rules, "
        "but the fewest discs win.",
        _position(_START),
    ),
)

_YESNO: Final = (
    Lesson(
        "The oracle",
        "Yes/No Othello is Othello with an oracle. The black discs are called YES and the white "
        "ones NO. You are YES. Each turn begins with an answer from the oracle, which decides "
        "whose disc is placed.",
        _position(_START, variant="yesno"),
    ),
    Lesson(
        "Your own colour",
        "The oracle says yes. That is your colour, so this is an ordinary move: play on one of "
        "the marked squares.",
        _position(_START, variant="yesno", answer=Answer.YES),
        _squares("d3 c4 f5 e6"),
        "Your disc was placed, and the NO disc that it outflanked flipped.",
        cheer="Good.",
    ),
    Lesson(
        "The other colour",
        "Now the oracle says no. You choose among the same squares, where your own disc would "
        "outflank, but you place a NO disc and nothing flips. Try it.",
        _position(_START, variant="yesno", answer=Answer.NO),
        _squares("d3 c4 f5 e6"),
        "You placed a NO disc on {square}, and nothing flipped. This happens to both sides.",
        cheer="Good.",
    ),
    Lesson(
        "Maybe",
        "The oracle says maybe. You place your own disc, it flips what it outflanks, and then "
        "every NO disc next to it flips as well. Find the move that flips five discs.",
        _position(_MAYBE, variant="yesno", answer=Answer.MAYBE),
        _squares("f6"),
        "That flipped {flipped} discs.",
        otherwise="{square} flips {flipped}. Look for the square with the most NO discs around it.",
    ),
    Lesson(
        "Passing",
        "If you have no move, the oracle still answers, and then you pass. Everything else is as "
        "in Othello: when neither side can move, the side with more discs wins.",
        _position(_START, variant="yesno"),
    ),
)

LESSONS: Final[Mapping[str, tuple[Lesson, ...]]] = {"classic": _CLASSIC, "yesno": _YESNO}
