"""Playing on from a position of another match over /api/v1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from outflank.play.events import AnswerAwaited, AnswerHeard
from outflank.server.accounts.keys import Role
from support.server.api_clients import ApiClient, ApiServer, api_server
from support.server.app_client import lift_limits

COMPUTER = "computer:1"


@pytest.fixture
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    with api_server(tmp_path_factory.mktemp("what_if")) as opened:
        lift_limits(opened.app)
        yield opened


def beside(player: ApiClient, moves: int, **terms: Any) -> dict[str, Any]:
    """Begin a match of two people at one screen, and play its first moves."""
    body = {"opponent": "beside", "color": "black", **terms}
    match = player.post("/matches", body).json or {}
    return play(player, match, moves)


def play(player: ApiClient, match: dict[str, Any], moves: int) -> dict[str, Any]:
    for _ in range(moves):
        name = match["id"]
        while match["turn"] is None:  # the oracle is being asked
            player.get(f"/matches/{name}/events?since={match['seq']}&wait=25")
            match = player.get(f"/matches/{name}").json or {}
        turn = match["turn"]["seq"]
        assert player.move(name, turn, match["legal"][0]).status_code == 200
        match = player.get(f"/matches/{name}").json or {}
    return match


def what_if(player: ApiClient, name: str, ply: int, **terms: Any) -> Any:
    body = {"opponent": "beside", "color": "black", **terms}
    return player.post("/matches", {**body, "origin": {"match": name, "ply": ply}})


@pytest.mark.parametrize(("variant", "size"), [("classic", 8), ("anti", 6), ("classic", 12)])
@pytest.mark.parametrize("opponent", ["beside", COMPUTER])
def test_a_finished_match_is_played_on_from_any_of_its_positions(
    api: ApiServer, variant: str, size: int, opponent: str
) -> None:
    ada = api.player()
    match = beside(ada, 5, variant=variant, size=size)
    name = match["id"]
    ended = ada.post(f"/matches/{name}/resign").json or {}
    before = api.server.registry.room(name).events
    plies = api.server.registry.room(name).view().game.plies
    made = what_if(ada, name, 3, opponent=opponent, color="black")
    assert made.status_code == 201, made.json
    branch = made.json
    assert (branch["variant"], branch["size"]) == (variant, size)
    assert branch["origin"] == {"match": name, "ply": 3}
    room = api.server.registry.room(branch["id"])
    assert room.setup.start == plies[2].position
    assert api.server.registry.room(name).events == before
    assert (ada.get(f"/matches/{name}").json or {}) | {"now": 0} == ended | {"now": 0}
    assert ada.get(f"/matches/{name}").json["origin"] is None


def test_each_match_leads_to_the_other(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    name = beside(ada, 4)["id"]
    ada.post(f"/matches/{name}/resign")
    first, second = (what_if(ada, name, ply).json for ply in (0, 4))
    found = ada.get(f"/matches/{name}/branches").json or {}
    assert [(one["id"], one["ply"]) for one in found["branches"]] == [
        (second["id"], 4),
        (first["id"], 0),
    ]
    assert found["is_open"] is True
    assert api.anybody.get(f"/matches/{name}/branches").json == {"branches": [], "is_open": True}
    assert bob.get(f"/matches/{name}/branches").json["branches"] == []
    # A branch may have branches of its own.
    ada.post(f"/matches/{first['id']}/resign")
    again = what_if(ada, first["id"], 0).json
    assert again["origin"] == {"match": first["id"], "ply": 0}


def test_a_running_match_between_people_cannot_be_tried_out(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    for terms in ({}, {"rated": True}):
        match = api.match(ada, bob, **terms)
        for player in (ada, bob, api.player()):
            refused = what_if(player, match["id"], 0, opponent=COMPUTER)
            assert (refused.status_code, refused.json["code"]) == (409, "REFUSED")
            assert "wait until this one is over" in refused.json["detail"]
            asked = player.post("/challenges", {"origin": {"match": match["id"], "ply": 0}})
            assert asked.status_code == 409
            found = player.get(f"/matches/{match['id']}/branches").json
            assert found == {"branches": [], "is_open": False}
        assert ada.post(f"/matches/{match['id']}/resign").status_code == 200
        assert what_if(bob, match["id"], 0, opponent=COMPUTER).status_code == 201
    friends = beside(ada, 2)["id"]
    assert what_if(ada, friends, 1).status_code == 409


def test_a_running_match_of_a_tournament_cannot_be_tried_out(api: ApiServer) -> None:
    ada, bob, admin = api.player(), api.player(), api.key(Role.ADMIN)
    made = admin.post("/tournaments", {"name": "Cup", "size": 4}).json
    path = f"/tournaments/{made['id']}"
    assert admin.post(f"{path}/players", {"registered": [ada.id, bob.id]}).status_code == 201
    assert admin.post(f"{path}/start").status_code == 200
    (board, *_) = admin.get(path).json["boards"]
    assert what_if(ada, board["id"], 0, opponent=COMPUTER).status_code == 409


def test_a_casual_match_against_a_computer_is_left_for_a_branch_while_it_runs(
    api: ApiServer,
) -> None:
    ada, eve = api.player(), api.player()
    terms = {"opponent": COMPUTER, "color": "black", "size": 6}
    running = ada.post("/matches", terms).json
    branch = what_if(ada, running["id"], 0, opponent="computer:2", color="white")
    assert (branch.status_code, branch.json["white"]["player"]) == (201, ada.id)
    assert branch.json["black"]["seat"] == "computer:2"
    assert ada.get(f"/matches/{running['id']}").json["status"] == "running"
    assert what_if(eve, running["id"], 0).status_code == 409
    assert api.anybody.get(f"/matches/{running['id']}/branches").json["is_open"] is False


def test_a_branch_of_a_private_match_is_as_private(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    name = beside(ada, 2)["id"]
    ada.post(f"/matches/{name}/resign")
    alone = what_if(ada, name, 1, opponent=COMPUTER).json["id"]
    body = {"listed": True, "color": "black", "origin": {"match": name, "ply": 1}}
    challenge = ada.post("/challenges", body).json
    assert (challenge["listed"], challenge["origin"]) == (False, body["origin"])
    together = bob.post(f"/challenges/{challenge['id']}/accept").json
    assert together["origin"] == body["origin"]
    listed = {one["id"] for one in api.anybody.get("/matches").json["matches"]}
    assert listed.isdisjoint({alone, together["id"]})
    for player in (ada, bob):
        found = player.get(f"/matches/{name}/branches").json["branches"]
        assert together["id"] in [one["id"] for one in found]
    open_one = api.match(ada, bob)["id"]
    ada.post(f"/matches/{open_one}/resign")
    shown = what_if(ada, open_one, 0, opponent=COMPUTER).json["id"]
    assert shown in {one["id"] for one in api.anybody.get("/matches").json["matches"]}


def test_answers_that_were_heard_stay_heard_and_the_oracle_goes_on(api: ApiServer) -> None:
    ada = api.player()
    match = beside(ada, 4, variant="yesno", size=6)
    name = match["id"]
    ada.post(f"/matches/{name}/resign")
    origin = api.server.registry.room(name)
    for ply, played in enumerate(origin.view().game.plies):
        assert played.answer is not None
        branch = what_if(ada, name, ply).json
        assert branch["answer"] == played.answer.value
        room = api.server.registry.room(branch["id"])
        kinds = [type(event) for event in room.events]
        assert AnswerAwaited not in kinds
        assert kinds.count(AnswerHeard) == 1
        play(ada, branch, 1)
        asked = [event for event in room.events if isinstance(event, AnswerAwaited)]
        assert asked or room.is_over
        assert room.setup.oracle != origin.setup.oracle  # the rest is drawn anew


def test_positions_that_cannot_be_played_on_are_refused(api: ApiServer) -> None:
    ada = api.player()
    match = beside(ada, 0, size=4)
    while match["turn"]:
        match = play(ada, match, 1)
    count = len(match["moves_played"])
    over = what_if(ada, match["id"], count)
    assert (over.status_code, "the game is over" in over.json["detail"]) == (409, True)
    far = what_if(ada, match["id"], count + 1)
    assert (far.status_code, f"has {count} turns" in far.json["detail"]) == (409, True)
    assert what_if(ada, "none", 0).status_code == 404
    rated = {"rated": True, "origin": {"match": match["id"], "ply": 1}}
    assert ada.post("/challenges", rated).status_code == 409
    assert what_if(ada, match["id"], -1).status_code == 400
