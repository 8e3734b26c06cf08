"""Saved games: free names, one list, and nothing overwritten without a question."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from outflank import Square, find_variant
from outflank.cli.play.saves import command as saves_command
from outflank.drawing.terminal_text import columns
from outflank.errors import JournalError, MatchInUse, SaveExists
from outflank.faces.local.game_files import load, parse, save
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGames
from outflank.play.clock import ClockSetting
from outflank.play.events import Event, MatchStarted
from outflank.play.match import Match
from outflank.play.setup import Player, Scoring, Setup
from support.command import converse

PEOPLE = GameOptions(player1="human:Ann", player2="human:B/b", first="1")


@pytest.fixture
def games(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path)


def events(*squares: str) -> tuple[Event, ...]:
    match = Match.start(Setup(players=(Player("Ann"), Player("B/b"))))
    for square in squares:
        match.play(Square.parse(square), at=0)
    return match.events


def autosaved(games: SavedGames, *squares: str) -> LocalGame:
    local_game = LocalGame(PEOPLE, games.journal)
    for square in squares:
        local_game.room.play(Square.parse(square))
    return local_game


def test_a_save_without_a_name_gets_a_free_one(games: SavedGames) -> None:
    first, second = games.save(events("f5")), games.save(events("f5", "d6"))
    assert first != second
    assert first.stem.endswith("Ann v B-b")
    assert second.stem == f"{first.stem} (2)"
    assert load(first) == list(events("f5"))
    assert load(second) == list(events("f5", "d6"))


def test_an_existing_file_is_overwritten_only_on_request(games: SavedGames, tmp_path: Path) -> None:
    notes = tmp_path / "notes.json"
    notes.write_text("my notes")
    for name in (str(notes), "final"):
        path = games.path_for(name)
        if name == "final":
            games.save(events("f5"), name)
        before = path.read_bytes()
        with pytest.raises(SaveExists, match="already exists; choose another name"):
            games.save(events("f5", "d6"), name)
        assert path.read_bytes() == before
        games.save(events("f5", "d6"), name, overwrite=True)
        assert load(path) == list(events("f5", "d6"))
    with pytest.raises(SaveExists):
        save(events(), notes)
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def test_autosaves_and_named_saves_are_one_list(games: SavedGames) -> None:
    over = autosaved(games)
    over.room.resign(over.room.view().position.turn)
    over.close()
    unmoved = autosaved(games)
    unmoved.close()
    played = autosaved(games, "f5", "d6")
    games.save(events("f5"), "final")
    (games.folder / "odd.json").write_text("no game at all")
    (games.folder / "other.json").write_text(json.dumps({"match": {"version": 99}}))
    old = 1_000_000_000
    os.utime(games.journal.path(played.room.name), (old, old))
    found = games.all()
    names = ["final", played.room.name, unmoved.room.name, over.room.name]
    assert [(one.number, one.name) for one in found] == list(enumerate(names, 1))
    assert [one.is_open for one in found] == [False, True, False, False]
    assert [one.is_over for one in found] == [False, False, False, True]
    assert [one.is_autosave for one in found] == [False, True, True, True]
    assert [one.moves for one in found] == [1, 2, 0, 0]
    assert str(found[0]) == "final: Ann v B/b, Othello 8x8, move 1"
    assert [one.status for one in found] == ["move 1", "open now", "not begun", "finished"]
    assert str(found[3]) == "Ann v B/b, Othello 8x8, finished"
    assert games.find("2").name == games.find(played.room.name).name == played.room.name
    with pytest.raises(JournalError, match="there is no saved game 9; there are 4"):
        games.find("9")
    assert games.locate("2") == found[1]
    assert games.locate("final.json") == Path("final.json")
    assert games.has("final")
    assert not games.has("f5d6c3")
    assert not games.has("a/b")
    played.close()


def test_moves_taken_back_do_not_count(games: SavedGames) -> None:
    local_game = autosaved(games, "f5")
    local_game.take_back()
    assert games.all()[0].moves == 0
    local_game.redo()
    local_game.close()
    assert games.all()[0].moves == 1


def test_a_game_whose_end_was_taken_back_is_unfinished(games: SavedGames) -> None:
    small = dataclasses.replace(PEOPLE, size=4, undo="free")
    local_game = LocalGame(small, games.journal)
    while local_game.room.outcome is None:
        local_game.room.play(local_game.room.position.legal_moves[0])
    assert [one.is_over for one in games.all()] == [True]
    local_game.take_back()
    assert [one.is_over for one in games.all()] == [False]
    local_game.close()


def test_damaged_files_are_not_listed(games: SavedGames) -> None:
    games.save(events("f5"), "final")
    games.journal.folder.mkdir(parents=True)
    for name, text in (
        ("damaged", "garbage\ngarbage\n"),
        ("strange", '{"outflank": "match"}\n{"event": "MovePlayed"}\n'),
        ("empty", ""),
    ):
        games.journal.path(name).write_text(text)
    assert [one.name for one in games.all()] == ["final"]


def test_a_named_save_is_opened_as_a_copy_and_an_autosave_itself(games: SavedGames) -> None:
    path = games.save(events("f5"), "final")
    name = games.match_name(games.find("final"))
    opened = LocalGame.resume(games.journal, name)
    opened.room.play(Square.parse("d6"))
    opened.close()
    assert load(path) == list(events("f5"))
    assert games.match_name(games.find(name)) == name


def test_saved_games_can_be_renamed_and_deleted_unless_they_are_open(games: SavedGames) -> None:
    games.save(events("f5"), "final")
    local_game = autosaved(games, "f5")
    open_one = games.find(local_game.room.name)
    for refused in (lambda: games.rename(open_one, "mine"), lambda: games.delete(open_one)):
        with pytest.raises(MatchInUse, match="already open"):
            refused()
    local_game.room.play(Square.parse("d6"))
    local_game.close()
    with pytest.raises(SaveExists, match="there is already a saved game final"):
        games.rename(open_one, "final")
    games.rename(open_one, "mine")
    games.rename(games.find("final"), "Ünser Finale")
    assert {one.name for one in games.all()} == {"mine", "Ünser Finale"}
    again = LocalGame.resume(games.journal, "mine")
    assert len(again.room.view().game.moves) == 2
    again.close()
    for one in games.all():
        games.delete(one)
        with pytest.raises(JournalError, match="there is no saved game"):
            games.delete(one)
    assert games.all() == []


@pytest.mark.parametrize("name", ["", "  ", "../x", "a\x1b[2J", ".hidden", "12", "x" * 300, "a:b"])
def test_names_that_no_file_can_have_are_refused(games: SavedGames, name: str) -> None:
    games.save(events("f5"), "final")
    with pytest.raises(JournalError):
        games.rename(games.find("final"), name)
    assert [one.name for one in games.all()] == ["final"]


def test_a_record_without_rules_of_its_own_gets_those_of_the_current_game() -> None:
    setup = Setup(clock=ClockSetting.parse("5+3"), scoring=Scoring.FULL)
    start = parse(b"f5d6c3", None, setup)[0]
    assert isinstance(start, MatchStarted)
    assert (start.setup.clock, start.setup.scoring) == (setup.clock, setup.scoring)


# The command line


def test_the_list_is_aligned_even_with_wide_letters(tmp_path: Path) -> None:
    for first in ("山田", "דן", "Ann"):
        match = Match.start(Setup(players=(Player(first), Player("Bob"))))
        SavedGames(tmp_path).save(match.events)
    _, line, *rows = converse(tmp_path, "", "saves").stdout.splitlines()
    starts = {columns(row[: row.index("Othello")]) for row in rows}
    assert starts == {[found.start() for found in re.finditer("-+", line)][2]}


def test_the_list_fits_eighty_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = Player("黒" * 30), Player("Bob" * 20)
    long = Match.start(Setup(players=players, start=find_variant("yesno").start(16)))
    SavedGames(tmp_path).save(long.events, "a name that is as long as names of games may well be")
    SavedGames(tmp_path).save(events("f5"))
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    lines = CliRunner().invoke(saves_command, []).output.splitlines()
    assert lines[0].split() == ["no.", "game", "board", "status", "played"]
    assert max(map(columns, lines)) == 80
    assert " v B-b  " in lines[2]  # the latest game, which fits


def test_a_folder_that_cannot_be_read_is_an_error(
    games: SavedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(JournalError, match=r"the saved games in .* cannot be read: Permission"):
        games.all()


def test_an_unanswered_question_deletes_nothing(tmp_path: Path) -> None:
    SavedGames(tmp_path).save(events("f5"), "Sunday")
    done = converse(tmp_path, "", "saves", "delete", "Sunday")
    assert done.stdout.endswith("\nKept Sunday: Ann v B/b.\n")
    assert SavedGames(tmp_path).has("Sunday")


def test_the_command_renames_and_deletes_saved_games(tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    games.save(events("f5"), "first one")
    games.save(events("f5", "d6"), "second")
    games.save(events(), "third")
    said = converse(tmp_path, "", "saves", "rename", "first one", "Sunday").stdout
    assert said == "first one is now called Sunday.\n"
    refused = converse(tmp_path, "", "saves", "rename", "second", "Sunday", code=2).stderr
    assert refused == "Error: there is already a saved game Sunday; choose another name.\n"
    assert "no saved game 7" in converse(tmp_path, "", "saves", "delete", "7", code=2).stderr
    said = converse(tmp_path, "n\ny\n", "saves", "delete", "Sunday", "second").stdout
    assert "Kept Sunday: Ann v B/b." in said
    assert "Deleted second: Ann v B/b." in said
    converse(tmp_path, "", "saves", "delete", "--yes", "third")
    (row,) = json.loads(converse(tmp_path, "", "saves", "--json").stdout)
    assert (row["name"], row["moves"], row["over"], row["autosave"]) == ("Sunday", 1, False, False)
    said = converse(tmp_path, "list\nquit\n", "play", "--plain", "--resume", "Sunday").stdout
    assert "\nf5\n" in said


def test_the_line_mode_asks_before_it_overwrites(tmp_path: Path) -> None:
    notes = tmp_path / "notes.json"
    notes.write_text("my notes")
    lines = ["f5", f"save {notes}", "no", "save", "d6", "save", "save mine", "save mine", "yes"]
    options = ("play", "--player2", "human", "--first", "1")
    said = converse(tmp_path, "\n".join([*lines, "quit\n"]), *options).stdout
    assert f"{notes} already exists. Overwrite it? (yes/no) no" in said
    assert "Nothing was saved." in said
    assert notes.read_text() == "my notes"
    names = {one.name: one.moves for one in SavedGames(tmp_path).all() if not one.is_autosave}
    assert sorted(names.values()) == [1, 2, 2]
    assert names["mine"] == 2
