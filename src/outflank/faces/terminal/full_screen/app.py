"""The full-screen app: opens the screens, saves the settings and closes the game."""

from __future__ import annotations

import asyncio
import dataclasses
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter

from outflank.errors import OutflankError
from outflank.faces.local.latency import collect_garbage, reduce_latency
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance, Settings
from outflank.faces.terminal.capabilities import TerminalCapabilities, has_terminal
from outflank.faces.terminal.full_screen.appearance import (
    LetterFilter,
    TerminalAppearance,
    textual_theme,
)
from outflank.faces.terminal.full_screen.screens.start_screen import (
    AppearanceScreen,
    OpenSaved,
    StartGame,
    StartScreen,
)
from outflank.texts import say

if TYPE_CHECKING:
    from outflank.faces.local.exercises.exercise import BoardExercise
    from outflank.faces.local.local_game import LocalGame
    from outflank.faces.local.saved_games import SavedGame
    from outflank.faces.terminal.full_screen.screens.exercise_screen import Prepare
    from outflank.faces.terminal.full_screen.screens.game_screen import GameScreen

__all__ = ["ExerciseApp", "OutflankApp", "run", "run_exercise"]

_NOTICE_SECONDS = 20


def run(
    game: GameOptions,
    appearance: Appearance,
    local_game: LocalGame | None,
    *,
    notice: str = "",
    ascii_only: bool = False,
) -> None:
    """Play in full screen until the player leaves, then print the result and what is saved.

    Without a game, the start screen offers these options. The notice is shown first.
    """
    form, capabilities = NewGameForm(game, appearance), _capabilities(ascii_only=ascii_only)
    _run(OutflankApp(form, capabilities, local_game, notice=notice))


def run_exercise(
    exercise: BoardExercise,
    appearance: Appearance,
    *,
    prepare: Prepare | None = None,
    ascii_only: bool = False,
) -> None:
    """Show the tutorial or puzzles in full screen until the user leaves."""
    form = NewGameForm(GameOptions(), appearance)
    _run(ExerciseApp(exercise, form, _capabilities(ascii_only=ascii_only), prepare=prepare))


def _run(app: OutflankApp) -> None:
    reduce_latency()
    app.run()
    if app.farewell:
        print(app.farewell)


def _capabilities(*, ascii_only: bool) -> TerminalCapabilities:
    here = TerminalCapabilities.here(sys.stdout)
    return dataclasses.replace(here, unicode=here.unicode and not ascii_only)


class OutflankApp(App[None]):
    """Othello in full screen."""

    TITLE: str | None = "Outflank"
    CSS_PATH = "outflank.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        form: NewGameForm,
        capabilities: TerminalCapabilities,
        local_game: LocalGame | None = None,
        *,
        notice: str = "",
    ) -> None:
        # Without colours, the terminal keeps its own.
        super().__init__(ansi_color=None if capabilities.color else True)
        self.form: NewGameForm = form
        self.capabilities = capabilities
        self.farewell: str = ""
        self._notice = notice
        self._started = Settings(form.game, form.appearance)
        self._game = self._screen_for(local_game) if local_game is not None else None
        self._own_filter = LetterFilter(ascii_only=not capabilities.unicode)
        self._use_theme(form)

    @property
    def game(self) -> GameScreen | None:
        """The screen of the current game."""
        return self._game

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add the filter that keeps control characters in names from the terminal."""
        return [*super().get_line_filters(), self._own_filter]

    def _tell(self, sentence: str) -> None:
        """Show a message that is not about a game."""
        self.notify(sentence, severity="warning", markup=False)

    def _tell_problem(self, problem: OutflankError) -> None:
        from outflank.faces.local.words.sentences import as_sentence

        self._tell(as_sentence(problem))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Define our own colour variables for every theme."""
        return textual_theme(Palette()).variables

    def on_mount(self) -> None:
        """Show the game, or the start screen."""
        self.set_interval(1, self._leave_without_terminal)
        self.set_interval(1, collect_garbage)
        self._show_first()
        if self._notice:
            self.notify(self._notice, severity="warning", markup=False, timeout=_NOTICE_SECONDS)

    def _show_first(self) -> None:
        if self._game is not None:
            self.push_screen(self._game)
        else:
            self._ask(in_game=False)

    def _leave_without_terminal(self) -> None:
        """Leave if the terminal was closed without a signal."""
        if not (self.is_headless or has_terminal()):
            self.exit()

    # Appearance

    def appearance(self, form: NewGameForm) -> TerminalAppearance:
        """Return the appearance chosen in a form, on this terminal."""
        return TerminalAppearance(form.appearance, self.capabilities)

    def _use_theme(self, form: NewGameForm) -> Palette:
        """Use the colours chosen in a form, and return them."""
        palette = self.appearance(form).palette
        theme = textual_theme(palette)
        if self.theme != theme.name:
            self.register_theme(theme)
            self.theme: Any = theme.name
        return palette

    def action_appearance(self) -> None:
        """Let the player change the appearance."""
        columns = self._game.dialogs.columns if self._game is not None else 44
        screen = AppearanceScreen(
            self.form, self._use_theme, self._appearance_changed, columns=columns
        )
        self.push_screen(screen, self._remember)

    def action_evaluation(self) -> None:
        """Show who is ahead, or hide it."""
        self._appearance_changed(self.form.stepped("evaluation", 1))
        self._remember()

    def _appearance_changed(self, form: NewGameForm) -> None:
        self.form = form
        if self._game is not None:
            self._game.show_appearance(self.appearance(form))

    def _remember(self, _: object = None) -> None:
        try:
            Settings(self.form.game, self.form.appearance).save_changes(self._started)
        except OutflankError as error:
            self._tell_problem(error)

    # Games

    async def on_game_screen_wanted(self, message: GameScreen.Wanted) -> None:
        """Run the app's action for a key or a menu entry."""
        await self.run_action(message.what)

    def _ask(self, *, in_game: bool) -> None:
        screen = StartScreen(self.form, self._use_theme, in_game=in_game)
        self.push_screen(screen, self._chosen)

    def action_new_game(self) -> None:
        """Let the player choose another game."""
        self._ask(in_game=True)

    def action_easier(self) -> None:
        """Play the next game against an easier computer."""
        self._change_level("easier")

    def action_harder(self) -> None:
        """Play the next game against a harder computer."""
        self._change_level("harder")

    def _change_level(self, word: str) -> None:
        """Play the next game at another level; the form also has that level from now on."""
        if self._game is not None and (game := self._game.commands.other_levels.get(word)):
            self.form = self.form.with_players(game)
            self._remember()
            self._game.commands.play_another(game)

    def action_saved_games(self) -> None:
        """Show the saved games."""
        from outflank.faces.terminal.full_screen.screens.saved_games_screen import SavedGamesScreen

        self.push_screen(SavedGamesScreen(), self._open_saved)

    async def _open_saved(self, chosen: SavedGame | str | None) -> None:
        if chosen is None:
            return

        setup = None if self._game is None else self._game.followed.setup

        def opening() -> LocalGame:
            from outflank.faces.local.autosave import add_match
            from outflank.faces.local.game_files import load
            from outflank.faces.local.local_game import LocalGame
            from outflank.faces.local.saved_games import SavedGames

            games = SavedGames()
            if isinstance(chosen, str):
                name = add_match(load(Path(chosen).expanduser(), setup), games.journal)
            else:
                name = games.match_name(chosen)
            return LocalGame.resume(name=name, adapt=GameOptions.paced)

        if self._game is not None:
            self._game.link.open_game(opening)
        else:
            await self._open_game(opening)

    async def _chosen(self, choice: StartGame | OpenSaved | None) -> None:
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
            from outflank.faces.local.local_game import LocalGame

            await self._open_game(lambda: LocalGame(options))
        else:
            await self._open_saved(choice.saved)

    async def _open_game(self, opening: Callable[[], LocalGame]) -> None:
        """Open a game on a thread, because that may start processes and read files."""
        try:
            local_game = await asyncio.to_thread(opening)
        except OutflankError as error:
            self._tell_problem(error)
            self._ask(in_game=False)
        else:
            self._open(local_game)

    def _open(self, local_game: LocalGame) -> None:
        self._game = self._screen_for(local_game)
        self.push_screen(self._game)

    def _screen_for(self, local_game: LocalGame) -> GameScreen:
        # Imported here, so that the first screen appears sooner.
        from outflank.faces.local.face_link import FaceLink
        from outflank.faces.terminal.full_screen.screens.game_screen import GameScreen

        link = FaceLink(self._wake, local_game, pauses_for_popups=self.form.appearance.gif)
        return GameScreen(link, self.appearance(self.form))

    def _wake(self) -> Any:
        return self._game.wake() if self.is_running and self._game is not None else None

    async def on_start_screen_exercise_wanted(self, message: StartScreen.ExerciseWanted) -> None:
        """Show what the player wants to learn, or ask what it is."""
        from outflank.faces.terminal.full_screen.learning import LearnDesk

        await LearnDesk(self, message.form, self.appearance).show(message.kind)

    # Reading and leaving

    def action_rules(self) -> None:
        """Show the rules."""
        from outflank.faces.terminal.full_screen.screens.dialogs import TextScreen
        from outflank.rules.handbook import handbook

        self.push_screen(TextScreen(handbook(), markdown=True))

    def action_help(self) -> None:
        """Show the keys."""
        from outflank.faces.terminal.full_screen.screens.dialogs import TextScreen, help_text

        self.push_screen(TextScreen(help_text()))

    def action_leave(self) -> None:
        """Save and quit."""
        if self._game is not None:
            saved = self._game.link.local_game.describe_save("play")
            self.farewell = "\n".join(filter(None, (self._game.followed.summary(), saved)))
        self.exit()

    async def on_unmount(self) -> None:
        """Close the game."""
        if self._game is not None:
            await asyncio.to_thread(self._game.link.close)


class ExerciseApp(OutflankApp):
    """The tutorial or puzzles in full screen, without a game."""

    def __init__(
        self,
        exercise: BoardExercise,
        form: NewGameForm,
        capabilities: TerminalCapabilities,
        *,
        prepare: Prepare | None = None,
    ) -> None:
        super().__init__(form.with_value("skin", exercise.skin), capabilities)
        self._exercise = exercise
        self._prepare = prepare

    def _show_first(self) -> None:
        from outflank.faces.terminal.full_screen.screens.exercise_screen import ExerciseScreen

        screen = ExerciseScreen(
            self._exercise,
            self.appearance(self.form),
            prepare=self._prepare,
            leaving=say("terminal.exercise.leave"),
        )
        self.push_screen(screen, lambda _: self.action_leave())
