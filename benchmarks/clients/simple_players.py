"""Bots of the simple routes: each waits for its turn, asks for its board, and moves."""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections import Counter

from clients.stream_players import LENGTH
from serving import Pair, request

__all__ = ["SimplePlayers"]

_STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class SimplePlayers:
    """Plays the matches of all pairs at once on one thread, as examples/bot.py would.

    Connections are kept, as by most programs, or opened for each request, as by that example.
    """

    def __init__(self, port: int, pairs: list[Pair], *, keeps: bool = True) -> None:
        self._port, self._keeps = port, keeps
        self._selector = selectors.DefaultSelector()
        self.times: list[float] = []  # of moves
        self.refusals: Counter[str] = Counter()
        for pair in pairs:
            for key in (pair.black, pair.white):
                _SimpleBot(self, key).wait()

    def ask(self, bot: _SimpleBot, method: str, path: str) -> None:
        """Send a bot's request."""
        if bot.sock is None:
            bot.sock = socket.create_connection(("127.0.0.1", self._port))
            bot.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(bot.sock, selectors.EVENT_READ, bot)
        data = request(method, path)
        if not self._keeps:
            data = data.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
        bot.sent = time.perf_counter()
        bot.sock.sendall(data)

    def run(self, seconds: float) -> None:
        """Play for this long."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for key, _ in self._selector.select(0.1):
                self._read(key.data)

    def _read(self, bot: _SimpleBot) -> None:
        assert bot.sock is not None
        data = bot.sock.recv(65536)
        bot.heard += data
        head, end, body = bot.heard.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        is_whole = end and (len(body) >= int(length[1]) if length else not data)
        if data and not is_whole:
            return
        if not self._keeps or not data:
            self._selector.unregister(bot.sock)
            bot.sock.close()
            bot.sock = None
        bot.heard = b""
        if is_whole:
            bot.go_on(head, body)
        else:
            bot.wait()  # the server has closed an idle connection


class _SimpleBot:
    """One player, and its step: wait, board or move."""

    def __init__(self, players: SimplePlayers, key: str) -> None:
        self._players, self._key = players, key
        self.sock: socket.socket | None = None
        self.heard = b""
        self.sent = 0.0
        self._asked = ""

    def wait(self) -> None:
        """Ask whether a move is needed."""
        self._ask("GET", f"/move_needed/{self._key}?wait=25")

    def _ask(self, method: str, path: str) -> None:
        self._asked = path[:6]
        self._players.ask(self, method, path)

    def go_on(self, head: bytes, body: bytes) -> None:
        """Process an answer, and send the next request."""
        if not head.startswith(b"HTTP/1.1 200"):
            self._players.refusals[body[:100].decode()] += 1
            self.wait()
        elif self._asked == "/board":
            self._move(json.loads(body))
        elif self._asked == "/move_" and body.strip() == b"true":
            self._ask("GET", f"/boards/{self._key}")
        else:
            if self._asked == "/move/":
                self._players.times.append(time.perf_counter() - self.sent)
            self.wait()

    def _move(self, board: list[list[int]]) -> None:
        for y, row in enumerate(board):
            for x, cell in enumerate(row):
                if cell == 0 and _captures(board, x, y):
                    self._ask("POST", f"/move/{self._key}/{x}/{y}")
                    return
        self.wait()


def _captures(board: list[list[int]], x: int, y: int) -> bool:
    """Return whether a move flips discs: own discs are 1, the opponent's -1, empty is 0."""
    size = len(board)
    for dx, dy in _STEPS:
        u, v = x + dx, y + dy
        while 0 <= u < size and 0 <= v < size and board[v][u] == -1:
            u, v = u + dx, v + dy
        if (u, v) != (x + dx, y + dy) and 0 <= u < size and 0 <= v < size and board[v][u] == 1:
            return True
    return False
