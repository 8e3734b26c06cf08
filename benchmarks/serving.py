"""A real server for benchmarks: prepared with matches, started, measured and stopped."""

from __future__ import annotations

import contextlib
import json
import math
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import uvicorn

from outflank.faces.web.application import Application
from outflank.faces.web.operation.serving import uvicorn_config
from outflank.play.clock import ClockSetting
from outflank.play.setup import Player, Setup, Undo
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.matches.match_registry import Terms

__all__ = [
    "Build",
    "Pair",
    "Served",
    "free_port",
    "prepare",
    "rank",
    "ratio_in_words",
    "request",
    "running",
    "serving_app",
]

_TICKS = os.sysconf("SC_CLK_TCK")
_DRAWS = 4000  # of rounds, for an interval
_PREPARE = """
import dataclasses, json, sys
import serving
found = serving.prepare(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
print(json.dumps([dataclasses.astuple(pair) for pair in found]))
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bots, by their keys, and the matches they have before them."""

    black: str
    white: str
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    port: int
    process: subprocess.Popen[bytes]

    def processor_seconds(self) -> float:
        """Return the processor time that the server's processes have used so far."""
        total = 0
        for folder in self._processes():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
                total += int(fields[11]) + int(fields[12])
        return total / _TICKS

    def megabytes(self) -> float:
        """Return the memory that the server holds."""
        sizes = [int((folder / "statm").read_text().split()[1]) for folder in self._processes()]
        return sum(sizes) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def sockets(self) -> int:
        """Return how many sockets the server has open."""
        count = 0
        for folder in self._processes():
            for link in (folder / "fd").iterdir():
                with contextlib.suppress(OSError):  # closed meanwhile
                    count += str(link.readlink()).startswith("socket")
        return count

    def _processes(self) -> list[Path]:
        """Return the folders of the server's processes, which are a session of their own."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if path.read_text().rpartition(")")[2].split()[3] == str(self.process.pid):
                    found.append(path.parent)
        return found


@dataclass(frozen=True, slots=True)
class Build:
    """A checkout of this project whose server is measured, with its own `.venv` if it has one."""

    root: Path = Path(__file__).resolve().parents[1]

    @property
    def _python(self) -> str:
        own = self.root / ".venv/bin/python"
        return str(own) if own.exists() else sys.executable

    def prepare(self, database: Path | str, pairs: int, matches: int) -> list[Pair]:
        """Make bots and matches in a database of this build: a file, or a URL."""
        path = [str(self.root / "benchmarks"), str(self.root / "src")]
        done = subprocess.run(
            [self._python, "-c", _PREPARE, _url(database), str(pairs), str(matches)],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
            stdout=subprocess.PIPE,
            check=True,
        )
        return [Pair(black, white, tuple(names)) for black, white, names in json.loads(done.stdout)]

    @contextlib.contextmanager
    def serving(self, database: Path | str, *options: str) -> Iterator[Served]:
        """Run this build's `outflank serve` on a database: a file, or a URL."""
        port = free_port()
        given = ["--no-tryout", "--log", "none", "--port", str(port)]
        given += ["--database", _url(database)]
        if self._has_threads():
            given += ["--threads", "512"]
        command = ["-m", "outflank", "serve", *given, *options]
        with running(command, port, self.root / "src", self._python) as served:
            yield served

    def _has_threads(self) -> bool:
        """Tell whether this build answers each request on a thread of its own."""
        options = subprocess.run(
            [self._python, "-m", "outflank", "serve", "--help"],
            env=os.environ | {"PYTHONPATH": str(self.root / "src")},
            stdout=subprocess.PIPE,
            check=True,
        )
        return b"--threads" in options.stdout


def _url(database: Path | str) -> str:
    return database if isinstance(database, str) else f"sqlite:///{database}"


def prepare(database: Path | str, pairs: int, matches: int) -> list[Pair]:
    """Make bots and matches, without clocks, in a database that no server works on.

    It is a file, or the URL of a database elsewhere.
    """
    server = CompetitionServer(Configuration(database=_url(database), tryout=False))
    made = []
    for number in range(pairs):
        black, black_key = server.accounts.register(f"Black {number}")
        white, white_key = server.accounts.register(f"White {number}")
        setup = Setup(
            players=(
                Player(f"#{black.id}", f"bot:{black.id}"),
                Player(f"#{white.id}", f"bot:{white.id}"),
            ),
            clock=ClockSetting.parse("none"),
            undo=Undo.NEVER,
        )
        names = tuple(
            server.registry.open(setup, Terms(black.id, white.id)).name for _ in range(matches)
        )
        made.append(Pair(black_key, white_key, names))
    server.close()
    return made


def free_port() -> int:
    """Return a port that nobody uses at the moment."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


@contextlib.contextmanager
def running(
    arguments: Sequence[str], port: int, source: Path | None = None, python: str = sys.executable
) -> Iterator[Served]:
    """Run Python with these arguments until something listens at the port, and stop it later."""
    process = subprocess.Popen(
        [python, *arguments],
        env=os.environ | ({} if source is None else {"PYTHONPATH": str(source)}),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port, process)
        yield Served(port, process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def serving_app(app: Application) -> Iterator[str]:
    """Serve an application from a thread of this process, and close it in the end."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn_config(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()  # whoever connects before it is ready waits
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        app.announce_stop()
        server.should_exit = True
        thread.join()
        app.close()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit("the server did not start")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as sock:
            sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            if sock.recv(16):
                return
        time.sleep(0.1)
    raise SystemExit("the server did not answer")


def request(method: str, path: str, key: str = "", body: bytes = b"") -> bytes:
    """Return the bytes of a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
    if key:
        head += f"Authorization: Bearer {key}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def rank(times: Sequence[float], part: float = 0.99) -> float:
    """Return the time, in milliseconds, that so large a part of all does not exceed."""
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * part))] if times else 0.0


def ratio_in_words(this: Sequence[float], other: Sequence[float]) -> str:
    """Return the mean ratio of paired figures and the interval that holds it in 95 % of cases.

    The interval comes from resampling the rounds (a bootstrap), so it needs about ten of them.
    """
    ratios = [math.log(one / two) for one, two in zip(this, other, strict=True)]
    draw = random.Random(1).choices
    means = sorted(fmean(draw(ratios, k=len(ratios))) for _ in range(_DRAWS))
    low, high = (math.exp(means[round(place * _DRAWS)]) for place in (0.025, 0.975))
    return f"{math.exp(fmean(ratios)):6.3f} ({low:.3f} to {high:.3f})"
