"""The line mode on a real pseudo-terminal: what a person sees while waiting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.pty_terminal import Terminal


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def play(home: Path, terminals: list[Terminal], *options: str) -> Terminal:
    terminal = Terminal("play", "--plain", *options, OUTFLANK_HOME=str(home))
    terminals.append(terminal)
    return terminal


def test_enter_makes_the_computer_move_now(tmp_path: Path, terminals: list[Terminal]) -> None:
    options = ("--black", "computer:1", "--white", "human", "--size", "4", "--delay", "60")
    terminal = play(tmp_path, terminals, *options)
    terminal.until("Computer, level 1 (Black) is thinking; press Enter to make it move now.")
    terminal.send("\n")
    terminal.until("Player 2 (White) to move:")
    terminal.send("quit\n")
    assert terminal.wait() == 0


def test_lines_typed_while_the_computer_thinks_are_read_afterwards(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    options = ("--black", "computer:1", "--white", "human", "--size", "4", "--delay", "2")
    terminal = play(tmp_path, terminals, *options)
    terminal.until("is thinking; press Enter")
    terminal.send("moves\n")
    terminal.until("White may play:")
    terminal.send("quit\n")
    assert terminal.wait() == 0


def test_no_line_is_broken_within_a_word(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = play(tmp_path, terminals, "--player2", "human", "--first", "1")
    terminal.send("help\nrules\nquit\n")
    assert terminal.wait() == 0
    said = [line for line in terminal.text.splitlines() if "to move:" not in line]
    assert max(map(len, said)) <= 80
    assert "While a computer thinks, Enter makes it move at once." in " ".join(said)
