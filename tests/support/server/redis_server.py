"""A Redis server that is deleted after the tests."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.server.server_process import free_port, wait_until

__all__ = ["RedisServer", "redis_server"]


class RedisServer:
    """A Redis on a free port of this machine that stores nothing on disk."""

    def __init__(self, program: str, folder: Path, address: str) -> None:
        self._program = program
        self._folder = folder
        self._address = address
        self.port = free_port(address)
        self.url = f"redis://{address}:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [self._program, "--port", str(self.port), "--bind", self._address, "--save", "",
             "--appendonly", "no", "--daemonize", "no", "--protected-mode", "no"],
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        wait_until(self._answers, "Redis")

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection((self._address, self.port), 1):
            return True
        return False

    def stop(self) -> None:
        """Kill it and lose its data."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None


@contextlib.contextmanager
def redis_server(folder: Path, address: str = "127.0.0.1") -> Iterator[RedisServer]:
    """Lend a running Redis."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("there is no redis-server")
    server = RedisServer(program, folder, address)
    try:
        yield server
    finally:
        server.stop()
