"""Milliseconds from a click or a key to the first frame of the flip, quiet and while one thinks.

Run as `python benchmarks/window_latency.py [moves]`. The window's own loop runs on SDL's dummy
driver (set SDL_VIDEODRIVER to measure another, such as x11); clicks and keys come from another
thread at random moments, every move is on disk before it is shown, and the computer that thinks
is the strongest level in its own process. The goal is under 33 ms at the 99th percentile.
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

from outflank.engine import find
from outflank.faces.window.board_screen import play_layout
from outflank.faces.window.choices import Form
from outflank.faces.window.flips import Flips
from outflank.faces.window.loop import GameWindow
from outflank.faces.window.shown_game import ShownGame
from outflank.play.local_game import LocalGame
from outflank.play.options import GameOptions
from outflank.play.settings import Appearance
from outflank.rules import Classic, Square

GOAL = 33.0
SIZE = (1180, 780)
GAME = GameOptions(size=12, player2="human", first="1", seed=1)


class Finger:
    """Presses what it is told to, from a thread of its own, and notes when."""

    def __init__(self) -> None:
        self._orders: queue.SimpleQueue[pygame.event.Event] = queue.SimpleQueue()
        self.pressed_at = 0.0
        threading.Thread(target=self._press, daemon=True).start()

    def press(self, event: pygame.event.Event) -> None:
        """Press at a random moment soon."""
        self._orders.put(event)

    def _press(self) -> None:
        chance = random.Random(7)
        while True:
            event = self._orders.get()
            time.sleep(chance.uniform(0.01, 0.06))
            self.pressed_at = time.perf_counter()
            pygame.event.post(event)


def trigger(window: GameWindow, square: Square, *, by_key: bool) -> pygame.event.Event:
    """Return the event that plays on a square: a click, or Enter with the cursor there."""
    game = window.state.game
    assert game is not None
    if by_key:
        game.cursor, window.state.focus = square, None
        return pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    place = play_layout(window.state, game).board.square(square).center
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1)


def latencies(moves: int) -> list[float]:
    """Play as many games as it takes and return the milliseconds of each move."""
    found: list[float] = []
    while len(found) < moves:
        found += latencies_of_one_game(moves - len(found))
    return found


def latencies_of_one_game(moves: int) -> list[float]:
    """Play moves and return the milliseconds of each, at most those of a whole game."""
    window = GameWindow(Form(GAME, Appearance()), open_table=lambda: LocalGame(GAME), size=SIZE)
    finger, found = Finger(), list[float]()

    def game() -> ShownGame | None:
        return window.state.game

    def is_ready() -> bool:
        shown = game()
        return shown is not None and (shown.is_over or bool(shown.turn))

    def is_turning(before: Flips | None) -> bool:
        shown = game()
        return shown is not None and shown.flips is not None and shown.flips is not before

    try:
        while len(found) < moves:
            while not is_ready():
                window.step(window.patience())
            shown = game()
            assert shown is not None
            if shown.is_over:
                break
            square, before = next(iter(shown.legal)), shown.flips
            finger.press(trigger(window, square, by_key=len(found) % 2 == 1))
            while not is_turning(before):
                window.step(window.patience())
            found.append((time.perf_counter() - finger.pressed_at) * 1000)
    finally:
        window.close()
        window.leave()
    return found


def percentile(values: list[float], share: float) -> float:
    """Return the value below which this share of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def while_thinking(moves: int) -> list[float]:
    """Measure while the strongest computer thinks without a pause."""
    stop = threading.Event()

    def think() -> None:
        with find("20", own_process=True) as engine:
            while not stop.is_set():
                engine.analyse(Classic().start(8), cancel=stop, on_progress=lambda _: None)

    thinker = threading.Thread(target=think)
    thinker.start()
    try:
        return latencies(moves)
    finally:
        stop.set()
        thinker.join()


def main() -> int:
    """Print both runs and their ratio."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OUTFLANK_HOME"] = folder
        runs = {"quiet": latencies(moves), "a computer thinks": while_thinking(moves)}
    print(f"{'':>18} {'moves':>6} {'50 %':>8} {'99 %':>8} {'worst':>8}  milliseconds")
    for name, values in runs.items():
        figures = percentile(values, 0.5), percentile(values, 0.99), max(values)
        print(f"{name:>18} {len(values):>6} " + " ".join(f"{one:8.1f}" for one in figures))
    quiet, busy = (percentile(values, 0.99) for values in runs.values())
    print(f"ratio at the 99th percentile: {busy / quiet:.2f}; goal {GOAL:.0f} ms, "
          f"{'kept' if busy < GOAL else 'missed'}")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
