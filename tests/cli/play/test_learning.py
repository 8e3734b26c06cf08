"""`outflank puzzles`, `cards` and `learn`, through a pipe and in a real terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.analysis import Puzzle, own_puzzles
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.rules import Position
from support.command import Run
from support.local.learning import best_of, mistake, worst_of
from support.pty_terminal import Terminal

GOOD = "-OX-XOOXXXXXOOOO O"
OVER = "XXXXXXXXXXXXXXXX X"
EMPTY = str.maketrans("*.", "--")


def shown_puzzle(out: str) -> Puzzle:
    """Return the last puzzle that was printed line by line."""
    boards = re.findall(r"\n1 .*\n2 .*\n3 .*\n4 .*\n5 .*\n6 .*\n7 .*\n8 .*\n(\w+) to move", out)
    rows = re.findall(r"^[1-8]  (.*)$", out, re.MULTILINE)[-8:]
    cells = "".join(
        re.sub(r"[ ()\[\]]", "", row).replace("*", "-").replace(".", "-") for row in rows
    )
    position = Position.parse(f"{cells} {'X' if boards[-1] == 'Black' else 'O'}")
    puzzle = own_puzzles().find(Puzzle(position).id)
    assert puzzle is not None
    return puzzle


def test_built_in_puzzles_need_no_file(run: Run) -> None:
    puzzle = own_puzzles()[0]
    wrong, best = worst_of(puzzle), best_of(puzzle)
    done = run("puzzles", "--start", "1", "--most", "2", stdin=f"{wrong}\n{best}\n\nquit\n")
    assert (done.code, done.err) == (0, "")
    assert "Puzzle 1 of 2 (" in done.out
    assert "better. Try again.\n" in done.out
    assert f"Right! {best} wins by" in done.out
    assert "Puzzle 2 of 2 (" in done.out
    assert done.out.endswith("Solved on the first try: 0 of 1.\n")


def test_a_grade_and_a_first_puzzle_can_be_chosen(run: Run) -> None:
    count = len(own_puzzles("hard"))
    done = run("puzzles", "--grade", "hard", "--start", str(count), stdin="show\n\n")
    assert f"Puzzle {count} of {count} (hard)" in done.out
    assert "Enter to finish: \n" in done.out
    assert done.out.endswith("Solved on the first try: 0 of 1.\n")


def test_puzzles_of_a_file_are_solved_and_others_are_skipped(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.obf"
    path.write_text(f"{OVER};\n{GOOD};\nnonsense;\n")
    done = run("puzzles", str(path), stdin="a1\nd1\n\n")
    assert done.code == 0
    assert "Position 1 is skipped: the game is over." in done.out
    assert "Skipped: " in done.err
    assert "mine.obf:3" in done.err
    assert "a1 wins by 2 discs; the best move is 2 discs better. Try again." in done.out
    assert done.out.endswith("Solved on the first try: 0 of 1.\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nothing.obf"], "there is no file 'nothing.obf'."),
        (["-"], "standard input is for your moves; name a FILE of positions."),
        (
            ["x.obf", "--grade", "easy"],
            "--grade chooses among the built-in puzzles; leave out the FILE.",
        ),
        (["--size", "6"], "--size and --variant describe the positions of a FILE."),
        (
            ["x.obf", "--most", "3"],
            "--most chooses among the built-in puzzles; leave out the FILE.",
        ),
        (
            ["--start", str(len(own_puzzles()) + 1)],
            f"there are only {len(own_puzzles())} puzzles to start from.",
        ),
        (
            ["--lowest", "2000", "--highest", "1900"],
            "no built-in puzzle is like that; leave out an option.",
        ),
    ],
)
def test_wrong_requests_for_puzzles_are_refused_in_one_sentence(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run("puzzles", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"Error: {problem}\n")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of the user whose commands are run."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def test_puzzles_of_a_file_are_solved_in_full_screen_and_remembered(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    path = tmp_path / "mine.obf"
    path.write_text(f"{OVER};\n{GOOD};\n")
    terminal = Terminal("puzzles", str(path), OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("White to move.")
    terminal.send("d1\r")
    terminal.until("Right! d1")
    terminal.send("\r")
    terminal.until("Press Enter to leave.")
    terminal.send("\r")
    assert terminal.wait() == 0
    assert terminal.text.endswith("Solved on the first try: 1 of 1.\r\n")
    assert LocalLearner(tmp_path).has_solved(Position.parse(GOOD))


def test_the_next_series_has_only_puzzles_that_were_never_tried(run: Run, home: Path) -> None:
    theme = "--theme", "wedge", "--most", "3"
    first = run("puzzles", *theme, stdin="show\n\nshow\n\nquit\n").out
    assert "Puzzle 1 of 3 (" in first
    tried = LocalLearner(home).tried
    assert len(tried) == 2
    again = shown_puzzle(run("puzzles", *theme).out)
    assert "wedge" in again.themes
    assert f"puzzle/{again.id}" not in tried


def test_the_puzzle_of_the_day_is_solved_once_a_day(run: Run) -> None:
    asked = shown_puzzle(run("puzzles", "daily").out)
    done = run("puzzles", "daily", stdin=f"{best_of(asked)}\n\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("You have solved the puzzle of the day on 1 day in a row.\n")
    again = run("puzzles", "daily", stdin="show\n\n").out
    assert again.startswith("You have tried today's puzzle already; this is only practice.\n")
    assert again.endswith("You have solved the puzzle of the day on 1 day in a row.\n")


def test_a_storm_goes_on_by_itself(run: Run) -> None:
    done = run("puzzles", "storm", stdin="zz\nback\nshow\nnext\nquit\n")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"Storm: (3:00|2:5\d) left, 0 solved", done.out)
    assert "This is the first one." in done.out
    assert done.out.count("Find the best move.") == 2


def test_cards_are_repeated_listed_and_dropped(run: Run, home: Path) -> None:
    LocalLearner(home).record(mistake(5))
    listed = json.loads(run("cards", "list", "--json").out)
    assert [(each["kind"], each["best"], each["game"]) for each in listed] == [
        ("mistake", ["a3"], "Ann - Bob")
    ]
    done = run("cards", stdin="hint\na3\n\n")
    assert (done.code, done.err) == (0, "")
    for words in ("Card 1 of 1: Ann - Bob, move 55", "You played a8 here.", "Right! a3 is"):
        assert words in done.out
    assert "Right: 1 of 1. The next card comes " in done.out
    assert run("cards").out.startswith("Nothing is due. The next card comes ")
    name = listed[0]["card"]
    assert name in run("cards", "list").out
    assert run("cards", "list", "--due").out.startswith("Nothing is due.")
    assert run("cards", "drop", name).out == f"Dropped card {name}.\n"
    assert run("cards").out.startswith("There are no cards.")
    gone = run("cards", "drop", name)
    assert (gone.code, gone.out) == (2, "")


def test_a_card_can_be_dropped_while_it_is_repeated(run: Run, home: Path) -> None:
    LocalLearner(home).record(mistake(5))
    assert "The last card was dropped." in run("cards", stdin="help\ndrop\n").out
    assert json.loads(run("cards", "list", "--json").out) == []


def test_the_overview_says_what_is_next(run: Run, home: Path) -> None:
    LocalLearner(home).record(mistake(5))
    done = run("learn")
    assert (done.code, done.err) == (0, "")
    assert "1 card is due.\n" in done.out
    assert json.loads(run("learn", "--json").out)["due"] == 1


def test_a_log_that_cannot_be_read_is_one_sentence(run: Run, home: Path) -> None:
    (home / "learning.jsonl").mkdir()
    for command in (["cards"], ["learn"], ["cards", "list"]):
        done = run(*command)
        assert done.code == 0
        assert done.err.startswith("What you learned could not be read from ")
    assert "What you learned" in run("puzzles", stdin="show\n").out


def test_ctrl_c_keeps_what_was_done(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal("puzzles", "--plain", OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("Your move:")
    terminal.send("show\n")
    terminal.until("Enter to go on:")
    terminal.interrupt()
    assert terminal.wait() == 130
    assert len(LocalLearner(tmp_path).tried) == 1


@pytest.mark.native
def test_a_card_is_repeated_in_full_screen(tmp_path: Path, terminals: list[Terminal]) -> None:
    LocalLearner(tmp_path).record(mistake(5))
    terminal = Terminal("cards", OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("Black to move.")
    terminal.send("a3\r")
    terminal.until("Right! a3")
    terminal.send("\r")
    terminal.until("Press Enter to leave.")
    terminal.send("\r")
    assert terminal.wait() == 0
    assert "Right: 1 of 1. The next card comes " in terminal.text


@pytest.mark.native
def test_a_review_makes_cards_of_ones_own_side(run: Run, home: Path, tmp_path: Path) -> None:
    game = tmp_path / "game.ggf"
    game.write_text(GAME)
    quick = "--depth", "4", "--exact", "6"
    plain = run("review", str(game), *quick)
    assert plain.err == ""
    done = run("review", str(game), *quick, "--player", "ann")
    assert done.code == 0
    assert re.fullmatch(r"\d+ positions? of yours became (a card|cards) to repeat\.\n", done.err)
    cards = json.loads(run("cards", "list", "--json").out)
    assert cards
    assert all(Position.parse(each["position"]).turn.name == "BLACK" for each in cards)
    assert run("review", str(game), *quick, "--side", "black").err == ""  # the same cards
    assert run("review", str(game), *quick, "--player", "Eve").code == 2
    nobody = run("review", "f5d6c3d3", *quick, "--player", "Eve")
    assert (nobody.code, nobody.err) == (
        2,
        "Error: these games name no players; say which side is yours with --side.\n",
    )


GAME = (
    "(;GM[Othello]PC[x]DT[2020]PB[Ann]PW[Bob]RE[+0]TI[5:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[f5]W[f6]B[e6]W[f4]B[g6]W[d7]B[c3]W[c5]B[d3]W[g4]B[c6]W[c4];)"
)
