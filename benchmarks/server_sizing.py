"""The needs of ten thousand bots, or a million visitors a day, computed from measurements here.

    python benchmarks/server_sizing.py [--seconds 10] [--readers 1000] [--bots 10000] ...

Measured on PostgreSQL with one worker: a move's processor time in the server and in the database,
and its bytes in the database's log; processor time and memory of a reader; processor time and
bytes of a page. What bots and visitors do is assumed, and can be set with options. PostgreSQL is
started for this and deleted afterwards; it does not wait for the disk, which is not measured.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from http.client import HTTPConnection

from clients.stream_players import StreamPlayers
from clients.stream_readers import reading
from server_workers import measure, served_by

_DAY = 86_400  # seconds
_PAGES = "/", "/watch", "/games", "/analysis", "/tournaments"


@dataclass(frozen=True)
class Unit:
    """The cost of one thing, such as a move."""

    server: float = 0.0  # processor milliseconds
    postgres: float = 0.0  # processor milliseconds
    written: float = 0.0  # bytes of PostgreSQL's log
    sent: float = 0.0  # bytes
    memory: float = 0.0  # bytes


@dataclass(frozen=True)
class Costs:
    """The measurements."""

    move: Unit
    reader: Unit  # while it waits
    told: Unit  # for an event to one reader
    page: Unit


@dataclass(frozen=True)
class Load:
    """The events per second in the busiest hour, and the open connections."""

    moves: float
    told: float  # events sent to readers
    pages: float
    streams: float
    connections: float


def cost_of_a_move(options: argparse.Namespace) -> Unit:
    """Measure a move: let bots play on streams."""
    found = measure(1, options)
    return Unit(found.server, found.postgres, found.written)


def cost_of_a_reader(seconds: float, count: int, move: Unit) -> tuple[Unit, Unit]:
    """Return the memory of a reader, and the cost of sending it an event."""
    with served_by(1, 1, 1) as (served, (pair,), _):
        memory = served.megabytes()
        with reading(served.port, [pair.matches[0]], count) as readers:
            memory = (served.megabytes() - memory) * 2**20 / count
            before = served.processor_seconds()
            load = StreamPlayers(served.port, [pair], 1, rate=2)
            load.run(seconds)
            spent = 1000 * (served.processor_seconds() - before) - move.server * len(load.times)
            received = readers.finish()
        told = sum(len(one.numbers) for one in received)
        return Unit(memory=memory), Unit(server=spent / told)


def cost_of_a_page(requests: int) -> Unit:
    """Request pages again and again, like a browser that already has the scripts."""
    with served_by(1, 1, 1) as (served, _, _):
        connection = HTTPConnection("127.0.0.1", served.port)
        sent, before = 0, served.processor_seconds()
        for number in range(requests):
            path = _PAGES[number % len(_PAGES)]
            connection.request(
                "GET", path, headers={"Accept": "text/html", "Accept-Encoding": "gzip"}
            )
            answer = connection.getresponse()
            sent += len(answer.read()) + 500  # about the size of the headers
            if answer.status != 200:
                raise SystemExit(f"{path} was answered by {answer.status}.")
        spent = served.processor_seconds() - before
        return Unit(server=1000 * spent / requests, sent=sent / requests)


def bots(options: argparse.Namespace) -> Load:
    """Return the load of a competition: each bot plays with a stream and a connection for moves."""
    moves = options.bots / 2 / options.think
    return Load(moves, 0, 0, streams=options.bots, connections=2 * options.bots)


def visitors(options: argparse.Namespace) -> Load:
    """Return the load of a public site in its busiest hour."""
    coming = options.visitors * options.peak / _DAY
    there = coming * 60 * options.minutes
    # Each of them watches a game with a move every few seconds.
    return Load(
        moves=there * options.playing / options.pace,
        told=2 * there / options.pace,
        pages=coming * options.pages,
        streams=there,
        connections=2 * there,
    )


def print_needs(title: str, load: Load, costs: Costs) -> None:
    """Print the needs of a load."""
    move, told, page = costs.move, costs.told, costs.page
    server = load.moves * move.server + load.told * told.server + load.pages * page.server
    postgres = load.moves * move.postgres
    print(f"\n{title}: {load.moves:,.0f} moves, {load.pages:,.0f} pages and {load.told:,.0f} "
          "events sent to readers per second")  # fmt: skip
    print(f"  cores that serve           {server / 1000:8.1f}")
    print(f"  cores of PostgreSQL        {postgres / 1000:8.1f}")
    print(f"  connections                {load.connections:8,.0f}")
    print(f"  memory of streams          {load.streams * costs.reader.memory / 2**20:8,.0f} MB")
    print(f"  log of PostgreSQL          {load.moves * move.written / 1e6:8.1f} MB/s")
    # A line of a stream has about 300 bytes, the answer to a move about 700.
    sent = load.moves * (700 + 2 * 300) + load.told * 300 + load.pages * page.sent
    print(f"  sent                       {8 * sent / 1e6:8.0f} Mbit/s")


def main() -> None:
    """Measure, compute and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--seconds", type=float, default=10, help="seconds of each measurement")
    add("--rate", type=float, default=300, help="moves a second while a move is measured")
    add("--pairs", type=int, default=24, help="matches played at once meanwhile")
    add("--readers", type=int, default=1000, help="while a reader is measured")
    add("--bots", type=int, default=10_000)
    add("--think", type=float, default=1, help="seconds that a bot thinks about a move")
    add("--visitors", type=int, default=1_000_000, help="a day")
    add("--peak", type=float, default=3, help="the busiest hour beside the mean of the day")
    add("--minutes", type=float, default=10, help="that a visitor stays")
    add("--pages", type=float, default=8, help="that a visitor opens")
    add("--playing", type=float, default=0.25, help="share of visitors who play at a time")
    add("--pace", type=float, default=5, help="seconds from one move of a game to the next")
    options = parser.parse_args()
    move = cost_of_a_move(options)
    print(f"a move: {move.server:.2f} ms in the server, {move.postgres:.2f} ms in PostgreSQL, "
          f"which writes {move.written:,.0f} bytes")  # fmt: skip
    held, told = cost_of_a_reader(options.seconds, options.readers, move)
    print(f"a reader: {held.memory / 1024:.0f} kB, {1000 * told.server:.0f} microseconds an event")
    page = cost_of_a_page(200)
    print(f"a page: {page.server:.2f} ms, {page.sent / 1000:.1f} kB", flush=True)
    costs = Costs(move, held, told, page)
    print_needs(f"{options.bots:,} bots", bots(options), costs)
    print_needs(f"{options.visitors:,} visitors a day", visitors(options), costs)


if __name__ == "__main__":
    main()
