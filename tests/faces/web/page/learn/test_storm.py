"""The storm: puzzles against the clock."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from support.browser import expect
from support.learning.learn_page import attempts, learner, square
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

# The puzzles that the page gets, as the server sends them.
_CHOSEN = "**/api/v1/puzzles?**"


def open_storm(site: LiveServer, page: Page) -> dict[str, dict[str, Any]]:
    """Open a storm whose clock stands still; return its puzzles by their boards, as they come."""
    known: dict[str, dict[str, Any]] = {}

    def note(response: Any) -> None:
        if "/api/v1/puzzles?" in response.url:
            known.update({one["board"]: one for one in response.json()["puzzles"]})

    page.on("response", note)
    page.clock.install()
    with page.expect_response(_CHOSEN):
        page.goto(f"{site.url}/learn/storm")
    page.clock.pause_at(site.server.now() / 1000 + 60)
    start(page, "Start")
    return known


def start(page: Page, name: str) -> None:
    """Begin, and let the first board be drawn."""
    page.get_by_role("button", name=name).click()
    expect(page.locator("#turn")).to_contain_text("to move")
    page.clock.run_for(100)
    page.wait_for_selector("#board .open")


def try_one(page: Page, known: dict[str, dict[str, Any]], *, right: bool) -> float:
    """Try a move, wait until the next puzzle is there, and return the rating of this one."""
    before = page.evaluate("document.getElementById('board').state.cells")
    puzzle = known[before]
    pick = min if right else max
    move = pick(puzzle["moves"], key=lambda one: one["loss"])["move"]
    square(page, move).click()
    page.clock.run_for(500)
    page.wait_for_function(
        "(before) => document.getElementById('board').state.cells !== before",
        arg=before,
        polling=50,
    )
    page.clock.run_for(50)
    page.wait_for_selector("#board .open")
    return float(puzzle["rating"])


def test_puzzles_rise_and_a_wrong_move_costs_ten_seconds(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    known = open_storm(site, page)
    expect(page.locator("#clock")).to_have_text("3:00")
    ratings = [try_one(page, known, right=True) for _ in range(3)]
    assert ratings == sorted(ratings)
    expect(page.locator("#score")).to_have_text("3")
    expect(page.locator("#clock")).to_have_text("2:59")
    try_one(page, known, right=False)
    expect(page.locator("#clock")).to_have_text("2:48")
    expect(page.locator("#score")).to_have_text("3")
    page.goto(f"{site.url}/learn")
    tried = attempts(site, player)
    assert [one["right"] for one in tried] == [True, True, True, False]
    assert {one["occasion"] for one in tried} == {"storm"}
    assert site.server.learning.progress(player).rating.value == 1500


def test_a_storm_ends_and_the_best_result_is_kept(site: LiveServer, page: Page) -> None:
    known = open_storm(site, page)
    try_one(page, known, right=True)
    try_one(page, known, right=False)
    page.clock.run_for(170_000)
    expect(page.get_by_role("heading", name="1 puzzle solved")).to_be_focused()
    expect(page.locator("#record")).to_have_text("Your best storm so far.")
    expect(page.locator("#missed-list li")).to_have_count(1)
    expect(page.locator("#board")).to_be_hidden()
    start(page, "Again")
    expect(page.locator("#score")).to_have_text("0")
    page.clock.run_for(181_000)
    expect(page.get_by_role("heading", name="0 puzzles solved")).to_be_visible()
    expect(page.locator("#record")).to_have_text("Your best storm: 1 puzzle.")
    page.reload()
    expect(page.locator("#best")).to_have_text("Your best storm: 1 puzzle.")


def test_the_last_seconds_are_told(site: LiveServer, page: Page) -> None:
    open_storm(site, page)
    told = page.locator("#told-time")
    for wait, seconds in ((120_000, 60), (30_000, 30), (20_000, 10)):
        page.clock.run_for(wait)
        expect(told).to_have_text(f"{seconds} seconds left")
