"""Memory of the window over many games against the computer, which must not grow.

Run as `python benchmarks/local/window_memory.py [games]`. Whole games on 6x6 are clicked through
the window's own loop on SDL's dummy driver, with animation off and a rematch after each. The goal
is that the second half of the games adds less than 2 MB.
"""

import os
import sys
import tempfile

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from memory_growth import MemoryGrowth

from outflank.faces.local.latency import collect_garbage, reduce_latency
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.window.game_window import GameWindow
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens.board_screen import play_layout
from outflank.faces.window.screens.render import buttons_of

GAME = GameOptions(size=6, player2="computer:1", first="1", seed=1)
STILL = Appearance(animation=False, sound=False, evaluation=True)


def click(window: GameWindow, place: tuple[int, int]) -> None:
    """Click somewhere and draw a frame."""
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    window.step()


def play_one(window: GameWindow) -> None:
    """Play the first legal move each turn, then press the button for a rematch."""
    while (game := window.state.game) is None or window.state.is_opening:
        window.step(0.05)
    while not game.followed.is_over:
        if game.turn is not None and game.legal:
            square = next(iter(game.legal))
            click(window, play_layout(window.state, game).board.square(square).center)
        window.step(0.02)
    while window.state.overlay is None:
        window.step(0.02)
    # Others offer a rematch against an easier or a harder computer.
    (rematch,) = (one for one in buttons_of(window.state) if one.name == (Action.REMATCH, ""))
    click(window, rematch.box.center)
    while window.state.game is game:
        window.step(0.02)
    collect_garbage()


def main() -> int:
    """Print the memory on the way, and whether it grew."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    growth = MemoryGrowth(games)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OUTFLANK_HOME"] = folder
        window = GameWindow(NewGameForm(GAME, STILL), open_game=lambda: LocalGame(GAME))
        reduce_latency()
        try:
            for number in range(1, games + 1):
                play_one(window)
                growth.note(number)
        finally:
            window.close()
            window.stop_tasks()
    growth.print_verdict()
    return 0


if __name__ == "__main__":
    sys.exit(main())
