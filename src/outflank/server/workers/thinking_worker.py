"""A worker that only thinks: it moves for the computers of matches that others serve."""

from __future__ import annotations

import functools
import secrets

from outflank.errors import InvalidValue
from outflank.play.oracles import oracle_from
from outflank.play.room import Seat
from outflank.server.lock_watcher import LockWatcher
from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.recorded_room import AMONG_WORKERS
from outflank.server.matches.seats.computer_pool import ComputerPool
from outflank.server.matches.seats.oracle import OracleService, secrets_in
from outflank.server.server_clock import DatabaseClock
from outflank.server.struct_types import prepare_structs
from outflank.server.wake import Wake, connect_wake
from outflank.server.workers.shared_rooms import SharedRooms
from outflank.server.workers.shared_seats import SharedSeats
from outflank.store.access.urls import database_url, url_in_words
from outflank.store.database import Database
from outflank.store.database_clock import read_clock
from outflank.store.store import Store
from outflank.texts import Text

__all__ = ["ThinkingWorker", "check_parts"]


def check_parts(database: str, wake: str) -> None:
    """Refuse a database or a wake that a worker cannot share with a server."""
    if not database or database_url(database).get_backend_name() == "sqlite":
        raise InvalidValue(Text("errors.server.worker_needs_postgresql"))
    if not wake:
        raise InvalidValue(Text("errors.server.worker_needs_redis"))


class ThinkingWorker:
    """Takes computers of running matches, searches in child processes, and stores the moves.

    A serving worker learns of its moves as of those of any other worker. In matches with an
    oracle it asks that, too. It does not count as serving: if only such workers run, that is an
    outage, and clocks are set back afterwards.
    """

    def __init__(self, database: str, wake: str, *, searches: int, pause: float = 0.7) -> None:
        check_parts(database, wake)
        prepare_structs()
        self.database: Database = Database(database)
        self.server_lock: LockWatcher = LockWatcher(self.database.lock(shared=True))
        self.database.migrate()
        self.wake: Wake = connect_wake(wake)
        store = Store(self.database)
        measure = functools.partial(read_clock, self.database)
        last_heartbeat = store.leases.last_heartbeat() or 0
        self._clock = DatabaseClock(measure, not_before=last_heartbeat)
        self.computers: ComputerPool = ComputerPool(searches, self._clock, pause=pause, ahead=True)
        self.oracle: OracleService = OracleService(lambda: oracle_from("web"), secrets_in(store))
        self._held = HeldRooms(store, self._clock, AMONG_WORKERS)
        self.rooms: SharedRooms = SharedRooms(store, self._held, self.wake)
        self.seats: SharedSeats = SharedSeats(
            store.workers,
            self.rooms,
            self._seats_for,
            self._clock,
            wake=self.wake,
            worker=secrets.token_hex(8),  # its name among the workers
            searches=searches,
            serves=False,
        )
        self.seats.start()
        self.server_lock.start()

    @property
    def where(self) -> str:
        """The address of the database, without a password."""
        return url_in_words(self.database.url)

    def _seats_for(self, room: LiveRoom) -> list[Seat]:
        return [*self.computers.seats_for(room), *self.oracle.seats_for(room)]

    def close(self) -> None:
        """Leave all matches to the other workers, and stop."""
        self.server_lock.stop()
        self.seats.close()
        self.computers.close()
        self.oracle.close()
        self.rooms.close()
        self._held.close()
        self.wake.close()
        self._clock.close()
        self.database.close()
        self.server_lock.release()
