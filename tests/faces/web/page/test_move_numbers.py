"""A move has one number everywhere: on the page, in its review, in analyses and commands."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page

from outflank.cli import outflank
from outflank.faces.local.move_rows import move_rows
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import BLACK, Classic, Game, Square
from outflank.server.matches.match_registry import Terms
from support.browser import expect
from support.page_people import moves, person
from support.server.live_server import LiveServer

pytestmark = [pytest.mark.system("chromium"), pytest.mark.native]

# White passes after the fifth disc, so that d3 is the sixth disc and the seventh ply.
SQUARES = ["a2", "a3", "b4", "c1", "a4", "d3", "c4", "b1", "a1", "d4", "d2"]


def test_a_pass_has_no_number_because_only_discs_are_counted(site: LiveServer, page: Page) -> None:
    game = Game(size=4)
    game.push_all(SQUARES)
    numbers = {str(ply.move): ply.disc_number for ply in game.plies}
    assert numbers.pop("pass") is None
    assert numbers == {square: at for at, square in enumerate(SQUARES, 1)}
    listed = [move for row in move_rows(game.plies) for move in row]
    assert [(move.text, move.label) for move in listed][4:7] == [
        ("a4", "5."),
        ("pass", ""),
        ("d3", "6."),
    ]

    me = person(site, page)
    other, _ = site.server.accounts.register("Scripted")
    players = (Player(f"#{me}", f"person:{me}"), Player(f"#{other.id}", f"bot:{other.id}"))
    setup = Setup(players=players, start=Classic().start(4), undo=Undo.CONSENT)
    room = site.server.registry.open(setup, Terms(me, other.id))
    for square in SQUARES:
        room.play(Square.parse(square))
    room.resign(BLACK)

    page.goto(f"{site.url}/game/{room.name}")
    expect(moves(page)).to_have_count(len(SQUARES) + 1)
    names = [str(one.get_attribute("aria-label")) for one in moves(page).all()]
    assert names[4:7] == ["5. Black a4", "White pass", "6. Black d3"]
    moves(page).filter(has_text="d3").click()
    expect(page.locator("#notice")).to_have_text(f"You are looking at move 6 of {len(SQUARES)}.")
    page.locator("#back").click()
    expect(page.locator("#notice")).to_contain_text("the pass after move 5 of")

    page.locator("#open-review").click()
    mistakes = page.get_by_role("list", name="Mistakes").get_by_role("button")
    expect(mistakes.first).to_be_visible()
    told = [_number_of(str(one.get_attribute("aria-label"))) for one in mistakes.all()]
    assert told
    assert all(numbers[square] == number for number, square in told)
    stored = site.server.store.reviews.get(room.name)
    assert stored
    assert any(int(one["number"]) > int(one["disc"]) > 0 for one in stored.data["moves"])

    page.goto(f"{site.url}/analysis?game={room.name}")
    tree = page.locator(".run button")
    expect(tree).to_have_count(len(SQUARES) + 1)
    names = [str(one.get_attribute("aria-label")) for one in tree.all()]
    assert names[4:7] == ["5. Black a4", "White pass", "6. Black d3"]

    transcript = "".join(SQUARES)
    printed = CliRunner().invoke(outflank, ["review", transcript, "--size", "4"]).output
    rows = re.findall(r"^ *(\d+)\.? +(?:Black|White) +([a-d][1-4])", printed, re.MULTILINE)
    rows += re.findall(r"worst move was (\d+)\. ([a-d][1-4])", printed)
    assert len(rows) > len(SQUARES)
    assert all(numbers[square] == int(number) for number, square in rows)


def _number_of(label: str) -> tuple[int, str]:
    found = re.match(r"Move (\d+), \w+ ([a-d][1-4])", label)
    assert found, label
    return int(found[1]), found[2]
