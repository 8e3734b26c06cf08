"""The engine on the analysis board: values and their shapes, lines, threats, solving, answers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from outflank import solve
from outflank.notation import read
from support.analysis.analysis_page import OpenAnalysis
from support.browser import expect
from support.notation_samples import PASSES

pytestmark = [pytest.mark.system("chromium"), pytest.mark.native]

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
END = PASSES[:-20]  # ten empty squares are left


def test_values_lines_depth_and_speed_are_shown_and_a_line_is_played(
    open_analysis: OpenAnalysis,
) -> None:
    analysis = open_analysis("#classic-8/-/f5d6c3d3c4/5", engine=True)
    page = analysis.page
    expect(page.locator("#status")).to_have_text(re.compile(r"Depth \d+"))
    number = r"\d+(\.\d)?( [kMG])?"
    expect(page.locator("#speed")).to_have_text(
        re.compile(f"^{number} positions, {number} a second$")
    )
    expect(page.locator("#lines li")).to_have_count(3)
    legal = read(b"f5d6c3d3c4").position.legal_moves.squares
    for square in legal:
        name = re.compile(rf"^{square}, empty, legal, flips \d+, ")
        expect(analysis.square(str(square))).to_have_accessible_name(name)
    page.select_option("#line-count", "1")
    expect(page.locator("#lines li")).to_have_count(1)
    page.click("#run")
    # The best square is that of the first line, whatever an estimate says.
    expect(analysis.board.locator(".strong.pill")).to_have_count(1)
    expect(page.locator("#run")).to_have_text("Run")
    first = page.locator("#lines [data-play]").get_attribute("data-play")
    page.locator("#lines [data-add]").click()
    assert len(analysis.moves()) > 6
    page.locator("#lines [data-play]").click()
    expect(analysis.current()).to_have_attribute("aria-label", re.compile(f"White {first}"))


def test_a_position_is_solved_and_its_value_is_exact(open_analysis: OpenAnalysis) -> None:
    game = read(END.encode()).game
    analysis = open_analysis(f"#classic-8/-/{END}/{len(game.plies)}")
    page = analysis.page
    page.click("#solve")
    expect(page.locator("#status")).to_contain_text("Solved")
    score = solve(game.position).score
    assert score
    text = f"{score.discs:+g}".replace("-", "\N{MINUS SIGN}")
    expect(page.locator("#lines .value").first).to_have_text(f"{text} ✓")
    expect(page.locator("#lines .value").first).to_have_class("value exact")
    best = page.locator("#lines [data-play]").first.get_attribute("data-play") or ""
    shown = analysis.square(best)
    expect(shown).to_have_accessible_name(re.compile(rf"{re.escape(text)}, exact$"))
    # An exact value is marked by corners on the board, too.
    assert shown.locator(".pill").get_attribute("rx") == "0.5"
    mover = 1 if str(game.position.turn) == "black" else -1
    expect(page.locator("#graph rect.point")).to_have_count(1)
    words = page.locator("#graph").get_attribute("aria-valuetext") or ""
    assert ("Black" in words) == (mover * score.discs > 0)
    # An exact value is not searched again.
    speed = page.locator("#speed").inner_text()
    page.click("#run")
    expect(page.locator("#status")).to_have_text("Exact")
    page.click("#back")
    page.click("#forward")
    expect(page.locator("#status")).to_have_text("Exact")
    expect(page.locator("#speed")).to_have_text(speed)


def test_threats_are_the_moves_of_the_other_side(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis("#classic-6/-/c2b2/2", engine=True)
    page = analysis.page
    expect(page.locator("#lines li")).to_have_count(3)
    page.keyboard.press("t")
    expect(page.locator("#status")).to_have_text("If Black passed, White could play:")
    expect(page.locator("#lines [data-play]")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator("#lines [data-play]")).to_have_count(3)


def test_yes_no_has_values_before_and_after_the_answer(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis("#yesno-6/-/Yc2/1", engine=True)
    page = analysis.page
    for name in ("before", "yes", "no", "maybe"):
        expect(page.locator(f"[data-value={name}]")).to_have_text(re.compile(r"\d"))
    expect(page.locator("#lines .heard").first).to_have_text("If YES")
    page.locator("#answers [value=no]").check(force=True)
    expect(page.locator("#lines [data-play]").first).to_be_visible()
    expect(page.locator("[data-value=yes]")).to_have_text(re.compile(r"\d"))


def test_the_graph_is_filled(open_analysis: OpenAnalysis) -> None:
    analysis = open_analysis("#classic-4/-/a2c1/2")
    analysis.page.click("#fill")
    expect(analysis.page.locator("#graph .point")).to_have_count(3)


def test_the_starting_position_has_its_solved_value(
    open_analysis: OpenAnalysis,
) -> None:
    page = open_analysis(engine=True).page
    expect(page.locator("#status")).to_have_text("Exact")
    texts = page.evaluate("document.getElementById('board').state.texts")
    assert {name: note["text"] for name, note in texts.items()} == dict.fromkeys(
        ("d3", "c4", "f5", "e6"), "0"
    )
    assert {note["source"] for note in texts.values()} == {"exact"}


def test_the_engine_waits_on_a_phone_until_it_is_asked(open_analysis: OpenAnalysis) -> None:
    page = open_analysis("#classic-8/-/f5/1", engine=True, **PHONE).page
    expect(page.locator("#status")).to_have_text("The engine is off.")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#status")).to_have_text(re.compile(r"Depth \d+"))
    page.reload()
    expect(page.locator("body[data-ready]")).to_be_attached()
    expect(page.locator("#status")).to_have_text("The engine is off.")
