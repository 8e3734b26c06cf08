"""The board for notebooks in a real browser: clicks, keys, answers, accessibility."""

import pytest
from playwright.sync_api import Page

from outflank import Game
from outflank.notebook import NotebookBoard
from support.browser import assert_accessible, expect
from support.notebook.notebook_page import show_board

pytestmark = pytest.mark.system("chromium")


def test_a_game_can_be_played_and_stepped_through_by_mouse_and_keys(page: Page) -> None:
    board = NotebookBoard(width=320)
    show_board(page, board)
    picture = page.locator(".outflank-picture svg")
    expect(picture).to_have_count(1)
    square = page.get_by_role("button", name="Play f5")
    # The button lies on the square: sixth column, fifth row of the board in the picture.
    seen, whole = square.bounding_box(), picture.bounding_box()
    assert seen
    assert whole
    unit = whole["width"] / 358
    assert seen["x"] - whole["x"] == pytest.approx(unit * (30 + 5 * 40), abs=1)
    assert seen["y"] - whole["y"] == pytest.approx(unit * (30 + 4 * 40), abs=1)
    square.click()
    status = page.locator(".outflank-status")
    expect(status).to_have_text("Black 4, white 1; white to move")
    page.get_by_role("button", name="Play d6").press("Enter")
    expect(status).to_have_text("Black 3, white 3; black to move")
    assert board.game.transcript == "f5d6"
    page.get_by_role("button", name="Play c3").press("ArrowLeft")
    expect(page.locator(".outflank-place")).to_have_text("1 of 2: f5")
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_role("button", name="Forward")).to_be_disabled()
    assert_accessible(page)


def test_the_answers_of_yes_no_othello_are_buttons_and_then_words(page: Page) -> None:
    board = NotebookBoard(Game(variant="yesno"))
    show_board(page, board)
    expect(page.get_by_role("button", name="Ask the oracle")).to_be_visible()
    page.get_by_role("button", name="maybe").click()
    expect(page.locator(".outflank-answer")).to_have_text("MAYBE")
    assert_accessible(page)
    page.get_by_role("button", name="Play d3").click()
    expect(page.get_by_role("button", name="Ask the oracle")).to_be_visible()
