"""Milliseconds from a key to the first changed frame of the full-screen game in a pseudo-terminal.

Measures the cursor (an arrow key) and a move (Enter, until the disc appears and others begin to
flip): on an idle machine, while a computer at the highest level thinks in its own process, as
computers do in every game, and while a hint for the same position arrives.

After each move a control program is measured in the same way. It only computes for as long as the
fastest move took and then answers, so any further delay of it is caused by the machine.
Needs a system with pseudo-terminals.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
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
from collections.abc import Iterator
from dataclasses import dataclass, field

import click

from outflank.engine import Limit, open_engine
from outflank.rules import Classic

GAME = ("play", "--player1", "human", "--player2", "human", "--size", "8", "--theme", "dark")
OUTFLANK = [sys.executable, "-c", "from outflank.cli import main; main()"]
CONTROL = """
import os, sys, time, tty
tty.setraw(0)
os.write(1, b"ready")
while os.read(0, 1):
    end = time.thread_time() + float(sys.argv[1]) / 1000
    while time.thread_time() < end:
        pass
    os.write(1, b".")
"""
TIMEOUT = 20.0
STILL = 0.09  # seconds without output after which the animation is over
_ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=$ ]*[a-zA-Z~]")
_END_OF_FRAME = re.compile(rb"\x1b\[\d+;\d+H$")
_PLACES = re.compile(rb"\x1b\[(\d+);(\d+)H")
_RESULT = re.compile(r"wins(?! by| for)|The game is a draw")  # a hint tells of wins and draws too


class Terminal:
    """A program in its own pseudo-terminal."""

    def __init__(self, command: list[str], home: str = "") -> None:
        self._file, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = os.environ | {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "OUTFLANK_HOME": home,
        }
        self.process = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=inner, env=environment
        )
        os.close(inner)
        self._recent = b""

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self._file, keys.encode())

    def read(self, seconds: float) -> bytes:
        """Return the next output, or nothing if none comes in time."""
        ready, _, _ = select.select([self._file], [], [], seconds)
        try:
            found = os.read(self._file, 1 << 20) if ready else b""
        except OSError:  # the program has ended
            return b""
        self._recent = (self._recent + found)[-5000:]  # a frame may arrive in pieces
        return found

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and column of the cursor, with which every frame ends."""
        row, column = _PLACES.findall(self._recent)[-1]
        return int(row), int(column)

    def until(self, *words: str) -> None:
        """Read until one of these texts has appeared."""
        output, deadline = b"", time.perf_counter() + TIMEOUT
        while not any(one in _text(output) for one in words):
            if time.perf_counter() > deadline:
                raise click.ClickException(f"The terminal never showed any of {words}.")
            output += self.read(1)

    def settle(self) -> str:
        """Read until the output stops, and return its text."""
        output = b""
        while found := self.read(STILL):
            output += found
        return _text(output)

    def rest(self, seconds: float) -> None:
        """Wait for a time and for the end of a frame, and discard the output."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self.read(left)
        while self.read(STILL / 4) or not _END_OF_FRAME.search(self._recent):
            pass

    def time_to_answer(self, key: str) -> float:
        """Return the milliseconds from a key to the first output."""
        began = time.perf_counter()
        self.send(key)
        if not self.read(TIMEOUT):
            raise click.ClickException("No frame was drawn.")
        return (time.perf_counter() - began) * 1000

    def time_to_disc(self, key: str) -> float:
        """Return the milliseconds from a key to the frame that draws the cursor's square."""
        row, column = self.cursor
        output, began = b"", time.perf_counter()
        self.send(key)
        while found := self.read(TIMEOUT):
            took = (time.perf_counter() - began) * 1000
            output += found
            for place in _PLACES.finditer(output):
                # A frame redraws each row from its first change; the board is at the left.
                if int(place[1]) == row and int(place[2]) < column:
                    return took
        raise click.ClickException("No disc was drawn.")

    def close(self) -> None:
        """Quit the program and close the terminal."""
        self.send("q")
        self.settle()
        os.close(self._file)
        self.process.wait(timeout=TIMEOUT)


def _text(output: bytes) -> str:
    return _ESCAPES.sub(b"", output).decode(errors="replace")


@dataclass(frozen=True, slots=True)
class Times:
    """The measured times of one situation, in milliseconds."""

    arrows: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    controls: list[float] = field(default_factory=list)


def measure(home: str, count: int, *, work: float = 0, hint: bool = False) -> Times:
    """Measure arrow keys, moves, and a control that computes for `work` milliseconds."""
    rng = random.Random(1)
    terminal = Terminal([*OUTFLANK, *GAME], home)
    control = Terminal([sys.executable, "-c", CONTROL, str(work)])
    control.until("ready")
    terminal.until("4 legal moves")
    terminal.settle()
    times = Times()
    for number in range(count):
        times.arrows.append(terminal.time_to_answer("\x1b[C" if number // 3 % 2 else "\x1b[D"))
        terminal.rest(rng.uniform(0.02, 0.05))
    while len(times.moves) < count:
        if hint:
            terminal.send("v")
            time.sleep(rng.uniform(0.3, 0.5))
        before = terminal.cursor
        terminal.send("n")
        while terminal.cursor == before:
            if not terminal.read(TIMEOUT):
                raise click.ClickException("The cursor does not move.")
        terminal.rest(rng.uniform(0.05, 0.15))  # to start at any point of the frame interval
        times.moves.append(terminal.time_to_disc("\r"))
        said = terminal.settle()
        times.controls.append(control.time_to_answer("x"))
        if _RESULT.search(said):
            if "Play again?" not in said:
                terminal.until("Play again?")
            terminal.send("y")
            terminal.until("4 legal moves")
            terminal.settle()
    terminal.close()
    control.process.terminate()
    control.process.wait()
    return times


def first_screen(home: str) -> float:
    """Return the milliseconds from the command to its first screen."""
    began = time.perf_counter()
    terminal = Terminal(OUTFLANK, home)
    terminal.until("Human against human")
    took = (time.perf_counter() - began) * 1000
    terminal.close()
    return took


@contextlib.contextmanager
def thinking() -> Iterator[None]:
    """Let a computer think in its own process during a measurement."""
    stop = threading.Event()

    def think() -> None:
        with open_engine("20", own_process=True) as engine:
            while not stop.is_set():
                engine.analyse(Classic().start(), Limit(nodes=250_000), cancel=stop)

    thread = threading.Thread(target=think)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def percentile(times: list[float], share: float) -> float:
    """Return a percentile."""
    return sorted(times)[min(int(share * len(times)), len(times) - 1)]


def report(name: str, times: Times) -> None:
    """Print the times of one situation, and how much of the tail the machine causes."""
    for what, each in zip(
        ("arrow key", "move", "control"), (times.arrows, times.moves, times.controls), strict=True
    ):
        shares = "".join(f"{percentile(each, share):9.1f} ms" for share in (0.5, 0.9, 0.99))
        click.echo(f"{name:18}{what:12}{shares}")
        name = ""
    late, usual = (
        [percentile(each, share) for each in (times.moves, times.controls)] for share in (0.99, 0.5)
    )
    noise = min((late[1] - usual[1]) / max(late[0] - usual[0], 0.001), 1)
    click.echo(
        f"{'':18}move : control at 99 % {late[0] / late[1]:.2f}; "
        f"{noise:.0%} of the tail is caused by the machine"
    )


@click.command()
@click.option("--count", default=50, help="Keys and moves to measure in each situation.")
def main(count: int) -> None:
    """Print the times and their ratios."""
    with tempfile.TemporaryDirectory() as home:
        starts = [first_screen(home) for _ in range(5)]
        click.echo(f"first screen: {statistics.median(starts):.0f} ms (median of 5)")
        work = min(measure(home, 12).moves)
        click.echo(f"the control computes for {work:.1f} ms, like the fastest of 12 moves")
        click.echo(f"{'':30}{'50 %':>12}{'90 %':>12}{'99 %':>12}")
        report("idle", measure(home, count, work=work))
        with thinking():
            report("computer thinking", measure(home, count, work=work))
        report("hint arriving", measure(home, count, work=work, hint=True))


if __name__ == "__main__":
    main()
