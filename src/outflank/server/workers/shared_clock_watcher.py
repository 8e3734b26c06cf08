"""The clocks of matches that several workers serve: each flag falls once, and no outage costs time.

One worker at a time, by a lease, lets flags fall and ends abandoned matches. It cannot know which
moves the others have already read, so a flag falls a second late; the move itself is judged by the
moment at which it arrived. It is an outage when no worker has served for two seconds, or, for a
worker that begins to serve, for longer than the others would leave between two heartbeats. Whoever
serves again first stores that, and every worker sets clocks back until none is left. A match is set
back once, because afterwards it has an event from after the outage. When one worker of a host dies,
the others go on; whoever played there gets a second to connect again.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import logging
import random
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from outflank.errors import OutflankError, StoreUnavailable
from outflank.play.events import Event, Resumed
from outflank.play.match import Match
from outflank.rules import Reason
from outflank.server.clock_watcher import (
    ABANDONED,
    HEARTBEAT,
    OUTAGE,
    STALL,
    ClockWatcher,
    set_clock_back,
    try_command,
)
from outflank.server.lease import LASTING, Lease
from outflank.server.matches.live_room import LiveRoom
from outflank.server.workers.shared_registry import SharedRegistry
from outflank.store.store import Store
from outflank.store.worker_store import Outage

__all__ = ["SharedClockWatcher"]

# Milliseconds by which a flag falls late, for moves that other workers have already read.
_MARGIN = 1_000
# The same for a computer that another worker moves for: its search may wait in a queue there. So
# long has also a worker that has just begun to move for it, and while nobody does it has all time.
_COMPUTER_MARGIN = 30_000
# Milliseconds without a heartbeat of any worker after which none of them served when a worker
# begins. Some of a busy machine are late; then clocks are set back in vain, which harms nobody.
_LATEST_HEARTBEAT = HEARTBEAT + 250
_TOGETHER = 100  # matches whose clocks are set back between two heartbeats
_FLAGS_PAUSE = 200  # milliseconds between two looks for flags; they fall late anyway
_HELD_BACK = 1_000  # milliseconds for which the flag of such a computer is not looked at again
_ABANDONED_PAUSE = 60_000
_SKIPPED = 60_000  # milliseconds for which a match that cannot be read is left alone

_log = logging.getLogger(__name__)


class SharedClockWatcher(ClockWatcher):
    """Says that this worker works, and does what only one worker does while it has the lease."""

    def __init__(
        self,
        store: Store,
        registry: SharedRegistry,
        now: Callable[[], int],
        worker: str,
        periodic_tasks: Iterable[Callable[[], None]] = (),
        *,
        leased_tasks: Iterable[Callable[[], None]] = (),
    ) -> None:
        super().__init__(store.leases, registry, now, worker, periodic_tasks)
        self._workers = store.workers
        self._matches = store.running_matches
        self._shared = registry
        self._worker = worker
        self._lease = Lease(store.leases, "clocks", worker, now)
        self._leased_tasks = list(leased_tasks)
        self._pending: Outage | None = None  # has not been made up for
        self._beaten = now()  # when this worker last stored that it works
        self._has_served = False
        self._swept = self._beaten
        self._flags_from = 0  # before which no flag falls
        self._next_flags = self._next_abandoned = 0
        # Until when each match is left alone: it cannot be read, or nobody moves for its computers.
        self._skipped: dict[str, int] = {}
        self._beating = threading.Lock()

    # Starting and stopping

    def start(self) -> None:
        """Make up for the time in which no worker has served, and start the thread."""
        with contextlib.suppress(StoreUnavailable):  # the thread tries again before all else
            self._beat()
        self._thread.start()

    def stop(self) -> None:
        """Stop, and leave the work to others."""
        if self._stop.is_set():
            return
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._lease.give_up()
        if self._has_served:
            self.write_heartbeat()

    def _check(self, now: int) -> None:
        is_late = now - self._beaten >= HEARTBEAT or not self._has_served
        if is_late or self._pending is not None:
            self._beat()
        is_due = self._is_time_for_tasks(now)
        for task in self._periodic_tasks if is_due else ():
            task()
        if self._lease.is_held():
            self.sweep()
            for task in self._leased_tasks if is_due else ():
                task()

    # Outages

    def write_heartbeat(self) -> None:
        """Store that this worker works now."""
        at = self._now()
        longest = OUTAGE if self._has_served else _LATEST_HEARTBEAT
        self._pending = self._workers.beat(self._worker, at, longest)
        self._beaten = max(self._beaten, at)
        self._has_served = True

    def suspects_outage(self) -> bool:
        """Tell whether `detect_outage` would have something to do, which takes its time."""
        if self._pending is not None or not self._has_served:
            return True
        return self._now() - self._beaten > OUTAGE

    def detect_outage(self) -> None:
        """Make up for a time in which no worker worked."""
        if self.suspects_outage():
            self._beat()

    def _beat(self) -> None:
        with self._beating:
            self.write_heartbeat()
            if self._pending is not None:
                self._make_up_for(self._pending)
                self._pending = None

    def _make_up_for(self, outage: Outage) -> None:
        """Set every clock back to when the outage began; other workers may do the same."""
        away = outage.until - outage.since
        is_long = away > OUTAGE
        self.outages += is_long
        level = logging.WARNING if is_long else logging.INFO
        _log.log(level, "No worker worked for %.1f s; correcting all clocks", away / 1000)
        failed: set[str] = set()
        with ThreadPoolExecutor(16) as pool:
            while True:
                found = self._matches.timed_before(outage.until)
                names = [row.id for row in found if row.id not in failed]
                if not names:
                    break
                random.shuffle(names)  # so that workers do not all begin with the same
                correct = functools.partial(self._set_back, outage)
                tried = pool.map(correct, names[:_TOGETHER])
                failed.update(name for name in tried if name is not None)
                self.write_heartbeat()  # it may take long, and is no outage
        self._workers.end_outage(outage)
        self._flags_from = self._now() + _MARGIN

    def _set_back(self, outage: Outage, name: str) -> str | None:
        """Correct the clock of a match; return its name if that failed."""

        def command(match: Match, _: int) -> list[Event]:
            if match.events_from(match.seq - 1)[0].at >= outage.until:
                return []  # another worker did it, or has played since
            now = max(self._now(), outage.until)
            return set_clock_back(match, outage.since, now, was_cut=True)

        room = self._room(name)
        if room is None:
            return name
        try_command(room, command)
        return name if room.changed < outage.until and not room.is_over else None

    def give_back(self, since: int, is_concerned: Callable[[str], bool]) -> None:
        """Let players connect again who were cut off because a worker died at a moment.

        `is_concerned` tells of the name of a match whether its players were on that worker. The
        worker that follows it may do the same; a match that was set back since is left alone.
        """
        self._flags_from = max(self._flags_from, self._now() + _MARGIN)
        names = [name for name in self._matches.timed() if is_concerned(name)]

        def command(match: Match, now: int) -> list[Event]:
            if _was_resumed(match, since):
                return []
            return set_clock_back(match, since, max(now, since), was_cut=True)

        def set_back(name: str) -> None:
            if (room := self._room(name)) is not None:
                try_command(room, command)

        with ThreadPoolExecutor(16) as pool:
            list(pool.map(set_back, names))

    # Clocks

    def sweep(self) -> None:
        """Let flags fall that are due, and do what else only one worker does."""
        now = self._now()
        if now - self._swept > STALL:  # moves that arrived meanwhile are being read
            self._flags_from = now + _MARGIN
        self._swept = now
        if now >= max(self._flags_from, self._next_flags):
            self._next_flags = now + _FLAGS_PAUSE
            self._let_flags_fall(now)
        if now >= self._next_abandoned:
            self._next_abandoned = now + _ABANDONED_PAUSE
            self._end_abandoned_matches(now)
            self._workers.forget_gone(now - 20 * LASTING)

    def _let_flags_fall(self, now: int) -> None:
        self._skipped = {name: until for name, until in self._skipped.items() if until >= now}
        due = self._matches.overdue(now - _MARGIN, besides=self._skipped)
        if not due:
            return
        for wait_for_arrivals in self._gateways:
            wait_for_arrivals()
        rooms = [room for row in due if (room := self._room(row.id)) is not None]
        late = [room for room in rooms if room.is_overdue(now - _margin_of(room))]
        if computers := {room.name for room in late if room.awaits_computer}:
            new = self._workers.newly_seated(computers, now - LASTING, now - _COMPUTER_MARGIN)
            self._skipped |= dict.fromkeys(new, now + _HELD_BACK)
            late = [room for room in late if room.name not in new]
        running = self._matches.count_timed() if late else 0
        if late and not self._delays_mass_timeout(now, late=len(late), running=running):
            for room in late:
                if self.suspects_outage():
                    return
                self._flag(room, now - (room.deadline or now))

    def _room(self, name: str) -> LiveRoom | None:
        """Return a match; None if it cannot be read, which must not stop the others."""
        try:
            return self._shared.room(name)
        except StoreUnavailable:
            raise
        except OutflankError as error:
            self._skipped[name] = self._now() + _SKIPPED
            _log.error("Skipped a match that could not be loaded: %s", error, extra={"match": name})
            return None

    def _end_abandoned_matches(self, now: int) -> None:
        for row in self._matches.untimed_before(now - ABANDONED):
            room = self._room(row.id)
            if room is not None and room.setup.clock.is_none and now - room.changed > ABANDONED:
                try_command(
                    room, lambda match, at: match.adjudicate(None, Reason.ABANDONMENT, at=at)
                )


def _was_resumed(match: Match, since: int) -> bool:
    """Tell whether the clock of a match has been set back since a moment."""
    events = itertools.takewhile(lambda event: event.at >= since, reversed(match.events))
    return any(isinstance(event, Resumed) for event in events)


def _margin_of(room: LiveRoom) -> int:
    """Return how late the flag of whoever is to move falls."""
    is_elsewhere = room.awaits_computer and not room.is_seated
    return _COMPUTER_MARGIN if is_elsewhere else _MARGIN
