"""Changing how things look, while the game stands behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from outflank.faces.terminal.choices import LOOK_ROWS, Form
from outflank.faces.terminal.palette import Palette
from outflank.faces.terminal.rows import RowWidget

__all__ = ["LookScreen"]


class LookScreen(ModalScreen[None]):
    """Rows whose changes are seen at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "dismiss(None)", show=False),
        Binding("up,shift+tab", "app.focus_previous", show=False),
        Binding("down,tab", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        form: Form,
        palette: Callable[[Form], Palette],
        changed: Callable[[Form], None],
        *,
        columns: int = 44,
    ) -> None:
        super().__init__(classes="dialog")
        self._columns = columns
        self._form = form
        self._palette_of = palette
        self._changed = changed

    def compose(self) -> ComposeResult:
        """Lay the rows out."""
        palette = self._palette_of(self._form)
        with Vertical():
            yield Static("Appearance", classes="heading")
            for row in LOOK_ROWS:
                yield RowWidget(row, self._form, palette, self._change)
            yield Static("← → change, Esc goes back", classes="hint")

    def on_mount(self) -> None:
        """Stand beside the board."""
        self.query_one(Vertical).styles.width = self._columns

    def _change(self, name: str, value: object) -> None:
        """Show the change everywhere."""
        self._form = self._form.with_value(name, value)
        palette = self._palette_of(self._form)
        self._changed(self._form)
        for row in self.query(RowWidget):
            row.show(self._form, palette)
