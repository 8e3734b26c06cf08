"""What a record loses when it is written in a notation that cannot hold everything."""

import pytest

from outflank import BLACK, Game, NotationError, Reason, Score, ScoreKind
from outflank.notation import find_any_format, find_format, read
from support.notation_samples import GGF, OBF, TIGER


def test_a_format_lists_what_a_record_would_lose() -> None:
    game = read(GGF).game
    assert find_format("ggf").losses(game) == []
    assert find_format("json").losses(game) == []
    assert find_format("transcript").losses(game) == [
        "headers",
        "times",
        "scores",
        "kinds of scores",
    ]
    assert find_format("board").losses(read(TIGER).game) == ["moves"]
    anti = read(TIGER, variant="anti").game
    assert find_format("transcript").losses(anti) == ["variant"]
    assert find_format("ggf").losses(anti) == []


def test_everything_that_can_be_lost_has_a_name() -> None:
    game = read(TIGER, variant="anti").game
    game.headers["event"] = "a club evening"
    game.plies[0].comment = "usual"
    game.plies[1].seconds, game.plies[1].score = 1.2341, Score(2.12, ScoreKind.EXACT)
    game.plies[2].nags, game.plies[2].clock = [1], 90
    game.end(BLACK, Reason.CRASH)
    game.add(game.root, "d3")
    lost = {name: find_format(name).losses(game) for name in ("json", "ggf", "transcript")}
    assert lost == {
        "json": [],
        "ggf": ["variations", "headers", "clocks", "marks", "kinds of scores", "verdict"],
        "transcript": [
            "variant",
            "variations",
            "headers",
            "comments",
            "times",
            "clocks",
            "marks",
            "scores",
            "kinds of scores",
            "verdict",
        ],
    }


def test_a_position_loses_scores_and_comments() -> None:
    (record,) = read(f"{OBF} % solved", scores="exact")
    assert find_format("obf").losses(record) == ["kinds of scores"]
    assert find_format("board").losses(record) == ["scores", "kinds of scores"]
    assert find_format("drawing").losses(record) == ["comments", "scores", "kinds of scores"]
    assert find_format("json").losses(record) == ["scores", "kinds of scores"]


def test_losses_of_a_record_that_cannot_be_written_are_refused() -> None:
    with pytest.raises(NotationError, match="cannot carry the answers"):
        find_format("ggf").losses(Game(variant="yesno"))


def test_headers_that_a_notation_adds_are_not_a_loss() -> None:
    game = read(TIGER).game
    assert not game.headers
    assert "headers" not in find_any_format("wthor").losses(game)
    game.headers["event"] = "Cup"
    assert "headers" in find_any_format("wthor").losses(game)
