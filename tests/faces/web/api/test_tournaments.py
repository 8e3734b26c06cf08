"""Tournaments over /api/v1: everybody can look, an organiser can act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from outflank.arena import formats
from outflank.faces.web.wire.schemas import tournaments as wire
from outflank.server.accounts.keys import Role
from outflank.server.tournaments.exports import problems_of
from support.server.api_clients import ApiClient, ApiServer, api_server
from support.server.app_client import lift_limits
from support.server.tournament_server import passes


@pytest.fixture
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    with api_server(tmp_path_factory.mktemp("api")) as opened:
        lift_limits(opened.app)
        yield opened


def begun(api: ApiServer, admin: ApiClient, **terms: Any) -> tuple[str, list[ApiClient]]:
    """Begin a cup of two and return its path and its players."""
    made = admin.post("/tournaments", {"name": "Cup", "size": 4, **terms})
    assert made.status_code == 201, made.text
    cup = msgspec.json.decode(made.data, type=wire.TournamentMade)
    path = f"/tournaments/{cup.id}"
    entered = admin.post(f"{path}/players", {"names": ["Ada", "Bob"]})
    assert entered.status_code == 201, entered.text
    keys = [each["key"] for each in entered.json["players"]]
    assert admin.post(f"{path}/start").status_code == 200
    api.server.tournaments.run_pass()
    return path, [ApiClient(api.app, key) for key in keys]


def play_out(api: ApiServer, path: str, players: list[ApiClient]) -> None:
    """Play every game of a cup with first legal moves."""
    sides = {player.get("/me").json["player"]["id"]: player for player in players}
    for _ in passes():
        if not (boards := api.anybody.get(path).json["boards"]):
            return
        match = api.anybody.get(f"/matches/{boards[0]['id']}").json
        while match and match["turn"]:
            mover = sides[match[match["turn"]["color"]]["player"]]
            played = mover.move(match["id"], match["turn"]["seq"], match["legal"][0])
            assert played.status_code == 200, played.text
            match = api.anybody.get(f"/matches/{match['id']}").json
        api.server.tournaments.run_pass()


def test_a_tournament_is_made_played_and_shown(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    path, players = begun(api, admin, games=2)
    events = players[0].get("/events", buffered=False)
    assert b"MatchStarted" in next(events.iter_encoded())
    events.close()
    play_out(api, path, players)
    cup = msgspec.json.decode(api.anybody.get(path).data, type=wire.Tournament)
    assert (cup.status, cup.progress.played, cup.progress.total) == ("finished", 2, 2)
    table = msgspec.json.decode(api.anybody.get(f"{path}/standings").data, type=wire.Standings)
    assert sum(line.points for line in table.standings) == 2
    cross = msgspec.json.decode(api.anybody.get(f"{path}/crosstable").data, type=wire.CrossTable)
    assert {line.number: list(line.against) for line in cross.lines} == {1: ["2"], 2: ["1"]}
    games = msgspec.json.decode(api.anybody.get(f"{path}/pairings").data, type=wire.PairingList)
    assert all(game.match and game.result for game in games.pairings)
    export = api.anybody.get(f"{path}/export").json
    assert export
    assert len(export["matches"]) == 2
    listed = msgspec.json.decode(api.anybody.get("/tournaments").data, type=wire.TournamentList)
    assert [each.name for each in listed.tournaments] == ["Cup"]


@pytest.mark.parametrize("form", [one.name for one in formats()])
def test_a_draft_of_any_format_is_shown_before_anybody_enters(api: ApiServer, form: str) -> None:
    admin = api.key(Role.ADMIN)
    made = admin.post("/tournaments", {"name": "Cup", "format": form, "games": 2})
    assert made.status_code == 201, made.text
    (listed,) = api.anybody.get("/tournaments").json["tournaments"]
    assert listed["progress"] == made.json["progress"] == {"played": 0, "total": 0}
    path = f"/tournaments/{made.json['id']}"
    assert api.anybody.get(path).status_code == 200
    refused = admin.post(f"{path}/start")
    assert (refused.status_code, refused.json["code"]) == (409, "REFUSED")
    assert refused.json["detail"] == "a tournament needs at least 2 players, not 0"


def test_a_gauntlet_that_no_number_of_players_can_start_is_not_stored(api: ApiServer) -> None:
    body = {"name": "Cup", "format": "gauntlet", "challengers": 1000}
    refused = api.key(Role.ADMIN).post("/tournaments", body)
    assert refused.status_code == 409
    assert "choose fewer challengers" in refused.json["detail"]
    assert api.anybody.get("/tournaments").json["tournaments"] == []


def test_only_an_organiser_can_act(api: ApiServer) -> None:
    admin, player = api.key(Role.ADMIN), api.player()
    path, _ = begun(api, admin)
    for caller, status in (
        (player, 403),
        (api.key(Role.OBSERVER), 403),
        (api.anybody, 401),
    ):
        assert caller.post("/tournaments", {"name": "Mine"}).status_code == status
        assert caller.post(f"{path}/pause").status_code == status
    other = api.key(Role.ADMIN, tournament=int(path.rpartition("/")[2]))
    assert other.post(f"{path}/pause").status_code == 200
    assert other.post("/tournaments", {"name": "Mine"}).status_code == 403


def test_a_tournament_can_be_paused_resumed_and_ended_early(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    path, players = begun(api, admin, games=4)
    board = admin.post(f"{path}/pause").json["boards"][0]["id"]
    refused = [player.move(board, 1, "a2").json["code"] for player in players]
    assert "MATCH_PAUSED" in refused
    assert admin.post(f"{path}/resume").json["status"] == "running"
    ended = admin.post(f"{path}/finish").json
    assert ended
    assert (ended["status"], ended["boards"]) == ("finished", [])


def test_entrants_count_as_connected_while_they_send_requests(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    made = admin.post("/tournaments", {"name": "Cup", "players": ["Ada", "Bob"]}).json
    path = f"/tournaments/{made['id']}"
    admin.post(f"{path}/players", {"computers": ["computer:1"]})
    ada = ApiClient(api.app, made["entered"][0]["key"])
    assert ada.get("/me").status_code == 200
    entrants = admin.get(path).json["entrants"]
    assert [one.get("connected") for one in entrants] == [True, False, None]


def test_an_organiser_withdraws_and_adjudicates(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    path, _ = begun(api, admin, games=2)
    decided = admin.post(f"{path}/pairings/1/adjudicate", {"winner": "draw", "note": "rain"})
    assert decided.status_code == 200
    games = api.anybody.get(f"{path}/pairings").json
    assert games
    assert (games["pairings"][0]["result"], games["pairings"][0]["reason"]) == (
        "draw",
        "adjudication",
    )
    left = admin.post(f"{path}/withdraw", {"number": 2}).json
    assert left
    assert [each["withdrawn"] for each in left["entrants"]] == [False, True]
    assert admin.post(f"{path}/pairings/99/adjudicate", {"winner": "draw"}).status_code == 409


def test_the_seed_of_a_tournament_is_secret_while_games_run(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    path, _ = begun(api, admin, seed=5)
    assert "seed" not in api.anybody.get(path).json["definition"]
    assert api.anybody.get(f"{path}/export").json["seed"] is None
    admin.post(f"{path}/finish")
    assert api.anybody.get(path).json["definition"]["seed"] == 5


def test_impossible_settings_are_refused_by_name(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    for terms, word in (
        ({"name": "Cup", "size": 7}, "size"),
        ({"name": "Cup", "format": "chaos"}, "chaos"),
        ({"name": "Cup", "clock": "soon"}, "clock"),
        ({"name": "Cup", "colour": 1}, "colour"),
    ):
        refused = admin.post("/tournaments", terms)
        assert refused.status_code == 400, refused.text
        assert word in refused.json["detail"]
    empty = admin.post("/tournaments", {"name": "Cup"}).json
    assert empty
    assert admin.post(f"/tournaments/{empty['id']}/start").status_code == 409
    assert admin.post(f"/tournaments/{empty['id']}/players", {}).status_code == 400
    assert api.anybody.get("/tournaments/999").status_code == 404


def test_an_entrant_can_leave_a_draft_and_replace_a_lost_key(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    made = admin.post("/tournaments", {"name": "Cup", "size": 4, "players": ["Ada", "Bo", "Cy"]})
    cup = msgspec.json.decode(made.data, type=wire.TournamentMade)
    path = f"/tournaments/{cup.id}"
    left = admin.post(f"{path}/withdraw", {"number": 2}).json
    assert left
    assert [each["name"] for each in left["entrants"]] == ["Ada", "Cy"]
    assert admin.post(f"{path}/withdraw", {"number": 2}).status_code == 409
    assert ApiClient(api.app, cup.entered[1].key or "").get("/me").status_code == 401
    new = admin.post(f"{path}/players/1/key")
    assert new.status_code == 200
    key = msgspec.json.decode(new.data, type=wire.NewEntrant).key
    assert ApiClient(api.app, key or "").get("/me").json["player"]["name"] == "Ada"
    assert ApiClient(api.app, cup.entered[0].key or "").get("/me").status_code == 401
    assert api.player().post(f"{path}/players/1/key").status_code == 403
    assert admin.post(f"{path}/players/2/key").status_code == 409


def test_a_withdrawn_entrant_can_be_reinstated(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    path, _ = begun(api, admin, games=2)
    assert admin.post(f"{path}/reinstate", {"number": 2}).status_code == 409
    admin.post(f"{path}/withdraw", {"number": 2})
    back = admin.post(f"{path}/reinstate", {"number": 2}).json
    assert back
    assert [each["withdrawn"] for each in back["entrants"]] == [False, False]


def test_a_draft_can_be_archived(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    cup = admin.post("/tournaments", {"name": "Cup"}).json
    assert cup
    path = f"/tournaments/{cup['id']}"
    assert admin.post(f"{path}/finish").json["status"] == "archived"
    for act in ("start", "players"):
        refused = admin.post(f"{path}/{act}", {"names": ["Ada"]} if act == "players" else None)
        assert refused.status_code == 409
        assert "archived" in refused.json["detail"]


def test_changing_a_draft_needs_no_new_keys(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    body = {"name": "Cup", "games": 4, "clock": "1+0", "players": ["Ada", "Bob"]}
    made = admin.post("/tournaments", body).json
    path = f"/tournaments/{made['id']}"
    change = {"name": "Big Cup", "clock": "5+3", "size": 6, "format": "swiss", "rounds": 2}
    after = admin.call("PATCH", path, change).json
    told = {name: after["definition"][name] for name in (*change, "games", "players")}
    assert told == change | {"games": 1, "players": ["Ada", "Bob"]}
    assert after["name"] == "Big Cup"
    again = admin.call("PATCH", path, {"boards": 5}).json["definition"]
    assert (again["boards"], again["clock"], again["format"]) == (5, "5+3", "swiss")
    ada = ApiClient(api.app, made["entered"][0]["key"])
    assert ada.get("/me").json["player"]["name"] == "Ada"
    refused = api.player().call("PATCH", path, {"boards": 1})
    assert (refused.status_code, refused.json["code"]) == (403, "FORBIDDEN")
    wrong = admin.call("PATCH", path, {"challengers": 2})
    assert (wrong.status_code, "challengers" in wrong.json["detail"]) == (400, True)
    assert admin.post(f"{path}/start").status_code == 200
    late = admin.call("PATCH", path, {"boards": 1})
    assert late.json["detail"] == "the tournament is running, so its settings cannot be changed"


def test_a_changed_draft_is_stored(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("draft")
    with api_server(folder) as api:
        admin = api.key(Role.ADMIN)
        admin.post("/tournaments", {"name": "Cup"})
        admin.call("PATCH", "/tournaments/1", {"name": "Big Cup", "size": 6})
    with api_server(folder) as api:
        (cup,) = api.anybody.get("/tournaments").json["tournaments"]
        assert (cup["name"], cup["size"]) == ("Big Cup", 6)


def test_a_no_show_time_that_the_clock_does_not_allow_is_refused(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    refused = admin.post("/tournaments", {"name": "Cup", "clock": "1s/move", "no_show": 30})
    assert refused.status_code == 400
    assert refused.json["detail"] == (
        "no_show is 30 seconds, but the clock 1s/move runs out after 1; choose 1 or less, or a "
        "longer clock"
    )
    assert api.anybody.get("/tournaments").json["tournaments"] == []
    usual = admin.post("/tournaments", {"name": "Cup", "clock": "30s/move"}).json
    assert usual["definition"]["no_show"] == 30
    path = f"/tournaments/{usual['id']}"
    assert admin.call("PATCH", path, {"no_show": 31}).status_code == 400
    assert admin.call("PATCH", path, {"clock": "10s/move"}).json["definition"]["no_show"] == 10


def test_an_organiser_sees_who_is_connected_before_and_at_the_start(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    body = {"name": "Cup", "players": ["Ada", "Bob", "Cid"]}
    made = admin.post("/tournaments", body).json
    path = f"/tournaments/{made['id']}"
    admin.post(f"{path}/players", {"computers": ["computer:1"]})
    ApiClient(api.app, made["entered"][1]["key"]).get("/me")
    entrants = api.anybody.get(path).json["entrants"]
    assert [each.get("connected") for each in entrants] == [False, True, False, None]
    assert ["last_seen" in each for each in entrants] == [False, True, False, False]
    started = admin.post(f"{path}/start").json
    assert (started["status"], started["warning"]) == (
        "running",
        "Ada and Cid are not connected",
    )


def test_ties_are_broken_as_the_organiser_chose(api: ApiServer) -> None:
    admin = api.key(Role.ADMIN)
    path, players = begun(api, admin, tie_break="brightwell:6")
    play_out(api, path, players)
    found = api.anybody.get(path).json
    assert (found["status"], found["definition"]["tie_break"]) == ("finished", "brightwell:6")
    table = api.anybody.get(f"{path}/standings").json["standings"]
    discs = api.anybody.get(f"{path}/pairings").json["pairings"][0]["score"]
    assert sum(line["brightwell"] for line in table) == sum(discs) + 6  # one point in all
    tournaments = api.server.tournaments
    assert problems_of(tournaments.export(found["id"])) == []
    stored = tournaments.scheduler.held.read(found["id"]).begun
    assert [line.brightwell for line in stored.standings()] == [
        line["brightwell"] for line in table
    ]
    refused = admin.post("/tournaments", {"name": "Cup", "tie_break": "toss"})
    assert (refused.status_code, "is not a tie-break" in refused.json["detail"]) == (400, True)
