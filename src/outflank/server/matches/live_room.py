"""A room of the server: shared by many threads, with clocks that exclude the server's delays."""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from outflank.errors import StaleTurn
from outflank.play.events import AnswerHeard, Event, MovePlayed, Passed, TurnStarted
from outflank.play.match import Match
from outflank.play.room import Seat
from outflank.play.signals import Signal
from outflank.rules import Color, Move
from outflank.server.matches.committed_state import CommittedState, PendingMove
from outflank.server.matches.match_entry import MatchEntry
from outflank.server.matches.recorded_room import ALONE, Copies, RecordedRoom
from outflank.server.matches.turn_times import TurnTimes
from outflank.server.tracing import is_tracing, trace_move
from outflank.store.journal import SqlJournal
from outflank.texts import Text

__all__ = ["INTERMEDIATE_EVENTS", "LiveRoom"]

# Another event always follows these at once, so nobody is woken for them alone.
INTERMEDIATE_EVENTS: frozenset[type[Event]] = frozenset({MovePlayed, Passed, AnswerHeard})


class LiveRoom(RecordedRoom):
    """One match on the server.

    A move counts from the moment it arrived, not from when it was processed; a flag falls only
    when no move that arrived in time still waits to be processed. The time from the previous
    move until the turn was announced to the player is not charged. `new_events` is sent when
    there are new events, except for one that another follows at once.
    """

    def __init__(
        self,
        entry: MatchEntry,
        match: Match,
        journal: SqlJournal,
        copies: Copies = ALONE,
        *,
        now: Callable[[], int],
        on_arrival: Callable[[], None] = lambda: None,
        on_played: Callable[[float, float], None] = lambda _waited, _took: None,
    ) -> None:
        super().__init__(entry.id, match, journal, copies, now)
        self.entry = entry
        both = {entry.black, entry.white}
        self.players: frozenset[int] = frozenset(player for player in both if player is not None)
        self.new_events: Signal[()] = Signal()
        self.used: float = 0.0  # when it was last noted, in seconds of the machine's even clock
        self._on_arrival = on_arrival
        # Called after each move with the seconds it waited for the lock and until it was stored.
        self._on_played = on_played
        self.turn_times: TurnTimes = TurnTimes(now, copies.longest_delay)
        self._same_screen = {
            color: host
            for color in Color
            if (host := match.setup.player(color).occupant.host) is not None
        }
        self._seating = threading.Lock()
        self.watch(self._announce)

    # Reading without waiting

    def colors_of(self, player: int) -> tuple[Color, ...]:
        """Return the sides a player moves for: their own, and a friend's at the same screen."""
        own = self.entry.color_of(player)
        if own is None:
            return ()
        return (own, own.opponent) if self._same_screen.get(own.opponent) == player else (own,)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Match]:
        """Lock the match while it is read."""
        with self._lock:
            yield self._match

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._state.outcome is not None

    @property
    def changed(self) -> int:
        """When something last happened."""
        return self._state.last.at

    @property
    def deadline(self) -> int | None:
        """The last moment at which the awaited move counts, by the stored events."""
        return self._state.deadline

    def is_overdue(self, now: int) -> bool:
        """Tell whether the awaited move is overdue at a moment, by the stored events."""
        state = self._state
        return (
            state.deadline is not None
            and state.deadline + self.turn_times.delay_of(state.asked) < now
        )

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands still."""
        return self._state.is_paused

    # Time

    @contextlib.contextmanager
    def arriving(self, at: int | None = None) -> Iterator[int]:
        """Register the arrival of a command; no flag falls after it until it is processed.

        `at` is the moment of arrival if it was noticed earlier.
        """
        self._on_arrival()
        at = self.turn_times.register_arrival(at)
        try:
            yield at
        finally:
            self.turn_times.mark_processed(at)

    def play(
        self,
        move: Move,
        *,
        color: Color | None = None,
        turn: int | None = None,
        at: int | None = None,
        counts_when_late: bool = False,
    ) -> list[Event]:
        """Play a move that arrived at that moment.

        If it `counts_when_late`, a late one costs all the time that was left, but not the game.
        """
        if at is None:
            with self.arriving() as at:
                return self.play(
                    move, color=color, turn=turn, at=at, counts_when_late=counts_when_late
                )
        came = locked = time.perf_counter()

        def command(match: Match, at: int) -> list[Event]:
            nonlocal locked
            locked = time.perf_counter()
            delay = self.turn_times.delay_of(match.asked)
            if counts_when_late and match.deadline is not None:
                delay = max(delay, at - match.deadline)
            late = self._lateness(at)
            return match.play(move, at=at + late, color=color, turn=turn, allowance=delay + late)

        events = self.do(command, at)
        self._on_played(locked - came, time.perf_counter() - came)
        return events

    # A move that is stored while its caller does something else

    def submit_move(
        self,
        move: Move,
        *,
        color: Color | None,
        turn: int | None,
        at: int,
        settled: Callable[[PendingMove], None],
    ) -> bool:
        """Apply a move and hand it to the writer; False while the room is busy.

        Nobody reads or changes the match until the move is stored or has failed. Then `settled`
        is called on the writer's thread; it must not block, and it must have `notify_watchers`
        called.
        """
        with self._lock.taking_if_free() as is_free:
            if not is_free:
                return False
            if self._is_closed:
                raise StaleTurn(Text("errors.server.room_closed"))
            first, late = self._match.seq, self._lateness(at)
            delay = self.turn_times.delay_of(self._match.asked) + late
            events = self._match.play(move, at=at + late, color=color, turn=turn, allowance=delay)
            self._lock.begin_storing()
        try:
            if is_tracing():
                trace_move("applied", self.name, seq=events[-1].seq)
            pending = PendingMove(first, events, time.perf_counter(), settled)
            settle = functools.partial(self._settle, pending)
            self._sql.submit(self.name, first, events, self._match.deadline, settle)
        except BaseException:
            self._end_storing(first, ())
            raise
        return True

    def _settle(
        self, pending: PendingMove, error: BaseException | None, lines: Sequence[str]
    ) -> None:
        """Note the result of a move, on the writer's thread."""
        pending.error, pending.lines = error, lines
        if error is None:
            self._add_lines(pending.first, lines)
            self._end_storing(pending.first, pending.events)
            self._on_played(0.0, time.perf_counter() - pending.since)
        else:
            self._end_storing(pending.first, ())
        pending.settled(pending)

    def notify_watchers(self) -> None:
        """Tell the watchers of events that have been stored."""
        self._deliver()

    def _lateness(self, at: int) -> int:
        """Return how many milliseconds after its arrival a move is recorded, without charge."""
        late = self._now() - at
        return late if late > self._copies.quick else 0

    def tick(self) -> list[Event]:
        """Let a flag fall, unless a move that arrived in time still waits to be processed."""
        now, first = self.turn_times.first_arrival()

        def command(match: Match, at: int) -> list[Event]:
            allowed = self.turn_times.delay_of(match.asked)
            deadline = match.deadline
            if first is not None and deadline is not None and first - allowed <= deadline:
                return []
            return match.tick(at=at - allowed)

        return self.do(command, now)

    def mark_delivered(self, turn: int, asked: int | None = None) -> None:
        """Note that a turn has just been written to its player's stream.

        `asked` is when a new stream was opened; it counts only if that was before the turn
        began, so that opening a stream late gains no time.
        """
        began = self._state.asked
        if asked is not None and (began is None or asked > began.at):
            return
        self.turn_times.note_delivered(turn)

    def _note_committed(self, events: Sequence[Event]) -> None:
        """Note what has been stored, so that readers see it at once.

        Watchers may be told later, when another thread is still delivering earlier events, or
        as soon as `super` has been called: a listener must find the event it hears of in the state.
        """
        if events:
            if isinstance(events[-1], TurnStarted):
                self.turn_times.note_stored(events[-1].seq)
            self._state = CommittedState.of(self._match)
        super()._note_committed(events)

    def _announce(self, event: Event) -> None:
        """Note when a turn was announced, and wake the threads that wait for events."""
        self.turn_times.note_announced(event.seq)
        if type(event) not in INTERMEDIATE_EVENTS:
            self.new_events.send()

    @property
    def awaits_computer(self) -> bool:
        """Whether a computer of the server is to move."""
        asked = self._state.asked
        return isinstance(asked, TurnStarted) and self.setup.player(asked.color).is_computer

    @property
    def is_seated(self) -> bool:
        """Whether this process moves for computers or the oracle of the match."""
        return bool(self._seats)

    def seat_once(self, make_seats: Callable[[LiveRoom], list[Seat]]) -> None:
        """Add seats if there are none; only one of several threads that try at once adds them."""
        with self._seating:
            added = [] if self._seats else make_seats(self)
            self._seats += added
        self._ask(added)

    # Following

    def note_use(self) -> None:
        """Note that somebody uses the match."""
        self.used = time.monotonic()

    def drop_watchers(self) -> None:
        """Drop all watchers, so that a finished match can be freed."""
        with self._watching:
            self._watchers = []

    def wait(self, seq: int, seconds: float) -> bool:
        """Wait until there is an event with this number; tell whether there is."""
        changed, deadline = threading.Event(), time.monotonic() + seconds
        end = self.new_events.subscribe(changed.set)
        try:
            while self._state.seq <= seq and (left := deadline - time.monotonic()) > 0:
                changed.wait(left)
                changed.clear()
        finally:
            end()
        return self._state.seq > seq
