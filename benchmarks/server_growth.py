"""The cost of a move and of a server's start with much stored data, compared with little.

A database is filled with accounts, their keys and finished matches. Then the server is
started on it, and two bots play games over HTTP, one move after another. It prints how many
statements and bytes a move sends to the database, its time, the time until the server answers,
and the ratios of the large database to the small one. With --postgresql both are in a PostgreSQL
that is started for this and deleted afterwards; it does not wait for the disk.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from outflank.faces.web import create_app
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.store.database import Database
from serving import free_port, running, serving_app

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from support.server.competition_server import first_move
from support.server.web_games import Pair, begin_pair
from support.storage.growth import grow
from support.storage.statements import Statements


@dataclass(frozen=True)
class Figures:
    """The measurements on a database of one size."""

    statements: float  # a move
    bytes: float
    milliseconds: float  # the median of a move, from request to answer
    slow: float  # 99 % of all moves are faster
    opening: float  # seconds until the server is open, in this process
    starting: float  # seconds until `outflank serve` answers
    processor: float  # processor seconds of that


def open_server(url: str) -> CompetitionServer:
    """Open a server without the try-out."""
    return CompetitionServer(Configuration(database=url, tryout=False))


def play(pair: Pair, address: str, times: list[float]) -> str:
    """Play a game over HTTP, and return its name."""
    where = urlsplit(address)
    connection = http.client.HTTPConnection(where.hostname or "", where.port)
    while not pair.room.is_over:
        turn, square = first_move(pair.room)
        with pair.room.reading() as match:
            key = pair.key(match.position.turn)
        body = json.dumps({"turn": turn, "square": str(square)})
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        begun = time.perf_counter()
        connection.request("POST", f"/api/v1/matches/{pair.room.name}/moves", body, headers)
        answer = connection.getresponse()
        said = answer.read()
        times.append(time.perf_counter() - begun)
        if answer.status != 200:
            raise SystemExit(f"a move was refused: {said.decode()}")
    connection.close()
    return pair.room.name


def measured(url: str, games: int, *, accounts: int, matches: int) -> Figures:
    """Fill a database, and measure a server on it."""
    server = open_server(url)
    with serving_app(create_app(server)) as address:
        name = play(begin_pair(server), address, [])
    server.close()
    begun = time.perf_counter()
    with Database(url) as database:
        grow(database, name, accounts=accounts, matches=matches)
    took = time.perf_counter() - begun
    print(f"Filled with {accounts:,} accounts and {matches:,} matches in {took:.0f} s.")
    starting, processor = _seconds_to_answer(url)
    with Statements() as asked:
        begun = time.perf_counter()
        server = open_server(url)
        opening = time.perf_counter() - begun
        times: list[float] = []
        with serving_app(create_app(server)) as address:
            play(begin_pair(server), address, [])  # the first one finds cold caches
            counts = []
            for _ in range(games):
                pair, played = begin_pair(server), len(times)
                asked.clear()
                play(pair, address, times)
                played = len(times) - played
                counts.append((len(asked.of_requests) / played, asked.size / played))
        server.close()
    return Figures(
        statements=statistics.median(one for one, _ in counts),
        bytes=statistics.median(one for _, one in counts),
        milliseconds=1000 * statistics.median(times),
        slow=1000 * sorted(times)[int(len(times) * 0.99)],
        opening=opening,
        starting=starting,
        processor=processor,
    )


def _seconds_to_answer(url: str) -> tuple[float, float]:
    """Return the time until `outflank serve` answers, and its processor time."""
    port = free_port()
    command = ["-m", "outflank", "serve", "--no-tryout", "--log", "none", "--port", str(port)]
    begun = time.perf_counter()
    with running([*command, "--database", url], port) as served:
        return time.perf_counter() - begun, served.processor_seconds()


@contextlib.contextmanager
def fresh_database(folder: Path, name: str, *, on_postgresql: bool) -> Iterator[str]:
    """Lend the URL of an empty database."""
    if not on_postgresql:
        yield f"sqlite:///{folder / name}.db"
        return
    from support.server.postgres import postgres_database

    with postgres_database() as url:
        yield url


def main() -> None:
    """Measure a small and a large database, and print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, nargs=2, default=(100, 100_000))
    parser.add_argument("--accounts", type=int, nargs=2, default=(100, 1_000_000))
    parser.add_argument("--games", type=int, default=20, help="games to play on each")
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for accounts, matches in zip(given.accounts, given.matches, strict=True):
            name = f"{accounts}-{matches}"
            with fresh_database(Path(folder), name, on_postgresql=given.postgresql) as url:
                found.append(measured(url, given.games, accounts=accounts, matches=matches))
    small, large = found
    print(f"{'':32}{'small':>10}{'large':>10}{'ratio':>8}")
    for title, one, other in (
        ("statements a move", small.statements, large.statements),
        ("bytes a move", small.bytes, large.bytes),
        ("milliseconds a move, median", small.milliseconds, large.milliseconds),
        ("milliseconds a move, 99 %", small.slow, large.slow),
        ("seconds to open the server", small.opening, large.opening),
        ("seconds until `serve` answers", small.starting, large.starting),
        ("processor seconds of that", small.processor, large.processor),
    ):
        print(f"{title:32}{one:>10.2f}{other:>10.2f}{other / one:>8.2f}")


if __name__ == "__main__":
    main()
