"""Puzzles on the page: of the day, one after another, and one by its address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.analysis import Puzzle, own_puzzles
from outflank.learning import Attempt, new_id, puzzle_subject
from outflank.server.learning.checking import utc_day
from support.browser import NewPage, expect
from support.learning.learn_page import (
    attempts,
    learner,
    moves_of,
    notice,
    open_task,
    record,
    square,
    try_move,
)
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

DAY = 24 * 3600 * 1000


def test_wrong_and_then_right_is_one_attempt_and_wrong(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    puzzle = own_puzzles()[40]
    best, worst = moves_of(puzzle)
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    try_move(page, worst)
    square(page, best).click()
    expect(notice(page)).to_contain_text(f"Right: {best}")
    page.goto(f"{site.url}/learn")  # what waits is sent when a page opens
    (attempt,) = attempts(site, player)
    assert attempt["subject"] == puzzle_subject(puzzle.position)
    assert (attempt["move"], attempt["right"]) == (worst, False)


def test_the_puzzle_of_the_day_makes_a_streak(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    now = site.server.now()
    for ago in (2, 1):
        day = utc_day(now - ago * DAY)
        puzzle = own_puzzles().of_day(day)
        record(
            site,
            player,
            Attempt(
                id=new_id(),
                at=now - ago * DAY,
                subject=puzzle_subject(puzzle.position),
                move=moves_of(puzzle)[0],
                is_right=True,
                occasion=f"daily:{day}",
            ),
        )
    open_task(site, page, "/learn")
    expect(page.locator("#streak")).to_have_text("2 days in a row")
    expect(page.locator("#week .solved")).to_have_count(2)
    best, _ = moves_of(own_puzzles().of_day(utc_day(site.server.now())))
    try_move(page, best)
    expect(page.locator("#streak")).to_have_text("3 days in a row")
    expect(page.locator("#week .solved")).to_have_count(3)
    expect(page.locator("#tomorrow")).to_contain_text("The next puzzle comes in")
    open_task(site, page, "/learn/daily")
    expect(page.locator("#streak")).to_have_text("3 days in a row")


def test_a_second_presentation_of_the_day_is_practice(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    best, worst = moves_of(own_puzzles().of_day(utc_day(site.server.now())))
    open_task(site, page, "/learn")
    try_move(page, worst)
    expect(page.locator("#streak")).to_contain_text("Not at the first try")
    open_task(site, page, "/learn")
    expect(page.locator("#streak")).to_contain_text("Not at the first try")
    try_move(page, best)
    occasions = [one.get("occasion", "") for one in attempts(site, player)]
    assert occasions == [f"daily:{utc_day(site.server.now())}", ""]
    expect(page.locator("#week .solved")).to_have_count(0)


def test_a_stranger_becomes_a_guest_with_the_first_try(site: LiveServer, page: Page) -> None:
    puzzle = own_puzzles()[41]
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    assert page.context.cookies() == []
    try_move(page, moves_of(puzzle)[0])
    player = int(page.evaluate("document.body.dataset.player"))
    assert [one["right"] for one in attempts(site, player)] == [True]


def test_puzzles_have_the_theme_and_the_difficulty_that_are_chosen(
    site: LiveServer, page: Page
) -> None:
    learner(site, page)
    with page.expect_response("**/api/v1/puzzles?**") as answer:
        open_task(site, page, "/learn/puzzles?theme=corner&difficulty=harder")
    assert all("corner" in one["themes"] for one in answer.value.json()["puzzles"])
    expect(page.get_by_label("Theme")).to_have_value("corner")
    expect(page.get_by_role("radio", name="Harder")).to_be_checked()
    with page.expect_response("**/api/v1/puzzles?**") as answer:
        page.get_by_role("radio", name="Easiest").check()
    assert "difficulty=easiest" in answer.value.url
    assert page.url.endswith("?theme=corner&difficulty=easiest")
    ids = [one["id"] for one in answer.value.json()["puzzles"]]
    best, _ = moves_of(found(ids[0]))
    try_move(page, best)
    expect(page.locator("#tally")).to_have_text("1 of 1 right.")
    expect(page.locator("#rating")).to_contain_text("Your rating")
    page.get_by_role("button", name="Next").click()
    best, _ = moves_of(found(ids[1]))
    expect(square(page, best)).to_have_class("cell open")


def found(name: str) -> Puzzle:
    puzzle = own_puzzles().find(name)
    assert puzzle is not None
    return puzzle


def test_hints_cost_no_try_and_are_told(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    puzzle = own_puzzles()[42]
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Another hint").click()
    expect(notice(page)).to_contain_text("Look at")
    try_move(page, moves_of(puzzle)[0])
    assert [(one["hints"], one["right"]) for one in attempts(site, player)] == [(2, True)]


def test_the_best_line_leads_to_the_end_of_the_game(site: LiveServer, page: Page) -> None:
    puzzle = own_puzzles()[0]
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    best, _ = moves_of(puzzle)
    page.get_by_role("button", name="Show the solution").click()
    expect(notice(page)).to_have_text(f"The best move is {best}.")
    page.get_by_role("button", name="Best line").click()
    expect(notice(page)).to_contain_text(f"{best}, move 1 of ")
    page.get_by_role("button", name="End of the line").click()
    board = page.evaluate("document.getElementById('board').state.cells")
    lead = board.count("X") - board.count("O")
    score = puzzle.known[max(puzzle.known, key=lambda move: puzzle.known[move].discs)].discs
    empty = board.count("-")
    lead += empty if lead > 0 else -empty if lead < 0 else 0  # the winner gets the empty squares
    assert lead == (score if str(puzzle.position.turn) == "black" else -score)
    page.get_by_role("button", name="Back to the position").click()
    expect(square(page, best)).to_have_class("cell open noted")


def test_links_lead_to_the_analysis_and_to_a_game(site: LiveServer, page: Page) -> None:
    puzzle = own_puzzles()[43]
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector("#board .open")
    shown = page.evaluate("document.getElementById('board').state")
    assert shown["cells"] == str(puzzle.position.board)
    assert shown["turn"] == str(puzzle.position.turn)


def test_a_puzzle_is_solved_without_a_pointer(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    puzzle = own_puzzles()[44]
    best, _ = moves_of(puzzle)
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    page.locator("main").focus()
    page.keyboard.press("Tab")
    page.keyboard.type(best)
    with page.expect_response("**/learning/entries"):
        page.keyboard.press("Enter")
    expect(notice(page)).to_contain_text(f"Right: {best}")
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("n")
    page.wait_for_url("**/learn/puzzles")
    assert [one["right"] for one in attempts(site, player)] == [True]


def test_an_unknown_puzzle_is_not_found(site: LiveServer) -> None:
    assert site.get("/learn/puzzle/aaaaaaaaaa").status_code == 404
    assert site.get("/learn/puzzle/aaaaaaaaaa/board.svg").status_code == 404


def test_a_puzzle_that_one_is_playing_stays_closed(
    site: LiveServer, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = new_page(excused=["403"])
    learner(site, page)
    puzzle = own_puzzles()[45]
    subject = puzzle_subject(puzzle.position)
    monkeypatch.setattr(site.server.learning, "played_now", lambda _: {subject})
    page.goto(f"{site.url}/learn/puzzle/{puzzle.id}")
    expect(page.get_by_role("main")).to_contain_text("playing")
