"""Memory of the full-screen terminal game over many games, which must not grow.

Run as `python benchmarks/local/terminal_memory.py [games]`. Whole games on 6x6 against the computer
are played with the keyboard on Textual's screen without a terminal, with a rematch after each. The
goal is that the second half of the games adds less than 2 MB.
"""

import asyncio
import os
import sys
import tempfile

from memory_growth import MemoryGrowth
from textual.pilot import Pilot

from outflank.faces.local.latency import reduce_latency
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.capabilities import TerminalCapabilities
from outflank.faces.terminal.full_screen.app import OutflankApp
from outflank.faces.terminal.full_screen.screens.dialogs import QuestionScreen

GAME = GameOptions(size=6, player2="computer:1", first="1", seed=1)
STILL = Appearance(animation=False, evaluation=True)


async def play_one(app: OutflankApp, pilot: Pilot[None]) -> None:
    """Play the first legal move each turn, then ask for a rematch."""
    while app.game is None or not app.game.is_open:
        await pilot.pause(0.02)
    followed = app.game.followed
    while followed.ended is None:
        if followed.turn is not None:
            square = next(iter(followed.live.legal_moves.squares))
            await pilot.press(*str(square), "enter")
        await pilot.pause(0.01)
    while not isinstance(app.screen, QuestionScreen):
        await pilot.pause(0.02)
    await pilot.press("y")
    while app.game.followed.ended is not None:
        await pilot.pause(0.02)


async def play(games: int) -> None:
    """Play the games, and print the memory on the way and whether it grew."""
    growth = MemoryGrowth(games)
    app = OutflankApp(NewGameForm(GAME, STILL), TerminalCapabilities(), LocalGame(GAME))
    reduce_latency()
    async with app.run_test(size=(100, 30)) as pilot:
        for number in range(1, games + 1):
            await play_one(app, pilot)
            growth.note(number)
    growth.print_verdict()


def main() -> None:
    """Print the memory on the way, and whether it grew."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OUTFLANK_HOME"] = folder
        asyncio.run(play(games))


if __name__ == "__main__":
    main()
