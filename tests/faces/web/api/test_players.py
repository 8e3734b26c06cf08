"""Players, keys, challenges and the form of requests over /api/v1."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.server.accounts.keys import Role
from support.server.api_clients import ApiClient, ApiServer

pytestmark = pytest.mark.server(tryout=True)


def code_of(answer: Any) -> str:
    assert answer.content_type == "application/problem+json"
    code = answer.json["code"]
    assert isinstance(code, str)
    return code


def test_a_player_registers_and_is_recognised_by_the_key(api: ApiServer) -> None:
    made = api.anybody.post("/players", {"name": "Ada"})
    assert made.status_code == 201
    assert made.json
    ada = ApiClient(api.app, made.json["key"])
    me = {"player": made.json["player"], "role": "player", "tournament": None, "label": ""}
    assert ada.get("/me").json == me
    assert me["player"] == {"id": made.json["player"]["id"], "name": "Ada", "kind": "bot"}


def test_a_taken_name_gets_a_number_and_an_invalid_one_is_refused(api: ApiServer) -> None:
    api.anybody.post("/players", {"name": "Grace"})
    again = api.anybody.post("/players", {"name": "GRACE", "kind": "person"}).json
    assert again
    assert again["player"]["name"] == "GRACE (2)"
    for name in ("admin", "\u202eevil", "   "):
        refused = api.anybody.post("/players", {"name": name})
        assert (refused.status_code, code_of(refused)) == (422, "NAME_REFUSED")


def test_a_player_can_be_renamed(api: ApiServer) -> None:
    player = api.player("Before")
    renamed = player.call("PATCH", "/me", {"name": "After"}).json
    assert renamed
    assert renamed["player"]["name"] == "After"
    shown = api.anybody.get(f"/players/{player.id}").json
    record = {"played": 0, "wins": 0, "draws": 0, "losses": 0}
    assert shown == {"id": player.id, "name": "After", "kind": "bot", **record}


def test_a_new_key_invalidates_the_old_one(api: ApiServer) -> None:
    player = api.player()
    renewed = player.post("/me/key").json
    assert renewed
    assert player.get("/me").status_code == 401
    assert ApiClient(api.app, renewed["key"]).get("/me").status_code == 200


def test_a_deleted_player_leaves_neither_name_nor_games(api: ApiServer) -> None:
    ann, bob = api.player("Leaver"), api.player()
    played = api.match(ann, bob)["id"]
    assert ann.call("DELETE", "/me").status_code == 204
    assert ann.get("/me").status_code == 401
    assert api.anybody.get(f"/matches/{played}").status_code == 404
    shown = api.anybody.get(f"/players/{ann.id}").json
    assert shown
    assert "Leaver" not in shown["name"]


def test_a_record_counts_wins_and_losses(api: ApiServer) -> None:
    ann, bob = api.player(), api.player()
    bob.post(f"/matches/{api.match(ann, bob)['id']}/resign")
    ann.post(f"/matches/{api.match(ann, bob)['id']}/abort")
    won, lost = (api.anybody.get(f"/players/{each.id}").json for each in (ann, bob))
    assert won
    assert lost
    assert (won["played"], won["wins"], won["losses"]) == (1, 1, 0)
    assert (lost["played"], lost["wins"], lost["losses"]) == (1, 0, 1)


def test_a_challenge_is_made_declined_withdrawn_and_accepted_once(api: ApiServer) -> None:
    ann, bob, cid = api.player(), api.player(), api.player()
    terms = {"opponent": bob.id, "clock": "5+3", "color": "white"}
    first = ann.post("/challenges", terms).json
    assert first
    assert bob.get("/challenges").json == {"challenges": [first]}
    assert code_of(cid.post(f"/challenges/{first['id']}/accept")) == "REFUSED"
    declined = bob.post(f"/challenges/{first['id']}/decline").json
    assert declined
    assert declined["status"] == "declined"
    assert bob.post(f"/challenges/{first['id']}/decline").json == declined
    second = ann.post("/challenges", terms).json
    assert second
    withdrawn = ann.call("DELETE", f"/challenges/{second['id']}").json
    assert withdrawn
    assert withdrawn["status"] == "withdrawn"
    assert ann.call("DELETE", f"/challenges/{second['id']}").json == withdrawn
    third = ann.post("/challenges", {**terms, "opponent": None}).json
    assert third
    begun = cid.post(f"/challenges/{third['id']}/accept").json
    assert begun
    assert (begun["you"], begun["white"]["player"]) == ("black", ann.id)
    again = cid.post(f"/challenges/{third['id']}/accept").json
    assert again
    assert again["id"] == begun["id"]
    assert code_of(bob.post(f"/challenges/{third['id']}/accept")) == "REFUSED"
    shown = api.anybody.get(f"/challenges/{third['id']}").json
    assert shown
    assert (shown["status"], shown["match"]) == ("accepted", begun["id"])


def test_nobody_can_challenge_themselves_or_an_unknown_player(api: ApiServer) -> None:
    ann = api.player()
    assert code_of(ann.post("/challenges", {"opponent": ann.id})) == "REFUSED"
    assert code_of(ann.post("/challenges", {"opponent": 10**9})) == "NOT_FOUND"
    assert code_of(ann.post("/challenges", {"opponent": "Nobody at all"})) == "NOT_FOUND"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": 5}, "name"),
        ({"name": "Ann", "color": "red"}, "color"),
        ({"name": "Ann", "kind": "cat"}, "kind"),
        ([], "body"),
    ],
)
def test_an_invalid_body_is_refused_with_the_name_of_the_field(
    api: ApiServer, body: Any, field: str
) -> None:
    refused = api.anybody.post("/players", body)
    assert (refused.status_code, code_of(refused)) == (400, "BAD_REQUEST")
    assert refused.json
    assert field in refused.json["detail"]


def test_a_body_must_be_small_valid_json_with_its_content_type(api: ApiServer) -> None:
    as_form = api.anybody.call("POST", "/players", data={"name": "Ann"})
    assert (as_form.status_code, code_of(as_form)) == (415, "UNSUPPORTED_MEDIA_TYPE")
    is_json = {"Content-Type": "application/json"}
    broken = api.anybody.call("POST", "/players", data=b'{"name": "A', headers=is_json)
    assert (broken.status_code, code_of(broken)) == (400, "BAD_REQUEST")
    large = api.anybody.post("/players", {"name": "a" * 20_000})
    assert (large.status_code, code_of(large)) == (413, "TOO_LARGE")
    odd = api.anybody.call("POST", "/players", data=b'{"name":"\xff"}', headers=is_json)
    assert (odd.status_code, code_of(odd)) == (400, "BAD_REQUEST")


def test_unknown_and_repeated_query_parameters_are_refused(api: ApiServer) -> None:
    for query in ("?limit=0", "?limit=abc", "?limits=5", "?limit=5&limit=6", "?limit=+5"):
        refused = api.anybody.get(f"/matches{query}")
        assert (refused.status_code, code_of(refused)) == (400, "BAD_REQUEST"), query
    assert code_of(api.anybody.get("/me?x=1")) == "UNAUTHORIZED"
    assert code_of(api.player().get("/me?x=1")) == "BAD_REQUEST"


def test_unknown_paths_and_methods_are_problems_too(api: ApiServer) -> None:
    for path in ("", "/", "/nothing", "/matches/../me", "/players/x", "/players/0", "/players/007"):
        unknown = api.anybody.get(path)
        assert (unknown.status_code, code_of(unknown)) == (404, "NOT_FOUND"), path
    wrong = api.anybody.call("PUT", "/me")
    assert (wrong.status_code, code_of(wrong)) == (405, "METHOD_NOT_ALLOWED")
    assert wrong.headers["Allow"] == "DELETE, GET, PATCH"
    assert api.anybody.call("OPTIONS", "/me").headers["Allow"] == "DELETE, GET, PATCH"


def test_an_unknown_key_is_refused_everywhere_and_counted(api: ApiServer) -> None:
    guesser = ApiClient(api.app, "oth_guess", address="192.0.2.9")
    assert {guesser.get("/matches").status_code for _ in range(12)} == {401}
    for number in range(12):
        guesser.key = f"oth_guess{number}"
        guesser.get("/matches")
    refused = guesser.get("/matches")
    assert refused.status_code == 429
    assert refused.json
    assert refused.json["limit"] == "failed authentications"
    assert int(refused.headers["Retry-After"]) == refused.json["retry_after"] >= 1


def test_an_exhausted_limit_is_named_with_the_time_to_wait(api: ApiServer) -> None:
    player = api.player()
    answers = [player.call("PATCH", "/me", {"name": "Same"}) for _ in range(8)]
    refused = answers[-1]
    assert (refused.status_code, code_of(refused)) == (429, "RATE_LIMITED")
    assert refused.json
    assert refused.json["limit"] == "names"
    assert player.get("/me").status_code == 200  # each limit counts by itself


def test_a_loopback_key_does_not_work_from_elsewhere_or_through_a_proxy(api: ApiServer) -> None:
    key = api.server.accounts.add_key(Role.OBSERVER, loopback_only=True)
    here = ApiClient(api.app, key)
    assert here.get("/me").status_code == 200
    assert here.get("/me", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 401
    assert ApiClient(api.app, key, address="192.0.2.7").get("/me").status_code == 401


def test_an_observer_is_recognised_and_cannot_play(api: ApiServer) -> None:
    observer = api.key(Role.OBSERVER)
    assert observer.get("/me").json == {
        "player": None,
        "role": "observer",
        "tournament": None,
        "label": "",
    }
    assert code_of(observer.post("/challenges", {})) == "FORBIDDEN"
    assert code_of(observer.get("/events")) == "FORBIDDEN"


def test_a_caller_who_guessed_too_often_does_not_reach_the_database(
    api: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = api.player()
    asked: list[str] = []
    monkeypatch.setattr(api.server.store.accounts, "find_key", asked.append)
    monkeypatch.setattr(api.server.accounts._store, "find_key", asked.append)
    guesser = ApiClient(api.app, address="192.0.2.77")
    answers = []
    for number in range(500):
        guesser.key = f"guess-{number}"
        answers.append(guesser.get("/me").status_code)
        if answers[-1] == 429:
            break
    assert answers[-1] == 429
    assert len(asked) == answers.count(401)
    known.address = guesser.address
    assert known.get("/me").status_code == 200
