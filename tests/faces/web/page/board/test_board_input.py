"""Playing on the board component by mouse, touch and keyboard, and the preview of a move."""

from __future__ import annotations

import pytest

from outflank.faces.web.pages.board_states import board_state
from outflank.rules import find_variant
from support.board_page import HOLD_TIME, BoardPage, OpenBoardPage, after
from support.browser import expect

pytestmark = pytest.mark.system("chromium")


def test_a_click_plays_only_legal_squares(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.square("f5").click()
    board_page.square("a1").click()
    board_page.square("d4").click()
    heard = board_page.heard("play", "refuse")
    assert heard == [["play", "f5"], ["refuse", "a1"], ["refuse", "d4"]]


def test_nothing_can_be_played_on_a_disabled_or_display_only_board(board_page: BoardPage) -> None:
    board_page.show({**after(""), "disabled": True})
    board_page.square("f5").click(force=True)
    board_page.press("Enter")
    assert board_page.element.get_by_role("grid").get_attribute("aria-disabled") == "true"
    assert board_page.heard("play", "refuse") == []
    board_page.show(after(""))
    board_page.element.evaluate("board => { board.removeAttribute('interactive'); board.draw(); }")
    board_page.square("f5").click()
    assert board_page.element.get_by_role("grid").get_attribute("aria-readonly") == "true"
    assert board_page.heard("play", "refuse") == []
    assert board_page.press("ArrowRight") == "g5"


def test_other_squares_can_be_enabled_for_plans_and_for_setting_up(board_page: BoardPage) -> None:
    board_page.show({**after(""), "legal": [], "choose": "empty"})
    board_page.square("a1").click()
    board_page.square("d4").click()
    assert board_page.heard("play", "refuse") == [["play", "a1"], ["refuse", "d4"]]
    board_page.show({**after(""), "choose": "any"})
    board_page.square("d4").click()
    assert board_page.heard("play", "refuse") == [["play", "d4"]]


def test_a_tap_plays(open_board_page: OpenBoardPage) -> None:
    board_page = open_board_page(
        has_touch=True, is_mobile=True, viewport={"width": 360, "height": 700}
    )
    board_page.show(after(""))
    board_page.square("d3").tap()
    assert board_page.heard("play", "refuse") == [["play", "d3"]]


def test_the_board_is_one_tab_stop(board_page: BoardPage) -> None:
    board_page.show(after(""))
    assert board_page.count("[tabindex='0']") == 1
    board_page.page.keyboard.press("Tab")
    assert board_page.focused() == "d3"  # the first legal square
    board_page.page.keyboard.press("ArrowDown")
    assert board_page.count("[tabindex='0']") == 1
    board_page.page.keyboard.press("Tab")
    assert board_page.focused() == ""
    board_page.page.keyboard.press("Shift+Tab")
    assert board_page.focused() == "d4"


def test_the_arrow_keys_move_over_the_board_and_stop_at_its_edge(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.begin_at("c3")
    assert board_page.press("ArrowRight", "ArrowDown") == "d4"
    assert board_page.press("ArrowLeft", "ArrowUp") == "c3"
    assert board_page.press("Home") == "a3"
    assert board_page.press("ArrowLeft") == "a3"
    assert board_page.press("End") == "h3"
    assert board_page.press("PageDown") == "h8"
    assert board_page.press("ArrowDown") == "h8"
    assert board_page.press("Control+Home") == "a1"
    assert board_page.press("ArrowUp") == "a1"
    assert board_page.press("Control+End") == "h8"
    assert board_page.press("PageUp") == "h1"
    assert board_page.heard("focus-square")[-1] == ["focus-square", "h1"]


def test_enter_and_space_play_the_square_under_the_cursor(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.begin_at("f5")
    board_page.press("Enter", "Space", "ArrowRight", "Enter")
    assert board_page.heard("play", "refuse") == [["play", "f5"], ["play", "f5"], ["refuse", "g5"]]


def test_a_typed_name_leads_to_its_square(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.begin_at("a1")
    board_page.page.evaluate(HOLD_TIME)
    assert board_page.press("f") == "a1"
    assert board_page.count(".typed") == 1
    assert board_page.press("5") == "f5"
    assert board_page.count(".typed") == 0
    board_page.press("Enter")
    assert board_page.heard("play") == [["play", "f5"]]
    assert board_page.press("c", "9") == "f5"  # there is no ninth row
    assert board_page.press("4") == "c4"
    assert board_page.press("d", "Escape", "1") == "c4"
    assert board_page.press("C", "3") == "c3"


def test_a_typed_name_can_have_two_digits(board_page: BoardPage) -> None:
    board_page.show(board_state(find_variant("classic").start(16)))
    board_page.begin_at("a1")
    board_page.page.evaluate(HOLD_TIME)
    assert board_page.press("p", "1") == "p1"
    assert board_page.press("6") == "p16"
    assert board_page.press("n", "1", "0") == "n10"
    assert board_page.press("n", "1", "7") == "n1"


def test_keys_lead_from_one_legal_square_to_the_next(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.begin_at("d3")
    assert [board_page.press(key) for key in (".", "n", ".", ".")] == ["c4", "f5", "e6", "d3"]
    assert [board_page.press(key) for key in (",", "N")] == ["e6", "f5"]


def test_other_keys_are_left_to_the_page(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.element.evaluate(
        """(board) => { window.left = [];
          const note = ({ key, defaultPrevented }) => defaultPrevented || left.push(key);
          board.parentElement.onkeydown = note;
        }"""
    )
    board_page.begin_at("d3")
    board_page.page.evaluate(HOLD_TIME)
    board_page.press("u", "Escape", "p", "Control+a", "1", "ArrowUp", "a", "1", "Control+ArrowLeft")
    left = ["u", "Escape", "p", "Control", "a", "1", "Control", "ArrowLeft"]
    assert board_page.page.evaluate("() => window.left") == left


def test_the_cursor_stays_when_the_board_is_rebuilt(board_page: BoardPage) -> None:
    board_page.show(after(""))
    board_page.begin_at("f5")
    board_page.change({**after("f5"), "orientation": 180})
    assert board_page.focused() == "f5"
    board_page.change(after("", size=4))
    assert board_page.focused() == "b1"


def test_the_pointer_shows_what_a_move_would_do(board_page: BoardPage) -> None:
    board_page.show(after("f5"))
    board_page.square("d6").hover()
    expect(board_page.element.locator(".ghost")).to_have_count(1)
    assert board_page.square("d6").locator(".ghost .white").count() == 2  # its face and its edge
    assert board_page.square("d5").locator(".flip").count() == 1
    assert board_page.count(".flip") == 1
    assert board_page.count(".dot") == 2
    board_page.square("a1").hover()
    expect(board_page.element.locator(".ghost")).to_have_count(0)
    assert board_page.count(".flip") == 0


def test_the_keyboard_cursor_shows_it_too(board_page: BoardPage) -> None:
    board_page.show(after("f5"))
    board_page.begin_at("c6")
    board_page.press("ArrowRight")
    expect(board_page.element.locator(".ghost")).to_have_count(1)
    assert board_page.square("d5").locator(".flip").count() == 1
    expect(board_page.square("d6").locator(".cursor")).to_be_visible()
    expect(board_page.square("c6").locator(".cursor")).to_be_hidden()


def test_a_display_only_board_shows_no_preview(board_page: BoardPage) -> None:
    board_page.show({**after("f5"), "disabled": True})
    board_page.square("d6").hover()
    board_page.change({**after("f5"), "disabled": True})
    assert board_page.count(".ghost") == 0


def test_an_answer_decides_which_disc_is_previewed(board_page: BoardPage) -> None:
    position = find_variant("yesno").start().hear("no")
    board_page.show({**board_state(position), "skin": "yesno"})
    assert "f5, empty, legal, flips 0, places NO" in board_page.names()
    board_page.square("f5").hover()
    expect(board_page.square("f5").locator(".ghost .label")).to_have_text("NO")
    assert board_page.count(".flip") == 0


def test_dots_can_be_switched_off(board_page: BoardPage) -> None:
    board_page.show({**after(""), "hints": False})
    assert board_page.count(".dot") == 0
    board_page.square("f5").click()
    assert board_page.heard("play") == [["play", "f5"]]
