"""The name of the opening appears on the page of a game, also while it is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from outflank.archive import opening_of, openings
from outflank.rules import Classic, Game, Square, Symmetry
from support.browser import expect
from support.page_people import moves, seated
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

# Shows one line after another, and returns the names.
NAMES = """async (lines) => {
    const { src } = document.querySelector("script[type=module]");
    const { showOpening } = await import(src.replace(/page\\/.*/, "page/game/opening_name.js"));
    const names = [];
    for (const boards of lines) {
        await showOpening(boards);
        names.push(document.getElementById("opening").textContent);
    }
    return names;
}"""


def test_the_opening_is_named_while_it_is_played_and_when_one_looks_back(
    site: LiveServer, page: Page
) -> None:
    room = seated(site, page, Classic().start(8))
    name = page.locator("#opening")
    for move, named in [("f5", ""), ("d6", "Perpendicular"), ("c3", "Perpendicular")]:
        room.play(Square.parse(move))
        expect(name).to_have_text(named)
    for move in ["d3", "c4"]:
        room.play(Square.parse(move))
    expect(name).to_have_text("Tiger")
    expect(moves(page)).to_have_count(5)
    page.get_by_role("button", name="1. Black f5").click()
    expect(name).to_be_empty()
    page.get_by_role("button", name="4. White d3").click()
    expect(name).to_have_text("Perpendicular")


def test_the_page_names_openings_as_the_library_does_in_every_symmetry(
    site: LiveServer, page: Page
) -> None:
    seated(site, page, Classic().start(8))
    lines, expected = [], []
    for number, opening in enumerate(openings()):
        for symmetry in list(Symmetry)[number % 4 :: 4]:
            start = Game()
            start.push_all(opening.moves)
            positions = [ply.position.transform(symmetry) for ply in start.mainline()]
            lines.append([str(position.board) for position in positions])
            named = opening_of(ply.position for ply in start.mainline())
            expected.append("" if named is None else named.name)
    assert len(set(expected)) > 60
    assert page.evaluate(NAMES, lines) == expected
