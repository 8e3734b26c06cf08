"""`outflank puzzles make` and `check`: puzzles made from games, and checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outflank.analysis.puzzle_collection.many_puzzles import PlayedPart
from outflank.analysis.puzzles import Puzzle, PuzzleCollection, own_puzzles
from outflank.notation import ScoredPosition, write
from support.command import Run

WRONG = "-OX-XOOXXXXXOOOO O; A1:+12; D1:+4;"


@pytest.mark.native
def test_puzzles_are_made_from_games_and_pass_the_check(run: Run, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text(
        "f5d6c3d3c2f6c5b6b5f4e3c6d7c4b3e2a7d2d1b4g3g5g6e6a3g4f2e1f1b2f3h3e7h6g2c7f7a6a1h1h7g1a5h8h5"
        "h4c8e8d8f8h2a4b7a2g8g7c1b1b8a8\n"
        "c4c3e6b4d3e3f2d6c7f4d2f3e2f5g5e1c1c2d1g4f1c6h3g6b1h5b3c5g3f6h4\n"
    )
    out = tmp_path / "mine.obf"
    made = run("puzzles", "make", str(games), "--empties", "4", "14", "--out", str(out))
    assert (made.code, made.err) == (0, "")
    number = len(out.read_text().splitlines())
    counted = "1 puzzle is" if number == 1 else f"{number} puzzles are"
    assert made.out == f"{counted} in {out}.\n"
    checked = run("puzzles", "check", str(out))
    assert (checked.code, checked.err) == (0, "")
    assert checked.out == f"{number} of {number} puzzles have exactly one solution.\n"
    again = run("puzzles", "make", str(games), "--out", str(out))
    assert (again.code, again.err) == (2, f"Error: {out} already exists; --force overwrites it.\n")
    few = run("puzzles", "make", str(games), "--empties", "4", "14", "--most", "1")
    assert len(few.out.splitlines()) == 1


def test_a_wrong_puzzle_is_named_with_its_problem(run: Run) -> None:
    done = run("puzzles", "check", WRONG)
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines() == [
        "Puzzle 1 is wrong: a1 is worth +2, not +12.",
        "0 of 1 puzzles have exactly one solution.",
    ]
    facts = json.loads(run("puzzles", "check", "-OX-XOOXXXXXOOOO O", "--json").out)
    assert facts == {
        "puzzle": 1,
        "right": True,
        "solution": "d1",
        "score": 4,
        "line": facts["line"],
    }


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["make", "f5d6"], "these games have no puzzle: no position in which only one move wins."),
        (
            ["make", "f5d6", "--empties", "9", "6"],
            "--empties is FEWEST MOST, but 9 is more than 6.",
        ),
        (["make"], "name GAMES to look through, or play some with --own N."),
        (
            ["make", "--own", "5", "--variant", "anti"],
            "--own plays classic 8x8; leave out --size and --variant.",
        ),
        (["check", "nothing.obf"], "there is no file 'nothing.obf'."),
    ],
)
def test_impossible_requests_are_refused_in_one_sentence(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run("puzzles", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"Error: {problem}\n")


@pytest.mark.native
def test_the_built_in_puzzles_pass_the_check(run: Run) -> None:
    some = own_puzzles()[:: len(own_puzzles()) // 10][:10]
    records = [ScoredPosition(each.position, tuple(each.known.items())) for each in some]
    done = run("puzzles", "check", write(records, format="obf"))
    assert done.out == "10 of 10 puzzles have exactly one solution.\n"


@pytest.mark.native
def test_games_of_our_own_give_puzzles_in_the_compact_form(run: Run, tmp_path: Path) -> None:
    out, again = tmp_path / "mine.puzzles", tmp_path / "again.puzzles"
    asked = ("puzzles", "make", "--own", "12", "--seed", "5", "--empties", "6", "9")
    made = run(*asked, "--out", str(out))
    assert (made.code, made.out, made.err) == (0, f"12 puzzles are in {out}.\n", "")
    assert run(*asked, "--jobs", "2", "--out", str(again)).code == 0
    assert again.read_bytes() == out.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.puzzles", "mine.puzzles"]
    assert run("puzzles", "check", str(out)).out == "12 of 12 puzzles have exactly one solution.\n"
    assert "Puzzle 1 of 12" in run("puzzles", str(out), "--plain").out
    taken = run("puzzles", "make", str(out), "--most", "5", "--out", str(again), "--force")
    assert taken.out == f"5 puzzles are in {again}.\n"
    assert {each.id for each in PuzzleCollection.read(again)} < {
        each.id for each in PuzzleCollection.read(out)
    }


@pytest.mark.native
def test_an_interrupted_run_goes_on_where_it_was(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = tmp_path / "whole.puzzles", tmp_path / "mine.puzzles"
    asked = ("puzzles", "make", "--own", "25", "--empties", "6", "9", "--out")
    assert run(*asked, str(whole)).code == 0
    search = PlayedPart.puzzles
    worked: list[int] = []

    def interrupted_at(number: int | None) -> None:
        def puzzles(part: PlayedPart) -> list[Puzzle]:
            if part.number == number:
                raise KeyboardInterrupt
            worked.append(part.number)
            return search(part)

        monkeypatch.setattr(PlayedPart, "puzzles", puzzles)

    interrupted_at(1)
    stopped = run(*asked, str(out))
    assert stopped.code == 130
    assert "puzzles are kept; the same command goes on from there." in stopped.err
    assert not out.exists()
    interrupted_at(None)
    other = run("puzzles", "make", "--own", "25", "--seed", "9", "--out", str(out))
    assert (other.code, other.out) == (2, "")
    assert "holds another set of puzzles" in other.err
    assert run(*asked, str(out)).code == 0
    assert worked == sorted(set(worked))  # nothing was done twice
    assert out.read_bytes() == whole.read_bytes()


def test_a_damaged_file_of_puzzles_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.puzzles"
    path.write_bytes(b"nothing")
    for command in ("check", "make"):
        done = run("puzzles", command, str(path))
        assert (done.code, done.err) == (2, "Error: this is not a file of puzzles.\n")


def test_the_former_name_still_works_and_names_the_new_one(run: Run) -> None:
    new, former = (run(name, "check", WRONG) for name in ("puzzles", "puzzle"))
    assert (former.code, former.out) == (new.code, new.out)
    assert (
        former.err == f"Note: `outflank puzzle check` is now `outflank puzzles check`.\n{new.err}"
    )
    assert "  puzzle  " not in run("--help").out


def test_the_help_of_puzzles_says_how_to_solve_and_make_them(run: Run) -> None:
    helped = run("puzzles", "--help")
    assert helped.code == 0
    assert helped.out.startswith("Usage: outflank puzzles [OPTIONS] [FILE] | COMMAND [ARGS]...\n")
    assert helped.out == run("puzzles", "--grade", "hard", "-h").out
    assert all(words in helped.out for words in ("--grade", "--ascii", "  make  ", "  check  "))
    assert run("puzzles", "make", "--help").out.startswith("Usage: outflank puzzles make [OPTIONS]")
