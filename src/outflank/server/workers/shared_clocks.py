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

import logging
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from outflank.errors import OutflankError, StoreUnavailable
from outflank.play.match import Match
from outflank.server.clocks.gaps import OUTAGE, Gap
from outflank.server.clocks.service_time import HEARTBEAT, STALL
from outflank.server.clocks.timed_matches import ABANDONED
from outflank.server.lease import LASTING
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.room_finder import RoomFinder
from outflank.store.running_matches import RunningMatch
from outflank.store.store import Store
from outflank.store.worker_store import Outage, WorkerStore

__all__ = ["SharedServiceTime", "StoredTimedMatches"]

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


class SharedServiceTime:
    """The service of all workers: there is a gap when none of them serves."""

    def __init__(self, store: WorkerStore, now: Callable[[], int], worker: str) -> None:
        self._store = store
        self._now = now
        self._worker = worker
        self._pending: Outage | None = None  # has not been made up for
        self._beaten = now()  # when this worker last stored that it serves
        self._has_served = False

    def start(self) -> None:
        """Do nothing: while this worker stalls, the others go on."""

    def stop(self) -> None:
        """Store the moment, if this worker has served."""
        if self._has_served:
            self.beat()

    def beat(self) -> None:
        """Store that this worker serves now."""
        at = self._now()
        longest = OUTAGE if self._has_served else _LATEST_HEARTBEAT
        self._pending = self._store.beat(self._worker, at, longest)
        self._beaten = max(self._beaten, at)
        self._has_served = True

    def suspects_gap(self) -> bool:
        """Tell whether an outage is known, or this worker has not said for long that it serves."""
        if self._pending is not None or not self._has_served:
            return True
        return self._now() - self._beaten > OUTAGE

    def find_gap(self) -> Gap | None:
        """Store that this worker serves; return the time in which no worker did."""
        self.beat()
        return None if self._pending is None else Gap(*self._pending, was_cut=True)

    def note_made_up(self, gap: Gap) -> None:
        """Store that all clocks have been set back to when a gap began."""
        self._store.end_outage(Outage(gap.since, gap.until))
        self._pending = None


class StoredTimedMatches:
    """The timed matches of all workers, from the database; a match is read when needed."""

    at_once = 16

    def __init__(
        self,
        store: Store,
        finder: RoomFinder,
        now: Callable[[], int],
        beat: Callable[[], None],
    ) -> None:
        """Make it; `beat` stores that this worker serves."""
        self._workers = store.workers
        self._matches = store.running_matches
        self._finder = finder
        self._now = now
        self._beat = beat
        self._looked = now()  # when this worker last was about to look for flags
        self._flags_from = 0  # before which no flag falls
        self._next_flags = self._next_abandoned = 0
        # Until when each match is left alone: it cannot be read, or nobody moves for its computers.
        self._skipped: dict[str, int] = {}

    def overdue(self, now: int, wait_for_arrivals: Callable[[], None]) -> list[LiveRoom]:
        """Return the matches whose awaited move no worker can have read in time."""
        if now - self._looked > STALL:  # moves that arrived meanwhile are being read
            self._flags_from = now + _MARGIN
        self._looked = now
        if now < max(self._flags_from, self._next_flags):
            return []
        self._next_flags = now + _FLAGS_PAUSE
        self._skipped = {name: until for name, until in self._skipped.items() if until >= now}
        due = self._matches.overdue(now - _MARGIN, besides=self._skipped)
        if due:
            wait_for_arrivals()
        late = [room for room in self._rooms(due) if room.is_overdue(now - _margin_of(room))]
        if computers := {room.name for room in late if room.awaits_computer}:
            new = self._workers.newly_seated(computers, now - LASTING, now - _COMPUTER_MARGIN)
            self._skipped |= dict.fromkeys(new, now + _HELD_BACK)
            late = [room for room in late if room.name not in new]
        return late

    def count(self) -> int:
        """Count the matches in which a clock runs."""
        return self._matches.count_timed()

    def abandoned(self, now: int) -> list[LiveRoom]:
        """Return matches without a clock that both players have left."""
        if now < self._next_abandoned:
            return []
        self._next_abandoned = now + _ABANDONED_PAUSE
        rooms = self._rooms(self._matches.untimed_before(now - ABANDONED))
        return [
            room for room in rooms if room.setup.clock.is_none and now - room.changed > ABANDONED
        ]

    def running(self) -> Iterable[str]:
        """Return the names of all matches in which a clock runs."""
        return self._matches.timed()

    def concerned(self, gap: Gap) -> Iterator[Sequence[str]]:
        """Return the names of those in which nothing has happened since, each of them once.

        Others may do the same. It may take long, and is no outage: this worker serves.
        """
        tried: set[str] = set()
        while True:
            found = self._matches.timed_before(gap.until)
            names = [row.id for row in found if row.id not in tried]
            if not names:
                return
            random.shuffle(names)  # so that workers do not all begin with the same
            yield names[:_TOGETHER]
            tried.update(names[:_TOGETHER])
            self._beat()

    def is_set_back(self, match: Match, gap: Gap) -> bool:
        """Tell whether another worker has set the clock back, or anybody has played since."""
        return match.events_from(match.seq - 1)[0].at >= gap.until

    def room(self, name: str) -> LiveRoom | None:
        """Return a match; None if it cannot be read, which must not stop the others."""
        try:
            return self._finder.room(name)
        except StoreUnavailable:
            raise
        except OutflankError as error:
            self._skipped[name] = self._now() + _SKIPPED
            _log.error("Skipped a match that could not be loaded: %s", error, extra={"match": name})
            return None

    def _rooms(self, found: Iterable[RunningMatch]) -> list[LiveRoom]:
        return [room for row in found if (room := self.room(row.id)) is not None]

    def hold_flags(self) -> None:
        """Let no flag fall before moves that other workers have already read are stored."""
        self._flags_from = max(self._flags_from, self._now() + _MARGIN)


def _margin_of(room: LiveRoom) -> int:
    """Return by how many milliseconds the flag of the side to move falls late."""
    is_elsewhere = room.awaits_computer and not room.is_seated
    return _COMPUTER_MARGIN if is_elsewhere else _MARGIN
