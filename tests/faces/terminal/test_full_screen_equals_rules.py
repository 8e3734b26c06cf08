"""Whole scripted games in the full-screen terminal: every drawn board is the one by the rules.

`OUTFLANK_SOAK=50 pytest tests/faces/terminal/test_full_screen_equals_rules.py` plays 306 games.
"""

import functools
from pathlib import Path

import pytest
from rich.color_triplet import ColorTriplet
from rich.style import Style

from outflank.faces.local.settings import Appearance
from outflank.rules import Square
from support import naive
from support.local.scripted_games import FEW_GAMES, scripted_game
from support.local.terminal_pilot import Player, at_the_terminal

PLAIN = Style()
DARK, LIGHT = 45, 200  # of 255: felt and marks lie between


@functools.cache
def disc_colors(style: Style, *, is_block: bool) -> list[ColorTriplet]:
    """Return the colours that fill a letter's place: its background, and a block drawn on it."""
    colors = [style.bgcolor, style.color if is_block else None]
    return [color.triplet for color in colors if color is not None and color.triplet is not None]


def drawn_board(player: Player) -> naive.Cells:
    """Read the discs on the screen by their colours."""
    board = player.board
    rows = [
        [
            disc_colors(part.style or PLAIN, is_block="\u2580" <= letter <= "\u259f")
            for part in strip
            for letter in part.text
        ]
        for strip in player.strips()
    ]
    cells = {}
    for column, row in naive.spots(board.size_of_board):
        place = board.region_of(Square(column, row)).translate(board.content_region.offset)
        colors = [
            color
            for line in rows[place.y : place.bottom]
            for letter in line[place.x : place.right]
            for color in letter
        ]
        if any(max(color) < DARK for color in colors):
            cells[column, row] = "black"
        if any(min(color) > LIGHT for color in colors):
            assert (column, row) not in cells, "a square shows at most one disc"
            cells[column, row] = "white"
    return cells


async def until_drawn(player: Player, board: naive.Cells) -> None:
    await player.until(lambda: drawn_board(player) == board, str(board))


@pytest.mark.parametrize(("variant", "size", "seed"), FEW_GAMES)
def test_every_board_is_the_one_the_rules_give(
    tmp_path: Path, variant: str, size: int, seed: int
) -> None:
    written = scripted_game(variant, size, seed)

    async def body(player: Player) -> None:
        for move, board in zip(written.moves, written.boards, strict=False):
            await player.until_turn()
            await until_drawn(player, board)
            await player.play(move)
        await player.until(lambda: player.followed.is_over, "the end")
        await until_drawn(player, written.boards[-1])

    still = Appearance(animation=False, skin="classic", legal_marks=False)
    at_the_terminal(
        body, written.options(tmp_path), appearance=still, size=(80, 24) if size < 8 else (120, 40)
    )
