"""Finds the matches whose clocks run: those that are overdue, and those affected by a gap."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from outflank.play.match import Match
from outflank.server.clocks.gaps import OUTAGE, Gap
from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.live_room import LiveRoom

__all__ = ["ABANDONED", "HeldTimedMatches", "TimedMatches"]

# Milliseconds without a move after which a match without a clock ends.
ABANDONED = 14 * 24 * 3600 * 1000


class TimedMatches(Protocol):
    """Finds running matches by their clocks."""

    @property
    def at_once(self) -> int:
        """How many clocks are set back at a time, so that they share commits."""

    def overdue(self, now: int, wait_for_arrivals: Callable[[], None]) -> list[LiveRoom]:
        """Return the matches that are lost on time now.

        `wait_for_arrivals` returns when every request that has arrived so far is known.
        """

    def count(self) -> int:
        """Count the matches that could be overdue."""

    def abandoned(self, now: int) -> list[LiveRoom]:
        """Return matches without a clock that both players have left."""

    def running(self) -> Iterable[str]:
        """Return the names of all matches in which a clock runs."""

    def concerned(self, gap: Gap) -> Iterable[Sequence[str]]:
        """Return the names of the matches whose clocks a gap affects, in portions."""

    def is_set_back(self, match: Match, gap: Gap) -> bool:
        """Return whether another process has already set a match back for a gap."""

    def room(self, name: str) -> LiveRoom | None:
        """Return a match, unless it is over or cannot be read."""

    def hold_flags(self) -> None:
        """Delay flags until moves that were sent during a gap can have arrived here."""


class HeldTimedMatches:
    """The matches of a server that is alone: all of them and their moves are in memory."""

    at_once = 32

    def __init__(self, held: HeldRooms) -> None:
        self._held = held
        self._first_abandoned = 0  # the earliest time at which a match can be abandoned

    def overdue(self, now: int, wait_for_arrivals: Callable[[], None]) -> list[LiveRoom]:
        """Return the matches whose awaited move has not arrived in time."""
        late = [room for room in self._held.running() if room.is_overdue(now)]
        if late:
            wait_for_arrivals()
        return [room for room in late if room.is_overdue(now)]

    def count(self) -> int:
        """Count the running matches."""
        return len(self._held)

    def abandoned(self, now: int) -> list[LiveRoom]:
        """Return matches without a clock that both players have left."""
        if now < self._first_abandoned:
            return []
        unclocked = [room for room in self._held.running() if room.setup.clock.is_none]
        changes = (room.changed for room in unclocked)
        self._first_abandoned = min(changes, default=now) + ABANDONED + 1
        return [room for room in unclocked if now - room.changed > ABANDONED]

    def running(self) -> Iterable[str]:
        """Return the names of all matches in which a clock runs."""
        return [room.name for room in self._held.running() if room.deadline is not None]

    def concerned(self, gap: Gap) -> Iterable[Sequence[str]]:
        """Return the names of all running matches, or after a short stall those with little time.

        To correct all of them then would load a busy server even more. Nobody was cut off, and
        moves count by the time of their arrival.
        """
        latest = sys.maxsize if gap.is_outage or gap.was_cut else gap.until + OUTAGE
        rooms = self._held.running()
        return [[r.name for r in rooms if (due := r.deadline) is not None and due < latest]]

    def is_set_back(self, match: Match, gap: Gap) -> bool:  # noqa: ARG002
        """Return False: there is no other process."""
        return False

    def room(self, name: str) -> LiveRoom | None:
        """Return a running match."""
        return self._held.running_room(name)

    def hold_flags(self) -> None:
        """Do nothing: every move that has arrived is known before a flag falls."""
