"""Write tests/data/endgames.obf: endgames of our own games, with a brute-force score of each move.

The scores come from core/tools/brute_force.cpp, which shares no code with the solver that is
tested with them. `python tools/label_endgames.py` takes some minutes.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from outflank.engine.simple import AlphaBetaEngine
from outflank.rules import BLACK, Classic, Position

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "tests" / "data" / "endgames.obf"
_MOST_EMPTIES = 14
_EACH = 10
_OPENING = 10  # random plies, so that the games differ
_NODES = 300


def game(seed: int) -> Iterator[Position]:
    """Yield the positions of a game that a computer plays against itself."""
    dice = random.Random(seed)
    engine = AlphaBetaEngine(nodes=_NODES, seed=seed)
    position = Classic().start()
    for ply in range(200):
        if position.is_over:
            return
        if position.board.empties <= _MOST_EMPTIES and not position.must_pass:
            yield position
        moves = position.legal_moves
        move = dice.choice(list(moves)) if ply < _OPENING else engine.choose(position)
        position = position.play(move)


def positions() -> list[Position]:
    """Choose ten different positions for each number of empty squares."""
    found: dict[int, list[Position]] = {empties: [] for empties in range(1, _MOST_EMPTIES + 1)}
    seed = 0
    while any(len(group) < _EACH for group in found.values()):
        # Every third position of a game, since consecutive ones would test the same thing twice.
        for position in game(seed):
            group = found[position.board.empties]
            is_wanted = (position.board.empties + seed) % 3 == 0
            if is_wanted and len(group) < _EACH and position not in group:
                group.append(position)
        seed += 1
        print(f"\r{seed} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    return [position for group in found.values() for position in group]


def label(chosen: list[Position]) -> str:
    """Score every move by brute force."""
    lines = [f"{one.board} {'X' if one.turn is BLACK else 'O'}" for one in chosen]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "brute_force"
        source = ROOT / "core" / "tools" / "brute_force.cpp"
        compiler = os.environ.get("CXX", "c++")
        subprocess.run([compiler, "-O2", "-std=c++20", source, "-o", program], check=True)
        asked = "\n".join(lines) + "\n"
        done = subprocess.run([program], input=asked, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    TARGET.write_text(label(positions()), encoding="ascii")
