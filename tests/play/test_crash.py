"""Killing the game: every move that was shown is saved.

`OUTFLANK_SOAK=50 pytest tests/play/test_crash.py` kills it fifty times, as `make soak` does.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

from outflank.faces.local.game_files import load
from outflank.faces.local.saved_games import SavedGames
from outflank.play.events import MovePlayed
from outflank.play.journal import FileJournal
from outflank.play.replay import replay_match
from support.command import line_mode

KILLS = int(os.environ.get("OUTFLANK_SOAK", "2"))


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
        # Moves that were saved but not shown before the kill are shown when the game is resumed.
        shown, arguments = [], ["--resume"]


def test_kill_9_while_games_are_saved_leaves_only_whole_files(tmp_path: Path) -> None:
    chance = random.Random(21)
    for kill in range(max(1, KILLS // 5)):
        with line_mode(tmp_path, "--player2", "human") as (stdin, stdout):
            stdin.write(f"save one {kill}\nyes\n" + "save\n" * 200)
            stdin.flush()
            wanted = chance.randrange(2, 40)
            for line in stdout:
                wanted -= "Saved as" in line
                if not wanted:
                    break
        games = SavedGames(tmp_path)
        named = [game for game in games.all() if not game.is_autosave]
        assert len(named) == len(list(games.folder.glob("*.json"))) >= 2
        assert all(replay_match(load(game.path)).outcome is None for game in named)


def _play_until_killed(home: Path, arguments: list[str], *, lines: int) -> list[str]:
    """Run the real game, kill it after some lines, and return the moves it had shown."""
    moves: list[str] = []
    with line_mode(home, *arguments) as (_, stdout):
        for count, line in enumerate(stdout, 1):
            words = line.split()
            if "plays" in words:
                moves.append(words[words.index("plays") + 1])
            if count > lines + len(moves) // 2 and moves:
                break
    return moves
