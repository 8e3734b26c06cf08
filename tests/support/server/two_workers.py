"""Workers of one server in one test: each with its own memory, sharing a database and a Redis."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outflank.errors import StoreUnavailable
from outflank.server.competition_server import CompetitionServer
from outflank.server.workers.shared_rooms import SharedRooms
from outflank.server.workers.thinking_worker import ThinkingWorker
from support.server.competition_server import database_in, database_url_in, open_server
from support.server.redis_server import RedisServer, redis_server

__all__ = ["SharedPlace", "shared_place", "shared_rooms_of"]


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


def shared_rooms_of(worker: CompetitionServer) -> SharedRooms:
    """Return the directory in which a worker finds matches."""
    finder = worker.registry._finder
    assert isinstance(finder, SharedRooms)
    return finder
