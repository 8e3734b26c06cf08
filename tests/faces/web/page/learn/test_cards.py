"""Cards on the page: what is due comes again, with what was wrong on the back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.analysis import PuzzleSolution, own_puzzles
from outflank.learning import Attempt, Card, Dropped, mistake_subject, new_id, puzzle_subject
from support.browser import expect
from support.learning.learn_page import (
    attempts,
    learner,
    moves_of,
    notice,
    open_task,
    record,
    try_move,
)
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

DAY = 24 * 3600 * 1000


def mistake(number: int) -> Card:
    """Return a card of a mistake in the position of a puzzle."""
    puzzle = own_puzzles()[number]
    position, solution = puzzle.position, PuzzleSolution(puzzle.known)
    best, worst = moves_of(puzzle)
    return Card(
        id=new_id(),
        at=1,
        subject=mistake_subject(position),
        position=str(position),
        played=worst,
        best=tuple(map(str, solution.best)),
        loss=max(map(solution.loss, puzzle.known)),
        line=(best,),
        disc=41,
        is_exact=True,
        values={str(move): float(score.discs) for move, score in puzzle.known.items()},
    )


def test_a_failed_puzzle_comes_back_the_next_day(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    puzzle = own_puzzles()[60]
    _, worst = moves_of(puzzle)
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    try_move(page, worst)
    page.goto(f"{site.url}/learn/cards")
    expect(page.get_by_role("heading", name="Nothing is due")).to_be_focused()
    expect(page.locator("#next-due")).to_contain_text("The next card comes in 2")
    record(
        site,
        player,
        Attempt(
            id=new_id(),
            at=site.server.now() - 5 * DAY,
            subject=puzzle_subject(own_puzzles()[61].position),
            move=moves_of(own_puzzles()[61])[1],
        ),
    )
    open_task(site, page, "/learn/cards")
    expect(page.locator("#left")).to_have_text("The last card.")
    expect(page.locator("#about")).to_contain_text("A puzzle that you failed before")
    try_move(page, moves_of(own_puzzles()[61])[0])
    assert [one["right"] for one in attempts(site, player)] == [False, False, True]
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Nothing is due")).to_be_visible()


def test_a_mistake_has_what_the_review_said_on_its_back(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    card = mistake(62)
    record(site, player, card)
    page.goto(f"{site.url}/learn")
    expect(page.locator("#due")).to_have_text("1 card is due")
    page.get_by_role("link", name="1 card is due").click()
    page.wait_for_selector("#board .open")
    expect(page.locator("#told")).to_be_empty()
    try_move(page, card.played)
    expect(notice(page)).to_contain_text(card.played)
    expect(page.locator("#told")).to_contain_text(f"You played {card.played} here.")
    assert attempts(site, player)[0]["subject"] == card.subject
    due = site.server.learning.progress(player).cards[card.subject].due
    assert due > site.server.now()


def test_a_card_can_be_dropped(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    record(site, player, mistake(63), mistake(64))
    open_task(site, page, "/learn/cards")
    expect(page.locator("#left")).to_have_text("2 cards to go.")
    with page.expect_response("**/learning/entries"):
        page.get_by_role("button", name="Show the solution").click()
    with page.expect_response("**/learning/entries"):
        page.get_by_role("button", name="Drop this card").click()
    expect(page.locator("#left")).to_have_text("The last card.")
    stored = [one.entry for one in site.server.learning.entries(player, 0, 100)]
    assert sum(isinstance(one, Dropped) for one in stored) == 1
    assert len(site.server.learning.progress(player).mistakes) == 1


def test_a_stranger_has_no_cards_and_no_account(site: LiveServer, page: Page) -> None:
    page.goto(f"{site.url}/learn/cards")
    expect(page.get_by_role("heading", name="Nothing is due")).to_be_visible()
    expect(page.locator("#next-due")).to_contain_text("You have no cards yet")
    assert page.context.cookies() == []
