"""Learning without network: what is tried is kept, and the server gets it once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from outflank.analysis import own_puzzles
from outflank.faces.web.pages.offline.puzzle_pack import packed_puzzles
from outflank.learning import Attempt, find_lesson, new_id, puzzle_subject
from support.browser import NewPage, await_in, expect
from support.learning.learn_page import (
    attempts,
    learner,
    moves_of,
    notice,
    open_task,
    record,
    square,
)
from support.offline.kept_page import OFFLINE, stored, versions_kept
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

DAY = 24 * 3600 * 1000
_READY = "async () => void (await navigator.serviceWorker.ready)"


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(excused=[OFFLINE], service_workers="allow")


def waiting(page: Page) -> list[dict[str, Any]]:
    """Return the entries that wait in the browser."""
    return stored(page, "outflank-learning", "entries")


def keep_by_learning(site: LiveServer, page: Page) -> None:
    """Visit the page of learning, which keeps itself, and lose the network."""
    open_task(site, page, "/learn")
    await_in(page, _READY)
    page.context.set_offline(True)


def solve_shown(page: Page) -> str:
    """Play the best move of the puzzle that is shown; return the move."""
    cells = page.evaluate("() => document.getElementById('board').state.cells")
    (puzzle,) = [one for one in own_puzzles() if str(one.position.board) == cells]
    best, _ = moves_of(puzzle)
    square(page, best).click()
    return best


def test_who_learns_keeps_the_page(site: LiveServer, page: Page) -> None:
    keep_by_learning(site, page)
    assert len(versions_kept(page)) == 1
    for path in ("/learn", "/learn/daily", "/learn/puzzles", "/learn/storm", "/learn/lessons"):
        page.goto(f"{site.url}{path}")
        expect(page.get_by_role("link", name="Learn").first).to_be_visible()
        assert "needs the network" not in page.locator("main").inner_text()


def test_what_is_tried_without_network_is_sent_once(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    failed = own_puzzles()[45]
    record(
        site,
        player,
        Attempt(
            id=new_id(),
            at=site.server.now() - 5 * DAY,
            subject=puzzle_subject(failed.position),
            move=moves_of(failed)[1],
        ),
    )
    open_task(site, page, "/learn/cards")  # the browser learns what is due
    keep_by_learning(site, page)
    open_task(site, page, "/learn/puzzles")
    tried = []
    for _ in range(3):
        tried.append(solve_shown(page))
        expect(notice(page)).to_contain_text("Right")
        page.get_by_role("button", name="Next").click()
        page.wait_for_selector("#board .open")
    open_task(site, page, "/learn/daily")
    tried.append(solve_shown(page))
    while len(waiting(page)) < 4:
        pass  # it is being kept
    open_task(site, page, "/learn/cards")
    tried.append(solve_shown(page))
    expect(notice(page)).to_contain_text("Right")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#next-due")).to_contain_text("server cannot be reached")
    page.reload()
    assert sorted(one["move"] for one in waiting(page)) == sorted(tried)
    page.context.set_offline(False)
    with page.expect_response("**/api/v1/learning/entries") as answer:
        page.goto(f"{site.url}/learn")
    assert answer.value.ok
    for _ in range(2):  # a second visit sends nothing twice
        page.goto(f"{site.url}/learn")
        page.wait_for_selector("#board .open")
    expect(page.locator("#due")).to_be_visible()
    stored = [one["move"] for one in attempts(site, player)]
    assert sorted(stored) == sorted([moves_of(failed)[1], *tried])
    assert waiting(page) == []


def test_any_kept_puzzle_opens_by_its_address(site: LiveServer, page: Page) -> None:
    keep_by_learning(site, page)
    puzzle = packed_puzzles(own_puzzles())[100]
    open_task(site, page, f"/learn/puzzle/{puzzle.id}")
    expect(page.locator("#heading")).to_have_text(f"Puzzle {puzzle.number}")
    square(page, moves_of(puzzle)[0]).click()
    expect(notice(page)).to_contain_text("Right")


def test_a_lesson_is_done_without_network(site: LiveServer, page: Page) -> None:
    player = learner(site, page)
    keep_by_learning(site, page)
    page.goto(f"{site.url}/learn/lessons")
    lesson = find_lesson("first")
    page.get_by_role("link", name=lesson.title).click()
    for step in lesson.steps:
        expect(page.locator("#step-title")).to_contain_text(step.title)
        if step.wanted:
            square(page, str(step.wanted[0])).click()
        page.locator("#next").click()
    expect(page.locator("#finished-title")).to_be_focused()
    while len(waiting(page)) < len(lesson.steps):
        pass  # it is being kept
    page.context.set_offline(False)
    with page.expect_response("**/api/v1/learning/entries") as answer:
        page.goto(f"{site.url}/learn/lesson/{lesson.key}")
    assert answer.value.ok
    subjects = [one["subject"] for one in attempts(site, player)]
    assert sorted(subjects) == sorted(step.subject for step in lesson.steps)
