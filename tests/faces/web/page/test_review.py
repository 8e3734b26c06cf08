"""The review of a finished game in a real browser: by mouse, by keyboard, and for spectators."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route

from outflank.analysis import ReviewedGame
from outflank.analysis.story import story_of
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import BLACK, Classic, Color, Square
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from support.browser import NewPage, assert_accessible, assert_uncovered, await_in, expect
from support.page_people import moves, person, post, room_of
from support.server.live_server import LiveServer
from support.server.server_process import wait_until

pytestmark = pytest.mark.system("chromium")

BY_BROWSER = "The engine outflank computed the values in a browser."

# Notes with which odds the engine is asked, and answers at once.
NOTE_ODDS = """async (match) => {
  const { BrowserEngine } = await import("/static/engine/browser_engine.js");
  const { computeValues } = await import("/static/page/review/browser_review.js");
  const { gameOfMatch } = await import("/static/page/review/match_source.js");
  const odds = [];
  const analyse = (_, options) => {
    odds.push(options.odds);
    const line = { score: 0, kind: "exact", depth: 1, confidence: 100, moves: ["a1"] };
    return { finished: Promise.resolve({ score: 0, after: null, lines: [line] }) };
  };
  BrowserEngine.open = async () => ({ analyse, close() {}, forget() {} });
  const game = await gameOfMatch(await (await fetch(`/api/v1/matches/${match}`)).json());
  await computeValues(game, () => true);
  return odds;
}"""


# Computes the values of a match in this browser.
VALUES = """async (match) => {
  const { computeValues } = await import("/static/page/review/browser_review.js");
  const { gameOfMatch } = await import("/static/page/review/match_source.js");
  const game = await gameOfMatch(await (await fetch(`/api/v1/matches/${match}`)).json());
  return computeValues(game, () => true);
}"""

# Each move but the first is a mistake.
MOVES = ["c4", "b4", "a1", "d2", "d4", "d3", "a2"]


def finished(site: LiveServer, player: int) -> LiveRoom:
    """Return a game on a small board, in which somebody played black and resigned."""
    other, _ = site.server.accounts.register("Scripted")
    setup = Setup(
        players=(
            Player(f"#{player}", f"person:{player}"),
            Player(f"#{other.id}", f"bot:{other.id}"),
        ),
        start=Classic().start(4),
        undo=Undo.CONSENT,
    )
    room = site.server.registry.open(setup, Terms(player, other.id))
    for move in MOVES:
        room.play(Square.parse(move))
    room.resign(BLACK)
    return room


def reviewed(site: LiveServer, page: Page) -> LiveRoom:
    """Finish a game as the person of a page, and click on Review."""
    room = finished(site, person(site, page))
    page.goto(f"{site.url}/game/{room.name}")
    expect(moves(page)).to_have_count(len(MOVES))  # without them the board stays at the end
    page.get_by_role("button", name="Review", exact=True).click()
    expect(mistakes(page).first).to_be_visible()
    return room


def mistakes(page: Page) -> Locator:
    return page.get_by_role("list", name="Mistakes").get_by_role("button")


def progress(page: Page) -> Locator:
    """Return the line that says how far a review is."""
    return page.locator("#review > [role=status]")


def expect_waiting(page: Page) -> None:
    """Wait until an open review says that it waits; a closed one keeps its last words."""
    expect(progress(page)).to_be_visible()
    expect(progress(page)).to_have_text("Waiting for 2 other reviews …")


def shown(page: Page) -> dict[str, object]:
    """Return what the board shows."""
    return dict(page.evaluate("document.getElementById('board').state"))


def kept(site: LiveServer, room: LiveRoom) -> list[dict[str, object]]:
    """Return the mistakes of a game that the server has stored."""
    stored = site.server.store.reviews.get(room.name)
    assert stored
    return [one for one in stored.data["moves"] if one["mistake"]]


def listed(site: LiveServer, room: LiveRoom, color: Color = BLACK) -> list[dict[str, object]]:
    """Return the mistakes of a side as the page lists them, the turning point first."""
    stored = site.server.store.reviews.get(room.name)
    assert stored
    turn = story_of(ReviewedGame.from_dict(stored.data).review, color).move
    own = [one for one in kept(site, room) if one["color"] == str(color)]
    return sorted(own, key=lambda one: turn is None or one["number"] != turn.number)


def test_one_click_shows_accuracy_graph_mistakes_and_the_readers_turning_point(
    site: LiveServer, page: Page
) -> None:
    room = reviewed(site, page)
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("row")).to_have_count(3)
    expect(review.get_by_role("row").nth(2)).to_contain_text(re.compile(r"Scripted.*\d+ %"))
    graph = review.get_by_role("img", name=re.compile("^Discs ahead for Black"))
    expect(graph).to_be_visible()
    own, other = (listed(site, room, color) for color in Color)
    assert own
    assert other
    expect(mistakes(page)).to_have_count(len(own))
    expect(graph.locator(".fault")).to_have_count(len(own) + len(other))
    assert_accessible(page)
    # It opens with its sentence and at the turning point.
    first = own[0]
    expect(review.locator(".story")).to_have_text(re.compile(r"^You(r| were| had) "))
    expect(review.locator(".story")).to_contain_text(f"{first['number']}. {first['move']}")
    expect(mistakes(page).first).to_have_attribute("aria-current", "true")
    expect(page.locator(".mistake")).to_contain_text("the turning point")
    assert set(shown(page)["texts"]) == {first["move"], first["better"]}  # type: ignore[call-overload]
    # The other side is one click away, and is not addressed as the reader.
    review.get_by_role("button", name=f"White: {len(other)}").click()
    expect(mistakes(page)).to_have_count(len(other))
    expect(review.locator(".story")).to_contain_text("White")
    assert set(shown(page)["texts"]) == {other[0]["move"], other[0]["better"]}  # type: ignore[call-overload]
    # No heading is cut off at any width.
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 640})
        cut = review.locator("th, h2, h3, .story, button").evaluate_all(
            "(all) => all.filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)"
            ".map((one) => one.textContent)"
        )
        assert cut == []


def test_a_review_says_how_many_positions_became_cards(site: LiveServer, page: Page) -> None:
    room = reviewed(site, page)
    made = site.server.learning.cards_from(person(site, page), room.name)
    assert made > 1
    link = page.get_by_role("link", name=f"{made} positions of this game became cards.")
    link.click()
    expect(page.locator("#left")).to_have_text(f"{made} cards to go.")


def test_a_mistake_is_shown_on_the_board_with_its_sentence_and_tried_again(
    site: LiveServer, page: Page
) -> None:
    room = reviewed(site, page)
    first = listed(site, room)[0]
    mistakes(page).first.click()
    state = shown(page)
    assert set(state["texts"]) == {first["move"], first["better"]}  # type: ignore[call-overload]
    assert state["marks"] == {"frame": [first["better"]], "cross": []}
    detail = page.locator(".mistake")
    expect(detail).to_contain_text(f"{first['better']} was better.")
    expect(page.locator("#notice")).to_contain_text(f"move {int(str(first['number'])) - 1} of")
    # On a phone it is shown together with the board.
    usual = page.viewport_size
    assert usual
    for width, height in ((320, 568), (375, 667), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".mistake h3").evaluate("(one) => one.scrollIntoView({ block: 'nearest' })")
        page.locator(".mistake p").first.evaluate("(one) => one.scrollIntoView({block: 'nearest'})")
        assert_uncovered(page, "#board", ".mistake h3", ".mistake p")
    page.set_viewport_size(usual)
    line = detail.get_by_role("button", name=re.compile("^Show on the board: Better"))
    line.click()
    expect(line).to_have_attribute("aria-pressed", "true")
    assert shown(page)["texts"][first["better"]]["text"] == "1"  # type: ignore[index]
    assert_accessible(page)
    page.get_by_role("button", name="One move forward").click()
    assert not shown(page).get("texts")
    page.get_by_role("button", name="Close the review").click()
    expect(page.get_by_role("region", name="Review")).to_be_hidden()
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_focused()
    # A game begins from before the mistake.
    page.get_by_role("button", name="Review", exact=True).click()
    mistakes(page).first.click()
    cells = shown(page)["cells"]
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_url(lambda url: room.name not in url)
    begun = room_of(site, page)
    assert str(begun.setup.start.board) == cells == state["cells"]
    assert str(begun.setup.start.turn) == first["color"]
    own = begun.setup.player(begun.setup.start.turn)
    assert own.seat.startswith("person:")
    assert begun.setup.player(begun.setup.start.turn.opponent).seat == "computer:8"
    begun.resign(begun.setup.start.turn)


def test_a_whole_review_can_be_read_by_keyboard_alone(site: LiveServer, page: Page) -> None:
    room = finished(site, person(site, page))
    page.goto(f"{site.url}/game/{room.name}")
    button = page.get_by_role("button", name="Review", exact=True)
    expect(button).to_be_visible()
    expect(moves(page)).to_have_count(len(MOVES))
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(mistakes(page).first).to_be_visible()
    expect(page.get_by_role("heading", name="Review")).to_be_focused()
    found = listed(site, room)
    forward = page.get_by_role("button", name="Next mistake")
    while not forward.evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Tab")
    for number, one in enumerate(found, 1):
        if number > 1:
            page.keyboard.press("Enter")
        expect(page.locator(".walker")).to_contain_text(f"Mistake {number} of {len(found)}")
        heading = page.get_by_role("heading", name=re.compile(f"^Move {one['number']}:"))
        expect(heading).to_contain_text(str(one["move"]))
    names = [item.get_attribute("aria-label") or "" for item in mistakes(page).all()]
    assert all("was better." in name for name in names)


@pytest.mark.native
def test_others_see_a_review_with_and_without_scripts_and_compute_the_same(
    site: LiveServer, page: Page, new_page: NewPage
) -> None:
    room = reviewed(site, page)
    spectator = new_page(viewport={"width": 320, "height": 568})
    spectator.goto(f"{site.url}/game/{room.name}")
    expect(mistakes(spectator)).to_have_count(len(listed(site, room)))  # the loser's
    assert not shown(spectator).get("texts")  # the end of the game stays on the board
    mistakes(spectator).first.click()
    expect(spectator.locator(".mistake")).to_contain_text("was better.")
    assert spectator.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(spectator)

    plain = new_page(java_script_enabled=False)
    plain.goto(f"{site.url}/game/{room.name}")
    review = plain.get_by_role("region", name="Review")
    expect(review.get_by_role("row")).to_have_count(3)
    expect(review.get_by_role("listitem")).to_have_count(len(kept(site, room)))
    expect(review.get_by_role("listitem").first).to_contain_text("was better.")

    # A browser finds the same values as the server.
    stored = site.server.store.reviews.get(room.name)
    assert stored
    values = await_in(page, VALUES, room.name)
    for name in ("score", "best"):
        found = [one[name]["discs"] for one in values]
        assert found == [one[name]["discs"] for one in stored.data["moves"]]
        assert {one[name]["kind"] for one in values} == {"exact"}

    # And it reviews Yes/No with the odds of its oracle.
    order = {"opponent": "beside", "variant": "yesno", "size": 4, "color": "black"}
    with_oracle = site.server.registry.room(post(site, page, "/matches", order)["id"])
    wait_until(lambda: not with_oracle.state.position.awaits_answer, "the oracle's answer")
    with_oracle.play(with_oracle.state.position.legal_moves[0])
    with_oracle.resign(BLACK)
    odds = await_in(page, NOTE_ODDS, with_oracle.name)
    assert odds
    assert all(one == {"yes": 0.45, "no": 0.45, "maybe": 0.1} for one in odds)


def test_a_running_game_offers_no_review(site: LiveServer, page: Page) -> None:
    person(site, page)
    match = post(site, page, "/matches", {"opponent": "computer:1", "size": 4})["id"]
    page.goto(f"{site.url}/game/{match}")
    page.wait_for_selector("#board[interactive]")
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_hidden()
    expect(page.get_by_role("region", name="Review")).to_be_hidden()
    page.evaluate("document.getElementById('open-review').click()")
    expect(page.get_by_role("region", name="Review")).to_be_hidden()
    site.server.registry.room(match).resign(BLACK)


def test_progress_and_failures_are_shown_and_the_browser_helps_out(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["503", "ERR_FAILED"])
    room = finished(site, person(site, page))
    nothing = {"done": 0, "total": 0, "ahead": 0, "problem": "", "review": None}
    answers = [
        nothing | {"status": "none"},
        nothing | {"status": "waiting", "total": 7, "ahead": 2},
        nothing | {"status": "running", "done": 5, "total": 7},
        nothing | {"status": "failed", "problem": "the engine is broken"},
    ]
    busy = {"status": 503, "detail": "too many", "code": "BUSY", "title": "", "type": ""}
    page.add_init_script(
        """window.told = [];
        addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
          told.push(document.querySelector("#review [role=status]")?.textContent);
        }).observe(document.body, { childList: true, subtree: true, characterData: true }));"""
    )
    page.goto(f"{site.url}/game/{room.name}")
    page.route("**/review", lambda route: route.fulfill(json=answers.pop(0)))
    page.get_by_role("button", name="Review", exact=True).click()
    expect(progress(page)).to_have_text("The engine is broken.")
    told = page.evaluate("window.told")
    assert "Waiting for 2 other reviews …" in told
    assert "Looking at the moves: 5 of 7 …" in told
    page.unroute("**/review")
    # The server forgets a review that it had accepted, and is then too busy for it.
    taken = [nothing | {"status": "waiting", "total": 7}]

    def have_no_time(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
        elif taken:
            route.fulfill(json=taken.pop())
        else:
            kind = "application/problem+json"
            route.fulfill(status=503, body=json.dumps(busy), content_type=kind)

    page.route("**/review", have_no_time)
    page.route("**/outflank.wasm", lambda route: route.abort())
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(progress(page)).to_contain_text("Too many games are being reviewed right now.")
    page.unroute("**/outflank.wasm")
    # Then this browser computes the values, and the server finds the words.
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(mistakes(page).first).to_be_visible()
    expect(page.locator("#review")).to_contain_text(BY_BROWSER)
    stored = site.server.store.reviews.get(room.name)
    assert stored
    assert stored.source == "browser"
    assert [one["number"] for one in stored.data["moves"] if one["mistake"]] == [2, 3, 4, 5, 6, 7]
    # A later reader makes the server compute its own review, and sees this one meanwhile.
    with page.expect_request(lambda one: one.method == "POST" and one.url.endswith("/review")):
        page.reload()
    expect(page.locator("#review")).to_contain_text(BY_BROWSER)


def test_a_review_that_is_closed_and_reopened_is_requested_once(
    site: LiveServer, page: Page
) -> None:
    room = finished(site, person(site, page))
    nothing = {"done": 0, "total": 7, "problem": "", "review": None}
    page.clock.install()
    page.goto(f"{site.url}/game/{room.name}")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    asked: list[str] = []

    def wait(route: Route) -> None:
        asked.append(route.request.method)
        route.fulfill(json=nothing | {"status": "waiting", "ahead": 2})

    page.route("**/review", wait)
    for _ in range(2):
        page.get_by_role("button", name="Review", exact=True).click()
        expect_waiting(page)
        page.get_by_role("button", name="Close the review").click()
    page.get_by_role("button", name="Review", exact=True).click()
    expect_waiting(page)
    assert asked == ["GET", "POST"] * 3
    with page.expect_response("**/review"):
        page.clock.run_for(450)
    assert asked == [*["GET", "POST"] * 3, "GET"]
