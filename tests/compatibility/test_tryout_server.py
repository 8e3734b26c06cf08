"""A database that version 0.1 wrote while its server still ran on threads, under Flask.

It was made by the program itself and is never changed: games in progress, one of them in the
try-out tournament, one with answers and one with a move taken back, and an open challenge.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.analysis import own_puzzles
from outflank.learning import Attempt
from outflank.play.events import AnswerHeard, MovePlayed, TurnStarted
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.store.database import Database
from outflank.store.match_store import MatchSelection
from outflank.store.records import verify
from support.paths import DATA
from support.server.competition_server import HandClock, first_move
from support.server.server_process import wait_until
from support.server.tournament_server import by_hand

TIMED, TAKEN_BACK, YESNO = "703576d7b20d", "002496897c79", "f4118aaee771"
OVER, TRYOUT = "d55129fe58a2", "5452413116a6"
CHALLENGE = "b4e389f28238dc48"
KEY_OF_ADA = "oth_5cIUT7V5X77kpdfI5QaeCJ3F6SDiVOSV"
KEY_OF_CECIL = "oth_oDZc66XJe4bvzOznAB5t7GcRXVKG7zt1"
REVOKED_KEY = "oth_IJ6ceateuxW_7umt_S2BxtG6PiMAGejX"
ADA, BOB, CECIL, DELETED = 5, 6, 7, 8


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[CompetitionServer]:
    with sqlite3.connect(tmp_path / "server.db") as database:
        script = DATA / "version_0_1" / "tryout_server.sql"
        database.executescript(script.read_text(encoding="utf-8"))
    database.close()
    clock.at = 1_700_000_060_000
    server = by_hand(tmp_path, clock, tryout=True)
    yield server
    server.close()
    with Database(f"sqlite:///{tmp_path}/server.db") as written:
        assert set(verify(written)) == {None}


def play_on(room: LiveRoom) -> None:
    """Play a match to its end; the server draws the answers of Yes/No Othello by itself."""
    while not room.is_over:
        wait_until(lambda: room.is_over or isinstance(asked(room), TurnStarted), "an answer")
        if not room.is_over:
            turn, square = first_move(room)
            room.play(square, turn=turn)


def asked(room: LiveRoom) -> object:
    with room.reading() as match:
        return match.asked


def test_all_games_go_on_to_their_end(server: CompetitionServer) -> None:
    for name, moves in {TIMED: 5, TAKEN_BACK: 2, YESNO: 4, TRYOUT: 4}.items():
        room = server.registry.room(name)
        with room.reading() as match:
            assert len(match.game.plies) == moves
        play_on(room)
    server.tournaments.run_pass()
    assert server.tryout is not None
    assert server.tryout.view().results.count(0) == 11


def test_answers_are_drawn_from_the_same_secret_as_before(server: CompetitionServer) -> None:
    room = server.registry.room(YESNO)
    play_on(room)
    secret = server.oracle.secret_of(room)
    heard = [event for event in room.events if isinstance(event, AnswerHeard)]
    assert len(heard) > 5
    assert [event.answer for event in heard] == [
        server.oracle.ask(room.setup, event.turn, secret).answer for event in heard
    ]


def test_matches_are_listed_and_counted(server: CompetitionServer) -> None:
    listed = server.store.matches.listed(MatchSelection(player=BOB))
    assert {one.id: (one.status, one.moves) for one in listed} == {
        TIMED: ("running", 5),
        YESNO: ("running", 4),
        OVER: ("finished", 2),
    }
    older = MatchSelection(player=ADA, is_running=True, before=YESNO, limit=1)
    (back,) = server.store.matches.listed(older)
    assert (back.id, back.moves) == (TAKEN_BACK, None)
    assert server.store.matches.results_of(BOB) == {"wins": 1, "draws": 0, "losses": 0}


def test_names_and_keys_stay_valid(server: CompetitionServer) -> None:
    accounts = server.accounts
    caller = accounts.caller(KEY_OF_CECIL)
    assert caller is not None
    assert accounts.player(caller.player or 0).name == "Cecil"
    assert accounts.caller(REVOKED_KEY) is None
    assert accounts.player(DELETED).name == f"Deleted {DELETED}"
    assert accounts.register("Cid")[0].name == "Cid (2)"  # Cecil's former name stays his


def test_an_open_challenge_is_accepted(server: CompetitionServer) -> None:
    (seen,) = server.challenges.list_for(CECIL)
    assert seen.id == CHALLENGE
    caller = server.accounts.caller(KEY_OF_ADA)
    assert caller is not None
    room = server.challenges.accept(CHALLENGE, caller.player or 0)
    play_on(room)
    assert any(isinstance(event, MovePlayed) for event in room.events)


def test_players_of_that_time_learn(server: CompetitionServer) -> None:
    puzzle = own_puzzles()[0]
    tried = Attempt(id="attempt-1", at=1, subject=f"puzzle/{puzzle.id}", move="")
    assert server.learning.add(ADA, [tried, tried]).added == 1
    assert server.learning.progress(ADA).failed == {tried.subject}
    assert server.learning.weaknesses.of(ADA) == []
