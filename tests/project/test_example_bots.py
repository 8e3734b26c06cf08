"""The example bots play a real server, each in its own language."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.client import Client
from support.paths import ROOT
from support.server.live_server import LiveServer, live_server
from support.server.server_process import wait_until

EXAMPLES = ROOT / "examples"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with live_server(tmp_path) as serving:
        yield serving


def let_play(command: list[str], server: LiveServer, folder: Path) -> list[str]:
    """Let a bot play a computer on a small board to the end, and return what it printed."""
    key = server.new_player("Example")
    with Client(server.url, key) as client:
        match = client.play_computer(1, size=6, color="lot")["id"]
    # Not a pipe: what a shell has started would keep it open for a while after the shell.
    said = folder / "said"
    with said.open("w") as out:
        bot = subprocess.Popen(
            [*command, server.url, key],
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            room = server.server.registry.room(match)
            wait_until(lambda: room.is_over or bot.poll() is not None, "the match to end", 120)
        finally:
            kill_all(bot)
            bot.wait(60)
    printed = said.read_text().splitlines()
    with Client(server.url) as client:
        assert client.match(match)["reason"] in ("full board", "wipe-out", "neither side can move")
    return printed


def kill_all(bot: subprocess.Popen[str]) -> None:
    """Kill a bot and what it has started: a shell has processes of its own."""
    if sys.platform == "win32":
        bot.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(bot.pid, signal.SIGKILL)


def test_the_python_bot_plays(server: LiveServer, tmp_path: Path) -> None:
    printed = let_play([sys.executable, "-W", "error", str(EXAMPLES / "bot.py")], server, tmp_path)
    assert len(printed) >= 4
    assert all(line.endswith("{'error': None}") for line in printed[:-1]), printed


@pytest.mark.system("node")
def test_the_javascript_bot_plays(server: LiveServer, tmp_path: Path) -> None:
    printed = let_play(["node", str(EXAMPLES / "bot.js")], server, tmp_path)
    assert len(printed) >= 4
    assert all(line.endswith(" 200") for line in printed[:-1]), printed


@pytest.mark.system("curl")
def test_the_shell_bot_plays(server: LiveServer, tmp_path: Path) -> None:
    printed = let_play(["sh", str(EXAMPLES / "bot.sh")], server, tmp_path)
    assert len(printed) >= 4
    assert all(line.endswith(" 200") for line in printed[:-1]), printed
