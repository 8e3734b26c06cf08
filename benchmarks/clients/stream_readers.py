"""Readers of a match's stream, thousands of them in one process."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import re
import resource
import selectors
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe

from serving import request

__all__ = ["Received", "raise_file_limit", "reading"]

_SEQ = re.compile(rb'^\{"event":"(?!State|Match")\w+","seq":(\d+)', re.MULTILINE)
_OF_AN_ADDRESS = 250  # streams; the server allows 256 per address
_AHEAD = 256  # connections whose answers have not started


@dataclass
class Received:
    """What one reader received: the numbers of the events, and their times."""

    match: str
    numbers: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    rest: bytes = b""
    has_begun: bool = False
    is_refused: bool = False


def raise_file_limit() -> None:
    """Allow this process as many connections as the system permits."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Readers:
    """All readers, on one thread."""

    def __init__(self, port: int, matches: list[str], count: int) -> None:
        raise_file_limit()
        self._selector = selectors.DefaultSelector()
        self.received: list[Received] = []
        self._begun = 0
        for number in range(count):
            # Each address has a share of all streams; this machine has many addresses.
            source = f"127.0.0.{2 + number // _OF_AN_ADDRESS}"
            sock = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
            match = matches[number % len(matches)]
            sock.sendall(request("GET", f"/api/v1/matches/{match}/stream"))
            one = Received(match)
            self.received.append(one)
            self._selector.register(sock, selectors.EVENT_READ, one)
            while number - self._begun > _AHEAD:
                self.take(0.1)
        end = time.perf_counter() + 60
        while self._begun < count and time.perf_counter() < end:
            self.take(0.1)

    def take(self, seconds: float) -> None:
        """Take what has arrived, or wait for it."""
        for key, _ in self._selector.select(seconds):
            sock, one = key.fileobj, key.data
            assert isinstance(sock, socket.socket)
            try:
                data = sock.recv(65536)
            except OSError:
                data = b""
            now = time.perf_counter()
            if not one.has_begun:
                one.has_begun = True
                self._begun += 1
                one.is_refused = not data.startswith(b"HTTP/1.1 200")
            whole, _, one.rest = (one.rest + data).rpartition(b"\n")
            for found in _SEQ.findall(whole):
                one.numbers.append(int(found))
                one.times.append(now)
            if not data:
                self._selector.unregister(sock)
                sock.close()


def _read(port: int, matches: list[str], count: int, pipe: Pipe) -> None:
    readers = _Readers(port, matches, count)
    gc.freeze()
    gc.disable()  # it would stop all readers at the same time
    pipe.send(None)
    while not pipe.poll():
        readers.take(0.1)
    pipe.send(readers.received)


class Reading:
    """Running readers."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self.received: list[Received] = []

    def finish(self) -> list[Received]:
        """Stop reading, and return what was received."""
        self._pipe.send(None)
        self.received = self._pipe.recv()
        return self.received


@contextlib.contextmanager
def reading(port: int, matches: list[str], count: int) -> Iterator[Reading]:
    """Let readers follow matches, shared out among them; all are connected before the body."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_read, args=(port, matches, count, there), daemon=True)
    process.start()
    try:
        here.recv()
        yield Reading(here)
    finally:
        process.kill()
        process.join()
