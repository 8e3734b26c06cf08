"""The analysis board on phones and large screens, by keyboard, with axe and without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from support.analysis.analysis_page import OpenAnalysis
from support.board_page import HOLD_TIME
from support.browser import NewPage, assert_accessible, expect
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

LINE = "#classic-8/-/f5d6c3d3c4f4/4"
_BOX = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
}"""
_STOPS = (
    "() => [...document.querySelectorAll('#tree button')].filter((one) => !one.tabIndex).length"
)


SCREENS = [(320, 568), (375, 667), (390, 844), (844, 390), (1024, 768), (1500, 860), (2560, 1440)]


def test_the_board_comes_first_and_everything_fits_the_screen(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis(LINE)
    page = analysis.page
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        left, top, right, bottom = analysis.board.evaluate(_BOX)
        assert left >= 0
        assert right <= width
        assert bottom <= height, "the whole board must be visible without scrolling"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        *_, walk_bottom = page.locator(".walk").evaluate(_BOX)
        assert walk_bottom <= height
        assert page.locator("#notice").evaluate(_BOX)[1] >= top or width > 560
        page.click("#forward")
        expect(analysis.current()).to_have_attribute("aria-label", re.compile("^5. Black c4"))
        page.click("#back")
        for dialog, button in (("#read", "#open"), ("#write", "#save")):
            page.click(button)
            box = page.locator(dialog).evaluate(_BOX)
            assert box[0] >= 0
            assert box[2] <= width
            page.keyboard.press("Escape")
        page.click("#setup")
        page.click("#edit-cancel")
        if width > 900:
            assert right - left > min(0.7 * height, 0.5 * width), (
                "the board must have most of the page"
            )


def test_axe_finds_no_fault_in_any_state(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis(LINE, engine=True)
    page = analysis.page
    expect(page.locator("#lines li")).to_have_count(3)
    page.click("#run")
    page.locator("#comment").fill("a remark")
    page.click("#back")
    analysis.play("f4")
    assert_accessible_in_both_themes(page)
    page.click("#open")
    assert_accessible_in_both_themes(page)
    page.keyboard.press("Escape")
    page.click("#save")
    expect(page.locator("#write-text")).not_to_have_value("")
    assert_accessible_in_both_themes(page)
    page.keyboard.press("Escape")
    page.click("#setup")
    assert_accessible_in_both_themes(page)
    page.select_option("#edit [name=variant]", "yesno")
    page.click("#edit [type=submit]")
    expect(page.locator("#answers")).to_be_visible()
    assert_accessible_in_both_themes(page)


def assert_accessible_in_both_themes(page: Page) -> None:
    """Check a page with axe; in the dark theme only the colours differ."""
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page, colors_only=True)
    page.emulate_media(color_scheme="light")


def test_a_game_is_analysed_by_keyboard_alone(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis()
    page = analysis.page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the content
    page.evaluate(HOLD_TIME)
    page.keyboard.press("Tab")
    for square in ("f5", "d6", "c3"):
        page.keyboard.type(square)
        page.keyboard.press("Enter")
        expect(analysis.square(square)).to_have_accessible_name(re.compile("last move"))
    page.keyboard.press("[")
    expect(analysis.notice).to_have_text("White plays d6, flipping 1. Black to move.")
    page.keyboard.type("c4")
    page.keyboard.press("Enter")
    assert analysis.moves() == ["f5", "d6", "c3", "c4"]
    assert page.evaluate(_STOPS) == 1, "the tree must be one tab stop"


def test_without_javascript_the_page_says_what_it_needs(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{site.url}/analysis")
    expect(page.locator("noscript .notice")).to_contain_text("needs JavaScript")
    expect(page.locator("noscript img")).to_be_visible()
    expect(page.get_by_role("link", name="Rules")).to_be_visible()
