"""Playing by the simple routes and by the API."""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest

from support.server.contract import API, Game, Site

OPENING = [[0] * 8] * 3 + [[0, 0, 0, -1, 1, 0, 0, 0], [0, 0, 0, 1, -1, 0, 0, 0]] + [[0] * 8] * 3


# The simple routes


@pytest.mark.servers
def test_a_game_can_be_played_by_the_simple_routes(
    anybody: httpx.Client, game: Game, new_name: str
) -> None:
    black, white = game.black_key, game.white_key
    answer = anybody.get(f"/boards/{black}")
    assert (answer.status_code, answer.json()) == (200, OPENING)
    assert answer.headers["Content-Type"] == "application/json"
    assert anybody.get(f"/move_needed/{black}").json() is True
    assert anybody.get(f"/move_needed/{white}").json() is False
    for _ in range(2):
        assert anybody.post(f"/move/{black}/3/2").json() == {"error": None}
    assert anybody.get(f"/move_needed/{white}").json() is True
    assert anybody.get(f"/boards/{white}").json()[2] == [0, 0, 0, -1, 0, 0, 0, 0]
    assert anybody.post(f"/set_name/{white}/A%2F{new_name}").json() == {"error": None}


def test_the_simple_routes_refuse_in_json(anybody: httpx.Client, game: Game) -> None:
    black, white = game.black_key, game.white_key
    for method, path, status, error in (
        ("POST", "/move/nobody/3/2", 404, "key not found"),
        ("GET", "/boards/nobody", 404, "key not found"),
        ("POST", f"/move/{white}/3/2", 409, "played out of turn"),
        ("POST", f"/move/{black}/3/3", 409, "space is occupied"),
        ("POST", f"/move/{black}/0/0", 400, "move must capture pieces"),
        ("POST", f"/move/{black}/+3/2", 400, "coordinates"),
        ("POST", f"/move/{black}/3/{'9' * 999}", 400, "coordinates"),
        ("POST", f"/set_name/{black}/admin", 400, "reserved"),
        ("GET", f"/move/{black}/3/2", 405, ""),
    ):
        answer = anybody.request(method, path)
        assert (answer.status_code, list(answer.json())) == (status, ["error"]), path
        assert error in answer.json()["error"]
        assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.servers("outflank serve with workers", "flask run")
def test_a_waiting_poll_is_answered_when_the_move_is_needed(
    site: Site, anybody: httpx.Client, game: Game
) -> None:
    answers: list[Any] = []

    def wait() -> None:
        with site.caller() as client:
            answers.append(client.get(f"/move_needed/{game.white_key}?wait=25").json())

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert anybody.post(f"/move/{game.black_key}/3/2").status_code == 200
    waiting.join(60)
    assert answers == [True]
    assert anybody.get(f"/move_needed/{game.white_key}?wait=x").status_code == 400


def test_the_older_dialect_wraps_every_answer(anybody: httpx.Client, game: Game) -> None:
    def said(method: str, path: str) -> Any:
        answer = anybody.request(method, f"/codekata{path}")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
        return answer.json()

    black, white = game.black_key, game.white_key
    assert said("GET", f"/boards/{black}") == {"error": None, "boards": [OPENING]}
    assert said("GET", f"/move_needed/{black}") == {"error": None, "needed": True}
    assert said("POST", f"/move/{white}/3/2") == {"error": "played out of turn"}
    assert said("POST", f"/move/{black}/3/2") == {"error": None}
    assert said("GET", "/boards/nobody") == {"error": "key not found", "boards": []}
    assert said("POST", "/restart/nobody") == {"error": "key not found"}
    assert len(said("GET", "/game_results")["order"]) == 12
    assert len(said("GET", "/player_names")["names"]) == 4


# The API


@pytest.mark.servers
def test_a_repeated_move_is_played_once_and_a_refusal_has_a_code(
    anybody: httpx.Client, game: Game
) -> None:
    assert game.move(game.white, 1, "f5").json()["code"] == "NOT_YOUR_TURN"
    illegal = game.move(game.black, 1, "a1")
    assert (illegal.status_code, illegal.json()["code"]) == (422, "ILLEGAL_MOVE")
    assert illegal.headers["Content-Type"] == "application/problem+json"
    first, again = game.move(game.black, 1, "f5"), game.move(game.black, 1, "f5")
    assert (first.status_code, first.content) == (200, again.content)
    assert [event["event"] for event in first.json()["events"]] == ["MovePlayed", "TurnStarted"]
    over = game.move(game.black, 1, "e6")
    assert (over.status_code, over.json()["code"]) == (409, "TURN_OVER")
    assert over.json()["recorded"] == "f5"
    assert game.move(game.white, 3, "f6").status_code == 200
    state = anybody.get(game.path).json()
    assert (state["moves_played"], state["seq"]) == (["f5", "f6"], 6)


@pytest.mark.parametrize(
    ("call", "body", "status", "code"),
    [
        ("POST /players", b'{"name": 5}', 400, "BAD_REQUEST"),
        ("POST /players", b"{", 400, "BAD_REQUEST"),
        ("POST /players", b" " * 20_000, 413, "TOO_LARGE"),
        ("GET /matches?limit=0", b"", 400, "BAD_REQUEST"),
        ("GET /matches/nothere", b"", 404, "NOT_FOUND"),
        ("GET /nothing/here", b"", 404, "NOT_FOUND"),
        ("PUT /players", b"", 405, "METHOD_NOT_ALLOWED"),
        ("GET /me", b"", 401, "UNAUTHORIZED"),
        ("POST /session", b"", 403, "CROSS_SITE"),
    ],
)
def test_a_problem_has_its_code(
    anybody: httpx.Client, call: str, body: bytes, status: int, code: str
) -> None:
    method, path = call.split()
    headers = {"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}
    answer = anybody.request(method, API + path, content=body, headers=headers)
    assert (answer.status_code, answer.headers["Content-Type"]) == (
        *(status, "application/problem+json"),
    )
    problem = answer.json()
    assert (problem["code"], problem["status"]) == (code, status)
    assert problem["detail"]


@pytest.mark.servers("outflank serve with workers")
def test_a_browser_is_recognised_by_its_cookie(site: Site) -> None:
    with site.caller(Origin=f"http://127.0.0.1:{site.port}") as browser:
        made = browser.post(f"{API}/session")
        assert made.status_code == 200
        assert "HttpOnly" in made.headers["Set-Cookie"]
        assert browser.get(f"{API}/session").json() == made.json()
        terms = {"opponent": "computer:1", "color": "black"}
        assert browser.post(f"{API}/matches", json=terms).status_code == 201
        assert browser.delete(f"{API}/session").status_code == 204
