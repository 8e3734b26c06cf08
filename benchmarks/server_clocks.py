"""How often a bot that needs 80 of its 100 ms per move loses on time, never by its own fault.

One light process plays all bots: each follows its match on a stream, waits 80 ms after a turn is
shown to it, and moves. The opening move of a match is played at once and not counted, because the
players have yet to connect. If the system timestamps packets, turns that this program read too
late are known as its own fault. With --search the number of bots is halved until
at most one move in 2,000 is lost. With --workers the database is PostgreSQL, started for this.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import heapq
import itertools
import json
import re
import selectors
import socket
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clients.stream_players import LENGTH
from server_workers import served_by
from serving import Build, Pair, Served, rank

_STATE = re.compile(
    rb'\{"event":"State","seq":\d+,"turn":\{"seq":(\d+),"color":"(\w+)"[^\n]*?'
    rb'"legal":\["([a-p]\d+)"[^\n]*\n'
)
_END = re.compile(rb'"event":"MatchEnded"[^\n]*"reason":"([^"]*)"')
_ALLOWED = 0.0005
_STAMP = getattr(socket, "SO_TIMESTAMPNS", 35)  # of Linux


@dataclass
class Figures:
    """The counts of a run."""

    moves: int = 0
    lost: int = 0  # on time
    by_generator: int = 0  # of those, sent late by this program
    unbegun: int = 0  # matches whose opening move came too late
    times: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of moves that were lost on time without the bot's fault."""
        return (self.lost - self.by_generator) / max(1, self.moves)


class Play:
    """All bots on one thread."""

    def __init__(self, port: int, pairs: list[Pair], think: float, limit: float) -> None:
        self._port, self.think, self.limit = port, think, limit
        self._selector = selectors.DefaultSelector()
        self._waiting: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()
        self.figures = Figures()
        for number, pair in enumerate(pairs):
            # They start one after the other, so that they do not move in step.
            self.later(number * 0.1 / len(pairs), functools.partial(_Board, self, pair))

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        """Call a function after a while."""
        heapq.heappush(self._waiting, (time.perf_counter() + seconds, next(self._numbers), work))

    def run(self, seconds: float) -> None:
        """Play for this long."""
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            while self._waiting and self._waiting[0][0] <= now:
                heapq.heappop(self._waiting)[2]()
            patience = self._waiting[0][0] - time.perf_counter() if self._waiting else 0.1
            for key, _ in self._selector.select(max(0.0, min(patience, 0.1))):
                if key.fileobj.fileno() >= 0:  # type: ignore[union-attr] # not hung up just now
                    key.data()

    def ask(self, key: str, path: str, body: object, answered: Callable[[bytes], None]) -> None:
        """Send a request on a new connection, and continue when it is answered."""
        sock = self.connect(key, "POST", path, body)

        heard = b""

        def on_answer() -> None:
            nonlocal heard
            heard += sock.recv(65536)
            head, end, content = heard.partition(b"\r\n\r\n")
            length = LENGTH.search(head)
            if end and length is not None and len(content) >= int(length[1]):
                self.hang_up(sock)
                answered(content)

        self.listen(sock, on_answer)

    def connect(self, key: str, method: str, path: str, body: object = None) -> socket.socket:
        """Open a connection and send a request."""
        sock = socket.create_connection(("127.0.0.1", self._port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(_request(method, path, key, body))
        return sock

    def listen(self, sock: socket.socket, work: Callable[[], None]) -> None:
        """Call when there is something to read."""
        self._selector.register(sock, selectors.EVENT_READ, work)

    def hang_up(self, sock: socket.socket) -> None:
        """Close a connection."""
        self._selector.unregister(sock)
        sock.close()


class _Board:
    """A pair that plays match after match; black accepts white's challenges."""

    def __init__(self, play: Play, pair: Pair) -> None:
        self._play, self._pair = play, pair
        self._propose()

    def _propose(self) -> None:
        terms = {"opponent": None, "clock": f"{self._play.limit:g}s/move", "color": "white"}

        def accept(answer: bytes) -> None:
            challenge = json.loads(answer)["id"]
            path = f"/api/v1/challenges/{challenge}/accept"
            self._play.ask(self._pair.black, path, {}, self._begin)

        self._play.ask(self._pair.white, "/api/v1/challenges", terms, accept)

    def _begin(self, answer: bytes) -> None:
        self._match = json.loads(answer)["id"]
        self._sent: dict[bytes, float] = {}
        self._moves, self._is_over = 0, False
        self._thought = 0.0
        # White connects first, so that it is there for black's opening move.
        self._follow(self._pair.white, b"white")
        self._follow(self._pair.black, b"black")

    def _follow(self, key: str, color: bytes) -> None:
        play, path = self._play, f"/api/v1/matches/{self._match}"
        stream = play.connect(key, "GET", f"{path}/stream")
        mover = socket.create_connection(stream.getpeername())
        mover.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(OSError):
            stream.setsockopt(socket.SOL_SOCKET, _STAMP, 1)
        heard = b""

        def move(turn: bytes, square: bytes, shown: float) -> None:
            if not self._is_over:
                self._thought = time.perf_counter() - shown
                self._sent[color] = time.perf_counter()
                body = {"turn": int(turn), "square": square.decode()}
                mover.sendall(_request("POST", f"{path}/moves", key, body))

        def on_stream() -> None:
            nonlocal heard
            data, came = _received(stream)
            heard += data
            end = _END.search(heard)
            if end or not data:
                play.hang_up(stream)
                play.hang_up(mover)
                self._finish(end[1] if end else b"")
                return
            if states := list(_STATE.finditer(heard)):
                heard = heard[states[-1].end() :]
                turn, whose, square = states[-1].groups()
                if whose == color:
                    wait = play.think if self._moves else 0.0
                    play.later(wait, lambda: move(turn, square, came))

        def on_answer() -> None:
            data = mover.recv(65536)
            if data.startswith(b"HTTP/1.1 200"):
                self._moves += 1
                play.figures.moves += self._moves > 1
                play.figures.times.append(time.perf_counter() - self._sent[color])

        play.listen(stream, on_stream)
        play.listen(mover, on_answer)

    def _finish(self, reason: bytes) -> None:
        if self._is_over:
            return
        self._is_over = True
        figures = self._play.figures
        if reason == b"time" and self._moves:
            figures.moves += 1
            figures.lost += 1
            figures.by_generator += self._thought > self._play.limit - 0.005
        elif reason == b"time":
            figures.unbegun += 1
        self._play.later(0.01, self._propose)


def _received(sock: socket.socket) -> tuple[bytes, float]:
    """Return the data from a connection, and when it reached this machine if that is known."""
    data, ancillary, _, _ = sock.recvmsg(65536, 64)
    came = time.perf_counter()
    for _, kind, stamp in ancillary:
        if kind == _STAMP and len(stamp) == struct.calcsize("@ll"):
            seconds, nanoseconds = struct.unpack("@ll", stamp)
            came -= max(0.0, time.time() - seconds - nanoseconds / 1e9)
    return data, came


def _request(method: str, path: str, key: str, body: object = None) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
    if data:
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return head.encode() + b"\r\n" + data


def measure(bots: int, arguments: argparse.Namespace) -> Figures:
    """Return the figures of one run."""
    with serving(bots // 2, arguments.workers) as (served, pairs):
        play = Play(served.port, pairs, arguments.think / 1000, arguments.limit / 1000)
        play.run(2)  # the first moves find cold caches
        play.figures = Figures()
        play.run(arguments.seconds)
    return play.figures


@contextlib.contextmanager
def serving(pairs: int, workers: int) -> Iterator[tuple[Served, list[Pair]]]:
    """Serve from a file, or with several workers from PostgreSQL."""
    # The try-out configuration has no limits for local addresses.
    if workers:
        with served_by(workers, pairs, 0, "--tryout") as (served, made, _):
            yield served, made
        return
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "clocks.db"
        made = Build().prepare(database, pairs, 0)
        with Build().serving(database, "--tryout") as served:
            yield served, made


def main() -> None:
    """Measure and print the share of false time-outs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, nargs="+", default=[100, 200])
    parser.add_argument("--think", type=float, default=80, help="milliseconds")
    parser.add_argument("--limit", type=float, default=100, help="milliseconds a move")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=0, help="on PostgreSQL; 0 is a file")
    parser.add_argument(
        "--search", action="store_true", help="halve the bots until the goal is met"
    )
    arguments = parser.parse_args()
    for bots in arguments.bots:
        found = _report(bots, arguments)
        while arguments.search and found.share > _ALLOWED and bots > 2:
            bots //= 2  # noqa: PLW2901 - fewer of them
            found = _report(bots, arguments)


def _report(bots: int, arguments: argparse.Namespace) -> Figures:
    """Measure with this many bots, and print the figures."""
    found = measure(bots, arguments)
    print(
        f"{bots:4d} bots: {found.moves:6d} moves, {found.lost:3d} lost on time "
        f"({found.by_generator} of them sent late by this program), {100 * found.share:.3f} % "
        f"false (at most {100 * _ALLOWED:.2f} %), p99 of an answer {rank(found.times):.1f} ms, "
        f"{found.unbegun} did not begin",
        flush=True,
    )
    return found


if __name__ == "__main__":
    main()
