"""A trial: bots play a tournament on several hosts during one fault after another."""

from __future__ import annotations

import functools
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from outflank.store.database import Database
from outflank.store.records import records
from support.cluster.cluster import Cluster
from support.cluster.histories import Reader, misfits
from support.cluster.nemeses import Nemesis, heal
from support.cluster.outage_clocks import clock_faults
from support.server.server_bots import Bot, check_promises, insist, new_tournament
from support.server.server_process import Pair, wait_until

__all__ = ["Strike", "Trial", "TrialResult"]

_SAMPLE = 0.25  # seconds


@dataclass(frozen=True, slots=True)
class Strike:
    """A fault that happened: its kind, and when it began and ended."""

    name: str
    began: float
    ended: float
    moves: int  # that had been acknowledged when it began


@dataclass
class TrialResult:
    """The result of a trial; its lists of faults are empty if all promises were kept."""

    seed: int
    seconds: float = 0.0
    games: int = 0
    moves: int = 0
    retries: int = 0
    reads: int = 0
    strikes: list[Strike] = field(default_factory=list)
    pace: list[tuple[float, int]] = field(default_factory=list)  # moves acknowledged by then
    outages: int = 0  # that matches were compensated for, each counted in each match
    broken: list[str] = field(default_factory=list)
    misfits: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the result for JSON."""
        return asdict(self)


@dataclass
class Trial:
    """A tournament on a cluster, with faults drawn from a seed."""

    cluster: Cluster
    nemeses: Sequence[Nemesis]
    seed: int
    strikes: int
    players: int = 4
    games: int = 1  # for each pair
    size: int = 6
    readers: int = 2
    first: str = ""  # what goes wrong first, whatever the seed says

    def run(self) -> TrialResult:
        """Play to the end, and check every promise."""
        chance, anywhere = random.Random(self.seed), self.cluster.anywhere
        result, began = TrialResult(self.seed), time.monotonic()
        names = [f"Bot {self.seed} {number}" for number in range(1, self.players + 1)]
        number, keys = new_tournament(
            anywhere,
            self.cluster.admin_key(),
            names,
            format="round-robin",
            games=self.games,
            size=self.size,
            clock="120s/move",
            boards=self.players // 2,
            no_show=120,
        )
        bots = [Bot(anywhere, key, seed=chance.randrange(1000)) for key in keys]
        pairs: list[Pair] = []
        readers = [Reader(anywhere, pairs, chance.randrange(1000)) for _ in range(self.readers)]
        done = threading.Event()
        sampler = threading.Thread(
            target=self._sample, args=(bots, result, began, done), daemon=True
        )
        for thread in [*bots, *readers, sampler]:
            thread.start()
        path = f"/api/v1/tournaments/{number}"
        try:
            over = functools.partial(self._look, path, bots, pairs)
            self._strike_often(chance, bots, over, result)
            wait_until(over, "the tournament to finish", 600)
        except AssertionError as error:  # what was waited for in vain
            result.broken.append(f"{error} after {[strike.name for strike in result.strikes]}")
        finally:
            done.set()
            for reader in readers:
                reader.is_done = True
            for bot in bots:
                bot.stop()
            for thread in [*readers, *bots, sampler]:
                thread.join(60)
        result.seconds = time.monotonic() - began
        if result.broken:
            return result
        games = insist(anywhere, "GET", f"{path}/pairings").json["pairings"]
        result.reasons = sorted({str(game["reason"]) for game in games})
        self._check(result, bots, readers)
        return result

    @property
    def _moves(self) -> int:
        """About how many moves will be played."""
        return self.games * self.players * (self.players - 1) // 2 * (self.size**2 - 6)

    def _strike_often(
        self,
        chance: random.Random,
        bots: Sequence[Bot],
        is_over: Callable[[], bool],
        result: TrialResult,
    ) -> None:
        """Cause faults, spread over the whole tournament."""
        began = time.monotonic()
        for number in range(self.strikes):
            until = (number + chance.random()) * 0.9 * self._moves / self.strikes
            wait_until(
                lambda until=until: is_over() or _moved(bots) >= until,  # type: ignore[misc]
                "the bots to move on",
                300,
            )
            nemesis, at, moves = chance.choice(self.nemeses), time.monotonic() - began, _moved(bots)
            if self.first and not result.strikes:
                (nemesis,) = (one for one in self.nemeses if one.name == self.first)
            nemesis.strike(self.cluster, chance)
            heal(self.cluster)
            result.strikes.append(Strike(nemesis.name, at, time.monotonic() - began, moves))

    def _look(self, path: str, bots: Sequence[Bot], pairs: list[Pair]) -> bool:
        """Note the running matches, and return whether there is nothing left to wait for."""
        seen = insist(self.cluster.anywhere, "GET", path).json
        known = {pair.match for pair in pairs}
        running = [match["id"] for match in seen["boards"]]
        pairs += [Pair(match, "", "") for match in running if match not in known]
        return seen["status"] == "finished" or any(bot.problems for bot in bots)

    def _sample(
        self, bots: Sequence[Bot], result: TrialResult, began: float, done: threading.Event
    ) -> None:
        while not done.wait(_SAMPLE):
            result.pace.append((round(time.monotonic() - began, 2), _moved(bots)))

    def _check(self, result: TrialResult, bots: list[Bot], readers: Sequence[Reader]) -> None:
        result.moves = _moved(bots)
        result.retries = sum(bot.retries for bot in bots)
        reads = [read for reader in readers for read in reader.reads]
        result.reads = len(reads)
        result.broken = check_promises(self.cluster.url, bots)
        with Database(self.cluster.url) as database:
            kept = {record["match"]["id"]: record["events"] for record in records(database)}
        own = {promise.match for bot in bots for promise in bot.promises}
        result.games = len(own)
        for match in own:
            seen = [read for read in reads if read.match == match]
            result.misfits += misfits(kept[match], bots, seen)
            result.broken += clock_faults(kept[match])
            result.outages += sum('"event":"Resumed"' in line for line in kept[match])


def _moved(bots: Sequence[Bot]) -> int:
    return sum(len(bot.promises) for bot in bots)
