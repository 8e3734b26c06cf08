"""People in a browser: an account by a cookie that no other site can use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.faces.web.http.browser_sessions import COOKIE
from outflank.store.schema import players
from support.server.api_clients import ApiServer, api_server
from support.server.app_client import AppClient, AppResponse

OURS = {"Origin": "http://localhost"}
KNOWN_TO_BE_OURS = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[ApiServer]:
    with api_server(tmp_path) as opened:
        yield opened


class Browser:
    """A browser with its cookies."""

    def __init__(self, api: ApiServer) -> None:
        self.client = AppClient(api.app)

    def call(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> AppResponse:
        headers = OURS if headers is None else headers
        return self.client.open(f"/api/v1{path}", method=method, json=body, headers=headers)

    @property
    def session(self) -> dict[str, Any]:
        found = self.call("GET", "/session", headers={}).json
        assert isinstance(found, dict)
        return found


@pytest.fixture
def browser(api: ApiServer) -> Browser:
    return Browser(api)


@pytest.fixture
def person(browser: Browser) -> Browser:
    assert browser.call("POST", "/session").status_code == 200
    return browser


def count_players(api: ApiServer) -> int:
    with api.server.database.reading() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(players)).scalar_one()


def test_looking_creates_no_account(api: ApiServer, browser: Browser) -> None:
    assert browser.session == {"player": None, "matches": []}
    assert count_players(api) == 0


def test_a_session_creates_one_guest(api: ApiServer, browser: Browser) -> None:
    first = browser.call("POST", "/session").json
    again = browser.call("POST", "/session").json
    assert first == again == browser.session
    assert first
    assert first["player"]["name"].startswith("Guest ")
    assert first["player"]["kind"] == "person"
    assert count_players(api) == 1


def test_neither_scripts_nor_other_sites_get_the_key(browser: Browser) -> None:
    answer = browser.call("POST", "/session")
    cookie = answer.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"):
        assert part in cookie
    assert "Secure" not in cookie
    key = cookie.partition("=")[2].partition(";")[0]
    assert key.startswith("oth_")
    assert key not in answer.text


def test_a_cookie_set_over_https_is_sent_only_over_https(browser: Browser) -> None:
    answer = AppClient(browser.client.app, scheme="https").post("/api/v1/session")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_a_person_plays_by_cookie(person: Browser) -> None:
    begun = person.call("POST", "/matches", {"opponent": "computer:1", "color": "black"})
    assert begun.status_code == 201
    match = begun.json
    assert match
    assert match["you"] == "black"
    assert [one["id"] for one in person.session["matches"]] == [match["id"]]
    body = {"turn": match["turn"]["seq"], "square": "f5"}
    played = person.call("POST", f"/matches/{match['id']}/moves", body, KNOWN_TO_BE_OURS)
    assert played.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.test"},
        {"Origin": "http://localhost.evil.test"},
        {"Origin": "http://localhost:81"},
        {"Origin": "null"},
        {"Origin": "http://[bad"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "none"},
    ],
)
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/matches", {"opponent": "computer:1"}),
        ("PATCH", "/me", {"name": "Mallory"}),
        ("DELETE", "/me", None),
        ("DELETE", "/session", None),
    ],
)
def test_no_other_site_can_act_with_the_cookie(
    person: Browser, headers: dict[str, str], method: str, path: str, body: Any
) -> None:
    before = person.session
    answer = person.call(method, path, body, headers)
    assert (answer.status_code, (answer.json or {})["code"]) == (403, "CROSS_SITE")
    assert person.session == before


def test_no_other_site_can_make_an_account(browser: Browser) -> None:
    answer = browser.call("POST", "/session", headers={"Origin": "http://evil.test"})
    assert (answer.status_code, (answer.json or {})["code"]) == (403, "CROSS_SITE")
    assert "Set-Cookie" not in answer.headers


def test_a_key_in_the_header_needs_no_origin_and_overrides_the_cookie(
    api: ApiServer, person: Browser
) -> None:
    bot = api.player("Botvinnik")
    headers = {"Authorization": f"Bearer {bot.key}", "Origin": "http://elsewhere.test"}
    answer = person.call("PATCH", "/me", {"name": "Deep Green"}, headers)
    assert answer.status_code == 200
    assert api.server.accounts.name_of(bot.id) == "Deep Green"


def test_a_person_can_be_renamed(person: Browser) -> None:
    assert person.call("PATCH", "/me", {"name": "Ada"}).status_code == 200
    assert person.session["player"]["name"] == "Ada"


def test_a_deleted_person_has_no_session_and_no_running_game(
    api: ApiServer, person: Browser
) -> None:
    person.call("POST", "/matches", {"opponent": "computer:1", "color": "black"})
    answer = person.call("DELETE", "/session")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["Set-Cookie"]
    assert person.session == {"player": None, "matches": []}
    assert api.server.registry.running() == []


def test_an_invalid_cookie_counts_as_none(api: ApiServer, browser: Browser) -> None:
    browser.client.cookies[COOKIE] = "oth_of-another-database"
    assert browser.session["player"] is None
    assert browser.call("POST", "/matches", {"opponent": "computer:1"}).status_code == 401
    made = browser.call("POST", "/session").json
    assert made
    assert browser.session["player"] == made["player"]


def test_a_tryout_key_does_not_work_as_a_cookie(tmp_path: Path) -> None:
    with api_server(tmp_path, tryout=True) as api:
        browser = Browser(api)
        browser.client.cookies[COOKIE] = "key0"
        assert browser.session["player"] is None
