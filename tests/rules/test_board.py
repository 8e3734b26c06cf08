import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import NotationError, SizeError
from outflank.rules import BLACK, SIZES, WHITE, Board, Square, SquareSet
from support import naive
from support.strategies import all_squares, at, boards, cells_of, spots_of, square_sets


@pytest.mark.parametrize("size", SIZES)
def test_a_game_starts_with_the_centre_four(size: int) -> None:
    board = Board.start(size)
    assert cells_of(board) == naive.start(size)
    assert (board.count(BLACK), board.count(WHITE), board.empties) == (2, 2, size * size - 4)


def test_on_8x8_black_starts_on_d5_e4_and_white_on_d4_e5() -> None:
    board = Board.start()
    assert board.size == 8
    assert str(board.discs(BLACK)) == "e4 d5"
    assert str(board.discs(WHITE)) == "d4 e5"
    assert (board.black, board.white) == (0x0000000810000000, 0x0000001008000000)


@given(boards())
def test_discs_and_empty_squares_add_up(board: Board) -> None:
    black, white, empty = board.discs(BLACK), board.discs(WHITE), board.empty_squares
    assert len(black) == board.count(BLACK)
    assert len(white) == board.count(WHITE)
    assert len(empty) == board.empties
    assert board.count(BLACK) + board.count(WHITE) + board.empties == board.size**2
    assert black | white | empty == SquareSet.all(board.size)
    assert not black & white
    assert not (black | white) & empty


@given(boards())
def test_the_disc_on_each_square_agrees_with_the_sets(board: Board) -> None:
    for square in all_squares(board.size):
        in_black, in_white = square in board.discs(BLACK), square in board.discs(WHITE)
        expected = BLACK if in_black else WHITE if in_white else None
        assert board.disc_at(square) is expected
        assert (square in board.empty_squares) == (expected is None)


@given(boards())
def test_a_board_is_written_row_by_row_and_read_back(board: Board) -> None:
    text = str(board)
    assert len(text) == board.size**2
    assert set(text) <= set("XO-")
    assert Board.parse(text) == board
    rows = [text[start : start + board.size] for start in range(0, len(text), board.size)]
    assert Board.parse("\n".join(rows)) == board
    for square in all_squares(board.size):
        cell = {BLACK: "X", WHITE: "O", None: "-"}[board.disc_at(square)]
        assert rows[square.row][square.col] == cell


def test_a_board_is_read_in_every_usual_alphabet() -> None:
    assert Board.parse("Xx*Bb OoWw -.XXXXX") == Board.parse("XXXXXOOOO--XXXXX")
    assert Board.parse(" ----\n-OX-\t-XO- ----\n") == Board.start(4)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("--- --OX- -XO- ----", "row 1 has 3 cells, but each row of 4x4 has 4"),
        ("----\n-OX-\n-XO\n-----\n", "row 3 has 3 cells, but each row of 4x4 has 4"),
        ("- - - -\n- O X\n- - X O -\n- - - -", "row 2 has 3 cells, but each row of 4x4 has 4"),
        ("\n".join(["-------", "---------", *["--------"] * 6]), "row 1 has 7 cells"),
    ],
)
def test_ragged_rows_are_refused(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=f"^{problem}"):
        Board.parse(text)


@pytest.mark.parametrize("wrong", ["a", 1.5, None])
def test_the_discs_of_a_board_are_whole_numbers(wrong: Any) -> None:
    for side, discs in (("black", (wrong, 1)), ("white", (1, wrong))):
        sentence = f"^the {side} discs of a Board are a whole number, not {wrong!r}$"
        with pytest.raises(TypeError, match=sentence):
            Board(8, *discs)


def test_line_breaks_and_spaces_in_a_board_do_not_matter() -> None:
    cells = str(Board.start(8))
    assert Board.parse(f"{cells[:40]}\n{cells[40:]}") == Board.start(8)
    assert Board.parse(" ".join(cells)) == Board.start(8)


def test_a_board_prints_as_text_and_as_a_diagram() -> None:
    board = Board.start(4)
    assert repr(board) == "Board.parse('-----OX--XO-----')"
    assert eval(repr(board)) == board
    assert board.diagram() == "  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . ."
    assert Board.empty(10).diagram().splitlines()[9:] == [
        " 9 " + ". " * 9 + ".",
        "10 " + ". " * 9 + ".",
    ]


def test_a_board_can_be_indexed_by_squares() -> None:
    board = Board.start(8)
    assert (board["d4"], board[Square(3, 4)], board["a1"]) == (WHITE, BLACK, None)
    with pytest.raises(NotationError, match="no square is called 'z9'"):
        board["z9"]
    with pytest.raises(TypeError, match="not iterable"):
        iter(board)  # type: ignore[call-overload]


def test_a_board_is_read_from_text_only() -> None:
    with pytest.raises(TypeError, match="a board is read from text, not from 5"):
        Board.parse(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [0, 4, 15, 17, 25, 63, 65, 324])
def test_cells_that_do_not_fill_a_board_are_refused(count: int) -> None:
    with pytest.raises(NotationError) as refusal:
        Board.parse("-" * count)
    assert str(refusal.value) == (
        f"{count} cells do not fill a board of an even size from 4 to 16; 8x8 needs 64 "
        "(outflank.read also reads the side to move)"
    )


@pytest.mark.parametrize(
    ("cell", "index", "name"), [("?", 0, "a1"), ("1", 5, "b2"), ("0", 15, "d4")]
)
def test_an_unknown_cell_is_refused_with_the_name_of_its_square(
    cell: str, index: int, name: str
) -> None:
    text = "-" * index + cell + "-" * (15 - index)
    with pytest.raises(NotationError) as refusal:
        Board.parse(text)
    assert str(refusal.value) == f"the cell {name} is {cell!r}, but a cell is X, O or -"


@pytest.mark.parametrize("size", [0, 2, 3, 5, 7, 15, 17, 18, -8])
def test_only_even_sizes_from_4_to_16_have_a_board(size: int) -> None:
    for make in (Board.start, Board.empty):
        with pytest.raises(SizeError) as refusal:
            make(size)
        assert str(refusal.value) == f"a board has an even size from 4 to 16, not {size}"


@pytest.mark.parametrize(("black", "white"), [(1 << 16, 0), (0, 1 << 16), (-1, 0), (0, -1)])
def test_discs_outside_the_board_are_refused(black: int, white: int) -> None:
    with pytest.raises(SizeError, match=r"^there are discs outside the 4x4 board$"):
        Board(4, black, white)


def test_two_discs_on_one_square_are_refused() -> None:
    with pytest.raises(SizeError, match=r"^a square holds one disc, but a1 c1 would hold two$"):
        Board(4, 0b0111, 0b1101)


def test_the_empty_board_has_no_discs() -> None:
    assert str(Board.empty(4)) == "-" * 16
    assert Board.empty().size == 8
    assert Board.empty().empties == 64


@given(boards(), st.data())
def test_putting_a_disc_changes_that_square_only(board: Board, data: st.DataObject) -> None:
    square = data.draw(st.sampled_from(all_squares(board.size)))
    for put in (BLACK, WHITE):
        after = board.put(put, square)
        assert cells_of(after) == cells_of(board) | {(square.col, square.row): str(put)}
    gone = cells_of(board.remove(square))
    assert gone == {s: c for s, c in cells_of(board).items() if s != (square.col, square.row)}


@given(st.sampled_from(SIZES).flatmap(lambda s: st.tuples(boards(s), square_sets(s))))
def test_recolouring_puts_discs_on_exactly_those_squares(drawn: tuple[Board, SquareSet]) -> None:
    board, squares = drawn
    for put in (BLACK, WHITE):
        expected = cells_of(board) | dict.fromkeys(spots_of(squares), str(put))
        assert cells_of(board.recolor(put, squares)) == expected


def test_squares_of_another_size_cannot_be_recoloured() -> None:
    with pytest.raises(SizeError, match=r"^squares of the 6x6 board cannot be used on 8x8$"):
        Board.start(8).recolor(BLACK, SquareSet.corners(6))


@pytest.mark.parametrize("name", ["e1", "a5", "p16"])
def test_a_square_of_a_larger_board_is_refused_everywhere(name: str) -> None:
    board, square = Board.start(4), Square.parse(name)
    for ask in (
        lambda: board.disc_at(square),
        lambda: board.put(BLACK, square),
        lambda: board.remove(square),
        lambda: board.outflanked(BLACK, square),
        lambda: board.neighbours(square),
    ):
        with pytest.raises(SizeError, match=f"^{name} is not a square of the 4x4 board$"):
            ask()


@pytest.mark.parametrize("size", SIZES)
def test_the_neighbours_are_the_squares_that_touch(size: int) -> None:
    board = Board.empty(size)
    for spot in naive.spots(size):
        assert spots_of(board.neighbours(Square(*spot))) == naive.around(spot, size)


def test_a_board_is_frozen_hashable_and_picklable() -> None:
    board = Board.start(10)
    assert hash(board) == hash(Board.start(10))
    assert pickle.loads(pickle.dumps(board)) == board
    assert board != Board.start(12)
    with pytest.raises(FrozenInstanceError):
        board.black = 0  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        board.note = ""  # type: ignore[attr-defined]
    board.put(BLACK, *at("a1"))
    assert board == Board.start(10)


@pytest.mark.parametrize("stranger", ["black", None, 1])
def test_a_side_must_be_a_color(stranger: object) -> None:
    board = Board.start()
    asks: list[Callable[[Any], object]] = [
        board.count, board.discs, board.outflanking, board.mobility, board.stable, board.frontier,
    ]  # fmt: skip
    for ask in asks:
        with pytest.raises(TypeError) as refusal:
            ask(stranger)
        assert str(refusal.value) == f"a side is Color.BLACK or Color.WHITE, not {stranger!r}"


def test_a_board_accepts_the_names_of_squares() -> None:
    board = Board.start().put(BLACK, "a1")
    assert board.disc_at("A1") is BLACK
    assert board.remove("a1") == Board.start()
    assert board.neighbours("a1") == SquareSet.of(8, "b1", "a2", "b2")
    assert board.outflanked(BLACK, "d3") == SquareSet.of(8, "d4")
