"""Faults around the window: a kill, a full disk, a read-only home, a second program."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from outflank import Square
from outflank.faces.local.local_game import LocalGame
from outflank.faces.window.painting.buttons import Action
from outflank.play.events import Event, MovePlayed
from outflank.play.journal import FileJournal
from outflank.play.replay import replay_match
from support.local.window_pilot import FRIENDS, Pilot, opened
from support.server.server_process import wait_until

WATCHED = ("--player1", "computer:random", "--player2", "computer:random", "--delay", "0")
WARNING = "The game cannot be saved (No space left on device)."
KILLS = int(os.environ.get("OUTFLANK_SOAK", "1"))


def shown(pilot: Pilot) -> list[str]:
    """Return the notices beside the board."""
    return [one.text for one in pilot.followed.notices]


def moves_on_disk(journal: FileJournal) -> list[str]:
    names = journal.matches()
    events = journal.load(names[0]) if names else []
    return [str(one.square) for one in events if isinstance(one, MovePlayed)]


def read(pilot: Pilot, drawn: list[str]) -> list[str]:
    """Return the texts of one frame."""
    drawn.clear()
    pilot.picture()
    return list(drawn)


def refuse(
    journal: FileJournal, match: str, seq: int, events: Sequence[Event], _: int | None = None
) -> None:
    """Fail as writing to a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_game_continues_after_its_window_was_killed(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "matches")
    arguments, before = ["--size", "16", *WATCHED], list[str]()
    for _ in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-m", "outflank", "window", *arguments],
            env=os.environ | {"OUTFLANK_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"},
        )
        try:
            wanted = len(before) + 2
            wait_until(lambda wanted=wanted: len(moves_on_disk(journal)) >= wanted, "two moves")  # type: ignore[misc]
            assert process.poll() is None
        finally:
            process.kill()
            process.wait(60)
        (name,) = journal.matches()
        kept = moves_on_disk(journal)
        assert kept[: len(before)] == before
        assert replay_match(journal.load(name)).outcome is None
        arguments, before = ["--resume", "--delay", "0"], kept
    with opened(at_once=False) as pilot:
        pilot.press(Action.RESUME)
        pilot.until(lambda: pilot.state.game is not None)
        assert pilot.moves.split()[: len(before)] == before


def test_the_game_goes_on_when_the_disk_fills_up(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    with opened(replace(FRIENDS, size=6)) as pilot:
        pilot.play("e4")
        append = FileJournal.append
        monkeypatch.setattr(FileJournal, "append", refuse)
        pilot.play("e3", "b2")
        said = "The game cannot be saved (No space left on device), but you can play on."
        assert shown(pilot).count(said) == 1
        assert pilot.moves == "e4 e3 b2"
        assert moves_on_disk(FileJournal(home / "matches")) == ["e4"]
        monkeypatch.setattr(FileJournal, "append", append)
        pilot.play("b3")
        assert "The game is saved again." in shown(pilot)
    assert moves_on_disk(FileJournal(home / "matches")) == ["e4", "e3", "b2", "b3"]


def test_the_warning_stays_until_the_game_is_saved_again(
    monkeypatch: pytest.MonkeyPatch, drawn: list[str]
) -> None:
    with opened(replace(FRIENDS, size=6)) as pilot:
        pilot.play("e4")
        bottom = pilot.button(Action.MENU).box.bottom
        with monkeypatch.context() as full_disk:
            full_disk.setattr(FileJournal, "append", refuse)
            pilot.play("e3", "b2")
            assert WARNING in read(pilot, drawn)
            assert pilot.button(Action.MENU).box.bottom < bottom  # nothing is covered
            pilot.press(Action.RESIGN)
            pilot.press(Action.RESIGN_NOW)
            pilot.press(Action.REMATCH)
            pilot.until(lambda: not pilot.followed.is_over)
            assert WARNING in read(pilot, drawn)
        pilot.play("e4")
        assert WARNING not in read(pilot, drawn)


def test_games_can_be_played_with_a_read_only_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path / "file" / "home"))
    with opened(replace(FRIENDS, size=6), at_once=False) as pilot:
        pilot.press(Action.START)
        pilot.until(lambda: pilot.state.game is not None)
        pilot.settle()
        assert "The game cannot be saved (Not a directory), but you can play on." in shown(pilot)
        pilot.play("e4", "e3")
        pilot.key("s", control=True)
        pilot.key("enter")
        pilot.settle()
        assert shown(pilot)[-1].endswith(" cannot be written: Not a directory.")
        pilot.key("m")  # switches the sound off
        pilot.settle()
        assert shown(pilot)[-1] == "Your settings could not be saved: Not a directory."
        assert pilot.moves == "e4 e3"
        assert pilot.window.close().endswith("The game is closed, and it could not be saved.")


def test_a_game_that_is_open_elsewhere_is_refused_in_one_sentence(pilot: Pilot, home: Path) -> None:
    elsewhere = LocalGame(replace(FRIENDS, player1="human:Zoe"), FileJournal(home / "matches"))
    elsewhere.room.play(Square.parse("f5"))
    before = pilot.followed.room.name
    pilot.key("o", control=True)
    overlay = pilot.state.overlay
    at = next(n for n, one in enumerate(overlay.games) if one.players[0] == "Zoe")  # type: ignore[union-attr]
    if at:
        pilot.press(Action.MARK, str(at))
    pilot.press(Action.OPEN_MARKED)
    assert "is already open in another window of Outflank" in shown(pilot)[-1]
    assert pilot.followed.room.name == before
    elsewhere.close()
