"""A pilot for the window: real events into the real loop, on a driver that shows nothing.

Time is the pilot's own, so nothing sleeps: a frame lasts as long as the pilot says.
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

from outflank.faces.window.board_screen import play_layout
from outflank.faces.window.choices import Form
from outflank.faces.window.loop import GameWindow
from outflank.faces.window.render import buttons_of
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.state import Popup, Question, WindowState
from outflank.faces.window.widgets import Action, Button
from outflank.play.local_game import LocalGame
from outflank.play.options import GameOptions
from outflank.play.settings import Appearance
from outflank.rules import Square

PATIENCE = 60.0  # seconds until a test gives up on an engine; nobody waits that long
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
    """Looks at a window, moves its mouse, presses its keys and lets its time pass."""

    def __init__(self, window: GameWindow, hands: list[float]) -> None:
        self.window = window
        self._hands = hands

    @property
    def state(self) -> WindowState:
        return self.window.state

    @property
    def game(self) -> ShownGame:
        assert self.state.game is not None
        return self.state.game

    @property
    def screen(self) -> str:
        return str(self.state.screen)

    # Time

    def step(self, seconds: float = 0.0) -> None:
        """Let time pass and draw one frame."""
        self.window.finish_orders()
        self._hands[0] += seconds
        self.window.step()

    def settle(self) -> None:
        """Let everything that was ordered happen and every disc lie still."""
        for _ in range(6):
            self.step(1.0)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Let time pass until something is so, waiting for engines and oracles meanwhile."""
        while True:
            self.step(0.25)
            if is_so():
                return
            if not self._goes_on_by_itself():
                assert self.window.wait_for_news(PATIENCE), "nothing happens any more"

    def _goes_on_by_itself(self) -> bool:
        """Tell whether time alone changes something: turning discs, a popup that closes itself."""
        game, overlay = self.state.game, self.state.overlay
        is_closing = isinstance(overlay, Popup) and overlay.closes is not None
        is_typing = game is not None and bool(game.typed)
        return is_closing or is_typing or (game is not None and game.is_moving)

    def rest(self) -> None:
        """Let time pass until a person is asked, a popup is open or the game is over."""
        self.until(
            lambda: self.game.turn is not None or self.game.is_over or bool(self.state.overlay)
        )

    # Hands

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
        """Click squares, letting each move come to rest."""
        for square in squares:
            before = len(self.game.match.game.moves)
            self.click(self.place_of(square))
            self.until(lambda before=before: len(self.game.match.game.moves) > before)  # type: ignore[misc]
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
        """Type as into a field: a key for each letter, and then the letter as text."""
        for letter in text:
            self.post(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter)
            self.post(pygame.TEXTINPUT, text=letter)

    # Eyes

    def picture(self) -> pygame.Surface:
        self.window.draw()
        return self.window.window.get_surface().copy()

    @property
    def moves(self) -> str:
        return " ".join(map(str, self.game.match.game.moves))


def asked(pilot: Pilot) -> Question:
    """Return the question over the screen."""
    assert isinstance(pilot.state.overlay, Question)
    return pilot.state.overlay


@contextmanager
def opened(
    game: GameOptions | None = None,
    look: Appearance | None = None,
    *,
    size: tuple[int, int] = (900, 600),
    at_once: bool = True,
) -> Iterator[Pilot]:
    """Open a window at a game, or at the start screen."""
    hands = [100.0]
    game = game or FRIENDS
    window = GameWindow(
        Form(game, look or Appearance()),
        open_table=(lambda: LocalGame(game)) if at_once else None,
        size=size,
        clock=lambda: hands[0],
    )
    pilot = Pilot(window, hands)
    try:
        pilot.step()
        if at_once:
            pilot.until(lambda: pilot.state.game is not None)
            pilot.settle()
        yield pilot
    finally:
        window.close()
        window.leave()


def scripted(path: Any, answers: str, **changes: Any) -> GameOptions:
    """Return a Yes/No game between friends whose oracle reads from a file."""
    path.write_text("\n".join(answers.split()), encoding="utf-8")
    return replace(FRIENDS, variant="yesno", oracle=str(path), **changes)
