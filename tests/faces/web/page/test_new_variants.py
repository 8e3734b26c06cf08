"""A variant that is registered beside ours: its page is made from what the registry knows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.rules import Variant
from support.browser import expect
from support.page_people import legal, moves, room_of
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")


def test_a_new_variant_is_played_and_described_without_any_script_of_its_own(
    sparse: Variant, site: LiveServer, page: Page
) -> None:
    page.goto(site.url)
    page.locator("summary", has_text="More options").click()
    page.get_by_role("combobox", name="Game", exact=True).select_option(sparse.name)
    page.get_by_role("combobox", name="Board size").select_option("6")
    expect(page.locator("#goal")).to_have_text("The player with fewer discs at the end wins.")
    legal(page).first.click()
    expect(moves(page)).to_have_count(2)
    expect(page.locator("#terms")).to_contain_text("Sparse Othello, 6")
    assert room_of(site, page).setup.variant == sparse
    page.goto(f"{site.url}/analysis#{sparse.name}-6/-/b3/1")
    expect(page.locator("#glance-heading")).to_contain_text("Sparse Othello 6")
    expect(page.get_by_role("gridcell", name="b3, black")).to_be_visible()
