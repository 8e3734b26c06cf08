"""During a game: appearance, keys, the list of moves, answers, and an opponent who leaves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from outflank.play.oracles import LOCAL_ODDS
from outflank.rules import BLACK, PASS, WHITE, Square
from outflank.server.matches.live_room import LiveRoom
from support.browser import NewPage, assert_accessible, copied, expect
from support.page_people import begin, legal, moves, person, post, seated, square
from support.server.live_server import LiveServer
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")


def test_the_appearance_can_be_changed_during_a_game_and_is_kept(
    site: LiveServer, page: Page
) -> None:
    room = seated(site, page)
    square(page, "f5").click()
    page.get_by_role("button", name="Looks").click()
    assert_accessible(page)
    page.get_by_role("combobox", name="Discs").select_option("xo")
    page.get_by_role("combobox", name="Board", exact=True).select_option("wood")
    page.get_by_role("combobox", name="Coordinates").select_option("inside")
    page.get_by_role("checkbox", name="Show legal moves").uncheck()
    expect(page.locator("#board[theme=wood][coordinates=inside][skin=xo]")).to_be_attached()
    page.get_by_role("button", name="Done").click()
    room.play(Square.parse("d6"), color=WHITE)
    expect(legal(page)).not_to_have_count(0)
    expect(page.locator("#board .dot")).to_have_count(0)
    assert_accessible(page)
    page.reload()
    expect(page.locator("#board[theme=wood][coordinates=inside][skin=xo]")).to_be_attached()
    page.goto(site.url)
    expect(page.locator("#board[theme=wood]")).to_be_attached()


def test_the_keys_are_listed_and_the_first_hint_is_what_theory_says(
    site: LiveServer, page: Page
) -> None:
    begin(site, page, "computer:1")
    square(page, "f5").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("to the next legal square")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function(
        "() => Object.keys(document.getElementById('board').state.texts).length === 4"
    )
    notes = page.evaluate("document.getElementById('board').state.texts")
    assert {(note["text"], note["source"]) for note in notes.values()} == {("0", "exact")}


def test_the_list_of_moves_is_one_tab_stop(site: LiveServer, page: Page) -> None:
    room = begin_pair(site.server).room
    for _ in range(12):
        room.play(room.state.position.legal_moves[0])
    page.goto(f"{site.url}/game/{room.name}")
    expect(moves(page)).to_have_count(12)
    expect(page.locator("#moves button[tabindex='0']")).to_have_count(1)
    moves(page).last.focus()
    page.keyboard.press("ArrowLeft")
    expect(moves(page).nth(10)).to_be_focused()
    expect(page.locator("#said p").last).to_have_text("You are looking at move 11 of 12.")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="To the start")).to_be_focused()


def test_a_whole_game_can_be_played_by_keyboard_and_screen_reader(
    site: LiveServer, page: Page
) -> None:
    room = begin(site, page, "computer:1", size=4)
    expect(legal(page)).to_have_count(4)
    legal(page).first.focus()
    for _ in range(12):
        expect(
            page.locator("#below.turn").or_(page.locator("#ending:visible")).first
        ).to_be_visible()
        if room.is_over:
            break
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        said = page.locator("#said p").filter(has_text=re.compile(r"^You played \w\d, flipping"))
        expect(said.last).to_contain_text(re.compile(r"Black \d+, White \d+\."))
        assert page.locator("#said p").count() <= 6
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#said")).to_contain_text(re.compile("You win|Computer 1 wins|Draw"))
    assert_accessible(page)


def test_a_link_to_a_live_game_shows_its_current_position(
    site: LiveServer, new_page: NewPage
) -> None:
    room = begin_pair(site.server).room
    room.play(Square.parse("f5"))
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{site.url}/game/{room.name}#0")  # where it began, before the record is known
    expect(page.locator("#notice")).to_have_text("You are looking at the starting position.")
    page.get_by_role("button", name="To the latest move").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#told")).to_have_text("Link to this game copied.")
    assert copied(page) == f"{site.url}/game/{room.name}"


def test_the_page_shows_that_the_opponent_has_left(site: LiveServer, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    ada.clock.install()
    ids = [person(site, page) for page in (ada, bob)]
    made = post(site, ada, "/challenges", {"opponent": ids[1], "color": "black"})
    match = post(site, bob, f"/challenges/{made['id']}/accept")["id"]
    for page in (ada, bob):
        page.goto(f"{site.url}/game/{match}")
    square(ada, "f5").click()
    expect(ada.locator("#above .doing")).to_have_text("to move")
    bob.context.close()
    away = "document.querySelector('#above .doing').textContent === 'has left the page'"
    for _ in range(50):  # the server notices it, and waits a few seconds more
        ada.clock.run_for(1000)
        if ada.evaluate(away):
            break
    expect(ada.locator("#above .doing")).to_have_text("has left the page")


def test_sounds_are_played_in_background_tabs_too(site: LiveServer, page: Page) -> None:
    page.add_init_script(
        """window.sounds = 0;
        const create = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          window.sounds += 1;
          return create.call(this);
        };
        Object.defineProperty(Document.prototype, "hidden", {get: () => window.isBehind ?? false});
        """
    )
    room = seated(site, page)
    square(page, "f5").click()
    expect(moves(page)).to_have_count(1)
    page.evaluate("window.isBehind = true; window.sounds = 0")
    room.play(Square.parse("d6"), color=WHITE)
    page.wait_for_function("() => window.sounds > 0")


def with_answers(site: LiveServer, page: Page) -> LiveRoom:
    """Return a game of Yes/No Othello after four moves; the oracle may end one early."""
    for _ in range(20):
        room = begin(site, page, "beside", variant="yesno")
        while not room.is_over and len(room.state.moves) < 4:
            state = room.state
            if state.position.awaits_answer:
                assert room.wait(state.seq, 60)
            else:
                room.play(state.position.legal_moves[0])
        if not room.is_over and PASS not in room.state.moves:
            return room
    raise AssertionError("no game lasts four moves")


def test_answers_are_listed_and_shown_while_stepping_through(site: LiveServer, page: Page) -> None:
    room = with_answers(site, page)
    plies = list(room.state.node.path)
    page.goto(f"{site.url}/game/{room.name}")
    said = [str(ply.answer).upper() for ply in plies]
    expect(moves(page).locator("small")).to_have_text(said)
    expect(page.locator("#answer span")).to_contain_text("The oracle says")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#answer strong")).to_have_text(said[2])
    name = page.locator("#below .name" if plies[2].color is BLACK else "#above .name").inner_text()
    told = f"The oracle said {said[2].lower()} to {name}."
    expect(page.locator("#answer span")).to_contain_text(told)
    for seat, word in (("#below", "YES"), ("#above", "NO")):
        expect(page.locator(f"{seat} .label")).to_have_text(word)
    assert_accessible(page)


def test_maybe_is_likely_enough_in_casual_games_to_be_seen(site: LiveServer, page: Page) -> None:
    ours = begin(site, page, "computer:1", variant="yesno")
    assert ours.setup.oracle.startswith("drawn:")
    assert ours.setup.variant.answers == LOCAL_ODDS
    page.goto(f"{site.url}/play")
    page.get_by_role("combobox", name="Game", exact=True).select_option("yesno")
    page.get_by_role("combobox", name="Oracle").select_option("web")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    room = site.server.registry.room(page.url.rpartition("/")[2])
    assert room.setup.oracle == "web"
    assert room.setup.variant.answers != LOCAL_ODDS
