"""The list of moves, from which any position can be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.rules import PASS, Ply

__all__ = ["MoveList"]


class MoveList(Widget, can_focus=True):
    """Moves in two columns; the arrow keys show earlier positions without changing the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "look(-1)", show=False),
        Binding("right", "look(1)", show=False),
        Binding("up,pageup", "look(-2)", show=False),
        Binding("down,pagedown", "look(2)", show=False),
        Binding("home", "look(-999)", show=False),
        Binding("end,enter", "look(999)", show=False),
    ]

    class MomentChosen(Message):
        """The player wants to see the position after so many moves."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, painter: TerminalPainter) -> None:
        super().__init__(id="moves")
        self.painter = painter
        self._moves: list[str] = []
        self._shown = 0
        self._is_reviewing = False

    def show(self, plies: Sequence[Ply], shown: int, *, is_reviewing: bool) -> None:
        """Show these moves, and mark the one that led to the position on the board."""
        moves = [_spell(ply) for ply in plies]
        if (moves, shown, is_reviewing) != (self._moves, self._shown, self._is_reviewing):
            self._moves, self._shown, self._is_reviewing = moves, shown, is_reviewing
            self.refresh()

    @property
    def _top(self) -> int:
        """The first pair of moves to draw, so that the marked one is visible."""
        pairs = (len(self._moves) + 1) // 2
        marked = max(self._shown - 1, 0) // 2
        room = self._room
        return max(0, min(marked - room // 2, pairs - room))

    @property
    def _room(self) -> int:
        return max(self.size.height - 1, 1)  # the first line is the title

    def render_line(self, y: int) -> Strip:
        """Draw one line: the title, or a pair of moves."""
        width = self.size.width
        palette = self.painter.palette
        soft = self.rich_style + Style(color=palette.soft or None)
        if y == 0:
            return self._title(width, soft)
        pair = self._top + y - 1
        segments = [Segment(f"{pair + 1:>3}. " if 2 * pair < len(self._moves) else "", soft)]
        for number in (2 * pair, 2 * pair + 1):
            if number < len(self._moves):
                room = max((width - 6) // 2, 6)
                move = self._moves[number][:room]
                segments.append(Segment(f" {move} ", self._style(number + 1)))
                segments.append(Segment(" " * (room - len(move)), self.rich_style))
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def _title(self, width: int, soft: Style) -> Strip:
        count = len(self._moves)
        if self._is_reviewing:
            palette = self.painter.palette
            loud = Style(color=palette.on_gold or None, bgcolor=palette.gold or None, bold=True)
            if not palette.has_color:
                loud += Style(reverse=True)
            words = f" REVIEW {self._shown} of {count}, Esc to return "
            return Strip([Segment(words, loud)]).adjust_cell_length(width, self.rich_style)
        words = f"Moves ({count})" if count else "No moves yet"
        if self.has_focus:
            words += ", ← → to review"
        return Strip([Segment(words, soft)]).adjust_cell_length(width, self.rich_style)

    def _style(self, number: int) -> Style:
        if number != self._shown:
            return self.rich_style
        palette = self.painter.palette
        if not palette.has_color:
            return self.rich_style + Style(reverse=True)
        if self._is_reviewing:
            return Style(color=palette.on_gold, bgcolor=palette.gold, bold=True)
        return Style(color=palette.on_accent, bgcolor=palette.accent, bold=True)

    def action_look(self, step: int) -> None:
        """Go forward or back."""
        self.post_message(self.MomentChosen(self._shown + step))

    def on_click(self, event: events.Click) -> None:
        """Show the position after the move under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y < 1:
            return
        pair = self._top + offset.y - 1
        room = max((self.size.width - 6) // 2, 6)
        number = 2 * pair + (offset.x >= 5 + room + 2) + 1
        if number <= len(self._moves):
            self.post_message(self.MomentChosen(number))

    def on_focus(self) -> None:
        """Show the keys in the title."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the keys in the title."""
        self.refresh()


def _spell(ply: Ply) -> str:
    move = "pass" if ply.move is PASS else str(ply.move)
    return f"{move} {ply.answer.value}" if ply.answer is not None else move
