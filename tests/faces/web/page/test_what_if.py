"""Playing on from a past position of a game, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from outflank.notation import read
from outflank.rules import BLACK, WHITE
from outflank.server.matches.live_room import LiveRoom
from support.analysis.analysis_page import AnalysisPage
from support.browser import NewPage, assert_accessible_and_fitting, expect
from support.page_people import begin, choose, legal, moves, post, resign, room_of, square
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")


def ended(site: LiveServer, page: Page, count: int = 5, **terms: object) -> LiveRoom:
    """Let the person of a page play some moves for both sides, and resign."""
    room = begin(site, page, "beside", **terms)
    for number in range(count):
        if page.locator("#ending").is_visible():
            return room  # with an oracle a side can lose all its discs early
        legal(page).first.click()
        expect(moves(page)).to_have_count(number + 1)
    resign(page)
    expect(page.locator("#ending")).to_be_visible()
    return room


def back(page: Page, times: int) -> None:
    for _ in range(times):
        page.get_by_role("button", name="One move back").click()


def play_on(page: Page) -> None:
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("dialog", name="Play on from here")).to_be_visible()


def start(page: Page) -> None:
    page.locator("#setup").get_by_role("button", name="Play", exact=True).click()


def cells(page: Page) -> str:
    found: str = page.evaluate("document.getElementById('board').state.cells")
    return found


def test_a_finished_game_is_played_on_and_back_leads_to_its_move(
    site: LiveServer, page: Page
) -> None:
    room = ended(site, page)
    expect(page.locator("#play-on")).to_be_hidden()
    back(page, 2)
    seen = cells(page)
    play_on(page)
    dialog = page.locator("#setup")
    expect(dialog.locator("[data-on]")).to_contain_text("after move 3.")
    expect(dialog.get_by_role("group", name="Who plays black (white moves next)")).to_be_visible()
    for hidden in ("Anyone", "Two computers", "By name"):
        expect(dialog.get_by_role("radio", name=hidden)).to_be_hidden()
    assert_accessible_and_fitting(page)
    choose(page, "Computer")
    dialog.locator("[name=level]").select_option("1")
    start(page)
    page.wait_for_url(lambda url: room.name not in url)
    branch = room_of(site, page)
    origin = branch.setup.origin
    assert origin is not None
    assert (origin.match, origin.ply) == (room.name, 3)
    assert str(branch.setup.start.board) == seen
    assert branch.setup.player(WHITE).seat == "computer:1"
    assert branch.setup.clock.is_none
    leads = page.locator("#origin a")
    expect(leads).to_have_text(re.compile("^From move 3 of the game .+ \N{EN DASH} Friend$"))
    page.go_back()
    expect(page.locator("#notice")).to_contain_text("move 3 of 5")
    assert cells(page) == seen
    expect(page.locator("#branches a")).to_have_attribute("href", f"/game/{branch.name}")
    assert_accessible_and_fitting(page)
    page.locator("#branches a").click()
    page.wait_for_url(f"**/game/{branch.name}")
    leads.click()
    page.wait_for_url(f"**/game/{room.name}#3")
    expect(page.locator("#notice")).to_contain_text("move 3 of 5")
    assert len(room.events) == len(site.server.registry.room(room.name).events)


def test_a_casual_game_against_the_computer_waits_while_another_line_is_tried(
    site: LiveServer, page: Page
) -> None:
    room = begin(site, page, "computer:2", size=6)
    square(page, str(room.state.position.legal_moves[0])).click()
    expect(moves(page)).to_have_count(2)
    expect(page.locator("#play-on")).to_be_hidden()
    back(page, 2)
    play_on(page)
    expect(page.locator("#setup [data-on]")).to_contain_text("where that game began")
    expect(page.locator("#setup [name=level]")).to_have_value("2")
    expect(page.get_by_role("radio", name="You", exact=True)).to_be_checked()
    page.get_by_role("radio", name="Opponent", exact=True).check()
    start(page)
    page.wait_for_url(lambda url: room.name not in url)
    branch = room_of(site, page)
    assert branch.setup.player(BLACK).seat == "computer:2"
    page.go_back()
    expect(page.locator("#notice")).to_contain_text("starting position")
    page.get_by_role("button", name="To the latest move").click()
    legal(page).first.click()  # the game goes on
    expect(moves(page)).to_have_count(4)


def test_a_running_game_between_people_offers_nothing(site: LiveServer, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    ids = [int(post(site, page, "/session")["player"]["id"]) for page in (ada, bob)]
    made = post(site, ada, "/challenges", {"opponent": ids[1], "color": "black"})
    name = post(site, bob, f"/challenges/{made['id']}/accept")["id"]
    for page in (ada, bob):
        page.goto(f"{site.url}/game/{name}")
    legal(ada).first.click()
    for page in (ada, bob):
        expect(moves(page)).to_have_count(1)
        back(page, 1)
        expect(page.locator("#notice")).to_contain_text("starting position")
        expect(page.locator("#play-on")).to_be_hidden()
    resign(bob)
    for page in (ada, bob):
        expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    play_on(ada)
    choose(ada, "Friend by link")
    start(ada)
    ada.wait_for_url("**/challenge/*")
    bob.goto(ada.url)
    bob.get_by_role("button", name="Accept").click()
    for page in (ada, bob):
        page.wait_for_url("**/game/*")
        expect(page.locator("#origin a")).to_have_attribute("href", f"/game/{name}#0")
    ada.go_back()
    ada.wait_for_url(f"**/game/{name}#0")
    expect(ada.locator("#branches a")).to_have_count(1)


def test_the_answers_of_the_oracle_stay_as_they_were(site: LiveServer, page: Page) -> None:
    room = ended(site, page, 3, variant="yesno")
    answer = room.view().game.plies[1].answer
    assert answer is not None
    back(page, 2)
    play_on(page)
    choose(page, "Friend here")
    start(page)
    page.wait_for_url(lambda url: room.name not in url)
    expect(page.locator("#answer")).to_have_attribute("data-answer", answer.value)
    legal(page).first.click()
    expect(moves(page)).to_have_count(1)


@pytest.mark.parametrize(("variant", "size"), [("anti", 6), ("classic", 12)])
def test_other_games_and_boards_are_played_on_too(
    site: LiveServer, page: Page, variant: str, size: int
) -> None:
    room = ended(site, page, 2, variant=variant, size=size)
    back(page, 1)
    seen = cells(page)
    play_on(page)
    choose(page, "Friend here")
    start(page)
    page.wait_for_url(lambda url: room.name not in url)
    setup = room_of(site, page).setup
    assert (setup.variant.name, setup.size, str(setup.start.board)) == (variant, size, seen)


def test_the_analysis_leads_to_the_form_and_back_to_its_position(
    site: LiveServer, page: Page
) -> None:
    page.goto(f"{site.url}/analysis")
    expect(page.locator("body[data-ready]")).to_be_attached()
    analysis = AnalysisPage(page)
    analysis.play("f5", "d6")
    page.get_by_role("link", name="Play on from here").click()
    page.wait_for_url("**/play?*")
    expect(page.locator("#start-message")).to_contain_text("Black to move.")
    choose(page, "Friend here")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    assert room_of(site, page).setup.start == read(b"f5d6").position
    page.go_back()
    page.go_back()
    expect(page.locator("#tree")).to_contain_text("d6")
    expect(page.locator("#turn")).to_have_text("Black to move")


def test_a_link_fills_in_the_form_for_a_position(site: LiveServer, new_page: NewPage) -> None:
    page, friend = new_page(), new_page()
    page.goto(f"{site.url}/play?start=f5d6c3&color=white&level=3")
    expect(page.get_by_role("heading", name="Play on from here")).to_be_visible()
    expect(page.locator("#start-message")).to_contain_text("White to move.")
    expect(page.get_by_role("radio", name="Opponent", exact=True)).to_be_checked()
    expect(page.locator("#new-game [name=level]")).to_have_value("3")
    assert_accessible_and_fitting(page)
    choose(page, "Friend by link")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/challenge/*")
    friend.goto(page.url)
    friend.get_by_role("button", name="Accept").click()
    page.wait_for_url("**/game/*")
    assert str(room_of(site, page).setup.start).endswith(" O")
    small = "------OX--XX---- O"
    page.goto(f"{site.url}/play?start={small}&variant=anti&size=4&against=beside")
    expect(page.locator("#start-message")).to_contain_text("Anti-Othello, 4")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    assert room_of(site, page).setup.variant.name == "anti"
    # What a link says is for one game.
    page.goto(f"{site.url}/play")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    expect(page.get_by_role("radio", name="Computer", exact=True)).to_be_checked()
