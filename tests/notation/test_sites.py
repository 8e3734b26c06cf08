"""Othello Quest's JSON and Kaggle's observation."""

import json

import pytest

from outflank import BLACK, Classic, Game, NotationError, read, write
from outflank.notation import find_format
from support.notation_samples import KAGGLE, QUEST, TIGER


def test_a_game_of_othello_quest_has_players_ratings_and_times() -> None:
    game = read(QUEST).game
    assert game.transcript == "f5d6"
    assert game.headers == {
        "black": "Ann",
        "white": "Bo",
        "black_rating": "1500.5",
        "white_rating": "1600",
        "date": "2024-05-01T10:00:00Z",
        "time": "1:00",
    }
    assert [ply.seconds for ply in game.plies] == [1.5, 0.3]
    assert read(write(game, format="quest")).game == game


def test_a_player_without_a_name_has_an_id_and_a_pass_may_have_many_names() -> None:
    record = json.loads(QUEST)
    del record["players"][0]["name"]
    assert read(json.dumps(record)).game.headers["black"] == "ann"
    record["position"]["moves"] = [{"m": "c4"}, {"m": "-"}]
    (problem,) = read(json.dumps(record)).problems
    assert "a side may pass only when it has no move" in str(problem)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("reversi1", "gomoku", "this is a game of 'gomoku', not of Othello"),
        ('"t":1500', '"t":-5', "not a time in seconds"),
        ('"m":"d6"', '"m":"a1"', "a1 outflanks nothing"),
        ('"moves"', '"played"', "'moves' is missing here"),
    ],
)
def test_a_broken_game_of_othello_quest_is_refused(old: str, new: str, problem: str) -> None:
    (found,) = read(QUEST.replace(old, new)).problems
    assert problem in str(found)
    assert found.line is not None


def test_othello_quest_has_only_usual_games() -> None:
    for game in (Game(size=6), Game(Classic().start().play("f5"))):
        for act in (find_format("quest").write, find_format("quest").reduce):
            with pytest.raises(NotationError, match="only from the usual start on 8x8"):
                act(game)


def test_an_observation_of_kaggle_is_replayed() -> None:
    game = read(KAGGLE).game
    assert [str(move) for move in game.moves] == ["d3"]
    assert write(game, format="kaggle") == KAGGLE
    wrapped = json.dumps({"observationString": KAGGLE, "legalActions": [0]})
    assert read(wrapped).format == "kaggle"
    assert read(wrapped).game == game


def test_an_observation_without_moves_is_a_position() -> None:
    record = json.loads(KAGGLE)
    del record["move_history"]
    position = read(json.dumps(record)).position
    assert str(position) == "-----OX--XXX---- O"
    record["current_player"] = "terminal"
    assert str(read(json.dumps(record)).position).endswith(" X")


def test_a_game_from_another_start_keeps_its_last_position() -> None:
    game = Game(read("XXXXXXXX-OOOOOO- X").position)
    reduce = find_format("kaggle").reduce
    assert reduce(game).start == game.start
    game.push_all(["d4", "a3"])
    assert game.position.is_over
    assert (reduce(game).start.board, reduce(game).start.turn) == (game.position.board, BLACK)


def test_an_observation_has_the_end_of_a_game() -> None:
    wiped = read("f5d6c5f4e7c6c7f6g5e6e3").game
    record = json.loads(write(wiped, format="kaggle"))
    assert (record["current_player"], record["winner"]) == ("terminal", "x")
    draw = read("XXXXXXXXOOOOOOOO X").position
    assert json.loads(write(draw, format="kaggle"))["winner"] == "draw"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('["", "", "", ""], ["", "o"', '["", "", ""], ["", "o"', "as many cells in each row"),
        ('"o", "x", ""]', '"q", "x", ""]', "'q' is not a cell"),
        ('["d3"]', '["c1"]', "c1 outflanks nothing"),
        ('["d3"]', "[]", "the moves do not lead to the board"),
    ],
)
def test_a_broken_observation_is_refused(old: str, new: str, problem: str) -> None:
    broken = KAGGLE.replace(old, new)
    for text in (broken, json.dumps({"observationString": broken})):
        (found,) = read(text).problems
        assert problem in str(found)
        assert found.line == 1


def test_lists_of_observations_are_several_records() -> None:
    assert len(read(f"[{KAGGLE}, {KAGGLE}]")) == 2
    assert len(read(f"[{QUEST}, {QUEST}]")) == 2
    assert read(TIGER).format == "transcript"
