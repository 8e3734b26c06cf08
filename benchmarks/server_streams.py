"""What readers and rude clients do to those who play: three trials on a real server.

1. Readers of running matches, 500 of them, count the events they are told: none may be missing.
2. Readers who stop reading, 200 of them, must be cut, in bounded memory, and players not notice.
3. A rude client polls as fast as it can, opens 1,000 sockets, and sends slow and huge bodies; the
   time of others' moves at the 99th percentile may at most double.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import multiprocessing
import os
import re
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias
from urllib.request import urlopen

from server_load import Load
from serving import Pair, Served, prepare, serving

_SEQ = re.compile(rb'^\{"event":"(?!State|Match")\w+","seq":(\d+)', re.MULTILINE)
_PLAIN = "GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n"


Results: TypeAlias = "multiprocessing.Queue[tuple[list[tuple[str, list[int]]], int]]"


class Readers:
    """Many readers of streams on one thread; each counts the events it is told."""

    def __init__(self, port: int, matches: list[str], count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self.told: list[tuple[str, list[int]]] = []
        self.refused = self.cut = 0
        for match, _ in zip(itertools.cycle(matches), range(count), strict=False):
            sock = socket.create_connection(("127.0.0.1", port))
            sock.sendall(_PLAIN.format(f"/api/v1/matches/{match}/stream").encode())
            events: list[int] = []
            self.told.append((match, events))
            self._selector.register(sock, selectors.EVENT_READ, [events, b""])

    def read(self, seconds: float) -> None:
        """Take what comes for so long, or until all streams have ended."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and self._selector.get_map():
            for key, _ in self._selector.select(0.1):
                sock, (events, rest) = key.fileobj, key.data
                assert isinstance(sock, socket.socket)
                data = sock.recv(65536)
                if data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 200"):
                    self.refused += 1
                whole, _, key.data[1] = (rest + data).rpartition(b"\n")
                events += map(int, _SEQ.findall(whole))
                if not data or b'"event":"MatchEnded"' in whole:
                    self._selector.unregister(sock)
                    sock.close()


def _read_in_process(
    port: int, matches: list[str], count: int, seconds: float, out: object
) -> None:
    readers = Readers(port, matches, count)
    out.put("ready")  # type: ignore[attr-defined]
    readers.read(seconds)
    out.put((readers.told, readers.refused))  # type: ignore[attr-defined]


def many_readers(count: int, seconds: float) -> None:
    """Let readers follow matches while they are played."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "streams.db"
        pairs = prepare(database, 8, 4)
        with serving(database, "--tryout", "--threads", str(count + 160)) as served:
            first = [pair.matches[-1] for pair in pairs]
            results: Results = multiprocessing.Queue()
            reader = multiprocessing.Process(
                target=_read_in_process, args=(served.port, first, count, seconds, results)
            )
            reader.start()
            results.get()
            load = Load(served, pairs, 100)
            load.run(seconds)
            told, refused = results.get()
            reader.join()
            missing = complete = 0
            for match, events in told:
                kept = _events_of(served, match)
                missing += len(set(range(len(kept))) - set(events)) + (len(events) > len(kept))
                complete += events == list(range(len(kept)))
    print(f"readers {count}: {complete} were told every event once and in order, {missing} events")
    print(f"  were missing, {refused} readers refused; {len(load.times)} moves, {_p99(load)}")


def _events_of(served: Served, match: str) -> list[object]:
    with urlopen(f"http://127.0.0.1:{served.port}/api/v1/matches/{match}/events") as answer:
        found: list[object] = json.load(answer)["events"]
    return found


def stalled_readers(count: int, seconds: float) -> None:
    """Let readers connect and then read nothing, while the match goes on."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "stalled.db"
        pairs = prepare(database, 8, 1 + round(seconds * 2))
        with serving(database, "--tryout", "--threads", str(count + 160)) as served:
            load = Load(served, pairs[:4], 200)
            load.run(3)
            load.times.clear()
            load.run(seconds)
            quiet, before, sockets = _p99(load), _memory(served), _sockets(served)
            over = [match for pair in pairs[:4] for match in pair.matches[-2:]]
            with contextlib.ExitStack() as stack:
                for match, _ in zip(itertools.cycle(over), range(count), strict=False):
                    sock = stack.enter_context(socket.socket())
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                    sock.connect(("127.0.0.1", served.port))
                    # Whole matches again and again fill the pipe, and nobody empties it.
                    ask = _PLAIN.format(f"/api/v1/matches/{match}/stream")
                    sock.sendall(ask.encode() * 40)
                load = Load(served, pairs[4:], 200)
                load.run(max(seconds, 15))
                after = _memory(served)
                left = max(0, _sockets(served) - sockets - 16)  # two for each player
    print(f"stalled readers {count}: memory {before} MB before, {after} MB after; {left} were not")
    print(f"  yet cut; moves {quiet} quiet, {_p99(load)} beside them, {_refused(load)} refused")


def _processes(served: Served) -> list[Path]:
    """Return the folders of the server's processes, which are a session of their own."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[3] == str(served.process.pid):
                found.append(path.parent)
    return found


def _memory(served: Served) -> int:
    """Return the megabytes that the server holds."""
    sizes = [int((folder / "statm").read_text().split()[1]) for folder in _processes(served)]
    return sum(sizes) * os.sysconf("SC_PAGE_SIZE") // 2**20


def _sockets(served: Served) -> int:
    """Return how many sockets the server has open."""
    links = [link for folder in _processes(served) for link in (folder / "fd").iterdir()]
    return sum(str(link.readlink()).startswith("socket") for link in links)


def rude_client(seconds: float) -> None:
    """Let a rude client do its worst while others play."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "rude.db"
        pairs = prepare(database, 8, 2 + round(seconds * 2))
        (rude,) = prepare(database, 1, 1)
        with serving(database) as served:
            load = Load(served, pairs[:4], 100)
            load.run(3)
            load.times.clear()
            load.run(seconds)
            quiet = load.times
            load = Load(served, pairs[4:], 100)
            load.run(2)
            load.times.clear()
            with _rudeness(served.port, rude):
                load.run(seconds)
    before, beside = _rank(quiet), _rank(load.times)
    print(f"rude client: p99 of others' moves {before:.1f} ms quiet, {beside:.1f} ms beside it,")
    print(
        f"  ratio {beside / before:.2f} (at most 2), {_refused(load)} of {len(load.times)} refused"
    )


@contextlib.contextmanager
def _rudeness(port: int, pair: Pair) -> Iterator[None]:
    process = multiprocessing.Process(target=_be_rude, args=(port, pair), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _be_rude(port: int, pair: Pair) -> None:
    server = "127.0.0.1", port
    os.nice(10)  # its own work is not to be counted against the server on a machine of two cores
    silent = [socket.create_connection(server) for _ in range(900)]
    slow = [socket.create_connection(server) for _ in range(100)]
    post = (
        f"POST /api/v1/matches/{pair.matches[0]}/moves HTTP/1.1\r\nHost: x\r\nContent-Type: "
        f"application/json\r\nAuthorization: Bearer {pair.black}\r\nContent-Length: "
    )
    for sock in slow:
        sock.sendall(f"{post}200\r\n\r\n".encode())
    poll = _PLAIN.format(f"/boards/{pair.black}").encode()
    polls = [socket.create_connection(server) for _ in range(32)]
    for number in itertools.count():
        if number % 50 == 0:
            for sock in slow:
                with contextlib.suppress(OSError):
                    sock.sendall(b" ")
            with (
                contextlib.suppress(OSError),
                socket.create_connection(server) as huge,
            ):
                huge.sendall(f"{post}104857600\r\n\r\n".encode())
                for _ in range(1600):
                    huge.sendall(b" " * 65536)
        for at, sock in enumerate(polls):
            try:
                sock.sendall(poll)
                sock.recv(65536)
            except OSError:
                polls[at] = socket.create_connection(server)
    del silent


def _rank(times: list[float]) -> float:
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * 0.99))] if times else 0.0


def _refused(load: Load) -> int:
    return sum(load.refusals.values())


def _p99(load: Load) -> str:
    return f"p99 {_rank(load.times):.1f} ms"


def main() -> None:
    """Print the figures of the three trials."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=500)
    parser.add_argument("--stalled", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    arguments = parser.parse_args()
    many_readers(arguments.readers, 3 * arguments.seconds)
    stalled_readers(arguments.stalled, arguments.seconds)
    rude_client(arguments.seconds)


if __name__ == "__main__":
    main()
