"""Watching in a real browser: the wall, its tables, one game, its moves, and lost connections."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from outflank.rules import BLACK, Square
from outflank.server.matches.live_room import LiveRoom
from support.browser import (
    NewPage,
    assert_accessible,
    assert_accessible_and_fitting,
    copied,
    expect,
)
from support.page_people import person
from support.server.live_server import LiveServer, live_server
from support.server.server_process import wait_until
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")

HOSTILE = "<img src=x onerror=alert(1)>"
DARK_PHONE = {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}
BROKEN_OFF = [r"net::ERR_", "503"]  # the server is away or still starting


# Presses a key several times as a keyboard would, and notes what the board shows before each.
PRESS = """([key, times]) => Array.from({ length: times }, () => {
  const { cells } = document.getElementById("board").state;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  return cells;
})"""


@pytest.fixture
def uncalled(tmp_path: Path) -> Iterator[LiveServer]:
    """A server with the try-out tournament, whose players have not called yet."""
    with live_server(tmp_path, tryout=True) as server:
        yield server


@pytest.fixture
def tournament(uncalled: LiveServer) -> LiveServer:
    """A server with the try-out tournament, whose players have all called."""
    for number, name in enumerate(["Ada", "Blaise", "Carl", "Deep Green"]):
        uncalled.post(f"/set_name/key{number}/{name}")
        uncalled.get(f"/boards/key{number}")
    return uncalled


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[LiveServer]:
    """A server of the test's own, on which nothing runs."""
    with live_server(tmp_path) as server:
        yield server


def play_at_random(room: LiveRoom, moves: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(moves):
        if room.is_over:
            return
        with room.reading() as match:
            squares = list(match.position.legal_moves.squares)
        room.play(chance.choice(squares))


def cells(page: Page) -> str:
    """Return what the large board shows."""
    return str(page.evaluate("document.getElementById('board').state.cells"))


def test_the_wall_and_its_tables_follow_games_played_over_the_api(
    tournament: LiveServer, page: Page
) -> None:
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(f"{tournament.url}/watch")
    expect(page.get_by_role("heading", level=1)).to_have_text("Try-out")
    expect(page.locator("#wall outflank-board")).to_have_count(2)
    first = page.get_by_role("link", name="Ada against Blaise: open the game")
    expect(first.locator(".count")).to_have_text(["2", "2"])
    assert tournament.post("/move/key0/3/2").json() == {"error": None}
    expect(first.locator(".count")).to_have_text(["4", "1"])
    expect(first.locator(".names").nth(1)).to_have_class("names turn")

    top = page.locator("#standings tbody tr").first
    expect(page.locator("#standings tbody tr")).to_have_count(4)
    expect(page.locator("#schedule tr.now")).to_have_count(2)
    one, other = tournament.server.registry.running()
    other.resign(BLACK)
    winner = tournament.server.accounts.player(other.entry.white or 0).name
    expect(top.locator("th")).to_have_text(winner)
    expect(top.locator(".points")).to_have_text("1")
    expect(page.locator("#status")).to_contain_text("1 of 12 games played")
    expect(page.locator("#cross")).to_contain_text("1·")
    expect(page.locator("#wall")).to_contain_text(f"{winner} wins by resignation.")

    # A hostile name is shown as text.
    tournament.post(f"/set_name/key0/{HOSTILE}")
    page.reload()
    expect(page.locator("#wall .who").first).to_have_text(HOSTILE)
    expect(page.locator("#standings")).to_contain_text(HOSTILE)
    page.get_by_role("link", name=f"{HOSTILE} against Blaise: open the game").click()
    expect(page).to_have_url(f"{tournament.url}/game/{one.name}")
    expect(page.locator("#below .name")).to_have_text(HOSTILE)
    expect(page.locator("#notice")).not_to_be_empty()
    assert page.locator("img").count() == 0


def test_an_empty_wall_says_why(quiet: LiveServer, page: Page) -> None:
    page.goto(f"{quiet.url}/watch")
    expect(page.locator("#quiet")).to_contain_text("No tournament is running")
    page.get_by_role("link", name="Watch two computers").click()
    expect(page.get_by_role("radio", name="Two computers")).to_be_checked()
    page.go_back()
    expect(page.locator("#tables")).to_be_hidden()
    pair = begin_pair(quiet.server)
    expect(page.locator("#others outflank-board")).to_be_visible()
    expect(page.locator("#others")).to_contain_text("Anna")
    expect(page.locator("#quiet")).to_be_hidden()
    expect(page.locator("#others h2")).to_be_hidden()
    pair.room.resign(BLACK)
    expect(page.locator("#others")).to_contain_text("wins by resignation.")


def test_boards_whose_players_have_not_called_say_so(uncalled: LiveServer, page: Page) -> None:
    page.goto(f"{uncalled.url}/watch")
    expect(page.locator("#quiet")).to_contain_text("as soon as the bots have connected")
    expect(page.locator("#wall outflank-board")).to_have_count(0)
    assert_accessible(page)
    for number in range(4):
        uncalled.get(f"/boards/key{number}")
    expect(page.locator("#quiet")).to_be_hidden()
    expect(page.locator("#wall outflank-board")).to_have_count(2)


def test_the_rules_are_illustrated_on_boards(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/rules")
    expect(page.locator("figure outflank-board")).to_have_count(6)
    shown = "[...document.querySelectorAll('figure outflank-board')].map((one) => one.state.cells)"
    start, before, yes_by_rules, yes, no, maybe = page.evaluate(shown)
    assert start.count("X") == 2
    assert yes_by_rules == yes
    # Each has one disc more; only no flips nothing, and maybe flips one disc more than yes.
    assert [cells.count("O") for cells in (before, yes, no, maybe)] == [8, 6, 9, 5]


def test_a_game_page_follows_every_move(site: LiveServer, page: Page) -> None:
    pair = begin_pair(site.server, clock="5+3")
    page.goto(f"{site.url}/game/{pair.room.name}")
    expect(page.locator("#notice")).to_have_text("Black moves first.")
    for square in ("f5", "d6", "c3"):
        pair.room.play(Square.parse(square))
        expect(page.locator("#moves [aria-current]")).to_have_text(square)
        expect(page.locator("#notice")).to_contain_text(f"played {square}")
    with pair.room.reading() as match:
        board = match.position.board
    assert cells(page) == str(board)
    expect(page.locator("#below .count")).to_have_text(str(board.count(BLACK)))
    expect(page.locator("#above .clock.running")).to_contain_text(r".")
    expect(page.locator("#bar")).to_have_attribute("aria-label", "Black 5, White 2")
    pair.room.resign(BLACK)
    expect(page.locator("#notice")).to_contain_text("by resignation")


def test_a_pass_cannot_be_missed(site: LiveServer, page: Page) -> None:
    pair = begin_pair(site.server, size=4)
    page.goto(f"{site.url}/game/{pair.room.name}")
    for square in ("c4", "b4", "a1", "d2", "d4", "d3", "a2", "c1", "a4", "a3", "b1"):
        pair.room.play(Square.parse(square))
    expect(page.locator("#notice.loud strong")).to_contain_text("has no move and passes.")
    expect(page.locator("#moves button").last).to_have_text("pass")


def test_spectators_are_counted(site: LiveServer, new_page: NewPage) -> None:
    address = f"{site.url}/game/{begin_pair(site.server).room.name}"
    one, two = new_page(), new_page()
    one.goto(address)
    expect(one.locator("#notice")).not_to_be_empty()
    expect(one.locator("#spectators")).to_be_empty()  # only the reader is watching
    two.goto(address)
    expect(one.locator("#spectators")).to_have_text("1 other watching")
    two.goto(f"{site.url}/rules")
    expect(one.locator("#spectators")).to_be_empty()


def test_stepping_through_a_finished_game_by_keyboard_shows_what_the_rules_say(
    site: LiveServer, page: Page
) -> None:
    room = begin_pair(site.server).room
    play_at_random(room, 100, seed=5)
    assert room.is_over
    with room.reading() as match:
        shown = [str(match.setup.start.board)]
        shown += [str(ply.position.board) for ply in match.game.plies]
    page.goto(f"{site.url}/game/{room.name}")
    expect(page.locator("#moves button")).to_have_count(len(shown) - 1)
    page.keyboard.press("Home")
    for expected in shown[:4]:
        assert cells(page) == expected
        page.keyboard.press("ArrowRight")
    assert page.evaluate(PRESS, ["ArrowRight", len(shown) - 4]) == shown[4:]
    expect(page.locator("#notice")).to_contain_text("wins")
    page.keyboard.press("ArrowLeft")
    assert cells(page) == shown[-2]
    expect(page).to_have_url(f"{site.url}/game/{room.name}#{len(shown) - 2}")
    page.keyboard.press("End")
    expect(page).to_have_url(f"{site.url}/game/{room.name}")


def test_a_link_leads_to_a_position(site: LiveServer, new_page: NewPage) -> None:
    room = begin_pair(site.server).room
    play_at_random(room, 12)
    with room.reading() as match:
        seventh = str(match.game.plies[6].position.board)
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{site.url}/game/{room.name}#7")
    expect(page.locator("#notice")).to_have_text("You are looking at move 7 of 12.")
    assert cells(page) == seventh
    room.play(next(iter(legal(room))))
    expect(page.locator("#moves button")).to_have_count(13)
    assert cells(page) == seventh
    page.locator("#moves button").nth(3).click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#told")).to_have_text("Link to this position copied.")
    assert copied(page) == f"{site.url}/game/{room.name}#4"


def legal(room: LiveRoom) -> list[Square]:
    with room.reading() as match:
        return list(match.position.legal_moves.squares)


def test_every_page_is_accessible_and_fits(tournament: LiveServer, new_page: NewPage) -> None:
    page = new_page(excused=["404"])
    room = tournament.server.registry.running()[0]
    play_at_random(room, 9)
    for path in (
        "/",
        "/watch",
        f"/game/{room.name}",
        f"/game/{room.name}#3",
        "/rules",
        "/api/v1/docs",
        "/no",
    ):
        page.goto(tournament.url + path)
        if path == "/watch":
            expect(page.locator("#wall outflank-board")).to_have_count(2)
        if path.startswith("/game"):
            expect(page.locator("#moves button")).to_have_count(9)
        # More of the same takes long: all operations would take a minute and a half.
        page.locator("article:nth-of-type(n+3), figure:nth-of-type(n+3)").evaluate_all(
            "(all) => all.forEach((one) => one.remove())"
        )
        assert_accessible_and_fitting(page)


def test_nothing_moves_when_motion_is_unwelcome(site: LiveServer, new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    pair = begin_pair(site.server)
    page.goto(f"{site.url}/game/{pair.room.name}")
    expect(page.locator("#notice")).not_to_be_empty()
    pair.room.play(Square.parse("f5"))
    expect(page.locator("#moves button")).to_have_count(1)
    assert page.evaluate("document.getAnimations({subtree: true}).length") == 0


def streams_of(server: LiveServer) -> float:
    """Return the number of open streams, by the server's count."""
    figures = server.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in figures if line.startswith("streams "))


def expect_one_stream(server: LiveServer) -> None:
    """Wait until one stream is open; the server notices a little later that one was closed."""
    wait_until(lambda: streams_of(server) == 1, "a single stream")


def test_six_tabs_share_one_stream(quiet: LiveServer, page: Page) -> None:
    room = begin_pair(quiet.server).room
    tabs = [page, *(page.context.new_page() for _ in range(5))]
    for number, tab in enumerate(tabs):
        tab.goto(f"{quiet.url}/watch" if number % 2 else f"{quiet.url}/game/{room.name}")
    room.play(Square.parse("f5"))
    for number, tab in enumerate(tabs):
        counts = tab.locator("#others .count" if number % 2 else ".seat .count")
        expect(counts).to_have_text(["4", "1"] if number % 2 else ["1", "4"])
    expect_one_stream(quiet)
    tabs[0].close()  # the one that read for all
    room.play(Square.parse("d6"))
    for number, tab in list(enumerate(tabs))[1:]:
        counts = tab.locator("#others .count" if number % 2 else ".seat .count")
        expect(counts).to_have_text(["3", "3"])
    expect_one_stream(quiet)


def test_a_reader_who_opens_pages_quickly_stays_connected(quiet: LiveServer, page: Page) -> None:
    begin_pair(quiet.server)
    person(quiet, page)
    for _ in range(25):
        with page.expect_request("**/watch?*"):
            page.goto(f"{quiet.url}/watch", wait_until="commit")
    expect(page.locator("#others outflank-board")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()


def test_every_page_links_to_the_page_for_organisers(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/rules")
    page.get_by_role("link", name="For organisers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Organise tournaments")


def test_on_a_phone_the_buttons_to_step_through_the_moves_are_below_the_board(
    site: LiveServer, new_page: NewPage
) -> None:
    pair = begin_pair(site.server)
    play_at_random(pair.room, 4)
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{site.url}/game/{pair.room.name}")
    expect(page.locator("#moves button")).to_have_count(4)
    for name in ("board", "back", "forward"):
        expect(page.locator(f"#{name}")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#notice")).to_have_text("You are looking at move 3 of 4.")


def test_a_phone_held_sideways_shows_the_whole_board(site: LiveServer, new_page: NewPage) -> None:
    room = begin_pair(site.server).room
    page = new_page(viewport={"width": 844, "height": 390}, has_touch=True)
    page.goto(f"{site.url}/game/{room.name}")
    expect(page.locator("#notice")).not_to_be_empty()
    board, seat = (page.locator(place).bounding_box() for place in ("#board", "#above"))
    assert board
    assert seat
    assert board["y"] + board["height"] <= 390
    assert seat["x"] >= board["x"] + board["width"]


def test_a_browser_without_web_locks_has_a_stream_for_each_tab(
    site: LiveServer, page: Page
) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
    pair = begin_pair(site.server)
    page.goto(f"{site.url}/game/{pair.room.name}")
    expect(page.locator("#notice")).to_have_text("Black moves first.")
    pair.room.play(Square.parse("f5"))
    expect(page.locator("#moves button")).to_have_count(1)


def test_the_oracles_answer_is_shown_and_explained(site: LiveServer, page: Page) -> None:
    room = begin_pair(site.server, variant="yesno").room
    page.goto(f"{site.url}/game/{room.name}")
    expect(page.locator("#answer strong")).to_have_text(re.compile("^(YES|NO|MAYBE)$"))
    expect(page.locator("#answer span")).to_contain_text("The oracle says")
    assert page.evaluate("document.getElementById('board').state.skin") == "yesno"


def test_pages_reconnect_to_a_restarted_server(tmp_path: Path, new_page: NewPage) -> None:
    page = new_page(excused=BROKEN_OFF)
    page.clock.install()
    with live_server(tmp_path) as server:
        name, port = begin_pair(server.server, clock="5+3").room.name, server.port
        page.goto(f"{server.url}/game/{name}")
        server.server.registry.room(name).play(Square.parse("f5"))
        expect(page.locator("#moves button")).to_have_count(1)
    page.clock.run_for(1_000)
    expect(page.locator("#connection")).to_contain_text("Connection lost")
    with live_server(tmp_path, port=port) as server:
        server.server.registry.room(name).play(Square.parse("d6"))
        page.clock.run_for(10_000)
        expect(page.locator("#moves button")).to_have_count(2)
        expect(page.locator("#connection")).to_contain_text("Connected again")
