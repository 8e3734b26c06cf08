"""Several workers of one server in one test: each with its own memory, one database and Redis."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from outflank.errors import StoreUnavailable
from outflank.server.competition_server import CompetitionServer
from outflank.server.workers.shared_rooms import SharedRooms
from outflank.server.workers.thinking_worker import ThinkingWorker
from support.server.competition_server import database_in, database_url_in, open_server
from support.server.redis_server import RedisServer, redis_server

__all__ = [
    "Servers",
    "SharedPlace",
    "at_once",
    "failures",
    "servers_of_kind",
    "shared_place",
    "shared_rooms_of",
]

Servers: TypeAlias = tuple[CompetitionServer, CompetitionServer]


class SharedPlace:
    """A PostgreSQL database and a Redis, and the workers that were opened on them."""

    def __init__(self, folder: Path, redis: RedisServer) -> None:
        self.folder = folder
        self.redis = redis
        self._workers: list[CompetitionServer | ThinkingWorker] = []

    def worker(self, **settings: Any) -> CompetitionServer:
        """Open another worker."""
        settings = {"wake": self.redis.url, "searches": 1, "look_every": 0.3, **settings}
        worker = open_server(self.folder, **settings)
        self._workers.append(worker)
        return worker

    def thinker(self, searches: int = 1) -> ThinkingWorker:
        """Open a worker that only runs computers, on the database of the workers opened before."""
        worker = ThinkingWorker(database_url_in(self.folder), self.redis.url, searches=searches)
        self._workers.append(worker)
        return worker

    def close(self, worker: CompetitionServer | ThinkingWorker) -> None:
        """Close a worker; the others go on."""
        self._workers.remove(worker)
        worker.close()

    def kill(self, worker: CompetitionServer) -> None:
        """Make a worker vanish, without giving back anything in its memory or its leases."""
        self._workers.remove(worker)
        worker.wake.close()
        worker.database.close()
        with contextlib.suppress(StoreUnavailable):
            worker.close()

    def close_all(self) -> None:
        """Close every worker."""
        for worker in list(self._workers):
            self.close(worker)


@contextlib.contextmanager
def shared_place(folder: Path) -> Iterator[SharedPlace]:
    """Lend a place for workers, and close those that are left at the end."""
    with database_in(folder, "postgresql"), redis_server(folder) as redis:
        place = SharedPlace(folder, redis)
        try:
            yield place
        finally:
            place.close_all()


@contextlib.contextmanager
def servers_of_kind(folder: Path, kind: str, **settings: Any) -> Iterator[Servers]:
    """Open two workers, or one server alone, which is yielded twice.

    A test that calls now the first and now the second holds the same for both kinds of server.
    """
    if kind == "workers":
        with shared_place(folder) as place:
            yield place.worker(**settings), place.worker(**settings)
    else:
        with database_in(folder, kind), contextlib.closing(open_server(folder, **settings)) as one:
            yield one, one


def at_once(*works: Callable[[], object]) -> list[object]:
    """Do several things at the same moment; return what each returned or raised."""
    results: list[object] = [None] * len(works)
    barrier = threading.Barrier(len(works))

    def do(index: int) -> None:
        barrier.wait(60)
        try:
            results[index] = works[index]()
        except Exception as error:  # for the test to judge
            results[index] = error

    threads = [threading.Thread(target=do, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def failures(results: list[object]) -> list[Exception]:
    """Return what was raised, of what `at_once` returned."""
    return [each for each in results if isinstance(each, Exception)]


def shared_rooms_of(worker: CompetitionServer) -> SharedRooms:
    """Return the directory in which a worker finds matches."""
    finder = worker.registry._finder
    assert isinstance(finder, SharedRooms)
    return finder
