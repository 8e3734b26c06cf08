"""The folder in which a program runs, as the command line names it."""

import sys
from pathlib import Path

import pytest

from support.command import Run
from support.paths import GTP_PLAYER

# The program writes what it is told to a file in the folder where it runs.
PROGRAM = f"'{sys.executable}' '{GTP_PLAYER}' told.txt"
TINY = ("--size", "4", "--plies", "2", "--pairs", "1", "--concurrency", "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the program."""
    made = tmp_path / "program"
    made.mkdir()
    return made


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the caller, another one."""
    made = tmp_path / "here"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


def test_a_player_of_a_match_runs_in_its_own_directory(run: Run, folder: Path, here: Path) -> None:
    done = run("match", f"gtp:{PROGRAM}", "greedy", "--directory-a", str(folder), *TINY)
    assert done.code == 0, done.err
    assert "genmove" in (folder / "told.txt").read_text()
    (folder / "told.txt").unlink()
    program = f"gtp:{PROGRAM}"
    done = run("match", program, program, "--directory-b", "../program", *TINY)
    assert done.code == 0, done.err
    assert "genmove" in (folder / "told.txt").read_text()
    assert "genmove" in (here / "told.txt").read_text()


def test_the_program_that_answers_runs_in_its_directory(run: Run, folder: Path, here: Path) -> None:
    asked = ("engine", "--engine", f"gtp:{PROGRAM}", "--directory", str(folder))
    assert run(*asked, stdin="genmove b\n").out == "= D3\n\n"
    assert "genmove b" in (folder / "told.txt").read_text()
    assert not (here / "told.txt").exists()


def test_a_file_of_quirks_names_the_directory(run: Run, folder: Path, here: Path) -> None:
    (here / "mine.toml").write_text('directory = "../program"\n', encoding="utf-8")
    done = run("match", "greedy", f"gtp+./mine.toml:{PROGRAM}", *TINY)
    assert done.code == 0, done.err
    assert "genmove" in (folder / "told.txt").read_text()
    assert not (here / "told.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["match", "greedy", "random", "--directory-b", "."], "and random is none"),
        (["match", f"gtp:{PROGRAM}", "3", "--directory-a", "gone"], "there is no folder gone"),
        (["engine", "--directory", "."], "only a program runs in a directory, and "),
        (["engine", "--level", "3", "--directory", "."], "and level:3 is none"),
        (["engine", "--engine", f"gtp:{PROGRAM}", "--directory", "gone"], "no folder gone"),
    ],
)
def test_a_wrong_directory_is_one_sentence(run: Run, arguments: list[str], problem: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert problem in done.err
    assert done.out == ""
