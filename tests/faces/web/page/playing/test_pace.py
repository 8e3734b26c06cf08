"""The pace of a game in a real browser: your own disc at once, the reply after its flips."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route

from outflank.play.events import Offer
from outflank.rules import WHITE, Square
from support.browser import NewPage, expect
from support.page_people import begin, legal, moves, seated, square
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

# Notes what the board did when it drew each new position.
NOTE_CHANGES = """() => {
  const board = document.getElementById("board");
  const draw = board.draw.bind(board);
  let shown = board.state.cells;
  window.changes = [];
  board.draw = () => {
    if (board.state.cells !== shown) changes.push(board.isMoving);
    shown = board.state.cells;
    draw();
  };
}"""
# Counts the frames from a click until the disc stands in the drawing.
COUNT_FRAMES = """() => {
  const board = document.getElementById("board");
  const cell = () => [...board.shadowRoot.querySelectorAll("[role=gridcell]")]
    .find((one) => one.getAttribute("aria-label").startsWith("f5, black"));
  addEventListener("click", () => {
    let frames = 0;
    const look = () => {
      frames += 1;
      if (cell()) window.framesUntilDisc = frames;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, {capture: true, once: true});
}"""
# Holds the lines about the match back as soon as isHolding is set; the newest one can be released.
HOLD_LINES = """
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, take) {
    listen.call(this, kind, (event) => {
      if (kind !== "Board" || !window.isHolding) return take(event);
      document.body.dataset.held = JSON.parse(event.data).plies;
      window.releaseLast = () => take(event);
    });
  };
"""


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page on which discs turn over."""
    return new_page(reduced_motion="no-preference")


def wait_for_all_motion(route: Route) -> None:
    """Load the scripts of a game so that they wait for motion however slow the machine is."""
    sent = route.fetch()
    script = sent.text().replace("LONGEST = 1200;", "LONGEST = 1e9;")
    assert script != sent.text()
    route.fulfill(response=sent, body=script)


def slow_network(page: Page, milliseconds: int) -> None:
    """Delay every answer, as a distant server would."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions: dict[str, Any] = {"offline": False, "latency": milliseconds}
    throughput = {"downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {**conditions, **throughput})


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_reply_waits_until_your_own_discs_have_flipped(
    site: LiveServer, new_page: NewPage, motion: str
) -> None:
    page = new_page(reduced_motion=motion)
    page.route("**/page/game/joined.js", wait_for_all_motion)
    begin(site, page, "computer:1")
    square(page, "f5")
    page.evaluate(NOTE_CHANGES)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(2)
    assert page.evaluate("changes") == [False, False]  # nothing moved when they were drawn
    said = page.locator("#said p")
    expect(said.nth(0)).to_have_text("You played f5, flipping e5. Black 4, White 1.")
    expect(said.nth(1)).to_contain_text("It is your turn.")


def test_with_300_ms_of_latency_your_disc_is_painted_within_two_frames(
    site: LiveServer, page: Page
) -> None:
    seated(site, page)
    square(page, "f5")
    slow_network(page, 300)
    page.evaluate(COUNT_FRAMES)
    with page.expect_response("**/moves"):
        square(page, "f5").click()
        page.wait_for_function("() => window.framesUntilDisc")
        assert page.evaluate("window.framesUntilDisc") <= 2
        expect(page.locator("#below .count")).to_have_text("4")
        expect(page.locator("#notice")).to_contain_text("You played f5")
    expect(moves(page)).to_have_text(["f5"])


def test_the_disc_is_painted_at_once_on_the_front_page_too(site: LiveServer, page: Page) -> None:
    page.goto(site.url)
    expect(legal(page)).to_have_count(4)
    slow_network(page, 300)
    page.evaluate(COUNT_FRAMES)
    page.get_by_role("gridcell", name="f5,").click()
    page.wait_for_function("() => window.framesUntilDisc")
    assert page.evaluate("window.framesUntilDisc") <= 2
    expect(moves(page)).to_have_count(2)


def test_an_event_in_between_does_not_remove_the_disc(site: LiveServer, page: Page) -> None:
    room = seated(site, page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)
    room.play(Square.parse("d6"), color=WHITE)
    expect(moves(page)).to_have_count(2)
    page.route("**/moves", lambda _: None)  # it never arrives
    square(page, "c3").click()
    room.make_offer(WHITE, Offer.TAKE_BACK)
    expect(page.locator("#offer")).to_be_visible()
    expect(square(page, "c3")).to_have_accessible_name("c3, black, last move")


def test_a_planned_move_is_sent_before_the_reply_is_shown(site: LiveServer, page: Page) -> None:
    room = seated(site, page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)
    square(page, "c5").click()
    square(page, "c4").click()
    room.play(Square.parse("d6"), color=WHITE)
    expect(moves(page)).to_have_text(["f5", "d6", "c4"])
    with room.reading() as match:
        shown = str(match.position.board)
    page.wait_for_function(
        "(cells) => document.getElementById('board').state.cells === cells", arg=shown
    )


def test_a_planned_move_is_sent_when_your_move_and_the_reply_arrive_together(
    site: LiveServer, page: Page
) -> None:
    page.add_init_script(HOLD_LINES)
    page.clock.install()
    room = seated(site, page)
    square(page, "f5")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # your own discs flip until then
    page.evaluate("window.isHolding = true")
    with page.expect_response("**/moves"):
        square(page, "f5").click()
    square(page, "c4").click()
    room.play(Square.parse("d6"), color=WHITE)
    expect(page.locator("body")).to_have_attribute("data-held", "2")
    sent: list[Route] = []  # held back: an answer would show the next position at once
    page.route("**/moves", lambda route: sent.append(route))
    with page.expect_request("**/moves"):
        page.evaluate("releaseLast()")
    page.clock.run_for(2000)
    expect(moves(page)).to_have_text(["f5", "d6"])
    expect(square(page, "d6")).to_have_accessible_name("d6, white, last move")
    sent[0].continue_()
    page.clock.resume()
    expect(moves(page)).to_have_text(["f5", "d6", "c4"])
