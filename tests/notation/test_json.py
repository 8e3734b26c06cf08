"""Our own JSON, which holds everything."""

import json
from typing import Any

import pytest

from outflank import (
    PASS,
    WHITE,
    Answer,
    Game,
    InvalidValue,
    NotationError,
    Odds,
    Outcome,
    Reason,
    Score,
    ScoreKind,
    Square,
    YesNo,
)
from outflank.notation import json_values, read, write
from support.notation_samples import JSON, TIGER
from support.paths import ROOT

EMPTY = {"outflank": 1, "variant": "classic"}


def game_of(**members: Any) -> Game:
    return read(json.dumps(EMPTY | members), errors="raise").game


def problem_of(text: str) -> NotationError:
    (problem,) = read(text, format="json").problems
    return problem


def test_the_sample_is_read_and_written_unchanged() -> None:
    reading = read(JSON)
    assert reading.format == "json"
    assert write(reading, format="json") == JSON
    game = reading.game
    assert game.start.variant == YesNo(answers=Odds({"yes": 0.5, "no": 0.25, "maybe": 0.25}))
    assert game.start.answer is Answer.YES
    assert game.headers == {"black": "Ann", "white": "Bo"}
    assert game.root.comment == "a first try"
    assert game.moves == [Square.parse("f5"), Square.parse("d6")]
    first, second = game.plies
    assert (first.score, second.seconds) == (Score(2.5, depth=4), 1.5)
    variation = first.replies[1]
    assert (str(variation.move), variation.comment) == ("f6", "or this")
    assert variation.position.answer is Answer.NO
    assert game.outcome == game.verdict == Outcome(WHITE, 2, 4, 58, Reason.TIME)


def test_a_small_game_is_a_small_text() -> None:
    assert write(read("f5d6").game, format="json") == (
        '{\n  "outflank": 1,\n  "variant": "classic",\n  "size": 8,\n'
        '  "plies": [\n    {"move": "f5"},\n    {"move": "d6"}\n  ]\n}'
    )


def test_the_example_in_the_documentation_can_be_read() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    example = page.partition("```json\n")[2].partition("```")[0].strip()
    assert write(read(example, errors="raise"), format="json") == example


def test_missing_members_have_their_usual_values() -> None:
    assert game_of() == Game()
    assert game_of(size=10) == Game(size=10)
    assert game_of(plies=None, comment=None, headers=None) == Game()
    assert game_of(start="---- -OX- -XO- ----") == Game(size=4)
    assert game_of(plies=[{"move": "f5", "score": {"discs": 2}}]).plies[0].score == Score(2)


def test_unknown_members_are_ignored() -> None:
    assert game_of(match={"events": []}, plies=[{"move": "f5", "mood": "good"}]) == read("f5").game


def test_an_unusual_start_is_written() -> None:
    game = Game(read(TIGER).position)
    text = write(game, format="json")
    assert '"start": "------------------XO' in text
    assert read(text).game == game


def test_passes_are_written_with_whether_they_were_inserted() -> None:
    start = "O-" + "X" * 13 + "- X"
    game = read(f"{start};d4").game
    assert game.moves[0] is PASS
    text = write(game, format="json")
    assert '{"move": "pass", "automatic": true}' in text
    copy = read(text).game
    assert (str(copy.pop()), copy.pop(), copy.moves) == ("d4", PASS, [])


def test_an_answer_is_kept_before_and_after_its_move() -> None:
    game = Game(variant="yesno")
    game.hear("maybe")
    assert '"next_answer": "maybe"' in write(game, format="json")
    assert read(write(game, format="json")).game.position.answer is Answer.MAYBE
    game.push("f5")
    assert "next_answer" not in write(game, format="json")
    game.hear("no")
    assert '{"answer": "maybe", "move": "f5", "next_answer": "no"}' in write(game, format="json")


def test_every_kind_of_score_is_kept() -> None:
    game = read(TIGER).game
    scores = [Score(1.5, kind, 12, 73) for kind in ScoreKind]
    for ply, score in zip(game.plies, scores, strict=True):
        ply.score = score
    assert [ply.score for ply in read(write(game, format="json")).game.plies] == scores


def test_a_verdict_is_kept_with_its_node() -> None:
    game = read(TIGER).game
    verdict = game.end(WHITE, Reason.RESIGNATION)
    assert '"after"' not in write(game, format="json").partition('"verdict"')[2]
    game.promote(game.add(game.plies[0], "f6"))
    text = write(game, format="json")
    assert '"white": 3, "after": 6}' in text
    copy = read(text).game
    assert copy == game
    assert (copy.transcript, copy.verdict, copy.outcome) == ("f5f6", verdict, None)
    copy.go_to(list(copy.walk())[5])
    assert (copy.transcript, copy.outcome) == (TIGER, verdict)


def test_a_verdict_without_a_node_is_placed_by_its_discs() -> None:
    plies = [{"move": "f5"}, {"move": "d6"}, {"after": 1, "move": "f6"}]
    said = {"winner": None, "reason": "agreement"}
    assert game_of(verdict=said).outcome == Outcome(None, 2, 2, 60, Reason.AGREEMENT)
    game = game_of(plies=plies, verdict=said | {"black": 4, "white": 1})
    assert game.outcome is None
    assert game.verdict == Outcome(None, 4, 1, 59, Reason.AGREEMENT)
    assert [str(ply.move) for ply in game.walk()] == ["f5", "d6", "f6"]


def test_the_documentation_names_every_reason() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert all(f"`{reason.value}`" in page for reason in Reason)


def test_one_game_is_an_object_and_several_are_a_list() -> None:
    game = Game()
    one, two = write(game, format="json"), write([game, game], format="json")
    assert json.loads(two) == [json.loads(one)] * 2
    assert write([], format="json") == "[\n\n]"
    assert len(read("[]")) == 0
    assert len(read(f"[{one}]")) == 1
    assert len(read(f" [ {one} , {one}, ] ")) == 2


def test_a_bad_game_in_a_list_is_reported_and_skipped() -> None:
    good = json.dumps(EMPTY)
    reading = read(f"[{good},\n 7,\n {good}]")
    assert len(reading) == 2
    assert str(reading.problems[0]) == "line 2, column 2: this should be an object"


@pytest.mark.parametrize("tail", ["", "x", ",", "] x", "]]", " [", ", {", ' "'])
def test_a_broken_list_keeps_the_games_before_the_break(tail: str) -> None:
    good = json.dumps(EMPTY)
    reading = read(f"[{good}, {good}{tail}")
    assert len(reading.problems) == 1
    assert len(reading) == 2


def test_a_lone_surrogate_can_be_written_as_json() -> None:
    game = Game()
    game.root.comment = "half \ud83d and whole \U0001f600"
    text = write(game, format="json")
    assert text.encode()
    assert "\U0001f600" in text
    assert read(text).game == game


def test_an_impossible_time_is_refused() -> None:
    game = read("f5").game
    for seconds in (float("inf"), float("nan"), -1.0):
        with pytest.raises(InvalidValue, match="is not a time in seconds"):
            game.plies[0].seconds = seconds


def place_of(text: str, part: str) -> tuple[int, int]:
    """Return the line and the column of a part of a text."""
    before = text[: text.index(part)]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


@pytest.mark.parametrize(
    ("old", "new", "part", "words"),
    [
        ('"outflank": 1', '"outflank": 2', "2,", "written by a newer Outflank (version 2"),
        ('"outflank": 1', '"outflank": 0', "0,", "start at 1"),
        ('"outflank": 1', '"outflank": true', "true", "a whole number"),
        ('"outflank": 1', '"outflank": 1.5', "1.5", "a whole number"),
        ('"outflank": 1,', "", "{", "'outflank' is missing here"),
        ('"yesno"', '"go"', '"go"', "there is no variant 'go'"),
        ('"yesno"', "7", "7,", "this should be text"),
        ('"yesno",', '"go", "variant": "yes",', '"variant": "yes"', "'variant' appears twice"),
        ("0.25, ", "0.5, ", '{"yes"', "add up to 1.25"),
        ('"maybe": 0.25', '"perhaps": 0.25', '{"yes"', "there is no answer 'perhaps'"),
        ('"maybe": 0.25', '"maybe": "much"', '"much"', "this should be a number"),
        ('"yes": 0.5, "no": 0.25, "maybe": 0.25', "", "{},", "at least one answer"),
        ('"yesno"', '"anti"', '{"yes"', "Anti-Othello has no oracle, so it has no odds"),
        ('"size": 8', '"size": 7', "7,", "an even size from 4 to 16"),
        (
            '"size": 8',
            '"size": 8, "start": "-OX-"',
            '-OX-"',
            "4 cells do not fill a board; 8x8 needs",
        ),
        ('"size": 8', '"size": 8, "start": "' + "-" * 63 + ' X"', "---", "63 cells and a side"),
        ('"size": 8', '"size": 6, "start": "' + "-" * 64 + '"', '"---', "the size is 6"),
        ('"size": 8', '"size": 8, "start": "--z"', 'z"', "'z' is not a cell"),
        ('"Ann"', "1", "1, ", "this should be text"),
        ('{"black": "Ann", "white": "Bo"}', '["Ann"]', '["Ann"]', "this should be an object"),
        ('"a first try"', "[]", "[],", "this should be text"),
        ('"move": "f5"', '"move": "a1"', '"a1"', "a1 outflanks nothing"),
        ('"move": "f5"', '"move": "z9"', '"z9"', "no square is called 'z9'"),
        ('"move": "f5", ', "", '{"answer": "yes"', "'move' is missing here"),
        ('"answer": "yes", ', "", '"f5"', "the oracle has not answered"),
        ('"answer": "yes"', '"answer": "soon"', '"soon"', "there is no answer 'soon'"),
        ('1, "answer": "maybe"', '1, "answer": "no"', '"no", "move"', "turn 2 has heard maybe"),
        ('"after": 1', '"after": 3', '{"after"', "one of the 2 before it, not 3"),
        ('"after": 1', '"after": -1', '{"after"', "not -1"),
        ('"move": "f6"', '"move": "d6"', '"d6", "comment"', "d6 appears twice after ply 1"),
        ('"seconds": 1.5', '"seconds": "1"', '"1",', "this should be a number"),
        ('"seconds": 1.5', '"seconds": false', "false", "this should be a number"),
        ('"seconds": 1.5', '"seconds": 1e999', "1e999", "this should be a number"),
        ('"seconds": 1.5', f'"seconds": {"9" * 400}', "999", "this should be a number"),
        ('"seconds": 1.5', '"seconds": []', "[]", "this should be a number"),
        ('"seconds": 1.5', '"seconds": -1.5', "-1.5", "-1.5 is not a time in seconds"),
        ('"seconds": 1.5', '"automatic": 1', '1, "next', "this should be true or false"),
        ('"discs": 2.5, ', "", '{"kind"', "'discs' is missing here"),
        ('"heuristic"', '"lucky"', '"lucky"', "'lucky' is not one of: heuristic, expected"),
        ('"depth": 4', '"depth": 4.5', "4.5", "a whole number"),
        ('"depth": 4', '"depth": -3', "-3", "a depth is a whole number of plies, 0 or more"),
        ('"depth": 4', '"confidence": 9', "9}", "a confidence is 50 to 100 percent, not 9"),
        ('"discs": 2.5', '"discs": 65', "65", "a score is from -64 to +64 discs on this board"),
        ('"discs": 2.5', '"discs": 2.5, "discs": 3', '"discs": 3', "'discs' appears twice"),
        ('"size": 8', '"size": 8, "size": 6', '"size": 6', "the key 'size' appears twice"),
        ('"reason": "time"', '"reason": "fate"', '"fate"', "'fate' is not one of: full board"),
        ('"reason": "time"', '"reason": "wipe-out"', '"wipe', "'wipe-out' is decided by the board"),
        ('"reason": "time"', '"reason": "time", "after": 4', '{"winner"', "needs a position"),
        ('"reason": "time"', '"reason": "time", "after": -1', '{"winner"', "needs a position"),
        ('"winner": "white"', '"winner": "red"', '"red"', "'red' is not one of: black, white"),
        ('"black": 2', '"black": 5', '{"winner"', "a verdict needs a position"),
        ('"plies": [', '"plies": 7, "x": [', "7, ", "this should be a list"),
        ('{"after"', '7, {"after"', "7, {", "this should be an object"),
    ],
)
def test_an_error_points_at_the_mistake(old: str, new: str, part: str, words: str) -> None:
    assert old in JSON
    text = JSON.replace(old, new, 1)
    problem = problem_of(text)
    assert words in problem.problem
    assert (problem.line, problem.column) == place_of(text, part)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is not JSON"),
        ('{"outflank": 1} {}', "Extra data"),
        ('{"outflank": NaN}', "NaN is not a number"),
        ('{"outflank": {"a": 1, "a": 2}', "the key 'a' appears twice"),
        ('{"outflank": ' + "9" * 5000 + "}", "cannot be read"),
        ("{" + '"a":{' * 100_000, "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ("[" + '{"a":' * 100_000, "cannot be read"),
    ],
)
def test_text_that_is_not_json_is_refused(text: str, words: str) -> None:
    assert words in problem_of(text).problem


def test_an_error_in_a_text_nested_to_the_limit_is_still_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def recurse_too_deeply(*_: object) -> int:
        raise RecursionError

    monkeypatch.setattr(json_values, "_step", recurse_too_deeply)
    assert str(problem_of('{"outflank": 9}')).startswith("line 1, column 1: this was written by")


def test_a_verdict_on_a_finished_game_is_refused() -> None:
    text = write(read("f5d6c5f4e7c6c7f6g5e6e3").game, format="json")
    verdict = '"verdict": {"winner": "white", "reason": "time"}'
    problem = problem_of(text.replace("\n  ]\n}", "\n  ],\n  " + verdict + "\n}"))
    assert "not over" in problem.problem


def test_a_repeated_key_is_reported_even_if_the_text_is_broken_later() -> None:
    (problem,) = read('{"outflank": {"m": 300, "m": "d6"},\n{"s": 1}]}, "size": 8}').problems
    assert str(problem) == "line 1, column 1: the key 'm' appears twice"


# Finding the offset of a value means reading the text from its beginning.


@pytest.mark.parametrize("notation", ["json", "quest", "kaggle"])
def test_offsets_of_values_are_computed_only_for_errors(
    notation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = read(TIGER).game
    for ply in game.plies:
        ply.seconds = 1.5
    text = write(game, format=notation)
    found: list[tuple[str | int, ...]] = []

    def offset(value: json_values.Value) -> int:
        found.append(value.path)
        return 0

    monkeypatch.setattr(json_values.Value, "offset", property(offset))
    assert read(text).game.transcript == TIGER
    assert not found
    assert read(text.replace('"c3"', '"a1"')).problems
    assert len(found) == 1


def test_a_key_that_occurs_twice_is_refused_in_a_list_too() -> None:
    game = write(read("f5d6"), format="json")
    doubled = game.replace('"move": "d6"', '"move": "d6", "move": "d6"')
    escaped = doubled.replace('"variant"', '"\\u0076ariant"')
    for broken in (doubled, escaped):
        reading = read(f"[{game},\n{broken}]")
        assert len(reading) == 1
        assert "'move'" in str(reading.problems[0])
        assert reading.problems[0].line == 16
