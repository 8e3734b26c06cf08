"""What a move costs with several workers on PostgreSQL, beside one alone, and many readers there.

Bots follow their matches on streams and move evenly spread; connections fall on any worker. Printed
are the processor milliseconds of a move in the server, in PostgreSQL and in Redis, with the ratio
of several workers to one. Then readers of one match, spread over two workers, must be told every
event. PostgreSQL and Redis are started for this and thrown away; they do not wait for a disk.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from serving import Pair, Served, free_port, prepare, rank, running
from stream_players import StreamPlayers
from stream_readers import reading

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from support.server.postgres import postgres_database
from support.server.redis_server import redis_server

_WARM_UP = 2.0  # seconds
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Costs:
    """Processor milliseconds of a move, and how long it took."""

    server: float
    postgres: float
    redis: float
    p99: float  # milliseconds from request to answer
    moves: int
    refused: int

    def row(self) -> str:
        """Return the figures in a line."""
        return (
            f"server {self.server:.3f} ms, PostgreSQL {self.postgres:.3f} ms, Redis "
            f"{self.redis:.3f} ms; 99 % answered within {self.p99:.1f} ms; {self.moves:,} moves, "
            f"{self.refused} refused"
        )


def seconds_of(name: str) -> float:
    """Return the processor time of all living processes of a program, and of their dead children.

    A connection of PostgreSQL is a process; those that end meanwhile are counted by their parent.
    """
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            before, _, after = path.read_text().rpartition(")")
            if before.partition("(")[2].startswith(name):
                total += sum(map(int, after.split()[11:15]))
    return total / _TICKS


@contextlib.contextmanager
def served_by(workers: int, pairs: int, matches: int) -> Iterator[tuple[Served, list[Pair]]]:
    """Serve matches by so many workers; one is alone and needs no Redis."""
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_database() as url,
        redis_server(Path(folder)) as redis,
    ):
        made = prepare(url, pairs, matches)
        port = free_port()
        options = ["--no-tryout", "--log", "none", "--port", str(port), "--database", url]
        if workers > 1:
            options += ["--workers", str(workers), "--wake", redis.url]
        with running(["-m", "outflank", "serve", *options], port) as served:
            yield served, made


def measure(workers: int, arguments: argparse.Namespace) -> Costs:
    """Let bots play on so many workers."""
    wanted = arguments.rate * (arguments.seconds + _WARM_UP) / 60 + arguments.pairs
    with served_by(workers, arguments.pairs, round(wanted / arguments.pairs) + 1) as (
        served,
        pairs,
    ):
        load = StreamPlayers(served.port, pairs, arguments.pairs, arguments.rate)
        load.run(_WARM_UP)
        load.times.clear()
        before = served.processor_seconds(), seconds_of("postgres"), seconds_of("redis-server")
        load.run(arguments.seconds)
        after = served.processor_seconds(), seconds_of("postgres"), seconds_of("redis-server")
        moves = len(load.times)
        spent = [1000 * (end - begin) / moves for begin, end in zip(before, after, strict=True)]
        server, postgres, redis = spent
        return Costs(server, postgres, redis, rank(load.times), moves, load.refused)


def many_readers(count: int, seconds: float) -> None:
    """Let readers on two workers follow one match, in which a move is played each second."""
    with served_by(2, 1, 1) as (served, (pair,)):
        with reading(served.port, [pair.matches[0]], count) as readers:
            load = StreamPlayers(served.port, [pair], 1, rate=1)
            load.run(seconds)
            load.run(2)  # the last events may still be on their way
            received = readers.finish()
        kept = max(number for one in received for number in one.numbers) + 1
    complete = sum(one.numbers == list(range(kept)) for one in received)
    delays = [
        came - load.stored[one.match, number + 1][0]
        for one in received
        for number, came in zip(one.numbers, one.times, strict=True)
        if (one.match, number + 1) in load.stored
    ]
    print(
        f"{count} readers over two workers: {complete} were told all {kept} events once and in "
        f"order; 99 % within {rank([max(0.0, one) for one in delays]):.0f} ms of the answer"
    )


def main() -> None:
    """Print the figures of one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=24, help="matches played at once")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=300, help="moves a second")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--readers", type=int, default=5000, help="0 for none")
    arguments = parser.parse_args()
    ratios = []
    for _ in range(arguments.rounds):
        one, many = measure(1, arguments), measure(arguments.workers, arguments)
        ratios.append(many.server / one.server)
        print(f"one worker: {one.row()}")
        print(f"{arguments.workers} workers: {many.row()}", flush=True)
    print(f"a move with {arguments.workers} workers costs the server {median(ratios):.2f} times as "
          "much as with one (at most 1.15)")  # fmt: skip
    if arguments.readers:
        many_readers(arguments.readers, 15)


if __name__ == "__main__":
    main()
