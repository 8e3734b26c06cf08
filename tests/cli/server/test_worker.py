"""`outflank worker`: what it refuses, and workers that play, are killed and stop."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from support.command import Run
from support.server.competition_server import database_in
from support.server.redis_server import redis_server
from support.server.server_bots import insist
from support.server.server_process import ServerProcess, free_port, wait_until
from support.server.worker_process import WorkerProcess, metric_at

NO_DATABASE = f"postgresql://nobody@127.0.0.1:{free_port()}/games"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "a worker needs the PostgreSQL database of its server"),
        (("--database", "games.db"), "a worker needs the PostgreSQL database of its server"),
        (("--database", NO_DATABASE), "--wake redis://localhost:6379"),
    ],
)
def test_wrong_options_of_a_worker_are_refused_in_one_sentence(
    run: Run, options: tuple[str, ...], sentence: str
) -> None:
    done = run("worker", *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert sentence in done.err


def test_the_database_of_a_worker_may_come_from_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATABASE", NO_DATABASE)
    done = run("worker")
    assert done.code == 2
    assert "--wake redis://localhost:6379" in done.err


def test_a_database_that_does_not_answer_is_reported_in_one_sentence() -> None:
    # In its own process, because it has already set up logging and signal handlers.
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "worker", "--database", NO_DATABASE,
         "--wake", "redis://localhost"],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "does not answer" in done.stderr


def test_only_a_server_with_workers_may_leave_searches_to_others(run: Run, tmp_path: Path) -> None:
    done = run("serve", "--port", "0", "--searches", "0", "--database", str(tmp_path / "games.db"))
    assert done.code == 2
    assert "--searches 0 leaves the computers to `outflank worker`, which needs --wake" in done.err


def test_a_metrics_port_in_use_is_reported_in_one_sentence(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("worker", "--database", NO_DATABASE, "--wake", "redis://localhost",
                   "--metrics-port", str(port))  # fmt: skip
    assert (done.code, done.out) == (1, "")
    assert f"port {port}: it is in use by another program; choose one with" in done.err


class Place:
    """A server that leaves searches to workers, and the workers that were started."""

    def __init__(self, folder: Path, wake: str) -> None:
        self._folder = folder
        self._wake = wake
        self.server = ServerProcess(folder, "--searches", "0", "--wake", wake)
        self.workers: list[WorkerProcess] = []

    def start_worker(self) -> WorkerProcess:
        worker = WorkerProcess(self._folder, len(self.workers), self._wake)
        self.workers.append(worker)
        return worker

    def metric(self, name: str) -> float:
        return metric_at(self.server.port, name)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with ExitStack() as running:
        running.enter_context(database_in(tmp_path, "postgresql"))
        wake = running.enter_context(redis_server(tmp_path)).url
        place = Place(tmp_path, wake)
        running.enter_context(place.server.start())
        try:
            yield place
        finally:
            for worker in place.workers:
                worker.end(signal.SIGKILL)


class Game:
    """A game of a new player against a computer of the server, over HTTP."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._key = insist(port, "POST", "/api/v1/players", body={"name": "Ada"}).json["key"]
        terms = {"opponent": "computer:6", "color": "black", "clock": "60s/move", "size": 6}
        self.id = insist(port, "POST", "/api/v1/matches", self._key, terms).json["id"]

    def view(self) -> Any:
        return insist(self._port, "GET", f"/api/v1/matches/{self.id}", self._key).json

    def play(self, most: int = 60) -> None:
        """Play some moves, waiting for the computer's before each, or play to the end."""
        for _ in range(most):
            wait_until(lambda: self._is_our_turn() or self.is_over, "the computer's move")
            if self.is_over:
                return
            view = self.view()
            move = {"turn": view["turn"]["seq"], "square": view["legal"][0]}
            path = f"/api/v1/matches/{self.id}/moves"
            assert insist(self._port, "POST", path, self._key, move).status == 200

    def _is_our_turn(self) -> bool:
        turn = self.view()["turn"]
        return turn is not None and turn["color"] == "black"

    @property
    def is_over(self) -> bool:
        return bool(self.view()["status"] != "running")


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals there")
def test_a_game_goes_on_whichever_worker_is_killed_or_stops(place: Place) -> None:
    wait_until(lambda: place.metric("searches") == 0, "the metric")
    first, second = place.start_worker(), place.start_worker()
    wait_until(lambda: place.metric("searches") == 2, "both workers")
    game = Game(place.server.port)
    game.play(3)
    thinking, other = (first, second) if game.id in first.said else (second, first)
    assert game.id not in other.said
    assert thinking.metric("worker_games_total") == thinking.metric("worker_games_now") == 1
    assert thinking.metric("worker_searches_total") >= 2
    assert [thinking.metric(name) for name in ("fallback_moves_total", "wake_connected")] == [0, 1]
    assert other.metric("worker_games_total") == other.metric("worker_searches_total") == 0
    assert thinking.end(signal.SIGKILL) == -signal.SIGKILL
    game.play(3)
    assert game.id in other.said
    third = place.start_worker()
    assert other.end(signal.SIGTERM) == 0
    assert other.said.endswith("Stopped; other workers continue its games.\n")
    game.play()
    assert game.is_over
    assert game.id in third.said
    assert place.metric("computers_waiting") == 0
    assert third.end(signal.SIGINT) == 0
    assert "Traceback" not in "".join(worker.said for worker in place.workers)
