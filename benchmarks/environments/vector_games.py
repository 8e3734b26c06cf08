"""Moves per second on one core: the vector environment, OpenSpiel's loop and the Python rules.

Run as `python benchmarks/environments/vector_games.py [seconds]`. Every loop plays random games on
8x8 from the start to the end, and finds the legal moves before each move. OpenSpiel is measured
if it is installed (`pip install open_spiel`). All are measured in processor time, so that other
programs do not disturb them.
"""

import importlib
import importlib.util
import random
import sys
import time
from collections.abc import Callable

from outflank import native
from outflank.environments import OthelloVectorEnv, VectorGames
from outflank.rules import Classic

COUNT = 1024


def speed(play: Callable[[], int], seconds: float) -> float:
    """Return the moves per second of processor time; `play` returns how many it made."""
    play()  # the first call loads everything
    moves, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        moves += play()
    return moves / spent


def vector_games(variant: str, size: int) -> Callable[[], int]:
    """Play with `sample()`, with masks and planes after every move."""
    games = VectorGames(COUNT, size=size, variant=variant, seed=1)

    def play() -> int:
        resets = 0
        for _ in range(50):
            games.step(games.sample())
            resets += int(games.terminated.sum())  # the step after an end is no move
        return 50 * COUNT - resets

    return play


def gymnasium_vector() -> Callable[[], int]:
    """Play through Gymnasium's interface, with its dictionary of information."""
    envs = OthelloVectorEnv(COUNT, opponent=None, copy=False)
    envs.reset(seed=1)

    def play() -> int:
        return sum(COUNT - int(envs.step(envs.sample())[2].sum()) for _ in range(50))

    return play


def python_rules() -> Callable[[], int]:
    """Play one game after the other with the rules in Python."""
    numbers = random.Random(1)

    def play() -> int:
        position, moves = Classic().start(), 0
        while legal := position.legal_moves:
            position = position.play(numbers.choice(legal))
            moves += 1
        return moves

    return play


def open_spiel_loop() -> Callable[[], int]:
    """Play in OpenSpiel's own loop: legal actions with their mask, and one of them applied."""
    game = importlib.import_module("pyspiel").load_game("othello")
    numbers = random.Random(1)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.legal_actions_mask()
            state.apply_action(numbers.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def main() -> None:
    """Print one line for each loop, with its ratio to the Python rules."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3
    if not native.available():
        print("The native core is not built: only the Python rules are measured.")
    loops = {
        "Python rules": python_rules(),
        "8x8 VectorGames": vector_games("classic", 8),
        "8x8 Gymnasium vector": gymnasium_vector(),
        "8x8 Yes/No": vector_games("yesno", 8),
        "6x6": vector_games("classic", 6),
        "12x12": vector_games("classic", 12),
    }
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed, so it is not measured.")
    else:
        loops["OpenSpiel"] = open_spiel_loop()
    print(f"{'loop':>21} {'moves/s':>13} {'ratio':>8}")
    base = 0.0
    for name, play in loops.items():
        reached = speed(play, seconds)
        base = base or reached
        print(f"{name:>21} {reached:>13,.0f} {reached / base:>8,.1f}", flush=True)


if __name__ == "__main__":
    main()
