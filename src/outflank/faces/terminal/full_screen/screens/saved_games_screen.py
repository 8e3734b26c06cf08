"""The screen of saved games: open, rename or delete one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outflank.errors import OutflankError
from outflank.faces.local.questions import delete_question, rename_question
from outflank.faces.local.saved_games import SavedGame, SavedGames
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.terminal.full_screen.closing import ClosesOnce
from outflank.faces.terminal.full_screen.key_line import KeyLine
from outflank.faces.terminal.full_screen.screens.dialogs import PromptScreen, QuestionScreen
from outflank.texts import say

__all__ = ["SavedGamesScreen"]


class SavedGamesScreen(ModalScreen[SavedGame | str | None], ClosesOnce[SavedGame | str | None]):
    """A list of the saved games; returns the one to open, or the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "terminal.keys.open", key_display="Enter"),
        Binding("r", "rename", "terminal.keys.rename"),
        Binding("d,delete", "delete", "terminal.keys.delete", key_display="d"),
        Binding("f", "file", "terminal.keys.other_file"),
        Binding("escape,q", "dismiss(None)", "terminal.keys.back", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__(classes="page")
        self._saved = SavedGames()
        self._games: list[SavedGame] = []

    def compose(self) -> ComposeResult:
        """Compose the list."""
        with Vertical(classes="list"):
            yield Static(say("terminal.saved_games.title"), classes="heading")
            yield OptionList(markup=False)
            yield Static("", id="problem", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the games."""
        self._show()

    def _show(self, problem: str = "") -> None:
        """Read the list again; the same line stays selected."""
        self._games = self._saved.all()
        listed = self.query_one(OptionList)
        at = listed.highlighted or 0
        listed.clear_options()
        listed.add_options([Option(_line(saved)) for saved in self._games])
        listed.highlighted = min(at, len(self._games) - 1) if self._games else None
        listed.focus()
        empty = "" if self._games else say("local.game.saving.none_yet")
        self.query_one("#problem", Static).update(problem or empty)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Hide the keys that need a game if the list is empty."""
        return action not in ("choose", "rename", "delete") or bool(self._games)

    @property
    def _selected(self) -> SavedGame | None:
        at = self.query_one(OptionList).highlighted
        return self._games[at] if at is not None and self._games else None

    def action_choose(self) -> None:
        """Open the selected game."""
        if (selected := self._selected) is not None:
            self.dismiss(selected)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Open the game on which the player clicked."""
        message.stop()
        self.dismiss(self._games[message.option_index])

    def action_file(self) -> None:
        """Ask for a file that is not in the list."""

        def named(name: str | None) -> None:
            if name:
                self.dismiss(name)

        prompt = PromptScreen(
            say("terminal.saved_games.open_file"), say("terminal.saved_games.file_name")
        )
        self.app.push_screen(prompt, named)

    def action_rename(self) -> None:
        """Give the selected game another name."""
        selected = self._selected
        if selected is None:
            return

        def named(name: str | None) -> None:
            if name:
                self._try(lambda: self._saved.rename(selected, name))

        question = rename_question(selected)
        prompt = PromptScreen(question.title, question.text, question.suggestion)
        self.app.push_screen(prompt, named)

    def action_delete(self) -> None:
        """Delete the selected game; ask first."""
        selected = self._selected
        if selected is None:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._try(lambda: self._saved.delete(selected))

        self.app.push_screen(QuestionScreen.of(delete_question(selected)), answered)

    def _try(self, change: Callable[[], object]) -> None:
        """Change a saved game and show the list again, with the reason if that failed."""
        try:
            change()
        except OutflankError as error:
            self._show(as_sentence(error))
        else:
            self._show()


def _line(saved: SavedGame) -> Text:
    return Text.assemble((f"{saved.changed:%Y-%m-%d %H:%M}  ", "bold"), str(saved))
