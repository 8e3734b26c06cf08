"""Boards as text: with or without boxes, Unicode and colour."""

from __future__ import annotations

import functools
import textwrap
import unicodedata
from dataclasses import dataclass, replace
from typing import Final, Unpack, cast

from outflank.drawing.contrast import SHAPE, TEXT, contrast, ink_on, legible
from outflank.drawing.drawing import Drawable, Drawing
from outflank.drawing.option_checks import check_options
from outflank.drawing.options import SvgOptions, TextOptions
from outflank.drawing.skins import Disc
from outflank.drawing.svg_discs import disc_under
from outflank.drawing.terminal_text import Span, centred, columns, paint, shown_as
from outflank.rules import Square

__all__ = ["columns", "text"]

_SOURCES: Final = {
    True: {"": "", "exact": "✓", "book": "b", "selective": "%", "expected": "≈"},
    False: {"": "", "exact": "=", "book": "b", "selective": "%", "expected": "~"},
}
_BOXES: Final = {True: ("┌─┬┐", "├─┼┤", "└─┴┘", "│"), False: ("+-++", "+-++", "+-++", "|")}
_UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


def text(value: Drawable, **options: Unpack[TextOptions]) -> str:
    """Draw a board, a position, a game or a set of squares as text.

    The last move is in brackets, and the discs it flipped are in parentheses. A square is a
    `Square` or its name. Several squares are any collection of these, or one string such as
    "d3 e4". Options, all by keyword:

        unicode=True       False uses only ASCII
        box                lines around the squares; by default the same as unicode
        width              the number of columns: a board that does not fit is drawn closer, first
                           without the box, then with one column between squares
        color=False        256 colours, whatever the environment says
        skin               the discs: "classic", "red-yellow", "xo", "yesno", or a Skin
        theme="felt"       "dark", "ocean", "wood", "paper", "print", "contrast", "clear"; a Theme
        coordinates=True   letters and numbers around the board
        rotated=False      the board from the other side of the table
        legal              True, False, or the squares that get a dot
        last_move          the move that gets brackets, or None
        flips              the squares that get parentheses
        scores             square to Score or number, from the side to move
        texts              square to a short text
        numbers=False      a game as a transcript sheet: each disc with the number of its move
        caption=False      a line below the board; True for the count and the turn

    >>> from outflank.rules import Game
    >>> game = Game(size=4)
    >>> _ = game.push("a2")
    >>> print(text(game, unicode=False))
       a  b  c  d
    1  *  .  *  .
    2 [X](X) X  .
    3  *  X  O  .
    4  .  .  .  .
    >>> print(text(game))
        a   b   c   d
      ┌───┬───┬───┬───┐
    1 │ • │   │ • │   │
      ├───┼───┼───┼───┤
    2 │[●]│(●)│ ● │   │
      ├───┼───┼───┼───┤
    3 │ • │ ● │ ○ │   │
      ├───┼───┼───┼───┤
    4 │   │   │   │   │
      └───┴───┴───┴───┘
    """
    check_options(options, TextOptions.__optional_keys__)
    unicode = options.pop("unicode", True)
    color = options.pop("color", False)
    box = options.pop("box", unicode)
    room = options.pop("width", None)
    drawing = Drawing.of(value, **cast(SvgOptions, options))
    letters = _Letters(drawing=drawing, unicode=unicode, color=color, box=box, room=room)
    return letters.fitted().draw()


@dataclass(frozen=True, slots=True)
class _Cell:
    """The text of a square: letters, and a sign before and after them."""

    middle: str
    before: str = " "
    after: str = " "
    ink: str = ""
    sign_ink: str = ""
    background: str = ""  # behind the letters, if it is not the felt
    bold: bool = False

    @property
    def is_signed(self) -> bool:
        """Whether the letters are in brackets or parentheses."""
        return self.before in "[("


@dataclass(frozen=True, slots=True, kw_only=True)
class _Letters:
    """Writes a drawing as lines of letters."""

    drawing: Drawing
    unicode: bool
    color: bool
    box: bool
    room: int | None = None  # the number of columns
    close: bool = False  # with one column between squares, which holds the signs of both

    # Lines

    def fitted(self) -> _Letters:
        """Choose the widest form that fits, or the narrowest if none does."""
        if self.room is None:
            return self
        forms = [self, replace(self, box=False), replace(self, box=False, close=True)]
        return next((form for form in forms if form.width <= self.room), forms[-1])

    @property
    def width(self) -> int:
        """The number of columns that the board takes."""
        wall = 1 if self.box or self.close else 0
        signs = 3 if self.box else 1 if self.close else 2
        return self._indent + wall + self.drawing.size * (self._cell_width(self._rows()) + signs)

    def draw(self) -> str:
        """Write the board and the lines below it."""
        order, indent, rows = self._order, self._indent, self._rows()
        width = self._cell_width(rows)
        lines = []
        if self.drawing.coordinates:
            gap = " " * (3 if self.box else 1 if self.close else 2)
            names = (centred(str(Square(col, 0))[0], width) for col in order)
            lines.append((" " * (indent + 1 + self.box) + gap.join(names)).rstrip())
        top, between, bottom, _ = _BOXES[self.unicode]
        lines += self._rule(top, width, indent)
        for number, (row, cells) in enumerate(zip(order, rows, strict=True)):
            lines += self._rule(between, width, indent) if number else []
            lines.append(self._row(f"{row + 1:>{indent - 1}} " if indent else "", cells, width))
        lines += self._rule(bottom, width, indent)
        return "\n".join([*lines, *self._lines_below()])

    @property
    def _order(self) -> range:
        return range(self.drawing.size)[:: -1 if self.drawing.rotated else 1]

    @property
    def _indent(self) -> int:
        return len(str(self.drawing.size)) + 1 if self.drawing.coordinates else 0

    def _rows(self) -> list[list[_Cell]]:
        return [[self._cell(Square(col, row)) for col in self._order] for row in self._order]

    @staticmethod
    def _cell_width(rows: list[list[_Cell]]) -> int:
        return max(columns(cell.middle) for row in rows for cell in row)

    def _lines_below(self) -> list[str]:
        lines = map(self._printable, self.drawing.lines)
        if self.room is None:
            return list(lines)
        return [part for line in lines for part in textwrap.wrap(line, self.room)]

    def _rule(self, signs: str, width: int, indent: int) -> list[str]:
        """Draw a line of the box, if there is one."""
        if not self.box:
            return []
        row = signs[2].join([signs[1] * (width + 2)] * self.drawing.size)
        line = signs[0] + row + signs[3]
        return [self._painted([Span(" " * indent), self._on_felt(line, self._line_ink)])]

    def _row(self, name: str, cells: list[_Cell], width: int) -> str:
        wall = [self._on_felt(_BOXES[self.unicode][3], self._line_ink)] if self.box else []
        spans = [Span(name), *wall]
        for cell in cells:
            before, middle, after = self._parts(cell, width)
            if self.close and len(spans) > 1:
                before = self._shared(spans.pop(), before)
            spans += [before, *middle, after, *wall]
        return self._painted(spans)

    def _parts(self, cell: _Cell, width: int) -> tuple[Span, list[Span], Span]:
        """Write a cell: its first column, its middle and its last column."""
        ground = cell.background or self._felt
        signs = [self._on_felt(sign, cell.sign_ink) for sign in (cell.before, cell.after)]
        if not cell.is_signed or cell.background:
            return (
                signs[0],
                [Span(centred(cell.middle, width), cell.ink, ground, cell.bold)],
                signs[1],
            )
        # Signs are next to the letters that they enclose, with the padding outside.
        core = cell.middle.strip(" ") or " "
        spare = width - columns(core)
        left, right = spare - spare // 2, spare // 2
        blank = self._on_felt(" ", "")
        line = [*[blank] * left, signs[0], Span(core, cell.ink, ground, cell.bold), signs[1]]
        line += [blank] * right
        return line[0], line[1:-1], line[-1]

    def _shared(self, after: Span, before: Span) -> Span:
        """Choose the sign for the one column between two squares."""
        if before.text == "(" and after.text == ")":
            return self._on_felt(" ", "")  # neighbouring flipped discs share their parentheses
        for sign, wanted in ((before, "["), (after, "]"), (before, "("), (after, ")")):
            if sign.text == wanted:
                return sign
        return self._on_felt(" ", "")

    def _painted(self, spans: list[Span]) -> str:
        return paint(spans) if self.color else "".join(span.text for span in spans).rstrip()

    def _on_felt(self, letters: str, ink: str) -> Span:
        return Span(letters, ink, self._felt)

    # Squares

    def _cell(self, square: Square) -> _Cell:
        drawing = self.drawing
        disc = disc_under(drawing, square)
        note, number = drawing.annotations.get(square), drawing.numbers.get(square)
        written = ""
        if note is not None:
            written = self._printable(note.text) + _SOURCES[self.unicode][note.source]
        elif number is not None:
            written = f"{number:>{len(str(len(drawing.numbers)))}}"
        bold = note is not None and note.strong
        if disc is not None:
            cell = self._disc(disc, written)
        elif written:
            cell = _Cell(written, ink=self._seen(drawing.theme.mark, TEXT), bold=bold)
        else:
            shown = square in drawing.chosen or square in drawing.legal
            ink = self._seen(drawing.theme.legal) if shown else self._line_ink
            cell = _Cell(self._empty(square), ink=ink)
        return self._signed(cell, square)

    def _signed(self, cell: _Cell, square: Square) -> _Cell:
        """Put brackets around the last move, and parentheses around the discs it flipped."""
        theme = self.drawing.theme
        if square == self.drawing.last:
            return replace(cell, before="[", after="]", sign_ink=self._seen(theme.mark))
        if square in self.drawing.flips:
            return replace(cell, before="(", after=")", sign_ink=self._seen(theme.flip))
        return cell

    def _disc(self, disc: Disc, written: str) -> _Cell:
        if not self.color:
            return _Cell(written or (disc.glyph if self.unicode else disc.letter))
        if written or self._needs_ground:
            fill = shown_as(disc.fill)
            before, after = ("▐", "▌") if self.unicode else (" ", " ")
            letters = written or disc.letter
            return _Cell(letters, before, after, ink_on(fill), fill, fill, bold=True)
        if self.unicode and disc.shape == "disc":
            return _Cell("●", ink=self._seen(disc.fill))
        return _Cell(disc.letter, ink=self._seen(disc.fill, TEXT), bold=True)

    @property
    def _needs_ground(self) -> bool:
        """Whether discs need a background of their own: for a label, or to be seen on the felt."""
        skin = self.drawing.skin
        if self.drawing.is_transcript or skin.black.label or skin.white.label:
            return True
        sides = [disc for disc in (skin.black, skin.white) if disc.shape == "disc"]
        return any(contrast(shown_as(disc.fill), self._felt) < SHAPE for disc in sides)

    def _empty(self, square: Square) -> str:
        if square in self.drawing.chosen:
            return "■" if self.unicode else "#"
        if square in self.drawing.legal:
            return "•" if self.unicode and self.box else "*"
        return " " if self.box else "·" if self.unicode else "."

    # Letters and colours

    def _printable(self, given: str) -> str:
        """Replace letters that would move the cursor, or that are not ASCII if only ASCII may be.

        Each of them becomes a question mark.
        """
        safe = "".join(
            "?" if unicodedata.category(letter) in _UNPRINTABLE else letter for letter in given
        )
        return safe if self.unicode else safe.encode("ascii", "replace").decode()

    @property
    def _felt(self) -> str:
        return shown_as(self.drawing.theme.felt)

    @property
    def _line_ink(self) -> str:
        return shown_as(self.drawing.theme.line)

    def _seen(self, color: str, ratio: float = SHAPE) -> str:
        """Return a colour as it can be seen on the felt of a terminal."""
        return _seen(color, self._felt, ratio)


@functools.lru_cache(maxsize=1024)
def _seen(color: str, ground: str, ratio: float) -> str:
    return legible(color, [ground], ratio, shown_as=shown_as)
