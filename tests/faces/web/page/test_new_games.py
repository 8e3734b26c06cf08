"""New games in a real browser: every kind of opponent, size and clock, by mouse and keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from outflank.client import Client
from support.browser import NewPage, assert_accessible, copied, expect
from support.page_people import (
    begin,
    choose,
    legal,
    look_at,
    moves,
    person,
    post,
    resign,
    room_of,
    square,
)
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")


def start(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()


def test_the_dialog_begins_the_chosen_game_and_remembers_the_choice(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["400"])
    page.goto(f"{site.url}/play")
    assert_accessible(page)
    page.get_by_role("combobox", name="Level").select_option("2")
    page.get_by_role("radio", name="Opponent", exact=True).check()
    page.get_by_role("combobox", name="Game", exact=True).select_option("anti")
    page.get_by_role("combobox", name="Board size", exact=True).select_option("6")
    page.get_by_role("combobox", name="Clock", exact=True).select_option("other")
    page.get_by_label("Clock, such as").fill("soon")
    start(page)  # with a clock that nobody can read
    expect(page.locator("#new-game [data-message]")).to_contain_text("'soon' is not a clock")
    page.get_by_label("Clock, such as").fill("7+2")
    page.get_by_role("combobox", name="Score").select_option("full")
    page.locator("summary", has_text="Looks and sound").click()
    page.get_by_role("combobox", name="Discs").select_option("red-yellow")
    page.get_by_label("Show legal moves").uncheck()
    start(page)
    page.wait_for_url("**/game/*")
    setup = room_of(site, page).setup
    assert (setup.variant.name, setup.size, str(setup.clock)) == ("anti", 6, "7+2")
    assert (setup.scoring.value, setup.undo.value) == ("full", "free")
    assert [setup.players[1].seat, setup.black] == ["computer:2", 2]
    expect(moves(page)).to_have_count(1)
    expect(page.locator("#board[skin='red-yellow']")).to_be_visible()
    assert page.evaluate("document.getElementById('board').state.hints") is False
    page.goto(f"{site.url}/play")
    expect(page.get_by_role("combobox", name="Level")).to_have_value("2")
    expect(page.get_by_label("Clock, such as")).to_have_value("7+2")
    expect(page.get_by_role("radio", name="Opponent", exact=True)).to_be_checked()
    page.locator("summary", has_text="Looks and sound").click()
    expect(page.get_by_role("combobox", name="Discs")).to_have_value("red-yellow")
    expect(page.get_by_label("Show legal moves")).not_to_be_checked()


def test_every_size_can_be_played(site: LiveServer, page: Page) -> None:
    person(site, page)
    for size in (4, 6, 8, 10, 12, 14, 16):
        order = {"opponent": "computer:1", "size": size, "color": "black"}
        room = site.server.registry.room(post(site, page, "/matches", order)["id"])
        look_at(site, page, room)
        expect(legal(page)).to_have_count(4)
        legal(page).first.click()
        expect(moves(page)).to_have_count(2)
        assert page.evaluate("document.getElementById('board').state.size") == size


def test_friends_at_one_screen_can_play_a_whole_game_by_keyboard_alone(
    site: LiveServer, page: Page
) -> None:
    page.goto(f"{site.url}/play")
    page.get_by_role("radio", name="Computer", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("Grace")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # black is yours
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("4")  # by 4, the board
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    room = room_of(site, page)
    expect(page.locator("#above .name")).to_have_text("Grace")
    expect(legal(page)).to_have_count(4)
    legal(page).first.focus()
    for _ in range(14):
        with room.reading() as match:
            if match.outcome is not None:
                break
            count, plies = len(match.position.legal_moves), match.game.ply_count
        expect(legal(page)).to_have_count(count)
        page.keyboard.press(".")
        page.keyboard.press("Enter")
        expect(moves(page)).not_to_have_count(plies)
    assert room.is_over
    expect(page.locator("#ending")).to_contain_text("wins")
    expect(page.locator("#tally")).to_contain_text(re.compile("You lead|Grace leads|level"))
    with room.reading() as match:
        assert page.evaluate("document.getElementById('board').state.cells") == str(
            match.position.board
        )
    assert_accessible(page)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: room.name not in url)
    assert room_of(site, page).setup.player(room.setup.start.turn).name == "Grace"


def test_at_one_screen_a_move_can_be_taken_back_until_the_friend_replies(
    site: LiveServer, page: Page
) -> None:
    begin(site, page, "beside")
    expect(page.locator("#notice")).to_contain_text("turn.")
    square(page, "f5").click()
    expect(page.locator("#notice")).to_contain_text("Friend's turn.")
    page.get_by_role("button", name="Take back").click()
    expect(moves(page)).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(moves(page)).to_have_text(["f5"])
    square(page, "d6").click()
    expect(moves(page)).to_have_count(2)
    resign(page)
    expect(page.locator("#ending h2")).to_have_text("Friend wins")


def test_a_friend_can_join_by_link(site: LiveServer, new_page: NewPage) -> None:
    ada, bob = new_page(permissions=["clipboard-read", "clipboard-write"]), new_page()
    ada.goto(f"{site.url}/play")
    choose(ada, "Friend by link")
    ada.get_by_role("radio", name="You", exact=True).check()
    start(ada)
    ada.wait_for_url("**/challenge/*")
    expect(ada.get_by_role("heading", name="Send this link")).to_be_visible()
    ada.get_by_role("button", name="Copy link").click()
    expect(ada.locator("#message")).to_have_text("Copied. Now send it.")
    link = copied(ada)
    assert link == ada.url == ada.get_by_label("The link").input_value()
    bob.goto(link)
    expect(bob.locator("#more")).to_have_text("You play white.")
    assert_accessible(bob)
    bob.get_by_role("button", name="Accept and play").click()
    bob.wait_for_url("**/game/*")
    ada.wait_for_url("**/game/*")
    assert ada.url == bob.url
    square(ada, "f5").click()
    expect(bob.locator("#notice")).to_contain_text("It is your turn.")
    expect(bob.locator("#below.turn")).to_contain_text("(you)")
    bob.goto(link)  # opening the link again leads to the game
    bob.wait_for_url("**/game/*")


def test_a_stranger_joins_a_seek_that_appears_by_itself(
    site: LiveServer, new_page: NewPage
) -> None:
    ada, bob, cleo = new_page(), new_page(), new_page()
    bob.goto(f"{site.url}/play")
    expect(bob.locator("#seeks")).to_contain_text("Nobody is looking for a game")
    cleo.goto(site.url)
    ada.goto(f"{site.url}/play")
    choose(ada, "Anyone")
    ada.get_by_role("combobox", name="Board size", exact=True).select_option("6")
    start(ada)
    expect(ada.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    expect(ada.locator("#more")).to_contain_text("Everyone sees your request on the Play page.")
    cleo.get_by_role("link", name="Play", exact=True).click()
    for other in (bob, cleo):  # on the Play page, by its address and by its link
        expect(other.locator("#seeks li")).to_contain_text("6, no clock")
    assert_accessible(bob)
    bob.locator("#seeks").get_by_role("button", name="Join").click()
    bob.wait_for_url("**/game/*")
    ada.wait_for_url("**/game/*")
    expect(cleo.locator("#seeks")).to_be_hidden()
    bob.goto(f"{site.url}/play")
    expect(bob.locator("#seeks li")).to_have_count(0)
    expect(bob.locator("#yours a")).to_have_count(1)


def test_a_seek_can_be_joined_from_the_front_page(site: LiveServer, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    ada.goto(f"{site.url}/play")
    choose(ada, "Anyone")
    start(ada)
    bob.goto(site.url)
    bob.locator("#seeks").get_by_role("button", name="Join").click()
    bob.wait_for_url("**/game/*")
    ada.wait_for_url(bob.url)


def test_a_bot_can_be_challenged_by_name_and_the_challenge_withdrawn(
    site: LiveServer, page: Page
) -> None:
    bot = Client(site.url, site.new_player("Robot Rita"))
    page.goto(f"{site.url}/play")
    choose(page, "By name")
    page.get_by_label("Name of the player or bot").fill("robot rita")
    start(page)
    expect(page.get_by_role("heading", name="Waiting for Robot Rita")).to_be_visible()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("#heading")).to_have_text("The challenge was withdrawn.")
    page.goto(f"{site.url}/play")
    expect(page.get_by_label("Name of the player or bot")).to_have_value("robot rita")
    start(page)
    page.wait_for_url("**/challenge/*")
    rita = site.server.accounts.named("Robot Rita").id
    (asked,) = site.server.challenges.list_for(rita)
    site.server.challenges.accept(asked.id, rita)
    page.wait_for_url("**/game/*")
    bot.close()


def test_programs_are_suggested_by_name(site: LiveServer, page: Page) -> None:
    site.new_player("Suggested <b>")
    page.goto(f"{site.url}/play")
    choose(page, "By name")
    field = page.get_by_label("Name of the player or bot")
    names = field.evaluate("(input) => [...input.list.options].map((one) => one.value)")
    assert names[0] == "Suggested <b>"
    person(site, page)
    page.goto(f"{site.url}/play")
    names = field.evaluate("(input) => [...input.list.options].map((one) => one.value)")
    assert not any(name.startswith("Guest") for name in names)


def test_two_computers_play_and_a_person_watches(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/play")
    choose(page, "Two computers")
    expect(page.get_by_role("group", name="Who plays black and moves first")).to_be_hidden()
    page.get_by_label("Black's level").select_option("1")
    page.get_by_label("White's level").select_option("2")
    page.get_by_role("combobox", name="Board size", exact=True).select_option("4")
    assert_accessible(page)
    start(page)
    page.wait_for_url("**/game/*")
    expect(page.locator("#below .name")).to_have_text("Computer 1")
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#ending").get_by_role("button")).to_have_text(["Review"])
    assert room_of(site, page).entry.private


def test_a_new_visitor_can_choose_a_name_first(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/play")
    expect(page.get_by_role("button", name="Forget me")).to_be_hidden()
    page.get_by_label("Your name").fill("Marguerite")
    page.get_by_role("button", name="Save name").click()
    expect(page.locator("#me")).to_contain_text("You are now Marguerite.")
    expect(page.get_by_role("button", name="Forget me")).to_be_visible()
    choose(page, "Friend here")
    page.get_by_role("radio", name="You", exact=True).check()
    start(page)
    page.wait_for_url("**/game/*")
    expect(page.locator("#below .name")).to_have_text("Marguerite")


def test_deleting_an_account_asks_first(site: LiveServer, page: Page) -> None:
    me = person(site, page)
    page.goto(f"{site.url}/play")
    page.get_by_role("button", name="Forget me").click()
    expect(page.get_by_role("dialog")).to_contain_text("This cannot be undone.")
    assert_accessible(page)
    page.get_by_role("button", name="Cancel").click()
    assert not site.server.accounts.player(me).deleted
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget me").click()
    expect(page.locator("#me")).to_contain_text("No account needed")
    assert site.server.accounts.player(me).deleted


def test_a_challenged_person_answers_on_the_page(site: LiveServer, page: Page) -> None:
    me = person(site, page)
    bot = Client(site.url, site.new_player("Asking bot"))
    page.goto(f"{site.url}/play")
    bot.challenge(me)
    expect(page.locator("#asked")).to_contain_text("Asking bot")
    page.get_by_role("button", name="Decline").click()
    expect(page.locator("#asked")).to_be_hidden()
    bot.challenge(me)
    page.get_by_role("button", name="Accept").click()
    page.wait_for_url("**/game/*")
    bot.close()


def test_playing_fits_a_narrow_phone(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 320, "height": 640}, has_touch=True, color_scheme="dark")
    page.goto(f"{site.url}/play")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(page)
    choose(page, "Friend by link")
    start(page)
    page.wait_for_url("**/challenge/*")
    expect(page.get_by_label("The link")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(page)
    begin(site, page, "computer:1")
    resign(page)
    expect(page.locator("#ending h2")).to_have_text("You lose")
    page.get_by_role("button", name="New game").tap()
    expect(page.locator("#setup")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(page)


def test_the_new_game_dialog_opens_on_the_game_page_too(site: LiveServer, page: Page) -> None:
    room = begin(site, page, "computer:1", size=4)
    resign(page)
    page.get_by_role("button", name="New game").click()
    page.locator("#setup").get_by_role("combobox", name="Board size", exact=True).select_option("6")
    page.locator("#setup").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(lambda url: room.name not in url and "/game/" in url)
    assert room_of(site, page).setup.size == 6
