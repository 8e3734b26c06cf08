"""Playing in a real browser: a player clicks on squares, resigns and answers offers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from outflank.client import Client
from outflank.play.events import Offer
from outflank.rules import WHITE, Square
from support.browser import NewPage, assert_accessible, expect
from support.page_people import begin, legal, moves, person, post
from support.server.live_server import LiveServer
from support.server.server_process import wait_until

pytestmark = pytest.mark.system("chromium")

# Lets a test hold back what comes on the stream: `held` is a list then.
_HOLD_STREAM = """
window.held = null;
window.EventSource = class extends EventSource {
  addEventListener(kind, listener) {
    super.addEventListener(kind, (event) => {
      if (window.held) window.held.push(() => listener(event));
      else listener(event);
    });
  }
};"""


def sit_down(site: LiveServer, page: Page, name: str, **terms: Any) -> tuple[str, Client]:
    """Begin a match of the page's person with black against a bot; return the match and the bot."""
    me = person(site, page)
    bot = Client(site.url, site.new_player(name))
    made = bot.challenge(me, color="white", **terms)
    match = post(site, page, f"/challenges/{made['id']}/accept")
    page.goto(f"{site.url}/game/{match['id']}")
    return str(match["id"]), bot


def test_a_person_can_play_the_computer_from_the_front_page(site: LiveServer, page: Page) -> None:
    page.goto(site.url)
    page.get_by_role("combobox", name="Level").select_option("1")
    page.get_by_label("Black", exact=True).check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    for move in range(1, 4):
        expect(page.locator("#below.turn")).to_contain_text("(you)")
        expect(page.locator("#below .doing")).to_contain_text("choice")
        legal(page).first.click()
        expect(page.locator("#moves button")).to_have_count(2 * move)
    assert "Your move" in page.title()
    assert_accessible(page)
    page.goto(f"{site.url}/play")
    expect(page.locator("#yours a")).to_have_text("Computer 1")
    page.get_by_label("Your name").fill("Grace")
    page.get_by_role("button", name="Save name").click()
    expect(page.locator("#me")).to_contain_text("You are now Grace.")
    with Client(site.url) as client:
        client.register("Mia")
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Save name").click()
    expect(page.locator("#me")).to_contain_text(
        "Another player here is called Mia, so you are now Mia (2)."
    )
    page.get_by_label("Your name").fill("Grace")
    page.get_by_role("button", name="Save name").click()
    expect(page.locator("#me")).to_contain_text("You are now Grace.")
    page.locator("#yours a").click()
    expect(page.locator("#below .name")).to_have_text("Grace")
    expect(page.locator("#moves button")).to_have_count(6)


def test_a_person_can_play_with_the_keyboard_alone(site: LiveServer, page: Page) -> None:
    match, bot = sit_down(site, page, "Keyboard bot")
    expect(legal(page)).to_have_count(4)
    page.locator("#board").get_by_role("gridcell", name="f5").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#moves button")).to_have_text(["f5"])
    expect(page.locator("#notice")).to_contain_text("You played f5, flipping 1.")
    expect(legal(page)).to_have_count(0)
    site.server.registry.room(match).play(Square.parse("d6"), color=WHITE)
    expect(page.locator("#notice")).to_contain_text("It is your turn.")
    bot.close()


def test_resigning_asks_for_confirmation(site: LiveServer, page: Page) -> None:
    match, bot = sit_down(site, page, "Resigned bot")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("#sure")).to_be_hidden()
    assert not site.server.registry.room(match).is_over
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure").get_by_role("button", name="Resign").click()
    expect(page.locator("#notice")).to_contain_text("Resigned bot wins by resignation.")
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()
    bot.close()


def test_a_person_can_answer_offers(site: LiveServer, page: Page) -> None:
    match, bot = sit_down(site, page, "Sorry bot")
    room = site.server.registry.room(match)
    room.play(Square.parse("f5"))
    room.play(Square.parse("d6"))
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#offer")).to_be_hidden()
    for button, count in (("Decline", 2), ("Allow it", 1)):
        room.make_offer(WHITE, Offer.TAKE_BACK)
        expect(page.locator("#offer")).to_contain_text("asks to take back the last move")
        page.get_by_role("button", name=button).click()
        expect(page.locator("#offer")).to_be_hidden()
        expect(page.locator("#moves button")).to_have_count(count)
    bot.close()


def test_two_people_play_and_a_third_watches(site: LiveServer, new_page: NewPage) -> None:
    black, white, watcher = new_page(), new_page(), new_page()
    people = [post(site, page, "/session")["player"] for page in (black, white)]
    order = {"opponent": people[1]["id"], "color": "black", "size": 6}
    made = post(site, black, "/challenges", order)
    match = post(site, white, f"/challenges/{made['id']}/accept")
    for page in (black, white, watcher):
        page.goto(f"{site.url}/game/{match['id']}")
    room = site.server.registry.room(match["id"])
    for _ in range(6):
        with room.reading() as held:
            mover = black if str(held.position.turn) == "black" else white
            count = len(held.position.legal_moves)
        expect(legal(mover)).to_have_count(count)
        seq = room.seq
        legal(mover).last.click()
        expect(legal(mover)).to_have_count(0)
        wait_until(lambda: room.seq > seq, "the move")  # noqa: B023 - called at once
    with room.reading() as held:
        shown, plies = str(held.position.board), held.game.ply_count
    for page in (black, white, watcher):
        expect(page.locator("#moves button")).to_have_count(plies)
        assert page.evaluate("document.getElementById('board').state.cells") == shown
    expect(white.locator("#spectators")).to_have_text("1 watching")
    expect(white.locator("#below .name")).to_have_text(people[1]["name"])


def test_a_move_that_the_server_refuses_is_explained(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(excused=["409"])
    match, bot = sit_down(site, page, "Quick bot")
    expect(legal(page)).to_have_count(4)
    problem = {"code": "MATCH_PAUSED", "status": 409, "detail": "the match is paused"}
    page.route("**/moves", lambda route: route.fulfill(status=409, json=problem))
    legal(page).first.click()
    expect(page.locator("#notice.loud")).to_have_text(
        re.compile(r"^\w\d was not played\. The match is paused\.\s*$")
    )
    expect(page.locator("#said")).to_contain_text("was not played.")
    expect(legal(page)).to_have_count(4)  # the disc is gone again
    expect(page.locator("#below .count")).to_have_text("2")
    page.unroute("**/moves")
    legal(page).first.click()
    expect(page.locator("#moves button")).to_have_count(1)
    assert site.server.registry.room(match).seq > 2
    bot.close()


def test_a_move_reaches_the_server_in_spite_of_a_broken_connection(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["ERR_FAILED", "ERR_INTERNET_DISCONNECTED"])
    page.clock.install()
    _, bot = sit_down(site, page, "Patient bot")
    expect(legal(page)).to_have_count(4)
    page.route("**/moves", lambda route: route.abort(), times=2)
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/moves") else None)
    with page.expect_event("requestfailed"):
        legal(page).first.click()

    def is_sent_again_twice() -> bool:  # it is sent again after a while, twice
        page.clock.run_for(10_000)
        return len(sent) == 3

    wait_until(is_sent_again_twice, "the move to be sent again")
    expect(page.locator("#moves button")).to_have_count(1)
    assert len(sent) == 3
    bot.close()


def test_the_answer_to_a_move_is_shown_while_nothing_comes_on_the_stream(
    site: LiveServer, page: Page
) -> None:
    page.add_init_script(_HOLD_STREAM)
    _, bot = sit_down(site, page, "Far away bot", clock="5+3")
    expect(legal(page)).to_have_count(4)
    page.evaluate("window.held = []")
    page.locator("#board").get_by_role("gridcell", name="f5").click()
    expect(moves(page)).to_have_text(["f5"])
    expect(page.locator("#above.turn .name")).to_have_text("Far away bot")
    expect(page.locator("#above .clock.running")).to_contain_text(re.compile(r"[0-4]:\d\d"))
    expect(page.locator("#below .clock.running")).to_have_count(0)
    shown, said = page.locator("#notice").text_content(), page.locator("#said").text_content()
    page.evaluate("held.splice(0).forEach((deliver) => deliver())")
    expect(moves(page)).to_have_text(["f5"])
    assert page.locator("#notice").text_content() == shown
    assert page.locator("#said").text_content() == said  # nothing is said twice
    bot.close()


def test_a_game_at_one_screen_goes_on_while_nothing_comes_on_the_stream(
    site: LiveServer, page: Page
) -> None:
    page.add_init_script(_HOLD_STREAM)
    room = begin(site, page, "beside", size=4)
    page.evaluate("window.held = []")
    while not room.is_over:
        seq = room.seq
        expect(legal(page)).to_have_count(len(room.state.position.legal_moves))
        legal(page).first.click()
        wait_until(lambda: room.seq > seq, "the move")  # noqa: B023 - called at once
        expect(moves(page)).to_have_count(len(room.state.moves))
    expect(page.locator("#notice")).to_contain_text("wins")
    page.wait_for_function("held.length > 0")
