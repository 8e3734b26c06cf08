"""Typing into the text fields of the start screen."""

from __future__ import annotations

from typing import Final

import pygame
from pygame.event import Event

from outflank.faces.local.new_game_form import FormRow
from outflank.faces.window.control.window_context import Clipboard
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.text_field import END, TextField, caret_at
from outflank.faces.window.screens.new_game_form import form_rows
from outflank.faces.window.screens.start_screen import field_box, field_of
from outflank.faces.window.state import Screen, WindowState

__all__ = ["TextEntry"]

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_HOME: -END,
    pygame.K_END: END,
}


class TextEntry:
    """Edits the text field that has the keyboard focus."""

    def __init__(self, state: WindowState, clipboard: Clipboard) -> None:
        self._state = state
        self._clipboard = clipboard

    @property
    def row(self) -> FormRow | None:
        """The row whose text field has the focus, if one has."""
        state = self._state
        if state.screen is not Screen.START or state.overlay is not None or state.focus is None:
            return None
        action, name = state.focus
        rows = (row for row in form_rows(state.form) if row.name == name and row.is_text)
        return next(rows, None) if action is Action.CHOOSE else None

    def handle_click(self, point: tuple[int, int]) -> None:
        """Put the caret where the field was clicked."""
        row = self.row
        if row is not None:
            box, em = field_box(self._state, row.name)
            self._state.caret = caret_at(field_of(row, self._state.caret), box, em, point[0])

    def handle_text(self, text: str) -> None:
        """Insert text that comes from the keyboard or an input method."""
        row = self.row
        if row is not None:
            self._update(row, field_of(row, self._state.caret).insert(text))

    def handle_key(self, event: Event) -> bool:
        """Handle an editing key; tell whether the field has used it."""
        row = self.row
        if row is None:
            return False
        field = field_of(row, self._state.caret)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v:
                self._update(row, field.insert(self._clipboard.read().strip()))
            elif event.key == pygame.K_c:
                self._clipboard.write(field.text)
            return event.key in (pygame.K_v, pygame.K_c)
        if event.key in _STEPS:
            self._update(row, field.move_caret(_STEPS[event.key]))
        elif event.key == pygame.K_BACKSPACE:
            self._update(row, field.backspace())
        elif event.key == pygame.K_DELETE:
            self._update(row, field.delete())
        else:
            # The letter itself comes as a text event, which knows about accents.
            return bool(event.unicode) and event.unicode.isprintable()
        return True

    def _update(self, row: FormRow, field: TextField) -> None:
        self._state.form = self._state.form.with_value(row.name, field.text)
        self._state.caret = field.caret
        self._state.message = ""
