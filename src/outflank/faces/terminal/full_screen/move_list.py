"""The list of moves, in which the player can choose a position to view."""

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

from outflank.faces.local.move_rows import ListedMove, discs_placed, move_rows
from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.rules import Ply
from outflank.texts import say

__all__ = ["MoveList"]


_NUMBER = 4  # columns of a number, such as " 17."


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
        """The player wants to view the position after `number` moves."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, painter: TerminalPainter) -> None:
        super().__init__(id="moves")
        self.painter = painter
        self._rows: list[list[ListedMove]] = []
        self._count = self._placed = 0
        self._shown = 0
        self._is_past = False

    def show(self, plies: Sequence[Ply], shown: int, *, is_past: bool) -> None:
        """Show these moves, and mark the one that led to the position on the board."""
        rows = move_rows(plies)
        if (rows, shown, is_past) != (self._rows, self._shown, self._is_past):
            self._rows, self._shown, self._is_past = rows, shown, is_past
            self._count, self._placed = discs_placed(plies), discs_placed(plies[:shown])
            self.refresh()

    @property
    def _top(self) -> int:
        """The first row to draw; it keeps the marked move visible."""
        room = max(self.size.height - 1, 1)  # the first line is the title
        marked = next((at for at, row in enumerate(self._rows) if row[-1].number >= self._shown), 0)
        return max(0, min(marked - room // 2, len(self._rows) - room))

    @property
    def _room(self) -> int:
        """The columns of a move, without its number."""
        return max(self.size.width // 2 - _NUMBER, 6)

    def render_line(self, y: int) -> Strip:
        """Draw one line: the title, or a pair of moves."""
        width = self.size.width
        palette = self.painter.palette
        soft = self.rich_style + Style(color=palette.soft or None)
        if y == 0:
            return self._title(width, soft)
        at, room = self._top + y - 1, self._room
        if at >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        segments = []
        for move in self._rows[at]:
            if move.column and len(self._rows[at]) == 1:  # white begins
                segments.append(Segment(" " * (_NUMBER + room), self.rich_style))
            text = move.text[: room - 2]
            segments.append(Segment(f"{move.label:>4}", soft))
            segments.append(Segment(f" {text} ", self._style(move.number)))
            segments.append(Segment(" " * (room - 2 - len(text)), self.rich_style))
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def _title(self, width: int, soft: Style) -> Strip:
        count = self._count
        if self._is_past:
            palette = self.painter.palette
            loud = Style(color=palette.on_gold or None, bgcolor=palette.gold or None, bold=True)
            if not palette.has_color:
                loud += Style(reverse=True)
            words = f" {say('terminal.moves.past', number=self._placed, total=count)} "
            return Strip([Segment(words, loud)]).adjust_cell_length(width, self.rich_style)
        key = "terminal.moves.count" if count else "terminal.moves.none"
        words = say(f"{key}_focused" if self.has_focus else key, total=count)
        return Strip([Segment(words, soft)]).adjust_cell_length(width, self.rich_style)

    def _style(self, number: int) -> Style:
        if number != self._shown:
            return self.rich_style
        palette = self.painter.palette
        if not palette.has_color:
            return self.rich_style + Style(reverse=True)
        if self._is_past:
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
        at, column = self._top + offset.y - 1, int(offset.x >= _NUMBER + self._room)
        for move in self._rows[at] if at < len(self._rows) else ():
            if move.column == column:
                self.post_message(self.MomentChosen(move.number))

    def on_focus(self) -> None:
        """Show the keys in the title."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the keys in the title."""
        self.refresh()
