"""Organising in a real browser: a tournament from its creation to its end, and refusals."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, Route

from outflank.rules import BLACK, Reason
from support.browser import NewPage, assert_accessible, expect
from support.server.live_server import LiveServer, live_server
from support.server.server_process import wait_until
from support.server.tournament_server import damage

pytestmark = pytest.mark.system("chromium")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with the try-out tournament; each test adds a tournament of its own."""
    with live_server(tmp_path_factory.mktemp("admin"), tryout=True) as serving:
        yield serving


def enter(server: LiveServer, page: Page, key: str) -> None:
    page.goto(f"{server.url}/admin")
    page.get_by_label("Organiser's key").fill(key)
    page.get_by_role("button", name="Sign in", exact=True).click()


def number_of(server: LiveServer, name: str) -> int:
    """Return the number of the tournament with a name."""
    (number,) = (one["id"] for one in server.server.tournaments.list() if one["name"] == name)
    return int(number)


def make_cup(page: Page, name: str) -> None:
    page.locator("summary", has_text="New tournament").click()
    page.locator("#make").get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create").click()
    expect(page.locator("#message")).to_have_text(f"{name} has been created. Now add its players.")


def sure(page: Page) -> None:
    page.get_by_role("button", name="Yes, do it").click()


def test_a_tournament_can_be_organised_from_the_page(server: LiveServer, page: Page) -> None:
    enter(server, page, server.admin_key())
    make_cup(page, "Cup")
    page.get_by_label("Computer levels").fill("1")
    add(page, "Ada\n=Blaise\n")
    expect(page.locator("#entrants tbody tr")).to_have_count(3)
    expect(page.locator("#keys tbody tr")).to_have_count(2)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as CSV").click()
    saved = list(csv.DictReader(Path(saving.value.path()).read_text().splitlines()))
    assert [row["name"] for row in saved] == ["Ada", "'=Blaise"]
    for row, shown in zip(saved, page.locator("#keys code").all_text_contents(), strict=True):
        assert row["key"] == shown
        assert server.server.accounts.caller(shown) is not None
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#message")).to_have_text("Cup has started.")
    expect(page.locator("#games tbody tr:has(td)")).to_have_count(6)
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#state")).to_contain_text("paused")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#state")).to_contain_text("running")
    page.get_by_role("button", name="Decide 1", exact=True).click()
    page.get_by_label("Result").select_option("draw")
    page.get_by_label("Reason, for the record").fill("power cut")
    page.get_by_role("button", name="Decide", exact=True).click()
    expect(page.locator("#message")).to_have_text("Game 1 has been decided.")
    expect(page.locator("#games tbody tr:has(td)").first).to_contain_text("draw")
    page.get_by_role("button", name="Withdraw Ada").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#entrants")).not_to_contain_text("withdrawn")
    page.get_by_role("button", name="Withdraw Ada").click()
    sure(page)
    expect(page.locator("#message")).to_have_text("Ada has been withdrawn.")
    page.get_by_role("button", name="Reinstate Ada").click()
    expect(page.locator("#message")).to_contain_text("Ada is back")
    expect(page.get_by_role("button", name="Withdraw Ada")).to_be_visible()
    expect(page.locator("#standings tbody tr")).to_have_count(3)
    assert_accessible(page)  # with keys, entrants, games and standings
    page.get_by_role("button", name="Finish now").click()
    sure(page)
    expect(page.locator("#state")).to_contain_text("finished")


def test_every_setting_has_a_field_and_unused_ones_are_not_offered(
    server: LiveServer, page: Page
) -> None:
    enter(server, page, server.admin_key())
    page.locator("summary", has_text="New tournament").click()
    fields = page.locator("#make")
    expect(fields.get_by_label("Rounds")).to_be_hidden()
    expect(fields.get_by_label("Oracle's answers")).to_be_hidden()
    fields.get_by_label("Format").select_option("gauntlet")
    expect(fields.get_by_label("Challengers")).to_be_visible()
    fields.get_by_label("Format").select_option("swiss")
    expect(fields.get_by_label("Challengers")).to_be_hidden()
    fields.get_by_label("Rounds").fill("3")
    fields.locator("[name=variant]").select_option("yesno")
    fields.get_by_label("Oracle's answers").select_option("web")
    fields.get_by_label("Withdraw after missed games").fill("2")
    fields.get_by_label("Seed (optional)").fill("7")
    fields.get_by_label("Ties are broken by").select_option("brightwell")
    fields.get_by_label("Closed").check()
    assert_accessible(page)
    fields.get_by_label("Name").fill("Oracle cup")
    page.get_by_role("button", name="Create").click()
    expect(page.locator("#settings")).to_contain_text(
        "3 rounds · 4 games at once · 60 s for the first move · "
        "withdrawn after 2 missed games in a row · ties broken by Brightwell quotient · closed · "
        "oracle from the web"
    )
    number = number_of(server, "Oracle cup")
    made = server.server.tournaments.scheduler.state(number).definition.to_dict()
    assert (made["format"], made["rounds"], made["variant"]) == ("swiss", 3, "yesno")
    assert (made["oracle"], made["withdraw_after"], made["seed"]) == ("web", 2, 7)
    assert (made["tie_break"], made["closed"]) == ("brightwell", True)


def test_the_settings_of_a_draft_can_be_changed_while_its_players_keep_their_keys(
    server: LiveServer, new_page: NewPage
) -> None:
    page = new_page(excused=["400", "409"])
    enter(server, page, server.admin_key())
    make_cup(page, "Draft")
    add(page, "Draft Ada\nDraft Blaise")
    expect(page.locator("#keys code")).to_have_count(2)
    keys = page.locator("#keys code").all_text_contents()
    page.locator("summary", has_text="Change settings").click()
    fields = page.locator("#change")
    save = fields.get_by_role("button", name="Save changes")
    expect(fields.get_by_label("Clock")).to_have_value("5+3")
    save.click()
    expect(page.locator("#message")).to_have_text("Nothing was changed.")
    fields.get_by_label("Clock").fill("30s/move")  # the time for the first move follows it
    fields.get_by_label("Format").select_option("swiss")
    fields.get_by_label("Rounds").fill("1")
    fields.get_by_label("Ties are broken by").select_option("brightwell")
    save.click()
    expect(page.locator("#message")).to_have_text("Draft has been changed.")
    expect(fields.get_by_label("Seconds to make the first move")).to_have_value("30")
    fields.get_by_label("Format").select_option("knockout")  # which has no such quotient
    fields.get_by_label("Name").fill("Trophy")
    save.click()
    expect(page.locator("#message")).to_have_text("Trophy has been changed.")
    fields.get_by_label("Clock").fill("sundial")
    save.click()
    expect(page.locator("#message.loud")).to_contain_text("sundial")
    number = number_of(server, "Trophy")
    state = server.server.tournaments.scheduler.state
    made = state(number).definition.to_dict()
    assert (made["format"], made["clock"], made["no_show"]) == ("knockout", "30s/move", 30)
    assert all(server.server.accounts.caller(key) is not None for key in keys)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(fields.get_by_label("Clock")).to_be_hidden()
    fields.get_by_label("Closed").check()  # which it can be until it is over
    save.click()
    expect(page.locator("#settings")).to_contain_text("closed")
    assert state(number).definition.closed
    page.get_by_role("button", name="Finish now").click()  # else nobody could register
    sure(page)
    expect(page.locator("#state")).to_contain_text("finished")


def test_the_page_shows_connections_standings_and_why_a_game_ended(
    server: LiveServer, page: Page
) -> None:
    page.clock.install()
    enter(server, page, server.admin_key())
    make_cup(page, "Duel")
    page.get_by_label("Computer levels").fill("1")
    add(page, "Duelling Ada")
    cells = page.locator("#entrants [data-connection]")
    expect(cells).to_have_text(["plays here", "not connected"])
    tournaments = server.server.tournaments
    number = number_of(server, "Duel")
    (ada,) = tournaments.players_of(number)
    tournaments.mark_present(ada, 600.0)  # in a long-poll
    page.clock.run_for(6_000)
    expect(cells).to_have_text(["plays here", "connected"])
    expect(page.locator("#standings")).to_be_hidden()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#message")).to_have_text("Duel has started.")
    wait_until(lambda: bool(tournaments.rooms(number)), "the first game")
    (room,) = tournaments.rooms(number)
    room.adjudicate(BLACK, Reason.NO_SHOW)
    wait_until(lambda: tournaments.summary(number)["progress"]["played"] == 1, "its result")
    page.get_by_role("button", name="Open Duel").click()
    first = page.locator("#games tbody tr:has(td)").first
    expect(first).to_contain_text("Black wins, by no-show")
    expect(page.locator("#standings tbody tr")).to_have_count(2)
    record = page.request.get(page.locator("#export").evaluate("link => link.href"))
    assert record.json()["tournament"]["id"] == number


def test_a_damaged_tournament_says_so_and_restarting_the_tryout_asks_first(
    tmp_path: Path, page: Page
) -> None:
    with live_server(tmp_path, tryout=True) as server:
        (before,) = (one["id"] for one in server.server.tournaments.list())
        damage(server.server, before)
        enter(server, page, server.admin_key())
        row = page.locator("#tournaments tbody tr", has_text="Broken")
        expect(row).to_contain_text(f"tournament {before + 100} is damaged: its text is not JSON")
        expect(row.get_by_role("button")).to_have_count(0)
        page.get_by_role("button", name="Open Try-out").click()
        expect(page.locator("#name")).to_have_text("Try-out")
        assert_accessible(page)
        page.get_by_role("button", name="Restart the try-out tournament").click()
        sure(page)
        expect(page.locator("#message")).to_have_text("The try-out tournament has been restarted.")
        assert server.server.tournaments.list()[0]["id"] not in (before, before + 100)


def test_a_late_player_can_enter_a_running_swiss(server: LiveServer, page: Page) -> None:
    enter(server, page, server.admin_key())
    page.locator("summary", has_text="New tournament").click()
    page.locator("#make").get_by_label("Format").select_option("swiss")
    page.locator("#make").get_by_label("Rounds").fill("3")
    page.locator("#make").get_by_label("Name").fill("Swiss")
    page.get_by_role("button", name="Create").click()
    add(page, "Swiss Ada\nSwiss Blaise")
    expect(page.locator("#entrants tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#message")).to_have_text("Swiss has started.")
    add(page, "Swiss Charles")
    expect(page.locator("#message")).to_have_text("1 player added.")
    expect(page.locator("#entrants tbody tr")).to_have_count(3)
    expect(page.locator("#standings tbody tr")).to_have_count(3)


def add(page: Page, names: str) -> None:
    page.get_by_label("Names, one per line").fill(names)
    page.get_by_role("button", name="Add them").click()


def test_keys_are_shown_until_the_organiser_has_saved_or_hidden_them(
    server: LiveServer, page: Page
) -> None:
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    enter(server, page, server.admin_key())
    make_cup(page, "Keys")
    page.reload()  # nothing is lost, so nobody is asked
    assert asked == []
    expect(page.locator("#tournaments")).to_contain_text("Keys")  # still inside
    page.get_by_role("button", name="Open Keys").click()
    add(page, "Kay\nKim")
    expect(page.locator("#keys tbody tr")).to_have_count(2)
    first = page.locator("#keys code").all_text_contents()
    add(page, "Kyle")
    expect(page.locator("#keys tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Open Try-out").click()  # another tournament
    expect(page.locator("#name")).to_have_text("Try-out")
    keys = page.locator("#keys code").all_text_contents()
    assert keys[:2] == first
    assert len(set(keys)) == 3
    page.get_by_role("button", name="Hide the keys").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#sure")).to_contain_text("have not been copied or saved")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#keys tbody tr")).to_have_count(3)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as CSV").click()
    saved = list(csv.DictReader(Path(saving.value.path()).read_text().splitlines()))
    assert [row["key"] for row in saved] == keys
    expect(page.locator("#keys-message")).to_have_text("Keys saved.")
    page.get_by_role("button", name="Hide the keys").click()  # nothing is lost now
    expect(page.locator("#keys")).to_be_hidden()
    page.get_by_role("button", name="Open Keys").click()
    add(page, "Klaus")
    expect(page.locator("#keys code")).to_have_count(1)
    page.reload()
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Open Keys").click()
    expect(page.locator("#entrants")).to_contain_text("Klaus")
    expect(page.locator("#keys")).to_be_hidden()  # they are shown once
    page.get_by_role("button", name="Withdraw Kim").click()
    sure(page)
    expect(page.locator("#message")).to_have_text("Kim has been withdrawn.")
    expect(page.locator("#entrants tbody tr")).to_have_count(3)  # leaving a draft leaves no trace
    assert page.evaluate("localStorage.length + document.cookie.length") == 0
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#signed-in")).to_be_hidden()
    assert page.evaluate("sessionStorage.length") == 0


def test_a_late_answer_does_not_lead_back_to_another_tournament(
    server: LiveServer, page: Page
) -> None:
    enter(server, page, server.admin_key())
    make_cup(page, "Late")
    held: list[Route] = []
    number = number_of(server, "Late")
    page.route(f"**/tournaments/{number}/standings", lambda route: held.append(route))
    with page.expect_request(f"**/tournaments/{number}/standings"):
        add(page, "Lara")
    page.get_by_role("button", name="Open Try-out").click()
    expect(page.locator("#name")).to_have_text("Try-out")
    for route in held:
        route.continue_()
    expect(page.locator("#message")).to_have_text("1 player added.")
    expect(page.locator("#name")).to_have_text("Try-out")


def test_a_player_who_lost_a_key_can_get_another(server: LiveServer, page: Page) -> None:
    enter(server, page, server.admin_key())
    make_cup(page, "Lost")
    page.get_by_label("Computer levels").fill("1")
    add(page, "Lost Ada\nLost Blaise")
    expect(page.locator("#keys code")).to_have_count(2)
    old = page.locator("#keys code").all_text_contents()
    expect(page.get_by_role("button", name="New key Computer 1")).to_have_count(0)
    page.get_by_role("button", name="New key Lost Ada").click()
    expect(page.locator("#sure")).to_contain_text("The old key stops working at once.")
    sure(page)
    expect(page.locator("#message")).to_have_text("Lost Ada has a new key.")
    expect(page.locator("#keys tbody tr")).to_have_count(2)
    blaise, ada = page.locator("#keys code").all_text_contents()
    assert blaise == old[1]
    assert server.server.accounts.caller(old[0]) is None
    assert server.server.accounts.caller(ada) is not None


def test_the_page_asks_about_a_name_that_is_taken(server: LiveServer, page: Page) -> None:
    server.new_player("Nils")  # this player already has an account
    enter(server, page, server.admin_key())
    make_cup(page, "Names")
    add(page, "Nora\nNora\nNils")
    expect(page.locator("#sure")).to_contain_text("These names are taken.")
    expect(page.locator("#sure")).to_contain_text("Added as Nora (2), Nils (2).")
    assert_accessible(page)
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("#message")).to_have_text("1 player added.")
    expect(page.locator("#entrants tbody tr")).to_have_count(1)
    expect(page.locator("#keys tbody tr")).to_have_count(1)
    add(page, "nora")
    expect(page.locator("#sure")).to_contain_text("This name is taken.")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#message")).to_have_text("1 player added.")
    expect(page.locator("#entrants")).to_contain_text("nora (2)")
    expect(page.locator("#keys tbody tr")).to_have_count(2)


def test_a_refusal_is_explained_in_words(server: LiveServer, new_page: NewPage) -> None:
    page = new_page(excused=["401", "400", "409"])
    enter(server, page, "nonsense")
    expect(page.locator("#message.loud")).to_have_text("The server does not know this key.")
    enter(server, page, server.new_player("Somebody"))
    expect(page.locator("#message.loud")).to_contain_text("not an organiser's")
    enter(server, page, server.admin_key())
    make_cup(page, "Refused")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#message.loud")).to_have_text(
        "A tournament needs at least 2 players, not 0."
    )
    page.locator("#make").get_by_label("Clock").fill("sundial")
    page.get_by_role("button", name="Create").click()
    expect(page.locator("#message.loud")).to_contain_text("sundial")
