"""What the front page costs until its board can be played on, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from support.browser import NewPage, expect
from support.page_people import legal, moves
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

MOST_REQUESTS = 12
MOST_BYTES = 60_000  # as sent: compressed, with what HTTP adds
_UNTIL_PLAYABLE = """() => {
  const [mark] = performance.getEntriesByName("playable");
  return ["navigation", "resource"]
    .flatMap((kind) => performance.getEntriesByType(kind))
    .filter((one) => one.startTime < mark.startTime)
    .map((one) => [new URL(one.name).pathname, one.transferSize]);
}"""


def test_a_board_to_play_on_takes_few_requests_and_few_bytes(site: LiveServer, page: Page) -> None:
    page.goto(site.url)
    expect(legal(page)).to_have_count(4)
    sent = page.evaluate(_UNTIL_PLAYABLE)
    assert all(size > 0 for _, size in sent), sent  # nothing of it was kept from before
    assert len(sent) + 1 <= MOST_REQUESTS, sent  # with the icon, which the list leaves out
    assert sum(size for _, size in sent) <= MOST_BYTES, sent


def test_a_click_that_is_quicker_than_the_rest_of_the_page_waits_for_it(
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


def test_a_page_whose_rest_cannot_be_loaded_goes_to_the_game_instead(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["Failed to load resource"])
    page.route("**/page/game/joined.js", lambda route: route.abort(), times=2)
    page.goto(site.url)
    legal(page).first.click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#below")).to_contain_text("(you)")
