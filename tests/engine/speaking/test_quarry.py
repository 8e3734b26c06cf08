"""Quarry, a program for Go and Othello that knows nothing of us, lets our engine play itself."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from outflank.rules import PASS, Classic, Position, parse_move
from support.paths import ROOT

T = TypeVar("T")

SIZE = 6
SECONDS = 60.0
# Our engine, and what the dialogue for a new game begins with; the rest is as usual.
SETTINGS = """\
[GTP Engine "Outflank "]
Screen name format = "%n"
Name = "Outflank"
Command line = "{command}"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White player name = "Outflank"
White is computer = true
Black player name = "Outflank"
Black is computer = true

[New Reversi Game Parameters]
Board size = {size}
Time control type = 1
Time limit for game = 10:00
"""


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """A screen that nobody sees, as the environment of programs that draw on it."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as numbers:
            yield os.environ | {"DISPLAY": f":{numbers.readline().strip()}"}
    finally:
        server.terminate()
        server.wait()


@pytest.fixture
def without_pictures(tmp_path: Path) -> Path:
    """A library that keeps Quarry from drawing pictures, by which Debian's build crashes on ARM."""
    source, library = tmp_path / "pictures.c", tmp_path / "pictures.so"
    source.write_text("void gdk_draw_pixbuf(void) {}\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def windows(screen: dict[str, str], name: str) -> list[str]:
    """Return the windows of that name."""
    command = ["xdotool", "search", "--onlyvisible", "--name", name]
    found = subprocess.run(
        command, env=screen, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    return found.stdout.split()


def press(screen: dict[str, str], name: str, key: str) -> None:
    """Press a key in a window, if it is there."""
    for window in windows(screen, name)[:1]:
        command = ["xdotool", "key", "--window", window, key]
        subprocess.run(command, env=screen, capture_output=True, check=False, timeout=SECONDS)


def exchanges(log: str) -> list[tuple[str, str]]:
    """Return each command that an engine heard with its answer; answers come in order."""
    heard = re.findall("^< (.*)$", log, re.MULTILINE)
    said = re.findall("^> ([=?](?:.|\n> .)*)$", log, re.MULTILINE)
    return list(zip(heard, said, strict=False))  # the last command may not be answered yet


def reached(log: str) -> Position:
    """Return the position that an engine has come to."""
    position = Classic().start(SIZE)
    for command, answer in exchanges(log):
        assert answer.startswith("="), command
        name, *words = command.split()
        if name in ("play", "genmove"):
            move = parse_move(answer.split()[1] if name == "genmove" else words[1])
            if position.must_pass and move is not PASS:
                position = position.play(PASS)
            if not position.is_over:
                position = position.play(move)
    return position


@pytest.mark.system("quarry", "Xvfb", "xdotool", "cc")
def test_quarry_plays_a_game_with_our_engine(
    screen: dict[str, str], without_pictures: Path, tmp_path: Path
) -> None:
    program = ROOT / "tests" / "support" / "recorded_engine.py"
    command = f"{sys.executable} {program} {tmp_path / 'log'}"
    (tmp_path / ".quarry").write_text(SETTINGS.format(command=command, size=SIZE))
    quarry = started(screen, {"HOME": str(tmp_path), "LD_PRELOAD": str(without_pictures)})
    try:
        press(screen, "Quarry Control Center", "alt+n")
        wait_for(lambda: windows(screen, "^New Game$"))
        press(screen, "^New Game$", "alt+f")  # forward
        press(screen, "^New Game$", "alt+p")  # play
        logs = wait_for(lambda: finished(tmp_path))
    finally:
        quarry.kill()
        quarry.wait()
    assert len({reached(log) for log in logs}) == 1
    commands = {command.split()[0] for log in logs for command, _ in exchanges(log)}
    assert commands >= {"set_game", "boardsize", "time_settings", "time_left", "play", "genmove"}
    wait_for(lambda: all(log.endswith("end\n") for log in read_logs(tmp_path)))


def started(screen: dict[str, str], settings: dict[str, str]) -> subprocess.Popen[bytes]:
    """Return Quarry with its window; where that does not come, it is started again."""
    for _ in range(3):
        quarry = subprocess.Popen(
            ["quarry"],
            env=screen | settings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        latest = time.monotonic() + SECONDS
        while quarry.poll() is None and time.monotonic() < latest:
            if windows(screen, "Quarry Control Center"):
                return quarry
            time.sleep(0.1)
        quarry.kill()
        quarry.wait()
    pytest.fail("Quarry shows no window")


def finished(folder: Path) -> list[str]:
    """Return what two engines noted, once both have seen the end of their game."""
    logs = read_logs(folder)
    return logs if len(logs) == 2 and all(reached(log).is_over for log in logs) else []


def read_logs(folder: Path) -> list[str]:
    return [path.read_text() for path in sorted(folder.glob("log.*"))]


def wait_for(done: Callable[[], T]) -> T:
    """Ask again and again until the answer is yes."""
    latest = time.monotonic() + SECONDS
    while not (answer := done()):
        assert time.monotonic() < latest, "it takes too long"
        time.sleep(0.02)
    return answer
