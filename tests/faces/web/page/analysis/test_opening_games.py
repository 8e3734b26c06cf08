"""What the analysis board can open: texts, files, positions by hand, the server's games, links."""

from __future__ import annotations

import base64
import re

import pytest

from outflank.notation import formats, read
from outflank.rules import WHITE, Position, Square, find_variant
from support.analysis.analysis_page import AnalysisPage, OpenAnalysis
from support.browser import NewPage, copied, expect
from support.notation_samples import BINARY_SAMPLES, JSON, OBF, PASSES, SAMPLES, TIGER
from support.page_people import begin
from support.server.live_server import LiveServer
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")

_DROP = """([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""
_PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def shown_of(text: str, notation: str = "") -> Position:
    return read(text.encode(), format=notation or None).position


def test_every_notation_can_be_pasted(analysis: AnalysisPage) -> None:
    recognised = {one.name for one in formats() if one.recognises}
    for name, text in SAMPLES.items():
        named = "" if name in recognised else name
        analysis.paste(text, named)
        expect(analysis.page.locator("#read"), name).to_be_hidden()
        game = read(text.encode(), format=named or None).game
        game.to_end()
        analysis.expect_position(game.position)
        assert len(analysis.moves()) == len(list(game.walk())), name


def test_texts_and_files_are_opened_however_they_come(analysis: AnalysisPage) -> None:
    page = analysis.page
    # A text, pasted anywhere.
    page.evaluate(_PASTE, TIGER)
    analysis.expect_position(shown_of(TIGER))
    assert "".join(analysis.moves()) == TIGER
    # A dropped text.
    page.evaluate(_DROP, ["game.ggf", base64.b64encode(SAMPLES["ggf"].encode()).decode()])
    analysis.expect_position(shown_of(SAMPLES["ggf"]))
    expect(page.locator("#glance-heading")).to_contain_text("a \N{EN DASH} b")
    # A dropped file of several games, of which one is chosen.
    page.evaluate(_DROP, ["games.wtb", base64.b64encode(BINARY_SAMPLES["wthor"]).decode()])
    games = page.locator("#read-several").get_by_role("button")
    expect(games).to_have_count(3)
    games.nth(1).click()
    analysis.expect_position(shown_of(TIGER))
    # Scores stand on the squares.
    analysis.paste(OBF)
    expect(analysis.square("g8")).to_have_accessible_name(re.compile(r"\+18"))
    expect(analysis.square("g2")).to_have_accessible_name(re.compile("\N{MINUS SIGN}24"))
    # Names are shown as text, never as markup.
    bad = "<img src=x onerror=alert(1)>"
    analysis.paste(f'[Black "{bad}"]\n[White "{bad}"]\n\n1. f5 {{{bad}}} d6')
    expect(page.locator("#glance-heading")).to_contain_text(bad)
    expect(analysis.tree.locator(".said")).to_have_text(bad)
    assert page.locator("main img").count() == 0
    # Readable records are opened although others cannot be read.
    analysis.paste(f"{TIGER}\nf5f5")
    analysis.expect_position(shown_of(TIGER))
    expect(analysis.notice).to_contain_text("f5 is occupied")


UNREADABLE = {
    "good morning": "",
    "f5d6f5": "f5 is occupied",
    "<script>alert(1)</script>": "",
    "X" * 63: "63 cells",
    '{"outflank": 1, "variant": "classic", "size": 8, "plies": [{"move": "a1"}]}': "a1",
    "f5" * 120_000: "too long",
    "\N{GRINNING FACE}" * 50: "",
}


def test_an_unreadable_text_is_refused_in_a_sentence_and_stays(
    open_analysis: OpenAnalysis,
) -> None:
    analysis = open_analysis(excused=("status of 4",))
    analysis.play("f5")
    for text, sentence in UNREADABLE.items():
        page, title = analysis.page, text[:20]
        page.evaluate("text => { document.querySelector('#read-text').value = text; }", text)
        page.click("#open")
        expect(page.locator("#read-message.wrong")).to_have_count(0)
        page.click("#read-form [type=submit]")
        message = page.locator("#read-message.wrong")
        expect(message, title).to_have_text(re.compile(r"\S.*\.$"))
        expect(message, title).to_contain_text(sentence)
        assert page.input_value("#read-text") == text
        page.locator("#read form >> nth=0").get_by_role("button").click()
        analysis.expect_position(shown_of("f5"))


# By hand


def test_a_position_is_set_up_by_hand(analysis: AnalysisPage) -> None:
    page = analysis.page
    page.click("#setup")
    page.select_option("#edit [name=size]", "6")
    page.click("#edit-clear")
    analysis.square("b2").click()
    analysis.square("c2").click()
    page.get_by_label("White", exact=True).first.check(force=True)
    analysis.square("c2").click()
    page.locator("#edit [name=turn][value=white]").check(force=True)
    page.select_option("#edit [name=variant]", "anti")
    page.click("#edit [type=submit]")
    position = read(b"------ -XO--- ------ ------ ------ ------ O", variant="anti").position
    analysis.expect_position(position)
    analysis.play("a2")
    assert analysis.moves() == ["a2"]
    # A board without both colours is refused, and nothing changes.
    page.click("#setup")
    page.click("#edit-clear")
    analysis.square("b2").click()
    page.click("#edit [type=submit]")
    expect(page.locator("#edit-message")).to_contain_text("at least one disc")
    page.click("#edit-cancel")
    analysis.expect_position(position.play("a2"))


# Games of the server


def test_a_finished_game_is_opened_with_its_names(
    site: LiveServer, open_analysis: OpenAnalysis
) -> None:
    room = begin_pair(site.server).room
    for name in ("f5", "d6", "c3"):
        room.play(Square.parse(name))
    room.resign(WHITE)
    analysis = open_analysis(excused=("status of 503",))
    page = analysis.page
    page.route("**/matches/*", lambda route: route.fulfill(status=503))
    page.goto(f"{site.url}/analysis?game={room.name}")
    expect(analysis.notice).to_contain_text("could not be loaded just now")
    page.unroute("**/matches/*")
    page.reload()
    analysis.expect_position(shown_of("f5d6c3"))
    expect(analysis.page.locator("#turn")).to_contain_text("resignation")
    analysis.play("d3")
    analysis.page.locator("#comment").fill("here it goes on")
    analysis.page.reload()
    expect(analysis.tree.locator(".said")).to_have_text("here it goes on")
    analysis.page.goto(f"{site.url}/game/{room.name}")
    analysis.page.get_by_role("link", name="Analyse").click()
    expect(analysis.tree.locator(".said")).to_have_text("here it goes on")


def test_neither_a_running_nor_an_unknown_game_can_be_analysed(
    site: LiveServer, open_analysis: OpenAnalysis
) -> None:
    analysis = open_analysis(excused=("status of 404",))
    room = begin(site, analysis.page, "beside")
    expect(analysis.page.locator("#analyse")).to_be_hidden()
    analysis.page.goto(f"{site.url}/analysis?game={room.name}")
    expect(analysis.notice).to_contain_text("still being played")
    expect(analysis.page.locator("#run")).to_have_attribute("aria-pressed", "false")
    analysis.page.goto(f"{site.url}/analysis?game=nosuchgame")
    expect(analysis.notice).to_have_text("There is no such game.")


def test_a_browser_without_webassembly_gets_an_explanation(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page()
    page.add_init_script("delete globalThis.WebAssembly;")
    page.goto(f"{site.url}/analysis")
    expect(page.locator("#notice")).to_contain_text("needs WebAssembly")


def test_a_failure_to_load_the_engine_is_reported_and_loading_retried(
    site: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["Failed to load resource"])
    page.route("**/outflank.wasm", lambda route: route.abort())
    page.goto(f"{site.url}/analysis")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("The engine could not be loaded.")
    page.unroute("**/outflank.wasm")
    page.route("**/outflank.wasm", lambda route: route.fulfill(status=503), times=1)
    notice.get_by_role("button", name="Try again").click()
    expect(notice.get_by_role("button", name="Try again")).to_be_visible()
    notice.get_by_role("button", name="Try again").click()
    expect(page.locator("body[data-ready]")).to_be_attached()
    expect(page.locator("#board").get_by_role("gridcell", name="f5, empty, legal")).to_be_visible()


# Links, and what is kept


def test_a_link_holds_an_analysis(open_analysis: OpenAnalysis) -> None:
    """tests/javascript/links.test.js tests what links can hold."""
    analysis = open_analysis(permissions=["clipboard-read", "clipboard-write"])
    page = analysis.page
    analysis.play("f5", "d6", "c3")
    page.click("#back")
    page.click("#share")
    expect(analysis.notice).to_have_text("Link copied.")
    assert copied(page).endswith("/analysis#classic-8/-/f5d6c3/2")
    page.click("#first")
    page.locator("#comment").fill("Où aller?")
    analysis.play("d3", "c5")
    page.locator("#comment").fill("diagonal (too early!)")
    page.click("#share")
    page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('!')")
    link = copied(page)
    other = open_analysis(link[link.index("#") :])
    other.expect_position(shown_of("d3c5"))
    assert other.moves() == analysis.moves() == ["f5", "d3", "c5", "d6", "c3"]
    expect(other.page.locator("#comment")).to_have_value("diagonal (too early!)")
    other.page.click("#first")
    expect(other.page.locator("#comment")).to_have_value("Où aller?")
    # The page says when an analysis is too long for a link.
    for _ in range(2):
        page.locator("#comment").fill("many words " * 350)
        page.click("#back")
    page.click("#share")
    expect(analysis.notice).to_contain_text("too long for a link, so it carries only this line")
    assert copied(page).endswith("#classic-8/-/d3c5/0")


def test_a_broken_link_is_reported(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis("#classic-8/-/f5a1/2")
    expect(analysis.notice).to_contain_text("link does not hold a position")
    analysis.expect_position(find_variant("classic").start(8))


def test_nothing_is_lost_by_reloading(analysis: AnalysisPage) -> None:
    analysis.paste(PASSES)
    analysis.page.click("#first")
    analysis.play("d3")
    analysis.page.locator("#comment").fill("another first move")
    analysis.page.reload()
    expect(analysis.tree.locator(".said")).to_have_text("another first move")
    expect(analysis.current()).to_have_attribute("aria-label", re.compile("^1. Black d3"))


def test_two_tabs_keep_their_own_analyses(analysis: AnalysisPage) -> None:
    analysis.play("f5", "d6")
    expect(analysis.page).to_have_url(re.compile("/-/f5d6/"))  # it is kept a moment after the move
    other = AnalysisPage(analysis.page.context.new_page())
    other.page.goto(analysis.page.url.partition("#")[0])
    other.expect_position(shown_of("f5d6"))  # it begins with the analysis shown last
    other.page.click("#new")
    other.play("d3")
    analysis.play("c3")
    for tab, moves in ((analysis, "f5d6c3"), (other, "d3")):
        expect(tab.page).to_have_url(re.compile(f"/-/{moves}/"))
        tab.page.reload()
        tab.expect_position(shown_of(moves))
    analysis.page.close()
    other.page.click("#open")
    listed = other.page.locator("#read-earlier").get_by_role("button")
    expect(listed.first).to_contain_text("3 moves")
    listed.first.click()
    other.expect_position(shown_of("f5d6c3"))


def test_the_previous_analysis_is_kept_when_another_is_opened(
    analysis: AnalysisPage,
) -> None:
    analysis.play("f5", "d6")
    analysis.paste(JSON)
    expect(analysis.page.locator("#glance-heading")).to_contain_text("Ann")
    analysis.page.click("#open")
    earlier = analysis.page.locator("#read-earlier")
    earlier.get_by_role("button").first.click()
    analysis.expect_position(shown_of("f5d6"))
