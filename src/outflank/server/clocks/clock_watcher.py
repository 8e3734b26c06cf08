"""Watches the clocks of running matches: flags fall in time, and a gap in service costs no time.

After any gap in service, however short, each running clock is set back to the moment at which the
server is last known to have served. Players who had to connect again get a second before their
clock runs on, and more after a long gap, which is an outage. A gap lasts until the server can be
reached again, so clocks are set back only then.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from outflank.errors import MatchOver, OutflankError, StoreUnavailable
from outflank.play.events import Event
from outflank.play.match import Match
from outflank.play.room import Command
from outflank.rules import Reason
from outflank.server.clocks.gaps import Gap, set_clock_back, was_resumed
from outflank.server.clocks.service_time import HEARTBEAT, ServiceTime
from outflank.server.clocks.timed_matches import TimedMatches
from outflank.server.lease import JobLease
from outflank.server.matches.live_room import LiveRoom

__all__ = ["ClockWatcher"]

_SWEEP_SECONDS = 0.05
_TASKS_PAUSE = 200  # milliseconds
_MASS_TIMEOUT = 10  # overdue moves at once that suggest a fault of the server
_MASS_TIMEOUT_DELAY = 1_000  # milliseconds

_log = logging.getLogger(__name__)


class ClockWatcher:
    """Ends matches that are lost on time, and corrects running clocks after a gap in service."""

    def __init__(
        self,
        service: ServiceTime,
        matches: TimedMatches,
        lease: JobLease,
        now: Callable[[], int],
        *,
        tasks: Iterable[Callable[[], None]] = (),
        tasks_of_one: Iterable[Callable[[], None]] = (),
    ) -> None:
        """Prepare the watch; the server does not serve before `start`.

        It also runs `tasks` regularly, and `tasks_of_one` while it holds the lease.
        """
        self._service = service
        self._matches = matches
        self._lease = lease
        self._now = now
        self._tasks = list(tasks)
        self._tasks_of_one = list(tasks_of_one)
        self._gateways: list[Callable[[], None]] = []
        self._making_up = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="clock watcher", daemon=True)
        self._next_heartbeat = self._next_tasks = 0
        self._delayed_since: int | None = None  # the start of a mass timeout
        self.flags: int = 0
        self.mass_timeouts: int = 0
        self.outages: int = 0
        self.sweep_lag: int = 0  # milliseconds by which the last flag fell late

    # Starting and stopping

    def start(self) -> None:
        """Give back the time since the server last served, and start the threads."""
        with contextlib.suppress(StoreUnavailable):  # the thread tries this again first
            self.detect_outage()
            self.write_heartbeat()
        self._service.start()
        self._thread.start()

    def stop(self) -> None:
        """Stop, leave the work to other workers, and store the time."""
        if self._stop.is_set():
            return
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._lease.give_up()
        self._service.stop()

    def write_heartbeat(self) -> None:
        """Store that the server serves now."""
        self._service.beat()

    def _work(self) -> None:
        while not self._stop.wait(_SWEEP_SECONDS):
            try:
                self._check(self._now())
            except OutflankError as error:
                _log.warning("Clock check failed, retrying in %.2f s: %s", _SWEEP_SECONDS, error)
            except Exception:
                _log.exception(
                    "Unexpected error in the clock check, retrying in %.2f s", _SWEEP_SECONDS
                )

    def _check(self, now: int) -> None:
        """Do the work of one round, many times a second."""
        self.detect_outage()
        if now >= self._next_heartbeat:
            self.write_heartbeat()
            self._next_heartbeat = now + HEARTBEAT
            self.detect_outage()  # another worker may have stored a gap
        is_ours = self._lease.is_held()
        if is_ours:
            self.sweep()
        if now >= self._next_tasks:
            self._next_tasks = now + _TASKS_PAUSE
            for task in (*self._tasks_of_one, *self._tasks) if is_ours else self._tasks:
                task()

    # Clocks

    def add_gateway(self, wait_for_arrivals: Callable[[], None]) -> None:
        """Add a function that waits until a face has registered every request that has arrived.

        It is called before flags fall.
        """
        self._gateways.append(wait_for_arrivals)

    def _wait_for_arrivals(self) -> None:
        for wait in self._gateways:
            wait()

    def sweep(self) -> None:
        """End the matches that are lost on time or abandoned by both players."""
        now = self._now()
        late = self._matches.overdue(now, self._wait_for_arrivals)
        if late and not self._delays_mass_timeout(now, len(late)):
            self._let_flags_fall(now, late)
        for room in self._matches.abandoned(now):
            _try_command(room, lambda match, at: match.adjudicate(None, Reason.ABANDONMENT, at=at))

    def _delays_mass_timeout(self, now: int, late: int) -> bool:
        """Return whether to delay flags because most players are overdue.

        Then the server itself may be holding up their moves.
        """
        running = self._matches.count()
        if late < _MASS_TIMEOUT or 2 * late < running:
            self._delayed_since = None
            return False
        if self._delayed_since is None:
            self._delayed_since = now
            self.mass_timeouts += 1
            _log.warning(
                "%d of %d running matches are overdue at once; delaying losses on time by %d ms",
                late,
                running,
                _MASS_TIMEOUT_DELAY,
            )
        return now - self._delayed_since < _MASS_TIMEOUT_DELAY

    def _let_flags_fall(self, now: int, late: list[LiveRoom]) -> None:
        for room in late:
            if self.suspects_outage():  # the process may have stalled since the last check
                self.detect_outage()
                return
            lag = now - (room.deadline or now)
            if room.tick():
                self.flags += 1
                self.sweep_lag = lag

    # Gaps

    def suspects_outage(self) -> bool:
        """Return whether `detect_outage` may find a gap, which takes some time to correct."""
        return self._service.suspects_gap()

    def detect_outage(self) -> None:
        """Give back the time in which the server was down, was stalled or could not write."""
        if not self._service.suspects_gap():
            return
        with self._making_up:
            gap = self._service.find_gap()
            if gap is not None:
                self._make_up_for(gap)
                self._service.note_made_up(gap)
                self._matches.hold_flags()

    def _make_up_for(self, gap: Gap) -> None:
        """Set every clock back to the start of a gap, and start it again."""
        seconds = (gap.until - gap.since) / 1000
        if gap.is_outage:
            self.outages += 1
            _log.warning("The server was down for %.1f s; correcting all clocks", seconds)
        elif gap.was_cut:
            _log.info("The server was away for %.1f s; correcting all clocks", seconds)

        def command(match: Match, _: int) -> list[Event]:
            if self._matches.is_set_back(match, gap):
                return []
            now = max(self._now(), gap.until)
            return set_clock_back(match, gap.since, now, was_cut=gap.was_cut)

        self._command(self._matches.concerned(gap), command)

    def give_back(self, since: int, is_concerned: Callable[[str], bool]) -> None:
        """Set clocks back to `since` for players who were cut off when a worker died.

        `is_concerned` returns whether the players of a match were connected to that worker. The
        worker's successor may do the same, so a match that was set back already stays as it is.
        """

        def command(match: Match, now: int) -> list[Event]:
            if was_resumed(match, since):
                return []
            return set_clock_back(match, since, max(now, since), was_cut=True)

        self._matches.hold_flags()
        names = [name for name in self._matches.running() if is_concerned(name)]
        self._command([names], command)

    def _command(self, portions: Iterable[Sequence[str]], command: Command) -> None:
        """Give a command to matches, several at a time, so that they share commits."""

        def do(name: str) -> None:
            if (room := self._matches.room(name)) is not None:
                _try_command(room, command)

        with ThreadPoolExecutor(self._matches.at_once) as pool:
            for names in portions:
                list(pool.map(do, names))


def _try_command(room: LiveRoom, command: Command) -> None:
    """Give a command to a match, and log a failure."""
    try:
        room.do(command)
    except MatchOver:
        _log.debug("The match had already ended", extra={"match": room.name})
    except StoreUnavailable:
        raise  # the database is down for all matches
    except OutflankError as error:  # a failing match must not stop the others
        _log.error("Could not correct the clock: %s", error, extra={"match": room.name})
