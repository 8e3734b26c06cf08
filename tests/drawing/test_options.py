"""The options of pictures: each has an effect, and a wrong one is refused in one sentence."""

import inspect
import re
from typing import Any

import pytest

from outflank.drawing import SvgOptions, TextOptions, find_skin, find_theme, svg, text
from outflank.errors import NotationError, SizeError, UnknownName
from outflank.rules import Board, Game, Square, SquareSet
from support.drawing_reader import opening, parse

CHANGES: dict[str, Any] = {
    "arrows": [("a1", "b1")],
    "background": False,
    "caption": True,
    "coordinates": False,
    "flips": ["f5"],
    "heat": {"a1": 1},
    "id": "mine",
    "last_move": None,
    "legal": False,
    "marks": {"ring": ["a1"]},
    "numbers": True,
    "rotated": True,
    "scores": {"a1": 1},
    "size": 99,
    "skin": "xo",
    "stable": ["f5"],
    "texts": {"a1": "x"},
    "theme": "print",
    "title": "A title",
}


def test_every_option_has_an_effect() -> None:
    assert set(CHANGES) == set(SvgOptions.__optional_keys__)
    usual = svg(opening(), id="same")
    for name, value in CHANGES.items():
        changed = svg(opening(), **({"id": "same"} | {name: value}))
        assert changed != usual, name
        parse(changed)


def test_skins_and_themes_are_found_by_any_spelling() -> None:
    assert find_skin("Yes/No") is find_skin("YESNO") is find_skin("yn")
    assert find_theme("High-Contrast") is find_theme("contrast")
    assert svg(Board.start(8), skin=find_skin("xo")) == svg(Board.start(8), skin="x/o")


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="no skin 'xoo'; did you mean 'xo'"):
        svg(Board.start(8), skin="xoo")
    with pytest.raises(UnknownName, match="no theme 'felts'"):
        svg(Board.start(8), theme="felts")
    with pytest.raises(UnknownName, match="no mark 'star'"):
        svg(Board.start(8), marks={"star": ["a1"]})  # type: ignore[dict-item]


def test_impossible_options_and_values_are_refused() -> None:
    board: Any = Board.start(8)
    with pytest.raises(TypeError, match="no option 'colour'"):
        svg(board, colour=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="can be drawn, not 3"):
        svg(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="only a position or a game"):
        svg(board, legal=True)
    with pytest.raises(TypeError, match="only the moves of a game"):
        svg(board, numbers=True)
    with pytest.raises(ValueError, match="at least one pixel"):
        svg(board, size=0)
    with pytest.raises(ValueError, match="an id begins with a letter"):
        svg(board, id='x"><script>')
    with pytest.raises(ValueError, match="heat of a1 is nan"):
        svg(board, heat={"a1": float("nan")})
    with pytest.raises(ValueError, match="score of a1 is inf"):
        svg(board, scores={"a1": float("inf")})
    with pytest.raises(NotationError):
        svg(board, texts={"z9": "?"})


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"size": "big"}, "size is a number of pixels, not 'big'"),
        ({"size": True}, "size is a number of pixels, not True"),
        ({"texts": {"d3": 5}}, "texts holds a string for each square, not 5 for d3"),
        ({"texts": "d3"}, "texts is a mapping from squares, not 'd3'"),
        (
            {"scores": {"d3": "4"}},
            "scores holds a Score, a WinDrawLoss or a number for each square, not '4'",
        ),
        ({"scores": {3: 1}}, "a square is a Square or a name such as 'd3', not 3"),
        ({"heat": {"d3": None}}, "heat holds a number for each square, not None for d3"),
        ({"coordinates": "no"}, "coordinates is True or False, not 'no'"),
        ({"legal": 5}, "legal is True, False, or squares, not 5"),
        ({"legal": [5]}, "a square is a Square or a name such as 'd3', not 5"),
        ({"flips": None}, "flips is squares, or names such as 'd3 e4', not None"),
        ({"last_move": 5}, "last_move is a move such as 'd3', or None, not 5"),
        ({"marks": ["ring"]}, "marks is a mapping from 'ring', 'frame' or 'cross' to squares"),
        ({"marks": {"ring": 4}}, "squares are a collection, or names such as 'd3 e4', not 4"),
        ({"arrows": 5}, "arrows is a list of pairs of squares, not 5"),
        ({"arrows": ["c3"]}, r"an arrow is a pair of squares such as \('c3', 'f6'\), not 'c3'"),
        ({"arrows": [("a1",)]}, "an arrow is a pair of squares"),
        ({"skin": 3}, "skin is a Skin or the name of one, not 3"),
        ({"theme": None}, "theme is a Theme or the name of one, not None"),
        ({"caption": 4}, "caption is True, False, or a string, not 4"),
        ({"title": 4}, "title is a string, not 4"),
        ({"id": 4}, "id is a string, not 4"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_in_one_sentence(options: Any, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        svg(Game(), **options)


@pytest.mark.parametrize("size", [0, -1, -0.5, float("nan"), float("inf")])
def test_a_picture_has_a_width(size: Any) -> None:
    with pytest.raises(ValueError, match=f"at least one pixel wide, not {size}"):
        svg(Game(), size=size)


def test_help_lists_every_option() -> None:
    option = r"^    ([a-z]\w+)(?:=\S+)?  "
    for function, options in ((svg, SvgOptions), (text, TextOptions)):
        listed = re.findall(option, inspect.getdoc(function) or "", re.MULTILINE)
        assert sorted(listed) == sorted(options.__optional_keys__)


@pytest.mark.parametrize(
    "options",
    [
        {"last_move": "a5"},
        {"flips": ["a5"]},
        {"legal": SquareSet.corners(8)},
        {"texts": {"e1": "x"}},
        {"heat": {Square(4, 4): 1}},
        {"arrows": [("a1", "a5")]},
        {"marks": {"ring": "a5"}},
    ],
)
def test_squares_outside_the_board_are_refused(options: Any) -> None:
    with pytest.raises(SizeError):
        svg(Board.start(4), **options)
