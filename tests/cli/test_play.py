"""The real command in a real pseudo-terminal."""

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

fcntl = pytest.importorskip("fcntl", reason="there are no pseudo-terminals here")
pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
termios = pytest.importorskip("termios", reason="there are no pseudo-terminals here")

COMMAND = [sys.executable, "-c", "from outflank.cli import main; main()"]
PATIENCE = 30.0  # seconds after which a screen that does not come counts as missing
_ESCAPES = re.compile(
    rb"\x1b(?:\[[0-9;?<>=$ ]*[a-zA-Z~]|[()][A-Z0-9]|[=>78]|\][^\x07\x1b]*(?:\x07|\x1b\\))"
)


class Terminal:
    """A terminal of 80x24 in which the command runs."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._file, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        known = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=known | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | environment,
            start_new_session=True,
        )
        os.close(inner)
        self.output = b""

    def send(self, keys: str) -> None:
        os.write(self._file, keys.encode())

    @property
    def text(self) -> str:
        return _ESCAPES.sub(b"", self.output).decode(errors="replace")

    def until(self, words: str) -> None:
        """Read until the words have been written since the last call."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.text:
            assert time.monotonic() < deadline, f"{words!r} never came:\n{self.text[-3000:]}"
            if not self._read():
                break
        assert words in self.text
        self.output = b""

    def wait(self) -> int:
        """Read to the end and return the exit status."""
        while self._read():
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._file], [], [], PATIENCE)
        try:
            found = os.read(self._file, 65536) if ready else b""
        except OSError:  # the other end is closed
            return False
        self.output += found
        return bool(found)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Take the terminal away, as closing its window does."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


def test_the_command_plays_in_full_screen_and_leaves_the_terminal_as_it_was(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal(OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("Human against human")
    terminal.send("2")
    terminal.until("to move, 4 choices")
    terminal.send("f5\r")
    terminal.until("plays f5")
    terminal.send("q")
    assert terminal.wait() == 0
    assert b"\x1b[?1049l" in terminal.output, "the other screen is closed"
    assert "No winner: unfinished, Black 4, White 1." in terminal.text

    again = Terminal("play", "--resume", OUTFLANK_HOME=str(tmp_path))
    terminals.append(again)
    again.until("Moves (1)")
    again.send("\x03")
    assert again.wait() == 0
    assert "No winner: unfinished" in again.text


def test_a_killed_game_goes_on_where_it_stood(tmp_path: Path, terminals: list[Terminal]) -> None:
    game = ("play", "--player1", "human", "--player2", "human", "--size", "6")
    terminal = Terminal(*game, OUTFLANK_HOME=str(tmp_path))
    terminals.append(terminal)
    terminal.until("to move, 4 choices")
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
    terminal.until("to move, 4 choices")
    terminal.hang_up()
    terminal.process.wait(timeout=PATIENCE)


def test_a_dumb_terminal_gets_the_line_mode(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(OUTFLANK_HOME=str(tmp_path), TERM="dumb")
    terminals.append(terminal)
    terminal.until("Your choice:")
    terminal.send("q\n")
    assert terminal.wait() == 0
    assert b"\x1b" not in terminal.output


def test_without_colours_no_colour_is_written(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "--size", "6", OUTFLANK_HOME=str(tmp_path), NO_COLOR="1")
    terminals.append(terminal)
    terminal.until("Outflank")
    terminal.send("q")
    assert terminal.wait() == 0
    assert not re.search(rb"\x1b\[[0-9;]*(?:38|48);[25];", terminal.output)
