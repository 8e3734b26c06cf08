"""Typing a square on the keyboard of the game screen."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from outflank.faces.terminal.full_screen.game_display import GameDisplay
from outflank.faces.terminal.full_screen.square_input import SquareInput
from outflank.rules import Square

__all__ = ["SquareTyping"]

_SIZE_WITH_COLUMN_P = 16  # on smaller boards p starts the word pass


class SquareTyping:
    """Takes the letters and digits of a square; the cursor follows what is typed."""

    def __init__(self, shown: GameDisplay) -> None:
        self._shown = shown

    def handle(self, event: events.Key, is_command: Callable[[], bool]) -> bool:
        """Handle a key; tell whether it belongs to a typed square.

        A letter that is no column of this board may be a command.
        """
        letter, typed, board = event.character or "", self._shown.typed, self._shown.board
        size = board.size_of_board
        is_letter = len(letter) == 1 and letter.isalpha()
        column = ord(letter.lower()) - ord("a") if is_letter else -1
        word = typed.text + letter.lower()
        if is_letter and "pass".startswith(word) and size < _SIZE_WITH_COLUMN_P:
            self._show(SquareInput(word, size, typed.before or board.cursor))
        elif letter in ("n", "N") and column >= size:
            self._show(SquareInput())
            board.next_legal(1 if letter == "n" else -1)
        elif 0 <= column < size:
            self._show(SquareInput(letter.lower(), size, board.cursor))
            board.cursor = Square(column, board.cursor.row)
        elif typed and (letter.isdecimal() or (is_letter and not is_command())):
            self._show(typed + letter.lower())
            board.cursor = self._shown.typed.square or board.cursor
        elif typed and event.key == "backspace":
            self._show(typed.shortened())
        elif typed and event.key == "escape":
            self.clear()
        else:
            if typed and event.key not in ("enter", "space"):
                self._show(SquareInput())  # another key ends the typed square
            return False
        return True

    def finish(self, *, by_key: bool) -> str:
        """End typing when a square is chosen; return why what was typed cannot be played."""
        problem = self._shown.typed.problem if by_key else ""
        if problem:
            self.clear()
        else:
            self._show(SquareInput())
        return problem

    def clear(self) -> None:
        """Clear what was typed and put the cursor back, so that half a square is never played."""
        board, before = self._shown.board, self._shown.typed.before
        self._show(SquareInput())
        board.cursor = before or board.cursor

    def _show(self, typed: SquareInput) -> None:
        self._shown.typed = typed
        self._shown.describe(self._shown.board.cursor)
