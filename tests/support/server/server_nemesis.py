"""Killing the server while bots play, with or without losing what was not synced."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from support.server.server_bots import Bot, insist, new_tournament
from support.server.server_process import ServerProcess, wait_until

__all__ = ["Cup", "Disk", "build_library", "compiler"]

_SOURCE = Path(__file__).parent / "unsynced.c"
_PATIENCE = 60.0  # seconds


@dataclass
class Cup:
    """A tournament of bots on a server that is killed now and then."""

    server: ServerProcess
    chance: random.Random
    players: int = 4
    games: int = 2  # for each pair
    size: int = 8
    clock: str = "5s/move"
    kind: type[Bot] = Bot
    bots: list[Bot] = field(default_factory=list)
    number: int = 0
    kills: int = 0

    def begin(self, admin: str) -> None:
        """Create the tournament and start the bots."""
        names = [f"Bot {number}" for number in range(1, self.players + 1)]
        self.number, keys = new_tournament(
            self.server.port,
            admin,
            names,
            format="round-robin",
            games=self.games,
            size=self.size,
            clock=self.clock,
            boards=self.players // 2,
        )
        self.bots = [
            self.kind(self.server.port, key, seed=self.chance.randrange(1000)) for key in keys
        ]
        for bot in self.bots:
            bot.start()

    @property
    def total(self) -> int:
        """The number of games."""
        return self.games * self.players * (self.players - 1) // 2

    @property
    def acknowledged(self) -> int:
        """The number of moves that the server has acknowledged so far."""
        return sum(len(bot.promises) for bot in self.bots)

    def kill_often(self, kills: int, and_then: Callable[[], None] | None = None) -> None:
        """Kill the server at random moments, spread over the whole tournament.

        Every other time only a serving process is killed, and its supervisor starts another. With
        `and_then`, which is called before a process opens the database again, all are killed.
        """

        def kill() -> None:
            self.kills += 1
            if self.kills % 2 and and_then is None:
                self.server.kill_worker(self.chance)
                return
            self.server.kill()
            if and_then is not None:
                and_then()
            self.server.start()

        self.strike_often(kills, kill)

    def strike_often(self, strikes: int, strike: Callable[[], None]) -> None:
        """Cause faults at random moments, spread over the whole tournament."""
        moves = self.total * (self.size * self.size - 8)
        pace = max(2, moves * 3 // (2 * strikes))  # about half of it in all
        for _ in range(strikes):
            until = self.acknowledged + self.chance.randrange(pace)
            wait_until(lambda until=until: self.has_come_to(until), "the bots to move on")  # type: ignore[misc]
            strike()

    def has_come_to(self, acknowledged: int) -> bool:
        """Return whether enough moves have been acknowledged, or a bot has found a fault."""
        return self.acknowledged >= acknowledged or any(bot.problems for bot in self.bots)

    def finish(self) -> None:
        """Wait until the tournament has ended by itself, and stop the bots."""
        acknowledged = -1
        while self.acknowledged > acknowledged and not self.is_finished():
            acknowledged = self.acknowledged
            with contextlib.suppress(AssertionError):  # a long one takes its time
                wait_until(self.is_finished, "the tournament to finish by itself", _PATIENCE)
        assert self.is_finished(), "the tournament stands still"
        for bot in self.bots:
            bot.stop()
        for bot in self.bots:
            bot.join(60)

    def is_finished(self) -> bool:
        """Return whether the server calls the tournament finished, or a bot has found a fault."""
        path = f"/api/v1/tournaments/{self.number}"
        found = insist(self.server.port, "GET", path).json
        return found["status"] == "finished" or any(bot.problems for bot in self.bots)

    def reasons(self) -> set[str]:
        """Return how the games ended."""
        path = f"/api/v1/tournaments/{self.number}/pairings"
        pairings = insist(self.server.port, "GET", path).json["pairings"]
        assert len(pairings) == self.total
        return {pairing["reason"] for pairing in pairings}


class Disk:
    """A disk that can lose what was not synced, with a library that is loaded before all others."""

    def __init__(self, folder: Path, library: Path) -> None:
        self._folder = folder
        self.environment = {"LD_PRELOAD": str(library), "OUTFLANK_SHADOW": f"{folder}/"}

    def lose_unsynced(self) -> None:
        """Reduce every file of the database to what has been synced."""
        for path in self._folder.glob("server.db*"):
            if path.name not in ("server.db", "server.db-wal", "server.db-journal"):
                if path.name.endswith("-shm") or ".synced." in path.name:
                    path.unlink()
                continue
            synced = path.with_name(path.name + ".synced")
            if not synced.exists():
                path.unlink()
        for synced in self._folder.glob("server.db*.synced"):
            shutil.copyfile(synced, synced.with_suffix(""))


def compiler() -> str | None:
    """Return a working compiler, found in the same way as by tools/setup/find_compiler.sh."""
    for candidate in os.environ.get("CXX", "c++ g++ clang++").split():
        if shutil.which(candidate):
            return candidate
    return None


def build_library(folder: Path, source: Path = _SOURCE) -> Path:
    """Compile a library to be loaded before all others: the one that remembers what was synced."""
    found = compiler()
    assert found is not None
    library = folder / source.with_suffix(".so").name
    command = [
        found,
        "-x",
        "c",
        "-O2",
        "-shared",
        "-fPIC",
        str(source),
        "-o",
        str(library),
        "-ldl",
    ]
    subprocess.run(command, check=True, timeout=_PATIENCE)
    return library
