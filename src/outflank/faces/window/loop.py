"""The window and its one frame loop."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from typing import Final

import pygame

from outflank.errors import NoDisplay
from outflank.faces.window.actions import Actions
from outflank.faces.window.backstage import Backstage
from outflank.faces.window.choices import Form
from outflank.faces.window.clipboard import Clipboard
from outflank.faces.window.director import Director
from outflank.faces.window.display import NO_DISPLAY
from outflank.faces.window.icon import icon
from outflank.faces.window.keys import Input
from outflank.faces.window.overlays import rules_reach
from outflank.faces.window.painter import Painter
from outflank.faces.window.palette import Palette
from outflank.faces.window.render import render
from outflank.faces.window.sounds import Sounds
from outflank.faces.window.stage import Stage
from outflank.faces.window.state import Popup, Rules, Screen, WindowState
from outflank.play.local_game import LocalGame
from outflank.play.options import GameOptions
from outflank.play.settings import Appearance

__all__ = ["GameWindow", "run_window"]

_SMALLEST: Final = (480, 360)
_USUAL: Final = (1180, 780)
_SHARE: Final = 0.86  # of the screen that a new window may take
_FRAME: Final = 1 / 60
_GLANCE: Final = 0.1  # seconds between frames while only a clock or a thought changes
_REST: Final = 0.5
_PAUSE: Final = 0.012  # that a command may take before a frame is drawn without its outcome
_WAKE: Final = pygame.event.custom_type()


class GameWindow:
    """One window from its opening to its closing; `step` is one frame."""

    def __init__(
        self,
        form: Form,
        *,
        open_table: Callable[[], LocalGame] | None = None,
        size: tuple[int, int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self.window = _open_window(size)
        self._backstage = Backstage(_wake)
        self._sounds = Sounds()
        self._sounds.open()
        self.state = WindowState(size=self._pixels(), form=form, now=clock())
        stage = Stage(self.state, self._backstage, self._sounds, Clipboard())
        stage.toggle_full_screen = self._toggle_full_screen
        self._director = Director(stage)
        self._input = Input(self.state, self._director, Actions(stage))
        self._palettes: dict[str, Palette] = {}
        self._painter = Painter(self.window.get_surface(), self._palette())
        self._is_full_screen = False
        if open_table is not None:
            stage.open_table(open_table)

    # The loop

    def run(self) -> str:
        """Show the window until it is closed; return how the game stood."""
        while not self.state.is_done:
            self.step(self.patience())
        return self.close()

    def step(self, patience: float = 0.0) -> None:
        """Wait a little for something to happen, let it happen, and draw one frame."""
        events = pygame.event.get()
        if not events and patience > 0:
            events = [pygame.event.wait(max(1, round(patience * 1000))), *pygame.event.get()]
        self.state.now = self._clock()
        self.state.size = self._pixels()
        for event in events:
            self._input.hear(self._in_pixels(event))
        self._backstage.wait_for_command(_PAUSE)
        for news in self._backstage.take_events():
            self._director.take(news)
        self._input.advance()
        self._director.advance()
        self.draw()

    def draw(self) -> None:
        """Draw one frame."""
        self.state.size = self._pixels()  # full screen may have changed it meanwhile
        self._painter.turn_to(self.window.get_surface(), self._palette())
        if isinstance(self.state.overlay, Rules):
            # Only who knows the letters knows where the text ends.
            reach = rules_reach(self._painter, self.state)
            self.state.overlay = Rules(min(self.state.overlay.scroll, reach))
        render(self._painter, self.state)
        self.window.flip()

    def patience(self) -> float:
        """Return how long the picture stays as it is if nothing happens."""
        state, game = self.state, self.state.game
        if isinstance(state.overlay, Popup):
            return _FRAME
        waits = [_REST]
        if self._input.waits_until is not None:
            waits.append(self._input.waits_until - state.now)
        if game is not None and state.screen is Screen.BOARD:
            if game.is_moving or game.is_flashing(state.now):
                return _FRAME
            if game.toast is not None:
                waits.append(game.toast.until - state.now)
            if game.match.clock.running is not None or game.turn is None:
                waits.append(_GLANCE)
        return max(0.001, min(waits))

    def wait_for_news(self, seconds: float) -> bool:
        """Wait until something has happened behind the stage."""
        return self._backstage.wait(seconds)

    def finish_orders(self) -> None:
        """Wait until everything that was ordered has been done."""
        self._backstage.finish_commands()

    # The end

    def close(self) -> str:
        """Close the window at once; a disc that waits for its popup is not placed."""
        game = self.state.game
        self.window.destroy()
        if game is not None and not isinstance(self.state.overlay, Popup):
            for news in self._backstage.take_events():
                self._director.take(news)
            game.flips = None
            game.advance(float("inf"), is_covered=False)
        summary = "" if game is None else game.summary()
        pygame.quit()
        return summary

    def leave(self) -> None:
        """Send the engines home; this may take a moment, so it comes last."""
        self._backstage.close()

    # The window

    def _palette(self) -> Palette:
        name = self.state.form.look.theme
        if name not in self._palettes:
            self._palettes[name] = Palette.of(name)
        return self._palettes[name]

    def _pixels(self) -> tuple[int, int]:
        return self.window.get_surface().get_size()

    def _in_pixels(self, event: pygame.event.Event) -> pygame.event.Event:
        """Turn the points of the mouse into pixels, which are finer on some screens."""
        if not hasattr(event, "pos"):
            return event
        (width, height), (fine, _) = self.window.size, self._pixels()
        if width == fine or not width or not height:
            return event
        share = fine / width
        position = round(event.pos[0] * share), round(event.pos[1] * share)
        return pygame.event.Event(event.type, {**event.dict, "pos": position})

    def _toggle_full_screen(self) -> None:
        self._is_full_screen = not self._is_full_screen
        with contextlib.suppress(pygame.error):
            if self._is_full_screen:
                self.window.set_fullscreen(desktop=True)
            else:
                self.window.set_windowed()


def _open_window(size: tuple[int, int] | None) -> pygame.Window:
    # Each of these is only a wish, and only Windows looks at it.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    try:
        pygame.display.init()
        pygame.font.init()
        is_real = pygame.display.get_driver() not in ("dummy", "offscreen")
        if not is_real and not os.environ.get("SDL_VIDEODRIVER"):
            raise NoDisplay(NO_DISPLAY)
        window = pygame.Window(
            "Outflank", size or _usual_size(), resizable=True, allow_high_dpi=True
        )
    except pygame.error as error:
        raise NoDisplay(f"{NO_DISPLAY} ({error})") from None
    window.minimum_size = _SMALLEST
    window.set_icon(icon(64))
    pygame.key.set_repeat(350, 40)
    pygame.key.start_text_input()  # names are typed, with whatever composes letters
    return window


def _usual_size() -> tuple[int, int]:
    """Return a size that suits the screen: large screens have small pixels."""
    width, height = pygame.display.get_desktop_sizes()[0]
    share = min(_SHARE * width / _USUAL[0], _SHARE * height / _USUAL[1])
    share = min(share, max(1.0, height / 1200))
    return max(_SMALLEST[0], round(_USUAL[0] * share)), max(_SMALLEST[1], round(_USUAL[1] * share))


def _wake() -> None:
    """Tell the loop from any thread that there is news."""
    with contextlib.suppress(pygame.error):
        pygame.event.post(pygame.event.Event(_WAKE))


def run_window(
    game: GameOptions, look: Appearance, open_table: Callable[[], LocalGame] | None
) -> str:
    """Open the window, at a table or at the start screen, and return how the game stood."""
    window = GameWindow(Form(game, look), open_table=open_table)
    try:
        return window.run()
    finally:
        window.leave()
