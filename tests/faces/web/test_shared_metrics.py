"""The metrics of several workers: each worker answers for all of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from outflank.faces.web.monitoring.shared_metrics import SharedMetrics
from support.server.competition_server import name_database, name_wake
from support.server.postgres import postgres_database
from support.server.redis_server import RedisServer, redis_server
from support.server.server_bots import ask, insist
from support.server.server_process import Pair, ServerProcess, prepare, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is one process there")

PLAYED = 'moves_total{result="played"}'
SCRAPES = 10


class Place:
    """A server of three workers, its Redis, and a match to play."""

    def __init__(self, server: ServerProcess, redis: RedisServer, pair: Pair) -> None:
        self.server = server
        self.redis = redis
        self.pair = pair

    def play(self) -> None:
        """Play a move for the side to move, through any worker."""
        path = f"/api/v1/matches/{self.pair.match}"
        view = insist(self.server.port, "GET", path).json
        key = self.pair.key(view["turn"]["color"])
        move = {"turn": view["turn"]["seq"], "square": view["legal"][0]}
        assert insist(self.server.port, "POST", f"{path}/moves", key, move).status == 200

    def play_and_wait_for(self, count: float) -> None:
        """Play a move, and wait until `count` are counted, which is a little after its answer."""
        self.play()
        wait_until(lambda: self.metric(PLAYED) >= count, "the move to be counted")

    def metric(self, name: str) -> float:
        """Ask any worker, each time over a new connection."""
        lines = insist(self.server.port, "GET", "/metrics").body.decode().splitlines()
        [value] = [line.rpartition(" ")[2] for line in lines if line.rpartition(" ")[0] == name]
        return float(value)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("workers")
    with ExitStack() as running:
        name_database(folder, running.enter_context(postgres_database()))
        redis = running.enter_context(redis_server(folder))
        [pair] = prepare(ServerProcess(folder), 1)
        name_wake(folder, redis.url)
        server = running.enter_context(ServerProcess(folder, "--log", "json").start())
        place = Place(server, redis, pair)
        wait_until(lambda: place.metric("searches") == 6, "all workers")
        yield place


def test_each_move_is_counted_once_whichever_worker_is_asked(place: Place) -> None:
    before, stored = place.metric(PLAYED), place.metric("apply_seconds_count")
    for number in range(1, 4):
        place.play_and_wait_for(before + number)
        assert [place.metric(PLAYED) - before for _ in range(SCRAPES)] == [number] * SCRAPES
    assert place.metric("apply_seconds_count") - stored == 3
    text = ask(place.server.port, "GET", "/metrics").body.decode()
    names = re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE)
    assert len(names) == len(set(names))
    assert "pid=" not in text


def test_counts_of_a_killed_worker_are_kept_and_its_gauges_are_not(place: Place) -> None:
    server = place.server
    before = place.metric(PLAYED) + 1
    place.play_and_wait_for(before)
    old = server.workers()
    os.kill(old[0], signal.SIGKILL)
    assert [place.metric(PLAYED) for _ in range(SCRAPES)] == [before] * SCRAPES
    wait_until(lambda: len(set(server.workers()) - set(old)) == 1, "another worker")
    place.play_and_wait_for(before + 1)
    assert [place.metric(PLAYED) for _ in range(SCRAPES)] == [before + 1] * SCRAPES
    wait_until(lambda: place.metric("active_games") >= 1, "the match")
    assert place.metric("active_games") <= 3  # each worker can follow it
    assert place.metric("scheduler_lag_seconds") < 30


def test_the_metrics_say_whether_redis_answers(place: Place) -> None:
    wait_until(lambda: place.metric("wake_connected") == 1, "all to listen")
    place.redis.stop()
    wait_until(lambda: place.metric("wake_connected") == 0, "it to be noticed")
    place.redis.start()
    wait_until(lambda: place.metric("wake_connected") == 1, "all to listen again")


def test_lines_of_the_log_name_their_process(place: Place) -> None:
    def processes() -> set[int]:
        lines = [line for line in place.server.stderr.splitlines() if '"/healthz"' in line]
        return {json.loads(line)["process"] for line in lines if line.endswith("}")}

    def has_all() -> bool:
        ask(place.server.port, "GET", "/healthz")
        return set(place.server.workers()) <= processes()

    wait_until(has_all, "a line of each worker")


def test_removing_the_folder_loses_only_counts(place: Place) -> None:
    """Some systems remove the shared memory of a user who logs out."""
    server = place.server

    def is_told() -> bool:
        return b"\nsearches " in insist(server.port, "GET", "/metrics").body

    for process in server.workers():
        for name in re.findall(r"/\S+/outflank-metrics-\w+", maps_of(process)):
            shutil.rmtree(name, ignore_errors=True)
    assert all(is_told() for _ in range(SCRAPES))
    before = server.workers()
    os.kill(before[0], signal.SIGKILL)
    wait_until(lambda: len(set(server.workers()) - set(before)) == 1, "another worker")
    wait_until(is_told, "the metrics of the new worker")
    assert len(server.workers()) == 3


def maps_of(process: int) -> str:
    return Path(f"/proc/{process}/maps").read_text(errors="replace")


LEAVES_IT_BEHIND = """
import os
from outflank.faces.web.monitoring.shared_metrics import SharedMetrics
print(SharedMetrics().folder, flush=True)
os._exit(1)
"""


def test_the_folder_of_a_killed_server_is_removed() -> None:
    used = SharedMetrics()
    try:
        done = subprocess.run(
            [sys.executable, "-c", LEAVES_IT_BEHIND], check=False, capture_output=True, text=True
        )
        left = Path(done.stdout.strip())
        assert left.is_dir()
        SharedMetrics().close()
        assert not left.exists()
        assert used.folder.is_dir()
    finally:
        used.close()
    assert not used.folder.exists()
