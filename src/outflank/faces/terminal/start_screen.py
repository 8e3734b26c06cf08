"""The first screen: three ways to play, and everything that can be chosen before a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.errors import OutflankError
from outflank.faces.terminal.choices import GAME_ROWS, LOOK_ROWS, Form
from outflank.faces.terminal.palette import Palette
from outflank.faces.terminal.rows import RowWidget
from outflank.play.autosave import autosave_journal, unfinished_games

__all__ = ["Begin", "GoOn", "StartScreen", "unfinished_game"]

_MODES: Final = (
    "Human against computer",
    "Human against human",
    "Computer against computer",
)
_LEFT: Final = 10  # rows of the left column
_ADVICE: Final = (
    "1, 2 or 3 plays at once, with what is chosen here; arrows choose and change.\n"
    "A name, a clock such as 7+2 and a file of answers for the oracle are typed."
)


@dataclass(frozen=True, slots=True)
class Begin:
    """The player wants this game, looking like this."""

    form: Form


@dataclass(frozen=True, slots=True)
class GoOn:
    """The player wants to go on with the kept game of this name."""

    name: str


class Line(Static, can_focus=True):
    """A line that can be chosen."""

    class Chosen(Message):
        """The player chose a line."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "choose", "Start", key_display="Enter")
    ]

    def __init__(self, key: str, words: str) -> None:
        super().__init__(Text.assemble((f" {key} ", "bold"), f" {words}"), classes="line")
        self.key = key

    def action_choose(self) -> None:
        """Choose this line."""
        self.post_message(self.Chosen(self.key))

    def on_click(self, event: events.Click) -> None:
        """Choose this line."""
        event.stop()
        self.action_choose()


class StartScreen(Screen[Begin | GoOn | None]):
    """Asks which game to play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "mode('1')", "Human v computer", show=False),
        Binding("2", "mode('2')", "Human v human", show=False),
        Binding("3", "mode('3')", "Computer v computer", show=False),
        Binding("enter", "begin", "Start", key_display="Enter"),
        Binding("up", "app.focus_previous", "Choose", key_display="↑ ↓", show=True),
        Binding("down", "app.focus_next", show=False),
        Binding("left", "nothing", "Change", key_display="← →"),
        Binding("r", "go_on", "Resume"),
        Binding("question_mark", "app.rules", "Rules", key_display="?"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("q", "app.leave", "Quit"),
    ]

    def __init__(self, form: Form, palette: Callable[[Form], Palette], *, in_game: bool) -> None:
        super().__init__()
        self.form = form
        self._palette_of = palette
        self._in_game = in_game
        self._kept: tuple[str, str] | None = None

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        palette = self._palette_of(self.form)
        yield Static(
            Text.assemble(("◐ Outflank", "bold"), "  Othello in your terminal"), id="title"
        )
        with Vertical(id="modes"):
            for number, words in enumerate(_MODES, 1):
                yield Line(str(number), words)
            yield Line("r", "Go on with the last game")
        rows = [
            RowWidget(row, self.form, palette, self._change) for row in (*GAME_ROWS, *LOOK_ROWS)
        ]
        with Horizontal(id="form"):
            with Vertical():
                yield Static("The game", classes="heading")
                yield from rows[:_LEFT]
            with Vertical():
                yield Static("The table", classes="heading")
                yield from rows[_LEFT:]
        yield Static("", id="trouble")
        yield Static(_ADVICE, id="advice")
        yield Footer()

    def on_mount(self) -> None:
        """Look for a game to go on with, without keeping anybody waiting."""
        self.query(Line).last().display = False
        self.run_worker(self._look_for_kept, thread=True)
        self.query(Line).first().focus()

    def _look_for_kept(self) -> None:
        kept = unfinished_game()
        if kept is not None:
            self.app.call_from_thread(self._offer, kept)

    def _offer(self, kept: tuple[str, str]) -> None:
        self._kept = kept
        line = self.query(Line).last()
        line.update(Text.assemble((" r ", "bold"), f" Go on: {kept[1]}"))
        line.display = not self._in_game
        self.refresh_bindings()

    # What the player does

    def on_line_chosen(self, message: Line.Chosen) -> None:
        """Begin what the line says."""
        if message.key == "r":
            self.action_go_on()
        else:
            self.action_mode(message.key)

    def _change(self, name: str, value: object) -> None:
        self._show(self.form.with_value(name, value))

    def _show(self, form: Form) -> None:
        self.form = form
        self.query_one("#trouble", Static).update("")
        palette = self._palette_of(form)
        for row in self.query(RowWidget):
            row.show(form, palette)

    def action_mode(self, number: str) -> None:
        """Begin a game of one of the three kinds at once."""
        self._show(self.form.for_mode(int(number)))
        self.action_begin()

    def action_begin(self) -> None:
        """Begin what is chosen, if it can be played."""
        try:
            self.form.game.setup()
        except OutflankError as error:
            self.query_one("#trouble", Static).update(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return
        self.dismiss(Begin(self.form))

    def action_go_on(self) -> None:
        """Go on with the kept game, if there is one."""
        if self._kept is not None:
            self.dismiss(GoOn(self._kept[0]))

    def action_back(self) -> None:
        """Return to the game that is being played."""
        if self._in_game:
            self.dismiss(None)

    def action_nothing(self) -> None:
        """Do nothing: the row under the cursor listens to this key."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Leave out what cannot be done now."""
        if action == "back":
            return self._in_game
        return action != "go_on" or (self._kept is not None and not self._in_game)


def unfinished_game() -> tuple[str, str] | None:
    """Return the name of the newest kept game to go on with, and what it is in words."""
    here = (one for one in unfinished_games(autosave_journal()) if not one.is_open)
    return next(((one.name, str(one)) for one in here), None)
