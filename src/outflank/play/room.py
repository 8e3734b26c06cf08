"""A room: one live match with its seats, its watchers and one lock."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from outflank.engine import Analysis
from outflank.errors import StaleTurn
from outflank.play.events import AnswerAwaited, Event, Offer, TurnStarted
from outflank.play.journal import Journal
from outflank.play.match import Match
from outflank.play.match_lock import MatchLock
from outflank.play.setup import Setup
from outflank.play.signals import KeptSignal
from outflank.play.snapshot import Snapshot, snapshot
from outflank.rules import Answer, Color, Move, Outcome, Position, Reason
from outflank.texts import Text

__all__ = ["Listener", "Room", "Seat"]

Listener = Callable[[Event], None]
Command = Callable[[Match, int], list[Event]]

_log = logging.getLogger(__name__)


class Seat(Protocol):
    """A player or the oracle in a room: sees every event and answers when it is asked."""

    def see(self, room: Room, event: Event) -> None:
        """Handle an event without blocking."""

    @property
    def thinking(self) -> Analysis | None:
        """The analysis so far while the seat is thinking, or None."""

    def close(self) -> None:
        """Leave the room."""


@dataclass(slots=True)
class _Watcher:
    listener: Listener
    seq: int
    is_gone: bool = False


class Room:
    """One match that several seats and watchers share.

    A command changes the match under the lock. Its events are written to the journal before
    anybody sees them; no thread holds the lock while that takes place. Each watcher gets the
    recorded events in order, so a watcher that plays at once does not make another miss or repeat
    one. `problems` sends a sentence for every problem of a seat, including past ones.
    """

    def __init__(
        self, name: str, match: Match, journal: Journal, *, now: Callable[[], int]
    ) -> None:
        self.name = name
        self._match = match
        self._journal = journal
        self._now = now
        self._lock = MatchLock()
        self._recorded = match.seq  # how many events are in the journal
        self._watching = threading.Lock()  # guards the next two, never held for long
        self._watchers: list[_Watcher] = []
        self._is_delivering = False
        self._seats: list[Seat] = []
        self._unwatch: list[Callable[[], None]] = []  # functions that stop sending seats events
        self._analyses: dict[int, Analysis] = {}
        self._is_closed = False
        self.problems: KeptSignal[str] = KeptSignal()

    @classmethod
    def open(cls, name: str, setup: Setup, journal: Journal, *, now: Callable[[], int]) -> Room:
        """Start a new match in a new room."""
        match = Match.start(setup, now())
        journal.append(name, 0, match.events, match.deadline)
        return cls(name, match, journal, now=now)

    @classmethod
    def reopen(cls, name: str, journal: Journal, *, now: Callable[[], int]) -> Room:
        """Continue a match from the journal."""
        return cls(name, Match.restore(journal.load(name)), journal, now=now)

    # Seats and watchers

    def seat(self, seats: Iterable[Seat]) -> None:
        """Add seats, and ask them for the move or the answer that is awaited now."""
        added = list(seats)
        self._seats += added
        self._ask(added)

    def _ask(self, seats: Iterable[Seat]) -> None:
        """Send seats the event that awaits a move or an answer now, and all later ones."""
        for seat in seats:
            asked = self._match.asked
            see = functools.partial(seat.see, self)
            self._unwatch.append(self.watch(see, asked.seq if asked else None))

    def unseat(self) -> None:
        """Close and remove all seats; others can then be added."""
        for leave in self._unwatch:
            leave()
        for seat in self._seats:
            seat.close()
        self._unwatch, self._seats = [], []

    def watch(
        self, listener: Listener, since: int | None = None, *, before_others: bool = False
    ) -> Callable[[], None]:
        """Send a listener the events from number `since`, or new ones; return what stops that.

        With `before_others` it can pause a match before a computer sees that it is to move.
        """
        with self._watching:
            watcher = _Watcher(listener, self._recorded if since is None else since)
            self._watchers.insert(0 if before_others else len(self._watchers), watcher)
        self._deliver()

        def leave() -> None:
            watcher.is_gone = True

        return leave

    @property
    def thinking(self) -> Analysis | None:
        """The analysis so far of the computer that is to move."""
        return next((seat.thinking for seat in self._seats if seat.thinking), None)

    def record_analysis(self, turn: int, analysis: Analysis) -> None:
        """Remember a computer's analysis for the turn that began with this event."""
        self._analyses[turn] = analysis

    def analysis_of(self, turn: int) -> Analysis | None:
        """Return a computer's analysis for the turn that began with this event."""
        return self._analyses.get(turn)

    def close(self) -> None:
        """Close every seat and stop sending events; the match stays in the journal."""
        with self._lock:
            self._is_closed = True
        with self._watching:
            for watcher in self._watchers:
                watcher.is_gone = True
        for seat in self._seats:
            seat.close()

    def report_problem(self, reason: str) -> None:
        """Log that a seat has failed, and send the reason to the listeners of `problems`."""
        _log.warning("Seat could not act: %s", reason, extra={"match": self.name})
        self.problems.send(reason)

    # Queries

    def snapshot(self) -> Snapshot:
        """Return all that a face needs to draw."""
        with self._lock:
            return snapshot(self._match, self._now())

    @property
    def setup(self) -> Setup:
        """The setup that the players agreed on."""
        return self._match.setup

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far."""
        with self._lock:
            return self._match.events

    @property
    def position(self) -> Position:
        """The position on the board."""
        with self._lock:
            return self._match.position

    @property
    def asked(self) -> TurnStarted | AnswerAwaited | None:
        """The event that awaits a move or an answer, or None."""
        with self._lock:
            return self._match.asked

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        with self._lock:
            return self._match.outcome

    def view(self) -> Match:
        """Return a copy of the match that no other thread changes; this replays all its events."""
        return Match.restore(self.events)

    # Commands

    def play(
        self,
        move: Move,
        *,
        color: Color | None = None,
        turn: int | None = None,
        at: int | None = None,
    ) -> list[Event]:
        """Play a move; `at` is when it arrived, by default now."""
        return self.do(lambda match, now: match.play(move, at=now, color=color, turn=turn), at)

    def hear(
        self,
        answer: Answer,
        *,
        local: bool = False,
        image_url: str | None = None,
        turn: int | None = None,
    ) -> list[Event]:
        """Record the oracle's answer."""
        return self.do(
            lambda match, at: match.hear(answer, at=at, local=local, image_url=image_url, turn=turn)
        )

    def resign(self, color: Color) -> list[Event]:
        """Resign."""
        return self.do(lambda match, at: match.resign(color, at=at))

    def adjudicate(self, winner: Color | None, reason: Reason, note: str = "") -> list[Event]:
        """End the match for a reason outside the board."""
        return self.do(lambda match, at: match.adjudicate(winner, reason, at=at, note=note))

    def tick(self) -> list[Event]:
        """Check the clock."""
        return self.do(lambda match, at: match.tick(at=at))

    def pause(self, note: str = "", *, turn: int | None = None) -> list[Event]:
        """Stop the clock and refuse moves; with `turn`, only if that turn is not over."""
        return self.do(lambda match, at: match.pause(at=at, note=note, turn=turn))

    def resume(self) -> list[Event]:
        """Continue after a pause."""
        return self.do(lambda match, at: match.resume(at=at))

    def take_back(self, by: Color) -> list[Event]:
        """Take back a side's last move."""
        return self.do(lambda match, at: match.take_back(by, at=at))

    def redo(self, by: Color) -> list[Event]:
        """Redo the moves that were taken back last."""
        return self.do(lambda match, at: match.redo(by, at=at))

    def make_offer(self, by: Color, offer: Offer) -> list[Event]:
        """Make the other side an offer."""
        return self.do(lambda match, at: match.make_offer(by, offer, at=at))

    def accept(self, by: Color) -> list[Event]:
        """Accept the other side's offer."""
        return self.do(lambda match, at: match.accept(by, at=at))

    def decline(self, by: Color) -> list[Event]:
        """Decline the other side's offer."""
        return self.do(lambda match, at: match.decline(by, at=at))

    def do(self, command: Command, at: int | None = None) -> list[Event]:
        """Run a command under the lock, save its events, then send them to every watcher."""
        with self._lock:
            if self._is_closed:
                raise StaleTurn(Text("errors.play.room_closed"))
            first = self._match.seq
            events = command(self._match, self._now() if at is None else at)
            if not events:
                return events
            self._lock.begin_storing()
        is_stored = False
        try:
            self._journal.append(self.name, first, events, self._match.deadline)
            is_stored = True
        finally:
            self._end_storing(first, events if is_stored else ())
        self._deliver()
        return events

    def _end_storing(self, first: int, stored: Sequence[Event]) -> None:
        """Note the events that were saved; if there are none, go back to before event `first`."""
        with self._lock.end_storing():
            if stored:
                self._note_committed(stored)
            else:
                self._match = Match.restore(self._match.events[:first])

    def _note_committed(self, events: Sequence[Event]) -> None:  # noqa: ARG002 - for subclasses
        """Handle events that were just saved; the lock is held."""
        self._recorded = self._match.seq

    def _deliver(self) -> None:
        """Send every watcher the events it has not seen, on one thread at a time."""
        with self._watching:
            if self._is_delivering:
                return  # the thread that is delivering finds the new events too
            self._is_delivering = True
        try:
            while due := self._due():
                for watcher, events in due:
                    self._send(watcher, events)
        except BaseException:
            # Also on Ctrl-C: with the flag set no event would ever be sent again. If nothing was
            # raised, `_due` has cleared the flag, and another thread may have set it since.
            self._is_delivering = False
            raise

    def _due(self) -> list[tuple[_Watcher, list[Event]]]:
        """Return the watchers with the events that they have not seen."""
        with self._watching:
            last, found = self._recorded, []
            for watcher in self._watchers:
                if watcher.seq < last and not watcher.is_gone:
                    new = self._match.events_from(watcher.seq)
                    found.append((watcher, new[: last - watcher.seq]))
            if not found:
                self._watchers = [watcher for watcher in self._watchers if not watcher.is_gone]
                self._is_delivering = False
            return found

    def _send(self, watcher: _Watcher, events: list[Event]) -> None:
        for event in events:
            if watcher.is_gone:
                return
            watcher.seq += 1
            try:
                watcher.listener(event)
            except Exception:
                _log.exception("Watcher failed and was removed", extra={"match": self.name})
                watcher.is_gone = True
