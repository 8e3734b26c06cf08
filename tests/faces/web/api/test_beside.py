"""Playing at one screen, taking back, hints and the oracle's pictures over /api/v1."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.play.oracles import WEB_ODDS, Reply, gif
from outflank.play.oracles.gif import GifCache
from outflank.rules import BLACK, Answer
from support.server.api_clients import ApiClient, ApiServer


def begin(player: ApiClient, opponent: str = "beside", **terms: Any) -> dict[str, Any]:
    body = {"opponent": opponent, "color": "black", **terms}
    made = player.post("/matches", body)
    assert made.status_code == 201, made.json
    assert made.json
    return dict(made.json)


def test_one_player_moves_for_both_sides_and_nobody_else_does(api: ApiServer) -> None:
    ada, stranger = api.player(), api.player()
    match = begin(ada, friend="Grace", size=4)
    assert match["white"] == {"name": "Grace", "player": None, "seat": f"beside:{ada.id}"}
    assert match["you"] == "black"
    name = match["id"]
    assert stranger.move(name, match["turn"]["seq"], match["legal"][0]).status_code == 403
    while match["turn"]:
        seq, move = match["turn"]["seq"], match["legal"][0]
        first = ada.move(name, seq, move)
        assert first.status_code == 200, first.json
        assert ada.move(name, seq, move).json == first.json  # a repeat counts once
        match = dict(ada.get(f"/matches/{name}").json or {})
    assert match["status"] == "finished"


def test_a_match_at_one_screen_is_private_and_counts_for_no_record(api: ApiServer) -> None:
    ada = api.player()
    name = begin(ada)["id"]
    assert ada.post(f"/matches/{name}/resign").status_code == 200
    listed = api.anybody.get("/matches").json or {}
    assert name not in [one["id"] for one in listed["matches"]]
    record = api.anybody.get(f"/players/{ada.id}").json or {}
    assert record["played"] == 0


def test_at_one_screen_the_side_to_move_gives_up(api: ApiServer) -> None:
    ada = api.player()
    match = begin(ada)
    ada.move(match["id"], match["turn"]["seq"], "f5")
    ended = ada.post(f"/matches/{match['id']}/resign").json or {}
    assert (ended["winner"], ended["reason"]) == ("black", "resignation")


def test_at_one_screen_a_move_stands_once_it_has_been_answered(api: ApiServer) -> None:
    ada = api.player()
    match = begin(ada)
    path = f"/matches/{match['id']}"
    assert ada.post(f"{path}/offers", {"offer": "take back"}).status_code == 409
    ada.move(match["id"], match["turn"]["seq"], "f5")
    taken = ada.post(f"{path}/offers", {"offer": "take back"}).json or {}
    assert (taken["moves_played"], taken["turn"]["color"]) == ([], "black")
    again = ada.post(f"{path}/redo").json or {}
    assert again["moves_played"] == ["f5"]
    assert ada.post(f"{path}/redo").status_code == 409
    room = api.server.registry.room(match["id"])
    ada.move(match["id"], again["turn"]["seq"], "d6")
    with room.reading() as played:
        assert not played.can_take_back(BLACK)


def test_nothing_is_taken_back_after_the_end(api: ApiServer) -> None:
    ada = api.player()
    match = begin(ada, size=4)
    path = f"/matches/{match['id']}"
    while match["turn"]:
        ada.move(match["id"], match["turn"]["seq"], match["legal"][0])
        match = dict(ada.get(path).json or {})
    refused = ada.post(f"{path}/offers", {"offer": "take back"})
    assert (refused.status_code, (refused.json or {})["code"]) == (409, "MATCH_OVER")


def test_between_players_a_move_is_taken_back_only_by_consent(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    match = api.match(ada, bob)
    ada.move(match["id"], match["turn"]["seq"], "f5")
    asked = ada.post(f"/matches/{match['id']}/offers", {"offer": "take back"}).json or {}
    assert (asked["offer"], asked["moves_played"]) == ("black", ["f5"])
    bob.post(f"/matches/{match['id']}/offers/accept")
    assert ada.post(f"/matches/{match['id']}/redo").status_code == 409


def test_hints_are_given_where_no_opponent_is_harmed(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    alone = begin(ada, "computer:1")
    found = ada.get(f"/matches/{alone['id']}/hints").json or {}
    assert found["turn"] == alone["turn"]["seq"]
    assert {hint["square"] for hint in found["hints"]} == set(alone["legal"])
    assert bob.get(f"/matches/{alone['id']}/hints").status_code == 403
    against = api.match(ada, bob)
    refused = ada.get(f"/matches/{against['id']}/hints")
    assert (refused.status_code, (refused.json or {})["code"]) == (409, "REFUSED")
    limit = api.app.hints_limit
    slots = [limit.acquire() for _ in range(limit.slots)]
    busy = ada.get(f"/matches/{alone['id']}/hints")
    assert (busy.status_code, (busy.json or {})["code"]) == (503, "BUSY")
    for slot in slots:
        slot.release()
    ada.post(f"/matches/{alone['id']}/resign")
    assert ada.get(f"/matches/{alone['id']}/hints").status_code == 409


def test_only_the_server_fetches_pictures(api: ApiServer, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def download(url: str) -> bytes:
        asked.append(url)
        return b"GIF89a of the oracle"

    class Pictured:
        odds = WEB_ODDS

        def ask(self) -> Reply:
            return Reply(Answer.YES, "https://yesno.wtf/assets/yes/3.gif", local=False)

        def skip(self, _: int) -> None: ...

        def close(self) -> None: ...

    monkeypatch.setattr(gif, "_cache", GifCache(download))
    monkeypatch.setattr(api.server.oracle, "_web", Pictured())
    ada = api.player()
    name = begin(ada, variant="yesno", oracle="web")["id"]
    room = api.server.registry.room(name)
    assert room.wait(3, 60)
    for _ in range(2):
        picture = api.anybody.get(f"/matches/{name}/answers/0/picture")
        assert (picture.status_code, picture.mimetype) == (200, "image/gif")
        assert picture.data == b"GIF89a of the oracle"
        assert picture.headers["X-Content-Type-Options"] == "nosniff"
    assert asked == ["https://yesno.wtf/assets/yes/3.gif"]
    assert api.anybody.get(f"/matches/{name}/answers/1/picture").status_code == 404


def test_the_score_is_counted_as_agreed(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    match = api.match(ada, bob, scoring="full", size=4)
    assert api.server.registry.room(match["id"]).setup.scoring.value == "full"
