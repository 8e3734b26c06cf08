"""From a key to the first changed frame of the full-screen game, in a real pseudo-terminal.

Measures the cursor (an arrow key) and a move (Enter, until discs begin to turn), first on a
quiet machine and then while a computer of the highest level thinks in a process of its own, as
computers do in every game. Needs a system with pseudo-terminals.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

import click

from outflank.engine import Limit, find
from outflank.rules import Classic

COMMAND = [sys.executable, "-c", "from outflank.cli import main; main()"]
GAME = ("play", "--player1", "human", "--player2", "human", "--size", "8", "--theme", "dark")
PATIENCE = 20.0
QUIET = 0.12  # seconds without output after which the screen lies still
_ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=$ ]*[a-zA-Z~]")


class Terminal:
    """The command in a terminal of its own."""

    def __init__(self, home: str, *arguments: str) -> None:
        self._file, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = os.environ | {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "OUTFLANK_HOME": home,
        }
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=inner, stdout=inner, stderr=inner, env=environment
        )
        os.close(inner)

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self._file, keys.encode())

    def read(self, seconds: float) -> bytes:
        """Return what comes next, or nothing if nothing comes for so long."""
        ready, _, _ = select.select([self._file], [], [], seconds)
        try:
            return os.read(self._file, 1 << 20) if ready else b""
        except OSError:  # the command has ended
            return b""

    def until(self, words: str) -> None:
        """Read until these words have come."""
        output, deadline = b"", time.perf_counter() + PATIENCE
        while words not in _ESCAPES.sub(b"", output).decode(errors="replace"):
            if time.perf_counter() > deadline:
                raise click.ClickException(f"{words!r} never came")
            output += self.read(1)

    def settle(self) -> str:
        """Read until nothing comes any more, and return the letters that came."""
        output = b""
        while found := self.read(QUIET):
            output += found
        return _ESCAPES.sub(b"", output).decode(errors="replace")

    def time_to_frame(self, key: str) -> float:
        """Return the milliseconds from a key to the first frame that it changes."""
        began = time.perf_counter()
        self.send(key)
        if not self.read(PATIENCE):
            raise click.ClickException("no frame came")
        return (time.perf_counter() - began) * 1000

    def close(self) -> None:
        """Leave."""
        self.send("q")
        self.settle()
        self.process.wait(timeout=PATIENCE)
        os.close(self._file)


def measure(home: str, count: int) -> tuple[list[float], list[float]]:
    """Return the times of so many arrow keys and so many moves."""
    terminal = Terminal(home, *GAME)
    terminal.until("to move, 4 choices")
    time.sleep(5.5)  # until the announcement of who begins has gone
    terminal.settle()
    arrows: list[float] = []
    moves: list[float] = []
    for number in range(count):
        arrows.append(terminal.time_to_frame("\x1b[C" if number // 3 % 2 else "\x1b[D"))
        terminal.settle()
    while len(moves) < count:
        terminal.send("n")
        terminal.settle()
        moves.append(terminal.time_to_frame("\r"))
        if "Another round?" in terminal.settle():
            terminal.send("y")
            time.sleep(6)
            terminal.settle()
    terminal.close()
    return arrows, moves


def first_screen(home: str) -> float:
    """Return the milliseconds from the command to its first screen."""
    began = time.perf_counter()
    terminal = Terminal(home)
    terminal.until("Human against human")
    took = (time.perf_counter() - began) * 1000
    terminal.close()
    return took


def think_until(stop: threading.Event) -> threading.Thread:
    """Let a computer think in a process of its own until told to stop."""

    def think() -> None:
        with find("20", own_process=True) as engine:
            while not stop.is_set():
                engine.analyse(Classic().start(), Limit(nodes=250_000), cancel=stop)

    thread = threading.Thread(target=think)
    thread.start()
    return thread


def percentile(times: list[float], share: float) -> float:
    """Return the time within which this share of all lies."""
    return sorted(times)[min(round(share * len(times)), len(times) - 1)]


@click.command()
@click.option("--count", default=100, help="Keys and moves to measure.")
def main(count: int) -> None:
    """Print the times and their ratios."""
    with tempfile.TemporaryDirectory() as home:
        starts = [first_screen(home) for _ in range(5)]
        click.echo(f"first screen: {statistics.median(starts):.0f} ms (median of 5)")
        quiet = measure(home, count)
        stop = threading.Event()
        thread = think_until(stop)
        try:
            busy = measure(home, count)
        finally:
            stop.set()
            thread.join()
    click.echo(f"{'':12}{'quiet':>18}{'computer thinks':>20}{'ratio':>16}")
    click.echo(f"{'':12}{'50 %':>10}{'99 %':>8}{'50 %':>12}{'99 %':>8}{'50 %':>8}{'99 %':>8}")
    for name, calm, loud in zip(("arrow key", "move"), quiet, busy, strict=True):
        shares = [percentile(times, share) for times in (calm, loud) for share in (0.5, 0.99)]
        ratios = shares[2] / shares[0], shares[3] / shares[1]
        click.echo(
            f"{name:12}{shares[0]:7.1f} ms{shares[1]:5.1f} ms{shares[2]:9.1f} ms"
            f"{shares[3]:5.1f} ms{ratios[0]:8.2f}{ratios[1]:8.2f}"
        )


if __name__ == "__main__":
    main()
