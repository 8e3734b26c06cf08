"""The animation of the board component: what moves and when, and what is drawn again."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.faces.web.pages.board_states import board_state
from outflank.rules import Board, Position, find_variant
from support.board_page import BoardPage, OpenBoardPage, after

pytestmark = pytest.mark.system("chromium")


@pytest.fixture
def board_page(open_board_page: OpenBoardPage) -> BoardPage:
    """A page of the test's own on which discs turn over, because the speed of drawing matters."""
    return open_board_page(reduced_motion="no-preference")


def long_line() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the states before and after a move that flips five discs in a row."""
    board = Board.parse("-OOOOOX-" + "-" * 56)
    before = Position(board, find_variant("classic").start().turn)
    return board_state(before), board_state(before.play("a1"), before.place("a1"))


def test_discs_turn_over_one_after_the_other(board_page: BoardPage) -> None:
    before, then = long_line()
    board_page.show(before)
    board_page.change(then)
    moving = [one for one in board_page.animations() if one["name"] in ("away", "toward")]
    assert {one["duration"] for one in moving} == {300}
    for kind in ("away", "toward"):
        delays = sorted(one["delay"] for one in moving if one["name"] == kind)
        assert delays == [0, 35, 70, 105, 140]
    assert {one["delay"] for one in moving if one["square"].startswith("d1")} == {70}
    board_page.finish_animations()
    assert (
        board_page.count(".away") + board_page.count(".toward") + board_page.count(".turning") == 0
    )
    assert board_page.count(".face.black") == 7


def test_a_slow_machine_skips_the_motion(board_page: BoardPage) -> None:
    before, then = long_line()
    board_page.show(before)
    board_page.change(then)
    assert board_page.animations()
    board_page.page.evaluate("{ const at = performance.now(); performance.now = () => at + 1000; }")
    board_page.finish_animations()
    board_page.change(before)
    board_page.change(then)
    assert board_page.animations() == []
    board_page.page.evaluate(
        "{ const at = performance.now(); performance.now = () => at + 10_001; }"
    )
    board_page.change(before)
    board_page.change(then)
    assert board_page.animations()


def test_discs_of_small_boards_turn_over_too(board_page: BoardPage) -> None:
    before, then = long_line()
    board_page.show(before, mini="")
    assert board_page.animations() == []
    board_page.change(then)
    moving = board_page.animations()
    assert {(one["name"], one["duration"]) for one in moving} == {("turn", 300)}
    assert sorted(one["delay"] for one in moving) == [0, 35, 70, 105, 140]
    board_page.finish_animations()
    assert (board_page.count(".turning"), board_page.small_discs()) == (0, (7, 0))
    board_page.change({**before, "cells": "-" * 64})
    assert (board_page.small_discs(), board_page.count("circle.last")) == ((0, 0), 0)


def test_only_the_discs_that_a_move_flipped_are_animated(board_page: BoardPage) -> None:
    before, then = long_line()
    board_page.show(then)
    assert board_page.animations() == []  # the first thing shown
    board_page.change(before)
    assert board_page.animations() == []  # a move taken back
    board_page.change({**then, "last": None})
    assert board_page.animations() == []  # a position set up


def test_a_second_move_does_not_wait_for_the_first(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.change(after("f5"))
    board_page.change(after("f5 f6"))
    assert {one["square"].split(",")[0] for one in board_page.animations()} == {"e5"}
    board_page.finish_animations()
    assert board_page.count(".away") == 0


@pytest.mark.parametrize(
    ("motion", "attributes"), [("reduce", {}), ("no-preference", {"still": ""})]
)
def test_without_motion_discs_change_at_once(
    open_board_page: OpenBoardPage, motion: str, attributes: dict[str, str]
) -> None:
    before, then = long_line()
    board_page = open_board_page(reduced_motion=motion)
    board_page.show(before, **attributes)
    board_page.change({**then, "last": {**then["last"], "answer": "maybe"}})
    assert board_page.animations() == []
    assert board_page.count(".face.black") == 7
    assert board_page.count(".glow") + board_page.count(".away") == 0


def test_a_maybe_makes_the_board_glow_once(board_page: BoardPage) -> None:
    before, then = long_line()
    board_page.show(before)
    maybe = {**then, "last": {**then["last"], "answer": "maybe", "forced": ["b1"]}}
    board_page.change(maybe)
    board_page.change(maybe)
    assert [one["duration"] for one in board_page.animations() if one["name"] == "glow"] == [600]
    assert "b1, black, flipped, flipped by the answer" in board_page.names()
    board_page.finish_animations()
    assert board_page.count(".glow") == 0
    assert board_page.count("svg.maybe, .maybe") == 1


def test_only_what_changed_is_drawn_again(board_page: BoardPage) -> None:
    board_page.show(after(""))
    touched = board_page.element.evaluate(
        """(board, state) => {
          const watch = new MutationObserver(() => {});
          watch.observe(board.shadowRoot, {subtree: true, childList: true, attributes: true});
          board.state = {...board.state};
          board.draw();
          const none = watch.takeRecords().length;
          board.state = state;
          board.draw();
          const cells = watch.takeRecords().map((one) => one.target.closest(".cell"));
          return [none, new Set(cells.filter(Boolean)).size];
        }""",
        after("f5"),
    )
    # f5 and e5 changed, three legal squares went and three came, and the tab stop moved.
    assert touched == [0, 8]
