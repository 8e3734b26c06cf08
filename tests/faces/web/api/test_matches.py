"""Matches over /api/v1: each move counts once and every refusal has its code."""

from __future__ import annotations

import json
import threading
from typing import Any

import msgspec
import pytest

from outflank.faces.web.wire.schemas.events import Events, MovePlayedAnswer
from outflank.faces.web.wire.schemas.matches import Match, MatchList
from outflank.faces.web.wire.schemas.values import ProblemAnswer
from outflank.rules import Reason
from outflank.server.accounts.keys import Role
from support.server.api_clients import ApiClient, ApiServer

pytestmark = [pytest.mark.server(tryout=True), pytest.mark.databases("sqlite", "postgresql")]


@pytest.fixture
def black(api: ApiServer) -> ApiClient:
    return api.player()


@pytest.fixture
def white(api: ApiServer) -> ApiClient:
    return api.player()


def code_of(answer: Any) -> tuple[int, str]:
    problem = msgspec.json.decode(answer.data, type=ProblemAnswer)
    assert answer.content_type == "application/problem+json"
    assert problem.status == answer.status_code
    return answer.status_code, problem.code


def test_a_match_is_played_to_its_end_by_naming_turns(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    state = api.match(black, white, size=4)
    sides = {"black": black, "white": white}
    while state["turn"]:
        turn = state["turn"]
        played = sides[turn["color"]].move(state["id"], turn["seq"], state["legal"][0])
        assert played.status_code == 200
        msgspec.json.decode(played.data, type=MovePlayedAnswer)
        state = api.anybody.get(f"/matches/{state['id']}").json or {}
    assert state["status"] == "finished"
    assert state["reason"] in {"full board", "wipe-out", "neither side can move"}
    assert sum(state["score"]) <= 16
    assert state["legal"] == []
    assert api.anybody.get(f"/matches/{state['id']}/export").text.strip()


def test_answers_have_exactly_the_documented_form(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white, clock="5+3", rated=True)
    path = f"/matches/{begun['id']}"
    assert msgspec.json.decode(black.get(path).data, type=Match).you == "black"
    assert msgspec.json.decode(api.anybody.get(path).data, type=Match).you is None
    black.move(begun["id"], begun["turn"]["seq"], "f5")
    events = msgspec.json.decode(api.anybody.get(f"{path}/events").data, type=Events)
    assert [type(event).__name__ for event in events.events] == [
        "MatchStarted",
        "TurnStarted",
        "MovePlayed",
        "TurnStarted",
    ]
    listed = msgspec.json.decode(api.anybody.get("/matches?limit=1").data, type=MatchList)
    assert (listed.matches[0].id, listed.matches[0].moves) == (begun["id"], 1)
    assert (listed.matches[0].clock, listed.matches[0].black.player) == ("5+3", black.id)


def test_the_same_move_again_has_the_same_answer(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    first = black.move(begun["id"], 1, "f5")
    assert black.move(begun["id"], 1, "f5").data == first.data
    white.move(begun["id"], 3, "d6")
    assert black.move(begun["id"], 1, "f5").data == first.data
    white.post(f"/matches/{begun['id']}/resign")
    assert black.move(begun["id"], 1, "f5").data == first.data


def test_a_different_move_for_a_past_turn_is_told_what_was_played(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    black.move(begun["id"], 1, "f5")
    late = black.move(begun["id"], 1, "d3")
    assert code_of(late) == (409, "TURN_OVER")
    assert late.json
    assert late.json["recorded"] == "f5"


def test_a_move_sent_many_times_at_once_is_played_once(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    answers: list[bytes] = []
    senders = [
        threading.Thread(target=lambda: answers.append(black.move(begun["id"], 1, "f5").data))
        for _ in range(5)
    ]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(60)
    assert len(set(answers)) == 1
    assert api.server.registry.room(begun["id"]).seq == 4


@pytest.mark.parametrize(
    ("who", "move", "refusal"),
    [
        ("black", (1, "a1"), (422, "ILLEGAL_MOVE")),
        ("black", (1, "p16"), (422, "ILLEGAL_MOVE")),
        ("black", (1, "f9x"), (400, "BAD_REQUEST")),
        ("black", (1, "pass"), (400, "BAD_REQUEST")),
        ("black", (0, "f5"), (400, "BAD_REQUEST")),
        ("black", (99, "f5"), (400, "BAD_REQUEST")),
        ("black", (-1, "f5"), (400, "BAD_REQUEST")),
        ("white", (1, "f5"), (409, "NOT_YOUR_TURN")),
        ("stranger", (1, "f5"), (403, "FORBIDDEN")),
        ("observer", (1, "f5"), (403, "FORBIDDEN")),
        ("nobody", (1, "f5"), (401, "UNAUTHORIZED")),
    ],
)
def test_an_impossible_move_is_refused_with_its_code(
    api: ApiServer, who: str, move: tuple[int, str], refusal: tuple[int, str]
) -> None:
    callers = {
        "black": api.player(),
        "white": api.player(),
        "nobody": api.anybody,
    }
    callers |= {"stranger": api.player(), "observer": api.key(Role.OBSERVER)}
    begun = api.match(callers["black"], callers["white"])
    assert code_of(callers[who].move(begun["id"], *move)) == refusal
    assert api.server.registry.room(begun["id"]).seq == 2


def test_a_late_move_is_told_that_the_time_was_up(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white, clock="30s/move")
    room = api.server.registry.room(begun["id"])
    room.do(lambda match, at: match.tick(at=at + 31_000))
    assert code_of(black.move(begun["id"], 1, "f5")) == (409, "TIME_OVER")
    assert code_of(white.move(begun["id"], 1, "f5")) == (409, "NOT_YOUR_TURN")


def test_a_paused_match_refuses_moves_and_still_repeats_what_was_played(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    first = black.move(begun["id"], 1, "f5")
    api.server.registry.room(begun["id"]).pause()
    assert black.move(begun["id"], 1, "f5").data == first.data
    assert code_of(white.move(begun["id"], 3, "d6")) == (409, "MATCH_PAUSED")


def test_a_match_that_is_over_refuses_moves(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    over = black.post(f"/matches/{begun['id']}/resign").json
    assert over
    assert (over["winner"], over["reason"]) == ("white", "resignation")
    assert code_of(black.move(begun["id"], 1, "f5")) == (409, "MATCH_OVER")
    assert code_of(white.post(f"/matches/{begun['id']}/resign")) == (409, "MATCH_OVER")
    again = black.post(f"/matches/{begun['id']}/resign").json  # this may be a repeat
    assert again
    assert again["seq"] == over["seq"]


def test_a_match_can_be_called_off_only_before_both_sides_have_moved(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    black.move(begun["id"], 1, "f5")
    void = white.post(f"/matches/{begun['id']}/abort").json
    assert void
    assert (void["status"], void["reason"]) == ("void", Reason.VOID.value)
    assert white.post(f"/matches/{begun['id']}/abort").status_code == 200
    other = api.match(black, white)
    black.move(other["id"], 1, "f5")
    white.move(other["id"], 3, "d6")
    assert code_of(black.post(f"/matches/{other['id']}/abort")) == (409, "REFUSED")


def test_a_move_is_taken_back_when_the_other_side_agrees(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    path = f"/matches/{begun['id']}"
    black.move(begun["id"], 1, "f5")
    assert code_of(white.post(f"{path}/offers/accept")) == (409, "NOT_YOUR_TURN")
    offered = black.post(f"{path}/offers", {"offer": "take back"}).json
    assert offered
    assert offered["offer"] == "black"
    assert white.post(f"{path}/offers/decline").status_code == 200
    black.post(f"{path}/offers", {"offer": "take back"})
    back = white.post(f"{path}/offers/accept").json
    assert back
    assert (back["moves_played"], back["turn"]["color"]) == ([], "black")
    listed = api.anybody.get("/matches?limit=1").json
    assert listed
    assert listed["matches"][0]["moves"] == 0
    assert black.move(begun["id"], 1, "f5").status_code == 200  # it was played, once
    assert api.server.registry.room(begun["id"]).seq == back["seq"]


def test_no_move_of_a_rated_match_can_be_taken_back(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white, rated=True)
    black.move(begun["id"], 1, "f5")
    asked = black.post(f"/matches/{begun['id']}/offers", {"offer": "take back"})
    assert code_of(asked) == (409, "REFUSED")


def test_a_request_for_events_waits_until_one_comes(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    found: list[Any] = []
    path = f"/matches/{begun['id']}/events?since=2&wait=25"
    waiting = threading.Thread(target=lambda: found.append(api.anybody.get(path).json))
    waiting.start()
    black.move(begun["id"], 1, "f5")
    waiting.join(60)
    assert [event["event"] for event in found[0]["events"]] == ["MovePlayed", "TurnStarted"]
    assert found[0]["next"] == 4


def test_the_answers_seed_of_a_rated_match_is_secret_until_the_end(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white, rated=True, variant="yesno")
    path = f"/matches/{begun['id']}"
    setup = api.anybody.get(f"{path}/events").json["events"][0]["setup"]
    assert setup["oracle"] == "drawn"
    black.post(f"{path}/resign")
    setup = api.anybody.get(f"{path}/events").json["events"][0]["setup"]
    assert setup["oracle"].startswith("drawn:")


def test_a_computer_plays_and_an_unknown_level_is_refused(api: ApiServer, black: ApiClient) -> None:
    terms = {"opponent": "computer:1", "size": 4, "color": "white"}
    begun = black.post("/matches", terms)
    assert begun.status_code == 201
    assert begun.json
    assert begun.json["black"] == {"name": "Computer 1", "player": None, "seat": "computer:1"}
    path = f"/matches/{begun.json['id']}/events?since=2&wait=25"
    events = api.anybody.get(path).json
    assert events
    assert events["events"][0]["event"] == "MovePlayed"
    black.post(f"/matches/{begun.json['id']}/resign")
    refused = black.post("/matches", {"opponent": "computer:99"})
    assert code_of(refused) == (400, "BAD_REQUEST")


def test_lists_can_be_paged_and_filtered(api: ApiServer) -> None:
    ann, bob = api.player(), api.player()
    ids = [api.match(ann, bob)["id"] for _ in range(3)]
    ann.post(f"/matches/{ids[0]}/resign")
    mine = f"/matches?player={ann.id}"

    def listed(more: str) -> list[str]:
        found = api.anybody.get(mine + more).json
        assert found
        return [match["id"] for match in found["matches"]]

    assert listed("") == ids[::-1]
    assert listed("&limit=2") == ids[:0:-1]
    assert listed(f"&before={ids[1]}") == ids[:1]
    assert listed("&status=finished") == ids[:1]
    assert listed("&status=running") == ids[:0:-1]
    assert listed("&tournament=7") == []
    assert code_of(api.anybody.get("/matches?before=nothing")) == (404, "NOT_FOUND")


def test_a_match_is_exported_in_the_requested_notation(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    black.move(begun["id"], 1, "f5")
    path = f"/matches/{begun['id']}/export"
    assert api.anybody.get(path).text == "f5\n"
    assert api.anybody.get(f"{path}?format=ggf").text.startswith("(;GM[Othello]")
    assert json.loads(api.anybody.get(f"{path}?format=json").data)
    assert code_of(api.anybody.get(f"{path}?format=chess")) == (400, "BAD_REQUEST")


def test_an_exported_match_has_names_and_its_result(
    api: ApiServer, black: ApiClient, white: ApiClient
) -> None:
    begun = api.match(black, white)
    black.move(begun["id"], 1, "f5")
    white.post(f"/matches/{begun['id']}/resign")
    text = api.anybody.get(f"/matches/{begun['id']}/export?format=ggf").text
    assert f"PB[{begun['black']['name']}]PW[{begun['white']['name']}]" in text
    assert "RE[?]" not in text
