"""The pages without JavaScript: rules with pictures, games with their boards, plain words."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from outflank.rules import BLACK, Square
from support.browser import NewPage, expect
from support.server.live_server import LiveServer, live_server
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")


@pytest.fixture
def plain(new_page: NewPage) -> Page:
    """A page on which no script runs."""
    return new_page(java_script_enabled=False)


def expect_pictures(server: LiveServer, page: Page, count: int) -> None:
    """Wait until `count` pictures are visible."""
    pictures = page.locator("outflank-board img:visible")
    expect(pictures).to_have_count(count)
    for picture in pictures.all():
        answer = server.get(picture.get_attribute("src") or "")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert picture.get_attribute("alt")
        box = picture.bounding_box()
        assert box
        assert box["width"] > 100
        assert box["height"] == pytest.approx(box["width"], rel=0.1)


def test_the_rules_have_their_pictures(site: LiveServer, plain: Page) -> None:
    plain.goto(f"{site.url}/rules")
    expect_pictures(site, plain, 6)


def test_a_running_game_is_shown_and_can_be_refreshed(site: LiveServer, plain: Page) -> None:
    pair = begin_pair(site.server)
    for square in ("f5", "d6", "c3"):
        pair.room.play(Square.parse(square))
    plain.goto(f"{site.url}/game/{pair.room.name}")
    expect_pictures(site, plain, 1)
    expect(plain.locator(".still")).to_contain_text("is to move.")
    expect(plain.locator(".still li")).to_have_text(["f5", "d6", "c3"])
    expect(plain.locator("meta[http-equiv=refresh]")).to_have_count(1)
    expect(plain.get_by_role("button")).to_have_count(0)  # a button would do nothing
    pair.room.resign(BLACK)
    plain.reload()
    expect(plain.locator(".still strong")).to_contain_text("wins: by resignation.")
    expect(plain.locator("meta[http-equiv=refresh]")).to_have_count(0)


def test_the_front_page_shows_the_board_and_says_that_playing_needs_scripts(
    site: LiveServer, plain: Page
) -> None:
    plain.goto(site.url)
    expect(plain.get_by_role("heading", name="Othello")).to_be_visible()
    expect_pictures(site, plain, 1)
    expect(plain.locator(".notice:visible")).to_contain_text("needs JavaScript")
    expect(plain.get_by_role("button")).to_have_count(0)


def test_no_form_reloads_silently(site: LiveServer, plain: Page) -> None:
    plain.goto(f"{site.url}/play")
    expect(plain.locator(".notice:visible")).to_contain_text("needs JavaScript")
    expect(plain.get_by_role("button")).to_have_count(0)


def test_running_games_are_listed(tmp_path: Path, plain: Page) -> None:
    with live_server(tmp_path) as server:  # a new server, because a list has about fifty games
        pair = begin_pair(server.server)
        pair.room.play(Square.parse("f5"))
        plain.goto(f"{server.url}/watch")
        plain.locator(f"a[href='/game/{pair.room.name}']").click()
        expect_pictures(server, plain, 1)
