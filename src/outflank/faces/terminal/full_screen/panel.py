"""The widgets beside the board: seats, score bar, messages and the oracle's banner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from outflank.drawing.contrast import ink_on
from outflank.faces.local.notices import Notice
from outflank.faces.terminal.full_screen.cells import Cell, TerminalPainter
from outflank.rules import BLACK, Color

__all__ = [
    "Banner",
    "MessageLog",
    "ScoreBar",
    "SeatCard",
    "SeatDisplay",
]


_CONSOLE: Final = Console()  # only measures text
_LOUD: Final = ("start", "pass", "offer", "end")


@dataclass(frozen=True, slots=True)
class SeatDisplay:
    """What a seat shows."""

    color: Color = BLACK
    name: str = ""
    discs: int = 2
    note: str = ""
    clock: str = ""
    is_turn: bool = False
    is_short: bool = False  # whether its time is short


class SeatCard(Widget):
    """One side: its disc, its player, its disc count and its time."""

    def __init__(self, painter: TerminalPainter, *, id: str) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.painter = painter
        self.seat: SeatDisplay = SeatDisplay()

    def show(self, seat: SeatDisplay) -> None:
        """Show the current state of the seat."""
        if seat == self.seat:
            return
        self.seat = seat
        self.set_class(seat.is_turn, "-turn")
        self.refresh()

    def render(self) -> Text:
        """Draw two lines: name and discs, note and clock."""
        seat, palette = self.seat, self.painter.palette
        width = self.size.width
        disc = Text()
        for segment in self.painter.paint(Cell(seat.color))[0]:
            disc.append(segment.text, segment.style)
        count = f"{seat.discs:>3}"
        name = _cut(seat.name, width - 4 - len(count))
        first = Text.assemble(disc, " ", (name, "bold" if seat.is_turn else ""))
        first.append(count.rjust(width - first.cell_len), "bold")
        time_style = Style(bold=True, color=palette.alert or None) if seat.is_short else "bold"
        room = width - 4 - (len(seat.clock) + 1 if seat.clock else 0)
        second = Text("    ") + Text(_cut(seat.note, room), Style(color=palette.soft or None))
        if seat.clock:
            second.append(seat.clock.rjust(width - second.cell_len), time_style)
        return Text("\n").join((first, second))


class ScoreBar(Widget):
    """The shares of the discs as a bar, with both counts in it."""

    def __init__(self, painter: TerminalPainter) -> None:
        super().__init__(id="bar")
        self.painter = painter
        self.counts: tuple[int, int] = (2, 2)

    def show(self, black: int, white: int) -> None:
        """Show these counts."""
        if (black, white) != self.counts:
            self.counts = (black, white)
            self.refresh()

    def render(self) -> Text:
        """Draw black's share from the left and white's from the right."""
        black, white = self.counts
        width = self.size.width - (2 if self.painter.palette.has_color else 0)
        left, right = f" {black} ", f" {white} "
        part = round(width * black / max(black + white, 1))
        part = min(max(part, len(left)), width - len(right))
        palette, skin = self.painter.palette, self.painter.skin
        if not palette.has_color:
            signs = ("█", "░") if self.painter.unicode else ("#", ".")
            bar = left + signs[0] * (part - len(left))
            return Text(bar + signs[1] * (width - part - len(right)) + right)
        first, second = skin.black, skin.white
        felt = Style(bgcolor=palette.felt)  # at both ends, to give the bar an edge
        return Text.assemble(
            (" ", felt),
            (left.ljust(part), Style(color=ink_on(first.fill), bgcolor=first.fill)),
            (right.rjust(width - part), Style(color=ink_on(second.fill), bgcolor=second.fill)),
            (" ", felt),
        )


class MessageLog(Widget):
    """The last messages, the newest at the bottom; important ones stand out."""

    def __init__(self, painter: TerminalPainter) -> None:
        super().__init__(id="messages")
        self.painter = painter
        self._notices: list[Notice] = []

    def show(self, notices: Iterable[Notice]) -> None:
        """Show these messages, oldest first."""
        if (shown := list(notices)) != self._notices:
            self._notices = shown
            self.refresh()

    def render(self) -> Text:
        """Draw as many of the last messages as fit."""
        palette = self.painter.palette
        width, rows = self.size.width, self.size.height
        lines: list[Text] = []
        for number, notice in enumerate(reversed(self._notices)):
            loud = notice.kind in _LOUD
            ink = palette.ink if number == 0 else palette.soft
            style = Style(color=ink or None)
            if loud:
                style = Style(color=palette.on_gold or None, bgcolor=palette.gold or None)
                style += Style(bold=True, reverse=None if palette.has_color else True)
            wrapped = [
                Text(line.ljust(width) if loud else line) for line in _wrap(notice.text, width)
            ]
            for line in wrapped:
                line.stylize(style)
            if number and len(lines) + len(wrapped) > rows:
                break
            lines = [*wrapped[:rows], *lines]
        return Text("\n").join(lines)


class Banner(Widget):
    """The oracle's answer and what it means."""

    def __init__(self, painter: TerminalPainter) -> None:
        super().__init__(id="banner")
        self.painter = painter
        self.answer: str = ""
        self.sentence: str = ""
        self.disc: Color | None = None

    def show(self, answer: str, sentence: str, disc: Color | None) -> None:
        """Show an answer, its disc and the sentence that explains it."""
        if (answer, sentence, disc) != (self.answer, self.sentence, self.disc):
            self.answer = answer
            self.sentence = sentence
            self.disc = disc
            self.refresh()

    def render(self) -> Text:
        """Draw the answer in large letters beside its meaning."""
        palette = self.painter.palette
        width = self.size.width
        style = Style(bold=True, reverse=None if palette.has_color else True)
        if palette.has_color:
            ground = palette.card
            if self.disc is not None:
                ground = self.painter.skin.disc(self.disc).fill
            if self.answer == "maybe":
                ground = palette.gold
            style += Style(color=ink_on(ground), bgcolor=ground)
        word = f" {self.answer.upper() or '...'} "
        edge = Style(bgcolor=palette.felt or None)
        lines = [*_wrap(self.sentence, max(width - len(word) - 3, 8)), ""][:2]
        text = Text()
        for number, line in enumerate(lines):
            text.append("\n" if number else "").append(" ", edge)
            text.append(" " * len(word) if number else word, style)
            text.append(" ", edge).append(f" {line}")
        return text


def _cut(words: str, room: int) -> str:
    """Shorten words to a number of columns; wide letters take two."""
    if cell_len(words) <= room:
        return words
    return f"{set_cell_size(words, max(room - 1, 0)).rstrip()}…"


def _wrap(sentence: str, width: int) -> list[str]:
    """Break a sentence into lines of at most `width` columns."""
    lines = Text(sentence).wrap(_CONSOLE, max(width, 8))
    return [line.plain.rstrip() for line in lines]
