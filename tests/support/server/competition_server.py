"""The real server on a file, with a clock that tests move by hand."""

from __future__ import annotations

import contextlib
import functools
import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outflank.play.clock import ClockSetting
from outflank.play.events import TurnStarted
from outflank.play.oracles import oracle_from
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import Square, find_variant
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from outflank.store.database import Database
from support.storage.shared_statements import share_statements

__all__ = [
    "HandClock",
    "begin",
    "database_in",
    "database_url_in",
    "first_move",
    "keep_off_the_network",
    "name_database",
    "name_wake",
    "open_server",
    "prepare_database",
    "worker_options_in",
]

_numbers = itertools.count()

_FILE = "server.db"
_URL = "database.url"  # a file that names a database elsewhere
_WAKE = "wake.url"  # a file that names a Redis, through which workers wake each other

share_statements()


class HandClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, at: int = 1_700_000_000_000) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass."""
        self.at += milliseconds


@functools.cache
def _new_database() -> bytes:
    """Return the file of an empty database, which takes a while to make."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / _FILE
        with Database(f"sqlite:///{path}") as database:
            database.migrate()
        return path.read_bytes()


@contextlib.contextmanager
def database_in(folder: Path, kind: str) -> Iterator[None]:
    """Let servers in a folder use a database of a kind, sqlite or postgresql.

    With the kind `workers` a server in the folder has several, on PostgreSQL and a Redis.
    """
    if kind == "sqlite":
        yield
        return
    # Imported here because most servers of tests, and scripts that use them, need no PostgreSQL.
    from support.server.postgres import postgres_database
    from support.server.redis_server import redis_server

    with contextlib.ExitStack() as running:
        name_database(folder, running.enter_context(postgres_database()))
        if kind == "workers":
            name_wake(folder, running.enter_context(redis_server(folder)).url)
        yield


def name_database(folder: Path, url: str) -> None:
    """Let servers in a folder use a database elsewhere."""
    (folder / _URL).write_text(url)


def name_wake(folder: Path, url: str) -> None:
    """Let a server in a folder have several workers that wake each other through a Redis."""
    (folder / _WAKE).write_text(url)


def worker_options_in(folder: Path) -> tuple[str, ...]:
    """Return the options by which a server in a folder has several workers, if it has.

    Connections are not handed over, so that many matches are played through several workers.
    """
    named = folder / _WAKE
    if not named.exists():
        return ()
    return ("--workers", "3", "--wake", named.read_text(), "--no-hand-over")


def database_url_in(folder: Path) -> str:
    """Return the address of the database that servers in a folder use, whether it exists or not."""
    named = folder / _URL
    return named.read_text() if named.exists() else f"sqlite:///{folder / _FILE}"


def prepare_database(folder: Path) -> str:
    """Return the address of the database in a folder; create the database if it is missing."""
    path, url = folder / _FILE, database_url_in(folder)
    if url.startswith("sqlite:") and not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_new_database())
    return url


def open_server(folder: Path, clock: HandClock | None = None, **settings: Any) -> CompetitionServer:
    """Open a server on the database in a folder, without the try-out tournament."""
    settings = {"tryout": False} | settings
    server = CompetitionServer(Configuration(prepare_database(folder), **settings), clock)
    keep_off_the_network(server)
    return server


def keep_off_the_network(server: CompetitionServer) -> None:
    """Let the server's oracle answer without calling its service."""
    server.oracle.ask_web = lambda: oracle_from("local", seed=1)


def begin(
    server: CompetitionServer, clock: str = "none", *, variant: str = "classic", size: int = 8
) -> LiveRoom:
    """Register two players and begin a match between them, the first with black."""
    number = next(_numbers)
    black, _ = server.accounts.register(f"Black {number}")
    white, _ = server.accounts.register(f"White {number}")
    setup = Setup(
        players=(
            Player(f"#{black.id}", f"bot:{black.id}"),
            Player(f"#{white.id}", f"person:{white.id}"),
        ),
        start=find_variant(variant).start(size),
        clock=ClockSetting.parse(clock),
        undo=Undo.CONSENT,
        oracle="drawn:1" if find_variant(variant).answers else "",
    )
    return server.registry.open(setup, Terms(black.id, white.id))


def first_move(room: LiveRoom) -> tuple[int, Square]:
    """Return the current turn and a legal move."""
    with room.reading() as match:
        assert isinstance(match.asked, TurnStarted)
        return match.asked.seq, next(iter(match.position.legal_moves.squares))
