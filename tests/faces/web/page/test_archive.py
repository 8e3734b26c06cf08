"""Games, players and tournaments in a real browser: linked to each other, on every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from outflank.play.setup import Player, Setup
from outflank.rules import WHITE, Classic
from outflank.server.matches.match_registry import Terms
from support.browser import NewPage, assert_accessible, expect
from support.page_people import person
from support.server.live_server import LiveServer
from support.server.tournament_server import begin_cup, resign_quickly

pytestmark = pytest.mark.system("chromium")


def finished(site: LiveServer, player: int, opponent: str) -> str:
    """Return a game that was won by resignation."""
    other, _ = site.server.accounts.register(opponent)
    setup = Setup(
        players=(
            Player(f"#{player}", f"person:{player}"),
            Player(f"#{other.id}", f"bot:{other.id}"),
        ),
        start=Classic().start(4),
    )
    room = site.server.registry.open(setup, Terms(player, other.id))
    room.resign(WHITE)
    return room.name


def finished_cup(site: LiveServer) -> int:
    """Return a tournament all of whose games are over."""
    number = begin_cup(site.server, ("Nora", "Olaf", "Petra"))
    while site.server.tournaments.view(number)["status"] == "running":
        site.server.tournaments.run_pass()
        for room in site.server.tournaments.rooms(number):
            resign_quickly(room)
    return number


def fits(page: Page) -> bool:
    """Return whether nothing of a page lies beyond its right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_from_a_game_to_its_player_their_tournament_and_back(site: LiveServer, page: Page) -> None:
    number = finished_cup(site)
    game = next(one for one in site.server.tournaments.pairings(number) if one["match"])
    page.goto(f"{site.url}/game/{game['match']}")
    people = page.locator(".people")
    people.get_by_role("link", name="Cup").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cup")
    assert_accessible(page)
    page.get_by_role("region", name="Standings").get_by_role("link", name="Nora").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nora")
    expect(page.get_by_role("region", name="By opponent").get_by_role("row")).to_have_count(3)
    assert_accessible(page)
    page.get_by_role("link", name="All games of Nora").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Games of Nora")
    page.get_by_role("link", name="Olaf", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Olaf")
    page.get_by_role("link", name="Cup").first.click()
    page.get_by_role("link", name="Tournaments").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tournaments")
    assert_accessible(page)


def test_your_own_games_can_be_found_and_filtered_by_keyboard_alone(
    site: LiveServer, page: Page
) -> None:
    player = person(site, page)
    names = [finished(site, player, name) for name in ("Quentin", "Rosa")]
    page.goto(f"{site.url}/games?whose=mine")
    games = page.get_by_role("region", name="Games").get_by_role("row")
    expect(games).to_have_count(3)
    # Your own colour is not shown as the opponent's.
    assert page.get_by_role("columnheader").all_inner_texts()[1:3] == ["Your colour", "Opponent"]
    row = games.filter(has_text="Quentin")
    expect(row.get_by_role("cell").nth(1)).to_have_text("Black")
    expect(row.get_by_role("cell").nth(2)).to_have_text("Quentin")
    expect(row.get_by_role("cell").nth(2).locator(".disc")).to_have_count(0)
    page.goto(f"{site.url}/games")
    expect(games).to_have_count(3)
    assert_accessible(page)
    field = page.get_by_label("Opponent")
    for _ in range(30):
        page.keyboard.press("Tab")
        if field.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.type("rosa")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("opponent=rosa"))
    expect(games).to_have_count(2)
    expect(games.nth(1)).to_contain_text("won, by resignation")
    games.get_by_role("link", name="Rosa", exact=False).first.click()
    expect(page).to_have_url(re.compile(names[1]))


def test_lists_fit_a_small_phone_without_a_script(
    site: LiveServer, page: Page, new_page: NewPage
) -> None:
    player = person(site, page)
    finished(site, player, "A program with a long name")
    number = finished_cup(site)
    phone = new_page(viewport={"width": 320, "height": 568}, java_script_enabled=False)
    for path in (
        "/games", f"/games?player={player}", f"/player/{player}", f"/tournament/{number}",
        "/tournaments",
    ):  # fmt: skip
        phone.goto(f"{site.url}{path}")
        expect(phone.get_by_role("heading", level=1)).to_be_visible()
        for scheme in ("light", "dark"):
            phone.emulate_media(color_scheme=scheme)
            assert fits(phone), (path, scheme)
    page.set_viewport_size({"width": 320, "height": 568})
    page.emulate_media(color_scheme="dark")
    for path in ("/games", f"/tournament/{number}"):
        page.goto(f"{site.url}{path}")
        assert_accessible(page)
