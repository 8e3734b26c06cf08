"""Shared parts of the tests of playing in a browser: people on pages, and their squares."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import Locator, Page

from outflank.play.setup import Player, Setup, Undo
from outflank.rules import PASS, Classic, Color, Position, Square
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from support.browser import expect
from support.server.live_server import LiveServer

__all__ = [
    "before_pass",
    "begin",
    "choose",
    "legal",
    "moves",
    "person",
    "post",
    "resign",
    "room_of",
    "seated",
    "square",
]

_PATIENCE = 60_000  # milliseconds until an answer counts as missing


def post(site: LiveServer, page: Page, path: str, body: Any = None) -> Any:
    """Send a request to the API as the person in this browser, whatever page it shows."""
    address = f"{site.url}/api/v1{path}"
    answer = page.request.post(address, data=body, headers={"Origin": site.url}, timeout=_PATIENCE)
    assert answer.ok, answer.text()
    return answer.json()


def person(site: LiveServer, page: Page) -> int:
    """Start a guest's session in the browser, and return the guest's number."""
    return int(post(site, page, "/session")["player"]["id"])


def begin(site: LiveServer, page: Page, opponent: str, **terms: Any) -> LiveRoom:
    """Let the person of a page begin a game at once, and open it."""
    person(site, page)
    match = post(site, page, "/matches", {"opponent": opponent, "color": "black", **terms})
    return look_at(site, page, site.server.registry.room(match["id"]))


def look_at(site: LiveServer, page: Page, room: LiveRoom) -> LiveRoom:
    """Open the page of a match, and wait until one can play on it."""
    page.goto(f"{site.url}/game/{room.name}")
    page.wait_for_selector("#board[interactive]")
    return room


def seated(
    site: LiveServer, page: Page, start: Position | None = None, *, rated: bool = False
) -> LiveRoom:
    """Let the person of a page play black against a player whose moves the test makes."""
    player = person(site, page)
    other, _ = site.server.accounts.register("Scripted")
    setup = Setup(
        players=(
            Player(f"#{player}", f"person:{player}"),
            Player(f"#{other.id}", f"bot:{other.id}"),
        ),
        start=start or Classic().start(),
        undo=Undo.NEVER if rated else Undo.CONSENT,
    )
    room = site.server.registry.open(setup, Terms(player, other.id, rated=rated))
    return look_at(site, page, room)


def room_of(site: LiveServer, page: Page) -> LiveRoom:
    """Return the match that a page shows."""
    return site.server.registry.room(page.url.rpartition("/")[2].partition("#")[0])


def choose(page: Page, name: str) -> None:
    """Choose the opponent."""
    page.get_by_role("radio", name=name, exact=True).check()


def legal(page: Page) -> Locator:
    """Return the squares that may be played on."""
    return page.locator("#board").get_by_role("gridcell", name="legal")


def square(page: Page, name: str) -> Locator:
    """Return a square once the page knows the game; before that, clicks have no effect."""
    expect(page.locator("#notice")).to_have_attribute("data-message", re.compile("."))
    return page.locator("#board").get_by_role("gridcell", name=f"{name},")


def moves(page: Page) -> Locator:
    """Return the moves in the list of moves."""
    return page.locator("#moves button")


def before_pass(color: Color) -> tuple[Position, Square]:
    """Return a position and a move after which the other side must pass and the game goes on."""
    chance = random.Random(5)
    while True:
        position = Classic().start(6)
        while not position.is_over:
            for move in position.legal_moves:
                after = position.play(move)
                if position.turn is color and isinstance(move, Square) and after.must_pass:
                    again = after.play(PASS)
                    if not again.is_over:
                        return position, move
            position = position.play(chance.choice(list(position.legal_moves)))


def resign(page: Page) -> None:
    """Resign, and confirm it."""
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure").get_by_role("button", name="Resign").click()
