"""The layout of windows of any size and shape."""

import itertools
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.window.painting.text_rendering import TextRenderer
from outflank.faces.window.screens.layout import BoardLayout, PlayLayout, em_of, grid
from outflank.faces.window.screens.new_game_form import form_rows
from outflank.faces.window.screens.start_screen import StartLayout
from outflank.rules import BLACK, SIZES, SquareSet
from support.local.window_pilot import FRIENDS, opened

WINDOWS = [(480, 360), (480, 860), (640, 480), (900, 600), (1180, 780), (1000, 1000), (3840, 2160)]


def parts(layout: PlayLayout) -> list[Rect]:
    optional = [layout.banner, layout.moves, layout.graph, layout.evaluation]
    fixed = [layout.upper, layout.lower, layout.bar, layout.notice, *layout.actions]
    return [layout.board.outside, *fixed, *(box for box in optional if box is not None)]


@given(
    window=st.tuples(st.integers(480, 4000), st.integers(360, 2400)),
    size=st.sampled_from(SIZES),
    actions=st.sampled_from([4, 6]),
    has_oracle=st.booleans(),
    coordinates=st.booleans(),
)
def test_everything_has_its_place_inside_the_window_and_nothing_overlaps(
    window: tuple[int, int], size: int, actions: int, has_oracle: bool, coordinates: bool
) -> None:
    layout = PlayLayout.of(
        window, size, actions=actions, has_oracle=has_oracle, coordinates=coordinates
    )
    boxes = parts(layout)
    assert all(Rect((0, 0), window).contains(box) for box in boxes)
    assert all(box.width > 0 and box.height > 0 for box in boxes)
    for one, other in itertools.combinations(boxes, 2):
        assert not one.colliderect(other)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("size", [4, 6, 8, 12, 16])
def test_the_board_takes_most_of_the_window(window: tuple[int, int], size: int) -> None:
    board = PlayLayout.of(window, size, actions=6).board
    assert board.outside.width >= 0.45 * min(window)


@pytest.mark.parametrize("size", [6, 8, 10, 12])
@pytest.mark.parametrize("window", WINDOWS)
def test_there_is_a_list_of_moves_in_every_window_and_a_graph_in_all_but_the_smallest(
    window: tuple[int, int], size: int
) -> None:
    layout = PlayLayout.of(window, size, actions=6)
    assert layout.moves is not None
    assert layout.graph is not None or min(window) < 600


@pytest.mark.parametrize("size", SIZES)
def test_a_point_on_a_square_finds_that_square(size: int) -> None:
    board = BoardLayout.within(Rect(10, 20, 500, 480), size, 20)
    for square in SquareSet.all(size):
        box = board.square(square)
        assert board.square_at(box.center) == board.square_at(box.topleft) == square
    assert board.square_at((board.felt.left - 1, board.felt.top)) is None
    assert board.square_at(board.felt.bottomright) is None


def test_the_panel_is_beside_the_board_in_a_wide_window_and_below_it_in_a_tall_one() -> None:
    wide = PlayLayout.of((1180, 780), 8, actions=6)
    tall = PlayLayout.of((560, 960), 8, actions=6)
    assert wide.upper.left > wide.board.outside.right
    assert tall.upper.top > tall.board.outside.bottom


def test_text_grows_with_the_window_and_never_becomes_too_small_to_read() -> None:
    assert em_of(480, 360) == 11
    assert em_of(2360, 1560) == 2 * em_of(1180, 780)


@pytest.mark.parametrize("window", WINDOWS)
def test_the_start_screen_fits_every_window(window: tuple[int, int]) -> None:
    rows = len(form_rows(NewGameForm()))
    layout = StartLayout.of(window, rows)
    boxes = [layout.title, *layout.rows, layout.start, layout.message, *layout.footer]
    assert len(layout.rows) == rows
    assert all(Rect((0, 0), window).contains(box) for box in boxes)
    for one, other in itertools.combinations(boxes, 2):
        assert not one.colliderect(other)


def test_the_start_button_is_the_largest_button() -> None:
    layout = StartLayout.of((1180, 780), 16)
    area = layout.start.width * layout.start.height
    assert all(area > 2 * box.width * box.height for box in layout.footer)


def test_the_last_row_of_a_grid_is_stretched() -> None:
    boxes = grid(Rect(0, 0, 100, 50), 3, 2, 10)
    assert [tuple(box) for box in boxes] == [(0, 0, 45, 20), (55, 0, 45, 20), (0, 30, 100, 20)]


def test_star_points_mark_the_middle_of_all_but_the_smallest_board() -> None:
    area = Rect(0, 0, 400, 400)
    assert BoardLayout.within(area, 4, 0).stars == []
    board = BoardLayout.within(area, 8, 0)
    corner = board.felt.topleft
    assert board.stars[0] == (corner[0] + 2 * board.cell, corner[1] + 2 * board.cell)


@pytest.mark.parametrize("window", [(480, 360), (480, 860), (1180, 780)])
def test_a_count_of_three_digits_is_shown_whole(
    window: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    shown: set[str] = set()
    truncated = TextRenderer.truncated

    def record(self: TextRenderer, text: str, width: float, size: int) -> str:
        shown.add(short := truncated(self, text, width, size))
        return short

    monkeypatch.setattr(TextRenderer, "truncated", record)
    full = "X" * 200 + "O" * 40 + "-" * 16
    with opened(replace(FRIENDS, size=16), size=window) as pilot:
        pygame.scrap.put_text(f"{full} X")
        pilot.key("v", control=True)
        pilot.until(lambda: pilot.followed.board.count(BLACK) == 200)
        pilot.picture()
    assert "200" in shown
