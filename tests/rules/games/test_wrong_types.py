"""A value of the wrong type is refused with one sentence, in every door to the rules."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from outflank.errors import InvalidValue, SizeError, UnknownName
from outflank.rules import Board, Classic, Game, Odds, Position, Square, SquareSet
from outflank.rules.square import parse_moves

# Hide the wrong types from mypy.
ANY: Any = None
WRONG_ODDS: Any = True
HALF: Any = "half"

SIZED: dict[str, Callable[[Any], object]] = {
    "Board": lambda size: Board(size, 0, 0),
    "Board.start": Board.start,
    "Board.empty": Board.empty,
    "Position.start": Position.start,
    "Classic.start": Classic().start,
    "Square.at": lambda size: Square.at(0, size=size),
    "SquareSet": SquareSet,
    "all": SquareSet.all,
    "row": lambda size: SquareSet.row(size, 1),
    "column": lambda size: SquareSet.column(size, "a"),
    "corners": SquareSet.corners,
    "c_squares": SquareSet.c_squares,
    "x_squares": SquareSet.x_squares,
    "edges": SquareSet.edges,
    "edge": lambda size: SquareSet.edge(size, "north"),
    "centre": SquareSet.centre,
    "diagonals": SquareSet.diagonals,
}


@pytest.mark.parametrize("name", SIZED)
@pytest.mark.parametrize("size", [8.0, "8", None, [], float("nan")])
def test_the_size_of_a_board_is_a_whole_number(name: str, size: Any) -> None:
    SIZED[name](8)  # what was found for 8 must not let 8.0 in
    said = f"the size of a board is a whole number such as 8, not {size!r}"
    with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        SIZED[name](size)


@pytest.mark.parametrize("name", SIZED)
@pytest.mark.parametrize("size", [5, 10**9, 10**30, -8, True])
def test_a_size_that_no_board_has_is_refused_at_once(name: str, size: int) -> None:
    with pytest.raises(SizeError, match=f"^a board has an even size from 4 to 16, not {size}$"):
        SIZED[name](size)


NOTHING: dict[str, tuple[Callable[[], object], str]] = {
    "Square.at": (
        lambda: Square.at(ANY, size=8),
        "the number of a square is a whole number such as 20",
    ),
    "including": (
        lambda: SquareSet(8).including(ANY),
        "a square is a Square or a name such as 'd3', not",
    ),
    "parse_moves": (
        lambda: parse_moves(ANY),
        "moves are written as text, such as 'f5d6c3', not as",
    ),
    "attempt": (
        lambda: Position.start().attempt(ANY),
        "a square is a Square or a name such as 'd3', not",
    ),
    "on": (lambda: Position.start().place("d3").on(ANY), "a placement is made on a Board, not on"),
    "push_all": (
        lambda: Game().push_all(ANY),
        "moves are a text such as 'f5d6c3', or one after the other",
    ),
    "of_moves": (
        lambda: Game.of_moves(ANY),
        "moves are a text such as 'f5d6c3', or one after the other",
    ),
}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_is_no_square_and_no_move(name: str) -> None:
    ask, said = NOTHING[name]
    with pytest.raises(TypeError, match=f"^{re.escape(said)}.* None$"):
        ask()


def test_a_square_can_be_named_wherever_one_is_needed() -> None:
    assert SquareSet(8).including("d3") == SquareSet.of(8, "d3")
    assert Position.start().attempt("d3") == Position.start().play("d3")


def test_a_game_of_moves_begins_with_a_position() -> None:
    with pytest.raises(TypeError, match=r"^a game starts from a Position, not from 'f5'$"):
        Game.of_moves([], "f5")  # type: ignore[arg-type]


def test_half_a_move_is_no_move() -> None:
    with pytest.raises(
        InvalidValue, match=r"^each move takes two bytes, so 3 bytes are not moves$"
    ):
        Game.of_moves(b"\x25\x00\x2b")


@pytest.mark.parametrize("headers", [5, "ab", ["black"]])
def test_headers_are_names_with_texts(headers: Any) -> None:
    game = Game()
    game.headers["black"] = "Ann"
    with pytest.raises(TypeError, match=r"^headers are names with their texts, not "):
        game.headers = headers
    with pytest.raises(TypeError, match=r"^headers are names with their texts, not "):
        game.headers.update(headers)
    assert game.headers == {"black": "Ann"}


def test_odds_are_answers_with_chances() -> None:
    with pytest.raises(TypeError, match=r"^odds are answers with their chances, not True$"):
        Odds(WRONG_ODDS)
    with pytest.raises(TypeError, match=r"^a chance is a number from 0 to 1, not 'half'$"):
        Odds({"yes": HALF})


@pytest.mark.parametrize("marks", [None, 5])
def test_marks_are_several_numbers(marks: Any) -> None:
    with pytest.raises(TypeError, match=r"^marks are several numbers, such as \(1, 14\), not "):
        Game().root.nags = marks


@pytest.mark.parametrize("mark", ["!", [1], None])
def test_a_mark_of_another_type_is_refused(mark: Any) -> None:
    with pytest.raises(InvalidValue, match="is not a mark; marks have the numbers 1 to"):
        Game().root.nags = (1, mark)


@pytest.mark.parametrize("edge", [None, [], 5])
def test_an_edge_has_a_name(edge: Any) -> None:
    with pytest.raises(UnknownName, match=r"^there is no edge "):
        SquareSet.edge(8, edge)
