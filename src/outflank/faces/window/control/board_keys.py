"""Keys on the board screen: the cursor, typed squares, shortcuts and earlier positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame.event import Event

from outflank.faces.local.square_input import SquareInput
from outflank.faces.window.control.actions import WindowActions
from outflank.faces.window.control.controller import WindowController
from outflank.faces.window.control.cursor import ARROWS, ENTER, FAR, moved_cursor
from outflank.faces.window.match_view import WindowMatchView
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.board_screen import MOVES, PRESENT
from outflank.faces.window.state import WindowState

__all__ = ["BoardKeys"]

_JUMPS: Final = {
    pygame.K_HOME: (-FAR, 0),
    pygame.K_END: (FAR, 0),
    pygame.K_PAGEUP: (0, -FAR),
    pygame.K_PAGEDOWN: (0, FAR),
}
_DIGIT_WAIT: Final = 0.6  # seconds to wait for a digit if a letter is a column and a shortcut
_SHORTCUTS: Final = {
    "h": Action.HINT,
    "m": Action.SOUND,
    "n": Action.NEW_GAME,
    "p": Action.PAUSE,
    "r": Action.REDO,
    "s": Action.STEP,
    "t": Action.MOVE_NOW,
    "u": Action.UNDO,
    "w": Action.EVALUATION,
    "x": Action.RESIGN,
}
_HISTORY_STEPS: Final = {
    pygame.K_LEFT: "-1",
    pygame.K_RIGHT: "+1",
    pygame.K_UP: "-2",
    pygame.K_DOWN: "+2",
    pygame.K_PAGEUP: "-10",
    pygame.K_PAGEDOWN: "+10",
    pygame.K_HOME: "0",
    pygame.K_END: PRESENT,
}
_HISTORY_LETTERS: Final = {",": "-1", "<": "-1", ".": "+1", ">": "+1"}
_WHAT_IF_LETTERS: Final = {"+": Action.WHAT_IF, "-": Action.ORIGIN}
_RETURN_KEYS: Final = (*ENTER, pygame.K_ESCAPE, pygame.K_BACKSPACE)


class BoardKeys:
    """Handles keys on the board screen; `press_focused` presses the focused button, if any."""

    def __init__(
        self,
        state: WindowState,
        controller: WindowController,
        actions: WindowActions,
        press_focused: Callable[[], bool],
    ) -> None:
        self._state = state
        self._controller = controller
        self._actions = actions
        self._press_focused = press_focused
        self.due_at: float | None = None  # when a waiting letter counts as a shortcut

    def advance(self) -> None:
        """Perform a letter's shortcut if no digit has followed it in time."""
        game = self._state.game
        if self.due_at is None or game is None:
            return
        if self._state.now >= self.due_at:
            self.due_at = None
            letter, game.typed = game.typed, ""
            if letter in _SHORTCUTS:
                self._actions.perform(_SHORTCUTS[letter])

    def handle(self, event: Event, game: WindowMatchView) -> None:
        """Handle one key."""
        if self._handle_history(event, game):
            pass
        elif event.key in ARROWS:
            self._state.focus = None
            self.move_cursor(game, *ARROWS[event.key])
        elif event.key in _JUMPS:
            self.move_cursor(game, *_JUMPS[event.key])
        elif event.key in ENTER:
            self._enter(game)
        elif event.key == pygame.K_ESCAPE:
            self._escape(game)
        elif event.key == pygame.K_BACKSPACE:
            game.typed = game.typed[:-1]
        else:
            self._type(game, event.unicode.lower())

    def move_cursor(self, game: WindowMatchView, across: int, down: int) -> None:
        """Move the cursor on the board, up to its edge; it first appears on a legal square."""
        size = game.followed.board.size
        self._state.hover = None
        game.cursor = moved_cursor(game.cursor, game.legal, size, across, down)

    # History

    def _handle_history(self, event: Event, game: WindowMatchView) -> bool:
        """Handle a key that steps through the moves or returns; return whether it is one."""
        has_focused_button = self._state.focus not in (None, MOVES)
        if event.unicode in _HISTORY_LETTERS and event.unicode:
            self._actions.perform(Action.VIEW, _HISTORY_LETTERS[event.unicode])
        elif event.unicode in _WHAT_IF_LETTERS and event.unicode:
            self._actions.perform(_WHAT_IF_LETTERS[event.unicode])
        elif event.key in _HISTORY_STEPS and self._arrows_step(game):
            self._actions.perform(Action.VIEW, _HISTORY_STEPS[event.key])
        elif game.followed.is_past and event.key in _RETURN_KEYS and not has_focused_button:
            self._actions.perform(Action.VIEW, PRESENT)
        else:
            return self._state.focus == MOVES and event.key in ENTER
        return True

    def _arrows_step(self, game: WindowMatchView) -> bool:
        """Return whether the arrow keys step through the moves, and do not move the cursor."""
        is_watched = game.followed.is_over or not game.followed.people
        return game.followed.is_past or self._state.focus == MOVES or is_watched

    # Squares and shortcuts

    def _enter(self, game: WindowMatchView) -> None:
        self.due_at = None
        if game.typed:
            typed, game.typed = SquareInput(game.followed.board.size, game.typed), ""
            if typed.problem:
                game.followed.refuse(typed.problem)
                return
        elif self._state.focus is not None and self._press_focused():
            return
        if game.cursor is not None:
            self._controller.play(game.cursor)

    def _escape(self, game: WindowMatchView) -> None:
        if game.typed or self._state.focus is not None:
            game.typed, self.due_at, self._state.focus = "", None, None
        else:
            self._actions.perform(Action.NEW_GAME)

    def _type(self, game: WindowMatchView, letter: str) -> None:
        """Handle a letter as a column or a shortcut, and digits as a row."""
        typed = SquareInput(game.followed.board.size, game.typed)
        if letter.isdigit() and typed:
            self.due_at = None
            game.return_to_present()
            self._show(game, typed.extended(letter))
        elif typed.is_column(letter):
            if letter not in _SHORTCUTS:
                game.return_to_present()
            game.typed = letter
            self.due_at = self._state.now + _DIGIT_WAIT if letter in _SHORTCUTS else None
        elif letter in _SHORTCUTS:
            game.typed, self.due_at = "", None
            self._actions.perform(_SHORTCUTS[letter])

    def _show(self, game: WindowMatchView, typed: SquareInput) -> None:
        """Show the typed text, and move the cursor to its square."""
        game.typed = typed.text
        if typed.square is not None:
            game.cursor, self._state.hover, self._state.focus = typed.square, None, None
