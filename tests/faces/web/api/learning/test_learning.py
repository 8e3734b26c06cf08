"""What players learn over HTTP: entries count once, in any order, and puzzles are judged here."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from outflank.analysis import Finding, own_puzzles
from outflank.learning import NEW_SOLVER, Card, entry_to_dict, mistake_subject
from outflank.rules import Position
from outflank.server.learning.checking import utc_day
from support.server.api_clients import ApiClient, ApiServer
from support.server.app_client import AppClient

DAY = 24 * 3600 * 1000
numbers = itertools.count(1)


@pytest.fixture
def ann(api: ApiServer) -> ApiClient:
    return api.player(kind="person")


def tried(puzzle: dict[str, Any], move: str = "", **more: Any) -> dict[str, Any]:
    """Return an attempt at a puzzle as the page sends it; by default the solution was asked for."""
    return {
        "kind": "attempt",
        "id": f"attempt-{next(numbers):04}",
        "at": 1_700_000_000_000,
        "subject": puzzle["subject"],
        "move": move,
        "right": False,
        "loss": None,
        "milliseconds": 9_000,
        "hints": 0,
        **more,
    }


def send(client: ApiClient, *entries: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/learning/entries", {"entries": list(entries)})
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


def best(puzzle: dict[str, Any]) -> str:
    return next(str(one["move"]) for one in puzzle["moves"] if one["loss"] == 0)


def worst(puzzle: dict[str, Any]) -> dict[str, Any]:
    return dict(max(puzzle["moves"], key=lambda one: one["loss"]))


def some_puzzle(api: ApiServer, place: int = 0) -> dict[str, Any]:
    return dict(api.anybody.get(f"/puzzles/{own_puzzles()[place].id}").json)


def test_an_entry_counts_once_however_often_it_is_sent(api: ApiServer, ann: ApiClient) -> None:
    attempt = tried(some_puzzle(api))
    assert send(ann, attempt, attempt)["added"] == 1
    answer = send(ann, attempt)
    assert (answer["added"], answer["refused"]) == (0, [])
    assert (answer["summary"]["entries"], answer["summary"]["failed"]) == (1, 1)
    assert [one["id"] for one in ann.get("/learning/entries").json["entries"]] == [attempt["id"]]


def test_an_id_belongs_to_its_player(api: ApiServer, ann: ApiClient) -> None:
    attempt = tried(some_puzzle(api))
    assert send(ann, attempt)["added"] == send(api.player(), attempt)["added"] == 1


def test_the_server_judges_attempts_at_its_puzzles(api: ApiServer, ann: ApiClient) -> None:
    puzzle = some_puzzle(api)
    lost = worst(puzzle)
    send(ann, tried(puzzle, best(puzzle), right=False, loss=9.0))
    send(ann, tried(puzzle, lost["move"], right=True, loss=0.0))
    first, second = ann.get("/learning/entries").json["entries"]
    assert (first["right"], first["loss"]) == (True, 0.0)
    assert (second["right"], second["loss"]) == (False, lost["loss"])


def test_an_entry_that_makes_no_sense_hinders_no_other(api: ApiServer, ann: ApiClient) -> None:
    puzzle = some_puzzle(api)
    illegal, good = tried(puzzle, "e4"), tried(puzzle, best(puzzle))
    unfinished = {name: illegal[name] for name in ("kind", "at", "subject")} | {"id": "unfinished"}
    card = {
        **unfinished, "id": "card-0001", "kind": "card", "subject": puzzle["subject"],
        "position": "f5", "played": "d6", "best": ["f6"], "loss": 4.0,
    }  # fmt: skip
    answer = send(ann, illegal, unfinished, card, good)
    assert answer["added"] == 1
    problems = {one["id"]: one["problem"] for one in answer["refused"]}
    assert problems == {
        illegal["id"]: "'e4' is not a legal move there",
        "unfinished": "the field 'right' of an entry cannot be None",
        "card-0001": "the position is not written as str(position) gives it, or is not that of "
        + puzzle["subject"],
    }


def test_a_card_that_cannot_be_shown_is_refused(ann: ApiClient) -> None:
    position = Position.parse("f5d6c3d3c4")
    played, best, *_ = map(str, position.legal_moves)
    card = Card(
        id="card-0001", at=1, subject=mistake_subject(position), position=str(position),
        played=played, best=(best,), loss=4.0,
    )  # fmt: skip
    refused = {
        "its findings or its line cannot be told": [
            replace(card, findings=(Finding("gave_corner"),)),
            replace(card, findings=(Finding("from another version"),)),
            replace(card, line=("somewhere",)),
        ],
        "'a1' is not a legal move there": [
            replace(card, played="a1"), replace(card, best=("a1",)),
            replace(card, values={"a1": 1}),
        ],
        "at least one move must be right": [replace(card, best=())],
        "an entry has at most 8,000 letters": [
            replace(card, findings=(Finding("lost_discs", {"more": "x" * 8_000}),))
        ],
    }  # fmt: skip
    for problem, cards in refused.items():
        for each in cards:
            answer = send(ann, entry_to_dict(each))
            assert [one["problem"] for one in answer["refused"]] == [problem], each
    assert send(ann, entry_to_dict(card))["added"] == 1


def test_cards_of_a_game_from_elsewhere_are_made_of_a_browsers_values(ann: ApiClient) -> None:
    exact = {"kind": "exact", "depth": None, "confidence": None}
    lost = {
        "score": {"discs": -8.0, **exact}, "best": {"discs": 2.0, **exact},
        "played_line": ["a2", "a1"], "line": ["d3", "d4"],
    }  # fmt: skip
    body = {
        "game": {"outflank": 1, "variant": "classic", "size": 4, "plies": [{"move": "a2"}]},
        "values": [lost],
        "color": "black",
    }
    assert ann.post("/learning/cards", body).json == {"added": 1, "cards": 1}
    assert ann.post("/learning/cards", body).json == {"added": 0, "cards": 1}
    (card,) = ann.get("/learning/due").json["cards"]
    assert (card["played"], card["best"], card["match"], card["disc"]) == ("a2", ["d3"], None, 1)
    assert ann.post("/learning/cards", body | {"color": "white"}).json["cards"] == 0
    assert ann.post("/learning/cards", body | {"values": []}).status_code == 400


def test_too_many_entries_at_once_are_refused(ann: ApiClient, api: ApiServer) -> None:
    puzzle = some_puzzle(api)
    answer = ann.post("/learning/entries", {"entries": [tried(puzzle) for _ in range(201)]})
    assert answer.status_code == 400
    assert ann.get("/learning").json["entries"] == 0


def test_what_happens_in_the_future_happens_now(api: ApiServer, ann: ApiClient) -> None:
    send(ann, tried(some_puzzle(api), at=api.server.now() + 30 * DAY))
    (entry,) = ann.get("/learning/entries").json["entries"]
    assert entry["at"] <= api.server.now()


def test_a_failed_puzzle_is_due_the_next_day_with_its_solution(
    api: ApiServer, ann: ApiClient
) -> None:
    puzzle = some_puzzle(api)
    at = api.server.now() - 3 * DAY
    summary = send(ann, tried(puzzle, worst(puzzle)["move"], at=at))["summary"]
    assert (summary["due"], summary["cards"]) == (1, 1)
    due = ann.get("/learning/due").json
    (card,) = due["cards"]
    assert due["left"] == 0
    assert {name: card[name] for name in ("kind", "subject", "board", "turn", "moves")} == {
        "kind": "puzzle",
        **{name: puzzle[name] for name in ("subject", "board", "turn", "moves")},
    }
    assert card["best"] == [one["move"] for one in puzzle["moves"] if one["loss"] == 0]
    assert (card["attempts"], card["lapses"], card["exact"]) == (1, 1, True)
    summary = send(ann, tried(puzzle, best(puzzle), at=api.server.now() - 1000))["summary"]
    assert summary["due"] == 0
    assert summary["next_due"] > api.server.now()
    assert (summary["solved"], summary["failed"]) == (0, 1)


def test_the_puzzle_of_the_day_is_the_same_for_all_and_makes_a_streak(
    api: ApiServer, ann: ApiClient
) -> None:
    daily = api.anybody.get("/puzzles/daily").json
    assert daily == ann.get("/puzzles/daily").json
    today = utc_day(api.server.now())
    assert daily["date"] == today.isoformat()
    assert daily["puzzle"]["id"] == own_puzzles().of_day(today).id
    puzzle = daily["puzzle"]
    summary = send(
        ann,
        tried(puzzle, best(puzzle), at=api.server.now(), occasion=f"daily:{today}"),
        # Nobody solves the puzzle of a day that is long over.
        tried(puzzle, best(puzzle), at=api.server.now(), occasion="daily:2020-01-01"),
        tried(puzzle, best(puzzle), at=api.server.now(), occasion="daily:soon"),
    )["summary"]
    assert (summary["streak"], summary["solved_today"], summary["day"]) == (1, True, str(today))


def test_puzzles_are_chosen_by_rating_and_theme_and_none_twice(
    api: ApiServer, ann: ApiClient
) -> None:
    first = ann.get("/puzzles?most=50").json
    assert first["rating"] == NEW_SOLVER.value
    assert api.anybody.get("/puzzles").json["rating"] is None
    assert len({one["id"] for one in first["puzzles"]}) == 50
    send(ann, *(tried(one) for one in first["puzzles"]))
    again = ann.get("/puzzles?most=50").json["puzzles"]
    assert not {one["id"] for one in again} & {one["id"] for one in first["puzzles"]}
    theme = first["puzzles"][0]["themes"][0]
    themed = ann.get(f"/puzzles?theme={theme}&most=5").json["puzzles"]
    assert all(theme in one["themes"] for one in themed)

    def mean(difficulty: str) -> float:
        found = api.anybody.get(f"/puzzles?difficulty={difficulty}&most=20").json["puzzles"]
        return float(sum(one["rating"] for one in found) / len(found))

    assert mean("easiest") < mean("normal") < mean("hardest")


def test_unknown_puzzles_and_themes_are_refused_in_a_sentence(api: ApiServer) -> None:
    missing = api.anybody.get("/puzzles/aaaaaaaaaa")
    assert (missing.status_code, missing.json["detail"]) == (404, "there is no puzzle aaaaaaaaaa")
    unknown = api.anybody.get("/puzzles?theme=chess")
    assert unknown.status_code == 400
    assert "corner" in unknown.json["detail"]


def test_a_guest_learns_with_the_cookie_of_the_page(api: ApiServer) -> None:
    browser, headers = AppClient(api.app), {"Sec-Fetch-Site": "same-origin"}
    attempt = tried(some_puzzle(api))
    body = {"entries": [attempt]}
    alone = browser.post("/api/v1/learning/entries", json=body, headers=headers)
    assert alone.status_code == 401
    browser.post("/api/v1/session", headers=headers)
    answer = browser.post("/api/v1/learning/entries", json=body, headers=headers)
    assert answer.json["added"] == 1
    assert browser.get("/api/v1/learning").json["failed"] == 1


def test_a_deleted_player_leaves_no_entries(api: ApiServer) -> None:
    gone = api.player()
    send(gone, tried(some_puzzle(api)))
    assert gone.call("DELETE", "/me").status_code == 204
    assert api.server.store.learning.after(gone.id, 0) == []


def test_the_log_is_read_part_by_part(api: ApiServer, ann: ApiClient) -> None:
    send(ann, *(tried(some_puzzle(api, place)) for place in range(7)))
    found, part = list[str](), dict[str, Any](next=0)
    while part["next"] is not None:
        part = ann.get(f"/learning/entries?most=3&after={part['next']}").json
        found += [one["id"] for one in part["entries"]]
    assert len(found) == len(set(found)) == 7
