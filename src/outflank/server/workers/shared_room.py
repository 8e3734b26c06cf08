"""A room whose match other workers change, too: the record is the truth, this is a copy of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outflank.errors import JournalError, OutflankError, StoreUnavailable
from outflank.play.events import Event, TurnStarted
from outflank.play.match import Match
from outflank.play.room import Command, Room
from outflank.server.matches.committed_state import CommittedState
from outflank.server.matches.live_room import LiveRoom

__all__ = ["SharedRoom"]

_MOST_TRIES = 20  # of a command that others were quicker than each time
# Milliseconds until a turn was announced that are not charged, at most; then its flag may fall.
_MAX_DELAY = 750
_QUICK = 250  # milliseconds after its arrival within which a move is usually processed


class SharedRoom(LiveRoom):
    """One match as this worker knows it.

    Of two workers that add the same event the database takes one. The other catches up and
    carries out its command on the newest state, so a command is never refused for that.
    """

    has_others = True
    is_seated = False  # whether this worker moves for the computers and the oracle of the match
    used = 0.0  # when somebody last asked for it, in seconds of the machine's even clock

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._foreign: set[int] = set()  # the numbers of events that other workers have stored

    # Commands

    def do(self, command: Command, at: int | None = None) -> list[Event]:
        """Carry out a command; what the copy refuses is tried again if the copy was behind."""
        at = self._now() if at is None else at
        for _ in range(_MOST_TRIES):
            known = self._state.seq
            try:
                return Room.do(self, command, at)
            except JournalError as error:
                self.recover(error)
            except StoreUnavailable:
                raise
            except OutflankError:
                self.catch_up()
                if self._state.seq == known:  # it was refused by the newest state
                    raise
        raise StoreUnavailable("others change this match all the time; send it again")

    def recover(self, error: JournalError) -> None:  # noqa: ARG002 - what it tells is known
        """Catch up with the worker that was quicker."""
        self.catch_up()

    def _delivery_delay(self, match: Match | CommittedState) -> int:
        return min(_MAX_DELAY, super()._delivery_delay(match))

    def _lateness(self, at: int) -> int:
        """Return by how much later than at its arrival a move is recorded, without charge.

        It may have waited in a worker that stood still or was killed. The next player's clock must
        not run before others can know of the turn.
        """
        late = self._now() - at
        return late if late > _QUICK else 0

    @property
    def awaits_computer(self) -> bool:
        """Whether a computer of the server is to move."""
        asked = self._state.asked
        return isinstance(asked, TurnStarted) and self.setup.player(asked.color).is_computer

    # Following

    @property
    def is_followed(self) -> bool:
        """Whether somebody waits for events of this match here."""
        return bool(self._subscribers)

    def is_own(self, event: Event) -> bool:
        """Tell whether this worker has stored an event."""
        return event.seq not in self._foreign

    def catch_up(self) -> bool:
        """Take in what other workers have stored, and tell whether that was anything."""
        first = self._state.seq
        texts, digest = self._sql.load_on(self.name, first)
        if not texts:
            return self._state.seq > first  # another thread may have been quicker
        with self._lock:
            known = self._match.seq
            if new := texts[known - first :]:  # unless another thread took them in meanwhile
                try:
                    self._take_in(new, self._sql.go_on(self.name, known, new, digest))
                except JournalError:  # what is known may not be sealed in memory
                    self._take_in_all()
        self._deliver()
        return self._state.seq > first

    def take_in(self, first: int, texts: Sequence[str], digest: bytes) -> bool:
        """Take in events that a message has brought, without waiting; False if that fails."""
        if self._state.seq >= first + len(texts):
            return True  # known already
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if self._match.seq != first:
                return False
            self._take_in(texts, self._sql.go_on(self.name, first, texts, digest))
        except JournalError:
            return False
        finally:
            self._lock.release()
        self._deliver()
        return True

    def _take_in_all(self) -> None:
        """Take in all new events of the record, which must continue what is known."""
        known, events = self._match.events, self._sql.load(self.name)
        if tuple(events[: len(known)]) != known:
            raise JournalError(f"the events of match {self.name} were changed outside the server")
        self._take_in((), events[len(known) :])

    def _take_in(self, texts: Sequence[str], events: Sequence[Event]) -> None:
        first = self._match.seq
        for event in events:
            self._match.follow(event)
            self._foreign.add(event.seq)
        with self._encoding:
            if len(self._lines) == first:
                self._lines.extend(text.encode() for text in texts)
        self._note_committed(events)
