"""All that differs between a server that is alone and one of several workers."""

from __future__ import annotations

import functools
import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from outflank.server.clocks.service_time import OwnServiceTime, ServiceTime
from outflank.server.clocks.timed_matches import HeldTimedMatches, TimedMatches
from outflank.server.lease import LASTING, JobLease, Lease, OwnLease
from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.recorded_room import ALONE, AMONG_WORKERS
from outflank.server.matches.room_finder import OwnRooms, RoomFinder
from outflank.server.matches.seats.computer_seats import ComputerSeats, OwnSeats, SeatsFor
from outflank.server.periodic_task import at_intervals
from outflank.server.tournaments.sharing import TournamentSharing, alone
from outflank.server.wake import Wake
from outflank.server.workers.shared_clocks import SharedServiceTime, StoredTimedMatches
from outflank.server.workers.shared_rooms import SharedRooms
from outflank.server.workers.shared_seats import SharedSeats
from outflank.server.workers.shared_tournaments import among_workers
from outflank.store.access.locks import AdvisoryLock, ServerLock
from outflank.store.access.private_files import prepare_files
from outflank.store.database import Database
from outflank.store.store import Store

__all__ = ["Alone", "AmongWorkers", "Basis", "Sharing", "SharingParts"]

_FORGET_SECONDS = 60.0  # between two searches for workers that are gone

Task: TypeAlias = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Basis:
    """What both kinds of parts are made from."""

    database: Database
    store: Store
    wake: Wake
    now: Callable[[], int]
    seats_for: SeatsFor
    detect_outage: Task
    last_heartbeat: int | None
    searches: int
    look_every: float


@dataclass(frozen=True, slots=True)
class SharingParts:
    """The parts that differ."""

    held: HeldRooms
    finder: RoomFinder
    seats: ComputerSeats
    service_time: ServiceTime
    timed: TimedMatches
    clock_lease: JobLease
    tournaments: TournamentSharing
    # Turns checks for changes by other workers into tasks that run now and then.
    looks: Callable[[list[Task]], list[Task]]
    tasks_of_one: list[Task]  # further tasks that only one process at a time runs


class Sharing(Protocol):
    """How a server shares its database with other processes."""

    def lock(self, database: Database) -> ServerLock | AdvisoryLock:
        """Lock the database, or raise StoreUnavailable if another server excludes this one."""

    def parts(self, basis: Basis) -> SharingParts:
        """Return the parts that differ."""


class Alone:
    """A server that is alone on its database."""

    def lock(self, database: Database) -> ServerLock | AdvisoryLock:
        """Lock the database, after creating its file if it is missing."""
        prepare_files(database.path)
        return database.lock()

    def parts(self, basis: Basis) -> SharingParts:
        """Return parts that keep everything in memory."""
        store, now = basis.store, basis.now
        held = HeldRooms(store, now, ALONE, on_arrival=basis.detect_outage)
        holder = f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(4)}"
        return SharingParts(
            held=held,
            finder=OwnRooms(store, held),
            seats=OwnSeats(held, basis.seats_for, basis.searches),
            service_time=OwnServiceTime(store.leases, now, holder, basis.last_heartbeat),
            timed=HeldTimedMatches(held),
            clock_lease=OwnLease(),
            tournaments=alone(store),
            looks=lambda _tasks: [],
            tasks_of_one=[],
        )


class AmongWorkers:
    """One of several workers, each of which can serve every player."""

    def lock(self, database: Database) -> ServerLock | AdvisoryLock:
        """Lock the database together with the other workers."""
        return database.lock(shared=True)

    def parts(self, basis: Basis) -> SharingParts:
        """Return parts that agree with the other workers."""
        store, wake, now = basis.store, basis.wake, basis.now
        worker = secrets.token_hex(8)  # the name of this process among the workers
        held = HeldRooms(store, now, AMONG_WORKERS, on_arrival=basis.detect_outage)
        finder = SharedRooms(store, held, wake)
        seats = SharedSeats(
            store.workers,
            finder,
            basis.seats_for,
            now,
            wake=wake,
            worker=worker,
            searches=basis.searches,
            serves=True,
        )
        service_time = SharedServiceTime(store.workers, now, worker)
        now_and_then = functools.partial(at_intervals, now, basis.look_every)

        def forget_gone() -> None:
            """Delete the rows of workers that are gone and of computers in finished matches."""
            store.workers.forget_gone(now() - 20 * LASTING)

        return SharingParts(
            held=held,
            finder=finder,
            seats=seats,
            service_time=service_time,
            timed=StoredTimedMatches(store, finder, now, service_time.beat),
            clock_lease=Lease(store.leases, "clocks", worker, now),
            tournaments=among_workers(basis.database, store, wake, now, worker),
            looks=lambda tasks: list(map(now_and_then, tasks)),
            tasks_of_one=[at_intervals(now, _FORGET_SECONDS, forget_gone)],
        )
