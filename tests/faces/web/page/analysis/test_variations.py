"""The tree of variations: stepping, adding, removing, promoting, dragging and saving."""

from __future__ import annotations

import json
import re

import pytest

from outflank.faces.web.wire.schemas.analysis import written_formats
from outflank.notation import ScoredPosition, find_any_format, read, write
from outflank.rules import Square
from support.analysis.analysis_page import AnalysisPage, OpenAnalysis
from support.browser import expect
from support.notation_samples import PASSES, TIGER

pytestmark = pytest.mark.system("chromium")


def test_buttons_keys_and_clicks_step_through_the_moves(analysis: AnalysisPage) -> None:
    page = analysis.page
    analysis.paste(PASSES)
    game = read(PASSES.encode()).game
    places = [game.start, *(ply.position for ply in game.plies)]
    labels = analysis.tree.locator("[data-node]")
    expect(labels).to_have_count(len(places))
    assert "pass" in analysis.moves()
    analysis.expect_position(places[-1])
    page.click("#first")
    analysis.expect_position(places[0])
    page.keyboard.press("ArrowRight")
    page.keyboard.press(".")
    analysis.expect_position(places[2])
    page.keyboard.press(",")
    analysis.expect_position(places[1])
    labels.nth(10).click()
    analysis.expect_position(places[10])
    page.keyboard.press("End")
    analysis.expect_position(places[-1])
    page.keyboard.press("Home")
    analysis.expect_position(places[0])


def test_variations_can_be_added_promoted_cut_and_restored(analysis: AnalysisPage) -> None:
    page = analysis.page
    analysis.play("f5", "d6", "c3")
    page.click("#back")
    page.click("#back")
    analysis.play("f6", "e6")
    assert analysis.moves() == ["f5", "d6", "f6", "e6", "c3"]
    page.click("#promote")
    assert analysis.moves() == ["f5", "f6", "d6", "c3", "e6"]
    expect(page.locator("#promote")).to_have_attribute("aria-disabled", "true")
    page.click("#back")
    analysis.tree.locator("[aria-current]").focus()
    page.keyboard.press("ArrowDown")
    expect(analysis.current()).to_have_attribute("aria-label", re.compile("2. White d6"))
    expect(analysis.current()).to_be_focused()
    page.click("#remove")
    expect(analysis.notice).to_have_text("Deleted 2 moves.")
    assert analysis.moves() == ["f5", "f6", "e6"]
    page.click("#undo")
    assert analysis.moves() == ["f5", "f6", "d6", "c3", "e6"]
    page.locator("#comment").fill("worse")
    expect(analysis.tree.locator(".said")).to_have_text("worse")
    expect(analysis.current()).to_have_attribute("aria-label", re.compile("has a comment"))
    page.click("#remove")
    expect(page.locator("#undo")).to_be_visible()
    analysis.play("d6")
    expect(page.locator("#undo")).to_be_hidden()
    assert analysis.moves() == ["f5", "f6", "d6", "e6"]


def test_the_graph_can_be_dragged_and_stepped_through(analysis: AnalysisPage) -> None:
    page = analysis.page
    plies = [
        {"move": move, "score": {"discs": at, "kind": "exact"}}
        for at, move in enumerate(re.findall("..", TIGER))
    ]
    record = {"outflank": 1, "variant": "classic", "size": 8, "plies": plies}
    analysis.paste(json.dumps(record))
    graph = page.locator("#graph")
    expect(graph.locator(".point")).to_have_count(5)
    graph.scroll_into_view_if_needed()
    box = graph.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, box["y"] + 40, steps=6)
    expect(graph).to_have_attribute("aria-valuenow", "0")
    analysis.expect_position(read(TIGER.encode()).game.start)
    page.mouse.move(box["x"] + box["width"] * 0.645, box["y"] + 40, steps=6)
    page.mouse.up()
    expect(graph).to_have_attribute("aria-valuenow", "3")
    graph.focus()
    page.keyboard.press("ArrowRight")
    expect(graph).to_have_attribute("aria-valuetext", "Move 4: d3, White ahead by 3")
    page.keyboard.press("End")
    analysis.expect_position(read(TIGER.encode()).position)


def test_an_illegal_move_is_reported(analysis: AnalysisPage) -> None:
    analysis.square("a1").click()
    expect(analysis.notice).to_have_text("Black cannot play a1.")


def test_an_analysis_can_be_saved_in_every_format(analysis: AnalysisPage) -> None:
    page = analysis.page
    analysis.play(*re.findall("..", TIGER))
    page.locator("#comment").fill("the tiger")
    page.click("#back")
    game = read(TIGER.encode()).game
    game.root.last().comment = "the tiger"
    page.click("#save")
    options = page.locator("#write-format option")
    names = options.evaluate_all("all => all.map(one => one.value)")
    assert {*names, "png"} == set(written_formats())
    written = page.locator("#write-text")
    for name in names:
        page.select_option("#write-format", name)
        expect(written).not_to_have_value("")
        shown = written.input_value()
        if name == "svg":
            assert shown.startswith("<svg")
        elif name in ("png", "wthor"):
            assert re.fullmatch(r"A file of \d+ bytes\.", shown)
        else:
            notation = find_any_format(name)
            is_place = notation.holds is ScoredPosition
            expected = read(TIGER[:-2].encode()).position if is_place else game
            assert shown == write(expected, format=name).rstrip(), name
    link = page.locator("#write-link").input_value()
    assert re.search(f"#classic-8/-/{TIGER}![A-Za-z0-9_-]+!/n4$", link)  # with its comment
    page.select_option("#write-format", "json")
    expect(written).to_have_value(re.compile("the tiger"))
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "outflank-analysis.json"
    assert read(download.value.path().read_bytes()).game == game


def test_the_page_says_what_a_format_cannot_carry(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis("#yesno-8/-/Yf5/1", excused=("status of 400",))
    analysis.page.click("#save")
    analysis.page.select_option("#write-format", "transcript")
    expect(analysis.page.locator("#write-message")).to_contain_text("cannot carry the answers")


def test_the_oracles_answer_is_chosen_before_a_move(analysis: AnalysisPage) -> None:
    page = analysis.page
    page.click("#setup")
    page.select_option("#edit [name=variant]", "yesno")
    page.click("#edit [type=submit]")
    start = read(b'{"outflank": 1, "variant": "yesno", "size": 8}').position
    analysis.expect_position(start)
    analysis.square("f5").click()
    expect(analysis.notice).to_contain_text("Choose the oracle's answer first")
    page.locator("#answers [value=no]").check(force=True)
    analysis.expect_position(start.hear("no"))
    analysis.play("f5")
    analysis.expect_position(start.hear("no").play(Square.parse("f5")))
    page.click("#back")
    expect(page.locator("#answers [value=yes]")).to_be_disabled()
    expect(page.locator("#answer-fixed")).to_contain_text("were played after NO")
    page.click("#from-here")
    expect(page.locator("#answers [value=yes]")).to_be_enabled()
    expect(page.locator("#answers [value=before]")).to_be_checked()


def test_an_analysis_from_here_keeps_the_odds(analysis: AnalysisPage) -> None:
    page = analysis.page
    odds = {"yes": 0.25, "no": 0.75}
    plies = [{"answer": "yes", "move": "f5"}]
    record = {"outflank": 1, "variant": "yesno", "size": 8, "odds": odds, "plies": plies}
    analysis.paste(json.dumps(record))
    expect(analysis.current()).to_have_attribute("aria-label", re.compile("f5"))
    assert analysis.moves() == ["f5"]
    page.click("#back")
    page.click("#from-here")
    page.click("#save")
    page.select_option("#write-format", "json")
    expect(page.locator("#write-text")).to_have_value(re.compile("0.75"))
    assert json.loads(page.input_value("#write-text"))["odds"] == odds
