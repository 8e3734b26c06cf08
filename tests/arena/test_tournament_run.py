"""Tournaments of engines on this machine: the definition, the games, their file, the report."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from outflank.arena import Definition, Knockout, Ladder, RoundRobin, Swiss, TournamentFormat
from outflank.arena.engine_match import EngineMatch, MatchPlayer, RandomOpenings, run_match
from outflank.arena.tournament_run import (
    EngineTournament,
    TournamentFile,
    TournamentGame,
    run_tournament,
    tournament_games,
    tournament_report,
    tournament_warnings,
)
from outflank.arena.tournament_run.runner import continued
from outflank.engine import Analysis, Engine, Limit, Task
from outflank.errors import JournalError, OutflankError
from outflank.play.clock import ClockSetting
from outflank.rules import Classic

NAMES = ("greedy", "random", "positional", "level:1")


def small_cup(form: TournamentFormat | None = None, **settings: Any) -> EngineTournament:
    definition = Definition("Cup", NAMES, form or RoundRobin(games=2), size=4, seed=7, **settings)
    return EngineTournament.of(definition)


def timeless(games: list[TournamentGame]) -> list[TournamentGame]:
    none = (0.0, 0.0)
    return [
        replace(game, record=replace(game.record, seconds=none, slowest=none)) for game in games
    ]


@pytest.mark.parametrize("form", [RoundRobin(games=2), Swiss(games=2), Knockout(), Ladder()])
def test_an_interrupted_tournament_ends_as_an_uninterrupted_one(
    tmp_path: Path, form: TournamentFormat
) -> None:
    cup = small_cup(form)
    whole = run_tournament(cup)
    assert len(whole) == form.games_for(4)
    assert continued(cup, whole).is_finished
    path = tmp_path / "cup.jsonl"
    with TournamentFile(path, cup) as kept:
        for game in whole[: len(whole) // 2]:
            kept.add(game)
    with TournamentFile(path, cup) as kept:
        found = list(kept.games)
        resumed = run_tournament(cup, done=found, on_game=lambda game, _: kept.add(game))
    assert timeless(resumed) == timeless(whole)
    with TournamentFile(path, cup) as kept:
        assert timeless(sorted(kept.games, key=lambda game: game.number)) == timeless(whole)


def test_two_games_of_the_same_players_share_an_opening_with_the_colours_swapped() -> None:
    cup = small_cup()
    games = run_tournament(cup, concurrency=2)
    assert timeless(games) == timeless(run_tournament(cup))
    by_pair: dict[frozenset[int], list[TournamentGame]] = {}
    for game in games:
        by_pair.setdefault(frozenset((game.black, game.white)), []).append(game)
    for one, other in by_pair.values():
        assert (one.black, one.white) == (other.white, other.black)
        plies = one.record.opening
        assert one.record.moves[:plies] == other.record.moves[:plies]


def test_the_file_of_a_tournament_names_the_players_and_engines() -> None:
    text = """
        name = "Cup"
        size = 6
        format = "knockout"
        players = ["7", "quick", "greedy"]
        nodes = 900
        adjudicate = 4
        plies = 2
        [engines]
        quick = {engine = "alphabeta", nodes = 50, seconds = 0.5}
    """
    cup = EngineTournament.from_toml(text)
    assert [player.name for player in cup.players] == ["7", "quick", "greedy"]
    assert cup.players[0].limit == Limit(nodes=900)
    assert cup.players[1].limit == Limit(nodes=50, seconds=0.5)
    assert cup.players[1].source.engine == "alphabeta"
    assert (cup.adjudicate, cup.definition.seed) == (4, 1)
    only = EngineTournament.from_toml('name = "Cup"\n[engines]\na = "greedy"\nb = "random"')
    assert only.definition.players == ("a", "b")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('players = ["no such engine", "7"]', "there is no engine 'no such engine'"),
        ('engines = "greedy"', "engines must be a table such as"),
        ("engines.a = 7", "engines.a must be the name of an engine, or a table with one"),
        ('engines.a = {engine = "7", nods = 5}', "engines.a has no setting 'nods'"),
        (
            'engines.a = {engine = "7", nodes = 0.5}',
            "engines.a.nodes must be a whole number, not 0.5",
        ),
        (
            'engines.a = {engine = "7", directory = 5}',
            "engines.a.directory must be a folder in quotation marks, not 5",
        ),
        (
            'engines.a = {engine = "7", directory = "."}',
            "only a program runs in a directory, and 7 is none",
        ),
        ('seconds = "1"', "seconds must be a number, not '1'"),
        ("nodes = 0", "a limit of nodes must be more than 0"),
        ("plies = 61", "plies must be a whole number from 0 to 60, not 61"),
        ("adjudicate = 99", "adjudicate must be a whole number from 0 to"),
        ('openings = "none.txt"', "openings: there is no file"),
        ('engines.c = "greedy"\nplayers = ["7", "8"]', "engines: 'c' is not one of the players"),
        ('variant = "yesno"\nadjudicate = 4\nplayers = ["7", "8"]', "adjudicate: "),
        ("name = ", "this is not TOML"),
        ("games = " + "9" * 5000, "this is not TOML"),
    ],
)
def test_a_wrong_setting_gives_one_sentence(line: str, sentence: str) -> None:
    other = "a" if "engines.a" in line else "2"
    players = "" if "players" in line else f'players = ["1", "{other}"]\n'
    text = line if line.startswith("name") else f'name = "Cup"\n{players}{line}'
    with pytest.raises(OutflankError) as caught:
        EngineTournament.from_toml(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cup.jsonl"
    TournamentFile(path, small_cup()).close()
    with pytest.raises(JournalError, match=r"holds another tournament: its format is"):
        TournamentFile(path, small_cup(Swiss()))
    games = run_tournament(small_cup())
    with pytest.raises(JournalError, match="is not of this tournament"):
        continued(small_cup(RoundRobin()), [replace(games[0], black=4, white=3)])
    with pytest.raises(JournalError, match="there is no game 99 in this tournament"):
        continued(small_cup(), [replace(games[0], number=99)])


class FirstMove(Engine):
    """Plays the first legal move."""

    name = "first move"

    def think(self, task: Task) -> Analysis:
        return Analysis.of(task.position.legal_moves[0])


class LastMove(Engine):
    """Plays the last legal move."""

    name = "last move"

    def think(self, task: Task) -> Analysis:
        return Analysis.of(task.position.legal_moves[-1])


class Sleeper(FirstMove):
    """Sleeps a while before each move."""

    name = "sleeper"

    def think(self, task: Task) -> Analysis:
        time.sleep(0.3)
        return super().think(task)


def test_your_own_engines_can_play() -> None:
    definition = Definition("Cup", size=4, format=Knockout())
    players = [MatchPlayer(FirstMove()), MatchPlayer("random"), MatchPlayer(LastMove)]
    cup = EngineTournament.of(definition, players)
    games = run_tournament(cup)
    assert [game.record.fault for game in games] == [None, None]
    page = tournament_report(cup, games)
    assert "<title>Cup</title>" in page
    assert "first move" in page
    assert page.count("<svg") == 1
    headers = [game.headers["black"] for game in tournament_games(cup, games)]
    assert set(headers) <= {"first move", "random", "last move"}


def test_a_short_match_starts_only_the_engines_it_needs() -> None:
    made: list[FirstMove] = []

    def make() -> FirstMove:  # a local function cannot be sent to another process
        made.append(FirstMove())
        return made[-1]

    openings = RandomOpenings(Classic(), 4, plies=2)
    match = EngineMatch((MatchPlayer(make), MatchPlayer(make)), openings)
    games = run_match(match, 1, concurrency=8)
    assert len(made) == 4  # for two games
    assert run_match(match, 1, done=games, concurrency=8) == games
    assert len(made) == 4  # and none for games that are done


def test_a_player_who_runs_out_of_time_loses() -> None:
    players = MatchPlayer(Sleeper()), MatchPlayer(FirstMove())
    clock = ClockSetting.parse("0.001s/move")
    match = EngineMatch(players, RandomOpenings(Classic(), 4, plies=2), clock=clock)
    games = run_match(match, 1)
    assert {game.reason for game in games} == {"time"}
    total = replace(match, clock=ClockSetting.parse("0.004"))  # minutes, and black begins
    game = run_match(total, 1)[0]
    assert (game.reason, game.points(0)) == ("time", 0.0)
    assert game.fault is not None
    assert "ran out of time" in game.fault
    assert total.to_dict()["clock"] == "0.004+0"


# Bots over HTTP


class BotServer(ThreadingHTTPServer):
    """A bot that plays the first or last move or misbehaves, depending on the request's path."""

    daemon_threads = True

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            replies = {
                "/first": (200, json.dumps({"move": asked["moves"][0]})),
                "/last": (200, json.dumps({"move": asked["moves"][-1]})),
                "/illegal": (200, json.dumps({"move": "a9"})),
                "/garbage": (200, "hello"),
                "/error": (500, "{}"),
            }
            status, text = replies[self.path]
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass


@pytest.fixture(scope="module")
def bots() -> Iterator[str]:
    with BotServer(("127.0.0.1", 0), BotServer.Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_bots_are_asked_over_http(bots: str) -> None:
    definition = Definition("Cup", (f"{bots}/first", f"{bots}/last", "random"), size=4)
    cup = EngineTournament.of(definition)
    games = run_tournament(cup)
    assert [game.record.fault for game in games] == [None] * 3
    assert tournament_warnings(cup, games) == []


@pytest.mark.parametrize(
    ("path", "reason", "fault"),
    [
        ("/illegal", "illegal move", "answered 'a9', which may not be played here"),
        ("/garbage", "crash", 'did not answer with {"move": "f5"}'),
        ("/error", "crash", "answered with status 500"),
    ],
)
def test_a_bot_at_fault_loses(bots: str, path: str, reason: str, fault: str) -> None:
    players = MatchPlayer.named(f"{bots}{path}"), MatchPlayer("random")
    games = run_match(EngineMatch(players, RandomOpenings(Classic(), 4, plies=2)), 1)
    assert [game.points(0) for game in games] == [0.0, 0.0]
    assert {game.reason for game in games} == {reason}
    assert all(game.fault and fault in game.fault for game in games)


def test_a_bot_that_is_not_there_loses() -> None:
    players = MatchPlayer.named("http://127.0.0.1:1/"), MatchPlayer("random")
    [game, _] = run_match(EngineMatch(players, RandomOpenings(Classic(), 4, plies=2)), 1)
    assert (game.reason, game.points(0)) == ("crash", 0.0)
