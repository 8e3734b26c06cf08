"""Typing into a field of the start screen."""

from __future__ import annotations

from typing import Final

import pygame
from pygame.event import Event

from outflank.faces.window.choices import Choice, choices
from outflank.faces.window.clipboard import Clipboard
from outflank.faces.window.start_screen import field_box, field_of
from outflank.faces.window.state import Screen, WindowState
from outflank.faces.window.text_field import END, TextField, caret_at
from outflank.faces.window.widgets import Action

__all__ = ["Writing"]

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_HOME: -END,
    pygame.K_END: END,
}


class Writing:
    """Changes the text of the field where the keyboard is."""

    def __init__(self, state: WindowState, clipboard: Clipboard) -> None:
        self._state = state
        self._clipboard = clipboard

    @property
    def row(self) -> Choice | None:
        """The row of the field where the keyboard is, if it is in one."""
        state = self._state
        if state.screen is not Screen.START or state.overlay is not None or state.focus is None:
            return None
        action, name = state.focus
        rows = (row for row in choices(state.form) if row.name == name and row.is_text)
        return next(rows, None) if action is Action.CHOOSE else None

    def point(self, point: tuple[int, int]) -> None:
        """Put the caret where the mouse is."""
        row = self.row
        if row is not None:
            box, em = field_box(self._state, row.name)
            self._state.caret = caret_at(field_of(row, self._state.caret), box, em, point[0])

    def take_letters(self, letters: str) -> None:
        """Write what the keyboard, or whatever composes letters, says."""
        row = self.row
        if row is not None:
            self._show(row, field_of(row, self._state.caret).typed(letters))

    def take_key(self, event: Event) -> bool:
        """Take a key that belongs to the field; tell whether it does."""
        row = self.row
        if row is None:
            return False
        field = field_of(row, self._state.caret)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v:
                self._show(row, field.typed(self._clipboard.read().strip()))
            elif event.key == pygame.K_c:
                self._clipboard.write(field.text)
            return event.key in (pygame.K_v, pygame.K_c)
        if event.key in _STEPS:
            self._show(row, field.moved(_STEPS[event.key]))
        elif event.key == pygame.K_BACKSPACE:
            self._show(row, field.erased())
        elif event.key == pygame.K_DELETE:
            self._show(row, field.deleted())
        else:
            # The letter itself comes as text, which knows about accents.
            return bool(event.unicode) and event.unicode.isprintable()
        return True

    def _show(self, row: Choice, field: TextField) -> None:
        self._state.form = row.choose(self._state.form, field.text)
        self._state.caret = field.caret
        self._state.message = ""
