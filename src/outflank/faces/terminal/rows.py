"""A row of a form: a title and a value that arrows turn, or that is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from outflank.faces.terminal.choices import Form, Row
from outflank.faces.terminal.palette import Palette

__all__ = ["RowWidget"]

_TITLE = 13  # columns


class RowWidget(Widget, can_focus=True):
    """One row: left and right turn its value; letters are typed where the row is free."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
    ]

    def __init__(
        self, row: Row, form: Form, palette: Palette, changed: Callable[[str, object], None]
    ) -> None:
        super().__init__(id=f"row-{row.name}", classes="row")
        self._changed = changed
        self.row = row
        self.form = form
        self.palette = palette

    def show(self, form: Form, palette: Palette) -> None:
        """Show the row of a form."""
        self.form, self.palette = form, palette
        self.disabled = not form.is_needed(self.row)
        self.refresh()

    def on_mount(self) -> None:
        """Leave out what does not matter now."""
        self.disabled = not self.form.is_needed(self.row)

    def render(self) -> Text:
        """Draw the title and the value, between arrows where it can be turned."""
        soft = Style(color=self.palette.soft or None)
        focused = self.has_focus
        title = Text(self.row.title.ljust(_TITLE), soft)
        if self.disabled:
            return title + Text("  -", soft)
        words = self.form.words(self.row)
        style = Style(bold=focused)
        if not self.row.values:
            shown = f"{words}_" if focused else words or "(none)"
            return title + Text(f"  {shown}", style if words or focused else soft)
        before, after = ("< ", " >") if focused else ("  ", "")
        room = self.size.width - _TITLE - 4
        return Text.assemble(title, before, (words[:room], style), after)

    def action_turn(self, step: int) -> None:
        """Choose the next or the previous value."""
        if self.row.values and not self.disabled:
            self._change(self.form.turned(self.row, step))

    def on_click(self, event: events.Click) -> None:
        """Choose the next value; the previous one at the left arrow."""
        self.action_turn(-1 if _TITLE <= event.x < _TITLE + 2 else 1)

    def on_key(self, event: events.Key) -> None:
        """Type in a row that is free."""
        if not self.row.is_free or self.disabled:
            return
        value = str(self.form.value(self.row.name))
        if event.key == "backspace":
            value = value[:-1]
        elif event.character is not None and event.is_printable and not self._turns(event):
            known = {one for one, _ in self.row.values}
            # Typing after a value from the list begins anew.
            value = event.character if value in known else value + event.character
        else:
            return
        event.stop()
        event.prevent_default()
        self._change(self.form.with_value(self.row.name, value))

    def _change(self, form: Form) -> None:
        """Change at once: a message might come after the key that starts the game."""
        self._changed(self.row.name, form.value(self.row.name))

    def _turns(self, event: events.Key) -> bool:
        """Tell whether a key means something else here: space, and the keys of the screen."""
        return bool(self.row.values) and event.character in (" ", "q", "?")

    def on_focus(self) -> None:
        """Show the arrows."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the arrows."""
        self.refresh()
