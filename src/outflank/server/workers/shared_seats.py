"""Who moves for the computers and the oracles of matches that several workers share.

One worker has the seats of a match: a row in the database names it. If it leaves or is silent
for three seconds, another worker takes them. Each worker that thinks takes computers in
proportion to the searches it may run at once; one that has far more than its share leaves some to
the others.
"""

from __future__ import annotations

import contextlib
import logging
import random
import time
from collections.abc import Callable

from outflank.errors import Busy, OutflankError, StoreUnavailable
from outflank.play.setup import Setup
from outflank.rules.variants import variants
from outflank.server.lease import LASTING
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.seats.computer_pool import MATCHES_PER_SEARCH, has_computer
from outflank.server.matches.seats.computer_seats import SeatsFor
from outflank.server.periodic_task import PeriodicTask
from outflank.server.wake import Message, Wake
from outflank.server.workers.shared_rooms import SharedRooms
from outflank.store.database import Transaction
from outflank.store.worker_store import Load, WorkerStore
from outflank.texts import Text

__all__ = ["SharedSeats"]

_LOOK_SECONDS = 1.0
_PATIENCE = 2.0  # seconds after which a match is taken beyond one's share: somebody must move
_SKIPPED = 60.0  # seconds for which a match that cannot be read is left alone
_WARN_AFTER = 5.0  # seconds without a worker that thinks; workers may be starting
_WARN_AGAIN = 60.0  # seconds

_log = logging.getLogger(__name__)


class SharedSeats:
    """Takes and leaves the seats of matches for one worker, and reports that it is working.

    `searches` is how many it may run at once; with 0 it takes no computers. If it `serves`, it
    takes matches that need only an oracle, and warns when no worker thinks.
    """

    def __init__(
        self,
        store: WorkerStore,
        rooms: SharedRooms,
        seats_for: SeatsFor,
        now: Callable[[], int],
        *,
        wake: Wake,
        worker: str,
        searches: int,
        serves: bool,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._seats_for = seats_for
        self._now = now
        self._wake = wake
        self._worker = worker
        self._searches = searches
        self._serves = serves
        self._asking = [variant.name for variant in variants() if variant.answers]
        self._seen: dict[str, float] = {}  # when each match was first found without a worker
        self._skipped: dict[str, float] = {}  # until when each is left alone
        self._missing: set[str] = set()  # matches that it has, but was not seated in
        self._nobody_since: float | None = None  # when it was found that no worker thinks
        self._next_warning = self._next_note = 0.0
        self._is_closed = False
        self.searches: int = searches  # that all workers may run at once
        self.taken: int = 0  # matches whose seats this worker has taken
        self.waiting: int = 0  # matches for whose computers nobody moves, at the last look
        self._regular = PeriodicTask(self._look, "computers", _LOOK_SECONDS)
        wake.messages.subscribe("seats", self._hear)
        wake.gaps.subscribe(self._regular.run_soon)

    def start(self) -> None:
        """Report that this worker is working, and begin to look for seats."""
        with contextlib.suppress(StoreUnavailable):  # the regular look says it again
            self._store.note(self._load(), self._now())
        self._regular.start()
        self._regular.run_soon()

    def close(self) -> None:
        """Leave all seats to the other workers, at once."""
        if self._is_closed:
            return
        self._is_closed = True
        self._regular.close()
        for room in self.seated():
            room.unseat()
        try:
            self._store.leave(self._worker)
        except StoreUnavailable as error:
            _log.warning("Another worker takes over the computers in a few seconds: %s", error)
        self._wake.publish("seats", {})

    # Matches that are opened here

    def write_opened(self, transaction: Transaction, name: str, setup: Setup) -> None:
        """Store with a new match that this worker moves in it, if it may."""
        if (has_computer(setup) or setup.variant.answers) and self._may_seat(setup):
            self._store.hold_seats(transaction, name, self._worker, self._now())

    def seat(self, room: LiveRoom) -> None:
        """Let the computers and the oracle of a match play in it, here or on another worker."""
        if not self._may_seat(room.setup):
            self._wake.publish("seats", {"id": room.name})
        else:
            room.seat_once(self._seats_for)

    def _may_seat(self, setup: Setup) -> bool:
        return self._searches > 0 or not has_computer(setup)

    def seated(self) -> list[LiveRoom]:
        """Return the running matches for whose computers or oracle this worker moves."""
        return [room for room in self._rooms.running() if room.is_seated]

    def require_capacity(self) -> None:
        """Refuse another match with a computer if the workers that think have too many."""
        searches = sum(load.searches for load in self._store.loads(self._now() - LASTING))
        if not searches:
            raise Busy(Text("errors.server.no_thinking_worker"))
        if self._store.count_with_computers() >= searches * MATCHES_PER_SEARCH:
            raise Busy(Text("errors.server.computers_busy"))

    # Looking

    def _hear(self, message: Message) -> None:
        if self._searches or "id" not in message:  # a new match with computers is named
            self._regular.run_soon()

    def _look(self, *, is_told: bool) -> None:  # noqa: ARG002 - it looks at everything anyway
        if time.monotonic() >= self._next_note:
            self._next_note = time.monotonic() + _LOOK_SECONDS
            self._store.note(self._load(), self._now())
            self._compare()
        self.look()

    def look(self) -> None:
        """Take this worker's share of the seats that nobody has."""
        since = self._now() - LASTING
        self._forget_skipped()
        found = self._store.without_computers(since)
        waiting = [name for name in found if name not in self._skipped]
        loads = {load.worker: load for load in self._store.loads(since)}
        own = loads[self._worker] = self._load()
        self.searches = sum(load.searches for load in loads.values())
        self._note_seen(waiting)
        if self._searches:
            total = sum(load.matches for load in loads.values()) + len(waiting)
            share = -(-total * self._searches // self.searches)  # rounded up
            self._take_computers(waiting, own, share)
            self._leave_surplus(share)
        if self._serves:
            for name in self._store.without_oracle(since, self._asking):
                self._take(name, self._load())
            self._warn_if_nobody_thinks()

    def _load(self) -> Load:
        matches = sum(has_computer(room.setup) for room in self.seated())
        return Load(self._worker, self._searches, matches)

    def _note_seen(self, waiting: list[str]) -> None:
        now = time.monotonic()
        self.waiting = len(waiting)
        self._seen = {name: self._seen.get(name, now) for name in waiting}

    # Taking

    def _take_computers(self, waiting: list[str], own: Load, share: int) -> None:
        old = time.monotonic() - _PATIENCE
        for name in random.sample(waiting, len(waiting)):  # so that workers try different ones
            taken = own._replace(matches=own.matches + 1)
            is_wanted = taken.matches <= share or self._seen[name] < old
            if is_wanted and self._take(name, taken):
                own = taken
                self.waiting -= 1

    def _take(self, name: str, load: Load) -> bool:
        """Take the seats of a match; False if another worker was quicker, or it cannot be read."""
        now = self._now()
        if name in self._skipped or not self._store.take_seats(name, load, now, now - LASTING):
            return False
        return self._seat(name)

    def _seat(self, name: str) -> bool:
        try:
            room = self._rooms.room(name)
        except StoreUnavailable:
            raise  # it is tried again, because the seats are this worker's
        except OutflankError as error:
            self._skipped[name] = time.monotonic() + _SKIPPED
            self._store.give_up_seats(name, self._worker)
            _log.error("Skipped a match that could not be loaded: %s", error, extra={"match": name})
            return False
        if not room.is_over:
            self.taken += 1
            _log.info(
                "This worker now moves for the computers or the oracle", extra={"match": name}
            )
            self.seat(room)
        return True

    def _forget_skipped(self) -> None:
        """Forget which matches were skipped, when they have been left alone for long enough."""
        now = time.monotonic()
        for name in [name for name, until in list(self._skipped.items()) if until < now]:
            del self._skipped[name]

    def _compare(self) -> None:
        """Move in exactly the matches that the database assigns to this worker.

        Another worker may have taken some over after a stall, or a reply of the database may
        have been lost.
        """
        rooms = self.seated()
        held = self._store.seats_of(self._worker)
        for room in rooms:
            if room.name not in held:
                room.unseat()
        missing = held.difference(room.name for room in rooms)
        for name in missing & self._missing:  # else it may just be opened
            self._seat(name)
        self._missing = missing

    # Leaving

    def _leave_surplus(self, share: int) -> None:
        """Leave some matches to workers that have far fewer, first where no computer thinks."""
        rooms = [room for room in self.seated() if has_computer(room.setup)]
        surplus = len(rooms) - share
        if surplus <= max(1, share // 4):
            return
        for room in sorted(rooms, key=lambda room: room.awaits_computer)[:surplus]:
            room.unseat()
            self._store.give_up_seats(room.name, self._worker)
        self._wake.publish("seats", {})

    # Warning

    def _warn_if_nobody_thinks(self) -> None:
        now = time.monotonic()
        if self.searches:
            self._nobody_since, self._next_warning = None, 0.0
            return
        if self._nobody_since is None:
            self._nobody_since = now
        if now >= max(self._next_warning, self._nobody_since + _WARN_AFTER):
            self._next_warning = now + _WARN_AGAIN
            _log.warning(
                "No worker thinks for the computers, so they do not move (%d matches wait) and new "
                "games against them are refused; start `outflank worker`, or serve with --searches",
                self.waiting,
            )
