"""Playing on from a past position of a local game, which stays as it is."""

from __future__ import annotations

import dataclasses
import errno
import os
import threading
from pathlib import Path

import pytest

from outflank import BLACK, PASS, WHITE, Color, Game, Position, Square
from outflank.errors import JournalError, NoMove, UnknownName
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGames
from outflank.faces.local.what_if import WhatIf, level_of, ply_of
from outflank.play.events import AnswerHeard, MovePlayed, TurnStarted
from outflank.play.journal import FileJournal
from outflank.play.setup import Origin

PEOPLE = GameOptions(player1="human:Ann", player2="human:Bob", first="1")


def play(local_game: LocalGame, *squares: str) -> None:
    for square in squares:
        local_game.room.play(Square.parse(square))


def await_turn(local_game: LocalGame) -> None:
    """Wait until the oracle has answered or the computer has moved."""
    seen = threading.Event()

    def follow(event: object) -> None:
        if isinstance(event, TurnStarted) and event.color in local_game.people:
            seen.set()

    leave = local_game.room.watch(follow, since=0)
    asked = local_game.room.asked
    assert isinstance(asked, TurnStarted) or seen.wait(60)
    leave()


def moves(local_game: LocalGame) -> list[str]:
    return [str(move) for move in local_game.room.view().game.moves]


def what_if(local_game: LocalGame, ply: int, opponent: str = "human") -> None:
    choice = dataclasses.replace(WhatIf.of(local_game.room.view(), ply), opponent=opponent)
    local_game.play_on(choice.options(local_game.options), ply)


@pytest.mark.parametrize(("variant", "size"), [("classic", 8), ("anti", 6), ("classic", 12)])
def test_one_can_leave_a_game_and_return_as_often_as_wanted(
    journal: FileJournal, variant: str, size: int
) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, variant=variant, size=size), journal)
    for _ in range(3):
        local_game.room.play(local_game.room.view().position.legal_moves[0])
    left, before = local_game.room.name, local_game.room.events
    positions = [ply.position for ply in local_game.room.view().game.plies]
    for ply in (1, 2, 1):
        what_if(local_game, ply)
        setup = local_game.room.setup
        assert setup.origin == Origin(left, ply, ply)
        assert setup.start == positions[ply - 1]
        assert (setup.variant.name, setup.size) == (variant, size)
        local_game.room.play(local_game.room.view().position.legal_moves[-1])
        local_game.return_to_origin()
        assert local_game.room.name == left
        assert local_game.room.events == before
    local_game.room.play(local_game.room.view().position.legal_moves[0])
    local_game.close()
    assert len(journal.matches()) == 4  # each other game is saved, too
    with pytest.raises(JournalError, match="no longer among the saved games"):
        LocalGame(PEOPLE, journal).return_to_origin()


def test_the_series_and_its_score_wait_with_the_game(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.resign(WHITE)
    local_game.rematch()
    play(local_game, "f5", "d6")
    what_if(local_game, 1)
    assert str(local_game.series_score) == "0 : 0"
    local_game.room.resign(BLACK)
    local_game.rematch()
    assert str(local_game.series_score) == "0 : 1"
    assert local_game.room.setup.origin is not None
    local_game.return_to_origin()
    assert str(local_game.series_score) == "1 : 0"
    assert moves(local_game) == ["f5", "d6"]
    local_game.close()


def test_a_finished_game_is_played_on_and_is_still_finished_afterwards(
    journal: FileJournal,
) -> None:
    local_game = LocalGame(PEOPLE, journal)
    play(local_game, "f5", "d6")
    local_game.room.resign(BLACK)
    over = local_game.room.events
    what_if(local_game, 1)
    play(local_game, "f4")
    path = SavedGames(journal.folder.parent).save(local_game.room.events, "another way")
    local_game.return_to_origin()
    assert local_game.room.events == over
    # A copy that was saved under a name still leads back.
    copied = SavedGames(journal.folder.parent)
    name = copied.match_name(copied.find(path.stem))
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder), name)
    assert moves(again) == ["f4"]
    again.return_to_origin()
    assert again.room.events == over
    again.close()


def test_a_what_if_game_leads_to_another_one_and_back_step_by_step(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    play(local_game, "f5", "d6")
    what_if(local_game, 1)
    play(local_game, "f4", "e3")
    first = local_game.room.name
    what_if(local_game, 1)
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder), local_game.room.name)
    again.return_to_origin()
    assert (again.room.name, moves(again)) == (first, ["f4", "e3"])
    again.return_to_origin()
    assert moves(again) == ["f5", "d6"]
    again.close()


def test_the_answers_already_heard_stay_and_the_oracle_goes_on(journal: FileJournal) -> None:
    yesno = dataclasses.replace(PEOPLE, variant="yesno", oracle="local", seed=3)
    local_game = LocalGame(yesno, journal)
    heard = []
    for _ in range(4):
        await_turn(local_game)
        position = local_game.room.view().position
        heard.append(position.answer)
        local_game.room.play(position.legal_moves[0])
    await_turn(local_game)
    heard.append(local_game.room.view().position.answer)
    played = moves(local_game)
    what_if(local_game, 2)
    for number, square in enumerate(played[2:], 2):
        await_turn(local_game)
        assert local_game.room.view().position.answer == heard[number]
        local_game.room.play(Square.parse(square))
    # It goes on in the same way after the program was closed, and in a rematch.
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder), local_game.room.name)
    await_turn(again)
    assert again.room.view().position.answer == heard[4]
    events = again.room.events
    assert sum(isinstance(one, AnswerHeard) for one in events) == 3
    assert sum(isinstance(one, MovePlayed) for one in events) == 2
    again.rematch()
    await_turn(again)
    assert again.room.view().position.answer == heard[2]
    again.return_to_origin()
    assert moves(again) == played
    again.close()


def test_a_game_that_cannot_be_saved_is_not_left(
    journal: FileJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    local_game = LocalGame(PEOPLE, journal)
    play(local_game, "f5")
    monkeypatch.setattr(FileJournal, "append", refuse)
    play(local_game, "d6")
    with pytest.raises(JournalError, match="it would be lost"):
        what_if(local_game, 1)
    assert moves(local_game) == ["f5", "d6"]
    monkeypatch.undo()
    play(local_game, "c3")
    what_if(local_game, 1)
    local_game.return_to_origin()
    assert moves(local_game) == ["f5", "d6", "c3"]
    local_game.close()


def test_a_deleted_origin_is_missed_in_one_sentence(journal: FileJournal, tmp_path: Path) -> None:
    local_game = LocalGame(PEOPLE, journal)
    play(local_game, "f5")
    left = local_game.room.name
    what_if(local_game, 0)
    games = SavedGames(tmp_path)
    games.delete(games.find(left))
    with pytest.raises(JournalError, match="no longer among the saved games"):
        local_game.return_to_origin()
    play(local_game, "d3")
    local_game.close()


@pytest.mark.parametrize(
    ("game", "color", "answers", "black", "white"),
    [
        (GameOptions(player2="computer:4", first="1"), BLACK, [], "human", "computer:4"),
        (GameOptions(player2="computer:4", first="1"), BLACK, ["harder"], "human", "computer:5"),
        (GameOptions(player2="computer:1", first="2"), WHITE, ["easier"], "computer:1", "human"),
        (GameOptions(player2="computer:4", first="2"), WHITE, ["side"], "human", "computer:4"),
        (GameOptions(player2="computer:greedy", first="1"), BLACK, [], "human", "computer:greedy"),
        (GameOptions(player2="computer:4", first="1"), BLACK, ["friend"], "human", "human"),
        (PEOPLE, BLACK, ["computer", "harder"], "human", "computer:2"),
        (GameOptions(player1="computer:2", player2="computer:3"), BLACK, [], "human", "computer:3"),
    ],
)
def test_the_first_choice_is_that_of_the_game_and_can_be_changed(
    game: GameOptions, color: Color, answers: list[str], black: str, white: str
) -> None:
    if game.first == "lot":
        game = dataclasses.replace(game, first="1")
    local_game = LocalGame(game)
    choice = WhatIf.of(local_game.room.view(), 0)
    assert choice.color is color
    for answer in answers:
        choice = choice.changed(answer)
    options = choice.options(dataclasses.replace(game, clock="5+3"))
    local_game.close()
    setup = options.setup()
    assert [setup.player(each).seat for each in (BLACK, WHITE)] == [black, white]
    assert options.clock == "none"
    assert "play" in choice.answers("White")


def test_moves_are_found_by_their_number_whatever_passes_are_between() -> None:
    game = Game(Position.parse("-OX-OOO--------- X"))
    while not game.position.is_over:
        game.push(game.position.legal_moves[0])
    placed = [at for at, ply in enumerate(game.plies, 1) if ply.move is not PASS]
    assert len(placed) < len(game.plies)
    found = [ply_of(game.plies, number) for number in range(len(placed) + 1)]
    assert found == [0, *placed]
    with pytest.raises(NoMove, match="there is no move"):
        ply_of(game.plies, len(placed) + 1)


def test_a_level_is_read_as_a_number() -> None:
    assert level_of("7") == 7
    with pytest.raises(UnknownName):
        level_of("99")
