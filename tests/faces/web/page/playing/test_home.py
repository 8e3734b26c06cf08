"""The front page in a real browser: the first click on its board begins a real game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from outflank.engine import DEFAULT_LEVEL
from outflank.rules import BLACK
from support.browser import NewPage, assert_accessible, expect
from support.page_people import legal, moves, room_of
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

GAME = re.compile("/game/[0-9a-f]+$")
SIZES = [(320, 568), (375, 667), (390, 844), (844, 390), (1366, 768), (2560, 1440)]


def test_the_first_click_is_the_first_move(site: LiveServer, page: Page) -> None:
    loads: list[str] = []
    page.on("load", lambda _: loads.append(page.url))
    page.goto(site.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Othello")
    expect(legal(page)).to_have_count(4)
    assert_accessible(page)
    page.get_by_role("gridcell", name="f5, empty, legal").click()
    expect(page).to_have_url(GAME)
    expect(moves(page)).to_have_count(2)
    expect(moves(page).first).to_have_text("f5")
    room = room_of(site, page)
    assert room.setup.players[1].seat == f"computer:{DEFAULT_LEVEL}"
    expect(page.locator("#below")).to_contain_text("(you)")
    expect(page.get_by_role("grid")).to_have_accessible_name(
        re.compile(rf"^The board: .* plays black, Computer {DEFAULT_LEVEL} plays white$")
    )
    expect(page.locator("#begin")).to_be_hidden()
    assert len(loads) == 1  # no page in between
    assert_accessible(page)
    page.reload()
    expect(moves(page)).to_have_count(2)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Othello")
    expect(page.locator("#yours a")).to_have_text(f"Computer {DEFAULT_LEVEL}")


def test_the_browsers_back_and_forward_buttons_lead_from_the_board_to_the_game(
    site: LiveServer, page: Page
) -> None:
    page.goto(site.url)
    legal(page).first.click()
    expect(moves(page)).to_have_count(2)
    expect(page).to_have_url(GAME)
    game = page.url
    for _ in range(2):
        page.go_back()
        expect(page).to_have_url(f"{site.url}/")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        expect(legal(page)).to_have_count(4)
        page.go_forward()
        expect(page).to_have_url(game)
        expect(moves(page)).to_have_count(2)
        expect(page.locator("#below")).to_contain_text("(you)")
    page.reload()
    expect(moves(page)).to_have_count(2)
    page.go_back()
    expect(legal(page)).to_have_count(4)


def test_the_choices_beside_the_board_decide_the_game_and_are_remembered(
    site: LiveServer, page: Page
) -> None:
    page.goto(site.url)
    page.get_by_role("combobox", name="Level").select_option("1")
    page.locator("summary", has_text="More options").click()
    page.get_by_role("combobox", name="Board size").select_option("6")
    page.get_by_role("combobox", name="Game", exact=True).select_option("anti")
    page.get_by_role("combobox", name="Clock", exact=True).select_option("5+3")
    expect(page.get_by_role("gridcell", name="d2,")).to_be_visible()
    expect(page.locator("#goal")).to_have_text("The player with fewer discs at the end wins.")
    page.get_by_label("White", exact=True).check()
    expect(legal(page)).to_have_count(0)  # the computer moves first
    expect(page.locator("#lead")).to_have_text("Press Play to begin.")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(GAME)
    setup = room_of(site, page).setup
    assert (setup.variant.name, setup.size, str(setup.clock)) == ("anti", 6, "5+3")
    assert setup.player(BLACK).seat == "computer:1"
    expect(moves(page)).to_have_count(1)
    expect(page.locator("#board")).to_be_focused()  # the form with the focus is gone
    page.goto(site.url)
    expect(page.get_by_label("White", exact=True)).to_be_checked()
    expect(page.get_by_role("combobox", name="Level")).to_have_value("1")


def test_a_first_move_can_be_chosen_before_the_oracle_has_answered(
    site: LiveServer, page: Page
) -> None:
    page.goto(site.url)
    page.locator("summary", has_text="More options").click()
    page.get_by_role("combobox", name="Game", exact=True).select_option("yesno")
    page.get_by_role("gridcell", name="f5, empty, legal").click()
    expect(moves(page).first).to_have_text(re.compile("^f5(YES|NO|MAYBE)$"))
    assert room_of(site, page).setup.oracle.startswith("drawn:")


def test_a_game_that_cannot_begin_leaves_the_board_unchanged(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["503"])
    problem = {"code": "BUSY", "status": 503, "detail": "all computers of the server are busy"}
    page.route("**/api/v1/matches", lambda route: route.fulfill(status=503, json=problem))
    page.goto(site.url)
    page.get_by_role("gridcell", name="f5,").click()
    expect(page.locator("#play [data-message]")).to_have_text(
        "All computers of the server are busy."
    )
    expect(legal(page)).to_have_count(4)
    page.unroute("**/api/v1/matches")
    page.get_by_role("gridcell", name="f5,").click()
    expect(moves(page)).to_have_count(2)


def test_the_board_comes_first_on_every_screen(site: LiveServer, page: Page) -> None:
    page.goto(site.url)
    expect(legal(page)).to_have_count(4)
    places = []
    for width, height in SIZES:
        show_on(page, width, height)
        expect(page.get_by_role("heading", name="Othello")).to_be_in_viewport(ratio=1)
        expect(page.locator("#board")).to_be_in_viewport(ratio=1)
        expect(page.locator("#lead")).to_be_in_viewport(ratio=1)
        board = page.locator("#board").bounding_box()
        assert board
        assert board["width"] >= min(width - 20, 0.75 * (height - 60))  # it fills the space
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        places.append((board["x"], board["y"]))
    legal(page).first.click()
    expect(moves(page)).to_have_count(2)
    for (width, height), place in zip(SIZES, places, strict=True):
        show_on(page, width, height)
        moved = page.locator("#board").bounding_box()
        assert moved
        assert (moved["x"], moved["y"]) == pytest.approx(place, abs=1)  # it is under the pointer


def show_on(page: Page, width: int, height: int) -> None:
    """Show the top of a page on another screen."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 0)")


def test_few_tab_stops_lead_to_the_board(site: LiveServer, page: Page) -> None:
    page.goto(site.url)
    expect(legal(page)).to_have_count(4)
    for _ in range(11):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "board":
            break
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(2)


def test_a_square_that_cannot_be_played_is_explained(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 320, "height": 568})
    page.goto(site.url)
    said = page.locator("#lead")
    expect(said).to_have_role("status")  # so it is read out
    page.get_by_role("gridcell", name="a1,").click()
    expect(said).to_have_text("a1 outflanks nothing. Play c4, d3, e6 or f5.")
    assert said.evaluate("(one) => one.scrollWidth <= one.clientWidth")  # it can be read to its end
    page.get_by_role("gridcell", name="d4,").click()
    expect(said).to_have_text("d4 is taken. Play c4, d3, e6 or f5.")
    expect(page).to_have_url(f"{site.url}/")
    assert_accessible(page)


def test_games_against_the_same_opponent_can_be_told_apart(site: LiveServer, page: Page) -> None:
    for color in ("Black", "White"):
        page.goto(site.url)
        page.get_by_label(color, exact=True).check()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page).to_have_url(GAME)
        expect(moves(page)).to_have_count(0 if color == "Black" else 1)
    rows = page.locator("#yours li")
    for path in ("/", "/play"):
        page.goto(f"{site.url}{path}")
        expect(rows).to_have_count(2)
        expect(
            rows.filter(has_text=re.compile("You are black, 2 to 2. Othello, 8.8. Begun"))
        ).to_have_count(1)
        expect(
            rows.filter(has_text=re.compile("You are white, 1 to 4. Othello, 8.8. Begun"))
        ).to_have_count(1)
    assert_accessible(page)


def test_the_logo_is_at_the_same_place_on_all_pages(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(excused=["404"])
    places: dict[int, dict[str, str]] = {390: {}, 1366: {}, 1920: {}}
    for path in ("/", "/play", "/watch", "/analysis", "/rules", "/games", "/admin", "/nowhere"):
        page.goto(f"{site.url}{path}")
        for width, seen in places.items():
            page.set_viewport_size({"width": width, "height": 900})
            seen[path] = str(page.locator(".brand").bounding_box())
    for seen in places.values():
        assert len(set(seen.values())) == 1, seen
