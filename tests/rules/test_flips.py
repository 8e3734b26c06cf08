import pytest
from hypothesis import given

from outflank.rules import BLACK, SIZES, WHITE, Board, Classic, Position, Square
from support import naive
from support.strategies import all_squares, at, board_of, boards, cells_of, positions, spots_of


@given(boards())
def test_a_square_can_be_played_exactly_where_a_naive_walk_outflanks(board: Board) -> None:
    cells = cells_of(board)
    for color in (BLACK, WHITE):
        playable = naive.playable(cells, board.size, str(color))
        assert [(s.col, s.row) for s in board.outflanking(color)] == playable


@given(boards())
def test_the_flips_are_those_of_a_naive_walk(board: Board) -> None:
    cells = cells_of(board)
    for color in (BLACK, WHITE):
        for square in all_squares(board.size):
            expected = naive.outflanked(cells, board.size, str(color), (square.col, square.row))
            assert spots_of(board.outflanked(color, square)) == expected


@given(boards())
def test_a_square_can_be_played_exactly_when_something_flips(board: Board) -> None:
    for color in (BLACK, WHITE):
        playable = board.outflanking(color)
        for square in all_squares(board.size):
            assert (square in playable) == bool(board.outflanked(color, square))
        assert board.mobility(color) == len(playable)


@given(positions(variant=Classic()))
def test_moves_from_reachable_positions_follow_the_naive_rules(position: Position) -> None:
    size, turn = position.size, str(position.turn)
    cells = cells_of(position.board)
    for spot in naive.playable(cells, size, turn):
        after = position.play(Square(*spot))
        assert after.board == board_of(naive.played(cells, size, turn, spot), size)
        assert after.turn is position.turn.opponent


@pytest.mark.parametrize("size", SIZES)
def test_a_line_is_outflanked_from_edge_to_edge_in_all_eight_directions(size: int) -> None:
    last = size - 1
    for corner in [(0, 0), (last, 0), (0, last), (last, last)]:
        for step in naive.DIRECTIONS:
            line = list(naive.ray(corner, step, size))
            if not line:
                continue
            cells = dict.fromkeys(line[:-1], "white") | {line[-1]: "black"}
            board = board_of(cells, size)
            flipped = board.outflanked(BLACK, Square(*corner))
            assert spots_of(flipped) == set(line[:-1])
            assert Square(*corner) in board.outflanking(BLACK)


def test_one_disc_may_outflank_in_all_eight_directions_at_once() -> None:
    board = Board.parse("XXXXX- XOOOX- XO-OX- XOOOX- XXXXX- ------")
    (centre,) = at("c3")
    assert str(board.outflanked(BLACK, centre)) == "b2 c2 d2 b3 d3 b4 c4 d4"
    assert str(board.outflanking(BLACK)) == "c3"


def test_lines_do_not_wrap_around_the_edge_of_the_board() -> None:
    # h1, a2 and b2 are neighbouring bits, but not a line.
    board = Board.empty(8).put(WHITE, *at("h1")).put(WHITE, *at("a2")).put(BLACK, *at("b2"))
    assert not board.outflanking(BLACK)
    assert not board.outflanked(BLACK, *at("g1"))


def test_an_occupied_square_outflanks_nothing() -> None:
    board = Board.parse("XOO- ---- ---- ----").put(BLACK, *at("d1"))
    for name in ("a1", "b1", "d1"):
        assert not board.outflanked(BLACK, *at(name))


def test_an_empty_or_full_board_has_no_moves() -> None:
    for board in (Board.empty(8), Board(4, 0xFFFF, 0), Board(4, 0xFF00, 0x00FF)):
        assert not board.outflanking(BLACK)
        assert not board.outflanking(WHITE)
