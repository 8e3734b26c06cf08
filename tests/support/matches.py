"""Matches and rooms for the tests of play."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from outflank.play.events import Event, MatchEnded
from outflank.play.journal import Journal, MemoryJournal
from outflank.play.match import Match
from outflank.play.room import Room
from outflank.play.setup import Setup
from outflank.rules import Square


def counter() -> Callable[[], int]:
    """Return a clock that moves one millisecond each time it is read."""
    ticks = iter(range(10**9))
    return lambda: next(ticks)


def opened(setup: Setup | None = None, journal: Journal | None = None) -> Room:
    return Room.open("one", setup or Setup(), journal or MemoryJournal(), now=counter())


def play_first(room: Room) -> None:
    room.play(room.view().position.legal_moves[0])


def finished(room: Room) -> tuple[Event, ...]:
    """Wait until the match of a room is over."""
    over = threading.Event()
    room.watch(lambda event: over.set() if isinstance(event, MatchEnded) else None, since=0)
    assert over.wait(60)
    return room.events


class BrokenJournal(MemoryJournal):
    """A journal whose disk is full."""

    is_full = False

    def append(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None = None,
    ) -> None:
        if self.is_full:
            raise OSError(28, "No space left on device")
        super().append(match, expected_seq, events, deadline)


def played(match: Match, moves: str, at: int = 0) -> Match:
    for move in moves.split():
        match.play(Square.parse(move), at=at)
    return match
