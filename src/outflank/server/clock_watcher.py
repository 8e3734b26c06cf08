"""The clocks of running matches: flags fall in time, and a gap in service is nobody's time.

Whenever the server has not served for a while, however short, each running clock is set back to
when it was last known to serve. That is the last stored heartbeat: about half a second before the
server was gone at the earliest, and never after that. If players had to connect again, they have a
second for it before their clock runs on, and more after a long gap, an outage. A gap lasts until
the server can be reached again, so clocks are set back only then.
"""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from outflank.errors import MatchOver, OutflankError, StoreUnavailable
from outflank.play.events import Event
from outflank.play.match import Match
from outflank.rules import Color, Reason
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.store.server_state import LeaseStore

__all__ = [
    "ABANDONED",
    "HEARTBEAT",
    "OUTAGE",
    "RECONNECTING",
    "STALL",
    "ClockWatcher",
    "set_clock_back",
    "try_command",
]

# All in milliseconds but the sweep.
HEARTBEAT = 500
OUTAGE = 2_000  # without a stored heartbeat for longer than this, the server was down
STALL = 250  # without running for longer than this, the process was stalled
RECONNECTING = 1_000  # to connect again after a gap that was shorter than an outage
_BOT_GRACE = 5_000  # the same after an outage
_PERSON_GRACE = 20_000
ABANDONED = 14 * 24 * 3600 * 1000  # a match without a clock and without a move is ended
_SWEEP_SECONDS = 0.05
_TASKS_PAUSE = 200
_MASS_TIMEOUT = 10  # overdue moves at once that suggest a fault of the server
_MASS_TIMEOUT_DELAY = 1_000

_log = logging.getLogger(__name__)


class ClockWatcher:
    """Lets flags fall, and corrects the clocks of all running matches after an outage."""

    def __init__(
        self,
        store: LeaseStore,
        registry: MatchRegistry,
        now: Callable[[], int],
        holder: str,
        periodic_tasks: Iterable[Callable[[], None]] = (),
        *,
        last_heartbeat: int | None = None,
    ) -> None:
        """Make it; from `last_heartbeat` until it is started, the server does not serve."""
        self._store = store
        self._registry = registry
        self._now = now
        self._holder = holder
        # When the server last served, if it has not begun to do so since.
        self._gone_since = last_heartbeat
        self._last_worked = now()  # when the server last stored a heartbeat
        self._last_ran = self._last_worked  # when the process last ran, whatever the disk does
        self._heartbeat_failed = False  # whether the last one could not be stored
        self._outage_lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="clock watcher", daemon=True)
        self._pulse = threading.Thread(target=self._note_process_runs, name="pulse", daemon=True)
        self._gateways: list[Callable[[], None]] = []
        self._periodic_tasks = list(periodic_tasks)
        self._next_heartbeat = self._next_tasks = 0
        self._delayed_since: int | None = None  # a mass timeout
        self._first_abandoned = 0  # when a match without a clock may be abandoned, at the earliest
        self.flags = 0
        self.mass_timeouts = 0
        self.outages = 0
        self.sweep_lag = 0  # milliseconds by which the last flag fell late

    # Starting and stopping

    def take_over(self) -> None:
        """Store that this server has the database, and leave open since when none has served."""
        last = self._now() if self._gone_since is None else self._gone_since
        self._store.write_heartbeat(self._holder, last)

    def start(self) -> None:
        """Give back the time since the server last served, and start the threads."""
        self.detect_outage()
        self.write_heartbeat()
        self._last_ran = self._now()
        self._pulse.start()
        self._thread.start()

    def stop(self) -> None:
        """Stop, and store the moment."""
        if self._stop.is_set():
            return
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._gone_since is None:  # else it has not served
            self.write_heartbeat()

    def write_heartbeat(self) -> None:
        """Store that the server is working now."""
        at = self._now()
        try:
            self._store.write_heartbeat(self._holder, at)
        except StoreUnavailable:
            self._heartbeat_failed = True
            raise
        if not self._heartbeat_failed:  # else the outage must be compensated first
            self._last_worked = max(self._last_worked, at)

    def _note_process_runs(self) -> None:
        """Note that the process runs; this thread does nothing that could delay it."""
        while not self._stop.wait(_SWEEP_SECONDS):
            now = self._now()
            if now - self._last_ran <= STALL:  # else the stall must be compensated first
                self._last_ran = now

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
        """Do what is done many times a second."""
        self.detect_outage()
        if now >= self._next_heartbeat:
            self.write_heartbeat()
            self._next_heartbeat = now + HEARTBEAT
        self.sweep()
        if self._is_time_for_tasks(now):
            for task in self._periodic_tasks:
                task()

    def _is_time_for_tasks(self, now: int) -> bool:
        """Tell whether periodic tasks are due, and set their next time."""
        is_due = now >= self._next_tasks
        if is_due:
            self._next_tasks = now + _TASKS_PAUSE
        return is_due

    # Clocks

    def add_gateway(self, wait_for_arrivals: Callable[[], None]) -> None:
        """Before flags fall, let a face register every request that has arrived by then."""
        self._gateways.append(wait_for_arrivals)

    def sweep(self) -> None:
        """Let flags fall that are due, and end matches that both players have abandoned."""
        now, running = self._now(), self._registry.running()
        late = [room for room in running if room.is_overdue(now)]
        if late:
            for wait_for_arrivals in self._gateways:
                wait_for_arrivals()
            late = [room for room in late if room.is_overdue(now)]
        if late and not self._delays_mass_timeout(now, late=len(late), running=len(running)):
            for room in late:
                self._flag(room, now - (room.deadline or now))
        if now >= self._first_abandoned:
            self._end_abandoned(now, [room for room in running if room.setup.clock.is_none])

    def _end_abandoned(self, now: int, unclocked: list[LiveRoom]) -> None:
        for room in unclocked:
            if now - room.changed > ABANDONED:
                try_command(
                    room, lambda match, at: match.adjudicate(None, Reason.ABANDONMENT, at=at)
                )
        changes = (room.changed for room in unclocked if not room.is_over)
        self._first_abandoned = min(changes, default=now) + ABANDONED + 1

    def _delays_mass_timeout(self, now: int, *, late: int, running: int) -> bool:
        """Delay flags when most players are overdue: the server may be holding up their moves."""
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

    def _flag(self, room: LiveRoom, lag: int) -> None:
        self.detect_outage()  # the process may have stalled since the last check
        if room.tick():
            self.flags += 1
            self.sweep_lag = lag

    # Outages

    def suspects_outage(self) -> bool:
        """Tell whether `detect_outage` would have something to do, which takes its time."""
        return self._outage_start(self._now()) is not None

    def detect_outage(self) -> None:
        """Give back a time in which the server was gone, was stalled or could not write."""
        if self._outage_start(self._now()) is None:
            return
        with self._outage_lock:
            since = self._outage_start(self._now())
            if since is not None:
                was_cut = self._gone_since is not None or self._heartbeat_failed
                self._compensate_outage(since, was_cut=was_cut)
                self._last_worked = self._last_ran = self._now()
                self._gone_since, self._heartbeat_failed = None, False

    def _outage_start(self, now: int) -> int | None:
        """Return since when the server has not worked, or None if it works."""
        if self._gone_since is not None:
            return self._gone_since
        if self._heartbeat_failed or now - self._last_worked > OUTAGE:
            return self._last_worked
        is_stalled = now - self._last_ran > STALL and not self._stop.is_set()
        return self._last_ran if is_stalled else None

    def _compensate_outage(self, since: int, *, was_cut: bool) -> None:
        """Set every clock back to when the outage began, and start it again.

        If it `was cut`, players had to connect again, or to send their move again.
        """
        now = self._now()
        away = now - since
        is_outage = away > OUTAGE
        if is_outage:
            self.outages += 1
            _log.warning("Server was down for %.1f s; correcting all clocks", away / 1000)
        elif was_cut:
            _log.info("Server was away for %.1f s; correcting all clocks", away / 1000)
        # After a short stall only the clocks that could run out soon are corrected; correcting
        # all would load a busy server even more. Nobody was cut, and moves count by their arrival.
        until = None if is_outage or was_cut else now + OUTAGE
        timed = [room for room in self._registry.running() if _runs(room.deadline, until)]
        if timed:  # many at a time, so that they share their commits
            with ThreadPoolExecutor(min(32, len(timed))) as pool:
                list(pool.map(functools.partial(_compensate, since=since, was_cut=was_cut), timed))


def _runs(due: int | None, until: int | None) -> bool:
    """Tell whether a clock runs, and runs out before a moment if one is given."""
    return due is not None and (until is None or due < until)


def _compensate(room: LiveRoom, *, since: int, was_cut: bool) -> None:
    def command(match: Match, now: int) -> list[Event]:
        return set_clock_back(match, since, now, was_cut=was_cut)

    try_command(room, command)


def set_clock_back(match: Match, since: int, now: int, *, was_cut: bool) -> list[Event]:
    """Set the clock of a match back to when a gap began, and start it again."""
    if match.deadline is None or match.outcome is not None:
        return []
    away = now - since
    note = f"the server was away for {away / 1000:.1f} s"
    events = match.pause(at=min(since, match.deadline), note=note)
    color = match.position.turn
    if away > OUTAGE:
        grace, reply_grace = (_grace(match, side) for side in (color, color.opponent))
    else:
        grace = reply_grace = RECONNECTING if was_cut else 0
    return events + match.resume(at=now, grace=grace, reply_grace=reply_grace)


def _grace(match: Match, color: Color) -> int:
    """Return how long a side has to connect again after an outage, in milliseconds."""
    is_person = match.setup.player(color).seat.startswith("person")
    return _PERSON_GRACE if is_person else _BOT_GRACE


def try_command(room: LiveRoom, command: Callable[[Match, int], list[Event]]) -> None:
    """Give a command to a match; log if it fails."""
    try:
        room.do(command)
    except MatchOver:
        _log.debug("Match had already ended", extra={"match": room.name})
    except StoreUnavailable:
        raise  # the database is down for all matches
    except OutflankError as error:  # one failing match must not stop the others
        _log.error("Could not correct the clock: %s", error, extra={"match": room.name})
