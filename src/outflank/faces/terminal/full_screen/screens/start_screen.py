"""The screens with the form: the start screen and the appearance screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from outflank.errors import OutflankError
from outflank.faces.local.new_game_form import NewGameForm, mode_titles
from outflank.faces.local.palette import Palette
from outflank.faces.terminal.full_screen.closing import ClosesOnce
from outflank.faces.terminal.full_screen.key_line import KeyLine
from outflank.faces.terminal.full_screen.screens.new_game_form import (
    APPEARANCE_ROWS,
    GAME_ROWS,
    FormRowWidget,
)
from outflank.texts import say

if TYPE_CHECKING:
    from outflank.faces.local.saved_games import SavedGame

__all__ = ["AppearanceScreen", "OpenSaved", "StartGame", "StartScreen", "unfinished_game"]

_WIDE, _HIGH = 70, 20  # smaller screens have a compact layout
_LEFT: Final = 10  # rows in the left column
_AROUND_ROWS: Final = 3  # columns beside a row in one of two columns


@dataclass(frozen=True, slots=True)
class StartGame:
    """The player starts a game with this form."""

    form: NewGameForm


@dataclass(frozen=True, slots=True)
class OpenSaved:
    """The player opens a saved game, or a file with this name."""

    saved: SavedGame | str


class MenuLine(Static, can_focus=True):
    """A line of the menu."""

    class Chosen(Message):
        """The player chose a line."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "choose", "terminal.keys.start", key_display="Enter")
    ]

    def __init__(self, key: str, words: str) -> None:
        shown = Text.assemble((f" {key} ", "bold"), f" {words}")
        super().__init__(shown, classes="line", id=f"line-{key}")
        self.key = key

    def action_choose(self) -> None:
        """Choose this line."""
        self.post_message(self.Chosen(self.key))

    def on_click(self, event: events.Click) -> None:
        """Choose this line."""
        event.stop()
        self.action_choose()


class StartScreen(ClosesOnce[StartGame | OpenSaved | None]):
    """Asks which game to play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "mode('1')", show=False),
        Binding("2", "mode('2')", show=False),
        Binding("3", "mode('3')", show=False),
        Binding("enter", "start", "terminal.keys.start", key_display="Enter"),
        Binding("up", "app.focus_previous", "terminal.keys.choose", key_display="↑ ↓", show=True),
        Binding("down", "app.focus_next", show=False),
        Binding("left", "nothing", "terminal.keys.change", key_display="← →"),
        Binding("r", "resume", "terminal.keys.resume"),
        Binding("o", "saved_games", "terminal.keys.saved"),
        Binding("l", "learn", "terminal.keys.learn"),
        Binding("p", "exercise('puzzles')", show=False),
        Binding("question_mark", "app.rules", "terminal.keys.rules", key_display="?"),
        Binding("escape", "back", "terminal.keys.back", key_display="Esc"),
        Binding("q", "app.leave", "terminal.keys.quit"),
    ]

    class ExerciseWanted(Message):
        """The player wants to learn: one of the values of `LearnChoice`, or to be asked if ""."""

        def __init__(self, kind: str, form: NewGameForm) -> None:
            super().__init__()
            self.kind = kind
            self.form = form

    def __init__(
        self,
        form: NewGameForm,
        palette: Callable[[NewGameForm], Palette],
        *,
        in_game: bool,
    ) -> None:
        super().__init__()
        self.form: NewGameForm = form
        self._palette_of = palette
        self._in_game = in_game
        self._unfinished: SavedGame | None = None

    def compose(self) -> ComposeResult:
        """Compose the screen."""
        palette = self._palette_of(self.form)
        yield Static(
            Text.assemble(("◐ Outflank", "bold"), f"  {say('terminal.slogan')}"), id="title"
        )
        with Vertical(id="modes"):
            for number, words in enumerate(mode_titles(), 1):
                yield MenuLine(str(number), words)
            yield MenuLine("r", say("terminal.start.resume_last"))
            yield MenuLine("o", say("terminal.start.saved_games"))
            yield MenuLine("l", say("terminal.start.learn"))
        rows = [
            FormRowWidget(name, self.form, palette, self._show)
            for name in (*GAME_ROWS, *APPEARANCE_ROWS)
        ]
        with Horizontal(id="form"):
            with Vertical():
                yield Static(say("terminal.start.game"), classes="heading")
                yield from rows[:_LEFT]
            with Vertical():
                yield Static(say("terminal.start.appearance"), classes="heading")
                yield from rows[_LEFT:]
        yield Static("", id="problem", markup=False)
        yield Static(say("terminal.start.advice"), id="advice", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Look for a game to resume, on a thread, as soon as the screen is shown."""
        self.query_one("#line-r").display = False
        self.query(MenuLine).first().focus()
        self.call_after_refresh(self.run_worker, self._find_unfinished, thread=True)

    def on_resize(self, event: events.Resize) -> None:
        """Use one column if two would be too narrow to show the values."""
        rows = list(self.query(FormRowWidget))
        half = event.size.width // 2 - _AROUND_ROWS
        is_narrow = event.size.width < _WIDE or any(row.columns > half for row in rows)
        self.set_class(is_narrow, "-narrow")
        self.set_class(event.size.height < _HIGH, "-low")

    def _find_unfinished(self) -> None:
        found = unfinished_game()
        if found is not None:
            self.app.call_from_thread(self._offer, found)

    def _offer(self, found: SavedGame) -> None:
        self._unfinished = found
        line = self.query_one("#line-r", MenuLine)
        line.update(Text.assemble((" r ", "bold"), f" {say('terminal.start.resume', game=found)}"))
        line.display = not self._in_game
        self.refresh_bindings()

    # What the player does

    def on_menu_line_chosen(self, message: MenuLine.Chosen) -> None:
        """Do what the line says."""
        if message.key == "r":
            self.action_resume()
        elif message.key == "o":
            self.action_saved_games()
        elif message.key == "l":
            self.action_learn()
        else:
            self.action_mode(message.key)

    def action_learn(self) -> None:
        """Ask what to learn."""
        self.action_exercise("")

    def action_exercise(self, kind: str) -> None:
        """Show an exercise."""
        self.post_message(self.ExerciseWanted(kind, self.form))

    def action_saved_games(self) -> None:
        """Choose one of the saved games."""
        from outflank.faces.terminal.full_screen.screens.saved_games_screen import SavedGamesScreen

        def chosen(saved: SavedGame | str | None) -> None:
            if saved is not None:
                self.dismiss(OpenSaved(saved))

        self.app.push_screen(SavedGamesScreen(), chosen)

    def say(self, sentence: str, *, is_problem: bool = False) -> None:
        """Show a sentence below the form until the form changes."""
        line = self.query_one("#problem", Static)
        line.update(sentence)
        line.set_class(not is_problem, "-good")

    def _show(self, form: NewGameForm) -> None:
        self.form = form
        self.say("")
        palette = self._palette_of(form)
        for row in self.query(FormRowWidget):
            row.show(form, palette)

    def action_mode(self, number: str) -> None:
        """Start a game in one of the three modes at once."""
        self._show(self.form.for_mode(int(number)))
        self.action_start()

    def action_start(self) -> None:
        """Start the chosen game, if its options are valid."""
        try:
            self.form.game.setup()
        except OutflankError as error:
            from outflank.faces.local.words.sentences import as_sentence

            self.say(as_sentence(error), is_problem=True)
            return
        self.dismiss(StartGame(self.form))

    def action_resume(self) -> None:
        """Resume the unfinished game, if there is one."""
        if self._unfinished is not None:
            self.dismiss(OpenSaved(self._unfinished))

    def action_back(self) -> None:
        """Return to the current game."""
        if self._in_game:
            self.dismiss(None)

    def action_nothing(self) -> None:
        """Do nothing: the focused row handles this key."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Hide the keys that do nothing now."""
        if action == "back":
            return self._in_game
        return action != "resume" or (self._unfinished is not None and not self._in_game)


class AppearanceScreen(ModalScreen[None], ClosesOnce[None]):
    """The rows of the appearance; changes show at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "dismiss(None)", show=False),
        Binding("up,shift+tab", "app.focus_previous", show=False),
        Binding("down,tab", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        form: NewGameForm,
        palette: Callable[[NewGameForm], Palette],
        changed: Callable[[NewGameForm], None],
        *,
        columns: int = 44,
    ) -> None:
        super().__init__(classes="dialog")
        self._columns = columns
        self._form = form
        self._palette_of = palette
        self._changed = changed

    def compose(self) -> ComposeResult:
        """Compose the rows."""
        palette = self._palette_of(self._form)
        with Vertical():
            yield Static(say("terminal.appearance.title"), classes="heading")
            for name in APPEARANCE_ROWS:
                yield FormRowWidget(name, self._form, palette, self._change)
            yield Static(say("terminal.appearance.hint"), classes="hint")

    def on_mount(self) -> None:
        """Set the width, so that the board stays visible."""
        self.query_one(Vertical).styles.width = self._columns

    def _change(self, form: NewGameForm) -> None:
        """Apply a change at once."""
        self._form = form
        palette = self._palette_of(self._form)
        self._changed(self._form)
        for row in self.query(FormRowWidget):
            row.show(self._form, palette)


def unfinished_game() -> SavedGame | None:
    """Return the latest game that can be resumed."""
    from outflank.faces.local.saved_games import SavedGames

    games = SavedGames().all()
    return next((saved for saved in games if not saved.is_over and not saved.is_open), None)
