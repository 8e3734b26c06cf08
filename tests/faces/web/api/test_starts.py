"""Matches over /api/v1 that begin from a game or a position in some notation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from outflank.notation import read, write
from outflank.play.replay import replay_match
from outflank.rules import Classic, Game, find_variant
from outflank.server.matches.start_positions import MOST_CHARACTERS, read_start
from support.server.api_clients import ApiServer

AFTER_THREE = read(b"f5d6c3").position


@pytest.mark.parametrize("notation", ["transcript", "json", "ggf", "obf", "board"])
@pytest.mark.parametrize("opponent", ["beside", "computer:1"])
def test_a_match_begins_at_the_end_of_the_pasted_text(
    api: ApiServer, opponent: str, notation: str
) -> None:
    ada = api.player()
    text = write(read(b"f5d6c3").game, format=notation)
    made = ada.post("/matches", {"opponent": opponent, "color": "white", "start": text})
    assert made.status_code == 201, made.json
    match = made.json or {}
    assert (match["cells"], match["turn"]["color"]) == (str(AFTER_THREE.board), "white")
    assert (match["moves_played"], match["legal"]) == ([], ["d3", "f3", "f4", "g5"])
    moved = ada.move(match["id"], match["turn"]["seq"], "d3")
    assert moved.status_code == 200, moved.json
    room = api.server.registry.room(match["id"])
    kept = replay_match(api.server.registry.journal.load(match["id"]))
    assert (kept.setup.start, str(kept.game.moves[0])) == (AFTER_THREE, "d3")
    assert room.setup == kept.setup


def test_the_text_decides_the_board_and_the_rules(api: ApiServer) -> None:
    ada = api.player()
    anti = Game(find_variant("anti").start(6))
    anti.push(anti.position.legal_moves[0])
    for text, expected in (
        (write(anti, format="json"), ("anti", 6)),
        ("---- -OX- -XO- ---- O", ("classic", 4)),
        ("---- -OX- -XO- ---- O; c1", ("classic", 4)),
        ("f5d6c3", ("classic", 8)),
    ):
        match = ada.post("/matches", {"opponent": "beside", "start": text}).json or {}
        assert (match["variant"], match["size"]) == expected
    terms = {"variant": "anti", "size": 6, "start": "e4"}
    match = ada.post("/matches", {"opponent": "beside", **terms}).json or {}
    assert (match["variant"], match["size"], match["turn"]["color"]) == ("anti", 6, "white")


def test_a_side_that_cannot_move_passes_at_once(api: ApiServer) -> None:
    text = "XOO- ---- ---- ---- O"
    assert read_start(text).must_pass
    made = api.player().post("/matches", {"opponent": "beside", "start": text}).json or {}
    assert (made["moves_played"], made["turn"]["color"]) == (["pass"], "black")


FULL = "X" * 64 + " O"
MANY = "f5d6c3\n\nf5f6"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("good morning", "this is not a game or position"),
        ("f5d6f5", "line 1, column 5: f5 is occupied; black may play"),
        ("f5d6z9", "'z9' is not a move"),
        ('{"outflank": 1}', "is missing here"),
        ("-" * 63, "63 cells do not fill a board"),
        (FULL, "the game is over in this position"),
        (MANY, "there are several games or positions here"),
        ("  ", "the text is empty"),
        ("f5" * MOST_CHARACTERS, "the body can have"),
        ("f5" + " " * (MOST_CHARACTERS - 2) + "d6", "the text is too long"),
    ],
)
def test_an_unplayable_text_is_refused_in_one_sentence(
    api: ApiServer, text: str, sentence: str
) -> None:
    ada = api.player()
    for path in ("/matches", "/positions"):
        body: dict[str, Any] = {"opponent": "beside"} if path == "/matches" else {}
        refused = ada.post(path, {**body, "start": text})
        assert refused.status_code == (413 if "body" in sentence else 400)
        assert sentence in (refused.json or {})["detail"]


def test_moves_without_answers_are_refused_for_games_with_an_oracle(api: ApiServer) -> None:
    refused = api.anybody.post("/positions", {"start": "f5d6", "variant": "yesno"})
    assert "cannot carry the answers" in (refused.json or {})["detail"]
    board = {"start": str(AFTER_THREE), "variant": "yesno"}
    found = api.anybody.post("/positions", board).json or {}
    assert (found["variant"], found["turn"], found["legal"]) == (
        "yesno",
        "white",
        ["d3", "f3", "f4", "g5"],
    )


def test_a_text_is_never_taken_for_a_file_name(api: ApiServer, tmp_path: Path) -> None:
    file = tmp_path / "f5.txt"
    file.write_text("f5d6c3", encoding="utf-8")
    for name in (str(file), str(tmp_path), f"{tmp_path}/none.ggf"):
        refused = api.anybody.post("/positions", {"start": name})
        assert refused.status_code == 400
        assert (refused.json or {})["detail"].startswith("this is not a game or position")


def test_a_challenge_may_begin_from_a_position_unless_it_is_rated(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    terms = {"opponent": bob.id, "color": "black", "start": "f5d6c3"}
    refused = ada.post("/challenges", {**terms, "rated": True})
    assert refused.status_code == 409
    assert "a rated match must begin from the usual position" in (refused.json or {})["detail"]
    made = ada.post("/challenges", terms).json or {}
    assert made["start"] == str(AFTER_THREE)
    begun = bob.post(f"/challenges/{made['id']}/accept").json or {}
    assert (begun["cells"], begun["turn"]["color"]) == (str(AFTER_THREE.board), "white")
    usual = ada.post("/challenges", {"opponent": bob.id}).json or {}
    assert usual["start"] == ""
    begun = bob.post(f"/challenges/{usual['id']}/accept").json or {}
    assert begun["cells"] == str(Classic().start().board)


@pytest.mark.parametrize("text", ["f5d6c3", "---- -OX- -XO- ---- O"])
def test_a_match_names_its_start_so_that_a_rematch_can_begin_there(
    api: ApiServer, text: str
) -> None:
    ada = api.player()
    body = {"opponent": "beside", "color": "black", "start": text}
    first = ada.post("/matches", body).json or {}
    ada.move(first["id"], first["turn"]["seq"], first["legal"][0])
    ended = ada.post(f"/matches/{first['id']}/resign").json or {}
    assert (ended["status"], ended["start"]) == ("finished", str(read_start(text)))
    terms = {name: ended[name] for name in ("variant", "size", "start")}
    again = ada.post("/matches", {"opponent": "beside", "color": "white", **terms}).json or {}
    assert (again["cells"], again["turn"]["color"]) == (first["cells"], first["turn"]["color"])
    assert (again["start"], again["you"]) == (ended["start"], "white")


def test_the_usual_starting_position_is_not_mentioned(api: ApiServer) -> None:
    ada, bob = api.player(), api.player()
    spelt = str(Classic().start())
    match = ada.post("/matches", {"opponent": "beside", "start": spelt}).json or {}
    assert match["start"] == ""
    rated = {"opponent": bob.id, "rated": True, "start": spelt}
    made = ada.post("/challenges", rated).json or {}
    assert (made["start"], made["rated"]) == ("", True)
