"""A room whose match is a copy of its record in the database, which others may continue.

If two processes add an event with the same number, the database takes one. The other process takes
in what was stored and carries out its command on the newest state, so no command is refused for
that. A server that is alone has the only copy and never looks for anything newer.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from outflank.errors import JournalError, OutflankError, StoreUnavailable
from outflank.play.events import Event
from outflank.play.match import Match
from outflank.play.room import Command, Room
from outflank.server.matches.committed_state import CommittedState
from outflank.store.journal import START, SqlJournal, encode_text
from outflank.texts import Text

__all__ = ["ALONE", "AMONG_WORKERS", "Copies", "RecordedRoom"]

_MOST_TRIES = 20  # of a command that others were quicker than each time

# Returns the texts of a match's events from a number on, and what seals them.
NewerEvents: TypeAlias = Callable[[SqlJournal, str, int], tuple[Sequence[str], bytes]]


def _nothing_newer(_journal: SqlJournal, _match: str, _first: int) -> tuple[Sequence[str], bytes]:
    return (), START


@dataclass(frozen=True, slots=True)
class Copies:
    """The differences between the only copy of a match and one of several."""

    newer: NewerEvents
    # Milliseconds until a turn was announced that are not charged, at most; then its flag may fall.
    longest_delay: int
    # Milliseconds after its arrival within which a move is usually processed. One that was not may
    # have waited in a worker that stood still, and the next player's clock must not run before
    # others can know of the turn: it is recorded when it is processed, without charge.
    quick: int


ALONE = Copies(_nothing_newer, sys.maxsize, sys.maxsize)
AMONG_WORKERS = Copies(SqlJournal.load_on, 750, 250)


class RecordedRoom(Room):
    """A match as this process knows it, by its stored events."""

    def __init__(
        self, name: str, match: Match, journal: SqlJournal, copies: Copies, now: Callable[[], int]
    ) -> None:
        super().__init__(name, match, journal, now=now)
        self._sql = journal
        self._copies = copies
        self._state = CommittedState.of(match)
        self._lines: list[bytes] = []
        self._encoding = threading.Lock()
        self._foreign: set[int] = set()  # the numbers of events that others have stored

    # Reading without waiting

    @property
    def state(self) -> CommittedState:
        """The state of the match by its stored events."""
        return self._state

    @property
    def seq(self) -> int:
        """The number of the next event; all events before it are stored."""
        return self._state.seq

    @property
    def taken_in(self) -> int:
        """How many events of other processes have been taken in."""
        return len(self._foreign)

    def is_own(self, event: Event) -> bool:
        """Tell whether this process has stored an event."""
        return event.seq not in self._foreign

    def event_lines(self, since: int = 0) -> Sequence[bytes]:
        """Return the stored events from a number on, each as one line of JSON."""
        committed = self._state.seq
        if len(self._lines) < committed:
            with self._encoding:
                # Events never change, so no other lock is needed.
                new = self._match.events_from(len(self._lines))
                missing = committed - len(self._lines)
                self._lines.extend(encode_text(event).encode() for event in new[:missing])
        return self._lines[since:]

    def _add_lines(self, first: int, texts: Sequence[str]) -> None:
        """Keep events as they are stored, unless those before them are missing."""
        with self._encoding:
            if len(self._lines) == first:
                self._lines.extend(text.encode() for text in texts)

    # Commands

    def do(self, command: Command, at: int | None = None) -> list[Event]:
        """Carry out a command; what the copy refuses is tried again if the copy was behind."""
        at = self._now() if at is None else at
        for _ in range(_MOST_TRIES):
            known = self._state.seq
            try:
                return super().do(command, at)
            except JournalError as error:
                self.recover(error, known)
            except StoreUnavailable:
                raise
            except OutflankError:
                self.catch_up()
                if self._state.seq == known:  # it was refused by the newest state
                    raise
        raise StoreUnavailable(Text("errors.server.match_kept_changing"))

    # What others have stored

    def catch_up(self) -> bool:
        """Take in what others have stored, and tell whether that was anything."""
        return self._take_on(self._copies.newer)

    def recover(self, error: JournalError, known: int) -> None:
        """Catch up with whoever has changed the record; StoreUnavailable if nobody has.

        `known` is how many events were known when the record refused more.
        """
        self._take_on(SqlJournal.load_on)
        if self._state.seq == known:
            raise StoreUnavailable(Text("errors.server.match_not_stored"), str(error)) from error

    def _take_on(self, newer: NewerEvents) -> bool:
        first = self._state.seq
        texts, digest = newer(self._sql, self.name, first)
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
        with self._lock.taking_if_free() as is_free:
            if not is_free or self._match.seq != first:
                return False
            try:
                self._take_in(texts, self._sql.go_on(self.name, first, texts, digest))
            except JournalError:
                return False
        self._deliver()
        return True

    def _take_in_all(self) -> None:
        """Take in all new events of the record, which must continue what is known."""
        known, events = self._match.events, self._sql.load(self.name)
        if tuple(events[: len(known)]) != known:
            raise JournalError(Text("errors.server.events_changed", name=self.name))
        self._take_in((), events[len(known) :])

    def _take_in(self, texts: Sequence[str], events: Sequence[Event]) -> None:
        first = self._match.seq
        for event in events:
            self._match.follow(event)
            self._foreign.add(event.seq)
        self._add_lines(first, texts)
        self._note_committed(events)
