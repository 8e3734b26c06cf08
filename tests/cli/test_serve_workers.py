"""`outflank serve --workers`: what it says, what it refuses, and processes that come and go."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from outflank.cli.server.serve import command
from outflank.errors import InvalidValue, OutflankError
from outflank.faces.web.operation import serving
from outflank.server.competition_server import Configuration
from support.server.app_client import AppClient, running_app
from support.server.competition_server import database_in, database_url_in
from support.server.redis_server import redis_server
from support.server.server_bots import ask
from support.server.server_process import ServerProcess, wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is one process there")


def refused(*options: str) -> OutflankError:
    """Return the reason why a server with these options does not start."""
    found = CliRunner().invoke(command, ["--port", "0", *options]).exception
    assert isinstance(found, OutflankError)
    return found


def test_several_workers_need_postgresql_and_a_redis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_PATIENCE", 0.0)
    file = ("--database", str(tmp_path / "games.db"))
    alone = refused("--workers", "2", *file)
    assert isinstance(alone, InvalidValue)
    assert "--wake redis://localhost:6379" in str(alone)
    on_sqlite = refused("--workers", "2", "--wake", "redis://localhost:6379", *file)
    assert isinstance(on_sqlite, InvalidValue)
    assert "several workers need a PostgreSQL database" in str(on_sqlite)
    with database_in(tmp_path, "postgresql"):
        url = ("--database", database_url_in(tmp_path))
        wrong = refused("--workers", "2", "--wake", "http://127.0.0.1", *url)
        assert "not the URL of a Redis" in str(wrong)


def test_a_server_starts_while_redis_is_away_and_connects_when_it_comes(tmp_path: Path) -> None:
    with database_in(tmp_path, "postgresql"), redis_server(tmp_path) as redis:
        redis.stop()
        configuration = Configuration(database_url_in(tmp_path), redis.url, tryout=False)
        *_, warning = serving.check_parts(configuration, 2)
        assert warning.startswith("Redis does not answer")
        with running_app(configuration) as app:
            assert AppClient(app).get("/readyz").status_code == 200
            assert not app.server.wake.is_connected
            redis.start()
            wait_until(lambda: app.server.wake.is_connected, "the server to find Redis")


def test_a_worker_that_dies_is_restarted_while_the_others_serve(tmp_path: Path) -> None:
    with database_in(tmp_path, "workers"), ServerProcess(tmp_path).start() as server:
        wait_until(lambda: len(server.workers()) == 3, "the workers")
        before = set(server.workers())
        server.kill_worker(random.Random(1))
        wait_until(lambda: len(set(server.workers()) - before) == 1, "the new worker")
        assert ask(server.port, "GET", "/readyz").status == 200
        wait_until(lambda: len(server.workers()) == 3, "the workers")
    assert "A serving process died (-9); starting another" in server.stderr


def test_when_only_the_supervisor_is_killed_its_workers_stop_and_leave_the_port(
    tmp_path: Path,
) -> None:
    with database_in(tmp_path, "workers"), ServerProcess(tmp_path).start() as server:
        wait_until(lambda: len(server.workers()) == 3, "the workers")
        address = f"http://127.0.0.1:{server.port}/api/v1/watch?lobby=1"
        asked = urllib.request.Request(address, headers={"Accept": "text/event-stream"})
        with urllib.request.urlopen(asked, timeout=60) as stream:
            server.kill_supervisor()
            told = stream.read()  # fails if it is cut off
        assert told.endswith(b"retry: 1000\n\n")
        wait_until(lambda: not server.processes(), "the workers to stop")
        server.start()
        wait_until(lambda: len(server.workers()) == 3, "the new workers")
        assert ask(server.port, "GET", "/readyz").status == 200
    assert "Traceback" not in server.stderr


def test_workers_print_one_banner_and_ctrl_c_stops_them_all(tmp_path: Path) -> None:
    with database_in(tmp_path, "workers"):
        wake = (tmp_path / "wake.url").read_text()
        process = subprocess.Popen(
            [sys.executable, "-m", "outflank", "serve", "--no-tryout", "--port", "0",
             "--workers", "3", "--wake", wake, "--database", database_url_in(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None
        said: list[str] = []
        while not said or ("Outflank is serving at" not in said[-1] and said[-1]):
            said.append(process.stdout.readline())  # workers may have something to log before
        os.killpg(process.pid, signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert "Outflank is serving at" in said[-1], said
    assert process.returncode == 0, rest
    assert "Outflank is serving" not in rest
    assert rest.endswith("Stopped; games continue at the next start.\n")
    assert "Traceback" not in rest
