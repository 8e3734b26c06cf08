"""The registry of matches: every running match of the server, and finished ones on request."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from outflank.play.events import Event
from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.play.signals import KeyedSignal, Signal
from outflank.rules import BLACK, WHITE
from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.room_finder import RoomFinder
from outflank.server.matches.seats.computer_seats import ComputerSeats
from outflank.store.database import Transaction
from outflank.store.journal import SqlJournal
from outflank.store.match_store import ListedMatch, MatchRow, MatchSelection
from outflank.store.store import Store
from outflank.texts import say

__all__ = ["MatchRegistry", "Terms"]

# Milliseconds without an event after which nobody watches a match.
_ABANDONED = 15 * 60 * 1000

AlsoWrite = Callable[[Transaction, str], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """What belongs to a new match besides its setup."""

    black: int | None = None
    white: int | None = None
    tournament: int | None = None
    pairing: int | None = None
    rated: bool = False
    private: bool = False
    begins_paused: bool = False


class MatchRegistry:
    """Opens and finds matches, and knows who plays in each.

    `events`, `player_changed` and `played` tell what happens in them, as `HeldRooms` says.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        held: HeldRooms,
        finder: RoomFinder,
        seats: ComputerSeats,
    ) -> None:
        self._store = store
        self.now = now
        self.journal: SqlJournal = store.journal
        self._held = held
        self._finder = finder
        self._seats = seats
        self.events: KeyedSignal[type[Event], LiveRoom, Event] = held.events
        self.played: Signal[float, float] = held.played
        self.player_changed: KeyedSignal[int] = held.player_changed

    # Opening

    def open(
        self,
        setup: Setup,
        terms: Terms,
        also: AlsoWrite | None = None,
        told: Callable[[LiveRoom], None] | None = None,
    ) -> LiveRoom:
        """Begin a match; `also` writes more in the same transaction.

        `told` is called with it before its players are told of it.
        """
        name, at = secrets.token_hex(6), self.now()
        match = Match.start(setup, at)
        if terms.begins_paused:
            match.pause(at=at, note=say("server.notes.waiting"))
        row = _row(name, match, terms)

        def write(transaction: Transaction) -> None:
            first_events = self.journal.rows(name, match.events)
            self._store.matches.insert(transaction, row, first_events)
            if also is not None:
                also(transaction, name)
            self._seats.write_opened(transaction, name, setup)

        self._store.write(write)
        room = self._held.made(row, match)
        if not room.is_over:
            self._finder.add(room)
            if told is not None:
                told(room)
            for player in room.players:
                self.player_changed.send(player)
        self._finder.tell_others(room)
        self._seats.seat(room)
        return room

    def load(self) -> None:
        """Load the running matches that must be in memory, without computers and oracle yet."""
        self._finder.load()

    def forget(self, name: str) -> None:
        """Drop a deleted match from memory."""
        self._held.forget(name)

    # Finding one

    def room(self, name: str) -> LiveRoom:
        """Return a match by its name, as it stands now; it may be read from the database."""
        return self._finder.room(name)

    def known_room(self, name: str) -> LiveRoom | None:
        """Return a match if it is in memory, running or not."""
        return self._held.known_room(name)

    def newest_at_once(self, name: str) -> LiveRoom | None:
        """Return a running match if memory certainly has its newest state, without a query."""
        return self._finder.at_once(self._held.running_room(name))

    def running_room(self, name: str) -> LiveRoom | None:
        """Return a running match in memory, or None; never reads the database."""
        return self._finder.running_room(name)

    # Finding several

    def running(self) -> list[LiveRoom]:
        """Return every running match in memory, the oldest first."""
        return self._held.running()

    def rooms_of(self, player: int) -> list[LiveRoom]:
        """Return the running matches of a player, the oldest first."""
        return self._finder.rooms_of(player)

    def rooms_at_once(self, player: int) -> list[LiveRoom] | None:
        """Return the same if memory certainly has them all, else None, without a query."""
        return self._finder.at_once(self._held.rooms_of(player))

    def known_rooms_of(self, player: int) -> list[LiveRoom]:
        """Return those running matches of a player that are in memory, the oldest first."""
        return self._finder.known_rooms_of(player)

    def rooms_of_tournament(self, number: int) -> list[LiveRoom]:
        """Return the running matches of a tournament, the oldest first."""
        return self._finder.rooms_of_tournament(number)

    @property
    def watched_since(self) -> int:
        """The moment since which a match must have changed to count as watched."""
        return self.now() - _ABANDONED

    def public_rooms(self, most: int, *, since: int | None = None) -> list[LiveRoom]:
        """Return the oldest public matches that run.

        With a moment, return only those worth watching: tournament matches that have begun, and
        others that changed since.
        """
        return self._finder.public_rooms(most, since=since)

    def count_public(self, *, since: int | None = None) -> int:
        """Count the running public matches, with the same filter as `public_rooms`."""
        return self._finder.count_public(since=since)

    def lobby_rooms(self, since: int, most: int) -> list[LiveRoom]:
        """Return public matches outside tournaments that changed since, the newest first."""
        return self._finder.lobby_rooms(since, most)

    def listed(self, selection: MatchSelection) -> list[ListedMatch]:
        """Return the public matches that were selected, running or over, the newest first."""
        return self._store.matches.listed(selection)

    def branches_of(self, name: str, player: int) -> list[LiveRoom]:
        """Return the newest what-if matches of a player from a match, the newest first."""
        names = self._store.matches.branches_of(name, player)
        return [self.room(each) for each in names]

    def results_of(self, player: int, against: int | None = None) -> dict[str, int]:
        """Return the wins, draws and losses of a player, perhaps only against one opponent."""
        return self._store.matches.results_of(player, against)

    def last_ended_of(self, player: int) -> str | None:
        """Return the name of the player's match that ended last."""
        return self._store.matches.last_finished_of(player)

    def __len__(self) -> int:
        return len(self._held)

    def close(self) -> None:
        """Close every room; running matches stay in the database."""
        self._finder.close()
        self._held.close()


def _row(name: str, match: Match, terms: Terms) -> MatchRow:
    setup = match.setup
    return MatchRow(
        id=name,
        status="running" if match.outcome is None else "finished",
        variant=setup.variant.name,
        size=setup.size,
        black=terms.black,
        white=terms.white,
        black_seat=setup.player(BLACK).seat,
        white_seat=setup.player(WHITE).seat,
        tournament=terms.tournament,
        pairing=terms.pairing,
        rated=terms.rated,
        private=terms.private,
        seq=match.seq,
        created=match.events[0].at,
        changed=match.events[-1].at,
        deadline=match.deadline,
        origin=None if setup.origin is None else setup.origin.match,
    )
