"""Kills of the server while two devices send a log: no entry is lost, and none counts twice."""

from __future__ import annotations

import os
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from outflank.analysis import own_puzzles
from outflank.learning import Attempt, entry_to_dict
from outflank.store.database import Database
from outflank.store.schema import puzzle_ratings
from outflank.store.store import Store
from support.server.competition_server import database_in
from support.server.server_bots import insist
from support.server.server_process import ServerProcess, wait_until

SOAK = int(os.environ.get("OUTFLANK_SOAK", "0"))
KILLS = 4 * SOAK or 1
DAY = 24 * 3600 * 1000

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing is killed with -9 there")


class Device(threading.Thread):
    """Sends the entries of a log over and over in another order, until it is told to stop."""

    def __init__(self, server: ServerProcess, key: str, entries: list[Any], seed: int) -> None:
        super().__init__(daemon=True)
        self.rounds = 0
        self.stop = threading.Event()
        self._server, self._key = server, key
        self._entries, self._chance = list(entries), random.Random(seed)

    def run(self) -> None:
        """Send until the log was sent whole after `stop`."""
        is_last = False
        while not is_last:
            is_last = self.stop.is_set()
            self._chance.shuffle(self._entries)
            for at in range(0, len(self._entries), 20):
                self.send(self._entries[at : at + 20])
            self.rounds += 1

    def send(self, entries: list[Any]) -> None:
        """Send some entries until a working server answers."""
        body = {"entries": entries}
        path = "/api/v1/learning/entries"
        answer = insist(self._server.port, "POST", path, self._key, body)
        assert answer.status == 200


def log() -> list[Attempt]:
    puzzles = own_puzzles()[:10]
    chance = random.Random(3)
    return [
        Attempt(
            id=f"attempt-{number:03}",
            at=1_600_000_000_000 + number * DAY,
            subject=f"puzzle/{(puzzle := chance.choice(list(puzzles))).id}",
            move=str(chance.choice(list(puzzle.known))),
        )
        for number in range(40)
    ]


@pytest.mark.databases("sqlite", *(["workers"] if SOAK else []))
def test_kill_9_at_any_moment_loses_no_entry_and_counts_none_twice(
    tmp_path: Path, database_kind: str
) -> None:
    attempts = log()
    entries = [entry_to_dict(one) for one in attempts]
    with database_in(tmp_path, database_kind):
        with ServerProcess(tmp_path) as server:
            server.start()
            made = insist(server.port, "POST", "/api/v1/players", "", {"name": "Learner"})
            player = made.json
            devices = [Device(server, player["key"], entries, seed) for seed in range(2)]
            for device in devices:
                device.start()
            for _ in range(KILLS):
                done = sum(device.rounds for device in devices)
                wait_until(
                    lambda done=done: sum(one.rounds for one in devices) > done,  # type: ignore[misc]
                    "another round",
                )
                server.kill()
                server.start()
            for device in devices:
                device.stop.set()
            for device in devices:
                device.join(120)
                assert not device.is_alive()
        with Database(server.url) as database:
            store = Store(database)
            kept = store.learning.after(player["player"]["id"], 0)
            assert [one.number for one in kept] == list(range(1, len(attempts) + 1))
            assert sorted(one.entry.id for one in kept) == [one.id for one in attempts]
            # A puzzle's rating moved at most once, at the player's first try.
            with database.reading() as connection:
                assert all(one.attempts <= 1 for one in connection.execute(puzzle_ratings.select()))
