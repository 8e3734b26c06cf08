"""Rematches and their score in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.play.setup import Player, Setup
from outflank.rules import BLACK
from outflank.server.matches.match_registry import Terms
from support.browser import NewPage, expect
from support.page_people import begin, person, post, resign, room_of
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

LOOK = """(one) => {
  const { backgroundColor, animationName } = getComputedStyle(one);
  return { color: backgroundColor, animation: animationName };
}"""


def test_a_rematch_can_be_requested_and_the_score_is_kept(
    site: LiveServer, new_page: NewPage
) -> None:
    ada, bob = (new_page(reduced_motion="no-preference") for _ in range(2))
    ids = [person(site, page) for page in (ada, bob)]
    made = post(site, ada, "/challenges", {"opponent": ids[1], "color": "black", "size": 6})
    first = post(site, bob, f"/challenges/{made['id']}/accept")["id"]
    for page in (ada, bob):
        page.goto(f"{site.url}/game/{first}")
    resign(ada)
    expect(ada.locator("#ending h2")).to_have_text("You lose")
    expect(bob.locator("#ending h2")).to_have_text("You win")
    expect(bob.locator("#ending-more")).to_contain_text("resigned.")
    colors = [page.locator("#ending").evaluate(LOOK) for page in (ada, bob)]
    assert colors[0]["color"] != colors[1]["color"]  # gold marks the winner
    assert [one["animation"] for one in colors] == ["none", "gleam"]
    bob.emulate_media(reduced_motion="reduce")
    assert bob.locator("#ending").evaluate(LOOK)["animation"] == "none"
    ada.get_by_role("button", name="Rematch").click()
    expect(ada.locator("#rematch-message")).to_contain_text("Waiting for")
    expect(bob.locator("#rematch-message")).to_contain_text("wants a rematch")
    bob.get_by_role("button", name="No, thanks").click()
    expect(ada.locator("#rematch-message")).to_contain_text("declined the rematch")
    ada.get_by_role("button", name="Rematch").click()
    bob.get_by_role("button", name="Play again").click()
    for page in (ada, bob):
        page.wait_for_url(lambda url: first not in url)
    setup = room_of(site, ada).setup
    assert (setup.size, setup.player(BLACK).seat) == (6, f"person:{ids[1]}")
    resign(ada)
    expect(ada.locator("#tally")).to_contain_text("leads 2 to 0.")
    expect(bob.locator("#tally")).to_have_text("You lead 2 to 0.")


def test_a_rematch_begins_where_the_game_began(site: LiveServer, new_page: NewPage) -> None:
    page, friend = new_page(), new_page()
    ids = [person(site, each) for each in (page, friend)]
    first = begin(site, page, "computer:1", start="f5d6c3", color="white")
    resign(page)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: first.name not in url)
    setup = room_of(site, page).setup
    assert (setup.start, setup.player(BLACK).seat) == (first.setup.start, f"person:{ids[0]}")
    terms = {"opponent": ids[1], "color": "black", "start": "---- -OX- -XO- ---- O"}
    made = post(site, page, "/challenges", terms)
    with_friend = post(site, friend, f"/challenges/{made['id']}/accept")["id"]
    for each in (page, friend):
        each.goto(f"{site.url}/game/{with_friend}")
    resign(page)
    page.get_by_role("button", name="Rematch").click()
    friend.get_by_role("button", name="Play again").click()
    for each in (page, friend):
        each.wait_for_url(lambda url: with_friend not in url)
    setup = room_of(site, friend).setup
    assert (str(setup.start), setup.player(BLACK).seat) == (
        "-----OX--XO----- O",
        f"person:{ids[1]}",
    )


def test_another_level_is_advised_after_two_losses(site: LiveServer, page: Page) -> None:
    first = begin(site, page, "computer:3", size=6)
    resign(page)
    expect(page.locator("#tally")).to_have_text("Computer 3 leads 1 to 0.")
    expect(page.locator("#play-next-level")).to_be_hidden()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: first.name not in url)
    second = room_of(site, page)
    resign(page)
    advice = "You lost twice in a row. Try level 2 next."
    expect(page.locator("#next-level")).to_have_text(advice)
    new_game, other_level = page.locator("#new"), page.get_by_role("button", name="Play level 2")
    for width, height, is_wide in ((1600, 1000, True), (1366, 768, False), (320, 568, False)):
        page.set_viewport_size({"width": width, "height": height})
        expect(new_game).to_be_visible(visible=is_wide)
        boxes = [one.bounding_box() for one in (page.locator("#rematch"), other_level)]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[0]["y"] == boxes[1]["y"]
    other_level.click()
    page.wait_for_url(lambda url: second.name not in url)
    setup = room_of(site, page).setup
    assert (setup.size, {one.seat for one in setup.players} & {"computer:2"}) == (6, {"computer:2"})


def test_a_spectator_sees_the_score_between_the_two_players(site: LiveServer, page: Page) -> None:
    accounts, registry = site.server.accounts, site.server.registry
    one, two = (accounts.register(name)[0].id for name in ("Tilda", "Tom"))
    names = []
    for black, white in ((one, two), (two, one), (one, two)):
        seats = Player(f"#{black}", f"bot:{black}"), Player(f"#{white}", f"bot:{white}")
        room = registry.open(Setup(players=seats), Terms(black, white))
        room.resign(BLACK)
        names.append(room.name)
    page.goto(f"{site.url}/game/{names[-1]}")
    expect(page.locator("#tally")).to_have_text("Tom leads 2 to 1.")
    page.keyboard.press("Home")
    expect(page.locator("#ending")).to_be_visible()  # there are no moves to step through
