"""What the board component shows and what screen readers say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from outflank.faces.web.pages.board_states import board_state
from outflank.rules import Game, Position, Square
from support.board_page import BoardPage, after
from support.browser import expect

pytestmark = pytest.mark.system("chromium")


def spoken(position: Position, square: Square) -> str:
    """Return what a screen reader must say of a square, by the rules alone."""
    disc = position.board.disc_at(square)
    if disc:
        return f"{square}, {disc}"
    if not position.is_legal(square):
        return f"{square}, empty"
    return f"{square}, empty, legal, flips {len(position.place(square).turned)}"


def random_position(size: int, plies: int) -> Position:
    chance, game = random.Random(size), Game(size=size)
    for _ in range(plies):
        if not game.is_over:
            game.push(chance.choice(list(game.position.legal_moves)))
    return game.position


@pytest.mark.parametrize("size", [4, 6, 8, 12, 16])
def test_every_square_of_every_size_says_what_the_rules_say(
    board_page: BoardPage, size: int
) -> None:
    for plies in (0, size, size * 3):
        position = random_position(size, plies)
        board_page.show(board_state(position))
        squares = [Square.at(index, size=size) for index in range(size * size)]
        assert board_page.names() == [spoken(position, square) for square in squares]
        assert board_page.count("[role=row]") == size
        assert board_page.count(".face.black") == str(position.board).count("X")
        assert board_page.count(".dot") == len(position.legal_moves.squares)


def test_the_squares_are_where_their_names_say(board_page: BoardPage) -> None:
    board_page.show(after(""))
    corner, far, below = (board_page.square(name).bounding_box() for name in ("a1", "h1", "a2"))
    assert corner
    assert far
    assert below
    assert far["x"] > corner["x"] + 300
    assert far["y"] == corner["y"]
    assert below["y"] > corner["y"]
    assert below["x"] == corner["x"]


def test_the_last_move_and_its_flips_are_shown_and_read_out(board_page: BoardPage) -> None:
    board_page.show(after("f5 f6"))
    names = board_page.names()
    assert "f6, white, last move" in names
    assert "e5, white, flipped" in names
    assert "f5, black" in names
    assert (board_page.count("circle.last"), board_page.count("circle.flipped")) == (1, 1)


def test_texts_marks_arrows_and_plans_are_shown_and_read_out(board_page: BoardPage) -> None:
    note = {"text": "+4", "strong": True, "source": "exact", "tone": "good"}
    board_page.show(
        {
            **after("f5"),
            "texts": {"d6": note, "f5": "1"},
            "marks": {"ring": ["d4"], "frame": ["a1"], "cross": ["h8"], "stable": ["e4"]},
            "arrows": [["a1", "h8"]],
            "premove": "g4",
        }
    )
    names = board_page.names()
    for name in (
        "d6, empty, legal, flips 1, +4, exact",
        "f5, black, last move, 1",
        "d4, white, ringed",
        "a1, empty, framed",
        "h8, empty, crossed",
        "e4, black, stable",
        "g4, empty, planned",
    ):
        assert name in names
    assert board_page.element.locator(".note.strong").text_content() == "+4✓"
    assert board_page.count(".dot") == 2  # the third legal square shows its value instead
    for shape in (".ring", ".frame", ".cross", ".stable", ".arrow", ".plan"):
        assert board_page.count(shape) == 1, shape


def test_a_text_is_never_markup(board_page: BoardPage) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    board_page.show({**after(""), "texts": {"a1": hostile}}, label=hostile)
    assert board_page.count("img") == 0
    assert f"a1, empty, {hostile}" in board_page.names()
    assert board_page.element.locator(".note").text_content() == "<img …" + hostile


def test_each_skin_shows_and_names_its_own_discs(board_page: BoardPage) -> None:
    for skin, (black, white) in {
        "classic": ("black", "white"),
        "red-yellow": ("red", "yellow"),
        "xo": ("X", "O"),
        "yesno": ("YES", "NO"),
    }.items():
        board_page.show({**after("f5"), "skin": skin})
        assert f"f5, {black}, last move" in board_page.names()
        assert f"d4, {white}" in board_page.names()
    assert board_page.element.locator(".label").all_text_contents().count("YES") == 4
    label, last = (
        board_page.square("f5").locator(one).bounding_box() for one in (".label", ".last")
    )
    assert label
    assert last
    assert last["y"] + last["height"] <= label["y"] + label["height"] / 4


def test_a_board_seen_from_the_other_side_is_fully_turned(board_page: BoardPage) -> None:
    board_page.show({**after("f5"), "orientation": 180, "arrows": [["a1", "a3"]]})
    assert [name.split(",")[0] for name in board_page.names()][:2] == ["h8", "g8"]
    letters = board_page.element.locator(".names text").all_text_contents()
    assert letters[:4] == ["h", "8", "g", "7"]
    board_page.begin_at("c3")
    assert board_page.press("ArrowRight") == "b3"
    assert board_page.press("ArrowDown") == "b2"
    assert board_page.press("Home") == "h2"
    board_page.square("d6").click()
    assert board_page.heard("play") == [["play", "d6"]]


def test_coordinates_stand_outside_inside_or_nowhere(board_page: BoardPage) -> None:
    counts = {}
    for place in ("outside", "inside", "none"):
        board_page.show(after(""), coordinates=place)
        counts[place] = (board_page.count(".names text"), board_page.count(".inside"))
    assert counts == {"outside": (16, 0), "inside": (16, 1), "none": (0, 0)}


def test_a_small_board_is_one_picture_with_a_summary(board_page: BoardPage) -> None:
    board_page.show(after("f5 f6"), mini="", label="Anna and Zoe")
    picture = board_page.element.get_by_role("img")
    summary = "Anna and Zoe. Board 8 by 8: black 3, white 3, last move f6"
    assert picture.get_attribute("aria-label") == summary
    assert board_page.count("[role=gridcell]") == 0
    assert board_page.small_discs() == (3, 3)


def test_an_impossible_state_is_refused_in_a_sentence(board_page: BoardPage) -> None:
    board_page.show(after(""))
    refuse = """(board, state) => {
      try { board.state = state; } catch (error) { return `${error}`; }
    }"""
    start = after("")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"size": 17}, "RangeError: a board has 4 to 16 columns, not 17"),
        ({"cells": "-"}, "RangeError: cells are 64 of the signs X, O and -"),
        ({"cells": "x" * 64}, "RangeError: cells are 64 of the signs X, O and -"),
        ({"premove": "i1"}, "RangeError: there is no i1 on 8x8"),
        ({"premove": "a01"}, "RangeError: there is no a01 on 8x8"),
    ]
    for change, sentence in cases:
        assert board_page.element.evaluate(refuse, {**start, **change}) == sentence
    assert len(board_page.names()) == 64


def test_a_state_set_before_the_component_was_loaded_is_shown(board_page: BoardPage) -> None:
    board_page.page.evaluate(
        """(state) => {
          const bare = new DOMParser().parseFromString("<outflank-board>", "text/html");
          const board = bare.querySelector("outflank-board");
          board.state = state;
          document.querySelector("div").replaceChildren(board);
        }""",
        after("f5"),
    )
    expect(board_page.square("f5")).to_have_attribute("aria-label", "f5, black, last move")
