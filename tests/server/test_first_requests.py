"""Fifty pages return the moment a server answers again, and no serving process dies of it.

Two starts here; `make soak` makes a thousand, and `OUTFLANK_SOAK=1 pytest` of this file twenty.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from outflank.faces.web.api.api_docs import ApiDocs
from support.paths import ROOT
from support.server.server_bots import new_tournament
from support.server.server_process import ServerProcess, wait_until

STARTS = 20 * int(os.environ.get("OUTFLANK_SOAK", "0")) or 2
WATCH = ["/api/v1/watch?tournament=1"]
READ = [
    "/api/v1/tournaments",
    "/api/v1/tournaments/1",
    "/api/v1/tournaments/1/standings",
    "/api/v1/tournaments/1/crosstable",
]
READERS = 50
PATIENCE = 60.0  # seconds

# `outflank serve`, whose supervisor starts a new serving process however often one is killed.
TIRELESS = """
from outflank.cli import main
from outflank.faces.web.operation import supervisor
supervisor._MOST_DEATHS = 1_000_000
main()
"""

# Opens a server as `outflank serve` does, and names every Struct, of modules imported later too,
# that msgspec could read something into and has not looked at.
ALL_STRUCTS = """
import importlib, pkgutil, sys
import msgspec
from outflank import client, server, store
from outflank.faces import web
from outflank.faces.web.application import Application
from outflank.server.competition_server import Configuration

seen, decoder = set(), msgspec.json.Decoder
def noted(kind=object, **options):
    seen.add(kind)
    return decoder(kind, **options)
msgspec.json.Decoder = noted
app = Application(Configuration(sys.argv[1], tryout=False))
app.close()
msgspec.json.Decoder = decoder

for package in (client, server, store, web):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".migrations." not in found.name:  # which Alembic runs
            importlib.import_module(found.name)
waiting = list(msgspec.Struct.__subclasses__())
for kind in waiting:
    waiting += kind.__subclasses__()
    try:
        decoder(kind)
    except TypeError:
        continue
    if kind not in seen:
        print(kind)
assert len(seen) > 100
print("prepared")
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no supervisor to restart it")


def read_at_once(port: int, paths: list[str]) -> list[str]:
    """Send all requests before the first answer is read, and return the first line of each."""
    with contextlib.ExitStack() as stack:
        readers = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
            for _ in range(READERS)
        ]
        for reader, path in zip(readers, itertools.cycle(paths), strict=False):
            reader.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return [_first_line(reader) for reader in readers]


def _first_line(reader: socket.socket) -> str:
    """Return the status line of an answer, after something of its body has come."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while not found.partition(b"\r\n\r\n")[2] and (more := reader.recv(65536)):
            found += more
    return found.partition(b"\r\n")[0].decode()


def restart(server: ServerProcess) -> None:
    """Kill the serving process, and return as soon as another one answers."""
    (before,) = server.workers()
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: server.workers() not in ([], [before]), "another serving process")
    wait_until(server.is_ready, "the server to be ready again")


def deaths(server: ServerProcess) -> set[str]:
    """Return what killed the serving processes that the test did not kill."""
    return set(re.findall(r"serving process died \((-?\d+)\)", server.stderr)) - {"-9"}


def test_many_readers_right_after_a_restart_are_all_answered(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, program=("-c", TIRELESS)) as server:
        admin = server.admin_key()
        server.start()
        names = [f"Bot {number}" for number in range(6)]
        new_tournament(server.port, admin, names, format="round-robin", games=2, size=6)
        for paths in itertools.islice(itertools.cycle((WATCH, READ)), STARTS):
            restart(server)
            answers = read_at_once(server.port, paths)
            assert not deaths(server), server.stderr
            assert answers == ["HTTP/1.1 200 OK"] * READERS


def test_every_struct_is_prepared_before_the_first_request(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ALL_STRUCTS, f"sqlite:///{tmp_path / 'server.db'}"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == ["prepared"]


def test_threads_can_share_a_prepared_type() -> None:
    script = str(ROOT / "tools" / "msgspec_threads.py")
    command = [sys.executable, script, "--prepare", "--rounds", "50"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert result.stdout.splitlines()[-1:] == ["survived"], result.stderr


def test_simultaneous_requests_for_the_documentation_share_one_document() -> None:
    together = threading.Barrier(8)
    made: list[dict[str, Any]] = []

    def make() -> dict[str, Any]:
        made.append({"paths": {}})
        return made[-1]

    docs = ApiDocs(make)

    def ask(_: int) -> dict[str, Any]:
        together.wait(PATIENCE)
        return docs.document

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(8))) == [{"paths": {}}] * 8
    assert len(made) == 1
