import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.rules import (
    BLACK,
    SIZES,
    WHITE,
    Board,
    Classic,
    Color,
    Game,
    Position,
    SquareSet,
)
from support import naive
from support.strategies import board_of, boards, cells_of, few, games, positions, seeds, spots_of

either_board = st.one_of(
    boards(), positions(variant=Classic()).map(lambda position: position.board)
)


@given(either_board)
def test_the_frontier_is_the_discs_that_touch_an_empty_square(board: Board) -> None:
    for color in (BLACK, WHITE):
        expected = naive.frontier(cells_of(board), board.size, str(color))
        assert spots_of(board.frontier(color)) == expected


@given(either_board)
def test_potential_mobility_counts_empty_squares_beside_the_opponent(board: Board) -> None:
    for color in (BLACK, WHITE):
        expected = naive.potential(cells_of(board), board.size, str(color))
        assert board.potential_mobility(color) == len(expected)
        assert board.mobility(color) <= board.potential_mobility(color)


@given(either_board)
def test_regions_are_the_connected_empty_squares(board: Board) -> None:
    regions = board.regions()
    assert {frozenset(spots_of(r)) for r in regions} == naive.regions(cells_of(board), board.size)
    assert sum(map(len, regions)) == board.empties
    assert all(isinstance(region, SquareSet) for region in regions)


def test_regions_come_in_the_order_of_their_first_square() -> None:
    board = Board.parse("--XX XXXX XXXX X--X")
    assert list(map(str, board.regions())) == ["a1 b1", "b4 c4"]
    assert Board.parse("X" * 16).regions() == ()


def test_empty_squares_that_touch_at_a_corner_are_one_region() -> None:
    board = Board.parse("-XXX X-XX XXXX XXX-")
    assert [str(region) for region in board.regions()] == ["a1 b2", "d4"]


@given(either_board)
def test_stable_discs_are_those_of_the_naive_definition(board: Board) -> None:
    for color in (BLACK, WHITE):
        expected = naive.stable(cells_of(board), board.size, str(color))
        assert spots_of(board.stable(color)) == expected


@few
@given(games(variant=Classic()), seeds)
def test_a_stable_disc_never_flips_however_a_classic_game_continues(game: Game, seed: int) -> None:
    chance, position = random.Random(seed), game.position
    stable = {color: position.board.stable(color) for color in Color}
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves))
        for color, discs in stable.items():
            assert discs <= position.board.discs(color)
            assert discs <= position.board.stable(color)


@given(seeds)
def test_stable_discs_on_a_board_with_full_edges_never_flip(seed: int) -> None:
    # Full edges are rare in random play, so they are laid out here.
    chance = random.Random(seed)
    cells = {
        spot: chance.choice(["black", "white"])
        for spot in naive.spots(8)
        if spot[1] < chance.randint(1, 6) or chance.random() < 0.3
    }
    position = Position(board_of(cells, 8), chance.choice([BLACK, WHITE]))
    stable = {color: position.board.stable(color) for color in Color}
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves))
        assert all(discs <= position.board.discs(color) for color, discs in stable.items())


@pytest.mark.parametrize("size", SIZES)
def test_corners_and_all_discs_of_a_full_board_are_stable(size: int) -> None:
    corners = SquareSet.corners(size)
    assert Board(size, corners.mask, 0).stable(BLACK) == corners
    chequered = sum(1 << index for index in range(0, size * size, 2))
    full = Board(size, chequered, SquareSet.all(size).mask ^ chequered)
    assert full.stable(BLACK) == full.discs(BLACK)
    assert full.stable(WHITE) == full.discs(WHITE)


@pytest.mark.parametrize("size", SIZES)
def test_at_the_start_no_disc_is_stable_and_every_disc_is_frontier(size: int) -> None:
    board = Board.start(size)
    assert not board.stable(BLACK)
    assert not board.stable(WHITE)
    assert board.frontier(BLACK) == board.discs(BLACK)
    assert len(board.regions()) == 1
    assert (board.mobility(WHITE), board.potential_mobility(WHITE)) == (4, 10)


def test_stability_spreads_from_a_corner_along_the_edge_and_inwards() -> None:
    board = Board.parse("XXX----- XX------ X------- " + "-" * 40)
    assert str(board.stable(BLACK)) == "a1 b1 c1 a2 b2 a3"
    shorter = Board.parse("XX------ XX------ " + "-" * 48)
    assert str(shorter.stable(BLACK)) == "a1 b1 a2"
    assert not board.stable(WHITE)
