"""Killing the game: what was shown is kept, whatever happens.

`OUTFLANK_SOAK=50 pytest tests/play/test_crash.py` kills it fifty times, as `make soak` does.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from outflank.faces.local.game_files import load
from outflank.faces.local.saved_games import SavedGames
from outflank.play.events import MovePlayed
from outflank.play.journal import FileJournal
from outflank.play.replay import replay_match

KILLS = int(os.environ.get("OUTFLANK_SOAK", "5"))


def test_kill_9_at_any_moment_loses_at_most_the_move_being_made(tmp_path: Path) -> None:
    chance = random.Random(20)
    new = ["--player1", "computer:greedy", "--player2", "computer:random", "--size", "16"]
    shown: list[str] = []
    arguments = [*new, "--first", "1", "--seed", "1"]  # some games would end too soon
    for _ in range(KILLS):
        shown += _play_until_killed(tmp_path, arguments, lines=chance.randrange(1, 12))
        (name,) = (journal := FileJournal(tmp_path / "matches")).matches()
        events = journal.load(name)
        kept = [str(event.square) for event in events if isinstance(event, MovePlayed)]
        assert kept[: len(shown)] == shown
        assert replay_match(events).outcome is None
        # The moves that were kept but not shown in time are shown when the game goes on.
        shown, arguments = [], ["--resume"]


def test_kill_9_while_games_are_saved_leaves_only_whole_files(tmp_path: Path) -> None:
    chance = random.Random(21)
    for kill in range(max(1, KILLS // 5)):
        process = subprocess.Popen(
            [sys.executable, "-m", "outflank", "play", "--plain", "--player2", "human"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"OUTFLANK_HOME": str(tmp_path)},
        )
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdin.write(f"save one {kill}\nyes\n" + "save\n" * 200)
        process.stdin.flush()
        wanted = chance.randrange(2, 40)
        for line in process.stdout:
            wanted -= "Saved as" in line
            if not wanted:
                break
        process.kill()
        process.wait()
        process.stdout.close()
        process.stdin.close()
        games = SavedGames(tmp_path)
        named = [one for one in games.all() if not one.is_autosave]
        assert len(named) == len(list(games.folder.glob("*.json"))) >= 2
        assert all(replay_match(load(one.path)).outcome is None for one in named)


def _play_until_killed(home: Path, arguments: list[str], *, lines: int) -> list[str]:
    """Run the real game, kill it after some lines, and return the moves it had shown."""
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "play", "--plain", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"OUTFLANK_HOME": str(home)},
    )
    assert process.stdout is not None
    assert process.stdin is not None
    moves: list[str] = []
    for count, line in enumerate(process.stdout, 1):
        words = line.split()
        if "plays" in words:
            moves.append(words[words.index("plays") + 1])
        if count > lines + len(moves) // 2 and moves:
            break
    process.kill()
    process.wait()
    process.stdout.close()
    process.stdin.close()
    return moves
