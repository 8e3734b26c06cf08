"""The pages of learning: for everybody, on every screen, and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.analysis import own_puzzles
from outflank.server.learning.checking import utc_day
from support.browser import NewPage, assert_accessible, assert_accessible_and_fitting, expect
from support.learning.learn_page import moves_of, open_task
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

PATHS = ("/learn", "/learn/puzzles", "/learn/cards")


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_accessible_and_fits(site: LiveServer, page: Page, path: str) -> None:
    page.goto(site.url + path)
    page.wait_for_selector("#nothing:not([hidden]), #board .open")
    assert_accessible_and_fitting(page)


def test_a_solved_puzzle_is_accessible_and_fits(site: LiveServer, page: Page) -> None:
    open_task(site, page, f"/learn/puzzle/{own_puzzles()[70].id}")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("link", name="Analyse")).to_be_visible()
    assert_accessible_and_fitting(page)


def test_a_storm_is_accessible_and_fits(site: LiveServer, page: Page) -> None:
    page.clock.install()
    page.goto(f"{site.url}/learn/storm")
    assert_accessible(page)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#board .open")
    assert_accessible_and_fitting(page)
    page.clock.run_for(181_000)
    expect(page.locator("#ending")).to_be_visible()
    assert_accessible(page)


def test_a_task_needs_no_scrolling_on_a_phone(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    open_task(site, page, "/learn")
    for what in ("#board", "#turn", "#hint", "#solution"):
        expect(page.locator(what)).to_be_in_viewport(ratio=0.9)


def test_without_scripts_the_puzzle_of_the_day_can_be_looked_at(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(java_script_enabled=False)
    best, _ = moves_of(own_puzzles().of_day(utc_day(site.server.now())))
    page.goto(f"{site.url}/learn")
    picture = page.locator(".still img")
    assert picture.evaluate("(image) => image.complete && image.naturalWidth") == 640
    assert str(picture.get_attribute("alt")).startswith("A board of 8 by 8, row by row")
    still = page.locator(".still")
    assert "to move" in still.inner_text()
    assert f"The best move is {best}." not in still.inner_text()
    still.locator("summary").click()
    assert f"The best move is {best}." in still.inner_text()
    for path in ("/learn/puzzles", "/learn/storm", "/learn/cards"):
        page.goto(site.url + path)
        main = page.locator("main")
        assert "This page needs JavaScript" in main.inner_text()
        expect(main.locator("noscript a").first).to_be_visible()


def test_the_hub_leads_to_everything(site: LiveServer, page: Page) -> None:
    open_task(site, page, "/learn")
    expect(page.get_by_role("navigation").get_by_role("link", name="Learn")).to_have_attribute(
        "aria-current", "page"
    )
    found = "[...document.querySelectorAll('main a[href^=\"/learn\"]')].map((a) => a.pathname)"
    for address in sorted(set(page.evaluate(found))):
        assert site.get(address).status_code == 200, address
