"""Playing on every screen: seats and clocks in sight on phones, nothing that jumps on laptops."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from support.browser import NewPage, assert_accessible
from support.page_people import begin, legal, moves
from support.server.live_server import LiveServer
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")

PHONES = [(320, 568), (375, 667), (390, 844), (844, 390), (667, 375)]
WALKED = ["first", "back", "forward", "latest"]


def name_of(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def open_on(new_page: NewPage, size: tuple[int, int]) -> Page:
    width, height = size
    return new_page(viewport={"width": width, "height": height}, has_touch=width < 900)


@pytest.mark.parametrize("variant", ["classic", "yesno"])
@pytest.mark.parametrize("size", PHONES, ids=name_of)
def test_on_every_phone_both_seats_and_clocks_are_in_sight(
    site: LiveServer, new_page: NewPage, size: tuple[int, int], variant: str
) -> None:
    page = open_on(new_page, size)
    begin(site, page, "computer:1", clock="5+3", variant=variant)
    expect(legal(page)).not_to_have_count(0)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    covered = page.locator(".walk").bounding_box()
    assert covered
    bottom = covered["y"] if page.viewport_size["width"] <= 560 else size[1]  # type: ignore[index]
    for seat in ("#above", "#below"):
        for part in (".name", ".count", ".clock"):
            box = page.locator(f"{seat} {part}").bounding_box()
            assert box
            assert box["y"] + box["height"] <= bottom, (seat, part)
    for seat, word in (("#below", "YES"), ("#above", "NO")):
        shown = page.locator(f"{seat} .label")
        expect(shown).to_have_text(word if variant == "yesno" else "")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_on_a_phone_a_name_is_whole_beside_its_clock(site: LiveServer, new_page: NewPage) -> None:
    page = open_on(new_page, (375, 667))
    begin(site, page, "computer:1", clock="5+3")
    name = page.locator("#above .name")
    expect(name).to_have_text("Computer 1")
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (2560, 1440)], ids=name_of)
def test_walking_moves_nothing_away(
    site: LiveServer, new_page: NewPage, size: tuple[int, int]
) -> None:
    room = begin_pair(site.server).room
    for _ in range(40):
        room.play(room.state.position.legal_moves[0])
    page = open_on(new_page, size)
    page.goto(f"{site.url}/game/{room.name}")
    expect(moves(page)).to_have_count(len(room.state.moves))
    expect(moves(page).last).to_be_in_viewport(ratio=0.9)  # the list is where the game is
    before = [page.locator(f"#{name}").bounding_box() for name in WALKED]
    for name in ("back", "first", "forward", "latest"):
        page.locator(f"#{name}").click()
        for each in (*WALKED, "notice", "above", "below", "share"):
            expect(page.locator(f"#{each}")).to_be_in_viewport(ratio=1)
    assert [page.locator(f"#{name}").bounding_box() for name in WALKED] == before
    page.locator("#first").click()
    expect(moves(page).first).to_be_in_viewport()
    page.get_by_role("button", name="Copy moves").click()
    expect(page.locator("#told")).not_to_be_empty()
    expect(page.locator("#told")).to_be_in_viewport(ratio=1)


def test_a_large_screen_is_filled(site: LiveServer, new_page: NewPage) -> None:
    page = open_on(new_page, (2560, 1440))
    page.goto(f"{site.url}/game/{begin_pair(site.server).room.name}")
    expect(page.locator("#notice")).not_to_be_empty()
    board, panel = (page.locator(place).bounding_box() for place in ("#board", "#panel"))
    assert board
    assert panel
    assert board["height"] > 0.85 * 1440
    assert panel["height"] == pytest.approx(board["height"], abs=2)
    assert panel["x"] + panel["width"] - board["x"] > 0.6 * 2560
    assert_accessible(page)
