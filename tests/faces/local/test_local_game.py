"""Local games: autosave, resuming, rematches, hints and saved files."""

from __future__ import annotations

import dataclasses
import json
import threading
from pathlib import Path

import pytest

from outflank import (
    BLACK,
    WHITE,
    Board,
    Classic,
    Game,
    Reason,
    ScoreKind,
    Square,
    read,
    read_file,
    write,
)
from outflank.errors import JournalError
from outflank.faces.local.autosave import add_match
from outflank.faces.local.game_files import events_of, load, save
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.words.clock_text import time_left
from outflank.play.clock import ClockSetting
from outflank.play.events import AnswerHeard, Event, TurnStarted
from outflank.play.journal import FileJournal
from outflank.play.match import Match
from outflank.play.record import record
from outflank.play.room import Room
from outflank.play.setup import Player, SeriesScore, Setup

PEOPLE = GameOptions(player2="human", first="1")
WIPEOUT = "e6f4e3f6g5d6e7f5c5"


def wait_for(room: Room, kind: type[Event], *, since: int = 0) -> None:
    seen = threading.Event()
    leave = room.watch(lambda event: seen.set() if isinstance(event, kind) else None, since=since)
    assert seen.wait(60)
    leave()


# Games


def test_a_computer_answers_a_person(journal: FileJournal) -> None:
    local_game = LocalGame(GameOptions(size=6, player2="computer:1", first="1", seed=4), journal)
    room = local_game.room
    room.play(room.view().position.legal_moves[0])
    wait_for(room, TurnStarted, since=len(room.events))
    local_game.close()
    assert len(room.view().game.moves) >= 2


def test_every_event_is_on_disk(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    assert FileJournal(journal.folder).load(local_game.room.name) == list(local_game.room.events)


def test_the_newest_unfinished_game_is_resumed(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    assert again.room.events == local_game.room.events
    assert again.options == GameOptions.of(local_game.room.setup)
    again.room.play(Square.parse("d6"))
    again.room.resign(BLACK)
    with pytest.raises(JournalError, match="no unfinished game to resume"):
        LocalGame.resume(FileJournal(journal.folder))


def test_a_damaged_game_does_not_prevent_resuming_another(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.close()
    journal.path("zzz").write_text("garbage\n")
    assert LocalGame.resume(FileJournal(journal.folder)).room.name == local_game.room.name


def test_the_clock_does_not_run_while_a_game_is_closed(journal: FileJournal) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, clock="1"), journal)
    local_game.room.play(Square.parse("f5"))
    left = local_game.room.snapshot().white.clock.remaining
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    resumed = again.room.snapshot().white.clock.remaining
    assert left is not None
    assert resumed is not None
    assert 59_000 < resumed <= 60_000


def test_a_resumed_oracle_continues_its_script(journal: FileJournal, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\nno\nmaybe\nyes\n")
    options = dataclasses.replace(PEOPLE, variant="yesno", oracle=str(script))
    local_game = LocalGame(options, journal)
    wait_for(local_game.room, TurnStarted)
    local_game.room.play(Square.parse("f5"))
    wait_for(local_game.room, TurnStarted, since=4)
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    again.room.play(again.room.view().position.legal_moves[0])
    wait_for(again.room, TurnStarted, since=len(local_game.room.events))
    heard = [event.answer for event in again.room.events if isinstance(event, AnswerHeard)]
    assert heard == ["yes", "no", "maybe"]


def test_a_rematch_keeps_the_series_score_and_other_players_start_a_new_one(
    journal: FileJournal,
) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.resign(WHITE)
    assert local_game.series_score == SeriesScore(player1=1)
    local_game.rematch()
    assert local_game.series_score == SeriesScore(player1=1)
    local_game.room.resign(BLACK)
    assert local_game.series_score == SeriesScore(player1=1, player2=1)
    local_game.new_game(dataclasses.replace(PEOPLE, player1="human:Ann"))
    assert local_game.series_score == SeriesScore()


def test_two_losses_in_a_row_lead_to_an_easier_level(journal: FileJournal) -> None:
    local_game = LocalGame(GameOptions(player2="computer:3", first="1"), journal)
    assert local_game.level_advice == ""
    advice = []
    for _ in range(3):
        local_game.room.resign(BLACK)
        advice.append(local_game.level_advice)
        local_game.rematch()
    assert advice == ["", *["You lost twice in a row. Try level 2 next."] * 2]
    local_game.new_game(GameOptions(player2="computer:2", first="1"))
    local_game.room.resign(BLACK)  # the first loss at that level
    assert local_game.level_advice == ""
    local_game.close()


def test_a_clear_win_leads_to_a_harder_level(journal: FileJournal) -> None:
    local_game = LocalGame(GameOptions(player2="computer:3", first="1"), journal)
    local_game.room.resign(BLACK)
    local_game.rematch()
    local_game.room.resign(WHITE)  # with two discs against two
    assert local_game.level_advice == ""
    local_game.rematch()
    local_game.room.resign(BLACK)  # the first loss after a win
    assert local_game.level_advice == ""
    players = Player("Ann"), Player("Computer, level 3", "computer:3")
    wipeout = read(WIPEOUT).game
    local_game.continue_from(events_of(wipeout, Setup(players=players)))
    assert local_game.level_advice == "That was a clear win. Try level 4 next."
    local_game.close()


def test_a_rematch_of_a_loaded_position_starts_from_that_position(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    game = read(b"---- -OX- -XO- ---- O").game
    local_game.continue_from(events_of(game, Setup(players=(Player("Ann"), Player("Bob")))))
    for _ in range(2):
        assert (str(local_game.room.setup.start), local_game.room.setup.size) == (
            str(game.start),
            4,
        )
        local_game.room.resign(WHITE)
        local_game.rematch()
    local_game.new_game()
    assert local_game.room.setup.start == local_game.room.setup.variant.start(4)


@pytest.mark.parametrize(
    ("clock", "left"), [("5+3", 300_000), ("5", 300_000), ("30s/move", 30_000), ("none", None)]
)
def test_the_moves_of_a_pasted_game_do_not_change_the_clocks(clock: str, left: int | None) -> None:
    game = Game()
    game.push_all(["f5", "d6", "c3"])
    match = Match.restore(events_of(game, Setup(clock=ClockSetting.parse(clock))))
    now = match.events[-1].at
    assert [time_left(match, color, now) for color in (BLACK, WHITE)] == [left, left]
    assert len(match.game.moves) == 3


def test_a_game_whose_end_is_taken_back_counts_once(journal: FileJournal) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, size=4, undo="free"), journal)
    room = local_game.room
    while not room.snapshot().is_over:
        room.play(room.view().position.legal_moves[0])
    first = local_game.series_score
    last = room.view().game.plies[-1].color
    room.take_back(last)
    assert local_game.series_score == SeriesScore()
    room.redo(last)
    assert local_game.series_score == first


def test_hints_score_every_move(journal: FileJournal) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, size=4), journal)
    position = local_game.room.view().position
    found = local_game.hint(position)
    local_game.close()
    assert set(found.scores) == set(position.legal_moves)


@pytest.mark.native
@pytest.mark.parametrize(("score", "discs"), [("board", 12), ("full", 16)])
def test_a_hint_uses_the_agreed_scoring(journal: FileJournal, score: str, discs: int) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, size=4, score=score), journal)
    position = Classic().start(4)
    position = dataclasses.replace(position, board=Board.parse("XXXXXXXXXXO-----"))
    found = local_game.hint(position)
    local_game.close()
    assert found.score is not None
    assert (found.score.discs, found.score.kind) == (discs, ScoreKind.EXACT)
    assert found.scores[Square.parse("d3")] == found.score


def test_a_game_closed_while_paused_continues_when_it_is_resumed(
    journal: FileJournal,
) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.pause()
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    again.room.play(Square.parse("f5"))


def test_a_game_with_moves_is_resumed_before_one_without(journal: FileJournal) -> None:
    played = LocalGame(PEOPLE, journal)
    played.room.play(Square.parse("f5"))
    played.close()
    LocalGame(PEOPLE, journal).close()
    assert LocalGame.resume(FileJournal(journal.folder)).room.name == played.room.name


def test_a_game_continues_without_the_script_of_its_oracle(
    journal: FileJournal, tmp_path: Path
) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\n")
    local_game = LocalGame(
        dataclasses.replace(PEOPLE, variant="yesno", oracle=str(script)), journal
    )
    wait_for(local_game.room, TurnStarted)
    local_game.close()
    script.unlink()
    again = LocalGame.resume(FileJournal(journal.folder))
    again.room.play(Square.parse("f5"))
    wait_for(again.room, AnswerHeard, since=5)
    again.close()


def test_a_loaded_game_never_overwrites_another(journal: FileJournal) -> None:
    events = Match.start(Setup()).events
    names = {add_match(events, journal) for _ in range(3)}
    assert len(names) == 3
    local_game = LocalGame(PEOPLE, journal)
    local_game.continue_from(events)
    assert len(journal.matches()) == 5


# Saved files


def test_a_saved_match_is_loaded_whole(journal: FileJournal, tmp_path: Path) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, undo="free"), journal)
    room = local_game.room
    room.play(Square.parse("f5"))
    room.take_back(BLACK)
    room.play(Square.parse("d3"))
    room.resign(WHITE)
    path = tmp_path / "game.json"
    save(room.events, path)
    assert load(path) == list(room.events)


def test_any_reader_finds_the_game_in_a_saved_match(journal: FileJournal, tmp_path: Path) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    local_game.room.resign(WHITE)
    path = tmp_path / "game.json"
    save(local_game.room.events, path)
    game = read_file(path).game
    assert game == record(local_game.room.view())
    outcome = game.outcome
    assert outcome is not None
    assert outcome.reason is Reason.RESIGNATION
    assert game.headers["black"] == "Player 1"


@pytest.mark.parametrize("variant", ["classic", "yesno", "anti"])
def test_any_game_that_can_be_read_can_be_continued(variant: str, tmp_path: Path) -> None:
    game = Game(variant=variant)
    for _ in range(5):
        if game.position.awaits_answer:
            game.hear("yes" if game.position.turn is BLACK else "no")
        game.push(game.position.legal_moves[0])
    path = tmp_path / "game.json"
    write(game, path)
    match = Match.restore(load(path))
    assert match.game.moves == game.moves
    assert match.outcome is None


def test_an_autosave_is_loaded_like_any_saved_game(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    assert load(journal.path(local_game.room.name)) == list(local_game.room.events)


def test_a_damaged_save_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(Match.start(Setup()).events, path)
    data = json.loads(path.read_text())
    for events in (5, [5], [{"event": "Nonsense"}]):
        path.write_text(json.dumps(data | {"match": {"version": 1, "events": events}}))
        with pytest.raises(JournalError, match=r"has no list of events|not an event of a match"):
            load(path)


def test_a_match_saved_by_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(Match.start(Setup()).events, path)
    data = json.loads(path.read_text())
    for match, problem in (({"version": 99}, "newer Outflank"), ({}, "has no version number")):
        path.write_text(json.dumps(data | {"match": match}))
        with pytest.raises(JournalError, match=problem):
            load(path)


def test_a_file_that_cannot_be_read_or_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be read"):
        load(tmp_path / "missing.json")
    with pytest.raises(JournalError, match="cannot be written"):
        save(Match.start(Setup()).events, tmp_path / "no" / "folder.json")
