"""Typing a square on the keyboard of a screen with a board."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.screen import Screen

from outflank.faces.local.square_input import SquareInput
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.rules import Square

__all__ = ["SquareTyping"]


class SquareTyping:
    """Handles the letters and digits of a typed square; the board's cursor follows them.

    `changed` is called to show the typed text whenever it changes.
    """

    def __init__(self, screen: Screen[None], changed: Callable[[SquareInput], object]) -> None:
        self._screen = screen
        self._changed = changed
        self._typed = SquareInput()
        self._before: Square | None = None  # where the cursor was

    @property
    def _board(self) -> BoardWidget:
        return self._screen.query_one(BoardWidget)

    def handle(self, event: events.Key) -> bool:
        """Handle a key; return whether it belongs to a typed square.

        A letter that is not a column of this board may be a command of the screen.
        """
        letter, board, typed = event.character or "", self._board, self._typed
        typed = typed if typed.size == board.size_of_board else SquareInput(board.size_of_board)
        longer = typed.typed(letter) if len(letter) == 1 and letter.isalnum() else None
        if longer is None and typed and letter.isalpha() and not self._is_command(event):
            longer = typed.extended(letter)
        if longer:
            self._follow(longer)
        elif typed and event.key == "backspace":
            self._show(typed.shortened())
        elif typed and event.key == "escape":
            self.clear()
        else:
            if event.key not in ("enter", "space"):
                self.drop()  # another key ends the typed square
            return False
        event.stop()
        board.focus()
        return True

    def _is_command(self, event: events.Key) -> bool:
        binding = self._screen.active_bindings.get(event.key)
        return binding is not None and binding.enabled

    def _follow(self, typed: SquareInput) -> None:
        """Show the typed text, and move the cursor to its square or column."""
        board = self._board
        if not self._typed:
            self._before = board.cursor
        self._show(typed)
        if typed.square is not None:
            board.cursor = typed.square
        elif typed.column is not None and len(typed.text) == 1:
            board.cursor = Square(typed.column, board.cursor.row)

    def finish(self, *, by_key: bool) -> str:
        """End typing when a square is chosen; return why the text is not a square, if so."""
        problem = self._typed.problem if by_key else ""
        if problem:
            self.clear()
        else:
            self.drop()
        return problem

    def clear(self) -> None:
        """Clear the typed text and put the cursor back, so that half a square is never played."""
        self.drop()
        self._board.cursor = self._before or self._board.cursor

    def drop(self) -> None:
        """Clear the typed text; the cursor stays where it is."""
        if self._typed:
            self._show(SquareInput())

    def _show(self, typed: SquareInput) -> None:
        self._typed = typed
        self._changed(typed)
