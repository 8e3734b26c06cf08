"""Squares, the pass, and the spelling of single moves."""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from outflank.errors import NotationError, SizeError
from outflank.rules.geometry import require_size
from outflank.texts import Text

__all__ = [
    "PASS",
    "Move",
    "Pass",
    "Square",
    "as_move",
    "as_moves",
    "as_square",
    "parse_move",
    "parse_moves",
]

COLUMNS: Final = "abcdefghijklmnop"
_NAMES: Final = tuple(
    tuple(f"{letter}{row + 1}" for letter in COLUMNS) for row in range(len(COLUMNS))
)
PASS_SPELLINGS: Final = frozenset({"pass", "pas", "pa", "ps", "--", "@@", "@@@@"})
_MOVE: Final = re.compile(
    r"([a-p](?:1[0-6]|[1-9])(?![0-9])|pa(?:ss?)?|ps|--|@@@@|@@)|[\s,]+", re.IGNORECASE | re.ASCII
)


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """A square of the board: column and row counted from zero, `a1` at the top left.

    >>> Square.parse("d3")
    d3
    >>> Square(3, 2) == Square.parse("D3")
    True
    >>> print(Square(15, 15))
    p16
    """

    col: int
    row: int

    def __post_init__(self) -> None:
        if not all(isinstance(number, int) for number in (self.col, self.row)):
            given = f"{self.col!r} and {self.row!r}"
            raise TypeError(f"a Square has a column and a row, counted from 0, not {given}")
        if not (0 <= self.col < len(COLUMNS) and 0 <= self.row < len(COLUMNS)):
            raise SizeError(
                Text("errors.rules.column_or_row_out_of_range", column=self.col, row=self.row)
            )

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read a square's name, a letter for the column and a number for the row."""
        try:
            return _squares_by_name()[text]
        except (KeyError, TypeError):
            raise NotationError(Text("errors.rules.no_square", text=repr(text))) from None

    @classmethod
    def at(cls, index: int, *, size: int) -> Square:
        """Return the square with this number, counting a board of that size row by row.

        If you have a column and a row, use `Square(col, row)`.

        >>> Square.at(20, size=8)
        e3
        """
        require_size(size)
        if not isinstance(index, int):
            raise TypeError(f"the number of a square is a whole number such as 20, not {index!r}")
        squares = squares_of(size)
        if not 0 <= index < len(squares):
            raise SizeError(
                Text(
                    "errors.rules.index_outside_board",
                    size=size,
                    last=len(squares) - 1,
                    index=index,
                )
            )
        return squares[index]

    def index(self, size: int) -> int:
        """Number this square on a board of that size, row by row from a1."""
        return self.row * size + self.col

    def is_on(self, size: int) -> bool:
        """Return whether a board of that size has this square.

        >>> Square.parse("h8").is_on(8), Square.parse("h8").is_on(6)
        (True, False)
        """
        return self.col < size and self.row < size

    def __str__(self) -> str:
        return _NAMES[self.row][self.col]

    def __repr__(self) -> str:
        return str(self)  # without quotes, so that lists of moves read well


class Pass(enum.Enum):
    """The type of PASS, the move of a side that has no other.

    >>> print(PASS)
    pass
    >>> bool(PASS)
    True
    """

    PASS = "pass"  # noqa: S105 - a move, not a password

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return "PASS"


PASS: Final = Pass.PASS

Move: TypeAlias = Square | Pass


def parse_move(text: str) -> Move:
    """Read one move: a square in either case, or any of the usual spellings of a pass.

    >>> parse_move("F5"), parse_move("PA"), parse_move("--")
    (f5, PASS, PASS)
    """
    if not isinstance(text, str):
        raise TypeError(f"a move is written as text, such as 'd3', not as {text!r}")
    plain = text.strip()
    return PASS if plain.lower() in PASS_SPELLINGS else Square.parse(plain)


def parse_moves(text: str) -> list[Move]:
    """Read several moves, with or without spaces and commas between them.

    `outflank.read` also understands move numbers and other text between moves.

    >>> parse_moves("f5d6 C3, pass")
    [f5, d6, c3, PASS]
    """
    if not isinstance(text, str):
        raise TypeError(f"moves are written as text, such as 'f5d6c3', not as {text!r}")
    moves: list[Move] = []
    at = 0
    while found := _MOVE.match(text, at):
        if found[1]:
            moves.append(parse_move(found[1]))
        at = found.end()
    if at < len(text):
        raise NotationError(
            Text("errors.rules.not_a_move", text=repr(text[at : at + 12])),
            line=1,
            column=at + 1,
        )
    return moves


def as_square(given: Square | str) -> Square:
    """Return a square that is given as a Square or by its name."""
    if isinstance(given, Square):
        return given
    if isinstance(given, str):
        return Square.parse(given)
    raise TypeError(f"a square is a Square or a name such as 'd3', not {given!r}")


def as_move(given: Move | str) -> Move:
    """Return a move that is given as a Move or as text."""
    if isinstance(given, str):
        return _squares_by_name().get(given) or parse_move(given)
    if isinstance(given, Square | Pass):
        return given
    raise TypeError(f"a move is a Square, PASS or text such as 'd3', not {given!r}")


def as_moves(given: Iterable[Move | str]) -> Iterable[Move | str]:
    """Return moves that are given one by one or as one text."""
    if isinstance(given, str):
        return parse_moves(given)
    if not isinstance(given, Iterable):
        raise TypeError(f"moves are a text such as 'f5d6c3', or one after the other, not {given!r}")
    return given


@functools.cache
def squares_of(size: int) -> tuple[Square, ...]:
    """Return all squares of a board row by row; all calls and sizes share the same objects."""
    require_size(size)
    if size == len(COLUMNS):
        return tuple(Square(col, row) for row in range(size) for col in range(size))
    return tuple(square for square in squares_of(len(COLUMNS)) if square.is_on(size))


@functools.cache
def _squares_by_name() -> dict[str, Square]:
    squares = squares_of(len(COLUMNS))
    names = {str(square): square for square in squares}
    return names | {name.upper(): square for name, square in names.items()}
