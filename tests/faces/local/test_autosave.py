"""Autosaves: one program at a time, the list of saved games, and the headers."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import queue
from collections.abc import Sequence
from pathlib import Path

import pytest

from outflank import Square
from outflank.errors import JournalError, MatchInUse
from outflank.faces.local.autosave import (
    Autosave,
    AutosaveHeader,
    add_match,
)
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Settings
from outflank.play import file_lock
from outflank.play.events import AnswerHeard, Event, TurnStarted
from outflank.play.file_lock import FileLock
from outflank.play.journal import FileJournal
from outflank.play.match import Match
from outflank.play.setup import SeriesScore, Setup
from support.command import converse, line_mode

PEOPLE = GameOptions(player1="human:Ann", player2="human:Bob", first="1")
WATCHED = GameOptions(player1="computer:random", player2="computer:random", size=6, seed=7)


def left_after(journal: FileJournal, *squares: str, options: GameOptions = PEOPLE) -> str:
    """Play some moves, close the game, and return the name of the match."""
    local_game = LocalGame(options, journal)
    for square in squares:
        local_game.room.play(Square.parse(square))
    local_game.close()
    return local_game.room.name


def dated(journal: FileJournal, name: str, seconds: int) -> None:
    os.utime(journal.path(name), (seconds, seconds))


# One program at a time


def test_an_open_match_cannot_be_opened_again_until_it_is_closed(
    journal: FileJournal,
) -> None:
    local_game = LocalGame(PEOPLE, journal)
    name = local_game.room.name
    problem = f"the game {name} is already open in another window of Outflank"
    with pytest.raises(MatchInUse, match=problem):
        LocalGame.resume(FileJournal(journal.folder), name)
    with pytest.raises(MatchInUse, match=problem):
        LocalGame.resume(FileJournal(journal.folder))
    local_game.room.play(Square.parse("f5"))
    local_game.close()
    local_game.close()
    assert LocalGame.resume(FileJournal(journal.folder), name).room.events == local_game.room.events


def test_opening_another_game_releases_the_previous_one(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    first = local_game.room.name
    local_game.rematch()
    second = local_game.room.name
    assert (journal.is_locked(first), journal.is_locked(second)) == (False, True)
    local_game.continue_from(Match.start(Setup()).events)
    assert (journal.is_locked(second), journal.is_locked(local_game.room.name)) == (False, True)


def test_the_newest_game_that_is_not_open_elsewhere_is_resumed(journal: FileJournal) -> None:
    older = left_after(journal, "f5")
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    dated(journal, older, 1)
    assert LocalGame.resume(FileJournal(journal.folder)).room.name == older


def test_a_match_that_was_not_saved_cannot_be_opened(journal: FileJournal) -> None:
    with pytest.raises(JournalError, match="no saved game nothing"):
        LocalGame.resume(journal, "nothing")


def test_games_can_be_played_on_a_file_system_without_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.ENOTSUP, "no locks here")

    monkeypatch.setattr(file_lock, "_lock", refuse)
    path = tmp_path / "game"
    path.touch()
    assert FileLock.acquire(path) is not None


def test_a_resumed_match_is_rebuilt_once(
    journal: FileJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_after(journal, "f5")
    restored = []
    restore = Match.restore

    def count(events: Sequence[Event]) -> Match:
        restored.append(events)
        return restore(events)

    monkeypatch.setattr(Match, "restore", count)
    LocalGame.resume(FileJournal(journal.folder))
    assert len(restored) == 1


# The header of a match


def test_a_watched_game_keeps_its_delay_its_seed_and_its_series_score(journal: FileJournal) -> None:
    options = dataclasses.replace(WATCHED, delay=50)
    local_game = LocalGame(options, journal)
    local_game.room.resign(local_game.room.setup.color(2))
    local_game.rematch()
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder), local_game.room.name)
    again.close()
    assert (again.options.delay, again.options.seed) == (50, 7)
    assert again.series_score == local_game.series_score == SeriesScore(player1=1)
    assert again.room.setup == local_game.room.setup


def test_resuming_a_game_does_not_change_later_lots(journal: FileJournal) -> None:
    options = dataclasses.replace(PEOPLE, first="lot", seed=3)
    local_game, lots = LocalGame(options, journal), []
    for _ in range(8):
        lots.append(local_game.room.setup.black)
        local_game.rematch()
    local_game.close()
    local_game, again = LocalGame(options, journal), []
    for _ in range(8):
        again.append(local_game.room.setup.black)
        local_game.close()
        local_game = LocalGame.resume(FileJournal(journal.folder), local_game.room.name)
        local_game.rematch()
    assert again == lots
    assert set(lots) == {1, 2}


def test_resuming_a_seeded_game_does_not_change_the_oracles_answers(
    journal: FileJournal,
) -> None:
    options = dataclasses.replace(PEOPLE, variant="yesno", oracle="local", seed=2)
    whole, broken = LocalGame(options, journal), LocalGame(options, journal)
    play(whole, moves=8)
    play(broken, moves=4)
    broken.close()
    again = LocalGame.resume(FileJournal(journal.folder), broken.room.name)
    play(again, moves=4)
    assert answers(again) == answers(whole)
    assert len(set(answers(whole))) > 1


def play(local_game: LocalGame, *, moves: int) -> None:
    """Play the first legal move `moves` times, each time after the oracle has answered."""
    turns: queue.SimpleQueue[TurnStarted] = queue.SimpleQueue()
    asked = local_game.room.view().asked
    assert asked is not None
    leave = local_game.room.watch(
        lambda event: turns.put(event) if isinstance(event, TurnStarted) else None, since=asked.seq
    )
    for _ in range(moves):
        turns.get(timeout=60)
        local_game.room.play(local_game.room.view().position.legal_moves[0])
    turns.get(timeout=60)
    leave()


def answers(local_game: LocalGame) -> list[str]:
    return [str(event.answer) for event in local_game.room.events if isinstance(event, AnswerHeard)]


def test_a_face_may_change_options_that_are_not_part_of_the_match(journal: FileJournal) -> None:
    left_after(journal, "f5")
    again = LocalGame.resume(journal, adapt=lambda options: dataclasses.replace(options, delay=2.0))
    assert again.options.delay == 2.0


@pytest.mark.parametrize("facts", [{}, {"table": 5}, {"table": {"delay": "long"}}])
def test_a_match_without_a_valid_header_is_resumed_with_the_defaults(
    journal: FileJournal, facts: dict[str, object]
) -> None:
    name = left_after(journal, "f5")
    _, *events = journal.path(name).read_text().splitlines()
    head = {"outflank": "match", "version": 1} | facts
    journal.path(name).write_text("\n".join([json.dumps(head), *events]) + "\n")
    saved = Autosave.open(FileJournal(journal.folder), name)
    assert saved.header == AutosaveHeader()
    assert len(saved.match.game.moves) == 1


def test_a_continued_game_keeps_the_delay(journal: FileJournal) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, delay=2.0, seed=4), journal)
    local_game.continue_from(Match.start(Setup()).events)
    assert (local_game.options.delay, local_game.options.seed) == (2.0, 4)


# The command line


@pytest.mark.parametrize("face", [["play"], ["window"]])
def test_a_second_program_says_at_the_start_that_the_game_is_open(
    tmp_path: Path, face: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with line_mode(tmp_path, "--player2", "human") as (_, stdout):
        while "empty." not in stdout.readline():
            pass  # until the game is open
        for arguments in ([], ["1"]):
            # Exit code 1: the cause lies outside the command.
            done = converse(tmp_path, "", *face, "--resume", *arguments, code=1)
            assert "is already open in another window of Outflank; close it there" in done.stderr
        listed = converse(tmp_path, "", "saves", "--json").stdout
        assert [row["open"] for row in json.loads(listed)] == [True]
    # The first program was killed, so its lock is gone.
    assert "to move" in converse(tmp_path, "", "play", "--plain", "--resume").stdout


def test_the_command_lists_games_and_resumes_one_by_number_or_name(tmp_path: Path) -> None:
    assert converse(tmp_path, "", "saves").stdout == "There are no saved games.\n"
    assert json.loads(converse(tmp_path, "", "saves", "--json").stdout) == []
    journal = FileJournal(tmp_path / "matches")
    old, new = left_after(journal, "f5"), left_after(journal, "f5", "d6")
    dated(journal, old, 1)
    printed = converse(tmp_path, "", "saves").stdout
    assert "  1  Ann v Bob  Othello 8x8  move 2  " in printed
    (first, second) = json.loads(converse(tmp_path, "", "saves", "--json").stdout)
    assert list(first) == [
        "number", "players", "variant", "size", "moves", "date", "open", "name", "over", "autosave",
    ]  # fmt: skip
    assert (first["name"], second["name"], second["moves"]) == (new, old, 1)
    for which in ("2", old):
        said = converse(tmp_path, "list\nquit\n", "play", "--plain", "--resume", which).stdout
        assert "\nf5\n" in said
        dated(journal, old, 1)
    done = converse(tmp_path, "", "play", "--resume", "9", code=2)
    assert "no saved game 9" in done.stderr


def test_a_game_without_a_move_is_listed_only_on_request(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "matches")
    begun, bare = left_after(journal, "f5"), left_after(journal)
    done = converse(tmp_path, "", "saves")
    assert "move 1" in done.stdout
    assert "not begun" not in done.stdout
    assert done.stderr == "1 more game is finished or has no move; --all lists it too.\n"
    listed = json.loads(converse(tmp_path, "", "saves", "--all", "--json").stdout)
    assert [row["name"] for row in listed] == [begun, bare]


def test_a_digit_resumes_the_game_with_that_number_in_the_list(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "matches")
    add_match(Match.start(Setup()).events, journal)
    done = converse(tmp_path, "quit\n", "play", "--plain", "--resume", "1")
    assert "Player 1 has Black and begins." in done.stdout


def test_a_delay_may_be_changed_when_a_watched_game_is_resumed(tmp_path: Path) -> None:
    from outflank.cli.play.game_options import launch_options

    journal = FileJournal(tmp_path / "matches")
    left_after(journal, options=dataclasses.replace(WATCHED, delay=50))
    given = dict.fromkeys(("black", "white", "size"), None) | {"resume": "newest", "delay": 40.0}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTFLANK_HOME", str(tmp_path))
        local_game = launch_options(given, Settings()).open_game()
    local_game.close()
    assert (local_game.options.delay, local_game.options.seed) == (40.0, 7)
