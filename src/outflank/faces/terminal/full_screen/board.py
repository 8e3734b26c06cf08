"""The board widget: draws a position, and reports where the player points and clicks."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from outflank.faces.local.flip_animation import FlipAnimation
from outflank.faces.terminal.full_screen.cells import Cell, Mark, TerminalPainter, style
from outflank.faces.terminal.full_screen.shapes import CellSize
from outflank.rules import Board, Placement, Square, SquareSet

__all__ = ["BoardWidget", "Scene"]

_FRAME: Final = 1 / 30
_FLASH: Final = 0.16  # seconds that the board is lit, and then dark
_FLASH_PHASES: Final = 6  # lit and dark three times
_WIDTHS: Final = (0.12, 0.35, 0.6, 0.85, 1.0)  # of flipping discs; few, for the painter's cache


@dataclass(frozen=True, slots=True)
class Scene:
    """What the board shows at one moment."""

    board: Board
    legal: SquareSet
    last: Square | None = None
    flipped: SquareSet | None = None
    notes: Mapping[Square, str] = field(default_factory=dict)
    best: Square | None = None
    preview: Callable[[Square], Placement] | None = None  # returns what a move would do


class BoardWidget(Widget, can_focus=True):
    """A board that takes moves by mouse and keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("home", "move(-99, 0)", show=False),
        Binding("end", "move(99, 0)", show=False),
        Binding("pageup", "move(0, -99)", show=False),
        Binding("pagedown", "move(0, 99)", show=False),
        Binding("ctrl+home", "move(-99, -99)", show=False),
        Binding("ctrl+end", "move(99, 99)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    # `watch_cursor` redraws only the changed squares, in a fifth of the time for the whole board.
    cursor: reactive[Square] = reactive(Square(0, 0), init=False, repaint=False)

    class Chosen(Message):
        """The player chose a square for a move."""

        def __init__(self, square: Square, *, by_key: bool = False) -> None:
            super().__init__()
            self.square = square
            self.by_key = by_key

    class FirstFrameShown(Message):
        """The first frame of a move has been drawn."""

    class Pointed(Message):
        """The cursor moved to another square."""

        def __init__(self, square: Square) -> None:
            super().__init__()
            self.square = square

    def __init__(
        self, painter: TerminalPainter, *, coordinates: bool = True, marks: bool = True
    ) -> None:
        super().__init__(id="board")
        self.painter: TerminalPainter = painter
        self.coordinates = coordinates
        self.marks = marks
        self.scene: Scene = Scene(Board.start(8), SquareSet(8))
        self.is_flashing: bool = False
        self.awaits_first_frame: bool = False  # of an animation that has started
        self._flips: FlipAnimation | None = None
        self._placement: Placement | None = None  # the animated move
        self._frames: Timer | None = None
        self._flashes: Timer | None = None
        self._phases_left = 0  # of the flash
        self._rows: list[list[Cell]] = []  # the squares as last drawn
        self._drawn: tuple[object, ...] = ()

    # What is shown

    @property
    def size_of_board(self) -> int:
        """The number of squares along a side."""
        return self.scene.board.size

    @property
    def cell(self) -> CellSize:
        """The columns and rows of one square."""
        return self.painter.cell

    @property
    def margin_left(self) -> int:
        """The columns for the row numbers."""
        return len(str(self.size_of_board)) + 1 if self.coordinates else 0

    @property
    def margin_top(self) -> int:
        """The rows for the column letters."""
        return 1 if self.coordinates else 0

    @property
    def extent(self) -> tuple[int, int]:
        """The columns and rows of the whole board."""
        side = self.size_of_board
        return (
            self.margin_left + side * self.cell.columns,
            self.margin_top + side * self.cell.rows,
        )

    def show(self, scene: Scene, painter: TerminalPainter | None = None) -> None:
        """Show another scene, perhaps with another painter."""
        is_other = scene.board.size != self.size_of_board
        self.scene = scene
        if is_other:
            self.centre()
        self.painter = painter or self.painter
        self.update()

    def centre(self) -> None:
        """Put the cursor in the middle of the board."""
        middle = self.size_of_board // 2 - 1
        self.set_reactive(BoardWidget.cursor, Square(middle, middle))

    def start_flips(self, placement: Placement) -> None:
        """Animate the discs of a move; the first frame is drawn at once.

        The first frame shows only the new disc. Nothing else is done until the second frame, so
        that the thread that writes to the terminal need not wait.
        """
        self._flips = FlipAnimation.of_move(placement, time.monotonic())
        self._placement = placement
        self.awaits_first_frame = True
        if self._frames is not None:
            self._frames.stop()
        self._frames = self.set_interval(_FRAME, self._next_frame)
        self.update()

    def stop_flips(self) -> None:
        """End the animation."""
        self._flips = None
        self._next_frame()

    def is_flipping(self, placement: Placement) -> bool:
        """Return whether the discs of this move are being animated."""
        return self._flips is not None and self._placement == placement

    def _next_frame(self) -> None:
        if self.awaits_first_frame:
            self.awaits_first_frame = False
            self.post_message(self.FirstFrameShown())
        if self._flips is None or time.monotonic() >= self._flips.ends:
            self._flips = None
            if self._frames is not None:
                self._frames.stop()
                self._frames = None
        self.update()

    def flash(self) -> None:
        """Flash the board three times."""
        if self._flashes is not None:
            self._flashes.stop()
        self._flashes = self.set_interval(_FLASH, self._next_flash_phase)
        self._phases_left = _FLASH_PHASES
        self._show_flash()

    @property
    def has_flash(self) -> bool:
        """Whether the board is flashing; between two flashes it is dark."""
        return self._flashes is not None

    def _next_flash_phase(self) -> None:
        """Light or darken the board; the phases are counted because a timer may skip a tick."""
        self._phases_left -= 1
        if self._phases_left <= 0 and self._flashes is not None:
            self._flashes.stop()
            self._flashes = None
        self._show_flash()

    def _show_flash(self) -> None:
        self.is_flashing = self._phases_left > 0 and self._phases_left % 2 == 0
        self.update()

    # Drawing

    def update(self) -> None:
        """Redraw the squares that have changed."""
        now, would = time.monotonic(), self._would_flip()
        side = range(self.size_of_board)
        at = self.cursor if self.has_focus else None
        rows = [[self._cell(Square(col, row), now, would, at) for col in side] for row in side]
        drawn = (self.painter, self.size_of_board, self.coordinates)
        old, self._rows = self._rows, rows
        if drawn != self._drawn:
            self._drawn = drawn
            self.refresh()
            return
        regions = []
        for number, (before, after) in enumerate(zip(old, rows, strict=True)):
            changed = [col for col in side if before[col] != after[col]]
            if changed:
                first = self.region_of(Square(changed[0], number))
                regions.append(first.union(self.region_of(Square(changed[-1], number))))
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        if not self._rows:
            self.update()
        if y < self.margin_top:
            return self._letters()
        row, line = divmod(y - self.margin_top, self.cell.rows)
        if row >= len(self._rows):
            return Strip.blank(self.size.width, self._paper())
        segments = []
        if self.coordinates:
            name = f"{row + 1:>{self.margin_left - 1}} "
            shown = name if line == (self.cell.rows - 1) // 2 else " " * len(name)
            segments.append(Segment(shown, self._paper(at=row == self.cursor.row)))
        for cell in self._rows[row]:
            segments += self.painter.paint(cell)[line]
        return self._strip(segments)

    def _letters(self) -> Strip:
        segments = [Segment(" " * self.margin_left, self._paper())]
        for col in range(self.size_of_board):
            letter = str(Square(col, 0))[0]
            room = self.cell.columns - 1
            before = " " * (room // 2 if room > 1 else 0)
            name = f"{before}{letter}".ljust(self.cell.columns)
            segments.append(Segment(name, self._paper(at=col == self.cursor.col)))
        return self._strip(segments)

    def _strip(self, segments: list[Segment]) -> Strip:
        """Return a line across the board, extended to the width of the widget."""
        strip = Strip(segments, self.extent[0])
        return strip.adjust_cell_length(self.size.width, self._paper())

    def _paper(self, *, at: bool = False) -> Style:
        """Return the style of the margins, bold beside the cursor's row and column."""
        palette = self.painter.palette
        return style(palette.ink if at else palette.soft, palette.paper, bold=at)

    def _would_flip(self) -> Placement | None:
        scene = self.scene
        if self._flips is not None or not self.has_focus or self.cursor not in scene.legal:
            return None
        return scene.preview(self.cursor) if scene.preview is not None else None

    def _cell(self, square: Square, now: float, would: Placement | None, at: Square | None) -> Cell:
        scene = self.scene
        disc, width = scene.board.disc_at(square), 1.0
        if self._flips is not None and self._placement is not None:
            if square == self._placement.square:
                disc = self._placement.color
            elif (turning := self._flips.frame(square, now)) is not None:
                disc = turning.color
                width = next(step for step in _WIDTHS if turning.width <= step)
        is_legal = disc is None and square in scene.legal
        mark = Mark.NONE
        if would is not None and square in would.turned:
            mark = Mark.WOULD_FLIP
        elif square == scene.last:
            mark = Mark.LAST
        elif scene.flipped is not None and square in scene.flipped:
            mark = Mark.FLIPPED
        elif is_legal and self.marks and (self._flips is None or self.awaits_first_frame):
            mark = Mark.LEGAL
        return Cell(
            disc=disc,
            ghost=would.color if would is not None and square == would.square else None,
            mark=mark,
            note=scene.notes.get(square, "") if disc is None else "",
            strong=square == scene.best,
            cursor=square == at,
            dark=(square.col + square.row) % 2 == 1,
            flash=self.is_flashing,
            width=width,
        )

    # Pointing

    def square_at(self, offset: Offset) -> Square | None:
        """Return the square at an offset; None outside the board."""
        col = (offset.x - self.margin_left) // self.cell.columns
        row = (offset.y - self.margin_top) // self.cell.rows
        if 0 <= col < self.size_of_board and 0 <= row < self.size_of_board:
            return Square(col, row)
        return None

    def region_of(self, square: Square) -> Region:
        """Return the region of a square."""
        return Region(
            self.margin_left + square.col * self.cell.columns,
            self.margin_top + square.row * self.cell.rows,
            self.cell.columns,
            self.cell.rows,
        )

    def watch_cursor(self, old: Square, square: Square) -> None:
        """Redraw the cursor, and move the terminal's own cursor with it."""
        self.update()
        if self.coordinates:
            self.refresh(Region(0, 0, self.size.width, 1))
            for row in {old.row, square.row}:
                self.refresh(self.region_of(Square(0, row)).expand((self.margin_left, 0)))
        middle = Offset(self.cell.columns // 2, (self.cell.rows - 1) // 2)
        self.app.cursor_position = self.region.offset + self.region_of(square).offset + middle
        self.post_message(self.Pointed(square))

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor within the board."""
        last = self.size_of_board - 1
        self.cursor = Square(
            min(max(self.cursor.col + columns, 0), last), min(max(self.cursor.row + rows, 0), last)
        )

    def next_legal(self, step: int) -> None:
        """Move the cursor to the next or previous legal square."""
        side = self.size_of_board
        legal = sorted(square.index(side) for square in self.scene.legal)
        if not legal:
            return
        here = self.cursor.index(side)
        if step > 0:
            found = next((index for index in legal if index > here), legal[0])
        else:
            found = next((index for index in reversed(legal) if index < here), legal[-1])
        self.cursor = Square.at(found, size=side)

    def action_choose(self) -> None:
        """Play on the square under the cursor."""
        self.post_message(self.Chosen(self.cursor, by_key=True))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse."""
        square = self.square_at(event.offset)
        if square is not None and square != self.cursor and self.has_focus:
            self.cursor = square

    def on_click(self, event: events.Click) -> None:
        """Play where the player clicks."""
        square = self.square_at(event.offset)
        if square is not None:
            self.cursor = square
            self.post_message(self.Chosen(square))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.update()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.update()
