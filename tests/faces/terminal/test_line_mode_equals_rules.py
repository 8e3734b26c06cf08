"""Whole scripted games through the line mode: every board it draws is the one the rules give.

The boards are judged by the second, simple writing of the rules in `support.naive`.
`OUTFLANK_SOAK=50 pytest tests/faces/terminal/test_line_mode_equals_rules.py` plays 300 games.
"""

from __future__ import annotations

import io
import os
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.line_mode.game import LineModeGame
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.play.journal import FileJournal
from support import naive

VARIANTS = ("classic", "yesno", "anti")
SIZES = (4, 6, 8, 10, 12, 14, 16)
IS_SOAK = "OUTFLANK_SOAK" in os.environ
SEEDS = 15  # on each size in each variant
GAMES = [
    (variant, size, seed)
    for size in SIZES
    for variant in VARIANTS
    # A game on 16x16 takes forty times as long as one on 4x4.
    for seed in range(SEEDS if IS_SOAK else 2 if size < 10 else 1)
    if size < 14 or IS_SOAK or variant == "classic"
]


@dataclass
class Script:
    """A whole game: its moves, the answers of the oracle, and every board that must be drawn."""

    moves: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    boards: list[naive.Cells] = field(default_factory=list)


def script(variant: str, size: int, seed: int) -> Script:
    chance = random.Random(f"{variant} {size} {seed}")
    cells, color, written = naive.start(size), "black", Script()
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


def drawn_boards(said: str, size: int, letters: str) -> list[naive.Cells]:
    """Read the boards in what was printed; letters are black's and white's."""
    colors = dict(zip(letters, ("black", "white"), strict=True))
    rows = [
        [cell.strip("()[] ") for cell in re.findall(r"...", line[2:] + " ")][:size]
        for line in said.splitlines()
        if re.match(r" ?\d+ [ (\[]", line)
    ]
    assert len(rows) % size == 0
    return [
        {
            (column, row): colors[cell]
            for row, line in enumerate(rows[first : first + size])
            for column, cell in enumerate(line)
            if cell in colors
        }
        for first in range(0, len(rows), size)
    ]


@pytest.mark.parametrize(("variant", "size", "seed"), GAMES)
def test_every_board_is_the_one_the_rules_give(
    tmp_path: Path, variant: str, size: int, seed: int
) -> None:
    written = script(variant, size, seed)
    answers = tmp_path / "answers.txt"
    answers.write_text("\n".join([*written.answers, "yes"]))
    options = GameOptions(
        variant=variant, size=size, player1="human", player2="human", first="1", oracle=str(answers)
    )
    local_game = LocalGame(options, FileJournal(tmp_path / "matches"))
    printed = io.StringIO()
    lines = LineInput(io.StringIO("\n".join([*written.moves, "n"]) + "\n"))
    LineModeGame(local_game, Appearance(skin="xo"), stdin=lines, stdout=printed).run()
    local_game.close()
    said = printed.getvalue()
    assert drawn_boards(said, size, "XO") == written.boards
    black, white = (naive.count(written.boards[-1], color) for color in ("black", "white"))
    assert f"X {black}, O {white}, " in said
    fewest = variant == "anti"
    if black != white:
        winner = "Player 1 (X)" if (black > white) is not fewest else "Player 2 (O)"
        assert f"{winner} wins" in said
    else:
        assert "draw" in said
