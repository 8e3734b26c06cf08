"""Shared parts of the tests of learning in a browser: what was tried, and what the server keeps."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from outflank.analysis import Puzzle, PuzzleSolution
from outflank.learning import Attempt, entry_to_dict
from support.page_people import person
from support.server.live_server import LiveServer

__all__ = ["attempts", "learner", "moves_of", "notice", "open_task", "record", "square", "try_move"]

_ENTRIES = "**/api/v1/learning/entries"


def learner(site: LiveServer, page: Page) -> int:
    """Begin a guest's session in a browser, and return the guest's number."""
    return person(site, page)


def record(site: LiveServer, player: int, *entries: Any) -> None:
    """Add entries to a player's log."""
    added = site.server.learning.add(player, entries)
    assert added.refused == (), added.refused


def attempts(site: LiveServer, player: int) -> list[dict[str, Any]]:
    """Return the attempts in a player's log, in the order in which they came."""
    stored = [one.entry for one in site.server.learning.entries(player, 0, 10_000)]
    return [entry_to_dict(entry) for entry in stored if isinstance(entry, Attempt)]


def moves_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return a best move of a puzzle, and the one that gives away most."""
    solution = PuzzleSolution(puzzle.known)
    return str(solution.best[0]), str(max(puzzle.known, key=solution.loss))


def open_task(site: LiveServer, page: Page, path: str) -> None:
    """Open a page, and wait until its task can be tried."""
    page.goto(f"{site.url}{path}")
    page.wait_for_selector("#board .open")


def square(page: Page, name: str) -> Locator:
    """Return a square of the board."""
    return page.get_by_role("gridcell", name=f"{name},")


def notice(page: Page) -> Locator:
    """Return what is said about a try."""
    return page.locator("#notice")


def try_move(page: Page, name: str) -> None:
    """Try a move for the first time, and wait until the server has it."""
    with page.expect_response(_ENTRIES) as answer:
        square(page, name).click()
    assert answer.value.ok
