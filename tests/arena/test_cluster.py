"""Matches, tournaments and reviews on a Dask cluster of real processes that are killed."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from outflank.analysis.many_games import ReviewSettings, review_game, review_games
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.arena import Definition, Swiss
from outflank.arena.cluster import Cluster
from outflank.arena.engine_match import (
    EngineMatch,
    GameRecord,
    MatchPlayer,
    RandomOpenings,
    run_match,
)
from outflank.arena.tournament_run import EngineTournament, run_tournament
from outflank.engine import Limit
from outflank.engine.simple import GreedyEngine, RandomEngine
from outflank.engine.source import EngineSource
from outflank.errors import ClusterError
from outflank.rules import Classic, Move
from support.strategies import random_game

PATIENCE = 60.0  # seconds


@dataclass
class Workers:
    """A scheduler and its workers."""

    address: str
    processes: list[subprocess.Popen[bytes]]


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    here = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = dask("scheduler", *here, "--port", "0", "--scheduler-file", str(file))
    processes = [scheduler]
    try:
        wait_for(file)
        each = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        processes += [dask("worker", *here, *each, "--scheduler-file", str(file)) for _ in range(3)]
        yield Workers(json.loads(file.read_text())["address"], processes[1:])
    finally:
        for process in processes:
            process.kill()
            process.wait()


def wait_for(file: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not (file.exists() and file.read_text().endswith("}")):
        assert time.monotonic() < until, "the scheduler did not start"
        time.sleep(0.05)


def timeless(games: list[GameRecord]) -> list[GameRecord]:
    none = (0.0, 0.0)
    plain = [replace(game, seconds=none, slowest=none) for game in games]
    return sorted(plain, key=lambda game: (game.pair, game.black))


def test_a_match_on_a_cluster_equals_a_local_one_although_a_worker_is_killed(
    workers: Workers,
) -> None:
    players = MatchPlayer("alphabeta", Limit(nodes=60)), MatchPlayer("positional")
    match = EngineMatch(players, RandomOpenings(Classic(), 6, plies=4), seed=3, adjudicate=6)
    cup = EngineTournament.of(Definition("Cup", ("greedy", "random", "7"), Swiss(), size=4))
    cluster = Cluster(workers.address)
    try:
        until = time.monotonic() + PATIENCE
        while cluster.games_at_once < 2:
            assert time.monotonic() < until, "the workers did not come"
            time.sleep(0.05)
        seen = 0

        def kill_one(_: GameRecord) -> None:
            nonlocal seen
            seen += 1
            if seen == 3:
                workers.processes[0].kill()

        games = run_match(match, 4, concurrency=4, elsewhere=cluster, on_game=kill_one)
        assert timeless(games) == timeless(run_match(match, 4))
        away = run_tournament(cup, elsewhere=cluster)
        here = run_tournament(cup)
        assert [game.result for game in away] == [game.result for game in here]
    finally:
        cluster.close()


def test_reviews_on_a_cluster_equal_local_ones_although_a_worker_is_killed(
    workers: Workers,
) -> None:
    chance = random.Random(1)
    games = [random_game(Classic().start(6), chance) for _ in range(8)]
    settings = ReviewSettings(Limit(depth=3), exact=6, engine="alphabeta")
    cluster = Cluster(workers.address)
    try:
        until = time.monotonic() + PATIENCE
        while cluster.games_at_once < 2:
            assert time.monotonic() < until, "the workers did not come"
            time.sleep(0.05)
        seen: list[int] = []

        def kill_one(found: ReviewedGame) -> None:
            seen.append(found.number)
            if len(seen) == 2:
                workers.processes[1].kill()

        away = review_games(games, settings, elsewhere=cluster, on_game=kill_one)
    finally:
        cluster.close()
    assert sorted(seen) == list(range(1, 9))
    with settings.open_engine() as engine:
        here = [review_game(at, game, settings, engine) for at, game in enumerate(games, 1)]
    assert [losses(game) for game in away] == [losses(game) for game in here]


def losses(game: ReviewedGame) -> list[tuple[Move, float]]:
    return [(each.move, each.loss) for each in game.review.moves]


def test_different_engines_of_the_same_name_are_not_confused(workers: Workers) -> None:
    openings = RandomOpenings(Classic(), 4, plies=2)
    cluster = Cluster(workers.address)
    try:
        for make in (GreedyEngine, RandomEngine):
            own = MatchPlayer("own", source=EngineSource.of(make, name="own"))
            match = EngineMatch((own, MatchPlayer("positional")), openings, seed=3)
            games = run_match(match, 3, elsewhere=cluster)
            assert timeless(games) == timeless(run_match(match, 3))
    finally:
        cluster.close()


def test_a_missing_cluster_gives_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.arena.cluster._PATIENCE", 0.5)
    with pytest.raises(ClusterError, match=r"^there is no cluster at tcp://127\.0\.0\.1:1"):
        Cluster("tcp://127.0.0.1:1")
