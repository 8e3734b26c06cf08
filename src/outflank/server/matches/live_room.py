"""A room of the server: many threads come with moves, and nobody pays for the server's delays."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from outflank.errors import JournalError, StaleTurn, StoreUnavailable
from outflank.play.events import (
    AnswerHeard,
    Event,
    MovePlayed,
    Passed,
    TurnStarted,
)
from outflank.play.match import Match
from outflank.play.room import Command, Room
from outflank.rules import BLACK, WHITE, Color, Move
from outflank.store.journal import SqlJournal, encode_text

__all__ = ["BESIDE", "GOES_ON", "Begun", "Entry", "LiveRoom"]

# The seat of whoever sits at the same screen as a player, who sends the moves of both.
BESIDE = "beside:"

# After these more follows at once, so nobody is woken for them alone.
GOES_ON = (MovePlayed, Passed, AnswerHeard)

# The most that a slow way to the player's stream may add to the time of a move.
_MOST_DELIVERY = 250


@dataclass(frozen=True, slots=True)
class Entry:
    """What the list of matches says about one: who plays and what it belongs to."""

    id: str
    black: int | None  # players; none is a computer of the server
    white: int | None
    tournament: int | None = None
    pairing: int | None = None
    rated: bool = False
    private: bool = False
    created: int = 0

    def color_of(self, player: int) -> Color | None:
        """Return the colour that a player has here."""
        if player == self.black:
            return BLACK
        return WHITE if player == self.white else None


@dataclass(frozen=True, slots=True)
class Begun:
    """A move that is on its way to the disk; its room waits for it."""

    first: int
    events: list[Event]
    on_disk: Callable[[], None]  # waits until it is
    since: float


class LiveRoom(Room):
    """One match on the server.

    A move counts from the moment at which it arrived, not from when its turn came to be looked
    at; a flag falls only when no move that arrived in time is still waiting. The time from the
    previous move until the turn was made known is the server's, so it is not charged.
    """

    def __init__(
        self, entry: Entry, match: Match, journal: SqlJournal, *, now: Callable[[], int]
    ) -> None:
        super().__init__(entry.id, match, journal, now=now)
        self.entry = entry
        self._sql = journal
        self._is_under_way = False  # whether a move has begun that is not settled
        self._followers: tuple[Callable[[], None], ...] = ()
        self.bell = threading.Condition()
        self.on_arrival: Callable[[], None] = lambda: None
        # Told of each move in seconds: how long it waited for the lock, and until it was on disk.
        self.on_played: Callable[[float, float], None] = lambda _waited, _took: None
        self._gate = threading.Lock()  # guards the arrivals, and is never held for long
        self._arrivals: list[int] = []
        self._made_known: tuple[int, int] | None = None  # a turn, and when it was made known
        self._on_record = match.seq
        self._due = match.deadline
        self._has_ended = match.outcome is not None
        self._lines: list[bytes] = []
        self._encoding = threading.Lock()
        self._beside = {
            color: int(match.setup.player(color).seat.removeprefix(BESIDE))
            for color in Color
            if match.setup.player(color).seat.startswith(BESIDE)
        }
        self.watch(self._tell)

    # What can be asked without waiting

    def colors_of(self, player: int) -> tuple[Color, ...]:
        """Return the sides a player moves for: their own, and that of a friend beside them."""
        own = self.entry.color_of(player)
        if own is None:
            return ()
        return (own, own.opponent) if self._beside.get(own.opponent) == player else (own,)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Match]:
        """Hold the match still while it is looked at."""
        with self._lock:
            yield self._match

    @property
    def seq(self) -> int:
        """The number that the next event will have; all before it are on record."""
        return self._on_record

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._has_ended

    @property
    def changed(self) -> int:
        """When something last happened."""
        return self._match.events_from(self._on_record - 1)[0].at

    @property
    def due(self) -> int | None:
        """The last moment at which the awaited move counts, as far as it is on record."""
        return self._due

    def is_late(self, now: int) -> bool:
        """Tell whether the awaited move is overdue at a moment, as far as it is on record."""
        due = self._due
        return due is not None and due + self._servers_own(self._match) < now

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands still."""
        return self._match.is_paused

    # Time

    @contextlib.contextmanager
    def arriving(self, at: int | None = None) -> Iterator[int]:
        """Stamp the arrival of a command; no flag falls past it before it was looked at.

        One whose arrival was noticed before, while the server had no time for it, keeps its stamp.
        """
        self.on_arrival()
        at = self.arrive(at)
        try:
            yield at
        finally:
            self.looked_at(at)

    def arrive(self, at: int | None = None) -> int:
        """Stamp the arrival of a command that will be looked at soon."""
        with self._gate:
            at = self._now() if at is None else at
            self._arrivals.append(at)
        return at

    def looked_at(self, at: int) -> None:
        """Notice that a command which arrived at that moment has been looked at."""
        with self._gate:
            self._arrivals.remove(at)

    def play(
        self,
        move: Move,
        *,
        color: Color | None = None,
        turn: int | None = None,
        at: int | None = None,
    ) -> list[Event]:
        """Play a move that arrived at that moment."""
        if at is not None:
            return self._play(move, color, turn, at)
        with self.arriving() as at:
            return self._play(move, color, turn, at)

    def _play(self, move: Move, color: Color | None, turn: int | None, at: int) -> list[Event]:
        came = locked = time.perf_counter()

        def command(match: Match, at: int) -> list[Event]:
            nonlocal locked
            locked = time.perf_counter()
            own = self._servers_own(match)
            return match.play(move, at=at, color=color, turn=turn, allowance=own)

        events = self.do(command, at)
        self.on_played(locked - came, time.perf_counter() - came)
        return events

    # A move in two steps, so that one thread can take many to the disk at once

    def begin(self, move: Move, *, color: Color | None, turn: int | None, at: int) -> Begun | None:
        """Carry a move out as far as the disk; None while the room is busy.

        Until the same thread settles it, which must be soon, all others wait for this room.
        """
        if not self._lock.acquire(blocking=False):
            return None
        since = time.perf_counter()
        first = self._match.seq
        try:
            if self._is_under_way:  # this very thread has begun another
                self._lock.release()
                return None
            if self._is_closed:
                raise StaleTurn("the room has been closed")  # noqa: TRY301 - opens the room
            own = self._servers_own(self._match)
            events = self._match.play(move, at=at, color=color, turn=turn, allowance=own)
            on_disk = self._sql.order(self.name, first, events, self._match.deadline)
        except BaseException:
            self._withdraw(first)
            raise
        self._is_under_way = True
        return Begun(first, events, on_disk, since)

    def settle(self, begun: Begun) -> list[Event]:
        """Wait until a move is on disk and let others into the room; `tell` is to follow."""
        self._is_under_way = False
        try:
            begun.on_disk()
        except JournalError as error:
            self._withdraw(begun.first)
            self._read_anew(error)
        except BaseException:
            self._withdraw(begun.first)
            raise
        self._keep(begun.events)
        self._lock.release()
        self.on_played(0.0, time.perf_counter() - begun.since)
        return begun.events

    def tell(self) -> None:
        """Tell everybody what has come on record."""
        self._deliver()

    def _withdraw(self, first: int) -> None:
        """Take back what is not on record, for it has not happened, and open the room."""
        if self._match.seq > first:
            self._match = Match.restore(self._match.events[:first])
        self._lock.release()

    def _servers_own(self, match: Match) -> int:
        """Return how long the present turn was not yet known to its player."""
        known, asked = self._made_known, match.asked
        if known is None or asked is None:
            return 0
        turn, at = known
        return max(0, at - asked.at) if turn == asked.seq else 0

    def first_arrival(self) -> tuple[int, int | None]:
        """Return the present moment and when the oldest command came that still waits its turn."""
        with self._gate:
            return self._now(), min(self._arrivals, default=None)

    def tick(self) -> list[Event]:
        """Let a flag fall, unless a move that arrived in time is still waiting to be looked at."""
        now, first = self.first_arrival()

        def command(match: Match, at: int) -> list[Event]:
            allowed = self._servers_own(match)
            deadline = match.deadline
            if first is not None and deadline is not None and first - allowed <= deadline:
                return []
            return match.tick(at=at - allowed)

        return self.do(command, now)

    def shown(self, turn: int, asked: int | None = None) -> None:
        """Notice that a turn has just been written to its player's stream.

        With it the stream may have begun; then it counts only if it was asked for at a moment
        before the turn, for who comes late gains no time by it.
        """
        began = self._match.asked
        if asked is not None and (began is None or asked > began.at):
            return
        if self._made_known is not None and self._made_known[0] == turn:
            at = self._made_known[1]
            self._made_known = turn, min(self._now(), at + _MOST_DELIVERY)

    # Commands

    def do(self, command: Command, at: int | None = None) -> list[Event]:
        """Carry out a command; a record that went on without us is read anew."""
        try:
            return super().do(command, at)
        except JournalError as error:
            self._read_anew(error)

    def _read_anew(self, error: JournalError) -> NoReturn:
        """Go on from what is on record, because it went on without us."""
        with self._lock:
            self._match = Match.restore(self._journal.load(self.name))
            self._keep(self._match.events)
        self._deliver()  # whoever watches has missed what was on record
        raise StoreUnavailable(f"{error}; send it again") from error

    def _keep(self, events: Sequence[Event]) -> None:
        """Notice what has come on record, so that whoever is answered now sees it at once.

        Watchers may hear of it later, when another thread is busy telling them what was before.
        """
        if events:
            if isinstance(events[-1], TurnStarted):
                self._made_known = events[-1].seq, self._now()
            self._due = self._match.deadline
            self._has_ended = self._match.outcome is not None
            self._on_record = events[-1].seq + 1

    def _tell(self, event: Event) -> None:
        """Let those who follow know of an event that has come on record."""
        if self._made_known is not None and self._made_known[0] == event.seq:
            self._made_known = event.seq, self._now()
        if not isinstance(event, GOES_ON):
            self.ring()

    # For those who follow

    def ring(self) -> None:
        """Wake everybody who waits for news of this room."""
        with self.bell:
            self.bell.notify_all()
        for follower in self._followers:
            follower()

    def follow(self, follower: Callable[[], None]) -> Callable[[], None]:
        """Call somebody whenever there is news, who must not block; returns the way out."""
        with self.bell:
            self._followers = (*self._followers, follower)

        def leave() -> None:
            with self.bell:
                left = [other for other in self._followers if other is not follower]
                self._followers = tuple(left)

        return leave

    def let_go(self) -> None:
        """Tell nobody anything any more, so that a match which is over can be forgotten."""
        with self._lock:
            self._watchers = []

    def wait(self, seq: int, seconds: float) -> bool:
        """Wait until there is an event with this number; tell whether there is."""
        with self.bell:
            return self.bell.wait_for(lambda: self._on_record > seq, seconds)

    def lines(self, since: int = 0) -> Sequence[bytes]:
        """Return the events on record from a number on, each as one line of JSON."""
        if len(self._lines) < self._on_record:
            with self._encoding:
                # Events are never changed once they are there, so no other lock is needed.
                new = self._match.events_from(len(self._lines))
                missing = self._on_record - len(self._lines)
                self._lines.extend(encode_text(event).encode() for event in new[:missing])
        return self._lines[since:]
