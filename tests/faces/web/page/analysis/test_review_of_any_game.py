"""The review of any game that the analysis board can read, pasted or by a link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from outflank.analysis import review, review_engine
from outflank.rules import Game
from support.analysis.analysis_page import AnalysisPage, OpenAnalysis
from support.browser import assert_accessible, assert_uncovered, expect

pytestmark = pytest.mark.system("chromium")

MOVES = ["c4", "b4", "a1", "d2", "d4", "d3", "a2"]  # on 4x4; each but the first is a mistake
LINK = f"#classic-4/-/{''.join(MOVES)}/3"


def faults(page: Page) -> list[str]:
    named = page.get_by_role("list", name="Mistakes").get_by_role("button").all()
    return [one.get_attribute("aria-label") or "" for one in named]


@pytest.mark.native
def test_a_pasted_game_is_reviewed_with_mistakes_sentences_and_accuracy(
    open_analysis: OpenAnalysis,
) -> None:
    page = open_analysis("?review" + LINK).page
    panel = page.get_by_role("region", name="Review")
    expect(panel.locator(".story")).to_be_visible()
    expect(panel.locator(".story")).to_contain_text(re.compile("^(Black|White|The game) "))
    expect(panel.get_by_role("row").nth(1)).to_contain_text(re.compile(r"Black\s*\d+ %"))
    game = Game(size=4)
    game.push_all(MOVES)
    with review_engine() as engine:
        found = review(game, engine)
    for side in ("Black", "White"):
        own = [one for one in found.mistakes if str(one.color) == side.lower()]
        panel.get_by_role("button", name=f"{side}: {len(own)}").click()
        labels = faults(page)
        assert len(labels) == len(own)
        assert {int(re.findall(r"Move (\d+)", one)[0]) for one in labels} == {
            one.number for one in own
        }
        assert all("was better." in one for one in labels)
    first = re.findall(r"Move (\d+), \w+ (\w+)", faults(page)[0])[0]
    texts = page.evaluate("document.getElementById('board').state.texts")
    assert first[1] in texts
    assert_accessible(page)
    # At other positions the board shows nothing of the review.
    page.get_by_role("button", name="One move forward").click()
    assert first[1] not in page.evaluate("document.getElementById('board').state.texts ?? {}")
    page.get_by_role("button", name="Close the review").click()
    expect(panel).to_be_hidden()
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_focused()


@pytest.mark.native
def test_the_mistakes_of_a_side_become_cards(open_analysis: OpenAnalysis) -> None:
    page = open_analysis("?review" + LINK).page
    offer = page.get_by_role("group", name="Make cards of the mistakes of")
    offer.get_by_role("button", name="White").click()
    link = offer.get_by_role("link", name="of this game became")
    expect(link).to_be_visible()
    assert_accessible(page)
    link.click()
    page.wait_for_selector("#board .open")
    expect(page.locator("#about")).to_contain_text("From a game of yours")


def test_a_new_game_closes_the_review_and_an_empty_one_has_none(analysis: AnalysisPage) -> None:
    page = analysis.page
    page.get_by_role("button", name="Review", exact=True).click()
    expect(analysis.notice).to_contain_text("There are no moves to review yet")
    analysis.paste("f5d6")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_role("region", name="Review")).to_be_visible()
    analysis.paste("f5f6")
    expect(page.get_by_role("region", name="Review")).to_be_hidden()


def test_a_phone_shows_a_mistake_together_with_the_board(open_analysis: OpenAnalysis) -> None:
    page = open_analysis("?review" + LINK, viewport={"width": 375, "height": 667}).page
    expect(page.locator(".review .mistake h3")).to_be_visible()
    page.locator(".review .mistake").evaluate("mistake => mistake.scrollIntoView()")
    assert_uncovered(page, "#board", ".review .mistake h3")
