"""Openings over HTTP: one's repertoire, what is played, lines to drill and survival runs."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from outflank.learning import BookReplies, SurvivalRun, opening_subject
from outflank.rules import WHITE, Position, Square
from support.server.api_clients import ApiClient, ApiServer

numbers = itertools.count(1)
AT = 1_700_000_000_000


@pytest.fixture
def ann(api: ApiServer) -> ApiClient:
    return api.player(kind="person")


def add(client: ApiClient, line: str, color: str) -> list[dict[str, Any]]:
    """Add a line as the page does: ask what it would add, then send the entries."""
    asked = client.get(f"/learning/repertoire/line?line={line}&color={color}").json
    entries = [
        {
            "kind": "decision",
            "id": f"decision-{next(numbers):04}",
            "at": AT,
            **{name: one[name] for name in ("subject", "position", "moves")},
        }
        for one in asked["decisions"]
    ]
    answer = client.post("/learning/entries", {"entries": entries})
    assert (answer.status_code, answer.json["refused"]) == (200, [])
    return list(asked["decisions"])


def test_a_named_opening_becomes_decisions(ann: ApiClient) -> None:
    assert [one["added"] for one in add(ann, "Tiger", "black")] == ["f5", "c3", "c4"]
    assert add(ann, "d3c5f6f5e6", "black") == []  # the same line, turned
    found = ann.get("/learning/repertoire").json
    assert [(one["color"], one["way"], one["answers"]) for one in found["decisions"]] == [
        ("black", [], ["f5"]),
        ("black", ["f5", "d6"], ["c3"]),
        ("black", ["f5", "d6", "c3", "d3"], ["c4"]),
    ]
    assert all(one["reached"] and one["due"] for one in found["decisions"])
    black, white = found["memorise"]
    assert (black["decisions"], black["gaps"][0]["opening"]) == (3, "Tiger")
    assert (white["decisions"], white["gaps"][0]["way"]) == (0, ["f5"])
    assert found["source"] == "book"


def test_a_dropped_decision_is_gone(ann: ApiClient) -> None:
    _, second, _ = add(ann, "Tiger", "black")
    dropped = {"kind": "dropped", "id": "dropped-0001", "at": AT + 5, "subject": second["subject"]}
    ann.post("/learning/entries", {"entries": [dropped]})
    found = ann.get("/learning/repertoire").json["decisions"]
    assert [(one["answers"], one["reached"]) for one in found] == [(["f5"], True), (["c4"], False)]


def test_what_is_played_is_told_with_shares_values_and_names(
    api: ApiServer, ann: ApiClient
) -> None:
    add(ann, "f5f6", "white")
    found = ann.get("/learning/repertoire/replies?moves=c4").json
    assert found["subject"] == opening_subject(Position.parse("f5"))
    assert (found["turn"], found["answers"], found["source"]) == ("white", ["c3"], "book")
    moves = {one["move"]: one for one in found["moves"]}
    assert set(moves) == {"c3", "e3", "c5"}
    assert {one["opening"] for one in moves.values()} == {"Perpendicular", "Diagonal", "Parallel"}
    assert sum(one["share"] for one in moves.values()) == pytest.approx(1)
    assert (moves["e3"]["loss"], moves["c3"]["loss"] > 2) == (0, True)
    anybody = api.anybody.get("/learning/repertoire/replies?moves=c4").json
    assert anybody == {**found, "answers": []}
    unknown = api.anybody.get("/learning/repertoire/replies?moves=f5f4c3c4").json
    assert unknown["source"] is None
    assert {one["share"] for one in unknown["moves"]} == {None}


def test_lines_to_drill_ask_for_every_decision_once(ann: ApiClient) -> None:
    decisions = add(ann, "Tiger", "black") + add(ann, "f5f6e6f4e3", "white")
    found = ann.get("/learning/repertoire/lines?seed=3").json
    asked = [step["subject"] for line in found["lines"] for step in line["steps"]]
    assert sorted(filter(None, asked)) == sorted(one["subject"] for one in decisions)
    first = found["lines"][0]["steps"][0]
    assert (first["move"], set(first["answers"])) == ("f5", {"f5", "d3", "c4", "e6"})
    assert ann.get("/learning/repertoire/lines?seed=3").json == found
    white = ann.get("/learning/repertoire/lines?color=white").json["lines"]
    assert {line["color"] for line in white} == {"white"}


def test_a_survival_run_goes_on_as_in_the_library(api: ApiServer) -> None:
    run = SurvivalRun(WHITE, BookReplies(), seed=4)
    moves: list[str] = []
    while True:
        address = f"/learning/repertoire/run?color=white&seed=4&moves={''.join(moves)}"
        found = api.anybody.get(address).json
        assert (found["state"], found["survived"]) == (run.state, run.survived)
        assert found["cells"] == str(run.position.board)
        assert found["way"] == [str(move) for move in run.way]
        if run.state != "asks":
            break
        moves.append(found["right"][0])
        run.try_move(found["right"][0], at=1)
    assert run.survived >= 3


def test_a_wrong_move_ends_the_run_and_is_told(ann: ApiClient) -> None:
    found = ann.get("/learning/repertoire/run?color=white&moves=f4&seed=1").json
    assert (found["state"], found["survived"], found["right"]) == ("left", 0, ["d6"])
    assert found["loss"] > 2
    add(ann, "f5f6", "white")  # now only the own answer is right
    assert ann.get("/learning/repertoire/run?color=white&seed=1").json["right"] == ["f6"]


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/learning/repertoire/replies?moves=f5f5", 400, "BAD_REQUEST"),
        ("/learning/repertoire/replies?moves=zz", 400, "BAD_REQUEST"),
        ("/learning/repertoire/line?line=Tigger&color=black", 400, "BAD_REQUEST"),
        ("/learning/repertoire/line?line=a1&color=black", 400, "BAD_REQUEST"),
        ("/learning/repertoire/run?moves=a1", 422, "ILLEGAL_MOVE"),
        ("/learning/repertoire/lines?most=0", 400, "BAD_REQUEST"),
        ("/learning/repertoire?share=2", 400, "BAD_REQUEST"),
    ],
)
def test_wrong_questions_are_refused(ann: ApiClient, address: str, status: int, code: str) -> None:
    answer = ann.get(address)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_a_repertoire_needs_a_player(api: ApiServer) -> None:
    for path in ("/learning/repertoire", "/learning/repertoire/lines"):
        assert api.anybody.get(path).status_code == 401


def test_the_position_of_a_running_match_is_not_told(api: ApiServer, ann: ApiClient) -> None:
    created = ann.post("/matches", {"opponent": "computer:1", "color": "black"})
    assert created.status_code == 201, created.json
    answer = ann.get("/learning/repertoire/replies")
    assert (answer.status_code, answer.json["code"]) == (409, "REFUSED")


def test_a_finished_match_tells_where_its_player_left_their_book(
    api: ApiServer, ann: ApiClient
) -> None:
    bo = api.player(kind="person")
    add(ann, "Tiger", "black")
    begun = api.match(ann, bo)
    match, turn = begun["id"], begun["turn"]["seq"]
    for player, move in ((ann, "d3"), (bo, "c5"), (ann, "f6"), (bo, "f5"), (ann, "f4")):
        player.move(match, turn, move)
        turn = ann.get(f"/matches/{match}").json["turn"]["seq"]
    left = f"/learning/repertoire/left/{match}"
    assert ann.get(left).json["code"] == "MATCH_RUNNING"
    assert bo.post(f"/matches/{match}/resign").status_code == 200
    assert ann.get(left).json == {
        "left": {
            "ply": 4,
            "number": 5,
            "move": "f4",
            "answers": ["e6"],
            "opening": "Perpendicular",
            "way": ["d3", "c5", "f6", "f5"],
            "sentence": "Black left your book at move 5, f4, after Perpendicular: "
            "your answer there is e6.",
        }
    }
    assert bo.get(left).json == {"left": None}
    assert api.player(kind="person").get(left).json == {"left": None}


def test_opponents_reply_as_they_did_in_ones_own_games(api: ApiServer, ann: ApiClient) -> None:
    bo = api.player(kind="person")
    replies = "/learning/repertoire/replies?moves=f5"
    for line in [["d3", "c5", "f6"]] * 7 + [["d3", "c3"]] * 3:
        assert ann.get(replies).json["source"] == "book"
        room = api.server.registry.room(api.match(ann, bo)["id"])
        for move in line:
            room.play(Square.parse(move))
        room.resign(WHITE)
    found = ann.get(replies).json
    shares = {one["move"]: (one["share"], one["games"]) for one in found["moves"]}
    assert found["source"] == "own"
    assert (shares["d6"], shares["f6"]) == ((0.7, 7), (0.3, 3))  # the same lines, turned
    # Only what opponents played counts: the move after f5d6 was Ann's own.
    assert ann.get("/learning/repertoire/replies?moves=f5d6").json["source"] == "book"
    # A run goes on as it began, so new games do not change its replies.
    run = "/learning/repertoire/survival?color=black&seed=3&moves=f5"
    assert ann.get(run).json == api.anybody.get(run).json
