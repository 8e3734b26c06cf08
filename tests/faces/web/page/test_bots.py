"""Pages for writers of bots: the try-it form, the page of a bot, and each page in each style."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from outflank.rules import BLACK, Reason, Square
from support.browser import NewPage, assert_accessible, assert_accessible_and_fitting, expect
from support.server.live_server import LiveServer
from support.server.web_games import Pair, begin_pair

pytestmark = pytest.mark.system("chromium")

HOSTILE = "<script>alert(1)</script>"


def black_of(pair: Pair) -> int:
    number = pair.room.entry.black
    assert number is not None
    return number


def choose(page: Page, operation: str) -> None:
    expect(page.locator("#operation option").first).to_be_attached()
    page.get_by_label("Request").select_option(operation)


def test_an_endpoint_can_be_tried_and_its_answer_is_shown_as_sent(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["400", "404"])
    page.goto(f"{site.url}/bots")
    choose(page, "register_player")
    offered = page.locator("#operation option").evaluate_all("all => all.map((one) => one.value)")
    assert "stream_match" not in offered  # the form waits for the end, which streams do not have
    assert "watch" not in offered
    assert len(offered) > 20
    expect(page.locator("#route")).to_have_text("POST /api/v1/players")
    page.get_by_label("Body, as JSON").fill(json.dumps({"name": "Tried"}))
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#status")).to_contain_text("POST /api/v1/players: 201")
    key = json.loads(page.locator("#answer-text").inner_text())["key"]
    page.get_by_label("Body, as JSON").fill("{")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#status")).to_contain_text(": 400")
    expect(page.locator("#answer-text")).to_contain_text("BAD_REQUEST")
    choose(page, "read_match")
    page.get_by_role("textbox", name="match").fill("../me")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#status")).to_contain_text("/api/v1/matches/..%2Fme: 404")
    choose(page, "read_me")
    page.get_by_label("Key (leave empty").fill(key)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#answer-text")).to_contain_text('"Tried"')
    choose(page, "list_matches")
    page.get_by_role("textbox", name="limit").fill("1")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#status")).to_contain_text("/api/v1/matches?limit=1: 200")


def test_a_bot_has_a_page_with_its_games_and_its_faults(site: LiveServer, page: Page) -> None:
    pair = begin_pair(site.server)
    pair.room.play(Square.parse("f5"))
    pair.room.adjudicate(BLACK.opponent, Reason.TIME)
    page.goto(f"{site.url}/player/{black_of(pair)}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna")
    expect(page.locator("main")).to_contain_text("1 game: 0 won, 0 drawn, 1 lost")
    faults = page.get_by_role("region", name="What went wrong")
    expect(faults.locator("tbody tr")).to_have_count(1)
    expect(faults).to_contain_text("lost 4:1, on time")
    page.get_by_role("region", name="Latest games").get_by_role("link", name="Zoe").click()
    expect(page.locator("main")).to_contain_text("1 won")
    expect(page.get_by_text("What went wrong")).to_have_count(0)


def test_a_bots_page_lists_its_refused_requests(site: LiveServer, page: Page) -> None:
    pair = begin_pair(site.server)
    moves = f"/api/v1/matches/{pair.room.name}/moves"
    for square in ("a1", "a1", HOSTILE):
        order = {"turn": pair.room.seq - 1, "square": square}
        assert site.post(moves, order, key=pair.black).status_code >= 400
    assert site.post(f"/move/{pair.black}/3/3").status_code == 409
    page.goto(f"{site.url}/player/{black_of(pair)}")
    refused = page.get_by_role("list", name="Refused requests").get_by_role("listitem")
    expect(refused).to_have_count(3)
    expect(refused.first).to_contain_text("space is occupied")
    expect(refused.nth(1)).to_contain_text("BAD_REQUEST")
    expect(refused.nth(2)).to_contain_text("ILLEGAL_MOVE")
    expect(refused.nth(2)).to_contain_text("2 times in a row")
    expect(refused.nth(2)).to_contain_text(f"POST /api/v1/matches/{pair.room.name}/moves")
    assert_accessible(page)


def test_a_hostile_name_is_harmless_and_an_unknown_bot_has_no_page(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["404"])
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    pair = begin_pair(site.server)
    site.server.accounts.rename(black_of(pair), HOSTILE[:32])
    page.goto(f"{site.url}/player/{black_of(pair)}")
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE[:32])
    page.goto(f"{site.url}/player/999999")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")


def test_pages_for_experts_are_accessible_and_fit(site: LiveServer, page: Page) -> None:
    pair = begin_pair(site.server)
    pair.room.resign(BLACK)
    for path in ("/bots", f"/player/{black_of(pair)}", "/admin"):
        page.goto(site.url + path)
        if path == "/bots":
            choose(page, "list_matches")
            page.get_by_role("button", name="Send").click()
            expect(page.locator("#status")).to_contain_text("200")
        assert_accessible_and_fitting(page)
