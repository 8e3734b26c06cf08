"""A new version of a kept page: it is offered, and never interrupts anything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from support.browser import NewPage, await_in, expect
from support.offline.kept_page import (
    OFFLINE,
    begin_game,
    keep,
    open_ready,
    play_to_the_end,
    show_version,
    versions_kept,
)
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

SECOND = "5ec0ad000002"
_VERSION = "() => document.querySelector('script[type=module]').src.split('/')[4]"
_LOOK = "async () => void (await navigator.serviceWorker.getRegistration()).update()"
_WAITS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  while (!registration.waiting) await new Promise((done) => setTimeout(done, 20));
}"""


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(excused=[OFFLINE, "404"], service_workers="allow")


def offer(page: Page) -> Locator:
    return page.locator("#update")


def version_of(page: Page) -> str:
    return str(page.evaluate(_VERSION))


def test_a_new_version_offers_itself_when_the_game_is_over(
    site: LiveServer, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(site, page)
    open_ready(site, page, "/device")
    first = version_of(page)
    begin_game(page, 1)
    play_to_the_end(page, 2)
    show_version(monkeypatch, SECOND)
    await_in(page, _LOOK)
    await_in(page, _WAITS)
    assert len(versions_kept(page)) == 2
    expect(offer(page)).to_have_count(0)
    assert version_of(page) == first
    play_to_the_end(page)
    expect(offer(page)).to_contain_text("A new version is ready.")
    page.get_by_role("button", name="Reload").click()
    expect(page.locator(f'script[src*="{SECOND}"][type=module]')).to_have_count(1)
    expect(page.locator("#finished li")).to_have_count(1)  # nothing was lost
    page.context.set_offline(True)
    open_ready(site, page, "/")
    assert version_of(page) == SECOND


def test_two_tabs_may_have_two_versions(
    site: LiveServer, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = keep(site, page)
    open_ready(site, page, "/device")
    first = version_of(page)
    begin_game(page, 1)
    show_version(monkeypatch, SECOND)
    other = browser.new_page()
    open_ready(site, other, "/device")
    await_in(other, _WAITS)
    other.get_by_role("button", name="Reload").click()
    expect(offer(other)).to_have_count(0)
    other.wait_for_selector("body[data-ready]")
    assert version_of(other) == SECOND
    # The first tab goes on with its own files, which the server no longer has.
    assert site.get(f"/static/{first}/design.css").status_code == 404
    play_to_the_end(page, 2)
    expect(page.locator("#moves li")).to_have_count(4)
    fetched = f"async () => (await fetch('/static/{first}/design.css')).status"
    assert await_in(page, fetched) == 200
    assert len(versions_kept(other)) == 2
    # Once no page is open, a start deletes the old version.
    other.close()
    while len(versions_kept(page)) > 1:
        page.goto("about:blank")
        open_ready(site, page, "/device")


def test_an_old_worker_gets_out_of_the_way_of_a_newer_server(
    site: LiveServer, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(site, page)
    show_version(monkeypatch, SECOND)
    open_ready(site, page, "/analysis")  # a page of the new server, with its files
    assert version_of(page) == SECOND
    page.context.set_offline(True)
    open_ready(site, page, "/analysis")  # one of the two versions, but a whole one
    expect(page.locator("#board")).to_be_visible()
