import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from outflank.errors import NotationError, SizeError
from outflank.rules import BLACK, PASS, SIZES, WHITE, Color, Move, Pass, Square, parse_move
from outflank.rules.square import as_move, parse_moves
from support.strategies import sizes, squares

LETTERS = "abcdefghijklmnop"
EVERY_NAME = [f"{letter}{number}" for number in range(1, 17) for letter in LETTERS]


def test_the_two_colours_oppose_each_other() -> None:
    assert BLACK.opponent is WHITE
    assert WHITE.opponent is BLACK
    assert list(Color) == [BLACK, WHITE]


def test_a_colour_prints_as_its_word() -> None:
    assert (str(BLACK), str(WHITE)) == ("black", "white")
    assert (repr(BLACK), repr(WHITE)) == ("Color.BLACK", "Color.WHITE")
    assert Color("white") is WHITE


def test_every_square_is_named_by_column_letter_and_row_number_from_the_top() -> None:
    assert [str(Square.at(index, size=16)) for index in range(256)] == EVERY_NAME
    assert str(Square(0, 0)) == "a1"
    assert str(Square(7, 0)) == "h1"
    assert str(Square(0, 7)) == "a8"


@pytest.mark.parametrize("name", EVERY_NAME)
def test_a_name_is_read_in_either_case(name: str) -> None:
    square = Square.parse(name)
    assert str(square) == name
    assert Square.parse(name.upper()) == square
    assert (square.col, square.row) == (LETTERS.index(name[0]), int(name[1:]) - 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "1",
        "a0",
        "a17",
        "q1",
        "a01",
        "1a",
        " a1",
        "a1 ",
        "a+1",
        "a-1",
        "aa1",
        "a\N{FULLWIDTH DIGIT ONE}",
        "\N{KELVIN SIGN}1",
    ],  # a full-width digit; the Kelvin sign, which lower() makes a k
)
def test_text_that_is_not_a_square_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Square.parse(text)
    assert str(refusal.value) == (
        f"no square is called {text!r}; a square is a letter and a number, such as d3"
    )
    assert refusal.value.__cause__ is None


@given(sizes.flatmap(lambda size: squares(size).map(lambda square: (size, square))))
def test_the_number_of_a_square_counts_row_by_row(drawn: tuple[int, Square]) -> None:
    size, square = drawn
    assert square.index(size) == square.row * size + square.col
    assert Square.at(square.index(size), size=size) == square
    assert square.is_on(size)


@pytest.mark.parametrize("size", SIZES)
def test_a_number_outside_the_board_names_no_square(size: int) -> None:
    for index in (-1, size * size):
        with pytest.raises(SizeError) as refusal:
            Square.at(index, size=size)
        last = size * size - 1
        assert str(refusal.value) == f"the {size}x{size} board has squares 0 to {last}, not {index}"


@pytest.mark.parametrize("size", [0, 2, 5, 7, 17, 18])
def test_a_size_without_a_board_has_no_squares(size: int) -> None:
    with pytest.raises(SizeError, match=f"^a board has an even size from 4 to 16, not {size}$"):
        Square.at(0, size=size)


@pytest.mark.parametrize(("col", "row"), [(-1, 0), (0, -1), (16, 0), (0, 16)])
def test_a_square_beyond_the_largest_board_cannot_be_made(col: int, row: int) -> None:
    with pytest.raises(SizeError) as refusal:
        Square(col, row)
    assert str(refusal.value) == (f"column {col}, row {row} is not a square: both go from 0 to 15")


def test_a_square_is_on_every_board_that_is_large_enough() -> None:
    assert [size for size in SIZES if Square.parse("h8").is_on(size)] == [8, 10, 12, 14, 16]
    assert not Square.parse("h1").is_on(6)
    assert not Square.parse("a8").is_on(6)


def test_squares_are_ordered_by_column_then_row() -> None:
    names = ["b2", "a10", "b1", "a2"]
    assert list(map(str, sorted(map(Square.parse, names)))) == ["a2", "a10", "b1", "b2"]


def test_a_square_is_frozen_and_shown_by_its_name() -> None:
    square = Square(3, 2)
    assert f"{square!r} {[square, PASS]}" == "d3 [d3, PASS]"
    assert hash(square) == hash(Square.parse("D3"))
    with pytest.raises(FrozenInstanceError):
        square.col = 4  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        square.name = "d3"  # type: ignore[attr-defined]


def test_the_size_for_a_square_number_must_be_named() -> None:
    for wrong in ((5,), (5, 4), (5, 4, 8)):
        with pytest.raises(TypeError):
            Square.at(*wrong)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", []),
        ("f5d6c3", ["f5", "d6", "c3"]),
        (" F5, d6\nc3 ", ["f5", "d6", "c3"]),
        ("p16a1pass--PSa10@@@@@@", ["p16", "a1", PASS, PASS, PASS, "a10", PASS, PASS]),
    ],
)
def test_several_moves_are_read_from_one_text(text: str, moves: list[str | Pass]) -> None:
    assert parse_moves(text) == list(map(as_move, moves))


@pytest.mark.parametrize(
    ("text", "column", "stranger"), [("f5z9", 3, "z9"), ("f5 1. d6", 4, "1. d6"), ("f55", 1, "f55")]
)
def test_the_first_text_that_is_not_a_move_is_reported(
    text: str, column: int, stranger: str
) -> None:
    with pytest.raises(NotationError, match=f"{stranger!r} is not a move") as caught:
        parse_moves(text)
    assert caught.value.column == column


@pytest.mark.parametrize("given", [5, None, b"f5", ("f", 5)])
def test_a_value_of_another_type_is_refused_with_an_example_of_a_move(given: object) -> None:
    for read in (as_move, parse_move):
        with pytest.raises(TypeError, match="such as 'd3'"):
            read(given)  # type: ignore[arg-type]


def test_the_squares_of_a_board_are_made_once() -> None:
    assert Square.at(20, size=8) is Square.at(20, size=8)


def test_the_pass_is_a_single_value_and_never_falsy() -> None:
    move: Move = PASS
    assert bool(move)
    assert list(Pass) == [PASS]
    assert (str(PASS), repr(PASS)) == ("pass", "PASS")
    assert not isinstance(PASS, Square)
    assert pickle.loads(pickle.dumps(PASS)) is PASS


@pytest.mark.parametrize(
    "text", ["pass", "Pass", "PASS", "pas", "pa", "PA", "ps", "PS", "--", "@@", "@@@@"]
)
def test_a_pass_is_read_in_all_usual_spellings(text: str) -> None:
    assert parse_move(text) is PASS


def test_a_move_is_read_as_a_square_if_it_is_not_a_pass() -> None:
    assert parse_move("F5") == Square.parse("f5")


@pytest.mark.parametrize("text", ["", "p", "-", "passe", "@@@", "resign", "z9"])
def test_text_that_is_neither_a_square_nor_a_pass_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no square is called"):
        parse_move(text)
