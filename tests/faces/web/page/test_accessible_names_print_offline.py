"""The page by accessible names alone, on paper, and without a network for a while."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from outflank.rules import Square
from support.browser import NewPage, expect
from support.page_people import person, post
from support.server.live_server import LiveServer
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")


def begin(site: LiveServer, page: Page, **order: Any) -> str:
    """Begin a match of the page's person against a computer, and show it."""
    person(site, page)
    made = post(site, page, "/matches", {"opponent": "computer:1", "color": "black", **order})
    page.goto(f"{site.url}/game/{made['id']}")
    return str(made["id"])


@pytest.mark.parametrize("variant", ["classic", "yesno"])
def test_a_whole_game_can_be_played_by_accessible_names_alone(
    site: LiveServer, page: Page, variant: str
) -> None:
    room = site.server.registry.room(begin(site, page, size=4, variant=variant))
    grid = page.get_by_role("grid")
    ended = re.compile(r"\bwins?\b|\b[Dd]raw\b")
    status = page.get_by_role("log").filter(has_text=ended)
    choice = grid.get_by_role("gridcell", name="legal")
    while True:
        expect(choice.first.or_(status.first).first).to_be_visible()
        if room.is_over:
            break
        name = choice.first.get_attribute("aria-label") or ""
        square = name.split(", ")[0]
        seq = room.seq
        grid.get_by_role("gridcell", name=f"{square}, empty").click()
        assert room.wait(seq + 1, 60) or room.is_over
        expect(grid.get_by_role("gridcell", name=f"{square}, empty, legal")).to_have_count(0)
    with room.reading() as match:
        board = match.position.board
    names = {"classic": ("black", "white"), "yesno": ("YES", "NO")}[variant]
    for place in (Square(x, y) for x in range(4) for y in range(4)):
        disc = board.disc_at(place)
        side = "empty" if disc is None else names[0 if str(disc) == "black" else 1]
        expect(grid.get_by_role("gridcell", name=f"{place}, {side}")).to_have_count(1)


def test_a_game_is_printed_as_a_sheet(site: LiveServer, page: Page) -> None:
    pair = begin_pair(site.server)
    for square in ("f5", "d6", "c3"):
        pair.room.play(Square.parse(square))
    page.goto(f"{site.url}/game/{pair.room.name}")
    expect(page.locator("#moves button")).to_have_count(3)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#moves")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna")
    for gone in (".top", ".foot", ".walk", ".actions"):
        expect(page.locator(gone).first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(page.get_by_role("gridcell", name="c3, black, 3")).to_have_count(1)
    numbers = page.locator("#board .note").all_text_contents()
    assert sorted(numbers) == ["1", "2", "3"]
    page.emulate_media(media="screen")
    expect(page.locator("#board .note")).to_have_count(0)


def test_nothing_is_lost_in_twenty_seconds_without_a_network(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["net::ERR_"])
    page.clock.install()
    pair = begin_pair(site.server)
    page.goto(f"{site.url}/game/{pair.room.name}")
    expect(page.locator("#notice")).to_have_text("Black moves first.")
    page.context.set_offline(True)
    page.clock.run_for(20_000)
    expect(page.locator("#connection")).to_contain_text("You are offline.")
    pair.room.play(Square.parse("f5"))
    pair.room.play(Square.parse("d6"))
    page.context.set_offline(False)
    page.clock.run_for(1_000)
    expect(page.locator("#moves button")).to_have_text(["f5", "d6"])
    expect(page.locator("#connection")).to_contain_text("Connected again.")
    page.clock.run_for(5_000)
    expect(page.locator("#connection")).to_be_hidden()
