"""Reviews over HTTP: of finished matches only, made once, in words, for everybody."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from outflank.rules import WHITE, Square
from outflank.store.schema import reviews
from support.server.api_clients import ApiServer
from support.server.app_client import lift_limits
from support.server.competition_server import first_move
from support.server.server_process import wait_until


def finished(api: ApiServer, moves: int = 10, **terms: Any) -> str:
    """Return a match that ended by resignation after some first legal moves."""
    match = api.match(api.player(), api.player(), size=4, **terms)["id"]
    room = api.server.registry.room(match)
    for _ in range(moves):
        if room.is_over:
            break
        turn, square = first_move(room)
        room.play(square, turn=turn)
    if not room.is_over:
        room.resign(WHITE)
    return str(match)


def is_done(answer: dict[str, Any]) -> bool:
    return bool(answer["status"] == "done" and answer["review"]["source"] == "server")


def reviewed(api: ApiServer, match: str) -> dict[str, Any]:
    """Request the review of a match, and wait for it."""
    path = f"/matches/{match}/review"
    asked = api.anybody.post(path)
    assert asked.status_code == 200
    wait_until(lambda: is_done(api.anybody.get(path).json), "the review")
    return dict(api.anybody.get(path).json["review"])


def test_anybody_can_read_the_review_of_a_finished_match(api: ApiServer) -> None:
    match = finished(api, 12)
    path = f"/matches/{match}/review"
    assert api.anybody.get(path).json == {
        "status": "none", "done": 0, "total": 0, "ahead": 0, "problem": "", "review": None,
        "cards": 0,
    }  # fmt: skip
    review = reviewed(api, match)
    played = api.anybody.get(f"/matches/{match}").json
    assert [one["move"] for one in review["moves"]] == played["moves_played"]
    assert review["source"] == "server"
    assert review["black"]["name"] == played["black"]["name"]
    assert review["black"]["moves"] + review["white"]["moves"] == played["moves"]
    for one in review["moves"]:
        assert one["mistake"] == bool(one["sentences"]) == bool(one["findings"])
        assert one["value"] == (1 if one["color"] == "black" else -1) * one["score"]["discs"]
        assert one["loss"] == max(0, one["best"]["discs"] - one["score"]["discs"])
        assert len(one["cells"]) == 16
    (mistake, *_) = [one for one in review["moves"] if one["mistake"]]
    assert mistake["sentences"][0].startswith(f"It cost {mistake['loss']:.0f} disc")
    assert mistake["line"][0] == mistake["better"] != mistake["move"]
    assert api.anybody.post(path).json["review"] == review  # nothing is computed again


def test_a_review_is_put_into_words_once_for_each_name(api: ApiServer) -> None:
    match = finished(api, 12)
    told = reviewed(api, match)
    room, words = api.server.registry.room(match), api.app.reviews
    stored = api.server.store.reviews.get(match)
    assert stored is not None
    assert words.of(room, stored) is words.of(room, stored)
    assert room.entry.black is not None
    api.server.accounts.rename(room.entry.black, "Renamed")
    after = api.anybody.get(f"/matches/{match}/review").json["review"]
    assert after["black"]["name"] == "Renamed"
    assert after["moves"] == told["moves"]


def test_the_sides_of_yes_no_othello_are_called_yes_and_no(api: ApiServer) -> None:
    match = finished(api, 0, variant="yesno")
    assert reviewed(api, match)["summary"] == ["There are no moves to review."]


def test_a_review_of_a_running_match_is_refused(api: ApiServer) -> None:
    match = api.match(api.player(), api.player(), size=4)["id"]
    for answer in (
        api.anybody.get(f"/matches/{match}/review"),
        api.anybody.post(f"/matches/{match}/review"),
    ):
        assert (answer.status_code, answer.json["code"]) == (409, "MATCH_RUNNING")
        assert answer.json["detail"] == "a match can be reviewed only when it is over"
    assert api.anybody.get("/matches/none/review").status_code == 404


def test_a_full_queue_says_when_to_come_back(
    api: ApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [finished(api, 2) for _ in range(4)]
    monkeypatch.setattr(api.server.reviews, "_wake_or_start_thread", lambda: None)  # no work
    player = api.player()
    for match in matches[:3]:
        assert player.post(f"/matches/{match}/review").json["status"] == "waiting"
    assert player.get(f"/matches/{matches[2]}/review").json["ahead"] == 2
    answer = player.post(f"/matches/{matches[3]}/review")
    assert (answer.status_code, answer.json["code"]) == (503, "BUSY")
    assert answer.headers["Retry-After"] == "1"
    monkeypatch.undo()
    with api.server.reviews._changed:
        api.server.reviews._wake_or_start_thread()
    path = f"/matches/{matches[2]}/review"
    wait_until(lambda: player.get(path).json["status"] == "done", "the third review")


def given(review: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the values of a review as a browser sends them."""
    names = ("score", "best", "line", "played_line")
    return [{name: one[name] for name in names} for one in review["moves"]]


def test_values_from_a_browser_are_put_into_words_and_kept_only_for_players(api: ApiServer) -> None:
    black, white = api.player(), api.player()
    match = str(api.match(black, white, size=4)["id"])
    room = api.server.registry.room(match)
    path = f"/matches/{match}/review"
    for _ in range(10):
        turn, square = first_move(room)
        room.play(square, turn=turn)
    refused = black.post(f"{path}/values", {"values": []})
    assert (refused.status_code, refused.json["code"]) == (409, "MATCH_RUNNING")
    room.resign(WHITE)
    api.server.reviews.request(room)
    wait_until(lambda: api.anybody.get(path).json["status"] == "done", "the review")
    own = api.anybody.get(path).json["review"]
    values = given(own)
    api.server.store.reviews._database.write(lambda it: it.execute(sa.delete(reviews)))
    told = api.anybody.post(f"{path}/values", {"values": values}).json
    assert told["review"]["source"] == "browser"
    assert [one["sentences"] for one in told["review"]["moves"]] == [
        one["sentences"] for one in own["moves"]
    ]
    assert api.anybody.get(path).json["status"] == "none"  # values without a player are not kept
    assert white.post(f"{path}/values", {"values": values}).json["status"] == "done"
    assert api.anybody.get(path).json["review"]["source"] == "browser"
    others = [one | {"best": one["score"], "line": one["played_line"]} for one in values]
    again = black.post(f"{path}/values", {"values": others}).json["review"]
    assert again == api.anybody.get(path).json["review"]  # the first values count
    assert any(one["mistake"] for one in again["moves"])
    assert reviewed(api, match)["source"] == "server"  # which replaces them and stays
    black.post(f"{path}/values", {"values": others})
    assert api.anybody.get(path).json["review"]["source"] == "server"


def test_the_number_of_reviews_a_player_can_request_is_limited(api: ApiServer) -> None:
    path, caller = f"/matches/{finished(api, 4)}/review/values", api.player()
    answers = (caller.post(path, {"values": []}) for _ in range(1000))
    refused = next(answer for answer in answers if answer.status_code != 400)
    assert (refused.status_code, refused.json["code"]) == (429, "RATE_LIMITED")
    assert refused.json["detail"].startswith("too many reviews; try again in ")


def test_impossible_values_are_refused(api: ApiServer) -> None:
    lift_limits(api.app)
    match = finished(api, 4)
    values = given(reviewed(api, match))
    path = f"/matches/{match}/review/values"
    first, *others = values
    for wrong, sentence in [
        ({"score": first["score"] | {"discs": 1e6}}, "ply 1 cannot be worth"),
        ({"score": first["score"] | {"confidence": 3}}, "a confidence is 50 to 100 percent"),
        ({"line": ["pass"]}, "must begin with a legal move"),
        ({"line": ["p16"]}, "must begin with a legal move"),
        ({"line": []}, "values[0].line: this must be"),
        ({"line": ["d3"] * 25}, "values[0].line: this must be"),
        ({"played_line": ["a9"]}, "its line must begin"),
        ({"better": "a1"}, "values[0].better: there is no such field"),
    ]:
        answer = api.anybody.post(path, {"values": [first | wrong, *others]})
        assert (answer.status_code, answer.json["code"]) == (400, "BAD_REQUEST"), wrong
        assert sentence in answer.json["detail"]
    answer = api.anybody.post(path, {"values": others})
    assert "but 3 values were given" in answer.json["detail"]


def test_any_game_can_be_reviewed_from_a_browsers_values(api: ApiServer) -> None:
    lift_limits(api.app)
    match = finished(api, 6)
    own = reviewed(api, match)
    read = api.anybody.post("/analysis/read", {"text": " ".join(moves_of(own)), "size": 4}).json
    game = read["records"][0]["game"] | {"headers": {"black": "Ann"}}
    told = api.anybody.post("/analysis/review", {"game": game, "values": given(own)}).json
    assert (told["source"], told["engine"]) == ("browser", "outflank")
    assert (told["black"]["name"], told["white"]["name"]) == ("Ann", "White")
    assert [one["sentences"] for one in told["moves"]] == [one["sentences"] for one in own["moves"]]
    for name in ("losing", "solved", "summary"):
        assert told[name] == own[name]
    assert told["black"]["story"] == own["black"]["story"]
    few = api.anybody.post("/analysis/review", {"game": game, "values": []})
    assert (few.status_code, few.json["code"]) == (400, "BAD_REQUEST")
    assert "values were given" in few.json["detail"]
    wrong = api.anybody.post(
        "/analysis/review", {"game": game | {"plies": [{"move": "a1"}]}, "values": []}
    )
    assert wrong.status_code in (400, 422)
    assert api.anybody.get(f"/matches/{match}/review").json["review"] == own  # nothing was kept


def moves_of(review: dict[str, Any]) -> list[str]:
    return [str(one["move"]) for one in review["moves"]]


def test_scores_that_are_known_differently_are_not_compared(api: ApiServer) -> None:
    match = finished(api, 4)
    first, *others = given(reviewed(api, match))
    estimate = first["best"] | {"kind": "heuristic", "depth": 4, "confidence": 73}
    answer = api.anybody.post(
        f"/matches/{match}/review/values", {"values": [first | {"best": estimate}, *others]}
    )
    assert answer.status_code == 400
    assert "but both must be of the same kind" in answer.json["detail"]


def test_players_are_told_how_many_cards_a_match_made(api: ApiServer) -> None:
    black, white, other = (api.player(kind="person") for _ in range(3))
    match = api.match(black, white, size=4)["id"]
    room = api.server.registry.room(match)
    for square in ("a2", "a1", "d3", "d2", "c1", "b4"):
        turn, _ = first_move(room)
        room.play(Square.parse(square), turn=turn)
    room.resign(WHITE)
    reviewed(api, match)
    path = f"/matches/{match}/review"
    due = black.get("/learning/due").json["cards"]
    assert black.get(path).json["cards"] == len(due) > 0
    assert {card["match"] for card in due} == {match}
    assert due[0]["sentences"][0] == f"You played {due[0]['played']} here."
    assert other.get(path).json["cards"] == api.anybody.get(path).json["cards"] == 0
    dropped = {"kind": "dropped", "id": "dropped-1", "subject": due[0]["subject"]}
    body = {"entries": [{**dropped, "at": api.server.now()}]}
    assert black.post("/learning/entries", body).json["added"] == 1
    assert black.get(path).json["cards"] == len(due) - 1
