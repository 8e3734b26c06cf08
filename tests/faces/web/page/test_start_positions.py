"""Games from a pasted text or a file, and games saved as one, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from outflank.notation import read, read_file
from support.browser import (
    NewPage,
    assert_accessible,
    assert_accessible_and_fitting,
    copied,
    expect,
)
from support.page_people import begin, choose, legal, moves, person, post, room_of, square
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

TIMES = "\N{MULTIPLICATION SIGN}"
AFTER_THREE = str(read(b"f5d6c3").position.board)


def unfold(page: Page) -> None:
    page.locator("summary", has_text="From a position").click()


def paste(page: Page, text: str) -> None:
    page.get_by_label("Paste a transcript or a position").fill(text)


def start(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()


def test_a_pasted_transcript_is_shown_and_can_be_played_on(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/play")
    choose(page, "Friend here")
    page.get_by_role("radio", name="You", exact=True).check()
    unfold(page)
    paste(page, "f5d6c3")
    expect(page.locator("#start-message")).to_have_text(f"Othello, 8{TIMES}8. White to move.")
    preview = page.locator("[data-preview]")
    expect(preview).to_be_visible()
    assert preview.evaluate("(board) => board.state.cells") == AFTER_THREE
    assert_accessible_and_fitting(page)
    start(page)
    page.wait_for_url("**/game/*")
    expect(page.locator("#notice")).to_contain_text("White moves first.")
    square(page, "d3").click()
    expect(moves(page)).to_have_text(["d3"])
    room = room_of(site, page)
    assert str(room.setup.start) == f"{AFTER_THREE} O"
    with room.reading() as match:
        assert match.game.transcript.endswith("d3")
    page.get_by_role("button", name="To the start").click()
    assert page.evaluate("document.getElementById('board').state.cells") == AFTER_THREE
    page.goto(f"{site.url}/play")
    unfold(page)
    expect(page.get_by_label("Paste a transcript or a position")).to_have_value("")


def test_the_form_says_correctly_who_begins(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/play")
    usual = page.get_by_role("group", name="Who plays black and moves first")
    white = page.get_by_role("group", name="Who plays black (white moves first)")
    expect(usual).to_be_visible()
    unfold(page)
    paste(page, "f5d6c3")
    expect(white).to_be_visible()
    choose(page, "Friend by link")  # which begins from the usual position
    expect(usual).to_be_visible()
    choose(page, "Computer")
    expect(white).to_be_visible()
    paste(page, "f5d6c3d3")
    expect(usual).to_be_visible()
    # Other people are not asked to begin from a text.
    choose(page, "Friend by link")
    expect(page.locator("summary", has_text="From a position")).to_be_hidden()
    start(page)
    page.wait_for_url("**/challenge/*")


def test_a_challenge_says_correctly_who_begins(site: LiveServer, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    person(site, ada)
    for color, words in (
        ("white", "You play black; white moves first."),
        ("black", "You play white and move first."),
        ("lot", "Colours are drawn at random."),
    ):
        made = post(site, ada, "/challenges", {"color": color, "start": "f5d6c3"})
        bob.goto(f"{site.url}/challenge/{made['id']}")
        expect(bob.locator("#more")).to_have_text(words)


@pytest.mark.parametrize("against", ["Computer", "Two computers"])
def test_the_computer_plays_on_from_a_position_too(
    site: LiveServer, page: Page, against: str
) -> None:
    page.goto(f"{site.url}/play")
    choose(page, against)
    for level in page.get_by_label("Level").filter(visible=True).all():
        level.select_option("1")
    unfold(page)
    paste(page, "---- -OX- -XO- ---- O")
    expect(page.locator("#start-message")).to_have_text(f"Othello, 4{TIMES}4. White to move.")
    start(page)
    page.wait_for_url("**/game/*")
    assert room_of(site, page).setup.start.size == 4
    expect(page.locator("#board")).to_be_visible()


def test_an_unreadable_text_is_refused_beside_the_field(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["400"])
    page.goto(f"{site.url}/play")
    unfold(page)
    paste(page, "f5d6f5")
    said = page.locator("#start-message")
    expect(said).to_contain_text("f5 is occupied")
    expect(page.locator("[data-preview]")).to_be_hidden()
    field = page.get_by_label("Paste a transcript or a position")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert_accessible(page)
    start(page)
    expect(page.locator("#new-game [data-message]")).to_contain_text("f5 is occupied")
    paste(page, "f5" * 7000)
    expect(said).to_have_text("This is too long for one game.")
    page.get_by_role("button", name="Clear").click()
    expect(said).to_be_empty()
    expect(field).to_be_focused()


def test_a_saved_game_can_be_loaded_again(site: LiveServer, page: Page, tmp_path: Path) -> None:
    room = begin(site, page, "beside", size=6)
    legal(page).first.click()
    expect(moves(page)).to_have_count(1)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save").click()
    assert saving.value.suggested_filename == f"outflank-{room.name}.json"
    file = tmp_path / "saved.json"
    saving.value.save_as(file)
    with room.reading() as match:
        here = match.position
    assert read_file(file).position == here
    # As the window saves it: with every event, which is more than a server reads.
    record = json.loads(file.read_text(encoding="utf-8"))
    record["match"] = {"version": 1, "events": ["x" * 20_000]}
    file.write_text(json.dumps(record), encoding="utf-8")
    page.goto(f"{site.url}/play")
    choose(page, "Friend here")
    unfold(page)
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Load").click()
    choosing.value.set_files(file)
    expect(page.locator("#start-message")).to_have_text(f"Othello, 6{TIMES}6. White to move.")
    start(page)
    page.wait_for_url("**/game/*")
    assert room_of(site, page).setup.start == here


def test_moves_and_games_with_an_oracle_are_copied_whole(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["400"], permissions=["clipboard-read", "clipboard-write"])
    begin(site, page, "beside", start="f5d6")
    square(page, "c3").click()
    expect(moves(page)).to_have_count(1)
    page.get_by_role("button", name="Copy moves").click()
    expect(page.locator("#told")).to_have_text("Moves copied.")
    assert str(read(copied(page).encode()).position.board) == AFTER_THREE
    begin(site, page, "beside", variant="yesno", size=6)
    legal(page).first.click()
    expect(moves(page)).to_have_count(1)
    page.get_by_role("button", name="Copy moves").click()
    expect(page.locator("#told")).to_contain_text("The whole game was copied")
    assert read(copied(page).encode()).game.ply_count == 1
