"""A closed competition over HTTP: no help and no other games while it runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from outflank.server.accounts.keys import Role
from support.server.api_clients import ApiClient, ApiServer, api_server
from support.server.app_client import AppClient, AppResponse, lift_limits

_COMPUTER = {"opponent": "computer:1", "size": 4}
_PAGE = {"Accept": "text/html"}


@pytest.fixture
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    with api_server(tmp_path_factory.mktemp("closed")) as opened:
        lift_limits(opened.app)
        yield opened


def cup(api: ApiServer, *players: ApiClient, closed: bool = True) -> tuple[ApiClient, str]:
    """Start a tournament of two registered players; return its organiser and its path."""
    admin = api.key(Role.ADMIN)
    made = admin.post("/tournaments", {"name": "Cup", "size": 4, "closed": closed}).json
    assert made["definition"].get("closed", False) is closed
    path = f"/tournaments/{made['id']}"
    ids = [player.id for player in players]
    assert admin.post(f"{path}/players", {"registered": ids}).status_code == 201
    assert admin.post(f"{path}/start").json["status"] == "running"
    return admin, path


def is_closed(answer: AppResponse) -> bool:
    """Return whether an answer refuses because of the cup, and says until when."""
    body = answer.json
    return (answer.status_code, body.get("code")) == (403, "CLOSED") and (
        "Cup (tournament 1)" in body["detail"] and "over" in body["detail"]
    )


def test_players_of_a_closed_tournament_get_no_help_and_no_other_games(api: ApiServer) -> None:
    ann, bob, spectator = api.player("Ann"), api.player("Bob"), api.player("Cid")
    before = ann.post("/matches", _COMPUTER).json
    open_seek = ann.post("/challenges", {"listed": True}).json["id"]
    admin, path = cup(api, ann, bob)
    assert is_closed(ann.post("/matches", _COMPUTER))
    assert is_closed(ann.post("/matches", _COMPUTER | {"stand_in": "computer:1"}))
    assert is_closed(ann.post("/matches", {"opponent": "beside", "friend": "Eve"}))
    assert is_closed(ann.post("/challenges", {}))
    assert is_closed(spectator.post("/challenges", {"opponent": ann.id}))
    assert is_closed(spectator.post(f"/challenges/{open_seek}/accept"))
    assert is_closed(ann.get(f"/matches/{before['id']}/hints"))
    assert is_closed(ann.post(f"/matches/{before['id']}/review"))
    assert is_closed(ann.get("/analysis/games?cells=" + "-" * 64 + "&turn=black"))
    assert "Cup" in ann.get("/session").json["closed"]
    assert spectator.post("/matches", _COMPUTER).status_code == 201
    assert admin.post(f"{path}/pause").status_code == 200
    assert is_closed(ann.post("/matches", _COMPUTER))
    assert admin.post(f"{path}/finish").status_code == 200
    assert ann.post("/matches", _COMPUTER).status_code == 201
    assert ann.get("/session").json.get("closed") is None


def test_nobody_registers_while_a_closed_tournament_runs(api: ApiServer) -> None:
    admin, path = cup(api, api.player("Ann"), api.player("Bob"))
    assert is_closed(api.anybody.post("/players", {"name": "Second account of Ann"}))
    assert is_closed(api.anybody.post("/session"))
    assert is_closed(api.anybody.post("/matches/none/review"))
    assert admin.post("/players", {"name": "Late guest"}).status_code == 201
    assert admin.post(f"{path}/finish").status_code == 200
    assert api.anybody.post("/players", {"name": "Eve"}).status_code == 201


def test_a_game_with_a_computer_from_before_waits_while_a_closed_tournament_runs(
    api: ApiServer,
) -> None:
    ann = api.player("Ann")
    match = ann.post("/matches", _COMPUTER | {"color": "black"}).json
    admin, path = cup(api, ann, api.player("Bob"))
    assert is_closed(ann.move(match["id"], match["turn"]["seq"], match["legal"][0]))
    assert admin.post(f"{path}/finish").status_code == 200
    played = ann.move(match["id"], match["turn"]["seq"], match["legal"][0])
    assert played.status_code == 200


def test_running_casual_games_between_people_can_be_finished(
    api: ApiServer,
) -> None:
    ann, bob, cid = api.player("Ann"), api.player("Bob"), api.player("Cid")
    match = api.match(ann, cid, size=4)
    cup(api, ann, bob)
    state = ann.get(f"/matches/{match['id']}").json
    played = ann.move(match["id"], state["turn"]["seq"], state["legal"][0])
    assert played.status_code == 200


def test_the_simple_routes_refuse_in_their_own_words(api: ApiServer) -> None:
    ann, bob, eve = api.player("Ann"), api.player("Bob"), api.player("Eve")
    ann.post("/matches", {"opponent": "computer:1", "color": "black"})
    admin, path = cup(api, ann, bob, eve)
    # Without a game in the tournament the key means the other game.
    assert admin.post(f"{path}/withdraw", {"number": 1}).status_code == 200
    client = AppClient(api.app)
    answer = client.post(f"/move/{ann.key}/3/2")
    assert answer.status_code == 403
    assert "games with computers are closed to the players of Cup" in answer.json["error"]
    wrapped = client.post(f"/codekata/move/{ann.key}/3/2")
    assert wrapped.status_code == 200
    assert wrapped.json["error"] == answer.json["error"]


def test_an_open_tournament_closes_nothing(api: ApiServer) -> None:
    ann = api.player("Ann")
    cup(api, ann, api.player("Bob"), closed=False)
    assert ann.post("/matches", _COMPUTER).status_code == 201
    assert api.anybody.post("/players", {"name": "Eve"}).status_code == 201
    assert api.anybody.get("/session").json.get("closed") is None


def test_a_running_tournament_can_be_closed_and_opened(api: ApiServer) -> None:
    ann = api.player("Ann")
    admin, path = cup(api, ann, api.player("Bob"), closed=False)
    assert admin.call("PATCH", path, {"closed": True}).json["definition"]["closed"] is True
    assert is_closed(ann.post("/matches", _COMPUTER))
    mixed = admin.call("PATCH", path, {"closed": False, "boards": 1})
    assert (mixed.status_code, mixed.json["code"]) == (409, "REFUSED")
    assert admin.call("PATCH", path, {"closed": False}).status_code == 200
    assert ann.post("/matches", _COMPUTER).status_code == 201


def test_a_closed_tournament_is_still_closed_after_a_restart(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("restart")
    with api_server(folder) as api:
        ann = api.player("Ann")
        cup(api, ann, api.player("Bob"))
    with api_server(folder) as api:
        assert is_closed(ApiClient(api.app, ann.key).post("/matches", _COMPUTER))


def test_a_competition_server_is_closed_to_everybody_but_organisers(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with api_server(tmp_path_factory.mktemp("competition"), competition=True) as api:
        lift_limits(api.app)
        admin = api.key(Role.ADMIN)
        made = [admin.post("/players", {"name": name}).json for name in ("Ann", "Bob")]
        ann, bob = (ApiClient(api.app, one["key"], one["player"]["id"]) for one in made)
        refused = ann.post("/matches", _COMPUTER)
        assert (refused.status_code, refused.json["code"]) == (403, "CLOSED")
        assert refused.json["detail"] == (
            "games with computers are closed until the competition on this server is over"
        )
        for answer in (
            ann.post("/challenges", {"opponent": bob.id}),
            api.anybody.post("/players", {"name": "Eve"}),
            api.anybody.post("/session"),
            api.key(Role.OBSERVER).post("/players", {"name": "Eve"}),
        ):
            assert (answer.status_code, answer.json["code"]) == (403, "CLOSED")
        _, path = cup(api, ann, bob, closed=False)
        assert len(api.anybody.get(path).json["boards"]) == 1  # tournaments are what it is for


def test_the_pages_say_what_is_closed(api: ApiServer) -> None:
    client = AppClient(api.app)
    assert b'id="closed"' not in client.get("/", headers=_PAGE).data
    assert client.get("/analysis", headers=_PAGE).status_code == 200
    ann = api.player("Ann", kind="person")
    cup(api, ann, api.player("Bob"))
    assert b"Games for new guests are closed until Cup" in client.get("/", headers=_PAGE).data
    own = _PAGE | {"Cookie": f"outflank_key={ann.key}"}
    for path in ("/", "/play"):
        assert b"are closed to the players of Cup" in client.get(path, headers=own).data
    page = client.get("/analysis", headers=own)
    assert (page.status_code, b"analysis is closed to the players of Cup" in page.data) == (
        403,
        True,
    )
