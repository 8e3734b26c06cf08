"""A square of the board as characters and colours, in any size."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, field
from typing import Final

from rich.segment import Segment
from rich.style import Style

from outflank.drawing import Disc, Skin
from outflank.drawing.contrast import SHAPE, TEXT, channels, contrast, ink_on, legible, mix
from outflank.faces.local.palette import Palette
from outflank.faces.terminal.full_screen.shapes import LINE, CellSize, Shape, outline
from outflank.rules import Color

__all__ = ["Cell", "Mark", "TerminalPainter", "style"]

_UPPER: Final = {"🮂": "▆", "🮅": "▂"}  # an upper part of a character, and the rest below it
_NEARLY_FULL: Final = "▆▟▙▜▛"
_FLAT: Final = "▂▂🮂🮂"  # a small mark for squares that are two rows high
_SAME: Final = 60  # colours closer than this, of 442, look the same


class Mark(enum.Enum):
    """A mark on a square; each has its own shape.

    A value has five texts: the sign in the middle of a square; the four signs around a middle
    that lies between characters; the brackets in a square one row high; and in ASCII the sign in
    the middle and the brackets.
    """

    NONE = ("", "", "", "", "")
    LEGAL = ("●", "▄▄▀▀", "", "*", "")
    LAST = ("●", "▄▄▀▀", "[]", "", "[]")
    FLIPPED = ("○", "╭╮╰╯", "()", "", "()")
    WOULD_FLIP = ("◆", "╱╲╲╱", "<>", "", "<>")


@dataclass(frozen=True, slots=True)
class Cell:
    """What a square shows."""

    disc: Color | None = None
    ghost: Color | None = None  # the disc that a move would place
    mark: Mark = Mark.NONE
    note: str = ""
    strong: bool = False
    cursor: bool = False
    dark: bool = False  # true of every other square
    flash: bool = False
    width: float = 1.0  # of the disc; smaller while it flips


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The characters of a square, each with its colours."""

    cell: CellSize
    ground: str
    letters: list[list[str]] = field(init=False)
    inks: list[list[str]] = field(init=False)
    grounds: list[list[str]] = field(init=False)

    def __post_init__(self) -> None:
        for name, value in (("letters", " "), ("inks", ""), ("grounds", self.ground)):
            rows = [[value] * self.cell.columns for _ in range(self.cell.rows)]
            object.__setattr__(self, name, rows)

    @property
    def middle(self) -> int:
        """The row for words."""
        return (self.cell.rows - 1) // 2

    def put(self, row: int, column: int, letter: str, ink: str) -> None:
        """Put a character on the sheet, and keep the colour behind it."""
        if not (0 <= row < self.cell.rows and 0 <= column < self.cell.columns):
            return
        ground = self.grounds[row][column]
        if letter in _UPPER and ink and ground:
            # Few fonts have these characters, so the rest is drawn in the background's colour.
            self.letters[row][column] = _UPPER[letter]
            self.inks[row][column], self.grounds[row][column] = ground, ink
        else:
            self.letters[row][column] = "▀" if letter in _UPPER else letter
            self.inks[row][column] = ink

    def stamp(self, row: int, column: int, letter: str, ink: str) -> None:
        """Put a mark on a disc, and first extend the disc to the whole character."""
        if self.letters[row][column] in _NEARLY_FULL and self.inks[row][column]:
            self.grounds[row][column] = self.inks[row][column]
        self.put(row, column, letter, ink)

    def write(self, row: int, words: str, ink: str) -> None:
        """Write in the middle of a row, or just left of it."""
        start = (self.cell.columns - len(words)) // 2
        for column, letter in enumerate(words):
            self.put(row, start + column, letter, ink)

    def draw(self, lines: tuple[str, ...], color: str) -> None:
        """Draw a shape in one colour; signs can be drawn on the characters that it fills."""
        for row, line in enumerate(lines):
            for column, letter in enumerate(line):
                if letter == "█" and color:
                    self.letters[row][column] = " "
                    self.grounds[row][column] = color
                elif letter != " ":
                    self.put(row, column, letter, color)


class TerminalPainter:
    """Paints squares in a skin and a palette, and remembers each painted square.

    >>> from outflank.drawing import find_skin
    >>> painter = TerminalPainter(find_skin("xo"), Palette(), unicode=False)
    >>> [segment.text for segment in painter.paint(Cell(Color.BLACK, mark=Mark.LAST))[0]]
    ['[X]']
    """

    def __init__(
        self,
        skin: Skin,
        palette: Palette,
        cell: CellSize = LINE,
        *,
        unicode: bool = True,
    ) -> None:
        self.skin = skin
        self.palette = palette
        self.cell = cell
        self.unicode = unicode
        self._painted: dict[Cell, list[list[Segment]]] = {}

    @property
    def has_words(self) -> bool:
        """Whether discs carry a word or a letter, and so need a middle column."""
        return any(self._word(self.skin.disc(color)) for color in Color)

    def paint(self, cell: Cell) -> list[list[Segment]]:
        """Return the lines of a square."""
        if cell not in self._painted:
            self._painted[cell] = self._paint(cell)
        return self._painted[cell]

    def _paint(self, cell: Cell) -> list[list[Segment]]:
        sheet = _Sheet(self.cell, self._ground(cell))
        if cell.disc is not None:
            self._draw_disc(sheet, cell, self.skin.disc(cell.disc))
        elif cell.ghost is not None and not cell.note and self.palette.has_color:
            self._draw_ghost(sheet, self.skin.disc(cell.ghost))
        if cell.note:
            ink = self.palette.note
            if ink and cell.cursor:
                ink = legible(ink, [sheet.ground], TEXT)
            sheet.write(sheet.middle, self._fitted(cell.note), ink)
        elif cell.disc is None:
            self._mark_empty(sheet, cell)
        else:
            self._mark_disc(sheet, cell, self.skin.disc(cell.disc))
        if cell.cursor:
            self._frame(sheet, cell)
        bold = cell.strong or (cell.disc is not None and self.cell.rows < 3)
        is_reversed = cell.cursor and not self.palette.has_color
        return [
            _segments(*row, bold=bold, reverse=is_reversed)
            for row in zip(sheet.letters, sheet.inks, sheet.grounds, strict=True)
        ]

    # The square itself

    def _ground(self, cell: Cell) -> str:
        if cell.cursor:
            return self.palette.cursor
        if cell.flash:
            return self.palette.flash
        return self.palette.shade if cell.dark else self.palette.felt

    def _frame(self, sheet: _Sheet, cell: Cell) -> None:
        """Put corners around the square under the cursor."""
        if not (self.cell.rows >= 3 and self.unicode):
            return
        ink = ink_on(self._ground(cell)) if self.palette.has_color else ""
        right, bottom = self.cell.columns - 1, self.cell.rows - 1
        for row, column, corner in (
            (0, 0, "┌"),
            (0, right, "┐"),
            (bottom, 0, "└"),
            (bottom, right, "┘"),
        ):
            if sheet.letters[row][column] == " ":
                sheet.put(row, column, corner, ink)

    # Discs

    def _draw_disc(self, sheet: _Sheet, cell: Cell, disc: Disc) -> None:
        color = self._disc_color(disc)
        word = self._word(disc)
        if self.cell.rows == 1 or not self.unicode:
            self._draw_letter(sheet, disc, color, word, turning=cell.width < 0.5)
        elif word and self.cell.rows == 2:
            sheet.draw((f"▐{'█' * (self.cell.columns - 2)}▌", f"▝{'▀' * 3}▘"), color)
        else:
            lines = outline(self._shape(disc), self.cell, cell.width, fine=self.palette.has_color)
            sheet.draw(lines, color)
        if word and cell.width > 0.9 and self.cell.rows > 1 and self.unicode:
            sheet.write(sheet.middle, word, disc.ink if self.palette.has_color else "")

    def _draw_letter(
        self, sheet: _Sheet, disc: Disc, color: str, word: str, *, turning: bool
    ) -> None:
        """Draw a disc in a square with room for one character."""
        row = sheet.middle
        if turning:
            sheet.write(row, "|", color)
        elif not self.palette.has_color:
            sheet.write(row, disc.glyph if self.unicode else disc.letter, "")
        elif word or not self.unicode:
            middle = (self.cell.columns - 1) // 2
            sheet.grounds[row][middle] = color
            for column, edge in ((middle - 1, "▐"), (middle + 1, "▌")):
                if self.unicode:
                    sheet.put(row, column, edge, color)
                elif 0 <= column < self.cell.columns:
                    sheet.grounds[row][column] = color
            sheet.write(row, disc.letter, ink_on(color))
        elif disc.shape == "disc":
            sheet.write(row, "○" if self._shape(disc) == "ring" else "●", color)
        else:
            sheet.write(row, disc.letter, color)

    def _draw_ghost(self, sheet: _Sheet, disc: Disc) -> None:
        color = mix(self._disc_color(disc), sheet.ground, 0.45)
        if self.cell.rows == 1 or not self.unicode:
            sheet.write(sheet.middle, "◌" if self.unicode else disc.letter.lower(), color)
        else:
            sheet.draw(outline(self._shape(disc), self.cell), color)

    def _shape(self, disc: Disc) -> Shape:
        """Return the shape of a disc; a disc with the colour of the felt is a ring."""
        if disc.shape != "disc":
            return disc.shape
        if not self.palette.has_color:
            return "ring" if disc.glyph == "○" else "disc"
        return "ring" if self._is_lost(disc) else "disc"

    def _disc_color(self, disc: Disc) -> str:
        if not self.palette.has_color:
            return ""
        if disc.shape != "disc":
            return legible(disc.fill, [self.palette.felt, self.palette.shade], SHAPE)
        return self.palette.outline if self._shape(disc) == "ring" else self._tone(disc)

    def _tone(self, disc: Disc) -> str:
        """Return the colour of a disc, or one of its tones if that has enough contrast."""
        grounds = (self.palette.felt, self.palette.shade)
        best = max(disc.tones, key=lambda tone: min(contrast(tone, ground) for ground in grounds))
        is_enough = min(contrast(disc.fill, ground) for ground in grounds) >= SHAPE
        return disc.fill if is_enough or contrast(best, self.palette.felt) < SHAPE else best

    def _is_lost(self, disc: Disc) -> bool:
        """Return whether a disc looks like the felt, so that it needs an outline."""
        pairs = zip(channels(disc.fill), channels(self.palette.felt), strict=True)
        return sum((own - felt) ** 2 for own, felt in pairs) < _SAME**2

    def _contrast(self, disc: Disc) -> float:
        return contrast(self._tone(disc), self.palette.felt)

    def _word(self, disc: Disc) -> str:
        """Return the text on a disc: its label, or a letter if colours are not enough."""
        if disc.label:
            return disc.label
        if disc.shape != "disc" or not self.palette.has_color:
            return ""
        discs = [self.skin.disc(color) for color in Color]
        is_weak = any(self._contrast(one) < SHAPE and not self._is_lost(one) for one in discs)
        return disc.letter if is_weak else ""

    # Marks

    def _mark_empty(self, sheet: _Sheet, cell: Cell) -> None:
        one, four, _, ascii_one, _ = cell.mark.value
        if not self.palette.has_grid and not cell.cursor:
            self._draw_grid(sheet, cell)
        if cell.mark is not Mark.LEGAL:
            return
        if cell.ghost is not None and self.palette.has_color and self.cell.rows > 1:
            return  # the preview of the disc is enough
        ink = self.palette.legal
        if not self.unicode:
            sheet.write(sheet.middle, ascii_one, ink)
        elif self.cell.rows % 2:
            sheet.write(sheet.middle, "+" if self.cell.rows == 1 else one, ink)
        else:
            self._draw_four(sheet, four, ink)

    def _draw_grid(self, sheet: _Sheet, cell: Cell) -> None:
        """Make squares distinct without a shade of the felt: by dots, or a dotted background."""
        if not self.unicode or not self.palette.has_color:
            sheet.write(sheet.middle, "·" if self.unicode else ".", self.palette.legal)
        elif cell.dark:
            ink = ink_on(sheet.ground)
            for row in range(self.cell.rows):
                for column in range(self.cell.columns):
                    sheet.put(row, column, "░", ink)

    def _mark_disc(self, sheet: _Sheet, cell: Cell, disc: Disc) -> None:
        if cell.mark in (Mark.NONE, Mark.LEGAL) or cell.width < 1:
            return
        one, four, brackets, _, ascii_brackets = cell.mark.value
        word = self._word(disc)
        is_low = self.cell.rows == 1 or not self.unicode
        on_disc = not is_low and self._shape(disc) == "disc"
        if is_low or (word and self.cell.rows == 2):
            signs = brackets if self.unicode else ascii_brackets
            middle = (self.cell.columns - 1) // 2
            reach = 1 if is_low else middle
            for column, sign in ((middle - reach, signs[0]), (middle + reach, signs[1])):
                behind = sheet.grounds[sheet.middle][column] if column >= 0 else ""
                ink = self._mark_ink(cell.mark, self._disc_color(disc) if not is_low else behind)
                if not is_low:
                    sheet.grounds[sheet.middle][column] = self._disc_color(disc)
                sheet.put(sheet.middle, column, sign, ink)
            return
        ground = self._disc_color(disc) if on_disc else sheet.ground
        ink = self._mark_ink(cell.mark, ground) if self.palette.has_color else ""
        if self.cell.rows == 2 and self._shape(disc) == "cross":
            self._draw_corners(sheet, cell.mark, ink)  # a mark in the middle would hide it
        elif word:
            sheet.put(sheet.middle - 1, self.cell.columns // 2, one, ink)
        elif self.cell.rows % 2:
            sheet.put(sheet.middle, self.cell.columns // 2, one, ink)
        else:
            self._draw_four(sheet, four, ink)

    def _draw_four(self, sheet: _Sheet, four: str, ink: str) -> None:
        row, column = self.cell.rows // 2 - 1, self.cell.columns // 2 - 1
        if self.cell.rows == 2 and four.startswith("▄"):
            four = _FLAT if self.palette.has_color else "▗▖▝▘"
        for place, letter in enumerate(four):
            sheet.stamp(row + place // 2, column + place % 2, letter, ink)

    def _draw_corners(self, sheet: _Sheet, mark: Mark, ink: str) -> None:
        corners = "┌┐└┘" if mark is Mark.LAST else mark.value[1]
        for place, letter in enumerate(corners):
            sheet.put(place // 2, place % 2 * (self.cell.columns - 1), letter, ink)

    def _mark_ink(self, mark: Mark, ground: str) -> str:
        if not (self.palette.has_color and ground):
            return ""
        wanted = self.palette.last if mark is Mark.LAST else self.palette.flip
        return legible(wanted, [ground], TEXT if self.cell.rows == 1 else SHAPE)

    def _fitted(self, note: str) -> str:
        """Shorten a figure to fit the square, with a gap to the next square if possible."""
        return note[: self.cell.columns - (self.cell.columns > 3)]


def _segments(
    letters: list[str], inks: list[str], grounds: list[str], *, bold: bool, reverse: bool
) -> list[Segment]:
    """Merge neighbouring characters of the same colours."""
    found: list[Segment] = []
    start = 0
    for end in range(1, len(letters) + 1):
        if end < len(letters) and (inks[end], grounds[end]) == (inks[start], grounds[start]):
            continue
        look = style(inks[start], grounds[start], bold=bold, reverse=reverse)
        found.append(Segment("".join(letters[start:end]), look))
        start = end
    return found


@functools.cache
def style(ink: str, ground: str, *, bold: bool = False, reverse: bool = False) -> Style:
    """Return a style, always the same object; an empty colour is the terminal's own."""
    return Style(
        color=ink or None, bgcolor=ground or None, bold=bold or None, reverse=reverse or None
    )
