"""The form of a new game and of the appearance: its rows, their values and their widget."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from outflank.drawing import skins, themes
from outflank.engine import DEFAULT_LEVEL, levels
from outflank.faces.local.options import MENU_SIZES, GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.full_screen.palette import TerminalPalette
from outflank.rules import variants

__all__ = [
    "APPEARANCE_ROWS",
    "GAME_ROWS",
    "FormRow",
    "FormRowWidget",
    "TerminalForm",
    "with_default_delay",
]

_COMPUTERS: Final = ("computer:greedy", "computer:positional", "computer:random")
_DELAY: Final = 0.6  # seconds between the moves of two computers, by default
_ON_OFF: Final = ((True, "on"), (False, "off"))


@dataclass(frozen=True, slots=True)
class FormRow:
    """One row of the form: the option's name, its title and its values with their texts."""

    name: str
    title: str
    values: tuple[tuple[Any, str], ...]
    is_free: bool = False  # other values may be typed


def _players() -> tuple[tuple[str, str], ...]:
    strength = tuple(
        (f"computer:{one.number}", f"computer {one.number}, {one.name}") for one in levels()
    )
    simple = tuple((name, f"computer, {name.partition(':')[2]}") for name in _COMPUTERS)
    return (("human", "human"), *strength, *simple)


GAME_ROWS: Final = (
    FormRow("variant", "Game", tuple((one.name, one.title) for one in variants())),
    FormRow("size", "Board", tuple((size, f"{size}x{size}") for size in MENU_SIZES)),
    FormRow("player1", "Player 1", _players()),
    FormRow("name1", "  name", (), is_free=True),
    FormRow("player2", "Player 2", _players()),
    FormRow("name2", "  name", (), is_free=True),
    FormRow("first", "First move", (("lot", "random"), ("1", "player 1"), ("2", "player 2"))),
    FormRow(
        "clock",
        "Clock",
        (
            ("none", "none"),
            *((clock, f"{clock} (min+s)") for clock in ("1+2", "3+2", "5+3", "10+5")),
            ("30", "30 min"),
            ("10s/move", "10 s per move"),
            ("30s/move", "30 s per move"),
        ),
        is_free=True,
    ),
    FormRow(
        "time_score", "On timeout", (("board", "count discs"), ("forfeit", "winner takes all"))
    ),
    FormRow("score", "Score", (("board", "discs"), ("full", "empties to winner"))),
    FormRow(
        "undo",
        "Undo",
        (
            ("auto", "default"),
            ("until-reply", "until the reply"),
            ("free", "any time"),
            ("consent", "if both agree"),
            ("never", "never"),
        ),
    ),
    FormRow("oracle", "Oracle", (("web", "yesno.wtf"), ("local", "on this machine")), is_free=True),
    FormRow(
        "delay",
        "Delay",
        ((0.0, "automatic"), (0.01, "none"), *((s, f"{s:g} s") for s in (0.3, 0.7, 1.5, 3.0))),
    ),
)

APPEARANCE_ROWS: Final = (
    FormRow("skin", "Discs", (("auto", "automatic"), *((s.name, s.title) for s in skins()))),
    FormRow("theme", "Colours", (("auto", "automatic"), *((t.name, t.title) for t in themes()))),
    FormRow("legal_marks", "Mark moves", _ON_OFF),
    FormRow("coordinates", "Coordinates", _ON_OFF),
    FormRow("animation", "Animation", _ON_OFF),
    FormRow("gif", "Oracle popup", _ON_OFF),
)


def with_default_delay(game: GameOptions) -> GameOptions:
    """Return options that let people follow a game between computers.

    >>> with_default_delay(GameOptions(player1="computer", player2="computer")).delay
    0.6
    """
    return game.paced(_DELAY)


@dataclass(frozen=True, slots=True)
class TerminalForm:
    """The chosen values, and how the rows change them.

    >>> form = TerminalForm(GameOptions(player1="human:Ann", player2="computer:12"), Appearance())
    >>> form.value("name1"), form.value("player2"), form.with_value("player2", "human").game.player2
    ('Ann', 'computer:12', 'human')
    """

    game: GameOptions
    appearance: Appearance

    def value(self, name: str) -> Any:
        """Return the value of a row."""
        if name.startswith("player"):
            kind, _, rest = getattr(self.game, name).partition(":")
            return f"computer:{rest or DEFAULT_LEVEL}" if kind != "human" else "human"
        if name.startswith("name"):
            kind, _, rest = getattr(self.game, f"player{name[-1]}").partition(":")
            return rest if kind == "human" else ""
        return getattr(self.game if hasattr(self.game, name) else self.appearance, name)

    def with_value(self, name: str, value: Any) -> TerminalForm:
        """Return the form with one value changed."""
        if name.startswith("name"):
            player = f"player{name[-1]}"
            return self.with_value(player, f"human:{value}" if value else "human")
        part = "game" if hasattr(self.game, name) else "appearance"
        changed = dataclasses.replace(getattr(self, part), **{name: value})
        return dataclasses.replace(self, **{part: changed})

    def words(self, row: FormRow) -> str:
        """Return the value of a row in words."""
        value = self.value(row.name)
        return next((words for one, words in row.values if one == value), str(value))

    def stepped(self, row: FormRow, step: int) -> TerminalForm:
        """Return the form with the next or the previous value of a row."""
        values = [value for value, _ in row.values]
        if not values:
            return self
        value = self.value(row.name)
        if value not in values:
            values.append(value)
        return self.with_value(row.name, values[(values.index(value) + step) % len(values)])

    def is_needed(self, row: FormRow) -> bool:
        """Tell whether a row matters with the other choices."""
        game = self.game
        if row.name.startswith("name"):
            return bool(self.value(f"player{row.name[-1]}") == "human")
        if row.name in ("oracle", "gif"):
            return any(one.answers for one in variants() if one.name == game.variant)
        if row.name == "time_score":
            return game.clock != "none"
        if row.name == "delay":
            return "computer" in game.player1 + game.player2
        return True

    def for_mode(self, mode: int) -> TerminalForm:
        """Return the form with the kinds of players of menu entry 1, 2 or 3.

        A player of the right kind keeps name or level; another becomes the default.
        """
        usual = GameOptions().in_mode(mode)
        form = self
        for name in ("player1", "player2"):
            wanted = getattr(usual, name)
            if getattr(self.game, name).partition(":")[0] != wanted:
                form = form.with_value(name, wanted)
        return form


_TITLE = 13  # columns


class FormRowWidget(Widget, can_focus=True):
    """One row: left and right change its value; other values are typed if the row is free."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space", "step(1)", show=False),
    ]

    def __init__(
        self,
        row: FormRow,
        form: TerminalForm,
        palette: TerminalPalette,
        changed: Callable[[str, object], None],
    ) -> None:
        super().__init__(id=f"row-{row.name}", classes="row")
        self._changed = changed
        self.row = row
        self.form = form
        self.palette = palette

    def show(self, form: TerminalForm, palette: TerminalPalette) -> None:
        """Show the row of a form."""
        self.form, self.palette = form, palette
        self.disabled = not form.is_needed(self.row)
        self.refresh()

    def on_mount(self) -> None:
        """Disable a row that does not matter now."""
        self.disabled = not self.form.is_needed(self.row)

    def render(self) -> Text:
        """Draw the title and the value, between arrows while focused."""
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

    def action_step(self, step: int) -> None:
        """Choose the next or the previous value."""
        if self.row.values and not self.disabled:
            self._change(self.form.stepped(self.row, step))

    def on_click(self, event: events.Click) -> None:
        """Choose the next value; the previous one at the left arrow."""
        self.action_step(-1 if _TITLE <= event.x < _TITLE + 2 else 1)

    def on_key(self, event: events.Key) -> None:
        """Handle typing in a free row."""
        if not self.row.is_free or self.disabled:
            return
        value = str(self.form.value(self.row.name))
        if event.key == "backspace":
            value = value[:-1]
        elif event.character is not None and event.is_printable and not self._is_command(event):
            known = {one for one, _ in self.row.values}
            # Typing replaces a value from the list.
            value = event.character if value in known else value + event.character
        else:
            return
        event.stop()
        event.prevent_default()
        self._change(self.form.with_value(self.row.name, value))

    def _change(self, form: TerminalForm) -> None:
        """Change the form at once: a message might come after the key that starts the game."""
        self._changed(self.row.name, form.value(self.row.name))

    def _is_command(self, event: events.Key) -> bool:
        """Tell whether a key is a command here: space, and the keys of the screen."""
        return bool(self.row.values) and event.character in (" ", "q", "?")

    def on_focus(self) -> None:
        """Show the arrows."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the arrows."""
        self.refresh()
