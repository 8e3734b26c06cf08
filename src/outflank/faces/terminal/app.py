"""The full-screen game: opens the first screen, keeps the settings, and leaves cleanly."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.app import App
from textual.binding import Binding, BindingType

from outflank.errors import OutflankError
from outflank.faces.terminal.abilities import Abilities, has_terminal
from outflank.faces.terminal.ascii import InAscii
from outflank.faces.terminal.choices import Form, watchable
from outflank.faces.terminal.palette import Palette
from outflank.faces.terminal.start_screen import Begin, GoOn, StartScreen
from outflank.faces.terminal.surroundings import Surroundings
from outflank.play.local_game import LocalGame
from outflank.play.options import GameOptions
from outflank.play.settings import Appearance, Settings

if TYPE_CHECKING:
    from outflank.faces.terminal.game_screen import GameScreen

__all__ = ["OutflankApp", "Wish", "run"]


class Wish(Protocol):
    """What the command line asks for."""

    @property
    def look(self) -> Appearance:
        """How it shall look."""

    @property
    def is_bare(self) -> bool:
        """Whether nothing was asked for, so that the menu may ask."""

    @property
    def settings(self) -> Settings:
        """What of it is remembered."""

    def open_table(self, adapt: Callable[[GameOptions], GameOptions]) -> LocalGame:
        """Open the table of the wished game, adapted to this face."""


def run(wish: Wish, settings: Settings) -> None:
    """Play in full screen until the player leaves, then say how the game stands."""
    local_game = None if wish.is_bare else wish.open_table(watchable)
    app = OutflankApp(Form(wish.settings.game, wish.look), Abilities.here(sys.stdout), local_game)
    if settings != wish.settings and not wish.is_bare:
        wish.settings.save()
    _answer_soon()
    app.run()
    if app.farewell:
        print(app.farewell)


def _answer_soon() -> None:
    """Keep threads and the collection of garbage from holding up what a key changes."""
    # The thread that writes to the terminal gets its turn at once, not after 5 ms.
    sys.setswitchinterval(0.0005)
    # What has been loaded stays until the end and need not be looked through again; what a
    # game throws away is collected little by little, see `OutflankApp._clean_up`.
    gc.collect()
    gc.freeze()
    gc.disable()


class OutflankApp(App[None]):
    """Othello on the whole terminal."""

    TITLE = "Outflank"
    CSS_PATH = "outflank.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self, form: Form, abilities: Abilities, local_game: LocalGame | None = None
    ) -> None:
        # Without colours the terminal's own are left alone, whatever they are.
        super().__init__(ansi_color=None if abilities.color else True)
        self.form = form
        self.abilities = abilities
        self.farewell = ""
        self._game = self._screen_for(local_game) if local_game is not None else None
        if not abilities.unicode:
            self._filters.append(InAscii())
        self._wear(form)

    @property
    def game(self) -> GameScreen | None:
        """The screen of the present game."""
        return self._game

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give our own colours a meaning in every theme."""
        return Palette("outflank-none").for_textual().variables

    def on_mount(self) -> None:
        """Show the game, or ask which."""
        self.set_interval(1, self._leave_when_alone)
        self.set_interval(1, self._clean_up)
        if self._game is not None:
            self.push_screen(self._game)
        else:
            self._ask(in_game=False)

    def _leave_when_alone(self) -> None:
        """Leave when the terminal has gone without the signal that usually tells of it."""
        if not (self.is_headless or has_terminal()):
            self.exit()

    def _clean_up(self) -> None:
        """Collect the garbage of the last second, which takes less time than a frame."""
        if not gc.isenabled():
            gc.collect(1)

    # Looks

    def surroundings(self, form: Form) -> Surroundings:
        """Return how a form looks here."""
        return Surroundings(form.look, self.abilities)

    def _palette(self, form: Form) -> Palette:
        """Wear the colours of a form, and return them."""
        return self._wear(form)

    def _wear(self, form: Form) -> Palette:
        palette = self.surroundings(form).palette
        if self.theme != palette.name:
            self.register_theme(palette.for_textual())
            self.theme = palette.name
        return palette

    def on_game_screen_look_wanted(self) -> None:
        """Let the player change how things look."""
        from outflank.faces.terminal.look_screen import LookScreen

        columns = self._game.beside if self._game is not None else 44
        screen = LookScreen(self.form, self._palette, self._changed_look, columns=columns)
        self.push_screen(screen, self._remember)

    def _changed_look(self, form: Form) -> None:
        self.form = form
        if self._game is not None:
            self._game.show_look(self.surroundings(form))

    def _remember(self, _: object = None) -> None:
        try:
            Settings(self.form.game, self.form.look).save()
        except OSError as error:
            self.notify(f"The settings cannot be kept: {error.strerror}.", severity="warning")

    # Games

    def _ask(self, *, in_game: bool) -> None:
        screen = StartScreen(self.form, self._palette, in_game=in_game)
        self.push_screen(screen, self._chosen)

    def on_game_screen_game_wanted(self) -> None:
        """Let the player choose another game."""
        self._ask(in_game=True)

    async def _chosen(self, wish: Begin | GoOn | None) -> None:
        if wish is None:
            self._wear(self.form)  # colours that were only tried on
            return
        if isinstance(wish, Begin):
            self.form = wish.form
            self._remember()
            options = watchable(wish.form.game)
            if self._game is not None:
                link = self._game.link
                self._game.show_look(self.surroundings(self.form))
                link.change_game(lambda: link.local_game.new_game(options))
                return
            await self._open_table(lambda: LocalGame(options))
        else:
            await self._open_table(lambda: LocalGame.resume(name=wish.name, adapt=watchable))

    async def _open_table(self, opening: Callable[[], LocalGame]) -> None:
        """Open a table off the loop, for that may start processes and read files."""
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
        # Loaded only now, so that the first screen comes sooner.
        from outflank.faces.terminal.game_screen import GameScreen
        from outflank.play.face_link import FaceLink

        link = FaceLink(self._wake, local_game, pauses_for_popups=self.form.look.gif)
        return GameScreen(link, self.surroundings(self.form))

    def _wake(self) -> Any:
        return self._game.wake() if self.is_running and self._game is not None else None

    # Reading and leaving

    def action_rules(self) -> None:
        """Show the rules."""
        from outflank.faces.terminal.dialogs import Page
        from outflank.rules.variants import handbook

        self.push_screen(Page(handbook(), markdown=True))

    def action_leave(self) -> None:
        """Leave; the game is kept."""
        if self._game is not None:
            self.farewell = self._game.farewell()
        self.exit()

    async def on_unmount(self) -> None:
        """Leave the table."""
        if self._game is not None:
            await asyncio.to_thread(self._game.link.close)
