"""The referee: flags fall when they must, and nobody loses because the server was away."""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa

from outflank.errors import MatchOver, OutflankError, StoreUnavailable
from outflank.play.events import Event
from outflank.play.match import Match
from outflank.rules import Reason
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.store.database import Database
from outflank.store.schema import leases

__all__ = ["ClockWatcher", "ServerClock"]

# All in milliseconds.
_BEAT = 500
_SILENCE = 2_000  # longer than this without a beat on disk, and the server was away
_STALL = 250  # longer than this without a pulse, and the whole process stood still
_BOT_GRACE = 5_000
_PERSON_GRACE = 20_000
_FORGOTTEN = 14 * 24 * 3600 * 1000  # a match without a clock in which nothing happens
_SWEEP = 0.05
_MANY = 10  # flags at one look that are more likely our own fault than the players'
_HOLD = 1_000

_log = logging.getLogger(__name__)

_ROW = leases.c.name == "server"


class ServerClock:
    """Time that begins at the wall clock's and then passes evenly, whatever the wall clock does.

    `not_before` is a moment that is known to have passed, such as the last one on record, so
    that time does not run backwards over a restart either.
    """

    def __init__(self, not_before: int = 0) -> None:
        self._offset = max(time.time_ns() // 1_000_000, not_before) - _elapsed()

    def __call__(self) -> int:
        """Return the present moment."""
        return self._offset + _elapsed()


def _elapsed() -> int:
    return time.monotonic_ns() // 1_000_000


class ClockWatcher:
    """Looks after the clocks of every running match."""

    def __init__(
        self, database: Database, registry: MatchRegistry, now: Callable[[], int], holder: str
    ) -> None:
        self._database = database
        self._registry = registry
        self._now = now
        self._holder = holder
        self._alive = now()  # the last moment at which the server is known to have worked
        self._awake = self._alive  # the same for the process alone, whatever the disk does
        self._has_failed = False  # whether the last beat could not be written
        self._outage = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="referee", daemon=True)
        self._pulse = threading.Thread(target=self._beat_in_memory, name="pulse", daemon=True)
        # Waits until everything that has arrived by now was noticed, however busy the server is.
        self.hear_out: Callable[[], None] = lambda: None
        self.duties: list[Callable[[], None]] = []  # whatever else is to be done now and then
        self._held_since: int | None = None  # when flags began to wait because there were so many
        self.flags = 0
        self.guards = 0
        self.outages = 0
        self.sweep_lag = 0  # how late the last flag fell

    # Life

    def start(self, last_beat: int | None) -> None:
        """Make good for the time since the last beat on record, and begin."""
        if last_beat is not None:
            self._make_good(last_beat, self._now())
        self.beat()
        self._registry.on_arrival = self.notice_silence
        for room in self._registry.running():
            room.on_arrival = self.notice_silence
        self._awake = self._now()
        self._pulse.start()
        self._thread.start()

    def stop(self) -> None:
        """Stop, and leave the moment on record."""
        if self._stop.is_set():
            return
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self.beat()

    def beat(self) -> None:
        """Write down that the server is at work."""
        at = self._now()

        def write(connection: sa.Connection) -> None:
            change = sa.update(leases).where(_ROW).values(holder=self._holder, beat=at)
            if connection.execute(change).rowcount == 0:
                row = {"name": "server", "holder": self._holder, "beat": at}
                connection.execute(sa.insert(leases), row)

        try:
            self._database.write(write)
        except StoreUnavailable:
            self._has_failed = True
            raise
        if not self._has_failed:  # otherwise somebody has to make good for it first
            self._alive = max(self._alive, at)

    def _beat_in_memory(self) -> None:
        """Show that the process runs; this thread does nothing else that could hold it up."""
        while not self._stop.wait(_SWEEP):
            now = self._now()
            if now - self._awake <= _STALL:  # otherwise somebody has to make good for it first
                self._awake = now

    def _work(self) -> None:
        next_beat = next_duties = 0
        while not self._stop.wait(_SWEEP):
            now = self._now()
            try:
                self.notice_silence()
                if now >= next_beat:
                    self.beat()
                    next_beat = now + _BEAT
                self.sweep()
                if now >= next_duties:
                    next_duties = now + 200
                    for duty in self.duties:
                        duty()
            except OutflankError as error:
                _log.warning("the referee could not do its work: %s", error)
            except Exception:
                _log.exception("the referee stumbled and goes on")

    # Clocks

    def sweep(self) -> None:
        """Let the flags fall that are due, and end what everybody has forgotten."""
        now, running = self._now(), self._registry.running()
        late = [room for room in running if room.is_late(now)]
        if late:
            self.hear_out()
            late = [room for room in late if room.is_late(now)]
        if late and not self._holds_back(now, late=len(late), running=len(running)):
            for room in late:
                self._flag(room, now - (room.due or now))
        for room in running:
            if room.setup.clock.is_none and now - room.changed > _FORGOTTEN:
                _quietly(room, lambda match, at: match.adjudicate(None, Reason.ABANDONMENT, at=at))

    def _holds_back(self, now: int, *, late: int, running: int) -> bool:
        """Wait a little when most players seem late at once: their moves may be stuck with us."""
        if late < _MANY or 2 * late < running:
            self._held_since = None
            return False
        if self._held_since is None:
            self._held_since = now
            self.guards += 1
            _log.warning("%d of %d players are late at once; their flags wait", late, running)
        return now - self._held_since < _HOLD

    def _flag(self, room: LiveRoom, lag: int) -> None:
        self.notice_silence()  # the process may have stood still since the last look
        if room.tick():
            self.flags += 1
            self.sweep_lag = lag

    # Outages

    def notice_silence(self) -> None:
        """Make good for a time in which the server stood still or could not write."""
        if self._away_since(self._now()) is None:
            return
        with self._outage:
            now = self._now()
            since = self._away_since(now)
            if since is not None:
                self._make_good(since, now)
                self._alive, self._awake, self._has_failed = now, now, False

    def _away_since(self, now: int) -> int | None:
        """Return the moment since which the server has not worked, if it has not."""
        if self._has_failed or now - self._alive > _SILENCE:
            return self._alive
        is_stalled = now - self._awake > _STALL and not self._stop.is_set()
        return self._awake if is_stalled else None

    def _make_good(self, since: int, now: int) -> None:
        """Stop every clock at the moment when the server fell silent, and start them anew."""
        away = now - since
        grace = away > _SILENCE
        if grace:
            self.outages += 1
            _log.warning("the server was away for %.1f s; every clock is put right", away / 1000)
        # After a short stall only those are put right whom it could cost the game; otherwise a
        # busy moment would bring a wave of work with it.
        until = None if grace else now + _SILENCE
        timed = [room for room in self._registry.running() if _runs(room.due, until)]
        if timed:  # many at a time, so that they share their commits
            with ThreadPoolExecutor(min(32, len(timed))) as pool:
                put_right = functools.partial(_put_right, since=since, now=now, with_grace=grace)
                list(pool.map(put_right, timed))


def _runs(due: int | None, until: int | None) -> bool:
    """Tell whether a clock runs, and out by that moment if one is given."""
    return due is not None and (until is None or due < until)


def _put_right(room: LiveRoom, *, since: int, now: int, with_grace: bool) -> None:
    def command(match: Match, _: int) -> list[Event]:
        if match.deadline is None or match.outcome is not None:
            return []
        color = match.position.turn
        is_person = match.setup.player(color).seat.startswith("person")
        grace = (_PERSON_GRACE if is_person else _BOT_GRACE) if with_grace else 0
        note = f"the server was away for {(now - since) / 1000:.1f} s"
        events = match.pause(at=min(since, match.deadline), note=note)
        return events + match.resume(at=now + grace)

    _quietly(room, command)


def _quietly(room: LiveRoom, command: Callable[[Match, int], list[Event]]) -> None:
    """Give a command to a match that may have ended just now."""
    try:
        room.do(command)
    except MatchOver:
        _log.debug("match %s had ended already", room.name)
    except StoreUnavailable:
        raise  # nothing can be put right now
    except OutflankError as error:  # one match that is in trouble must not stop the others
        _log.error("match %s could not be put right: %s", room.name, error)
