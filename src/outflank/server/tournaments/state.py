"""Tournaments in memory: their stored state and their running matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from outflank.arena import Pairing, Tournament
from outflank.server.matches.live_room import LiveRoom
from outflank.store.tournament_store import StoredTournament, TournamentChanges

__all__ = ["ACTIVE", "UNDER_WAY", "TournamentState"]

UNDER_WAY = ("running", "paused")
ACTIVE = ("draft", *UNDER_WAY)

_EVENTS_BEFORE_FIRST_REQUEST = 3  # the start, the first turn and the pause


@dataclass(kw_only=True)
class TournamentState(StoredTournament):
    """A tournament as the server holds it: its stored state and its running matches."""

    boards: dict[str, LiveRoom] = field(default_factory=dict)  # running matches by their names
    unstarted: set[str] = field(default_factory=set)  # boards where a side has not moved yet

    @property
    def is_tryout(self) -> bool:
        """Whether its games wait, paused, until one of their players sends a request."""
        return self.kind == "tryout"

    @property
    def begun(self) -> Tournament:
        """The tournament, which must have begun."""
        assert self.tournament is not None
        return self.tournament

    def seat(self, room: LiveRoom) -> None:
        """Add the match of a running game."""
        self.boards[room.name] = room
        self.unstarted.add(room.name)

    def clear(self, room: LiveRoom) -> None:
        """Remove the match of a game that is over."""
        self.boards.pop(room.name, None)
        self.unstarted.discard(room.name)

    def in_play(self) -> list[LiveRoom]:
        """Return the matches that run, in the order of their pairings."""
        rooms = [room for room in self.boards.copy().values() if not room.is_over]
        return sorted(rooms, key=lambda room: room.entry.pairing or 0)

    def pairing_of(self, room: LiveRoom) -> Pairing:
        """Return the pairing for which a match is played."""
        assert room.entry.pairing is not None
        return self.begun.pairing(room.entry.pairing)

    def awaits_first_request(self, room: LiveRoom) -> bool:
        """Return whether a game waits for the first request of one of its players."""
        return self.is_tryout and room.is_paused and room.seq == _EVENTS_BEFORE_FIRST_REQUEST

    def busy(self) -> set[int]:
        """Return the numbers of the entrants who are playing."""
        return {number for room in self.boards.values() for number in self.pairing_of(room).players}

    # Changes

    def changes_to(
        self, after: Tournament, ends: Mapping[int, int], now: int
    ) -> TournamentChanges | None:
        """Return the changes that make `after` the tournament's stored value, or None."""
        before = self.begun
        if after is before:
            return None
        results = {
            number: result
            for number, result in after.results.items()
            if before.results.get(number) != result
        }
        return TournamentChanges(
            at=now,
            added=after.pairings[len(before.pairings) :],
            results=results,
            # A result that replaces another keeps its time.
            ends={number: self.ends.get(number, ends.get(number, now)) for number in results},
            opened=[number for number in before.results if number not in after.results],
            left={
                number: effect
                for number, effect in after.withdrawn.items()
                if before.withdrawn.get(number) is not effect
            },
            returned=[number for number in before.withdrawn if number not in after.withdrawn],
        )

    def apply(self, after: Tournament, changes: TournamentChanges) -> None:
        """Apply changes in memory once they are written."""
        self.tournament: Tournament | None = after
        self.ends.update(changes.ends)
        for number in changes.opened:
            self.ends.pop(number, None)
            self.matches.pop(number, None)
