"""The objects that all handlers share: state, background tasks, sounds and clipboard."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from outflank.errors import OutflankError
from outflank.faces.local.face_link import CommandDone, FaceEvent
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.settings import Settings
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.window.background_tasks import BackgroundTasks
from outflank.faces.window.screens import dialogs
from outflank.faces.window.sounds import SoundPlayer
from outflank.faces.window.state import Screen, WindowState
from outflank.play.setup import Setup

__all__ = ["Clipboard", "WindowContext"]

_MAX_LENGTH = 1_000_000  # characters: more than any game needs


class Clipboard:
    """The system's clipboard; without one, text can be copied within this window."""

    def __init__(self) -> None:
        self._text = ""

    def read(self) -> str:
        """Return the text on the clipboard; empty if there is none."""
        try:
            text = pygame.scrap.get_text()
        except pygame.error:
            text = self._text
        return text[:_MAX_LENGTH]

    def write(self, text: str) -> bool:
        """Copy text to the clipboard; return whether other programs can read it."""
        self._text = text
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return False
        return True


class WindowContext:
    """Access to the state, background tasks, sounds and the clipboard."""

    def __init__(
        self,
        state: WindowState,
        tasks: BackgroundTasks,
        sounds: SoundPlayer,
        clipboard: Clipboard,
    ) -> None:
        self.state = state
        self.tasks = tasks
        self.sounds = sounds
        self.clipboard = clipboard
        self.local_game: LocalGame | None = None
        self._started = Settings(state.form.game, state.form.appearance)
        self.toggle_full_screen: Callable[[], None] = lambda: None
        self.apply_appearance()

    def submit(self, command: Callable[[], object]) -> None:
        """Run a command in the background; its effects arrive as events."""
        self.tasks.submit(command)

    def show_problem(self, problem: Exception | str) -> None:
        """Show why something failed, in the place of messages on the current screen."""
        state = self.state
        state.is_opening = False
        if state.screen is Screen.START or state.game is None:
            state.is_message_good = False
            state.message = as_sentence(problem)
        else:
            state.game.followed.is_hinting = False
            state.game.followed.refuse(problem)

    def show_message(self, sentence: str) -> None:
        """Show a message in its place on the current screen."""
        state = self.state
        if state.screen is Screen.START or state.game is None:
            state.is_message_good = True
            state.message = as_sentence(sentence)
        else:
            state.game.followed.say(sentence)

    def show_notice(self, sentence: str) -> None:
        """Show a sentence in a dialog, even over a game that is being opened."""
        if sentence:
            self.state.overlay = dialogs.notice_dialog(sentence)

    def open_game(self, open_game: Callable[[], LocalGame]) -> None:
        """Open a game from the command line, a file or the clipboard."""
        self.state.is_opening, self.state.message = True, ""
        self.tasks.open_game(open_game)

    def change_game(self, change: Callable[[], object]) -> None:
        """Start another match in the current local game."""
        self.state.is_opening, self.state.message = True, ""
        self.tasks.change_game(change)

    @property
    def setup(self) -> Callable[[], Setup]:
        """A function that returns the setup of the game, or on the start screen of the form."""
        state = self.state
        if state.screen is Screen.START or state.game is None:
            return state.form.game.setup  # a task calls it and reports an invalid setup
        shown = state.game.followed.setup
        return lambda: shown

    def remember(self) -> None:
        """Save the settings that the user has changed since the start."""
        form, started = self.state.form, self._started

        def save() -> FaceEvent | None:
            try:
                Settings(form.game, form.appearance).save_changes(started)
            except OutflankError as error:
                return CommandDone(as_sentence(error))
            return None

        self.tasks.submit_task(save)

    def apply_appearance(self) -> None:
        """Apply the chosen skin, theme, sound and popup settings."""
        appearance = self.state.form.appearance
        self.sounds.is_on = appearance.sound
        self.sounds.volume = appearance.volume / 100
        self.tasks.pauses_for_popups = appearance.gif
        if self.state.game is not None:
            self.state.game.followed.apply_appearance(appearance)
