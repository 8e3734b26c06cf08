"""Bots that follow their matches on streams and move at once, all on one thread."""

from __future__ import annotations

import heapq
import re
import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from serving import Pair, request

__all__ = ["LENGTH", "StreamPlayers"]

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_STATE = re.compile(
    rb'\{"event":"State","seq":\d+,"turn":\{"seq":(\d+),"color":"(\w+)"[^\n]*?'
    rb'"legal":\["([a-p]\d+)"[^\n]*\n'
)
_NEXT = re.compile(rb'"seq":(\d+),"events"')


@dataclass
class Bot:
    """One player of one match: a stream to listen to and a connection to move on."""

    key: str
    color: bytes
    match: str
    stream: socket.socket
    mover: socket.socket
    heard: bytes = b""
    sent: float = 0.0
    answer: bytes = b""


class StreamPlayers:
    """Plays the first legal move in many matches at once, until no match is left."""

    def __init__(self, port: int, pairs: list[Pair], at_once: int, rate: float = 0) -> None:
        self._port = port
        self._selector = selectors.DefaultSelector()
        self._rate = rate  # moves per second, evenly spread; 0 is as fast as possible
        self._due = time.perf_counter()
        self._waiting: list[tuple[float, int, Bot, bytes]] = []
        self._number = 0
        self.times: list[float] = []
        self.refusals: Counter[str] = Counter()
        # For a match and its number of events: when the answer came, and when the move was sent.
        self.stored: dict[tuple[str, int], tuple[float, float]] = {}
        # A bot plays its matches one after the other.
        self._left = [[(pair, match) for match in pair.matches] for pair in reversed(pairs)]
        for _ in range(at_once):
            self._next_pair()

    def _next_pair(self) -> None:
        if self._left:
            self._begin(self._left.pop())

    def _begin(self, matches: list[tuple[Pair, str]]) -> None:
        """Let both bots of a pair follow their next match."""
        if not matches:
            self._next_pair()
            return
        pair, match = matches.pop()
        for key, color in ((pair.black, b"black"), (pair.white, b"white")):
            bot = Bot(key, color, match, self._connect(), self._connect())
            bot.stream.sendall(request("GET", f"/api/v1/matches/{match}/stream", key))
            ended = (lambda: self._begin(matches)) if color == b"black" else None
            self._listen(bot, ended)

    def _connect(self) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self._port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    def _listen(self, bot: Bot, ended: Callable[[], None] | None) -> None:
        def on_stream() -> None:
            data = bot.stream.recv(65536)
            bot.heard += data
            if not data or b'"event":"MatchEnded"' in bot.heard:
                for sock in (bot.stream, bot.mover):
                    self._selector.unregister(sock)
                    sock.close()
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
                    path = f"/api/v1/matches/{bot.match}/moves"
                    self._send(bot, request("POST", path, bot.key, body))

        def on_answer() -> None:
            bot.answer += bot.mover.recv(65536)
            head, end, body = bot.answer.partition(b"\r\n\r\n")
            length = LENGTH.search(head)
            if not end or (length is not None and len(body) < int(length[1])):
                return
            now = time.perf_counter()
            self.times.append(now - bot.sent)
            if not bot.answer.startswith(b"HTTP/1.1 200"):
                self.refusals[body[:200].decode()] += 1
            elif found := _NEXT.search(body):
                self.stored[bot.match, int(found[1])] = now, bot.sent
            bot.answer = b""

        self._selector.register(bot.stream, selectors.EVENT_READ, on_stream)
        self._selector.register(bot.mover, selectors.EVENT_READ, on_answer)

    def _send(self, bot: Bot, move: bytes) -> None:
        now = time.perf_counter()
        if not self._rate:
            self._send_now(bot, move)
            return
        self._due = max(self._due + 1 / self._rate, now)
        self._number += 1
        heapq.heappush(self._waiting, (self._due, self._number, bot, move))

    def _send_now(self, bot: Bot, move: bytes) -> None:
        bot.sent = time.perf_counter()
        if bot.mover.fileno() >= 0:
            bot.mover.sendall(move)

    @property
    def refused(self) -> int:
        """The number of refused moves."""
        return sum(self.refusals.values())

    def run(self, seconds: float) -> None:
        """Play for this long, or until every match is over."""
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end and self._selector.get_map():
            while self._waiting and self._waiting[0][0] <= now:
                _, _, bot, move = heapq.heappop(self._waiting)
                self._send_now(bot, move)
            patience = self._waiting[0][0] - now if self._waiting else 0.1
            for key, _ in self._selector.select(max(0, min(patience, 0.1))):
                if key.fileobj.fileno() >= 0:  # type: ignore[union-attr] # not hung up just now
                    key.data()
