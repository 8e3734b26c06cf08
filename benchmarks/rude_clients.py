"""A rude client in its own process: everything that a public server has to withstand."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import socket
import time
from collections.abc import Iterator

from clients.stream_readers import raise_file_limit
from serving import Pair, request

__all__ = ["rudeness"]

_SILENT = 10_000  # connections that send nothing
_SLOW = 100  # bodies that arrive byte by byte, now and then
_HALF = 100  # requests that never end
_UNREAD = 100  # connections that send requests and never read
_STREAMS = 500  # without a key, from one address
_POLLS = 32  # connections that poll without a pause
_HUGE = 100 * 2**20  # bytes of a body that nobody wants


@contextlib.contextmanager
def rudeness(port: int, pair: Pair) -> Iterator[None]:
    """Run a rude client; its connections are open when the body begins."""
    begun = multiprocessing.Event()
    process = multiprocessing.Process(target=_be_rude, args=(port, pair, begun), daemon=True)
    process.start()
    try:
        begun.wait(120)
        yield
    finally:
        process.kill()
        process.join()


def _be_rude(port: int, pair: Pair, begun: multiprocessing.synchronize.Event) -> None:
    raise_file_limit()
    os.nice(10)  # on two cores its own work must not slow the server down
    client = _RudeClient(port, pair)
    client.open_all()
    begun.set()
    for number in itertools.count():
        if number % 50 == 0:
            client.drip()
            client.send_huge_body()
        client.poll()


class _RudeClient:
    def __init__(self, port: int, pair: Pair) -> None:
        self._server = "127.0.0.1", port
        self._key = pair.black
        self._moves = f"/api/v1/matches/{pair.matches[0]}/moves"
        self._stream = f"/api/v1/matches/{pair.matches[0]}/stream"
        self._board = request("GET", f"/boards/{self._key}")
        self._silent: list[socket.socket] = []
        self._slow: list[socket.socket] = []
        self._polls: list[socket.socket] = []
        self._dripped = 0.0

    def _connect(self, source: str = "127.0.0.1") -> socket.socket:
        sock = socket.create_connection(self._server, source_address=(source, 0))
        sock.settimeout(5)
        return sock

    def open_all(self) -> None:
        """Open every connection."""
        self._silent = [self._connect(f"127.0.1.{1 + at // 1000}") for at in range(_SILENT)]
        for _ in range(_SLOW):
            sock = self._connect()
            sock.sendall(self._body(200))
            self._slow.append(sock)
        for _ in range(_HALF):
            sock = self._connect()
            sock.sendall(b"GET / HTTP/1.1\r\nHost: local")
            self._silent.append(sock)
        for _ in range(_UNREAD):
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(self._server)
            sock.settimeout(0)
            with contextlib.suppress(OSError):
                sock.sendall(self._board * 500)
            self._silent.append(sock)
        for _ in range(_STREAMS):
            sock = self._connect("127.0.2.1")
            sock.sendall(request("GET", self._stream))
            self._silent.append(sock)
        self._polls = [self._connect() for _ in range(_POLLS)]

    def _body(self, size: int) -> bytes:
        """Return the headers of a move with a body of this size."""
        head = request("POST", self._moves, self._key, b"{}")[: -len(b"\r\n\r\n{}")]
        return head.replace(b"Content-Length: 2", b"Content-Length: %d" % size) + b"\r\n\r\n"

    def drip(self) -> None:
        """Send a byte of each slow body, and reopen connections that the server has closed."""
        if time.monotonic() - self._dripped < 1:
            return
        self._dripped = time.monotonic()
        for at, sock in enumerate(self._slow):
            try:
                sock.sendall(b" ")
            except OSError:
                self._slow[at] = self._connect()
                self._slow[at].sendall(self._body(200))

    def send_huge_body(self) -> None:
        """Send a body that is far too large."""
        with contextlib.suppress(OSError), self._connect() as sock:
            sock.sendall(self._body(_HUGE))
            for _ in range(_HUGE // 65536):
                sock.sendall(b" " * 65536)

    def poll(self) -> None:
        """Ask for the board on each of several connections."""
        for at, sock in enumerate(self._polls):
            try:
                sock.sendall(self._board)
                sock.recv(65536)
            except OSError:
                self._polls[at] = self._connect()
