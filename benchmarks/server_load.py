"""How many durable moves a second the server takes, with both players of each match on streams.

The load generator is one light process on the same machine: it follows a stream for each player
and sends the first legal move at once. Printed are moves a second, the time from request to
answer, and the server's processor time for a move beside that of a bare Flask route in the same
run. With --rate the moves are spread evenly over time instead of as fast as possible.
"""

from __future__ import annotations

import argparse
import heapq
import re
import selectors
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from serving import Pair, Served, free_port, prepare, running, serving

_STATE = re.compile(
    rb'\{"event":"State","seq":\d+,"turn":\{"seq":(\d+),"color":"(\w+)"[^\n]*?'
    rb'"legal":\["([a-p]\d+)"[^\n]*\n'
)
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_BARE = """
import sys
from flask import Flask
from gunicorn.app.base import BaseApplication
app = Flask("bare")
@app.route("/healthz")
@app.route("/bare", methods=["POST"])
def bare():
    return {"error": None}
class Bare(BaseApplication):
    def load_config(self):
        settings = {"bind": "127.0.0.1:" + sys.argv[1], "threads": 64, "keepalive": 30}
        for name, value in ({"worker_class": "gthread", "loglevel": "error"} | settings).items():
            self.cfg.set(name, value)
    def load(self):
        return app
Bare().run()
"""


@dataclass
class Bot:
    """One player of one pair: a stream to listen to and a connection to move on."""

    key: str
    color: bytes
    port: int
    stream: socket.socket | None = None
    mover: socket.socket | None = None
    heard: bytes = b""
    sent: float = 0.0
    answer: bytes = b""


class Load:
    """Plays all pairs' matches at once from one thread."""

    def __init__(self, served: Served, pairs: list[Pair], rate: float) -> None:
        self._port = served.port
        self._selector = selectors.DefaultSelector()
        self._rate = rate
        self._due = time.perf_counter()
        self._waiting: list[tuple[float, int, Bot, bytes]] = []
        self._number = 0
        self.times: list[float] = []
        self.refusals: Counter[str] = Counter()
        self._left = {id(pair): list(pair.matches) for pair in pairs}
        for pair in pairs:
            self._begin(pair)

    def _begin(self, pair: Pair) -> None:
        """Let both bots of a pair follow their next match."""
        left = self._left[id(pair)]
        if not left:
            return
        match = left.pop()
        for key, color in ((pair.black, b"black"), (pair.white, b"white")):
            bot = Bot(key, color, self._port)
            bot.stream = self._connect()
            bot.stream.sendall(_request("GET", f"/api/v1/matches/{match}/stream", key))
            bot.mover = self._connect()
            ended = (lambda pair=pair: self._begin(pair)) if color == b"black" else None
            self._listen(bot, match, ended)

    def _connect(self) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self._port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    def _listen(self, bot: Bot, match: str, ended: Callable[[], None] | None) -> None:
        stream, mover = bot.stream, bot.mover
        assert stream is not None
        assert mover is not None

        def on_stream() -> None:
            data = stream.recv(65536)
            bot.heard += data
            if not data or b'"event":"MatchEnded"' in bot.heard:
                self._selector.unregister(stream)
                self._selector.unregister(mover)
                stream.close()
                mover.close()
                if ended is not None:
                    ended()
                return
            states = list(_STATE.finditer(bot.heard))
            if states:
                found = states[-1]
                bot.heard = bot.heard[found.end() :]
                turn, color, square = found.groups()
                if color == bot.color:
                    body = b'{"turn":%b,"square":"%b"}' % (turn, square)
                    path = f"/api/v1/matches/{match}/moves"
                    self._send(bot, _request("POST", path, bot.key, body))

        def on_answer() -> None:
            bot.answer += mover.recv(65536)
            head, end, body = bot.answer.partition(b"\r\n\r\n")
            length = _LENGTH.search(head)
            if not end or (length is not None and len(body) < int(length[1])):
                return
            self.times.append(time.perf_counter() - bot.sent)
            if not bot.answer.startswith(b"HTTP/1.1 200"):
                self.refusals[body[:200].decode()] += 1
            bot.answer = b""

        self._selector.register(stream, selectors.EVENT_READ, on_stream)
        self._selector.register(mover, selectors.EVENT_READ, on_answer)

    def _send(self, bot: Bot, request: bytes) -> None:
        now = time.perf_counter()
        if not self._rate:
            self._send_now(bot, request)
            return
        self._due = max(self._due + 1 / self._rate, now)
        self._number += 1
        heapq.heappush(self._waiting, (self._due, self._number, bot, request))

    def _send_now(self, bot: Bot, request: bytes) -> None:
        assert bot.mover is not None
        bot.sent = time.perf_counter()
        if bot.mover.fileno() >= 0:
            bot.mover.sendall(request)

    def run(self, seconds: float) -> None:
        """Play for so long, or until every match is over."""
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end and self._selector.get_map():
            while self._waiting and self._waiting[0][0] <= now:
                _, _, bot, request = heapq.heappop(self._waiting)
                self._send_now(bot, request)
            patience = self._waiting[0][0] - now if self._waiting else 0.1
            for key, _ in self._selector.select(max(0, min(patience, 0.1))):
                if key.fileobj.fileno() >= 0:  # type: ignore[union-attr]
                    key.data()


def _request(method: str, path: str, key: str, body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def bare_cost(requests: int = 4000, connections: int = 16) -> float:
    """Return the processor milliseconds of a request to a Flask route that does nothing."""
    port = free_port()
    with running(["-c", _BARE, str(port)], port) as served:
        socks = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
        request = _request("POST", "/bare", "x", b"{}")
        selector = selectors.DefaultSelector()
        for sock in socks:
            selector.register(sock, selectors.EVENT_READ)
            sock.sendall(request)
        before, done = served.processor_seconds(), 0
        while done < requests:
            for key, _ in selector.select(1):
                answered = key.fileobj
                assert isinstance(answered, socket.socket)
                if answered.recv(4096).endswith(b"}\n"):
                    done += 1
                    answered.sendall(request)
        return (served.processor_seconds() - before) / requests * 1000


def main() -> None:
    """Print the figures of one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=24, help="matches played at once")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0, help="moves a second; 0 is all there is")
    arguments = parser.parse_args()
    bare = bare_cost()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "load.db"
        rounds = 3 + round(arguments.seconds * (arguments.rate or 3000) / 60 / arguments.pairs)
        pairs = prepare(database, arguments.pairs, rounds)
        # Trying out on one's own machine is free of the limits for addresses.
        with serving(database, "--tryout", "--threads", str(4 * arguments.pairs + 64)) as served:
            load = Load(served, pairs, arguments.rate)
            load.run(2)  # the first moves find everything cold
            load.times.clear()
            before, began = served.processor_seconds(), time.perf_counter()
            load.run(arguments.seconds)
            took = time.perf_counter() - began
            spent = served.processor_seconds() - before
    times = sorted(load.times)
    moves = len(times)
    cost = spent / moves * 1000
    rank = [1000 * times[min(moves - 1, int(moves * part))] for part in (0.5, 0.99, 0.999)]
    print(f"{arguments.pairs} matches at once, both players on streams, {took:.0f} s")
    print(f"moves a second          {moves / took:8.0f}   (at least 500, goal 1,000)")
    print(f"request to answer, ms   {rank[0]:8.1f} median {rank[1]:8.1f} p99 {rank[2]:8.1f} p99.9")
    print(f"processor ms a move     {cost:8.2f}   (at most 1.2, goal 0.9)")
    print(f"bare Flask route, ms    {bare:8.2f}   ratio {cost / bare:.2f}")
    for refusal, count in load.refusals.most_common(3):
        print(f"refused                 {count:8d}   {refusal}")


if __name__ == "__main__":
    main()
