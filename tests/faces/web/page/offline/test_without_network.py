"""The page without network, after it was kept: it opens, plays, analyses and reviews."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from outflank.faces.web.pages.offline.shells import shells
from support.browser import NewPage, assert_accessible_and_fitting, expect
from support.offline.kept_page import (
    OFFLINE,
    begin_game,
    cached,
    keep,
    open_ready,
    play_to_the_end,
    stored,
    versions_kept,
)
from support.page_people import post
from support.server.live_server import LiveServer, live_server

pytestmark = pytest.mark.system("chromium")

# The last moves of a game, with mistakes, from a position with ten empty squares.
LATE = "XXXXXX3XOXXXXXXOXXXOXO1OXXOXO1OOOOOOOOOOOXOXXOOXXXXXX1X4XXX.X"
MOVES = "a4d8c8h7e8a2h4b8h1g1"


def costs(page: Page) -> list[str]:
    """Return the mistakes in the list of the review, with what they cost."""
    return page.locator("#review .faults button").all_inner_texts()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(excused=[OFFLINE], service_workers="allow")


def test_a_game_is_played_and_reviewed_without_network(site: LiveServer, page: Page) -> None:
    keep(site, page).set_offline(True)
    open_ready(site, page, "/")
    expect(page.locator("#heading")).to_have_text("Play on this device")
    begin_game(page, 2)
    play_to_the_end(page, 3)
    expect(page.locator("#moves li")).to_have_count(6)
    while len(stored(page, "outflank-device", "games")[0]["moves"]) < 6:
        pass  # the last move is being kept
    page.reload()
    expect(page.locator("#moves li")).to_have_count(6)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#moves li")).to_have_count(4)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#notice")).to_contain_text("looks best")
    play_to_the_end(page)
    expect(page.locator("#ending-heading")).to_be_visible()
    expect(page.locator("#finished li")).to_have_count(1)
    page.get_by_role("link", name="Review and analyse").click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#notice")).to_contain_text(" to ")
    assert page.locator("#tree button").count() > 30


def test_a_review_without_network_has_the_server_s_figures(site: LiveServer, page: Page) -> None:
    keep(site, page).set_offline(True)
    open_ready(site, page, f"/analysis#classic-8/{LATE}/{MOVES}/0")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator("#review .story").first).to_contain_text("server cannot be reached")
    figures = [page.locator("#review table").inner_text(), *costs(page)]
    assert len(figures) > 1
    page.context.set_offline(False)
    page.get_by_role("button", name="Close the review").click()
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator("#review .story").first).not_to_contain_text("server cannot be reached")
    assert [page.locator("#review table").inner_text(), *costs(page)] == figures


def test_moves_and_saved_games_are_opened_without_network(site: LiveServer, page: Page) -> None:
    keep(site, page).set_offline(True)
    open_ready(site, page, "/analysis")
    page.get_by_role("button", name="Open").click()
    page.locator("#read-text").fill("F5D6 c3 d3 C4")
    page.locator("#read-form").get_by_role("button", name="Open").click()
    expect(page.locator("#tree button")).to_have_count(6)
    page.get_by_role("button", name="Save").click()
    saved = page.locator("#write-text")
    expect(saved).to_have_value(re.compile('"f5"'))
    text = saved.input_value()
    page.locator("#write").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="New").click()
    expect(page.locator("#tree button")).to_have_count(0)
    page.get_by_role("button", name="Open").click()
    page.locator("#read-text").fill(text)
    page.locator("#read-form").get_by_role("button", name="Open").click()
    expect(page.locator("#tree button")).to_have_count(6)


def test_the_page_opens_while_the_server_is_away(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(excused=["ERR_CONNECTION"], service_workers="allow")
    with live_server(tmp_path) as site:
        keep(site, page)
    open_ready(site, page, "/")
    play_to_the_end(page, 1)
    expect(page.locator("#moves li")).to_have_count(2)


def test_pages_that_need_the_server_say_so_and_name_what_works(
    site: LiveServer, page: Page
) -> None:
    keep(site, page).set_offline(True)
    for path in ("/watch", "/game/0123456789ab", "/games?page=2"):
        page.goto(f"{site.url}{path}")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page needs the network")
    page.get_by_role("link", name="Rules").last.click()
    expect(page.get_by_role("heading", name="Anti-Othello")).to_be_visible()
    page.context.set_offline(False)
    page.goto(f"{site.url}/watch")
    expect(page).to_have_title("Watch · Outflank")


def test_nothing_private_is_ever_kept(site: LiveServer, page: Page) -> None:
    name = "Zebedee Quux"
    person = post(site, page, "/session")["player"]["id"]
    answer = page.request.patch(
        f"{site.url}/api/v1/me", data={"name": name}, headers={"Origin": site.url}
    )
    assert answer.ok, answer.text()
    keep(site, page)
    for path in (
        "/",
        "/watch",
        "/games",
        f"/player/{person}",
        "/learn",
        "/learn/cards",
        "/analysis",
    ):
        page.goto(f"{site.url}{path}")
    open_ready(site, page, "/device")
    assert page.locator("body").get_attribute("data-name") == name  # as the server sends it
    found = cached(page)
    secrets = [str(one["value"]) for one in page.context.cookies()]
    assert secrets
    for _, path, text in found:
        assert not path.startswith("/api"), path
        for secret in (name, *secrets, f'data-player="{person}"'):
            assert secret not in text, path
    pages = {path for _, path, _ in found if not path.startswith("/static/")}
    assert pages == {shell.kept for shell in shells()}


def test_a_visitor_who_keeps_nothing_downloads_nothing(site: LiveServer, page: Page) -> None:
    page.goto(site.url)
    open_ready(site, page, "/analysis")
    open_ready(site, page, "/device")
    assert versions_kept(page) == []
    assert (
        page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    )


def test_a_full_disk_is_told_and_changes_nothing_else(site: LiveServer, page: Page) -> None:
    open_ready(site, page, "/device")
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.overrideQuotaForOrigin", {"origin": site.url, "quotaSize": 50_000})
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.locator("#keep-status")).to_contain_text("could not be kept")
    assert versions_kept(page) == []
    play_to_the_end(page, 1)
    expect(page.locator("#moves li")).to_have_count(2)


def test_the_page_works_where_workers_are_refused(site: LiveServer, page: Page) -> None:
    page.add_init_script(
        "navigator.serviceWorker.register = () => Promise.reject(new Error('refused'));"
    )
    open_ready(site, page, "/device")
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.locator("#keep-status")).to_contain_text("could not be kept")
    play_to_the_end(page, 1)
    expect(page.locator("#moves li")).to_have_count(2)


def test_the_pages_are_accessible(site: LiveServer, page: Page) -> None:
    for path in ("/device", "/offline"):
        page.goto(f"{site.url}{path}")
        if path == "/device":
            page.wait_for_selector("body[data-ready]")
            play_to_the_end(page, 1)
            expect(page.locator("#moves li")).to_have_count(2)
        assert_accessible_and_fitting(page)
