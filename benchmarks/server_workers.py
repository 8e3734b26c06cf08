"""What a move costs with several workers on PostgreSQL, beside one alone, and many readers there.

Bots follow their matches on streams and move evenly spread; connections fall on any worker, each on
its own. Printed are the processor milliseconds of a move in the server and in PostgreSQL, all that
runs besides the moves included, for one worker with all moves, for one with its share of them, for
several workers with all, and for several that hand no connections over. Moves that come at once
share commits and turns of the event loop, so a busier worker needs less for each: several are
compared with one that is as busy as each of them, and with one that has all moves. Then readers of
one match, spread over two workers, must be told every event. PostgreSQL and Redis are started for
this and thrown away; they do not wait for a disk.

With --against FOLDER, another checkout, only the two builds are compared: one worker with all moves
and several with all, in turn, and the ratio of this build to the other one is printed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import parse_qs, urlsplit

from clients.stream_players import StreamPlayers
from clients.stream_readers import reading
from outflank.store.database import Database
from serving import Build, Pair, Served, rank, ratio_in_words

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from support.server.postgres import postgres_database
from support.server.redis_server import redis_server

_WARM_UP = 2.0  # seconds
_TICKS = os.sysconf("SC_CLK_TCK")
_THIS = Build()


@dataclass(frozen=True)
class Costs:
    """Processor milliseconds of a move, and how long it took."""

    server: float
    postgres: float
    transactions: float  # of PostgreSQL
    written: float  # bytes of PostgreSQL's log
    p99: float  # milliseconds from request to answer
    moves: int
    refused: int

    def row(self) -> str:
        """Return the figures in a line."""
        return (
            f"server {self.server:.3f} ms, PostgreSQL {self.postgres:.3f} ms, "
            f"{self.transactions:.1f} transactions; 99 % answered within {self.p99:.1f} ms; "
            f"{self.moves:,} moves, {self.refused} refused"
        )


_COMPARED: dict[str, Callable[[Costs], float]] = {
    "processor ms a move, server": lambda costs: costs.server,
    "processor ms a move, PostgreSQL": lambda costs: costs.postgres,
    "transactions a move": lambda costs: costs.transactions,
    "99 % answered within, ms": lambda costs: costs.p99,
}


def seconds_of(first: int) -> float:
    """Return the processor time of a process and its children, those that have ended included.

    Each connection of PostgreSQL is a child of its first process.
    """
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if path.parent.name == str(first):
                total += sum(map(int, fields[11:15]))
            elif fields[1] == str(first):
                total += sum(map(int, fields[11:13]))
    return total / _TICKS


def first_process_of(url: str) -> int:
    """Return the first process of the PostgreSQL that is reached through a socket in its folder."""
    (folder,) = parse_qs(urlsplit(url).query)["host"]
    return int(Path(folder, "data", "postmaster.pid").read_text().split("\n", 1)[0])


@contextlib.contextmanager
def served_by(
    workers: int, pairs: int, matches: int, *more: str, build: Build = _THIS
) -> Iterator[tuple[Served, list[Pair], str]]:
    """Serve matches from a PostgreSQL database; a single worker is alone and needs no Redis."""
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_database() as url,
        redis_server(Path(folder)) as redis,
    ):
        made = build.prepare(url, pairs, matches)
        options = ["--workers", str(workers), "--wake", redis.url] if workers > 1 else []
        with build.serving(url, *options, *more) as served:
            yield served, made, url


def written_by(url: str) -> tuple[int, int]:
    """Return how many transactions a database has had, and the bytes of its log, so far."""
    with Database(url) as database, database.reading() as connection:
        connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")
        text = (
            "SELECT xact_commit + xact_rollback, pg_current_wal_insert_lsn() - '0/0'::pg_lsn "
            "FROM pg_stat_database WHERE datname = current_database()"
        )
        transactions, written = connection.exec_driver_sql(text).one()
        return int(transactions), int(written)


def measure(
    workers: int,
    arguments: argparse.Namespace,
    *more: str,
    share: int = 1,
    build: Build = _THIS,
) -> Costs:
    """Let bots play on `workers` workers: all of them, or one in `share`."""
    rate, at_once = arguments.rate / share, arguments.pairs // share
    wanted = rate * (arguments.seconds + _WARM_UP) / 60 + at_once
    matches = round(wanted / at_once) + 1
    with served_by(workers, at_once, matches, *more, build=build) as (served, pairs, url):
        load = StreamPlayers(served.port, pairs, at_once, rate)
        load.run(_WARM_UP)
        load.times.clear()

        def spent() -> list[float]:
            seconds = served.processor_seconds(), seconds_of(first_process_of(url))
            return [*(1000 * one for one in seconds), *written_by(url)]

        before = spent()
        load.run(arguments.seconds)
        after, moves = spent(), len(load.times)
        costs = [(end - begin) / moves for begin, end in zip(before, after, strict=True)]
        server, postgres, transactions, written = costs
        p99 = rank(load.times)
        return Costs(server, postgres, transactions, written, p99, moves, load.refused)


def many_readers(count: int, seconds: float) -> None:
    """Let readers on two workers follow one match, in which a move is played each second."""
    with served_by(2, 1, 1) as (served, (pair,), _):
        with reading(served.port, [pair.matches[0]], count) as readers:
            load = StreamPlayers(served.port, [pair], 1, rate=1)
            load.run(seconds)
            time.sleep(2)  # the last events may still be on their way
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
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout")
    arguments = parser.parse_args()
    if arguments.against is not None:
        compare(Build(arguments.against.resolve()), arguments)
        return
    compare_workers(arguments)
    if arguments.readers:
        many_readers(arguments.readers, 15)


def compare(other: Build, arguments: argparse.Namespace) -> None:
    """Measure this build and another one in turn, and print their ratios."""
    builds = {"this": _THIS, "other": other}
    for workers in (1, arguments.workers):
        found: dict[str, list[Costs]] = {name: [] for name in builds}
        for number in range(arguments.rounds):
            # The first of a round finds the machine as the round before has left it: take turns.
            for name, build in list(builds.items())[:: -1 if number % 2 else 1]:
                found[name].append(measure(workers, arguments, build=build))
                print(f"{workers} of {name}: {found[name][-1].row()}", flush=True)
        for subject, pick in _COMPARED.items():
            this, that = ([pick(costs) for costs in found[name]] for name in builds)
            print(
                f"workers: {workers}, {subject}: {median(this):.3f}, other {median(that):.3f}, "
                f"ratio {ratio_in_words(this, that)}",
                flush=True,
            )


def compare_workers(arguments: argparse.Namespace) -> None:
    """Compare several workers with one that is as busy as each, and with one that has all moves."""
    workers = arguments.workers
    busy, all_moves, apart = [], [], []
    for _ in range(arguments.rounds):
        one, share = measure(1, arguments), measure(1, arguments, share=workers)
        many = measure(workers, arguments)
        spread = measure(workers, arguments, "--no-hand-over")
        busy.append(many.server / share.server)
        all_moves.append(many.server / one.server)
        apart.append(spread.server / many.server)
        print(f"one worker, all moves: {one.row()}")
        print(f"one worker, its share: {share.row()}")
        print(f"{workers} workers: {many.row()}")
        print(f"{workers} workers, nothing handed over: {spread.row()}", flush=True)
    print(
        f"a move with {workers} workers costs the server {median(busy):.2f} times as much as with "
        f"one that is as busy as each of them (at most 1.15), {median(all_moves):.2f} times as "
        f"much as with one that has all moves; {median(apart):.2f} times as much again if no "
        "connection is handed over"
    )


if __name__ == "__main__":
    main()
