"""Typing in the text fields of the start screen and of dialogs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame
from pygame.event import Event

from outflank.faces.local.new_game_form import FormRow
from outflank.faces.window.control.window_context import Clipboard
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.text_field import END, MAX_ENTRY, TextField, caret_at
from outflank.faces.window.screens.layout import em_of
from outflank.faces.window.screens.new_game_form import form_rows
from outflank.faces.window.screens.overlays import entry_box
from outflank.faces.window.screens.start_screen import field_box, field_of
from outflank.faces.window.state import Dialog, Screen, WindowState

__all__ = ["TextEntry"]

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_HOME: -END,
    pygame.K_END: END,
}


class TextEntry:
    """Edits the text field with the keyboard focus."""

    def __init__(self, state: WindowState, clipboard: Clipboard) -> None:
        self._state = state
        self._clipboard = clipboard

    @property
    def row(self) -> FormRow | None:
        """The row whose text field has the focus, if any."""
        state = self._state
        if state.screen is not Screen.START or state.overlay is not None or state.focus is None:
            return None
        action, name = state.focus
        rows = (row for row in form_rows(state.form) if row.name == name and row.is_text)
        return next(rows, None) if action is Action.CHOOSE else None

    @property
    def _field(self) -> TextField | None:
        """The text field that receives typed text: a dialog's or a row's."""
        overlay = self._state.overlay
        if isinstance(overlay, Dialog) and overlay.entry is not None:
            return TextField(overlay.entry, self._state.caret, MAX_ENTRY)
        row = self.row
        return None if row is None else field_of(row, self._state.caret)

    def handle_click(self, point: tuple[int, int]) -> None:
        """Put the caret where the field was clicked."""
        row, overlay, state = self.row, self._state.overlay, self._state
        if isinstance(overlay, Dialog) and overlay.entry is not None:
            box, em = entry_box(state, overlay), em_of(*state.size)
        elif row is not None:
            box, em = field_box(state, row.name)
        else:
            return
        if self._field is not None and box.collidepoint(point):
            state.caret = caret_at(self._field, box, em, point[0])

    def handle_text(self, text: str) -> None:
        """Insert text that comes from the keyboard or an input method."""
        if (field := self._field) is not None:
            self._update(field.insert(text))

    def handle_key(self, event: Event) -> bool:
        """Handle an editing key; return whether the field has used it."""
        field = self._field
        if field is None:
            return False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v:
                self._update(field.insert(self._clipboard.read().strip()))
            elif event.key == pygame.K_c:
                self._clipboard.write(field.text)
            return event.key in (pygame.K_v, pygame.K_c)
        if event.key in _STEPS:
            self._update(field.move_caret(_STEPS[event.key]))
        elif event.key == pygame.K_BACKSPACE:
            self._update(field.backspace())
        elif event.key == pygame.K_DELETE:
            self._update(field.delete())
        else:
            # The letter itself comes as a text event, which includes accents.
            return bool(event.unicode) and event.unicode.isprintable()
        return True

    def _update(self, field: TextField) -> None:
        state, row = self._state, self.row
        if isinstance(state.overlay, Dialog):
            state.overlay = replace(state.overlay, entry=field.text)
        elif row is not None:
            state.form = state.form.with_value(row.name, field.text)
        state.caret, state.message = field.caret, ""
