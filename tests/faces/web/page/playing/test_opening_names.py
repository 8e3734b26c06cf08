"""The name of the opening appears on the page of a game when one looks back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.rules import Classic, Square
from support.browser import expect
from support.page_people import moves, seated
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")


def test_the_opening_is_named_when_one_looks_back(site: LiveServer, page: Page) -> None:
    room = seated(site, page, Classic().start(8))
    name = page.locator("#opening")
    for move in ["f5", "d6", "c3", "d3", "c4"]:
        room.play(Square.parse(move))
    expect(moves(page)).to_have_count(5)
    page.get_by_role("button", name="2. White d6").click()
    expect(name).to_have_text("Perpendicular")
    page.get_by_role("button", name="1. Black f5").click()
    expect(name).to_be_empty()
    page.get_by_role("button", name="4. White d3").click()
    expect(name).to_have_text("Perpendicular")
