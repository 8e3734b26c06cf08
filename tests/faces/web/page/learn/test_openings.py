"""The page of openings: own answers, the drill and the survival run, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.rules import WHITE, Square
from support.browser import NewPage, assert_accessible_and_fitting, expect
from support.page_people import seated
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")


@pytest.fixture
def openings(site: LiveServer, new_page: NewPage) -> Page:
    page = new_page(excused=[r"status of 400 \(Bad Request\)"])  # of an unknown opening
    page.goto(f"{site.url}/learn/openings")
    expect(page.get_by_role("button", name="Play f5")).to_be_visible()
    return page


def play(page: Page, square: str) -> None:
    page.get_by_role("gridcell", name=f"{square},").click()


def add_tiger(page: Page) -> None:
    page.get_by_label("Name or moves").fill("Tiger")
    page.get_by_role("button", name="Add for Black").click()
    expect(page.locator("#added")).to_have_text("3 answers were added.")


def test_answers_are_chosen_on_the_board_and_stay(openings: Page) -> None:
    play(openings, "c4")  # as good as f5
    expect(openings.locator("#line")).to_have_text("Moves: c4 · White to move")
    expect(openings.locator("#answers")).to_contain_text("Here your opponent moves.")
    openings.get_by_role("radio", name="White").check()
    openings.get_by_role("button", name="Make c3 my answer").click()
    expect(openings.locator("#told")).to_have_text(
        "c3 is your answer now. It gives away about 3 discs."
    )
    expect(openings.get_by_role("button", name="Make c3 my answer")).to_be_focused()
    expect(openings.locator("#answers")).to_have_text("Your answer here: c3.")
    openings.get_by_role("button", name="Make e3 my answer").click()
    expect(openings.locator("#told")).to_have_text("e3 is your answer now.")
    expect(openings.locator("#answers")).to_have_text("Your answers here: c3, e3.")
    openings.reload()
    openings.get_by_role("radio", name="White").check()
    expect(openings.locator("#repertoire li").last).to_contain_text("f5: f6, d6")
    play(openings, "f5")
    openings.get_by_role("button", name="Drop").click()
    expect(openings.locator("#told")).to_have_text("You have no answer here any more.")
    expect(openings.locator("#repertoire")).to_contain_text("Nothing yet.")


def test_a_named_opening_is_added_and_counted(openings: Page) -> None:
    add_tiger(openings)
    expect(openings.locator("#place-name")).to_have_text("Tiger")
    expect(openings.locator("#repertoire")).to_contain_text("Black: 3 decisions to memorise.")
    gap = openings.get_by_role("button", name="f5 d6 c3 d3 c4 f4, Tiger")
    gap.click()
    expect(openings.locator("#line")).to_contain_text("Moves: f5 d6 c3 d3 c4 f4")
    openings.get_by_label("Name or moves").fill("Tigger")
    openings.get_by_role("button", name="Add for Black").click()
    expect(openings.locator("#added")).to_contain_text("did you mean 'Tiger'?")


def test_the_drill_asks_for_each_decision(openings: Page) -> None:
    openings.get_by_role("radio", name="Drill").check()
    openings.get_by_role("button", name="Begin the drill").click()
    expect(openings.locator("#told")).to_contain_text("there is nothing to drill")
    add_tiger(openings)
    openings.clock.install()
    openings.clock.pause_at(openings.evaluate("Date.now() + 1_000"))
    openings.get_by_role("button", name="Begin the drill").click()
    expect(openings.locator("#task")).to_have_text("Decision 1 of 3. What do you play?")
    play(openings, "d3")
    expect(openings.locator("#told")).to_have_text("Right: d3 is your answer.")
    openings.clock.run_for(1_000)
    expect(openings.locator("#task")).to_have_text("Decision 2 of 3. What do you play?")
    expect(openings.locator("#line")).to_have_text("Moves so far: f5 d6")
    play(openings, "c4")
    expect(openings.locator("#told")).to_have_text("Not c4. Try another move.")
    openings.clock.run_for(1_500)
    expect(openings.get_by_role("gridcell", name="c3, empty, legal")).to_be_visible()
    play(openings, "c3")
    openings.get_by_role("button", name="Go on").click()
    expect(openings.locator("#task")).to_have_text("Decision 3 of 3. What do you play?")
    openings.get_by_role("button", name="Show my answer").click()
    expect(openings.locator("#told")).to_have_text("Your answer here is c4. Play it to go on.")
    play(openings, "c4")
    openings.get_by_role("button", name="Go on").click()
    expect(openings.locator("#told")).to_have_text("Right at the first try: 1 of 3.")
    summary = "() => fetch('/api/v1/learning').then((answer) => answer.json())"
    assert openings.evaluate(summary)["cards"] == 3


def test_a_survival_run_ends_at_the_first_wrong_move(openings: Page) -> None:
    openings.get_by_role("radio", name="Survival run").check()
    openings.get_by_role("radio", name="White").check()
    openings.get_by_role("button", name="Begin a run").click()
    expect(openings.locator("#line")).to_have_text("Moves so far: f5")
    play(openings, "d6")
    expect(openings.locator("#tally")).to_have_text("1 move survived.")
    openings.get_by_role("radio", name="Black").check()  # leaves the run
    openings.get_by_role("radio", name="White").check()
    openings.get_by_role("button", name="Begin a run").click()
    expect(openings.locator("#line")).to_have_text("Moves so far: f5")
    play(openings, "f4")
    expect(openings.locator("#told")).to_have_text("f4 gives away 8 discs: d6 was right.")
    expect(openings.get_by_role("button", name="Another run")).to_be_visible()


def test_axe_finds_no_fault_and_everything_fits(openings: Page) -> None:
    add_tiger(openings)
    assert_accessible_and_fitting(openings)
    openings.get_by_role("radio", name="Drill").check()
    openings.get_by_role("button", name="Begin the drill").click()
    expect(openings.locator("#task")).to_contain_text("Decision 1 of 3")
    assert_accessible_and_fitting(openings)


def test_without_scripts_the_own_decisions_are_read(
    site: LiveServer, openings: Page, new_page: NewPage
) -> None:
    add_tiger(openings)
    state = openings.context.storage_state()
    plain = new_page(java_script_enabled=False, storage_state=state)
    plain.goto(f"{site.url}/learn/openings")
    assert plain.get_by_role("listitem").all_inner_texts()[-3:] == [
        "At the start: f5",
        "f5 d6: c3",
        "f5 d6 c3 d3: c4",
    ]
    expect(plain.locator("#choice")).to_be_hidden()


TELL = """async (match) => {
  const { tellLeftBook } = await import("/static/page/review/left_book.js");
  window.shown = [];
  await tellLeftBook(document.getElementById("mine"), match, (ply) => shown.push(ply));
}"""


def test_the_review_of_an_own_match_says_where_one_left_ones_book(
    site: LiveServer, openings: Page
) -> None:
    add_tiger(openings)
    room = seated(site, openings)
    for move in ("f5", "d6", "c4"):
        room.play(Square.parse(move))
    room.resign(WHITE)
    openings.goto(f"{site.url}/learn/openings")
    openings.evaluate(TELL, room.name)
    left = "Black left your book at move 3, c4, after Perpendicular: your answer there is c3."
    expect(openings.locator(".left-book")).to_contain_text(left)
    openings.get_by_role("button", name="Show it").click()
    assert openings.evaluate("shown") == [2]
