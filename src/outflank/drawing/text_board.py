"""Boards in letters: in boxes or plain, with Unicode or without, in colour or without."""

from __future__ import annotations

import functools
import unicodedata
from dataclasses import dataclass, replace
from typing import Final, Unpack, cast

from outflank.drawing.ansi import Span, paint, shown_as
from outflank.drawing.contrast import SHAPE, TEXT, contrast, ink_on, legible
from outflank.drawing.discs import disc_under
from outflank.drawing.drawing import Drawable, Drawing, refuse_unknown
from outflank.drawing.options import SvgOptions, TextOptions
from outflank.drawing.skins import Disc
from outflank.rules import Square

__all__ = ["text"]

_SOURCES: Final = {
    True: {"": "", "exact": "✓", "book": "b", "selective": "%", "expected": "≈"},
    False: {"": "", "exact": "=", "book": "b", "selective": "%", "expected": "~"},
}
_BOXES: Final = {True: ("┌─┬┐", "├─┼┤", "└─┴┘", "│"), False: ("+-++", "+-++", "+-++", "|")}
_UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


def text(value: Drawable, **options: Unpack[TextOptions]) -> str:
    """Draw a board, a position, a game or a set of squares in letters.

    The last move stands in brackets, the discs it flipped in parentheses. Colour is used only
    when asked for. The options are the fields of `TextOptions`.

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
    refuse_unknown(options, TextOptions.__optional_keys__)
    unicode = options.pop("unicode", True)
    color = options.pop("color", False)
    box = options.pop("box", unicode)
    drawing = Drawing.of(value, **cast(SvgOptions, options))
    return _Letters(drawing=drawing, unicode=unicode, color=color, box=box).draw()


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a square shows: letters, and a sign before and after them."""

    middle: str
    before: str = " "
    after: str = " "
    ink: str = ""
    sign_ink: str = ""
    background: str = ""  # behind the letters, where it is not the felt
    bold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Letters:
    """A drawing on its way to lines of letters."""

    drawing: Drawing
    unicode: bool
    color: bool
    box: bool

    # Lines

    def draw(self) -> str:
        """Write the board and the lines under it."""
        size = self.drawing.size
        order = range(size)[:: -1 if self.drawing.rotated else 1]
        rows = [[self._cell(Square(col, row)) for col in order] for row in order]
        width = max(columns(cell.middle) for row in rows for cell in row)
        indent = len(str(size)) + 1 if self.drawing.coordinates else 0
        lines = []
        if self.drawing.coordinates:
            gap = " " * self.box
            names = (centred(str(Square(col, 0))[0], width + 2) for col in order)
            lines.append((" " * indent + gap + gap.join(names)).rstrip())
        top, between, bottom, _ = _BOXES[self.unicode]
        lines += self._rule(top, width, indent)
        for place, (row, cells) in enumerate(zip(order, rows, strict=True)):
            lines += self._rule(between, width, indent) if place else []
            lines.append(self._row(f"{row + 1:>{indent - 1}} " if indent else "", cells, width))
        lines += self._rule(bottom, width, indent)
        return "\n".join([*lines, *map(self._printable, self.drawing.lines)])

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
            middle = centred(cell.middle, width)
            spans.append(self._on_felt(cell.before, cell.sign_ink))
            spans.append(Span(middle, cell.ink, cell.background or self._felt, cell.bold))
            spans += [self._on_felt(cell.after, cell.sign_ink), *wall]
        return self._painted(spans)

    def _painted(self, spans: list[Span]) -> str:
        return paint(spans) if self.color else "".join(span.text for span in spans).rstrip()

    def _on_felt(self, letters: str, ink: str) -> Span:
        return Span(letters, ink, self._felt)

    # Squares

    def _cell(self, square: Square) -> _Cell:
        drawing = self.drawing
        disc = disc_under(drawing, square)
        note, number = drawing.notes.get(square), drawing.numbers.get(square)
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
        """Put brackets around the last move and parentheses around what it flipped."""
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
        """Whether the discs bring their own ground: for a label, or to be seen on the felt."""
        skin = self.drawing.skin
        if self.drawing.is_sheet or skin.black.label or skin.white.label:
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
        """Keep letters from moving the cursor, and to ASCII where that was asked for."""
        safe = "".join("?" if unicodedata.category(one) in _UNPRINTABLE else one for one in given)
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


def columns(letters: str) -> int:
    """Count the columns that letters take in a terminal.

    >>> columns("d3"), columns("黒"), columns("e\u0301")
    (2, 2, 1)
    """
    return sum(
        0
        if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in letters
    )


def centred(letters: str, width: int) -> str:
    """Put letters in the middle of so many columns, or just right of it."""
    room = max(width - columns(letters), 0)
    return " " * (room - room // 2) + letters + " " * (room // 2)
