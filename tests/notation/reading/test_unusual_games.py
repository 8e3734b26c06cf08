"""Unusual records, which are read from move to move, with what they hold or what is wrong."""

import json
from typing import Any

import pytest

from outflank import Game, read, write
from support.notation_samples import KAGGLE, PASSES, QUEST

GAME = {"outflank": 1, "variant": "classic", "size": 8}
ENDED = {"winner": "black", "reason": "resignation"}


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"plies": [{"move": "f5", "automatic": 1}]}, "true or false"),
        (
            {"plies": [{"move": "f5"}], "verdict": {**ENDED, "black": 9, "white": 2}},
            "has those discs",
        ),
    ],
)
def test_json_that_contradicts_itself_is_refused(more: dict[str, Any], problem: str) -> None:
    (found,) = read(json.dumps({**GAME, **more}), format="json").problems
    assert problem in str(found)


def test_a_pass_left_out_of_a_game_with_variations_is_inserted() -> None:
    game = read(PASSES).game
    moves = write(game, format="pgn").split("\n\n")[-1].replace("pass", "")
    first = str(game.moves[0])
    text = moves.replace(first, f"{first} (1. {Game().legal_moves[0]})", 1)
    read_game = read(text, format="pgn").game
    assert read_game.moves == game.moves
    assert len(read_game.root.replies) == 2
    assert any(ply.automatic for ply in read_game.plies)


@pytest.mark.parametrize("text", ["1. f5 $0 (1. d3) d6", "$1 1. f5 (1. d3) d6"])
def test_a_mark_that_means_nothing_or_stands_before_the_first_move_is_left_out(text: str) -> None:
    assert [ply.nags for ply in read(text, format="pgn").game.plies] == [(), ()]


def test_a_comment_after_the_result_belongs_to_the_last_move() -> None:
    game = read("1. f5 d6 {a} 2-2 {after}", format="pgn").game
    assert [ply.comment for ply in game.plies] == ["", "a after"]


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (1, "as many cells in each row as it has rows"),
        (["", "x"], "as many cells in each row as it has rows"),
        (["", 1, "", ""], "this should be text"),
        (["", "z", "", ""], "'z' is not a cell"),
    ],
)
def test_a_board_of_kaggle_that_is_none_is_refused(rows: int | list[Any], problem: str) -> None:
    record = json.loads(KAGGLE)
    del record["move_history"]
    board = record["board"]
    record["board"] = board[:rows] if isinstance(rows, int) else [*board[:3], rows]
    (found,) = read(json.dumps(record), format="kaggle").problems
    assert problem in str(found)


def test_a_board_of_kaggle_may_have_capital_letters() -> None:
    record = json.loads(KAGGLE)
    del record["move_history"]
    record["board"][3] = ["", "X", "", ""]
    assert str(read(json.dumps(record), format="kaggle").position.board["b4"]) == "black"


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (3, "this should be an object"),
        ({"m": "f5", "t": "x"}, "this should be a number"),
        ({"m": "f5", "t": True}, "this should be a number"),
    ],
)
def test_a_move_of_othello_quest_that_is_none_is_refused(move: Any, problem: str) -> None:
    record = json.loads(QUEST)
    record["position"]["moves"] = [move]
    (found,) = read(json.dumps(record), format="quest").problems
    assert problem in str(found)
