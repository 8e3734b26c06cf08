"""The rows of the new-game form, as widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from outflank.faces.local.new_game_form import FormRow, NewGameForm
from outflank.faces.local.palette import Palette
from outflank.texts import say

__all__ = ["APPEARANCE_ROWS", "GAME_ROWS", "FormRowWidget"]

GAME_ROWS: Final = (
    "variant", "size", "player1", "name1", "player2", "name2", "first", "clock", "time_score",
    "score", "undo", "oracle", "delay",
)  # fmt: skip
APPEARANCE_ROWS: Final = (
    "skin", "theme", "legal_marks", "coordinates", "animation", "gif", "evaluation",
)  # fmt: skip

_TITLE = 13  # columns
_AROUND_VALUE = 4  # columns for the arrows


class FormRowWidget(Widget, can_focus=True):
    """One row: left and right change its value; in some rows a value can also be typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space", "step(1)", show=False),
    ]

    def __init__(
        self,
        name: str,
        form: NewGameForm,
        palette: Palette,
        changed: Callable[[NewGameForm], None],
    ) -> None:
        super().__init__(id=f"row-{name}", classes="row")
        self._changed = changed
        self.form: NewGameForm = form
        self.row: FormRow = form.row(name)
        self.palette: Palette = palette

    def show(self, form: NewGameForm, palette: Palette) -> None:
        """Show this row of another form."""
        self.form = form
        self.palette = palette
        self.row = form.row(self.row.name)
        self.disabled = not self.row.is_enabled
        self.refresh()

    def on_mount(self) -> None:
        """Disable a row that has no effect now."""
        self.disabled: bool = not self.row.is_enabled

    def render(self) -> Text:
        """Draw the title and the value; a focused value is between arrows."""
        soft = Style(color=self.palette.soft or None)
        focused = self.has_focus
        title = Text(self._title().ljust(_TITLE), soft)
        if self.disabled:
            return title + Text("  -", soft)
        words = self.row.label
        style = Style(bold=focused)
        if self.row.is_text:
            shown = f"{words}_" if focused else words or say("terminal.start.no_name")
            return title + Text(f"  {shown}", style if words or focused else soft)
        before, after = ("< ", " >") if focused else ("  ", "")
        room = self.size.width - max(_TITLE, title.cell_len) - _AROUND_VALUE
        return Text.assemble(title, before, (words[:room], style), after)

    @property
    def columns(self) -> int:
        """The columns that the title and the value need."""
        title = max(_TITLE, cell_len(self._title()))
        return title + (0 if self.disabled else cell_len(self.row.label) + _AROUND_VALUE)

    def _title(self) -> str:
        if self.row.is_text:
            return f"  {say('terminal.start.row_name')}"
        return self.row.title

    def action_step(self, step: int) -> None:
        """Choose the next or the previous value."""
        self._change(self.form.stepped(self.row.name, step))

    def on_click(self, event: events.Click) -> None:
        """Choose the next value, or the previous one if the left arrow is clicked."""
        self.action_step(-1 if _TITLE <= event.x < _TITLE + 2 else 1)

    def on_key(self, event: events.Key) -> None:
        """Handle typing in a row whose value can be typed."""
        if not self.row.may_type or self.disabled:
            return
        value = self.row.value
        if event.key == "backspace":
            value = value[:-1]
        elif event.character is not None and event.is_printable and not self._is_command(event):
            # Typing replaces a value from the list.
            value = value + event.character if self.row.is_own else event.character
        else:
            return
        event.stop()
        event.prevent_default()
        self._change(self.form.with_value(self.row.name, value))

    def _change(self, form: NewGameForm) -> None:
        """Change the form at once; a message might arrive after the key that starts the game."""
        self._changed(form)

    def _is_command(self, event: events.Key) -> bool:
        """Return whether a key is a command in this row: space, or a key of the screen."""
        return bool(self.row.choices) and event.character in (" ", "q", "?")

    def on_focus(self) -> None:
        """Show the arrows."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the arrows."""
        self.refresh()
