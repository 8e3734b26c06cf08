"""Milliseconds from a click or a key to the first frame of the flip, idle and under load.

Run as `python benchmarks/local/window_latency.py [moves]`. The window's own loop runs on SDL's
dummy driver (set SDL_VIDEODRIVER to measure another, such as x11); clicks and keys come from
another thread at random times, and every move is on disk before it is shown. The engine that thinks
is the native one, in a thread of the window's process as in a game, and in a process of its own.
The goal is under 33 ms at the 99th percentile.
"""

import os
import queue
import random
import sys
import tempfile
import threading
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from outflank.engine import open_engine
from outflank.faces.local.flip_animation import FlipAnimation
from outflank.faces.local.latency import reduce_latency
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.game_window import GameWindow
from outflank.faces.window.match_view import WindowMatchView
from outflank.faces.window.screens.board_screen import play_layout
from outflank.rules import Classic, Square

GOAL = 33.0
SIZE = (1180, 780)
GAME = GameOptions(size=12, player2="human", first="1", seed=1)


class EventPoster:
    """Posts input events from its own thread and records when."""

    def __init__(self) -> None:
        self._events: queue.SimpleQueue[pygame.event.Event] = queue.SimpleQueue()
        self.posted_at = 0.0
        threading.Thread(target=self._post, daemon=True).start()

    def post(self, event: pygame.event.Event) -> None:
        """Post an event after a short random time."""
        self._events.put(event)

    def _post(self) -> None:
        rng = random.Random(7)
        while True:
            event = self._events.get()
            time.sleep(rng.uniform(0.01, 0.06))
            self.posted_at = time.perf_counter()
            pygame.event.post(event)


def event_for(window: GameWindow, square: Square, *, by_key: bool) -> pygame.event.Event:
    """Return the event that plays on a square: a click, or Enter with the cursor there."""
    game = window.state.game
    assert game is not None
    if by_key:
        game.cursor, window.state.focus = square, None
        return pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    place = play_layout(window.state, game).board.square(square).center
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1)


def latencies(moves: int) -> list[float]:
    """Play as many games as needed and return the milliseconds of each move."""
    found: list[float] = []
    while len(found) < moves:
        found += latencies_of_one_game(moves - len(found))
    return found


def latencies_of_one_game(moves: int) -> list[float]:
    """Play moves and return the milliseconds of each, at most those of a whole game."""
    window = GameWindow(
        NewGameForm(GAME, Appearance()), open_game=lambda: LocalGame(GAME), size=SIZE
    )
    poster, found = EventPoster(), list[float]()

    def game() -> WindowMatchView | None:
        return window.state.game

    def is_ready() -> bool:
        shown = game()
        return shown is not None and (shown.followed.is_over or bool(shown.turn))

    def is_flipping(before: FlipAnimation | None) -> bool:
        shown = game()
        return (
            shown is not None
            and shown.flip_animation is not None
            and shown.flip_animation is not before
        )

    try:
        while len(found) < moves:
            while not is_ready():
                window.step(window.frame_wait())
            shown = game()
            assert shown is not None
            if shown.followed.is_over:
                break
            square, before = next(iter(shown.legal)), shown.flip_animation
            poster.post(event_for(window, square, by_key=len(found) % 2 == 1))
            while not is_flipping(before):
                window.step(window.frame_wait())
            found.append((time.perf_counter() - poster.posted_at) * 1000)
    finally:
        window.close()
        window.stop_tasks()
    return found


def percentile(values: list[float], share: float) -> float:
    """Return a percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def while_thinking(moves: int, *, own_process: bool) -> list[float]:
    """Measure while the native engine searches without a pause."""
    stop = threading.Event()

    def think() -> None:
        with open_engine("unlimited", own_process=own_process) as engine:
            engine.analyse(Classic().start(8), cancel=stop, on_progress=lambda _: None)

    thinker = threading.Thread(target=think)
    thinker.start()
    try:
        return latencies(moves)
    finally:
        stop.set()
        thinker.join()


def main() -> int:
    """Print all runs, and the ratio of the slower search to none."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    reduce_latency()  # as the command does
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OUTFLANK_HOME"] = folder
        runs = {
            "idle": latencies(moves),
            "thread thinking": while_thinking(moves, own_process=False),
            "process thinking": while_thinking(moves, own_process=True),
        }
    print(f"{'':>18} {'moves':>6} {'50 %':>8} {'99 %':>8} {'worst':>8}  milliseconds")
    for name, values in runs.items():
        figures = percentile(values, 0.5), percentile(values, 0.99), max(values)
        print(f"{name:>18} {len(values):>6} " + " ".join(f"{one:8.1f}" for one in figures))
    idle, *others = (percentile(values, 0.99) for values in runs.values())
    busy = max(others)
    print(f"ratio at the 99th percentile: {busy / idle:.2f}; goal {GOAL:.0f} ms, "
          f"{'met' if busy < GOAL else 'missed'}")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
