"""The real command in a real pseudo-terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command import Run
from support.pty_terminal import PATIENCE, Terminal


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def test_the_command_plays_in_full_screen_and_leaves_the_terminal_as_it_was(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    (tmp_path / "settings.json").write_text("{broken")
    terminal = Terminal(OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("Human against human")
    terminal.until("damaged")  # the notice about the settings
    terminal.send("2")
    terminal.until("4 legal moves")
    terminal.send("f5\r")
    terminal.until("plays f5")
    terminal.send("q")
    assert terminal.wait() == 0
    assert b"\x1b[?1049l" in terminal.output, "the other screen is closed"
    assert "There is no winner yet: Black 4, White 1." in terminal.text

    again = Terminal("play", "--resume", OUTFLANK_HOME=str(tmp_path))
    terminals.append(again)
    again.until("Moves (1)")
    again.send("\x03")
    assert again.wait() == 0
    assert "There is no winner yet" in again.text


def test_a_killed_game_goes_on_where_it_stopped(tmp_path: Path, terminals: list[Terminal]) -> None:
    game = ("play", "--player1", "human", "--player2", "human", "--size", "6")
    terminal = Terminal(*game, OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("4 legal moves")
    terminal.send("n\r")
    terminal.until("Moves (1)")
    terminal.process.kill()
    terminal.wait()

    again = Terminal("play", "--resume", OUTFLANK_HOME=str(tmp_path))
    terminals.append(again)
    again.until("Moves (1)")
    again.send("q")
    assert again.wait() == 0


def test_a_game_whose_terminal_has_gone_ends(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "--player2", "human", OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("4 legal moves")
    terminal.hang_up()
    terminal.process.wait(timeout=PATIENCE)


def test_a_dumb_terminal_gets_the_line_mode(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(OUTFLANK_HOME=str(tmp_path), TERM="dumb")
    terminals.append(terminal)
    terminal.until("Your choice:")
    terminal.send("q\n")
    assert terminal.wait() == 0
    assert b"\x1b" not in terminal.output


@pytest.mark.parametrize(
    ("command", "shown", "locale"),
    [
        (["play", "--player2", "human"], "4 legal moves", "C"),
        (["play", "--player2", "human", "--ascii"], "4 legal moves", "C.UTF-8"),
        (["tutorial", "--ascii"], "Place a disc", "C.UTF-8"),
        (["tutorial", "--plain"], "X is Black, O is White", "C"),
        (["puzzles", "--plain", "--ascii"], "X is Black, O is White", "C.UTF-8"),
    ],
)
def test_only_ascii_is_written_if_ascii_is_asked_for(
    command: list[str], shown: str, locale: str, tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal(*command, OUTFLANK_HOME=str(tmp_path), LC_ALL=locale)
    terminals.append(terminal)
    terminal.until(shown, keep=True)
    terminal.send("q\n")
    assert terminal.wait() == 0
    assert terminal.output.isascii()


def test_without_colours_no_colour_is_written(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "--size", "6", OUTFLANK_HOME=str(tmp_path), NO_COLOR="1")
    terminals.append(terminal)
    terminal.until("Outflank")
    terminal.send("q")
    assert terminal.wait() == 0
    assert not re.search(rb"\x1b\[[0-9;]*(?:38|48);[25];", terminal.output)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--black", "human", "--first", "1"], "--black and --white fix the colours"),
        (["--size", "7"], "even size from 4 to 16, not 7"),
        (["--clock", "5x"], "'5x' is not a clock"),
        (["--player1", "robot"], "no player 'robot'"),
        (["--player1", "human:a\x1b[2Jb"], r"'a\x1b[2Jb' cannot be a name"),
        (["--skin", "polka"], "no skin 'polka'"),
        (["--theme", "polka"], "no theme 'polka'"),
        (["--variant", "yesno", "--oracle", "nowhere.txt"], "nowhere.txt"),
        (["--resume", "--size", "6"], "continues a game as it is"),
        (["--resume"], "no unfinished game to resume"),
        (["--resume", "missing.json"], "missing.json cannot be read"),
    ],
)
def test_bad_input_ends_in_one_sentence_and_exit_code_2(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run("play", *arguments)
    assert done.code == 2
    assert problem in done.err
    assert done.err.count("\n") == 1 + done.err.startswith("Note:")
