"""Games and positions over /api/v1/analysis: read, written, named and looked up."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from outflank.archive import build_index
from outflank.drawing import can_draw_png
from outflank.faces.web.wire.schemas.analysis import written_formats
from outflank.notation import formats, read, write
from outflank.rules import Color, Game
from support.notation_samples import BINARY_SAMPLES, JSON, OBF, PASSES, SAMPLES, TIGER
from support.sample_games import random_games, table_of
from support.server.api_clients import ApiServer

START = f"{'-' * 27}OX{'-' * 6}XO{'-' * 27}"


def read_text(api: ApiServer, text: str, **more: Any) -> dict[str, Any]:
    answer = api.anybody.post("/analysis/read", {"text": text, **more})
    assert answer.status_code == 200, answer.json
    assert isinstance(answer.json, dict)
    return answer.json


def game_of(record: dict[str, Any]) -> Game:
    """Read the game in an answer of the server."""
    return read(json.dumps(record["game"]).encode(), format="json", errors="raise").game


@pytest.mark.parametrize("name", SAMPLES)
def test_every_notation_of_text_is_read(api: ApiServer, name: str) -> None:
    text = SAMPLES[name]
    asked = (
        {} if next(one for one in formats() if one.name == name).recognises else {"format": name}
    )
    found = read_text(api, text, **asked)
    expected = read(text.encode(), format=asked.get("format"))
    assert found["format"] == expected.format
    assert [game_of(record) for record in found["records"]] == list(expected.games)
    assert (found["problems"], found["left_out"]) == ([], 0)


@pytest.mark.parametrize("name", BINARY_SAMPLES)
def test_files_of_bytes_are_read(api: ApiServer, name: str) -> None:
    data = BINARY_SAMPLES[name]
    body = {"data": base64.b64encode(data).decode()}
    answer = api.anybody.post("/analysis/read", body)
    assert answer.status_code == 200, answer.json
    expected = read(data)
    assert len((answer.json or {})["records"]) == len(expected.records)


def test_scores_of_moves_come_with_a_position(api: ApiServer) -> None:
    (record,) = read_text(api, OBF)["records"]
    assert record["scores"][0] == {"move": "g8", "score": {"discs": 18, "kind": "heuristic"}}
    assert len(record["scores"]) == 8


def test_variations_remarks_and_names_survive(api: ApiServer) -> None:
    (record,) = read_text(api, JSON)["records"]
    assert record["title"] == "Ann \N{EN DASH} Bo"
    assert record["game"]["comment"] == "a first try"
    assert record["game"]["plies"][2]["after"] == 1
    assert game_of(record) == read(JSON.encode()).game


def test_unreadable_records_are_reported_beside_readable_ones(api: ApiServer) -> None:
    found = read_text(api, f"{TIGER}\nf5f5\n{PASSES}")
    assert len(found["records"]) == 2
    (problem,) = found["problems"]
    assert "f5 is occupied" in problem


def test_only_the_first_hundred_records_are_listed(api: ApiServer) -> None:
    found = read_text(api, "\n".join([*["f5d6c3"] * 118, "f5f5", "f5d6"]))
    assert (len(found["records"]), found["left_out"]) == (100, 20)
    assert found["problems"] == []  # the others are counted, but not read


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"text": ""}, "the text is empty"),
        ({"text": "good morning"}, ""),
        ({"text": "f5d6f5"}, "f5 is occupied"),
        ({"text": "/etc/passwd"}, ""),
        ({"text": "f5d6", "format": "latin"}, "latin"),
        ({"text": "f5d6", "variant": "chess"}, "chess"),
        ({"text": "\ud800f5"}, "half a character"),
        ({"text": "[" * 50_000}, ""),
        ({"text": '{"outflank": 1, "variant": "classic", "size": 99}'}, ""),
        ({"data": base64.b64encode(bytes(range(256)) * 20).decode()}, ""),
        ({"txt": "f5"}, "there is no such field"),
    ],
)
def test_hostile_input_is_refused_in_one_sentence(
    api: ApiServer, body: dict[str, Any], sentence: str
) -> None:
    raw = json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    answer = api.anybody.call("POST", "/analysis/read", data=raw, headers=headers)
    assert 400 <= answer.status_code < 500
    problem = answer.json or {}
    assert sentence in problem["detail"]
    assert "\n" not in problem["detail"]
    assert len(problem["detail"]) < 500


def test_a_text_is_never_taken_for_a_file_name(
    api: ApiServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.ggf").write_text(SAMPLES["ggf"], encoding="utf-8")
    answer = api.anybody.post("/analysis/read", {"text": "secret.ggf"})
    assert answer.status_code == 400


def test_an_oversized_input_is_refused_before_it_is_read(api: ApiServer) -> None:
    answer = api.anybody.post("/analysis/read", {"text": "f5" * 200_000})
    assert (answer.status_code, (answer.json or {})["code"]) == (413, "TOO_LARGE")


# Writing


@pytest.mark.parametrize("name", written_formats())
def test_a_game_is_written_in_every_writable_notation(api: ApiServer, name: str) -> None:
    (record,) = read_text(api, TIGER)["records"]
    answer = api.player().post("/analysis/write", {"game": record["game"], "format": name})
    if name == "png" and not can_draw_png():
        assert answer.status_code == 404
        return
    assert answer.status_code == 200, answer.text
    game = read(TIGER.encode()).game
    if name in ("svg", "png"):
        assert answer.data.startswith(b"<svg" if name == "svg" else b"\x89PNG")
    elif name == "wthor":
        assert read(answer.data).game.transcript == TIGER
    else:
        assert answer.text == f"{write(game, format=name)}\n"


def test_position_notations_and_pictures_show_the_chosen_place(api: ApiServer) -> None:
    (record,) = read_text(api, TIGER)["records"]
    body = {"game": record["game"], "format": "board", "at": 2}
    shown = api.player().post("/analysis/write", body).text
    assert shown.strip() == write(read(b"f5d6").position, format="board")
    scores = [{"move": "c3", "score": {"discs": 4, "kind": "exact"}}]
    body = {"game": record["game"], "format": "obf", "at": 2, "scores": scores}
    assert "C3:+4" in api.player().post("/analysis/write", body).text
    body = {"game": record["game"], "format": "svg", "at": 2, "scores": scores}
    assert "+4" in api.player().post("/analysis/write", body).text


def test_the_whole_tree_is_written(api: ApiServer) -> None:
    (record,) = read_text(api, JSON)["records"]
    written = api.player().post("/analysis/write", {"game": record["game"], "format": "sgf"})
    assert read(written.text.encode()).game.root.replies[0].replies[1].comment == "or this"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "gif"}, "gif"),
        ({"at": 99}, "the game has 5 plies"),
        ({"scores": [{"move": "a1", "score": {"discs": 1, "kind": "exact"}}]}, "a1 cannot be"),
        ({"game": {"outflank": 1, "variant": "classic", "size": 8, "start": "XO X"}}, ""),
        (
            {"game": {"outflank": 1, "variant": "classic", "size": 8, "plies": [{"move": "a1"}]}},
            "a1",
        ),
    ],
)
def test_a_game_that_cannot_be_written_is_refused_in_one_sentence(
    api: ApiServer, change: dict[str, Any], sentence: str
) -> None:
    (record,) = read_text(api, TIGER)["records"]
    body = {"game": record["game"], "format": "board", **change}
    answer = api.player().post("/analysis/write", body)
    assert answer.status_code in (400, 422), answer.text
    assert sentence in (answer.json or {})["detail"]


def test_answers_of_the_oracle_are_not_dropped_silently(api: ApiServer) -> None:
    (record,) = read_text(api, JSON)["records"]
    body = {"game": record["game"], "format": "transcript"}
    answer = api.player().post("/analysis/write", body)
    assert "cannot carry the answers" in (answer.json or {})["detail"]


# Openings and played games


def test_an_opening_is_recognised_by_its_moves(api: ApiServer) -> None:
    found = api.anybody.get("/analysis/opening?moves=f5d6c3d3c4f4").json or {}
    assert (found["name"], found["on_the_way"][0]) == ("Tiger", "Perpendicular")
    assert (api.anybody.get("/analysis/opening").json or {})["name"] is None
    after = str(read(b"f5d6c3d3").position).replace(" ", "%20")
    found = api.anybody.get(f"/analysis/opening?moves=c4&start={after}").json or {}
    assert found["name"] == "Tiger"
    assert api.anybody.get("/analysis/opening?moves=a1").status_code in (400, 422)


def test_the_answer_without_an_index_is_a_sentence(
    api: ApiServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    answer = api.anybody.get(f"/analysis/games?cells={START}")
    assert answer.status_code == 404
    assert (answer.json or {})["detail"] == "this server has no index of played games"


def test_played_games_are_counted(
    api: ApiServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "games.tsv"
    table.write_text(table_of(random_games(12)), encoding="utf-8")
    build_index([table], tmp_path / "games.sqlite")
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    found = api.anybody.get(f"/analysis/games?cells={START}&turn={Color.BLACK}").json or {}
    assert found["games"] == 12
    assert sum(move["games"] for move in found["moves"]) == 12
    assert len(found["newest"]) == 10
    assert api.anybody.get(f"/analysis/games?cells={'-' * 17}").status_code == 400
    lone = api.anybody.get(f"/analysis/games?cells={'-' * 34}XO{'-' * 28}").json or {}
    assert (lone["games"], lone["moves"], lone["newest"]) == (0, [], [])
