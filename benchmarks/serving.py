"""A real server for benchmarks: prepared with matches, started, measured and stopped."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from outflank.play.clock import ClockSetting
from outflank.play.setup import Player, Setup, Undo
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.matches.match_registry import Terms

__all__ = ["Pair", "Served", "free_port", "prepare", "serving"]

_TICKS = os.sysconf("SC_CLK_TCK")


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
        for pid in [self.process.pid, *_children(self.process.pid)]:
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                total += int(fields[11]) + int(fields[12])
        return total / _TICKS


def prepare(database: Path, pairs: int, matches: int, clock: str = "none") -> list[Pair]:
    """Make bots and matches in a database that no server works on."""
    server = CompetitionServer(Configuration(database=f"sqlite:///{database}", tryout=False))
    made = []
    for number in range(pairs):
        black, black_key = server.accounts.register(f"Black {number}")
        white, white_key = server.accounts.register(f"White {number}")
        setup = Setup(
            players=(
                Player(f"#{black.id}", f"bot:{black.id}"),
                Player(f"#{white.id}", f"bot:{white.id}"),
            ),
            clock=ClockSetting.parse(clock),
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
def serving(database: Path, *options: str) -> Iterator[Served]:
    """Run `outflank serve` on a database."""
    port = free_port()
    command = ["-m", "outflank", "serve", "--no-tryout", "--log", "none", "--port", str(port)]
    with running([*command, "--database", f"sqlite:///{database}", *options], port) as served:
        yield served


@contextlib.contextmanager
def running(arguments: Sequence[str], port: int) -> Iterator[Served]:
    """Run Python with these arguments until something listens at the port, and stop it later."""
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, start_new_session=True
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


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in found] + [
            grandchild for child in found for grandchild in _children(int(child))
        ]
    return []
