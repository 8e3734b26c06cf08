"""Playing on every screen: seats and clocks visible on phones, nothing that jumps on laptops."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from outflank.faces.web.pages.page_texts import say_on_page
from outflank.play.events import Offer
from outflank.rules import BLACK, WHITE
from support.browser import NewPage, assert_accessible, assert_uncovered, expect
from support.page_people import begin, legal, moves, person, post, seated, square
from support.server.live_server import LiveServer, live_server
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")

PHONES = [(320, 568), (375, 667), (390, 844), (844, 390), (667, 375)]
LAPTOPS = [(1366, 768), (1280, 720)]
WALKED = ["first", "back", "forward", "latest"]


def show_on(page: Page, size: tuple[int, int]) -> None:
    """Show the top of a page on another screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("variant", ["classic", "yesno"])
def test_both_seats_and_clocks_are_visible_on_every_phone(
    site: LiveServer, new_page: NewPage, variant: str
) -> None:
    page = new_page(has_touch=True)
    begin(site, page, "computer:1", clock="5+3", variant=variant)
    expect(legal(page)).not_to_have_count(0)
    for size in PHONES:
        show_on(page, size)
        expect(page.locator("#board")).to_be_in_viewport(ratio=1)
        covered = page.locator(".walk").bounding_box()
        assert covered
        bottom = covered["y"] if size[0] <= 560 else size[1]
        for seat in ("#above", "#below"):
            for part in (".name", ".count", ".clock"):
                box = page.locator(f"{seat} {part}").bounding_box()
                assert box
                assert box["y"] + box["height"] <= bottom, (size, seat, part)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size
        if size[0] >= 375:  # the whole name is shown beside its clock
            name = page.locator("#above .name")
            expect(name).to_have_text("Computer 1")
            assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth"), size
    for seat, word in (("#below", "YES"), ("#above", "NO")):
        shown = page.locator(f"{seat} .label")
        expect(shown).to_have_text(word if variant == "yesno" else "")


def test_stepping_through_the_moves_shifts_nothing(site: LiveServer, page: Page) -> None:
    room = begin_pair(site.server).room
    for _ in range(40):
        room.play(room.state.position.legal_moves[0])
    page.goto(f"{site.url}/game/{room.name}")
    expect(moves(page)).to_have_count(len(room.state.moves))
    for size in [*LAPTOPS, (2560, 1440)]:
        show_on(page, size)
        page.keyboard.press("Home")
        page.keyboard.press("End")
        expect(moves(page).last).to_be_in_viewport(ratio=0.9)  # the list shows the current move
        before = [page.locator(f"#{name}").bounding_box() for name in WALKED]
        for name in ("back", "first", "forward", "latest"):
            page.locator(f"#{name}").click()
            for each in (*WALKED, "notice", "above", "below", "share"):
                expect(page.locator(f"#{each}")).to_be_in_viewport(ratio=1)
        assert [page.locator(f"#{name}").bounding_box() for name in WALKED] == before, size
        page.locator("#first").click()
        expect(moves(page).first).to_be_in_viewport()
        page.get_by_role("button", name="Copy moves").click()
        expect(page.locator("#told")).not_to_be_empty()
        expect(page.locator("#told")).to_be_in_viewport(ratio=1)


def test_a_large_screen_is_filled(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 2560, "height": 1440})
    page.goto(f"{site.url}/game/{begin_pair(site.server).room.name}")
    expect(page.locator("#notice")).not_to_be_empty()
    board, panel = (page.locator(place).bounding_box() for place in ("#board", "#panel"))
    assert board
    assert panel
    assert board["height"] > 0.85 * 1440
    assert panel["height"] == pytest.approx(board["height"], abs=2)
    assert panel["x"] + panel["width"] - board["x"] > 0.6 * 2560
    sizes = {
        one.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        for one in page.locator("#panel :is(button, a, p, h2, li):visible").all()
    }
    assert min(sizes) >= 17  # text beside a large board is read from further away
    assert_accessible(page)


def test_all_actions_of_a_game_are_visible_on_every_phone(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page()
    begin(site, page, "computer:1", variant="yesno", clock="5+3")
    expect(page.locator("#answer")).to_be_visible()
    meaning = say_on_page("game.says_maybe", name="Computer 1")  # the longest
    for part, text in (("strong", "MAYBE"), ("span", meaning)):
        page.locator(f"#answer {part}").evaluate("(one, text) => (one.textContent = text)", text)
    for size in PHONES:
        show_on(page, size)
        assert_uncovered(page, "#takeback", "#hint", "#resign", "#answer", "#board")
        for seat in ("#above", "#below"):
            name = page.locator(f"{seat} .name")
            assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth"), (seat, size)


def test_a_take_back_request_can_be_answered_without_scrolling(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page()
    room = seated(site, page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)
    room.play(room.state.position.legal_moves[0])
    room.make_offer(WHITE, Offer.TAKE_BACK)
    expect(page.locator("#offer")).to_be_visible()
    for size in PHONES:
        show_on(page, size)
        assert_uncovered(page, "#accept", "#decline", "#resign")


def test_the_moves_and_the_next_steps_are_visible_after_a_game(
    site: LiveServer, new_page: NewPage
) -> None:
    page, other = new_page(), new_page()
    me = person(site, page)
    person(site, other)
    made = post(site, other, "/challenges", {"opponent": me, "color": "white"})
    match = post(site, page, f"/challenges/{made['id']}/accept")["id"]
    room = site.server.registry.room(match)
    for _ in range(44):
        room.play(room.state.position.legal_moves[0])
    room.resign(BLACK)
    page.goto(f"{site.url}/game/{match}")
    for has_asked in (False, True):
        if has_asked:
            post(site, other, "/challenges", {"opponent": me, "color": "white"})
            expect(page.locator("#rematch-no")).to_be_visible()
        expect(page.locator("#ending")).to_be_visible()
        buttons = ["#open-review", "#rematch", "#rematch-no" if has_asked else "#new"]
        for size in [*PHONES, *LAPTOPS]:
            show_on(page, size)
            assert_uncovered(page, *buttons, "#board")
        for size in LAPTOPS:
            show_on(page, size)
            assert page.locator("#moves").evaluate("(one) => one.clientHeight") >= 84, size
            assert_uncovered(page, *(f"#{name}" for name in WALKED))


def test_a_few_games_fill_a_large_screen(tmp_path: Path, new_page: NewPage) -> None:
    with live_server(tmp_path) as server:
        for _ in range(3):
            begin_pair(server.server)
        page = new_page(viewport={"width": 2560, "height": 1440})
        page.goto(f"{server.url}/watch")
        boards = page.locator("#others outflank-board")
        expect(boards).to_have_count(3)
        for board in boards.all():
            expect(board).to_be_in_viewport(ratio=1)
            box = board.bounding_box()
            assert box
            assert box["width"] > 600
        page.set_viewport_size({"width": 375, "height": 667})
        page.wait_for_function(
            "() => document.querySelector('#others outflank-board').clientWidth < 180"
        )


def test_light_and_dark_are_remembered(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/rules")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(245, 243, 236)"
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(paper) == "rgb(20, 25, 23)"
    page.goto(f"{site.url}/api/v1/docs")  # the documentation has the same theme
    assert page.evaluate(paper) == "rgb(20, 25, 23)"
    expect(page.get_by_role("navigation", name="Main").get_by_text("Bots")).to_be_visible()
    page.goto(f"{site.url}/bots")
    assert page.evaluate(paper) == "rgb(20, 25, 23)"
