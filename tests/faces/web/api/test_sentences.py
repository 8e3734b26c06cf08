"""What /api/v1 answers to an invalid request: the field, and what would be right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from outflank.server.accounts.keys import Role
from support.server.api_clients import ApiServer, api_server
from support.server.app_client import lift_limits


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    with api_server(tmp_path_factory.mktemp("api"), tryout=True) as opened:
        lift_limits(opened.app)
        yield opened


@pytest.mark.parametrize(
    ("path", "body", "detail"),
    [
        ("/players", b'{"name": 5}', "name: this must be a text of 1 to 256 characters"),
        ("/players", b'{"name": "A", "kind": "cat"}', "kind: this must be one of bot, person"),
        ("/players", b'{"nme": "A"}', "nme: there is no such field; known are name, kind"),
        ("/players", b"{}", "name: this field is missing"),
        ("/players", b"[]", "the body must be a JSON object"),
        ("/players", b'{"name":', "the body is not valid JSON: it ends too early"),
        (
            "/players",
            b"{name}",
            (
                "the body is not valid JSON: expecting property name enclosed in double quotes "
                "(character 1)"
            ),
        ),
        (
            "/matches",
            b'{"opponent": "computer:5", "size": 7}',
            "size: this must be an even number from 4 to 16",
        ),
        (
            "/matches",
            b'{"opponent": "computer:99"}',
            "there is no computer of level 99; levels go from 1 to 20",
        ),
        ("/challenges", b'{"rated": 1}', "rated: this must be true or false"),
        (
            "/challenges",
            b'{"expires_in": 0}',
            "expires_in: this must be a number from 1 to 86400",
        ),
    ],
)
def test_the_refusal_of_a_body_says_what_would_be_right(
    api: ApiServer, path: str, body: bytes, detail: str
) -> None:
    refused = api.player().call("POST", path, data=body, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json is not None
    assert (refused.json["code"], refused.json["detail"]) == ("BAD_REQUEST", detail)


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("limit=0", "limit: this must be a whole number from 1 to 200"),
        ("limit=many", "limit: this must be a whole number from 1 to 200"),
        ("status=odd", "status: this must be one of finished, running"),
        ("colour=red", "colour: there is no such field; known are "),
    ],
)
def test_the_refusal_of_a_query_says_what_would_be_right(
    api: ApiServer, query: str, detail: str
) -> None:
    refused = api.anybody.get(f"/matches?{query}")
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["detail"].startswith(detail)


def test_an_error_within_a_list_is_named_by_its_place(api: ApiServer) -> None:
    refused = api.key(Role.ADMIN).post("/tournaments", {"name": "Cup", "players": ["Ann", 5]})
    assert refused.json is not None
    assert refused.json["detail"].startswith("players[1]: this must be a text of 1 to")


def test_an_endless_number_is_quoted_only_at_its_beginning(api: ApiServer) -> None:
    black, white = api.player(), api.player()
    match = api.match(black, white)["id"]
    refused = black.post(f"/matches/{match}/moves", {"turn": -1, "square": "d3"})
    assert refused.json is not None
    assert refused.json["detail"] == "turn: this must be a whole number of at least 1"


def test_the_keys_for_trying_out_are_neither_renewed_nor_deleted(api: ApiServer) -> None:
    newcomer = {"Authorization": "Bearer key0"}
    for method, path in (("POST", "/me/key"), ("DELETE", "/me")):
        refused = api.anybody.call(method, path, headers=newcomer)
        assert refused.status_code == 409
        assert refused.json is not None
        assert "register a player of your own" in refused.json["detail"]
    assert api.anybody.get("/me", headers=newcomer).status_code == 200
