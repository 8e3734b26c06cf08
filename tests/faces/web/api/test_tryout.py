"""Programs on /api/v1 take part in the try-out tournament like those on the simple routes."""

import pytest

from support.server.app_client import AppClient

pytestmark = pytest.mark.server(tryout=True)


def test_a_call_with_a_key_starts_the_clock_of_the_game(client: AppClient) -> None:
    black = {"Authorization": "Bearer key0"}
    me = client.get("/api/v1/me", headers=black).json["player"]["id"]
    (match,) = client.get(f"/api/v1/matches?player={me}&status=running").json["matches"]
    state = client.get(f"/api/v1/matches/{match['id']}", headers=black).json
    assert (state["you"], state["paused"]) == ("black", False)
    order = {"turn": state["turn"]["seq"], "square": state["legal"][0]}
    answer = client.post(f"/api/v1/matches/{match['id']}/moves", headers=black, json=order)
    assert answer.status_code == 200


def test_looking_on_without_a_key_starts_no_clock(client: AppClient) -> None:
    for match in client.get("/api/v1/matches?status=running").json["matches"]:
        assert client.get(f"/api/v1/matches/{match['id']}").json["paused"]
