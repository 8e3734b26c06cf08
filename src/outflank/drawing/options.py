"""The options of drawings, as typed keyword arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict, TypeVar

from outflank.drawing.skins import Skin
from outflank.drawing.themes import Theme
from outflank.errors import SizeError
from outflank.rules import Move, Score, Square, SquareSet, WinDrawLoss
from outflank.texts import Text

__all__ = ["Arrow", "MarkKind", "Options", "SquareName", "Squares", "SvgOptions", "TextOptions"]

SquareName: TypeAlias = Square | str
Squares: TypeAlias = Iterable[SquareName]  # or one string of names, such as "d3 e4"
_Value = TypeVar("_Value")
BySquare: TypeAlias = Mapping[Square, _Value] | Mapping[str, _Value] | Mapping[SquareName, _Value]
MarkKind: TypeAlias = Literal["ring", "frame", "cross"]


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from one square to another.

    >>> Arrow.of(("c3", "f6"))
    Arrow(tail=c3, head=f6)
    """

    tail: Square
    head: Square

    @classmethod
    def of(cls, given: Arrow | tuple[SquareName, SquareName]) -> Arrow:
        """Return an arrow that is given as an Arrow or as a pair of squares."""
        if isinstance(given, Arrow):
            return given
        pair: object = given  # callers may ignore the types
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
            raise TypeError(f"an arrow is a pair of squares such as ('c3', 'f6'), not {given!r}")
        return cls(*map(square_of, pair))


class Options(TypedDict, total=False):
    """The options of every drawing; the value decides those that are left out."""

    skin: Skin | str
    theme: Theme | str
    coordinates: bool
    rotated: bool  # seen from the other side of the table
    legal: bool | Squares
    last_move: Move | str | None
    flips: Squares
    scores: BySquare[Score | WinDrawLoss | float]  # from the side to move
    texts: BySquare[str]
    numbers: bool  # a game as a transcript sheet: on each square the number of its move
    caption: bool | str


class SvgOptions(Options, total=False):
    """The further options of pictures."""

    size: int  # the width in pixels
    background: bool
    id: str  # begins every id in the picture; by default it is made from the contents
    title: str
    stable: bool | Squares
    heat: BySquare[float]
    marks: Mapping[MarkKind, Squares]
    arrows: Iterable[Arrow | tuple[SquareName, SquareName]]


class TextOptions(Options, total=False):
    """The further options of text boards."""

    unicode: bool
    color: bool
    box: bool
    width: int  # the number of columns


def square_of(given: SquareName) -> Square:
    """Return a square that is given as a Square or by name."""
    return Square.parse(given) if isinstance(given, str) else given


def squares_of(size: int, given: Squares) -> SquareSet:
    """Collect squares that are given as a set, any collection or one string of names."""
    if not isinstance(given, Iterable):
        raise TypeError(f"squares are a collection, or names such as 'd3 e4', not {given!r}")
    if isinstance(given, SquareSet):
        if given.size != size:
            raise SizeError(
                Text("errors.drawing.squares_of_another_board", size=given.size, board=size)
            )
        return given
    return SquareSet.of(size, *(given.split() if isinstance(given, str) else given))
