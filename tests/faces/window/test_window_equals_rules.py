"""Whole scripted games in the window: the discs in its picture are those by the rules.

`OUTFLANK_SOAK=50 pytest tests/faces/window/test_window_equals_rules.py` plays 306 games.
"""

from pathlib import Path

import pygame
import pytest

from outflank.faces.local.settings import Appearance
from outflank.faces.window.screens.board_screen import play_layout
from outflank.rules import Square
from support import naive
from support.local.scripted_games import FEW_GAMES, scripted_game
from support.local.window_pilot import Pilot, opened

DARK, LIGHT = 70, 190  # of 255: the felt lies between


def drawn_board(pilot: Pilot, size: int) -> naive.Cells:
    """Read the discs on the picture by their brightness, beside the marks in their middle."""
    picture = pilot.picture()
    layout = play_layout(pilot.state, pilot.game).board
    cells = {}
    for column, row in naive.spots(size):
        box = layout.square(Square(column, row))
        aside = round(box.width * 0.17)
        color = pygame.Color(picture.get_at((box.centerx + aside, box.centery + aside)))
        if max(color.r, color.g, color.b) < DARK:
            cells[column, row] = "black"
        elif min(color.r, color.g, color.b) > LIGHT:
            cells[column, row] = "white"
    return cells


@pytest.mark.parametrize(("variant", "size", "seed"), FEW_GAMES)
def test_every_board_is_the_one_the_rules_give(
    tmp_path: Path, variant: str, size: int, seed: int
) -> None:
    written = scripted_game(variant, size, seed)
    still = Appearance(animation=False, sound=False, skin="classic", legal_marks=False)
    with opened(written.options(tmp_path), still) as pilot:
        for move, board in zip(written.moves, written.boards, strict=False):
            pilot.rest()
            assert drawn_board(pilot, size) == board
            pilot.play(move)
        pilot.until(lambda: pilot.followed.is_over)
        pilot.state.overlay = None  # the dialog at the end
        assert drawn_board(pilot, size) == written.boards[-1]
