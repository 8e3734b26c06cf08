"""Drawn boards, as `outflank.text` and many programs print them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.record import ScoredPosition
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import BLACK, SIZES, WHITE, Board, Color, Position, Square
from outflank.texts import Text

__all__ = ["FORMAT"]

_BEGINNING: Final = 20_000  # characters in which a text must be recognised
_COLUMNS: Final = "abcdefghijklmnop"

_STYLE: Final = re.compile(r"\x1b\[[0-9;]*m")
_RULE: Final = re.compile(r"[┌┬┐├┼┤└┴┘─]{9,}|\+(?:-+\+){4,}")
_NUMBERED: Final = re.compile(r"([0-9]{1,2})(?=[\s│|\[(])(.*)")
_NUMBER_AFTER: Final = re.compile(r"\s[0-9]{1,2}\Z")
_WALL: Final = re.compile("[│|]")
_WORD: Final = re.compile(r"(?P<last>\[\s*)?(?P<word>[^\s\[\]()▐▌]+)")
_SCORE: Final = re.compile(r"(?:[+-][0-9]+(?:\.[0-9])?|0|win|draw|loss)[✓=b%≈~]?")
_TURN: Final = re.compile(
    r"\b(black|white|red|yellow|yes|no|x|o)(?:'s)?\s+(?:to\s+(?:move|play)|must\s+pass|turn)\b",
    re.IGNORECASE,
)

_STAR: Final = "*"  # a legal move if black discs have a letter, else a black disc
_YES_OR_YELLOW: Final = "Y"
_MARKS: Final = frozenset({_STAR, "•"})
_EMPTY: Final = frozenset({"", ".", "-", "_", "·"})
_DISCS: Final = dict.fromkeys("XxBb@●⚫R", BLACK) | dict.fromkeys("OoWw○⚪N", WHITE)
_NAMES: Final = dict.fromkeys(("black", "red", "yes", "x"), BLACK)  # the others are white's
_OF_BOARD_STRINGS: Final = frozenset("XxBbOoWw*.-")


class _Columns(NamedTuple):
    """The letters above or below a board."""

    letters: str


class _Rule(NamedTuple):
    """A line of the box around the squares."""

    line: Passage


class _Row(NamedTuple):
    """A line of cells, the number before it, and which of them was played last."""

    line: Passage
    number: int | None
    cells: list[str]
    last: int | None
    is_boxed: bool


_Part: TypeAlias = _Columns | _Rule | _Row


def _part(line: Passage) -> _Part | None:
    """Return the part of a drawing that a line is, or None."""
    text = _STYLE.sub("", line.text).strip()
    if _RULE.fullmatch(text):
        return _Rule(line)
    letters = "".join(text.lower().split())
    if len(letters) in SIZES and len(text.split()) == len(letters):
        usual = _COLUMNS[: len(letters)]
        if letters in (usual, usual[::-1]):
            return _Columns(letters)
    return _row(line, text)


def _row(line: Passage, text: str) -> _Row | None:
    found = _NUMBERED.fullmatch(text)
    number = int(found[1]) if found else None
    inside = _NUMBER_AFTER.sub("", found[2]).strip() if found else text
    is_boxed = len(inside) > 1 and bool(_WALL.match(inside[0]) and _WALL.match(inside[-1]))
    parts = _WALL.split(inside[1:-1]) if is_boxed else [inside]
    words = [_WORD.search(part) for part in parts]
    if len(parts) == 1:
        words = [*_WORD.finditer(parts[0])]
    cells = [word["word"] if word else "" for word in words]
    if len(cells) < SIZES[0] - 1 or not all(map(_is_cell, cells)):
        return None
    last = next((at for at, word in enumerate(words) if word and word["last"]), None)
    return _Row(line, number, cells, last, is_boxed)


def _is_cell(word: str) -> bool:
    is_known = word in _DISCS or word in _MARKS or word in _EMPTY or word == _YES_OR_YELLOW
    return is_known or _SCORE.fullmatch(word) is not None


@dataclass(slots=True)
class _Drawing:
    """One drawn board, and the lines around it."""

    start: int
    captions: list[str]
    columns: str = ""
    has_rules: bool = False
    rows: list[_Row] = field(default_factory=list)
    stop: Passage | None = None  # the line that stands where a row should be

    @property
    def size(self) -> int:
        if self.columns or not self.rows:
            return len(self.columns) or SIZES[-1]
        return len(self.rows[0].cells)

    def is_complete(self) -> bool:
        return len(self.rows) == self.size

    def words(self) -> set[str]:
        return {word for row in self.rows for word in row.cells}

    def has_black_letters(self) -> bool:
        words = self.words()
        # Y is YES, and so black, unless there is an R, which is red, and so black too.
        return _YES_OR_YELLOW in words or any(_DISCS.get(word) is BLACK for word in words)

    def is_unmistakable(self) -> bool:
        """Return whether this is certainly a drawing; bare cells may be a board string."""
        if self.columns or self.has_rules or any(row.is_boxed for row in self.rows):
            return bool(self.rows)
        words = self.words()
        is_noted = any(row.number or row.last is not None for row in self.rows)
        is_marked = _STAR in words and self.has_black_letters()
        return self.is_complete() and (is_noted or is_marked or not words <= _OF_BOARD_STRINGS)


class _Scanner:
    """Finds the boards that are drawn in a text."""

    def __init__(self, lines: Iterator[Passage]) -> None:
        self.lines = list(lines)
        self.parts = [_part(line) for line in self.lines]
        self.at = 0

    def part(self, ahead: int = 0) -> _Part | None:
        at = self.at + ahead
        return self.parts[at] if at < len(self.parts) else None

    def captions(self) -> list[str]:
        """Take the lines until the next board."""
        taken = []
        while self.at < len(self.lines) and self.part() is None:
            taken.append(_STYLE.sub("", self.lines[self.at].text))
            self.at += 1
        return taken

    def drawings(self) -> Iterator[_Drawing]:
        above = self.captions()
        while self.at < len(self.lines):
            drawing = _Drawing(self.lines[self.at].start, above)
            self.take_board(drawing)
            drawing.captions += self.captions()
            yield drawing
            above = []

    def take_board(self, drawing: _Drawing) -> None:
        if isinstance(columns := self.part(), _Columns):
            drawing.columns = columns.letters
            self.at += 1
        while not drawing.is_complete() and isinstance(part := self.part(), _Rule | _Row):
            if isinstance(part, _Row):
                drawing.rows.append(part)
            else:
                drawing.has_rules = True
            self.at += 1
        if not drawing.is_complete():
            drawing.stop = self.lines[min(self.at, len(self.lines) - 1)]
            while self.at < len(self.lines) and self.lines[self.at].text.strip():
                self.at += 1  # the rest is not a board of its own
        if isinstance(self.part(), _Rule):
            self.at += 1
        if isinstance(self.part(), _Columns) and self.part(1) is None:
            self.at += 1


# Reading


def recognises(text: str) -> bool:
    """Return whether the text has a drawn board, with coordinates, a box or marks."""
    scanner = _Scanner(SourceText(text[:_BEGINNING]).lines())
    return any(drawing.is_unmistakable() for drawing in scanner.drawings())


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:  # noqa: ARG001
    """Cut a text into drawings, each with the lines below it, the first with those above it."""
    starts = [drawing.start for drawing in _Scanner(source_text.lines()).drawings()][1:]
    for start, end in zip([0, *starts], [*starts, len(source_text.text)], strict=True):
        yield source_text.passage(start, end)


def read_position(passage: Passage, assumed: Assumptions) -> ScoredPosition:
    """Read one drawing.

    The side to move is taken from a caption, or else from the marked legal moves or the last move.
    """
    drawing = next(_Scanner(passage.lines()).drawings(), None)
    if drawing is None:
        raise passage.error(Text("errors.notation.no_drawn_board"))
    if drawing.stop:
        row = len(drawing.rows) + 1
        raise drawing.stop.error(Text("errors.notation.drawing_breaks_off", row=row))
    _require_shape(drawing)
    cells = _cells(drawing)
    board, marks = _board(drawing, cells)
    if not board.black or not board.white:
        _require_colors(passage, drawing)
    turn = _turn_in_captions(drawing) or _turn_by_marks(board, marks)
    if turn is None and not assumed.variant.answers:  # an answer can change the colour of a disc
        turn = _turn_after_last_move(drawing)
    return ScoredPosition(Position(board, turn or BLACK, variant=assumed.variant))


def _require_shape(drawing: _Drawing) -> None:
    size = Board.empty(drawing.size).size  # refuses a size that no board has
    for row in drawing.rows:
        if len(row.cells) != size:
            raise row.line.error(
                Text("errors.notation.drawing_row_length", cells=len(row.cells), size=size)
            )
    numbers = [row.number for row in drawing.rows]
    usual = list(range(1, size + 1))
    if any(numbers) and numbers not in (usual, usual[::-1]):
        raise drawing.rows[0].line.error(Text("errors.notation.drawing_row_numbers", size=size))


def _cells(drawing: _Drawing) -> dict[Square, str]:
    """Return the word on each square, also of a board that is drawn from the other side."""
    names = drawing.columns or _COLUMNS
    first = drawing.rows[0].number or 1
    return {
        Square(_COLUMNS.index(names[col]), abs(first - 1 - row)): word
        for row, line in enumerate(drawing.rows)
        for col, word in enumerate(line.cells)
    }


def _board(drawing: _Drawing, cells: dict[Square, str]) -> tuple[Board, set[Square]]:
    """Return the board, and the squares that are marked as legal moves."""
    words = drawing.words()
    discs = dict(_DISCS)
    if _YES_OR_YELLOW in words:
        # Where one side has no disc left, only a caption such as "YES 16, NO 0" tells.
        said = words | set(re.findall(r"\w+", " ".join(drawing.captions).upper()))
        if not said & {"R", "N", "YES", "YELLOW"}:
            raise drawing.rows[0].line.error(Text("errors.notation.drawing_with_y"))
        discs[_YES_OR_YELLOW] = WHITE if said & {"R", "YELLOW"} else BLACK
    if not drawing.has_black_letters():
        discs[_STAR] = BLACK
    board = Board.empty(drawing.size)
    for square, word in cells.items():
        if color := discs.get(word):
            board = board.put(color, square)
    return board, {square for square, word in cells.items() if word in _MARKS - {*discs}}


def _require_colors(passage: Passage, drawing: _Drawing) -> None:
    """Refuse a drawing whose discs differed only by colour, which the text has lost."""
    words = drawing.words()
    was_colored = "\x1b[" in passage.text or words & _MARKS
    if "●" in words and was_colored:
        raise drawing.rows[0].line.error(Text("errors.notation.drawing_lost_colors"))


def _turn_in_captions(drawing: _Drawing) -> Color | None:
    sides = _TURN.findall(" ".join(drawing.captions))
    return _NAMES.get(sides[-1].lower(), WHITE) if sides else None


def _turn_by_marks(board: Board, marks: set[Square]) -> Color | None:
    return next((color for color in Color if marks and {*board.outflanking(color)} == marks), None)


def _turn_after_last_move(drawing: _Drawing) -> Color | None:
    for row in drawing.rows:
        mover = None if row.last is None else _DISCS.get(row.cells[row.last])
        if mover is not None:
            return mover.opponent
    return None


# Writing


def write_position(record: ScoredPosition) -> str:
    """Write a plain drawing with coordinates, and the side to move below it."""
    position = record.position
    return f"{position.board.diagram()}\n{str(position.turn).capitalize()} to move"


def reduce_position(record: ScoredPosition) -> ScoredPosition:
    """Return the bare position as classic Othello."""
    return ScoredPosition(Position(record.position.board, record.position.turn))


FORMAT = Format(
    name="drawing",
    title="a drawn board",
    extensions=(),
    holds=ScoredPosition,
    carries=frozenset({Carries.SIZES, Carries.STARTS}),
    signs="a drawn board",
    recognises=recognises,
    split=split,
    reader=read_position,
    writer=write_position,
    reducer=reduce_position,
    join="\n\n".join,
)
