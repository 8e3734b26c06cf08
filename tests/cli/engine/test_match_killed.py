"""`outflank match`, `tournament run` and `review` are killed again and again, and lose nothing.

`OUTFLANK_SOAK=50 pytest tests/cli/engine/test_match_killed.py` kills a match of 1,000 games ten
times.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outflank.rules import Classic
from support.command import Run
from support.strategies import random_game

SOAK = "OUTFLANK_SOAK" in os.environ
KILLS = 10 if SOAK else 1
AT_ONCE = ("--concurrency", "2" if SOAK else "1")  # for commands in this process
PAIRS = 500 if SOAK else 5
LIMIT = ("--nodes-a", "150", "--nodes-b", "60") if SOAK else ("--nodes-a", "60", "--nodes-b", "30")


TOURNAMENT = f"""
name = "Cup"
format = "ladder"
games = 2
rounds = {PAIRS}
size = 6
nodes = 60
players = ["alphabeta", "positional", "greedy"]
"""


def match_command(out: Path) -> list[str]:
    match = ["match", "alphabeta", "positional", "--pairs", str(PAIRS), "--size", "6"]
    return [*match, "--seed", "4", *LIMIT, "--json", "--out", str(out)]


def tournament_command(out: Path) -> list[str]:
    file = out.parent / "cup.toml"
    file.write_text(TOURNAMENT)
    return ["tournament", "run", str(file), "--json", "--out", str(out)]


def review_command(out: Path) -> list[str]:
    file, chance = out.parent / "games.txt", random.Random(1)
    games = [random_game(Classic().start(), chance, 12) for _ in range(2 * PAIRS)]
    file.write_text("\n".join(game.transcript for game in games))
    return ["review", str(file), "--depth", "6", "--json", "--out", str(out)]


def games_in(path: Path) -> list[dict[str, Any]]:
    """Return the whole lines of games, in their order and without their times."""
    lines = path.read_bytes().split(b"\n")[1:-1] if path.exists() else []
    games = [json.loads(line) for line in lines]
    kept = [
        {name: value for name, value in game.items() if name not in ("seconds", "slowest", "late")}
        for game in games
    ]
    return sorted(kept, key=lambda game: [game.get(name, 0) for name in ("game", "pair", "black")])


def program(arguments: list[str]) -> list[str]:
    """Return the words of the real command, which plays or reviews two games at once."""
    return [sys.executable, "-m", "outflank", *arguments, "--concurrency", "2"]


def kill_after(wanted: int, command: list[str], out: Path) -> None:
    """Kill a command after `wanted` games; if it ends before, try again from the same file."""
    before = out.read_bytes() if out.exists() else b""
    for _ in range(20):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(games_in(out)) < wanted:
            time.sleep(0.01)
        process.kill()
        status = process.wait()
        if status == -signal.SIGKILL and wanted <= len(games_in(out)) < 2 * PAIRS:
            return
        assert status in (0, -signal.SIGKILL)
        out.write_bytes(before)
    raise AssertionError("it always ended before it was killed")


@pytest.mark.parametrize(
    "command",
    [match_command, tournament_command, pytest.param(review_command, marks=pytest.mark.native)],
)
def test_a_command_killed_again_and_again_ends_as_if_it_had_not_been(
    run: Run, tmp_path: Path, command: Callable[[Path], list[str]]
) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    result = run(*command(whole), *AT_ONCE)
    assert result.code == 0, result.err
    for kill in range(1, KILLS + 1):
        kill_after(2 * PAIRS * kill // (KILLS + 1), program(command(killed)), killed)
    before = games_in(killed)
    resumed = run(*command(killed), *AT_ONCE)
    assert resumed.code == 0, resumed.err
    assert all(game in games_in(killed) for game in before)
    assert games_in(killed) == games_in(whole)
    first, second = json.loads(result.out), json.loads(resumed.out)
    for figure in ("games", "pairs", "margin", "elo", "elo_low", "elo_high", "standings"):
        assert first.get(figure) == second.get(figure)
