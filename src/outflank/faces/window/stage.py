"""What everything that changes the window shares: the state and those who work for it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from outflank.errors import MatchPaused
from outflank.faces.window.backstage import Backstage
from outflank.faces.window.clipboard import Clipboard
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.sounds import Sounds
from outflank.faces.window.state import Screen, WindowState
from outflank.play.local_game import LocalGame

__all__ = ["Stage"]


class Stage:
    """The state, the threads behind it, the sounds and the clipboard."""

    def __init__(
        self, state: WindowState, backstage: Backstage, sounds: Sounds, clipboard: Clipboard
    ) -> None:
        self.state = state
        self.backstage = backstage
        self.sounds = sounds
        self.clipboard = clipboard
        self.table: LocalGame | None = None
        self.toggle_full_screen: Callable[[], None] = lambda: None
        self.take_on_look()

    def order(self, order: Callable[[], object]) -> None:
        """Have a command carried out behind the stage; what it returns is news already."""
        self.backstage.submit(order)

    def say(self, sentence: str, *, is_problem: bool = False) -> None:
        """Tell the person something, where it is seen on the present screen."""
        state = self.state
        if is_problem:
            state.is_opening = False
        if state.screen is Screen.START or state.game is None:
            state.message = f"{sentence[0].upper()}{sentence[1:].rstrip('.')}."
        elif is_problem:
            state.game.hinting = False
            state.game.refuse(sentence)
        else:
            state.game.say(sentence)

    def open_table(self, open_table: Callable[[], LocalGame]) -> None:
        """Begin with a table that the command line, a file or the clipboard names."""
        self.state.is_opening, self.state.message = True, ""
        self.backstage.open_game(open_table)

    def hold(self, game: ShownGame) -> None:
        """Stop a match because a person wants it."""
        game.is_held_by_person = True
        self.backstage.pause_after = len(game.match.game.plies)

        def order() -> None:
            with contextlib.suppress(MatchPaused):
                game.room.pause()

        self.order(order)

    def go_on(self, game: ShownGame) -> None:
        """Let a match go on, until its next turn if computers wait after each."""

        def order() -> None:
            with contextlib.suppress(MatchPaused):
                game.room.resume()

        self.order(order)

    def release(self, game: ShownGame) -> None:
        """Let a match go on that a person has stopped."""
        game.is_held_by_person = False
        self.backstage.pause_after = None
        self.go_on(game)

    def take_on_look(self) -> None:
        """Make everything look and sound as chosen."""
        look = self.state.form.look
        self.sounds.is_on = look.sound
        self.backstage.pauses_for_popups = look.gif
        if self.state.game is not None:
            self.state.game.dress(look)
