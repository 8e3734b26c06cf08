"""The lock of a server on PostgreSQL: it survives restarts of the database and excludes others."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from outflank.cli.server.admin import command as admin
from outflank.errors import CannotServe, StoreUnavailable
from outflank.store.access.locks import AdvisoryLock
from outflank.store.database import Database
from support.processes.ready_python import start_python
from support.server.competition_server import (
    begin,
    database_in,
    database_url_in,
    first_move,
    open_server,
)
from support.server.deaf_relay import DeafRelay
from support.server.postgres import (
    cut_connections,
    postgres_database,
    postgres_socket,
    restart_postgres,
)
from support.server.server_bots import ask
from support.server.server_process import ServerProcess, wait_until
from support.server.two_workers import shared_place

SOAK = "OUTFLANK_SOAK" in os.environ


@pytest.fixture
def url() -> Iterator[str]:
    with postgres_database() as found:
        yield found


def is_excluded(url: str, *, shared: bool = False) -> bool:
    """Return whether a second server is kept from using a database."""
    with Database(url) as database:
        try:
            database.lock(shared=shared, patience=0.0).release()
        except StoreUnavailable as error:
            return "another server is using the database" in str(error)
        return False


def holders(url: str) -> int:
    """Count the holders of a database's lock without keeping another from taking it."""
    with Database(url) as database, database.engine.connect() as connection:
        return int(connection.execute(_HOLDERS).scalar_one())


_HOLDERS = sa.text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE locktype = 'advisory' AND granted AND datname = current_database()"
)


@contextlib.contextmanager
def taken_over(url: str) -> Iterator[None]:
    """Take the lock of a database while the server that has it has lost its connection."""
    with Database(url) as other:
        while True:
            cut_connections(url)
            with contextlib.suppress(StoreUnavailable):  # its server was quicker
                lock = other.lock(patience=0.0)
                break
        try:
            yield
        finally:
            lock.release()


# The lock alone


def test_only_one_server_uses_a_database(url: str) -> None:
    with Database(url) as database:
        lock = database.lock()
        assert is_excluded(url)
        assert is_excluded(url, shared=True)
        lock.release()
        wait_until(lambda: not is_excluded(url), "its session to end")
        shared = database.lock(shared=True)
        assert is_excluded(url)
        assert not is_excluded(url, shared=True)
        shared.release()


@pytest.mark.parametrize("shared", [False, True], ids=["alone", "shared"])
def test_the_loss_of_a_lock_with_its_connection_is_noticed_and_the_lock_taken_again(
    url: str,
    shared: bool,
) -> None:
    with Database(url) as database:
        lock = database.lock(shared=shared)
        assert isinstance(lock, AdvisoryLock)
        assert lock.is_held()
        restart_postgres()
        wait_until(lambda: not is_held(lock), "the loss to be noticed")
        assert not is_excluded(url)
        wait_until(lock.take, "the other's session to end")
        assert lock.is_held()
        assert is_excluded(url)
        lock.release()
        assert not lock.is_held()


def is_held(lock: AdvisoryLock) -> bool:
    """Ask again if the connection turns out to be lost in a restart."""
    with contextlib.suppress(StoreUnavailable):
        return lock.is_held()
    return True


def test_a_lock_that_another_server_has_taken_is_left_to_it(url: str) -> None:
    with Database(url) as database:
        lock = database.lock()
        assert isinstance(lock, AdvisoryLock)
        with taken_over(url):
            wait_until(lambda: not is_held(lock), "the loss to be noticed")
            assert not lock.take()
            assert not lock.is_held()
        wait_until(lock.take, "the other's session to end")
        lock.release()


def test_a_lock_is_taken_again_when_only_the_server_lost_the_connection(url: str) -> None:
    address = sa.make_url(url).difference_update_query(["host"])
    with DeafRelay(postgres_socket()) as relay:
        through = address.set(host="127.0.0.1", port=relay.port)
        with Database(through.render_as_string()) as database:
            lock = database.lock()
            assert isinstance(lock, AdvisoryLock)
            relay.lose_clients()
            assert is_excluded(url)  # PostgreSQL waits for the client, which is gone
            wait_until(lambda: not is_held(lock), "the loss to be noticed")
            wait_until(lock.take, "the old session to end")
            assert lock.is_held()
            lock.release()
        wait_until(lambda: not is_excluded(url), "its session to end")


# Servers


def test_a_server_takes_its_lock_again_after_a_restart_of_the_database(tmp_path: Path) -> None:
    with database_in(tmp_path, "postgresql"):
        server = open_server(tmp_path)
        try:
            restart_postgres()
            wait_until(lambda: holders(database_url_in(tmp_path)) == 1, "the lock")
            assert is_excluded(database_url_in(tmp_path))
            server.server_lock.require()
            room = begin(server)
            turn, square = first_move(room)
            room.play(square, turn=turn)
        finally:
            server.close()
        wait_until(lambda: not is_excluded(database_url_in(tmp_path)), "its session to end")


@pytest.mark.parametrize("left", ["server", "thinker"])
def test_workers_take_their_lock_again_after_a_restart_of_the_database(
    tmp_path: Path, left: str
) -> None:
    with shared_place(tmp_path) as place:
        url = database_url_in(tmp_path)
        server, thinker = place.worker(), place.thinker()
        restart_postgres()
        wait_until(lambda: holders(url) == 2, "both locks")
        assert not is_excluded(url, shared=True)
        place.close(thinker if left == "server" else server)
        wait_until(lambda: holders(url) == 1, "the session of one to end")
        assert is_excluded(url)
        (server if left == "server" else thinker).server_lock.require()


def test_a_server_is_told_to_stop_when_another_has_taken_its_database(tmp_path: Path) -> None:
    with shared_place(tmp_path) as place:
        watched = place.worker()
        told, later = threading.Event(), threading.Event()
        watched.server_lock.taken.subscribe(told.set)
        with taken_over(database_url_in(tmp_path)):
            assert told.wait(60)
        watched.server_lock.taken.subscribe(later.set)  # a later subscriber is told at once
        assert later.is_set()
        with pytest.raises(CannotServe, match="another server took the database"):
            watched.server_lock.require()


def test_a_thinking_worker_ends_when_another_server_has_taken_its_database(
    tmp_path: Path,
) -> None:
    with shared_place(tmp_path) as place:
        url, log = database_url_in(tmp_path), tmp_path / "said.txt"
        with log.open("wb") as said:
            worker = start_python(
                ["-m", "outflank", "worker", "--searches", "1", "--wake", place.redis.url,
                 "--database", url],
                stdout=said,
                stderr=said,
                env=os.environ | {"OUTFLANK_HOME": str(tmp_path)},
            )  # fmt: skip
            wait_until(lambda: "Outflank runs computer players" in log.read_text(), "the worker")
            with taken_over(url):
                status = worker.wait(60)
        text = log.read_text()
    assert status == 1, text
    assert "Error: another server took the database while" in text
    assert "Traceback" not in text


@pytest.mark.skipif(os.name == "nt", reason="PostgreSQL is not started there")
@pytest.mark.parametrize("kind", ["postgresql", *(["workers"] if SOAK else [])])
def test_a_real_server_excludes_others_after_a_restart_and_stops_if_replaced(
    tmp_path: Path, kind: str
) -> None:
    with database_in(tmp_path, kind), ServerProcess(tmp_path).start() as server:
        restart_postgres()
        wait_until(server.is_ready, "the server to recover")
        wait_until(lambda: holders(server.url) >= 1, "the lock")
        assert is_excluded(server.url)
        copied = CliRunner().invoke(admin, ["copy", server.url, str(tmp_path / "copy.db")])
        assert "another server is using the database" in str(copied.exception)
        assert ask(server.port, "GET", "/readyz").status == 200
        with taken_over(server.url):
            assert server.wait_for_end() == 1
    assert "Error: another server took the database while" in server.stderr
    assert "Traceback" not in server.stderr
