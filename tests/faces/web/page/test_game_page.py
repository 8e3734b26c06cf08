"""A game in a real browser: planned moves, take-backs, passes, flags, answers and rematches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from outflank.play.oracles import WEB_ODDS, Reply, gif
from outflank.play.oracles.gif import GifCache
from outflank.rules import BLACK, WHITE, Answer, Square
from support.browser import NewPage, assert_accessible, copied, expect
from support.page_people import (
    before_pass,
    begin,
    legal,
    look_at,
    moves,
    person,
    post,
    seated,
    square,
)
from support.server.live_server import LiveServer
from support.server.server_process import wait_until

pytestmark = pytest.mark.system("chromium")

GIF = bytes.fromhex(
    "47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b"
)
# Lets the banner of a pass stay until its time is over for the test, not for a clock.
HOLD_BANNER = """
const { setTimeout: later } = window;
window.setTimeout = (act, wait, ...more) => {
  if (wait !== 2200) return later(act, wait, ...more);
  window.endBanner = act;
  return 0;
};
"""
COUNT_SOUNDS = """
window.sounds = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.sounds += 1;
  return create.call(this);
};
"""


class Answers:
    """An oracle that gives the answers of the test, with pictures."""

    odds = WEB_ODDS

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)

    def ask(self) -> Reply:
        answer = self._answers.pop(0) if self._answers else "yes"
        url = f"https://yesno.wtf/assets/{answer}/1.gif" if answer == "no" else None
        return Reply(Answer(answer), image_url=url, local=url is None)

    def skip(self, _: int) -> None:
        """Do nothing: nothing was asked before."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


@pytest.fixture
def oracle(site: LiveServer) -> Iterator[Any]:
    def speak(*answers: str) -> None:
        site.server.oracle._web = Answers(*answers)

    yield speak
    site.server.oracle._web = Answers()


def expect_black(page: Page, count: int) -> None:
    """Wait until the board shows `count` black discs."""
    cells = "document.getElementById('board').state.cells"
    page.wait_for_function(f"(count) => {cells}.split('X').length - 1 === count", arg=count)


def test_a_planned_move_is_played_as_soon_as_it_is_legal(site: LiveServer, page: Page) -> None:
    room = seated(site, page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)
    square(page, "c5").click()
    expect(page.locator("#notice")).to_contain_text("c5 is planned")
    expect(square(page, "c5")).to_have_accessible_name("c5, empty, planned")
    expect(square(page, "c5").locator(".ghost.on-black")).to_have_count(1)  # in its colour
    page.keyboard.press("Escape")
    expect(page.locator("#notice")).not_to_contain_text("planned")
    expect(page.locator("#board .plan")).to_have_count(0)
    square(page, "c6").click()
    square(page, "c6").click()
    expect(square(page, "c6")).to_have_accessible_name("c6, empty")
    square(page, "c5").click()
    square(page, "c4").click()  # another one replaces it
    expect(square(page, "c4")).to_have_accessible_name("c4, empty, planned")
    room.play(Square.parse("d6"), color=WHITE)
    expect(moves(page)).to_have_text(["f5", "d6", "c4"])
    square(page, "a1").click()
    expect(page.locator("#notice")).to_contain_text("a1 is planned")
    with room.reading() as match:
        reply = match.position.legal_moves[0]
    room.play(reply, color=WHITE)
    expect(page.locator("#notice.loud")).to_contain_text("a1 is no longer possible")


def test_a_take_back_is_requested_and_allowed_or_refused(site: LiveServer, page: Page) -> None:
    room = seated(site, page)
    button = page.get_by_role("button", name="Ask to take back")
    expect(button).to_be_disabled()
    square(page, "f5").click()
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator("#notice")).to_contain_text("You asked to take back your move")
    expect(button).to_be_disabled()
    room.decline(WHITE)
    expect(page.locator("#notice")).to_contain_text("declined your take-back.")
    expect(page.locator("#said")).to_contain_text("declined your take-back.")
    expect(button).to_be_enabled()
    button.click()
    expect(button).to_be_disabled()
    room.accept(WHITE)
    expect(moves(page)).to_have_count(0)
    expect(legal(page)).to_have_count(4)


def test_a_game_without_a_clock_can_be_claimed_when_the_opponent_has_left(
    site: LiveServer, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = new_page(excused=["409"])
    page.clock.install()
    room = seated(site, page)
    claim = page.get_by_role("button", name="Opponent gone?")
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)
    expect(claim).to_be_hidden()
    page.clock.fast_forward(301_000)  # only in the browser, so that the server knows better
    claim.click()
    assert_accessible(page)
    page.get_by_role("button", name="Claim the win").click()
    expect(page.locator("#notice")).to_contain_text(
        "must be away for 5 minutes before you can claim"
    )
    claims = site.server.absence_claims
    monkeypatch.setattr(claims, "_now", lambda: site.server.now() + 301_000)
    claim.click()
    page.get_by_role("button", name="Keep waiting").click()
    expect(page.locator("#ending")).to_be_hidden()
    claim.click()
    page.get_by_role("button", name="Claim the win").click()
    expect(page.locator("#ending-more")).to_contain_text("left the game")
    expect(claim).to_be_hidden()
    assert room.outcome is not None
    assert str(room.outcome.reason) == "abandonment"


def test_a_rated_game_has_neither_take_backs_nor_hints(site: LiveServer, page: Page) -> None:
    seated(site, page, rated=True)
    expect(legal(page)).to_have_count(4)
    expect(page.locator("#takeback")).to_be_hidden()
    expect(page.locator("#hint")).to_be_hidden()


def test_against_the_computer_moves_are_taken_back_and_hints_are_shown(
    site: LiveServer, page: Page
) -> None:
    begin(site, page, "computer:1")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#notice")).to_contain_text("how many discs each move")
    notes = page.evaluate("document.getElementById('board').state.texts")
    assert set(notes) == {"d3", "c4", "f5", "e6"}
    assert any(note["strong"] for note in notes.values())
    assert_accessible(page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(2)
    assert page.evaluate("document.getElementById('board').state.texts") == {}
    page.get_by_role("button", name="Take back").click()
    expect(moves(page)).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(moves(page)).to_have_count(2)


def test_a_move_is_shown_by_the_stream_alone(site: LiveServer, page: Page) -> None:
    room = seated(site, page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)  # the page has read what was played before it opened
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    room.play(Square.parse("d6"), color=WHITE)
    expect(moves(page)).to_have_count(2)
    square(page, "c3").click()
    expect(moves(page)).to_have_text(["f5", "d6", "c3"])
    assert [url.rpartition("/")[2] for url in asked if "/api/" in url] == ["moves"]
    page.get_by_role("button", name="One move back").click()
    expect(square(page, "c3")).to_have_accessible_name("c3, empty")
    expect(square(page, "d6")).to_have_accessible_name("d6, white, last move")


def test_nobody_can_miss_a_pass(site: LiveServer, page: Page) -> None:
    page.add_init_script(COUNT_SOUNDS)
    page.add_init_script(HOLD_BANNER)
    start, move = before_pass(BLACK)
    seated(site, page, start)
    square(page, str(move)).click()
    expect(page.locator("#overlay")).to_contain_text("has no move: your turn again")
    expect(page.locator("#overlay")).to_be_visible()
    expect(page.locator("#notice.loud")).to_contain_text("has no move and passes.")
    expect(page.locator("#notice")).to_contain_text("Your turn again.")
    assert page.evaluate("window.sounds") > 0
    page.evaluate("endBanner()")
    expect(page.locator("#overlay")).to_be_hidden()


def test_a_player_who_must_pass_is_told_so(site: LiveServer, page: Page) -> None:
    start, move = before_pass(WHITE)
    room = seated(site, page, start)
    square(page, "a1")  # the page has loaded the game
    room.play(move, color=WHITE)
    expect(page.locator("#overlay")).to_have_text(
        re.compile(r"^You have no move: Scripted.* moves again$")
    )
    expect(page.locator("#notice.loud")).to_contain_text("You have no move, so you pass.")


def test_nothing_covers_the_final_board(site: LiveServer, page: Page) -> None:
    page.add_init_script(HOLD_BANNER)
    start, move = before_pass(BLACK)
    room = seated(site, page, start)
    square(page, str(move)).click()
    expect(page.locator("#overlay")).to_be_visible()
    room.resign(WHITE)
    expect(page.locator("#ending h2")).to_have_text("You win")
    expect(page.locator("#overlay")).to_be_hidden()


def test_sounds_are_played_only_where_they_are_wanted(site: LiveServer, page: Page) -> None:
    page.add_init_script(COUNT_SOUNDS)
    room = seated(site, page)
    room.play(Square.parse("f5"), color=BLACK)
    expect(moves(page)).to_have_count(1)
    assert page.evaluate("window.sounds") == 0  # nobody has touched the page yet
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    room.play(Square.parse("d6"), color=WHITE)
    expect(moves(page)).to_have_count(2)
    assert page.evaluate("window.sounds") == 0
    page.get_by_role("button", name="Sound").click()
    square(page, "c5").click()
    page.wait_for_function("window.sounds > 0")


def test_a_player_who_runs_out_of_time_loses(site: LiveServer, page: Page) -> None:
    person(site, page)
    order = {"opponent": "beside", "color": "black", "clock": "0.3"}
    room = site.server.registry.room(post(site, page, "/matches", order)["id"])
    room.pause()  # or the time could be over before the page shows it
    look_at(site, page, room)
    expect(page.locator("#below .clock.low small")).to_be_visible()
    room.resume()
    room.do(lambda match, _: match.tick(at=(match.deadline or 0) + 1))
    expect(page.locator("#ending h2")).to_have_text("Friend wins")
    expect(page.locator("#ending-more")).to_contain_text("ran out of time.")
    expect(page.locator("#below .clock")).to_have_text("0:00.0")


def test_the_oracle_says_what_will_be_placed(site: LiveServer, page: Page, oracle: Any) -> None:
    oracle("yes", "yes", "maybe")
    begin(site, page, "beside", variant="yesno", oracle="web")
    expect(page.locator("#answer")).to_contain_text("a YES disc, which flips discs as usual")
    square(page, "f5").click()
    expect(page.locator("#answer")).to_contain_text("which flips nothing")
    square(page, "d6").click()
    expect(page.locator("#answer")).to_contain_text("opposing discs beside it flip too")
    legal(page).first.click()
    expect(page.locator("#board svg.maybe")).to_be_attached()
    assert_accessible(page)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pictures_pop_up_and_a_click_or_key_closes_them(
    site: LiveServer, new_page: NewPage, oracle: Any, monkeypatch: pytest.MonkeyPatch, motion: str
) -> None:
    monkeypatch.setattr(gif, "_cache", GifCache(lambda _: GIF))
    oracle("yes", "no", "maybe")
    page = new_page(reduced_motion=motion)
    page.goto(f"{site.url}/rules")
    page.evaluate("localStorage.setItem('outflank-looks', '{\"pictures\": true}')")
    room = begin(site, page, "beside", variant="yesno", oracle="web")
    square(page, "f5").click()
    popup = page.locator("#popup")
    expect(popup.locator(".drawn")).to_have_text("YES")
    # The move does not wait for the picture, but its disc does.
    wait_until(lambda: room.snapshot().score == (4, 1), "the move")
    expect_black(page, 2)
    popup.click()
    expect(popup).to_be_hidden()
    expect_black(page, 4)
    legal(page).first.click()
    if motion == "reduce":
        expect(popup.locator(".drawn")).to_have_text("NO")
    else:
        expect(popup.locator("img")).to_be_visible()
        page.wait_for_function("document.querySelector('#popup img').naturalWidth === 1")
    page.keyboard.press("x")
    expect(popup).to_be_hidden()
    expect_black(page, 3)  # until then the squares of the previous turn are shown
    legal(page).first.click()
    expect(popup.locator(".drawn")).to_have_text("MAYBE")
    assert_accessible(page)


def test_the_computers_picture_comes_after_your_own(
    site: LiveServer, new_page: NewPage, oracle: Any
) -> None:
    oracle("yes", "no", "maybe")
    page = new_page(reduced_motion="reduce")
    page.goto(f"{site.url}/rules")
    page.evaluate("localStorage.setItem('outflank-looks', '{\"pictures\": true}')")
    begin(site, page, "computer:1", variant="yesno", oracle="web")
    square(page, "f5").click()
    drawn = page.locator("#popup .drawn")
    expect(drawn).to_have_text("YES")
    expect(page.get_by_role("dialog", name="The oracle's answer to you")).to_be_visible()
    expect(moves(page)).to_have_count(0)  # although the computer may have moved already
    expect_black(page, 2)
    page.keyboard.press("x")
    expect(drawn).to_have_text("NO")
    expect(page.get_by_role("dialog", name="The oracle's answer to Computer 1")).to_be_visible()
    expect_black(page, 4)
    page.keyboard.press("x")
    expect(page.locator("#popup")).to_be_hidden()
    expect(page.locator("#answer")).to_contain_text("MAYBE")
    expect_black(page, 3)


def test_the_draw_of_colours_and_a_square_that_outflanks_nothing_are_explained(
    site: LiveServer, page: Page
) -> None:
    begin(site, page, "beside", color="lot")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Colours were drawn")
    square(page, "a1").click()
    expect(notice).to_have_text("You cannot play a1: a disc there would not outflank anything.")
    square(page, "d4").click()
    square(page, "f5").click()
    expect(notice).to_contain_text("turn.")


def test_the_board_can_be_turned_and_the_moves_can_be_copied(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    seated(site, page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)
    top = square(page, "a1").bounding_box()
    page.get_by_role("button", name="Rotate board").click()
    corner = page.locator("#board").get_by_role("gridcell").first
    expect(corner).to_have_accessible_name("h8, empty")  # it has been drawn
    turned = square(page, "a1").bounding_box()
    assert top
    assert turned
    assert turned["y"] > top["y"]
    page.get_by_role("button", name="Copy moves").click()
    expect(page.locator("#told")).to_have_text("Moves copied.")
    assert copied(page) == "f5"
