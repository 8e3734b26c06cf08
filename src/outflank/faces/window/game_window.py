"""The window and its frame loop."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect

from outflank.drawing.themes import find_theme
from outflank.errors import NoDisplay, OutflankError
from outflank.faces.local.latency import collect_garbage, reduce_latency
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance, Settings
from outflank.faces.window.background_tasks import BackgroundTasks
from outflank.faces.window.control.actions import WindowActions
from outflank.faces.window.control.controller import WindowController
from outflank.faces.window.control.input_handler import WindowInput
from outflank.faces.window.control.window_context import Clipboard, WindowContext
from outflank.faces.window.painting.discs import window_icon
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.painting.system_fonts import forget_fonts
from outflank.faces.window.redrawing import is_moving, picture_moment, seats_moment
from outflank.faces.window.screens.board_screen import draw_seats
from outflank.faces.window.screens.overlays import max_rules_scroll
from outflank.faces.window.screens.render import render
from outflank.faces.window.sounds import SoundPlayer
from outflank.faces.window.state import Popup, RulesOverlay, Screen, WindowState
from outflank.texts import Text

__all__ = ["GameWindow", "run_window"]

_THEME: Final = "felt"  # the default
_SMALLEST: Final = (480, 360)
_USUAL: Final = (1180, 780)
_SHARE: Final = 0.86  # the largest part of the screen for a new window
_FRAME: Final = 1 / 60
_CLOCK_INTERVAL: Final = 0.1  # seconds between frames while a clock runs or a computer thinks
_IDLE_INTERVAL: Final = 0.5
_LOOK: Final = 0.02  # seconds between checks for input when the user is idle
_ALERT: Final = 3.0  # seconds from the last input until the user counts as idle
_COMMAND_WAIT: Final = 0.012  # seconds that a frame waits for the result of a command
_WAKE: Final = pygame.event.custom_type()


class GameWindow:
    """The window from opening to closing; `step` runs one frame."""

    def __init__(
        self,
        form: NewGameForm,
        *,
        open_game: Callable[[], LocalGame] | None = None,
        size: tuple[int, int] | None = None,
        place: tuple[int, ...] = (),
        clock: Callable[[], float] = time.monotonic,
        notice: str = "",
    ) -> None:
        self._clock = clock
        self.window: pygame.Window = _open_window(size, place)
        self.place: tuple[int, ...] = place  # of the window when it was last closed
        self.tasks: BackgroundTasks = BackgroundTasks(_wake)
        self._sounds = SoundPlayer()
        self._sounds.open()
        self.state: WindowState = WindowState(size=self._pixels(), form=form, now=clock())
        context = WindowContext(self.state, self.tasks, self._sounds, Clipboard())
        context.toggle_full_screen = self._toggle_full_screen
        self._controller = WindowController(context)
        self._actions = WindowActions(context)
        self._input = WindowInput(self.state, self._controller, self._actions)
        self._palettes: dict[str, Palette] = {}
        self._painter = WindowPainter(self.window.get_surface(), self._palette())
        self._is_full_screen = False
        self._drawn: tuple[object, ...] = ()  # the moments of the last picture and seats
        self.frames: int = 0  # number of frames drawn
        self._context = context
        if open_game is not None:
            context.open_game(open_game)
        context.show_notice(notice)

    # The loop

    def run(self) -> str:
        """Run the window until it is closed; return a summary of the game."""
        next_collection = 0.0
        while not self.state.is_done:
            self.step(self.frame_wait())
            if self.state.now >= next_collection and not is_moving(self.state):
                next_collection = self.state.now + 1
                collect_garbage()
        return self.close()

    def step(self, wait: float = 0.0) -> None:
        """Wait up to `wait` seconds for an event, handle all events, and draw what changed."""
        events = self._wait_for_events(wait)
        self.state.now = self._clock()
        self.state.size = self._pixels()
        if any(event.type != _WAKE for event in events):
            self.state.touched = self.state.now
        for event in events:
            self._input.handle(self._in_pixels(event))
        self.tasks.wait_for_command(_COMMAND_WAIT)
        reports = list(self.tasks.take_events())
        for report in reports:
            self._controller.handle(report)
            self._actions.exercises.handle(report)
        self._input.board_keys.advance()
        self._controller.advance()
        self._actions.exercises.advance()
        self._draw_changes(is_new=bool(events or reports))

    def _wait_for_events(self, seconds: float) -> list[pygame.event.Event]:
        """Return the waiting events; if there are none, wait for some.

        SDL checks for events every millisecond, which alone takes two per cent of a processor.
        While the user is idle, this method checks less often.
        """
        events = pygame.event.get()
        if events or seconds <= 0:
            return events
        until = self._clock() + seconds
        while self._clock() - self.state.touched >= _ALERT:
            left = until - self._clock()
            if left <= 0 or self.tasks.wait(min(_LOOK, left)):
                return pygame.event.get()
            if events := pygame.event.get():
                return events
        events = [pygame.event.wait(max(1, round(seconds * 1000))), *pygame.event.get()]
        return [event for event in events if event.type != pygame.NOEVENT]

    def _draw_changes(self, *, is_new: bool) -> None:
        """Draw a frame if something has changed, or only the seats if that is enough."""
        before, state, game = self._drawn, self.state, self.state.game
        self._drawn = picture_moment(state), seats_moment(state)
        if self._drawn == before and not is_new:
            return
        is_same_picture = before[:1] == self._drawn[:1] and not is_new
        if is_same_picture and game is not None and state.overlay is None:
            self._painter.use(self.window.get_surface(), self._palette())
            draw_seats(self._painter, state, game)
            self.window.flip()
        else:
            self.draw()

    def draw(self) -> None:
        """Draw one frame."""
        self.frames += 1
        self.state.size = self._pixels()  # switching to full screen may have changed it
        self._painter.use(self.window.get_surface(), self._palette())
        if isinstance(self.state.overlay, RulesOverlay):
            # The end of the text is known only once it is broken into lines.
            last = max_rules_scroll(self._painter, self.state)
            self.state.overlay = RulesOverlay(min(self.state.overlay.scroll, last))
        render(self._painter, self.state)
        self.window.flip()

    def frame_wait(self) -> float:
        """Return the seconds until the next frame is due without an event."""
        state, game = self.state, self.state.game
        if is_moving(state):
            return _FRAME
        waits = [_IDLE_INTERVAL]
        if self._input.board_keys.due_at is not None:
            waits.append(self._input.board_keys.due_at - state.now)
        exercise = state.exercise
        if exercise is not None and exercise.exercise.seconds_left is not None:
            waits.append(_CLOCK_INTERVAL)
        if game is not None and state.screen is Screen.BOARD:
            if game.toast is not None:
                waits.append(game.toast.until - state.now)
            is_timed = not game.followed.setup.clock.is_none and not game.followed.is_over
            if is_timed or game.followed.is_thinking:
                waits.append(_CLOCK_INTERVAL)
        return max(0.001, min(waits))

    # Closing

    def close(self) -> str:
        """Close the window and return a summary; a disc that waits for its popup is not placed."""
        game = self.state.game
        if not self._is_full_screen:
            self.place = (*self.window.position, *self.window.size)
        self.window.destroy()
        self._actions.exercises.close()
        if game is not None and not isinstance(self.state.overlay, Popup):
            for report in self.tasks.take_events():
                self._controller.handle(report)
            game.flip_animation = None
            game.advance(float("inf"), is_covered=False)
        pygame.quit()
        local_game = self._context.local_game
        if game is None or local_game is None:
            return ""
        saved = local_game.describe_save("window")
        return "\n".join(filter(None, (game.followed.summary(), saved)))

    def stop_tasks(self) -> None:
        """Stop engines and other background tasks; this may take a moment."""
        self.tasks.close()

    # The window

    def _palette(self) -> Palette:
        name = self.state.form.appearance.theme
        if name not in self._palettes:
            self._palettes[name] = Palette.of(find_theme(_THEME if name == "auto" else name))
        return self._palettes[name]

    def _pixels(self) -> tuple[int, int]:
        return self.window.get_surface().get_size()

    def _in_pixels(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event with its mouse position in pixels, for high-density screens."""
        if not hasattr(event, "pos"):
            return event
        (width, height), (pixels, _) = self.window.size, self._pixels()
        if width == pixels or not width or not height:
            return event
        scale = pixels / width
        position = round(event.pos[0] * scale), round(event.pos[1] * scale)
        return pygame.event.Event(event.type, {**event.dict, "pos": position})

    def _toggle_full_screen(self) -> None:
        self._is_full_screen = not self._is_full_screen
        with contextlib.suppress(pygame.error):
            if self._is_full_screen:
                self.window.set_fullscreen(desktop=True)
            else:
                self.window.set_windowed()


def _open_window(size: tuple[int, int] | None, place: tuple[int, ...]) -> pygame.Window:
    # Only Windows reads this variable.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    try:
        pygame.display.init()
        pygame.font.init()
        forget_fonts()
        is_real = pygame.display.get_driver() not in ("dummy", "offscreen")
        if not is_real and not os.environ.get("SDL_VIDEODRIVER"):
            raise NoDisplay(Text("errors.window.no_display"))
        visible = Rect(place).clip(_desktop()) if place else Rect(0, 0, 0, 0)
        is_known = min(visible.size) >= min(_SMALLEST) // 2  # the screen may have changed
        window = pygame.Window(
            "Outflank",
            size or (Rect(place).size if is_known else _usual_size()),
            Rect(place).topleft if is_known else pygame.WINDOWPOS_UNDEFINED,
            resizable=True,
            allow_high_dpi=True,
        )
    except pygame.error as error:
        raise NoDisplay(Text("errors.window.no_display_because", error=error)) from None
    window.minimum_size = _SMALLEST
    window.set_icon(window_icon(64))
    pygame.key.set_repeat(350, 40)
    pygame.key.start_text_input()  # so that names can be typed with an input method
    return window


def _desktop() -> Rect:
    """Return the area of all screens, placed side by side."""
    sizes = pygame.display.get_desktop_sizes()
    return Rect(0, 0, sum(width for width, _ in sizes), max(height for _, height in sizes))


def _usual_size() -> tuple[int, int]:
    """Return a window size that suits the screen: larger on screens with small pixels."""
    width, height = pygame.display.get_desktop_sizes()[0]
    share = min(_SHARE * width / _USUAL[0], _SHARE * height / _USUAL[1])
    share = min(share, max(1.0, height / 1200))
    return max(_SMALLEST[0], round(_USUAL[0] * share)), max(_SMALLEST[1], round(_USUAL[1] * share))


def _wake() -> None:
    """Wake the frame loop from any thread."""
    with contextlib.suppress(pygame.error):
        pygame.event.post(pygame.event.Event(_WAKE))


def run_window(
    game: GameOptions,
    appearance: Appearance,
    open_game: Callable[[], LocalGame] | None,
    *,
    notice: str = "",
) -> str:
    """Open the window with a game or the start screen, and return a summary of the game."""
    form, place = NewGameForm(game, appearance), Settings.load().window
    window = GameWindow(form, open_game=open_game, place=place, notice=notice)
    reduce_latency()
    try:
        summary = window.run()
        with contextlib.suppress(OutflankError):  # next time it opens in the default place
            Settings.save_window(window.place)
        return summary
    finally:
        window.stop_tasks()
