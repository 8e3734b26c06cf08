"""The screen of an exercise on the board: the tutorial, or puzzles."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.faces.local.exercise import BoardExercise
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.board import BoardWidget, Scene
from outflank.faces.terminal.full_screen.shapes import fitting
from outflank.rules import SquareSet

__all__ = ["ExerciseScreen"]

_TEXT = 30  # columns that the text needs at least
_AROUND = 4  # rows for the title, the letters of the board and the keys


class ExerciseScreen(Screen[None]):
    """A board with a task beside it; squares are chosen as in a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "go(1)", "Next"),
        Binding("b", "go(-1)", "Back"),
        Binding("s", "solve", "Show me"),
        Binding("tab", "next_legal", "Squares", key_display="Tab"),
        Binding("escape,q", "dismiss(None)", "Leave", key_display="Esc"),
    ]

    def __init__(self, exercise: BoardExercise, appearance: TerminalAppearance) -> None:
        super().__init__()
        self.exercise = exercise
        self._appearance = appearance

    def compose(self) -> ComposeResult:
        """Compose the board and the texts."""
        yield Static("", id="title", markup=False)
        with Horizontal(id="game"):
            with Vertical(id="left"):
                yield BoardWidget(self._appearance.painter(self._variant))
            with Vertical(id="panel", classes="exercise"):
                yield Static("", id="task", markup=False)
                yield Static("", id="said", markup=False)
        yield Footer()

    @property
    def _variant(self) -> str:
        return self.exercise.position.variant.name

    def on_mount(self) -> None:
        """Point at the board."""
        self.query_one(BoardWidget).focus()

    def on_resize(self) -> None:
        """Draw the board as large as possible."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        exercise, board = self.exercise, self.query_one(BoardWidget)
        position, last = exercise.position, exercise.last
        columns = self.size.width - _TEXT - len(str(position.size)) - 1
        small = self._appearance.painter(self._variant)
        cell = fitting(position.size, columns, self.size.height - _AROUND, words=small.has_words)
        legal = position.legal_moves.squares if exercise.awaits_move else SquareSet(position.size)
        scene = Scene(
            position.board,
            legal,
            last=last.square if last is not None else None,
            flipped=last.turned if last is not None else None,
            preview=position.place if exercise.awaits_move else None,
        )
        board.show(scene, self._appearance.painter(self._variant, cell))
        width, height = board.extent
        board.styles.width, board.styles.height = width, height
        self.query_one("#left").styles.width = width + 1
        self.query_one("#title", Static).update(f"◐ Outflank  {exercise.heading}")
        done = "That was the last one. Esc leaves." if exercise.is_over else exercise.text
        self.query_one("#task", Static).update(done)
        self.query_one("#said", Static).update(exercise.said)
        self.query_one("#said").set_class(exercise.is_right is False, "-wrong")
        self.refresh_bindings()

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Try a move, and animate the right one."""
        exercise = self.exercise
        was_awaited = exercise.awaits_move
        exercise.play(message.square)
        if exercise.last is not None and was_awaited and self._appearance.settings.animation:
            self.query_one(BoardWidget).start_flips(exercise.last)
        self._draw()

    def action_go(self, step: int) -> None:
        """Show the next or the previous task."""
        if step > 0:
            self.exercise.go_on()
        elif self.exercise.can_go_back:
            self.exercise.go_back()
        self.query_one(BoardWidget).stop_flips()
        self._draw()

    def action_solve(self) -> None:
        """Show the right move."""
        self.exercise.show_solution()
        self._draw()

    def action_next_legal(self) -> None:
        """Move the cursor to the next legal square."""
        self.query_one(BoardWidget).next_legal(1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what is not possible now."""
        if action == "solve":
            return self.exercise.awaits_move
        if action == "go":
            return self.exercise.can_go_back if parameters == (-1,) else not self.exercise.is_over
        return True
