"""With a read-only home or a full disk, the game goes on and says so once."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from outflank import Square
from outflank.faces.local.autosave import TolerantJournal
from outflank.faces.local.face_link import CommandDone, FaceLink, GameOpened
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.play.events import Event, MovePlayed
from outflank.play.journal import FileJournal
from support.command import converse

PEOPLE = GameOptions(player1="human:Ann", player2="human:Bob", first="1", size=6)
NEW_GAME = ("play", "--plain", "--size", "6", "--player2", "human", "--first", "1")


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder that not even root can create, as on a read-only disk."""
    (tmp_path / "file").touch()
    return tmp_path / "file" / "home"


def test_a_whole_game_can_be_played_without_writing_to_the_disk(nowhere: Path) -> None:
    done = converse(nowhere, "3\n")
    assert done.stdout.count("The game cannot be saved (Not a directory)") == 1
    assert "wins" in done.stdout or "draw" in done.stdout
    assert done.stderr == ""


def test_the_line_mode_says_once_that_nothing_is_saved(nowhere: Path) -> None:
    said = converse(nowhere, "e4\ne3\nundo\nsave\nresign now\ny\nquit\n", *NEW_GAME).stdout
    assert said.count("cannot be saved") == 1
    assert "The game cannot be saved (Not a directory), but you can play on." in said
    assert "Player 2 (White) takes back e3." in said
    assert "cannot be written: Not a directory." in said  # the command itself is refused
    assert said.rstrip().endswith("The game is closed, and it could not be saved.")
    answers = "o\n\n6\n\n\n\n\n\n\n\n\nquit\n"
    assert "Your settings could not be saved: Not a directory." in converse(nowhere, answers).stdout


def test_the_disk_may_fill_up_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """A limit on the file size replaces the full disk: writing fails in the same way."""

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1300, 1300))

    moves = "e4\ne3\nb2\nb3\n"
    done = subprocess.run(
        [sys.executable, "-m", "outflank", *NEW_GAME],
        input=moves + "list\nquit\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=fill,
        env=os.environ | {"OUTFLANK_HOME": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("The game cannot be saved (File too large)") == 1
    assert "\ne4 e3 b2 b3\n" in done.stdout
    (name,) = (journal := FileJournal(tmp_path / "matches")).matches()
    kept = [str(one.square) for one in journal.load(name) if isinstance(one, MovePlayed)]
    assert kept
    assert kept == ["e4", "e3", "b2", "b3"][: len(kept)]
    said = converse(tmp_path, "list\nquit\n", "play", "--plain", "--resume").stdout
    assert f"\n{' '.join(kept)}\n" in said


class FailingFiles(FileJournal):
    """A journal on a disk that can be filled and emptied."""

    is_full = False

    def append(
        self, match: str, expected_seq: int, events: Sequence[Event], deadline: int | None = None
    ) -> None:
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        super().append(match, expected_seq, events, deadline)


def test_unsaved_moves_are_saved_once_the_disk_has_room_again(tmp_path: Path) -> None:
    files = FailingFiles(tmp_path)
    notices: list[str] = []
    local_game = LocalGame(PEOPLE, files)
    local_game.notices.subscribe(notices.append)
    name = local_game.room.name
    local_game.room.play(Square.parse("e4"))
    files.is_full = True
    for square in ("e3", "b2"):
        local_game.room.play(Square.parse(square))
        assert not local_game.is_saved
    assert len(notices) == 1
    files.is_full = False
    local_game.room.play(Square.parse("b3"))
    assert local_game.is_saved
    assert notices[1:] == ["The game is saved again."]
    assert FileJournal(tmp_path).load(name) == list(local_game.room.events)
    late: list[str] = []
    local_game.notices.subscribe(late.append)
    assert late == notices
    local_game.close()


def test_a_game_whose_file_was_deleted_goes_on(tmp_path: Path) -> None:
    notices: list[str] = []
    local_game = LocalGame(PEOPLE, FileJournal(tmp_path))
    local_game.notices.subscribe(notices.append)
    for path in tmp_path.iterdir():
        path.unlink()
    local_game.room.play(Square.parse("e4"))
    local_game.room.play(Square.parse("e3"))
    assert notices == ["The game cannot be saved (its file is gone), but you can play on."]
    local_game.close()


def test_a_game_that_began_unsaved_is_locked_once_it_is_saved(tmp_path: Path) -> None:
    files = FailingFiles(tmp_path)
    files.is_full = True
    local_game = LocalGame(PEOPLE, files)
    files.is_full = False
    local_game.room.play(Square.parse("e4"))
    assert files.is_locked(local_game.room.name)
    local_game.rematch()
    local_game.close()
    assert not files.is_locked(local_game.room.name)
    assert len(FileJournal(tmp_path).matches()) == 2


def test_a_journal_in_memory_is_read_like_any_other(tmp_path: Path) -> None:
    files = FailingFiles(tmp_path)
    files.is_full = True
    journal = TolerantJournal(files, lambda _: None)
    local_game = LocalGame(PEOPLE, FileJournal(tmp_path / "other"))
    events = local_game.room.events
    journal.append("match", 0, events)
    assert journal.load("match") == list(events)
    assert not journal.is_saved("match")
    local_game.close()


def test_a_face_receives_notices_after_the_game_is_opened(tmp_path: Path) -> None:
    files = FailingFiles(tmp_path)
    files.is_full = True
    link = FaceLink(lambda: None, LocalGame(PEOPLE, files))
    told = [type(one) for one in link.take_events() if isinstance(one, GameOpened | CommandDone)]
    link.close()
    assert told == [GameOpened, CommandDone]
