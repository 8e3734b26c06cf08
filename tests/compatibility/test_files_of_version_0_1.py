"""Files that version 0.1 wrote before its modules were renamed: a database, saves, settings.

They were made by the program itself and are never changed. Later formats must still be able to
read them.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.solved_puzzles import earlier_attempts
from outflank.faces.local.settings import Settings
from outflank.learning import LearningLog, puzzle_subject
from outflank.play.events import TurnStarted
from outflank.rules import Position
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.store.past_games import PastGameSelection
from support.command import converse
from support.paths import DATA
from support.server.competition_server import HandClock, first_move
from support.server.server_process import wait_until
from support.server.tournament_server import by_hand, play_all

FILES = DATA / "version_0_1"
KEY_OF_EVE = "oth_vfH9QMrSeVcM_UwzeELcH3B9rGQ1ZPEn"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's folder with two unfinished games and the settings of the last one."""
    return shutil.copytree(FILES / "home", tmp_path / "home")


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> CompetitionServer:
    """A server on the old database, which was closed with three games in progress."""
    with sqlite3.connect(tmp_path / "server.db") as database:
        database.executescript((FILES / "server.sql").read_text(encoding="utf-8"))
    database.close()
    return by_hand(tmp_path, clock)


def test_unfinished_games_are_listed_and_go_on(home: Path) -> None:
    listed = {
        game["variant"]: game for game in json.loads(converse(home, "", "saves", "--json").stdout)
    }
    assert listed["classic"]["players"] == "Ann v Bob"
    assert listed["classic"]["moves"] == 3
    assert listed["yesno"]["moves"] == 2
    for variant, move in {"classic": "d3", "yesno": "a2"}.items():
        resumed = converse(
            home, f"{move}\nquit\n", "play", "--plain", "--resume", listed[variant]["name"]
        )
        assert f"plays {move}" in resumed.stdout
    after = {
        game["variant"]: game["moves"]
        for game in json.loads(converse(home, "", "saves", "--json").stdout)
    }
    assert after["classic"] == 4
    assert after["yesno"] >= 3


def test_a_saved_game_is_opened_and_goes_on(tmp_path: Path) -> None:
    saved = str(FILES / "ann-bob.json")
    resumed = converse(tmp_path, "d3\nquit\n", "play", "--plain", "--resume", saved)
    assert "after 3 moves: f5 d6 c3." in resumed.stdout
    assert "plays d3" in resumed.stdout
    (kept,) = json.loads(converse(tmp_path, "", "saves", "--json").stdout)
    assert (kept["players"], kept["moves"]) == ("Ann v Bob", 4)


def test_solved_puzzles_move_into_the_log_once_and_stay_solved(home: Path) -> None:
    lines = (home / "solved_puzzles.txt").read_text(encoding="utf-8").splitlines()
    positions = [Position.parse(line.removeprefix("classic ")) for line in lines]
    programs = [LocalLearner(home), LocalLearner(home)]
    assert all(each.has_solved(position) for each in programs for position in positions)
    learner = LocalLearner(home)
    assert len(learner.entries) == len(lines) == 3
    assert learner.progress.solved == {puzzle_subject(position) for position in positions}
    assert learner.progress.cards == {}
    assert learner.progress.rating.is_provisional
    (home / "mine.obf").write_text(f"{positions[-1]};\n", encoding="utf-8")
    shown = converse(home, "", "puzzles", str(home / "mine.obf"), "--start", "1").stdout
    assert "Puzzle 1 of 1, solved" in shown
    assert len((home / "learning.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def test_two_programs_that_start_together_move_them_once(home: Path) -> None:
    one = LearningLog(home)  # has read an empty log
    known = {entry.id for entry in one.entries}
    LocalLearner(home)
    one.add(earlier_attempts(home, known))
    assert len(LearningLog(home).entries) == 3


def test_settings_are_kept(home: Path) -> None:
    settings = Settings.load(home)
    assert (settings.game.variant, settings.game.size) == ("yesno", 6)
    assert (settings.game.player1, settings.game.player2) == ("human:Eve", "computer:2")
    assert settings.appearance.skin == "auto"


def test_the_games_of_a_database_go_on(server: CompetitionServer) -> None:
    rooms = server.registry.running()
    assert len(rooms) == 3
    for room in rooms:
        while not room.is_over:
            # The server draws the answers of Yes/No Othello by itself.
            wait_until(lambda: room.is_over or awaits_a_move(room), "an answer")  # noqa: B023
            if not room.is_over:
                turn, square = first_move(room)
                room.play(square, turn=turn)
    server.close()


def awaits_a_move(room: LiveRoom) -> bool:
    with room.reading() as match:
        return isinstance(match.asked, TurnStarted)


def test_a_tournament_of_a_database_goes_on_to_its_end(server: CompetitionServer) -> None:
    assert server.tournaments.view(1)["status"] == "running"
    entrants = server.tournaments.scheduler.state(1).begun.entrants
    assert [entrant.first_round for entrant in entrants] == [1, 1, 1, 1]  # nobody came late
    play_all(server, 1)
    assert server.tournaments.view(1)["status"] == "finished"
    server.close()


def test_finished_games_of_a_database_are_listed_and_reviewed(server: CompetitionServer) -> None:
    (game,) = server.store.past_games.listed(PastGameSelection())
    server.openings.find_all(pause=0)
    assert server.store.past_games.without_opening(9) == []
    room = server.registry.room(game.id)
    server.reviews.request(room)
    wait_until(lambda: server.reviews.state(room).status == "done", "the review")
    server.close()


def test_keys_names_and_seals_of_a_database_stay_valid(
    server: CompetitionServer, tmp_path: Path
) -> None:
    caller = server.accounts.caller(KEY_OF_EVE)
    assert caller
    assert caller.player == server.accounts.named("Eve").id
    server.close()
    proof = converse(tmp_path, "", "admin", "verify", "--database", f"{tmp_path}/server.db")
    assert proof.stdout == "4 games were checked, 0 are wrong.\n"
