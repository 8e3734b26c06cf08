"""FEN: the rows of a position with numbers for empty squares, in three dialects.

Edax writes the bottom row first; p is black and P is white. Fairy-Stockfish writes the top row
first; P is the side that moves first, black in Othello, and w means that it is to move. Both write
the rows of the start alike, so the fields after them show the dialect. x and o mean black and white
in every dialect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from outflank.errors import NotationError, UnknownName
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.record import ScoredPosition
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import BLACK, SIZES, WHITE, Board, Color, Position
from outflank.texts import Text

__all__ = [
    "DIALECTS",
    "EDAX",
    "FAIRY",
    "FORMATS",
    "PLAIN",
    "Dialect",
    "dialect_of",
    "find_dialect",
    "is_fen",
]

_PARTS: Final = re.compile(r"1[0-6]|[1-9]|[PpXxOo]")
_ROWS: Final = re.compile(r"(?:[1-9PpXxOo][0-9PpXxOo]*/){3,15}[1-9PpXxOo][0-9PpXxOo]*(?=[\s\[]|\Z)")
_LINE: Final = re.compile(
    rf"\s*(?P<rows>{_ROWS.pattern})(?P<hands>\[(?:[Pp]*|-)\])?"
    r"(?:\s+(?P<side>[bwxo*]))?(?P<tail>(?:\s+[-0-9]+)*)\s*",
    re.IGNORECASE,
)
_FIELDS_OF_CHESS: Final = re.compile(r"\s+-\s+-(?:\s+[0-9]+){0,2}")  # castling, en passant, counts


@dataclass(frozen=True, slots=True)
class Dialect:
    """The letters of both sides, the first row to be written and the fields after the rows."""

    name: str
    title: str
    black: str
    white: str
    first: str  # black is to move
    second: str  # white is to move
    from_bottom: bool = False

    @property
    def format_name(self) -> str:
        """The name under which texts of this dialect are read and written."""
        return f"fen-{self.name}" if self.name else "fen"

    def parse(self, text: str, assumed: Assumptions) -> Position:
        """Read a position; without a side it is black's turn."""
        found = _LINE.fullmatch(text)
        if found is None:
            raise NotationError(Text("errors.notation.not_a_fen", text=repr(text.strip()[:20])))
        rows = found["rows"].split("/")
        size = len(rows)
        if size not in SIZES:
            raise NotationError(Text("errors.notation.fen_row_count", rows=size))
        spelled = [self._cells(row, size) for row in rows]
        board = Board.parse("".join(reversed(spelled) if self.from_bottom else spelled))
        return Position(board, self._side(found["side"]), variant=assumed.variant)

    def _cells(self, row: str, size: int) -> str:
        """Return a row as X, O and -."""
        cells = ""
        parts = _PARTS.findall(row)
        if "".join(parts) != row:
            raise NotationError(Text("errors.notation.fen_zero_in_row", row=repr(row[:40])))
        for part in parts:
            if part.isdecimal():
                cells += "-" * int(part)
            elif part in "Pp" and not self.name:
                raise NotationError(Text("errors.notation.fen_of_two_dialects"))
            elif part in "XxOo":
                cells += part.upper()
            else:
                cells += "X" if part == self.black else "O"
        if len(cells) != size:
            raise NotationError(
                Text(
                    "errors.notation.fen_row_length",
                    row=repr(row[:40]),
                    squares=len(cells),
                    size=size,
                )
            )
        return cells

    def _side(self, letter: str | None) -> Color:
        sign = (letter or self.first).lower()
        if sign in ("x", "*", self.first):
            return BLACK
        if sign in ("o", self.second):
            return WHITE
        # Only the plain dialect is left, in which b is black and w is white.
        return BLACK if sign == "b" else WHITE

    def write(self, position: Position) -> str:
        """Write the rows, the side to move and the other fields of this dialect."""
        side = self.first if position.turn is BLACK else self.second
        return f"{self._rows(position)}{self._hands(position)} {side}{_TAILS[self.name]}"

    def _rows(self, position: Position) -> str:
        size = position.size
        cells = str(position.board).translate(str.maketrans("XO", self.black + self.white))
        rows = [cells[start : start + size] for start in range(0, size * size, size)]
        if self.from_bottom:
            rows.reverse()
        return "/".join(re.sub("-+", lambda run: str(len(run[0])), row) for row in rows)

    def _hands(self, position: Position) -> str:
        """Return the discs in hand, enough for the whole game, as Fairy-Stockfish writes them."""
        if self is not FAIRY:
            return ""
        supply = position.board.empties
        return f"[{self.black * supply}{self.white * supply}]"


EDAX: Final = Dialect("edax", "Edax's FEN", "p", "P", "b", "w", from_bottom=True)
FAIRY: Final = Dialect("fairy", "Fairy-Stockfish's FEN", "P", "p", "w", "b")
PLAIN: Final = Dialect("", "a FEN", "x", "o", "x", "o")
DIALECTS: Final = {dialect.name: dialect for dialect in (EDAX, FAIRY)}
_TAILS: Final = {"edax": " - - 0 1", "fairy": " 0 1", "": ""}


def is_fen(text: str) -> bool:
    """Return whether a text has the rows of a FEN.

    >>> is_fen("8/8/8/3pP3/3Pp3/8/8/8 b"), is_fen("f5d6")
    (True, False)
    """
    return _ROWS.match(text.lstrip()) is not None


def dialect_of(text: str) -> Dialect | None:
    """Return the dialect of the first position, or None if its fields do not show it."""
    found = _LINE.match(text.lstrip().partition("\n")[0])
    if found is None or not set(found["rows"]) & set("Pp"):
        return PLAIN
    if found["hands"] or re.fullmatch(r"\s+[0-9]+\s+[0-9]+", found["tail"]):
        return FAIRY
    return EDAX if _FIELDS_OF_CHESS.fullmatch(found["tail"]) else None


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:  # noqa: ARG001
    """Cut a text into lines."""
    return (line for line in source_text.lines() if line.text.strip())


def reduce_position(record: ScoredPosition) -> ScoredPosition:
    """Return the bare position, as classic Othello."""
    return ScoredPosition(Position(record.position.board, record.position.turn))


def _format(dialect: Dialect) -> Format[ScoredPosition]:
    def read_position(passage: Passage, assumed: Assumptions) -> ScoredPosition:
        asked = find_dialect(assumed.dialect) if dialect is PLAIN and assumed.dialect else dialect
        return ScoredPosition(asked.parse(passage.text, assumed))

    def recognises(text: str) -> bool:
        # A FEN that does not show its dialect counts as plain, and its reader asks for the dialect.
        return is_fen(text) and (dialect_of(text) or PLAIN) is dialect

    ends = f" that ends in {dialect.first}{_TAILS[dialect.name]}" if dialect.name else ""
    return Format(
        name=dialect.format_name,
        title=dialect.title,
        extensions=() if dialect.name else (".fen",),
        holds=ScoredPosition,
        carries=frozenset({Carries.SIZES, Carries.STARTS}),
        signs=f"the rows of a FEN{ends}",
        recognises=recognises,
        split=split,
        reader=read_position,
        writer=lambda record: dialect.write(record.position),
        reducer=reduce_position,
    )


def find_dialect(name: str) -> Dialect:
    """Return the dialect of that name."""
    if not isinstance(name, str):
        raise TypeError(f"a dialect of FEN is found by its name, such as 'edax', not by {name!r}")
    try:
        return DIALECTS[name.lower()]
    except KeyError:
        raise UnknownName("dialect of FEN", name, DIALECTS) from None


FORMATS: Final = tuple(map(_format, (EDAX, FAIRY, PLAIN)))
