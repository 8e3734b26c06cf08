"""Whole games generated with the second, simple implementation of the rules, `support.naive`."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from pathlib import Path

from outflank.faces.local.options import GameOptions
from support import naive

VARIANTS = ("classic", "yesno", "anti")
SIZES = (4, 6, 8, 10, 12, 14, 16)
IS_SOAK = "OUTFLANK_SOAK" in os.environ
# Games of each variant on each size in the long trial: 306 in all, fewer on large boards.
SOAK_SEEDS = {4: 25, 6: 25, 8: 20, 10: 12, 12: 10, 14: 5, 16: 5}
# For faces that need a moment for each move.
FEW_GAMES = [
    (variant, size, seed)
    for size in SIZES
    for variant in VARIANTS
    for seed in range(SOAK_SEEDS[size] if IS_SOAK else 1)
    if size < 6 or IS_SOAK or (variant, size) in (("classic", 6), ("yesno", 8))
]


@dataclass
class ScriptedGame:
    """The moves of a game, the oracle's answers, and every board that a face must draw."""

    variant: str
    size: int
    moves: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    boards: list[naive.Cells] = field(default_factory=list)

    def options(self, folder: Path) -> GameOptions:
        """Return the options of this game between two people, with its answers in a file."""
        answers = folder / "answers.txt"
        answers.write_text("\n".join([*self.answers, "yes"]))
        return GameOptions(
            variant=self.variant,
            size=self.size,
            player1="human",
            player2="human",
            first="1",
            oracle=str(answers),
        )


def scripted_game(variant: str, size: int, seed: int) -> ScriptedGame:
    """Generate a game of random moves; the same seed gives the same game."""
    chance = random.Random(f"{variant} {size} {seed}")
    cells, color, written = naive.start(size), "black", ScriptedGame(variant, size)
    while not naive.is_over(cells, size):
        answer = None
        if variant == "yesno":
            (answer,) = chance.choices(("yes", "no", "maybe"), (45, 45, 10))
            written.answers.append(answer)
        if spots := naive.playable(cells, size, color):
            written.boards.append(cells)
            column, row = spot = chance.choice(spots)
            written.moves.append(f"{'abcdefghijklmnop'[column]}{row + 1}")
            cells = naive.played(cells, size, color, spot, answer)
        color = naive.OTHER[color]
    written.boards.append(cells)  # the end is drawn too
    return written
