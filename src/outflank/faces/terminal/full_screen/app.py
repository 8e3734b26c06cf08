"""The full-screen app: opens the screens, saves the settings and closes the game."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from outflank.errors import OutflankError
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance, Settings
from outflank.faces.terminal.capabilities import TerminalCapabilities, has_terminal
from outflank.faces.terminal.full_screen.appearance import AsciiFilter, TerminalAppearance
from outflank.faces.terminal.full_screen.start_screen import (
    AppearanceScreen,
    ResumeGame,
    StartGame,
    StartScreen,
)
from outflank.faces.terminal.full_screen.textual_theme import textual_theme

if TYPE_CHECKING:
    from outflank.faces.terminal.full_screen.game_screen import GameScreen

__all__ = ["OutflankApp", "run"]


def run(game: GameOptions, appearance: Appearance, local_game: LocalGame | None) -> None:
    """Play in full screen until the player leaves, then print the state of the game.

    Without a game the start screen asks, offering these options.
    """
    capabilities = TerminalCapabilities.here(sys.stdout)
    app = OutflankApp(NewGameForm(game, appearance), capabilities, local_game)
    _reduce_latency()
    app.run()
    if app.farewell:
        print(app.farewell)


def _reduce_latency() -> None:
    """Keep thread switches and garbage collection from delaying the reaction to a key."""
    # The thread that writes to the terminal runs at once, not after 5 ms.
    sys.setswitchinterval(0.0005)
    # Loaded modules stay until the end and need not be scanned again; the garbage of a game is
    # collected in small steps, see `OutflankApp._collect_garbage`.
    gc.collect()
    gc.freeze()
    gc.disable()


class OutflankApp(App[None]):
    """Othello in full screen."""

    TITLE = "Outflank"
    CSS_PATH = "outflank.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        form: NewGameForm,
        capabilities: TerminalCapabilities,
        local_game: LocalGame | None = None,
    ) -> None:
        # Without colours the terminal keeps its own.
        super().__init__(ansi_color=None if capabilities.color else True)
        self.form = form
        self.capabilities = capabilities
        self.farewell = ""
        self._game = self._screen_for(local_game) if local_game is not None else None
        if not capabilities.unicode:
            self._filters.append(AsciiFilter())
        self._use_theme(form)

    @property
    def game(self) -> GameScreen | None:
        """The screen of the present game."""
        return self._game

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Define our own colour variables for every theme."""
        return textual_theme(Palette()).variables

    def on_mount(self) -> None:
        """Show the game, or the start screen."""
        self.set_interval(1, self._leave_without_terminal)
        self.set_interval(1, self._collect_garbage)
        if self._game is not None:
            self.push_screen(self._game)
        else:
            self._ask(in_game=False)

    def _leave_without_terminal(self) -> None:
        """Leave when the terminal was closed without a signal."""
        if not (self.is_headless or has_terminal()):
            self.exit()

    def _collect_garbage(self) -> None:
        """Collect the garbage of the last second; this takes less time than a frame."""
        if not gc.isenabled():
            gc.collect(1)

    # Appearance

    def appearance(self, form: NewGameForm) -> TerminalAppearance:
        """Return the appearance that a form chooses, on this terminal."""
        return TerminalAppearance(form.appearance, self.capabilities)

    def _use_theme(self, form: NewGameForm) -> Palette:
        """Use the colours of a form, and return them."""
        palette = self.appearance(form).palette
        theme = textual_theme(palette)
        if self.theme != theme.name:
            self.register_theme(theme)
            self.theme = theme.name
        return palette

    def on_game_screen_appearance_wanted(self) -> None:
        """Let the player change the appearance."""
        columns = self._game.dialogs.columns if self._game is not None else 44
        screen = AppearanceScreen(
            self.form, self._use_theme, self._appearance_changed, columns=columns
        )
        self.push_screen(screen, self._remember)

    def _appearance_changed(self, form: NewGameForm) -> None:
        self.form = form
        if self._game is not None:
            self._game.show_appearance(self.appearance(form))

    def _remember(self, _: object = None) -> None:
        try:
            Settings(self.form.game, self.form.appearance).save()
        except OSError as error:
            self.notify(f"The settings could not be saved: {error.strerror}.", severity="warning")

    # Games

    def _ask(self, *, in_game: bool) -> None:
        screen = StartScreen(self.form, self._use_theme, in_game=in_game)
        self.push_screen(screen, self._chosen)

    def on_game_screen_game_wanted(self) -> None:
        """Let the player choose another game."""
        self._ask(in_game=True)

    async def _chosen(self, choice: StartGame | ResumeGame | None) -> None:
        if choice is None:
            self._use_theme(self.form)  # the start screen may have tried others
            return
        if isinstance(choice, StartGame):
            self.form = choice.form
            self._remember()
            options = choice.form.game.paced()
            if self._game is not None:
                link = self._game.link
                self._game.show_appearance(self.appearance(self.form))
                link.change_game(lambda: link.local_game.new_game(options))
                return
            await self._open_game(lambda: LocalGame(options))
        else:
            await self._open_game(
                lambda: LocalGame.resume(name=choice.name, adapt=GameOptions.paced)
            )

    async def _open_game(self, opening: Callable[[], LocalGame]) -> None:
        """Open a game on a thread, because that may start processes and read files."""
        try:
            local_game = await asyncio.to_thread(opening)
        except OutflankError as error:
            self.notify(f"{str(error)[:1].upper()}{str(error)[1:]}.", severity="error")
            self._ask(in_game=False)
        else:
            self._open(local_game)

    def _open(self, local_game: LocalGame) -> None:
        self._game = self._screen_for(local_game)
        self.push_screen(self._game)

    def _screen_for(self, local_game: LocalGame) -> GameScreen:
        # Loaded only now, so that the first screen appears sooner.
        from outflank.faces.local.face_link import FaceLink
        from outflank.faces.terminal.full_screen.game_screen import GameScreen

        link = FaceLink(self._wake, local_game, pauses_for_popups=self.form.appearance.gif)
        return GameScreen(link, self.appearance(self.form))

    def _wake(self) -> Any:
        return self._game.wake() if self.is_running and self._game is not None else None

    # Reading and leaving

    def action_rules(self) -> None:
        """Show the rules."""
        from outflank.faces.terminal.full_screen.dialogs import TextScreen
        from outflank.rules.variants import handbook

        self.push_screen(TextScreen(handbook(), markdown=True))

    def action_leave(self) -> None:
        """Save and quit."""
        if self._game is not None:
            self.farewell = self._game.followed.summary()
            if not self._game.followed.is_over:
                self.farewell += ".\nThe game is saved; outflank play --resume continues it."
        self.exit()

    async def on_unmount(self) -> None:
        """Close the game."""
        if self._game is not None:
            await asyncio.to_thread(self._game.link.close)
