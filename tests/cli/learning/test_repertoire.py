"""`outflank repertoire`: decisions are added, listed, dropped, counted, drilled and survived."""

import json
from pathlib import Path

import pytest

from outflank.learning import Attempt, LearningLog
from support.command import Run


def attempts(home: Path) -> list[Attempt]:
    return [each for each in LearningLog(home).entries if isinstance(each, Attempt)]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_an_opening_is_added_listed_and_dropped(run: Run) -> None:
    assert run("repertoire", "list").out.startswith("Your repertoire is empty.")
    assert run("repertoire", "add", "tiger", "--color", "black").out == (
        "3 decisions were added or changed.\n"
    )
    rows = json.loads(run("repertoire", "list", "--json").out)
    assert [(row["after"], row["answer"]) for row in rows] == [
        ("", "f5"),
        ("f5d6", "c3"),
        ("f5d6c3d3", "c4"),
    ]
    assert run("repertoire", "drop", "d3c5f6f5").out == "Dropped: e6.\n"  # turned
    assert run("repertoire", "drop", "start").out == "Dropped: f5.\n"
    assert len(json.loads(run("repertoire", "list", "--json").out)) == 1


def test_it_is_said_what_an_answer_gives_away(run: Run, tmp_path: Path) -> None:
    done = run("repertoire", "add", "f5d6c3d3c4f3", "--color", "white")
    assert done.out.splitlines() == [
        "3 decisions were added or changed.",
        "f3 gives away about 10 discs.",
    ]
    file = tmp_path / "lines.txt"
    file.write_text("f5d6c3d3c4f4\nf5f6e6f4e3\n")
    done = run("repertoire", "add", str(file), "--color", "black")
    assert done.out.splitlines()[0] == "5 decisions were added or changed."


def test_it_is_said_how_much_there_is_to_memorise(run: Run) -> None:
    run("repertoire", "add", "Tiger", "--color", "black")
    lines = run("repertoire", "memorise", "--color", "black").out.splitlines()
    assert lines[0] == (
        "Black: 3 decisions to memorise if every reply of at least 5 % counts "
        "(from our opening book)."
    )
    assert lines[1].startswith("  No answer after f5d6c3d3c4f4, Tiger (in ")


def test_a_drill_is_played_line_by_line_and_remembered(run: Run, home: Path) -> None:
    run("repertoire", "add", "Tiger", "--color", "black")
    typed = "f5\n\nc4\nc3\n\nshow\n\n"
    done = run("repertoire", "drill", "--plain", "--seed", "1", stdin=typed)
    assert "Moves so far: f5 d6. Black to move: what do you play?" in done.out
    assert "c4 is not your answer here. Try again." in done.out
    assert "Your answer here is c4." in done.out
    assert done.out.splitlines()[-1] == "Right at the first try: 1 of 3."
    made = [(each.move, each.is_right) for each in attempts(home)]
    assert made == [("f5", True), ("c4", False), ("", False)]


def test_a_survival_run_ends_at_the_first_wrong_move(run: Run, home: Path) -> None:
    done = run("repertoire", "survive", "--color", "white", "--plain", stdin="f4\n\n")
    assert "f4 gives away 8 discs: d6 was right." in done.out
    assert done.out.splitlines()[-1] == "You survived 0 moves."
    assert [each.occasion for each in attempts(home)] == ["survival"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("add", "tigr", "--color", "black"), "did you mean 'Tiger'?"),
        (("add", "f5f5", "--color", "black"), "f5 is occupied"),
        (("add", "Tiger"), "--color is missing"),
        (("drop", "f5"), "your repertoire has no decision in this position"),
    ],
)
def test_wrong_input_is_one_sentence(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("repertoire", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_a_drill_without_decisions_says_how_to_begin(run: Run) -> None:
    assert "outflank repertoire add" in run("repertoire", "drill").out


def test_a_review_says_where_the_user_left_their_book(run: Run) -> None:
    run("repertoire", "add", "Tiger", "--color", "black")
    reviewed = ("review", "--depth", "1", "--exact", "0")
    left = "Black left your book at move 3, c4, after Perpendicular: your answer there is c3.\n"
    assert run(*reviewed, "f5d6c4").out.endswith(left)
    assert left not in run(*reviewed, "f5d6c4", "--side", "white").out
    assert left not in run(*reviewed, "f5d6c3").out
    assert left not in run(*reviewed, "f5d6c4", "--json").out
