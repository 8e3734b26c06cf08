"""What the front page loads until its board can be played on, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from support.browser import NewPage, expect
from support.page_people import legal, moves
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

MOST_REQUESTS = 12
MOST_BYTES = 60_000  # as sent: compressed, with the headers
_UNTIL_PLAYABLE = """() => {
  const [mark] = performance.getEntriesByName("playable");
  return ["navigation", "resource"]
    .flatMap((kind) => performance.getEntriesByType(kind))
    .filter((one) => one.startTime < mark.startTime)
    .map((one) => [new URL(one.name).pathname, one.transferSize]);
}"""


def test_a_playable_board_takes_few_requests_and_few_bytes(site: LiveServer, page: Page) -> None:
    page.goto(site.url)
    expect(legal(page)).to_have_count(4)
    sent = page.evaluate(_UNTIL_PLAYABLE)
    assert all(size > 0 for _, size in sent), sent  # nothing was cached before
    assert len(sent) + 1 <= MOST_REQUESTS, sent  # including the icon, which the list leaves out
    assert sum(size for _, size in sent) <= MOST_BYTES, sent


def test_a_click_before_the_page_is_complete_waits_for_the_rest(
    site: LiveServer, page: Page
) -> None:
    waiting: list[Route] = []
    page.route("**/page/game/joined.js", lambda route: waiting.append(route))
    page.goto(site.url)
    with page.expect_response("**/api/v1/matches"):
        legal(page).first.click()
    expect(page.locator("#play [data-message]")).to_have_text("Setting up the board …")
    (route,) = waiting
    route.continue_()
    expect(moves(page)).to_have_count(2)


def test_a_page_that_cannot_load_completely_goes_to_the_game_instead(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["Failed to load resource"])
    page.route("**/page/game/joined.js", lambda route: route.abort(), times=2)
    with page.expect_event("requestfailed"):  # the page has tried once, and the click tries again
        page.goto(site.url)
    legal(page).first.click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#below")).to_contain_text("(you)")
