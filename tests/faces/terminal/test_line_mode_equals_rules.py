"""Whole scripted games in the line mode: every board it draws is the one by the rules.

The boards are compared with the second, simple implementation of the rules in `support.naive`.
`OUTFLANK_SOAK=50 pytest tests/faces/terminal/test_line_mode_equals_rules.py` plays 306 games.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.line_mode.game import LineModeGame
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.play.journal import FileJournal
from support import naive
from support.local.scripted_games import IS_SOAK, SIZES, SOAK_SEEDS, VARIANTS, scripted_game

GAMES = [
    (variant, size, seed)
    for size in SIZES
    for variant in VARIANTS
    for seed in range(SOAK_SEEDS[size] if IS_SOAK else 1)
    # A game on 16x16 takes forty times as long as one on 4x4; rows of 10x10 have two digits, too.
    if size < 8 or IS_SOAK or (variant, size) in (("yesno", 8), ("classic", 10))
]


def drawn_boards(said: str, size: int, letters: str) -> list[naive.Cells]:
    """Read the boards in the printed text; `letters` are those of black and white."""
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
    written = scripted_game(variant, size, seed)
    options = written.options(tmp_path)
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
