"""Programs on /api/v1 take part in the try-out tournament like those on the simple routes."""

import pytest

from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from support.server.app_client import AppClient

pytestmark = pytest.mark.server(tryout=True)


def test_a_request_with_a_key_starts_the_clock_of_the_game(client: AppClient) -> None:
    black = {"Authorization": "Bearer key0"}
    me = client.get("/api/v1/me", headers=black).json["player"]["id"]
    (match,) = client.get(f"/api/v1/matches?player={me}&status=running").json["matches"]
    state = client.get(f"/api/v1/matches/{match['id']}", headers=black).json
    assert (state["you"], state["paused"]) == ("black", False)
    body = {"turn": state["turn"]["seq"], "square": state["legal"][0]}
    answer = client.post(f"/api/v1/matches/{match['id']}/moves", headers=black, json=body)
    assert answer.status_code == 200


def test_watching_without_a_key_starts_no_clock(client: AppClient) -> None:
    for match in client.get("/api/v1/matches?status=running").json["matches"]:
        assert client.get(f"/api/v1/matches/{match['id']}").json["paused"]


def test_the_admin_key_of_the_tryout_organises_nothing_else(
    client: AppClient, server: CompetitionServer
) -> None:
    organiser = {"Authorization": f"Bearer {server.accounts.add_key(Role.ADMIN)}"}
    known = {"Authorization": "Bearer admin0"}
    new_cup = {"name": "Cup", "players": ["Ada", "Bob"]}
    cup = client.post("/api/v1/tournaments", headers=organiser, json=new_cup).json
    path = f"/api/v1/tournaments/{cup['id']}"
    for act, body in (
        ("/players", {"names": ["Eve"]}),
        ("/players/1/key", None),
        ("/start", None),
        ("/pause", None),
        ("/resume", None),
        ("/withdraw", {"number": 1}),
        ("/reinstate", {"number": 1}),
        ("/pairings/1/adjudicate", {"winner": "white"}),
        ("/finish", None),
    ):
        answer = client.post(path + act, headers=known, json=body)
        assert (answer.status_code, answer.json["code"]) == (403, "FORBIDDEN"), act
        assert "only the try-out tournament" in answer.json["detail"]
        assert "outflank admin key new --role admin" in answer.json["detail"]
    assert client.post("/api/v1/tournaments", headers=known, json=new_cup).status_code == 403
    after = client.get(path).json
    assert (after["status"], [each["withdrawn"] for each in after["entrants"]]) == (
        "draft",
        [False, False],
    )


def test_the_admin_key_of_the_tryout_organises_the_tryout(client: AppClient) -> None:
    known = {"Authorization": "Bearer admin0"}
    (tryout,) = client.get("/api/v1/tournaments").json["tournaments"]
    path = f"/api/v1/tournaments/{tryout['id']}"
    assert client.post(f"{path}/pause", headers=known).json["status"] == "paused"
    assert client.post(f"{path}/resume", headers=known).json["status"] == "running"
    closing = client.open(path, "PATCH", headers=known, json={"closed": True})
    assert (closing.status_code, closing.json["code"]) == (409, "REFUSED")
