"""Drives the window in tests: real events in the real loop, on a driver without a screen.

It has its own clock, so nothing sleeps: a frame lasts as long as the pilot says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.game_window import GameWindow
from outflank.faces.window.match_view import WindowMatchView
from outflank.faces.window.painting.buttons import Action, Button
from outflank.faces.window.screens.board_screen import play_layout
from outflank.faces.window.screens.render import buttons_of
from outflank.faces.window.state import Dialog, Popup, WindowState
from outflank.rules import Square

TIMEOUT = 60.0  # seconds until a test gives up on an engine
FRIENDS = GameOptions(player2="human", first="1")
_NAMED = {
    "enter": pygame.K_RETURN,
    "esc": pygame.K_ESCAPE,
    "tab": pygame.K_TAB,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "home": pygame.K_HOME,
    "end": pygame.K_END,
    "pageup": pygame.K_PAGEUP,
    "pagedown": pygame.K_PAGEDOWN,
    "backspace": pygame.K_BACKSPACE,
    "delete": pygame.K_DELETE,
    "space": pygame.K_SPACE,
    "f11": pygame.K_F11,
    "?": pygame.K_SLASH,
}


class Pilot:
    """Moves the mouse in a window, presses keys and advances its clock."""

    def __init__(self, window: GameWindow, clock: list[float]) -> None:
        self.window = window
        self._clock = clock

    @property
    def state(self) -> WindowState:
        return self.window.state

    @property
    def game(self) -> WindowMatchView:
        assert self.state.game is not None
        return self.state.game

    @property
    def followed(self) -> FollowedMatch:
        return self.game.followed

    @property
    def screen(self) -> str:
        return str(self.state.screen)

    # Time

    def step(self, seconds: float = 0.0) -> None:
        """Advance the clock and draw one frame."""
        self.window.tasks.finish_commands()
        self._clock[0] += seconds
        self.window.step()

    def settle(self) -> None:
        """Run frames until all commands are done and all animations are over."""
        for _ in range(6):
            self.step(1.0)

    def until(self, is_done: Callable[[], bool]) -> None:
        """Run frames until a condition holds, waiting for engines and oracles."""
        while True:
            self.step(0.25)
            if is_done():
                return
            if not self._changes_with_time():
                assert self.window.tasks.wait(TIMEOUT), "no event came"

    def _changes_with_time(self) -> bool:
        """Return whether time alone still changes something, such as flipping discs."""
        game, overlay = self.state.game, self.state.overlay
        is_closing = isinstance(overlay, Popup) and overlay.closes is not None
        is_typing = game is not None and bool(game.typed)
        return is_closing or is_typing or (game is not None and game.is_moving)

    def rest(self) -> None:
        """Run frames until it is a person's turn, a popup is open or the game is over."""
        self.until(
            lambda: self.game.turn is not None or self.followed.is_over or bool(self.state.overlay)
        )

    # Input

    def post(self, kind: int, **details: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, details))
        self.step()

    def point(self, place: tuple[int, int]) -> None:
        self.post(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))

    def click(self, place: tuple[int, int]) -> None:
        self.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=place, button=1)

    def place_of(self, square: str) -> tuple[int, int]:
        return play_layout(self.state, self.game).board.square(Square.parse(square)).center

    def hover(self, square: str) -> None:
        self.point(self.place_of(square))

    def play(self, *squares: str) -> None:
        """Click squares, waiting until each move is shown."""
        for square in squares:
            before = len(self.followed.match.game.moves)
            self.click(self.place_of(square))
            self.until(lambda before=before: len(self.followed.match.game.moves) > before)  # type: ignore[misc]
            self.rest()
            self.settle()

    def button(self, action: Action, value: str = "") -> Button:
        (found,) = [one for one in buttons_of(self.state) if one.name == (action, value)]
        return found

    def press(self, action: Action, value: str = "") -> None:
        """Click a button."""
        self.click(self.button(action, value).box.center)
        self.settle()

    def key(self, *names: str, control: bool = False, shift: bool = False) -> None:
        modifiers = (pygame.KMOD_CTRL if control else 0) | (pygame.KMOD_SHIFT if shift else 0)
        for name in names:
            code = _NAMED[name] if name in _NAMED else pygame.key.key_code(name)
            letter = name if len(name) == 1 and not control else ""
            self.post(pygame.KEYDOWN, key=code, mod=modifiers, unicode=letter)

    def type(self, text: str) -> None:
        self.key(*text)

    def write(self, text: str) -> None:
        """Type into a text field: a key event and a text event for each letter."""
        for letter in text:
            self.post(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter)
            self.post(pygame.TEXTINPUT, text=letter)

    # Output

    def picture(self) -> pygame.Surface:
        self.window.draw()
        return self.window.window.get_surface().copy()

    @property
    def moves(self) -> str:
        return " ".join(map(str, self.followed.match.game.moves))


def dialog(pilot: Pilot) -> Dialog:
    """Return the open dialog."""
    assert isinstance(pilot.state.overlay, Dialog)
    return pilot.state.overlay


@contextmanager
def opened(
    game: GameOptions | None = None,
    appearance: Appearance | None = None,
    *,
    size: tuple[int, int] = (900, 600),
    at_once: bool = True,
) -> Iterator[Pilot]:
    """Open a window with a game, or with the start screen."""
    clock = [100.0]
    game = game or FRIENDS
    window = GameWindow(
        NewGameForm(game, appearance or Appearance()),
        open_game=(lambda: LocalGame(game)) if at_once else None,
        size=size,
        clock=lambda: clock[0],
    )
    pilot = Pilot(window, clock)
    try:
        pilot.step()
        if at_once:
            pilot.until(lambda: pilot.state.game is not None)
            pilot.settle()
        yield pilot
    finally:
        window.close()
        window.stop_tasks()


def scripted(path: Any, answers: str, **changes: Any) -> GameOptions:
    """Return a Yes/No game between friends whose oracle reads from a file."""
    path.write_text("\n".join(answers.split()), encoding="utf-8")
    return replace(FRIENDS, variant="yesno", oracle=str(path), **changes)
