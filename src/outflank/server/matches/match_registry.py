"""The registry of matches: every running match of the server, and finished ones on request."""

from __future__ import annotations

import contextlib
import functools
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from outflank.errors import UnknownMatch
from outflank.play.events import Event, MatchEnded
from outflank.play.match import Match
from outflank.play.room import Seat
from outflank.play.setup import Setup
from outflank.play.signals import KeyedSignal, Signal
from outflank.rules import BLACK, WHITE
from outflank.server.matches.live_room import INTERMEDIATE_EVENTS, LiveRoom
from outflank.server.matches.match_entry import MatchEntry
from outflank.server.matches.recorded_room import ALONE
from outflank.store.database import Transaction
from outflank.store.match_store import ListedMatch, MatchRow, MatchSelection
from outflank.store.reading.row_reading import DamagedRow, reading_row
from outflank.store.store import Store

__all__ = ["MatchRegistry", "Terms"]

# Finished matches kept in memory, because they are often asked for soon after their end.
_RECENT = 512

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
    """Opens matches, finds them, and knows who plays in which.

    `events` tells, by kind, what happens in every running match. `player_news` is sent to the
    number of a player when there may be something new for them. `played` tells after each move
    how many seconds it waited for its room, and how many it took until it was stored.
    """

    _room_copies = ALONE

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        seats_for: Callable[[LiveRoom], list[Seat]],
        on_arrival: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self.now = now
        self.journal = store.journal
        self._seats_for = seats_for  # the computers and the oracle of a match
        self._on_arrival = on_arrival  # called before a command without a known arrival
        self.events: KeyedSignal[type[Event], LiveRoom, Event] = KeyedSignal()
        self.player_news: KeyedSignal[int] = KeyedSignal()
        self.played: Signal[float, float] = Signal()
        self._lock = threading.Lock()
        self._running: dict[str, LiveRoom] = {}  # oldest first
        self._recent: OrderedDict[str, LiveRoom] = OrderedDict()
        self._of_player: dict[int, list[LiveRoom]] = {}

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
            match.pause(at=at, note="waiting for the players")
        row = _row(name, match, terms)

        def write(transaction: Transaction) -> None:
            first_events = self.journal.rows(name, match.events)
            self._store.matches.insert(transaction, row, first_events)
            if also is not None:
                also(transaction, name)
            self._write_opened(transaction, name, match)

        self._store.write(write)
        room = self._room(row, match)
        self._register(room, told)
        self.seat(room)
        return room

    def _write_opened(self, transaction: Transaction, name: str, match: Match) -> None:
        """Write more in the transaction that opens a match."""

    def reopen_running(self) -> list[LiveRoom]:
        """Load every running match, without computers and oracle yet."""
        rooms = []
        for row in self._store.matches.running():
            with contextlib.suppress(DamagedRow):  # which was logged; the other matches go on
                rooms.append(self._register(self._load(row)))
        return rooms

    def _load(self, row: MatchRow) -> LiveRoom:
        with reading_row("match", row.id):
            return self._room(row, Match.restore(self.journal.load(row.id)))

    def _room(self, row: MatchRow, match: Match) -> LiveRoom:
        return LiveRoom(
            _entry(row),
            match,
            self.journal,
            self._room_copies,
            now=self.now,
            on_arrival=self._on_arrival,
            on_played=self.played.send,
        )

    def seat(self, room: LiveRoom) -> None:
        """Let the computers and the oracle of a room play in it."""
        if not room.is_seated:
            room.is_seated = True
            room.seat(self._seats_for(room))

    def _register(self, room: LiveRoom, told: Callable[[LiveRoom], None] | None = None) -> LiveRoom:
        if room.is_over:
            return room
        self._add(room)
        room.watch(functools.partial(self._on_event, room))
        if told is not None:
            told(room)
        for player in room.players:
            self.player_news.send(player)
        return room

    def _add(self, room: LiveRoom) -> None:
        with self._lock:
            if room.name in self._running:
                return
            self._running[room.name] = room
            for player in room.players:
                self._of_player.setdefault(player, []).append(room)

    def _on_event(self, room: LiveRoom, event: Event) -> None:
        kind = type(event)
        if kind not in INTERMEDIATE_EVENTS:
            if kind is MatchEnded:
                self._unregister(room)
            for player in room.players:
                self.player_news.send(player)
        self.events.send(kind, room, event)

    def _unregister(self, room: LiveRoom) -> None:
        with self._lock:
            self._remove(room)
            self._keep_recent(room)

    def _remove(self, room: LiveRoom) -> None:
        self._running.pop(room.name, None)
        for player in room.players:
            rooms = [other for other in self._of_player.get(player, ()) if other is not room]
            if rooms:
                self._of_player[player] = rooms
            else:
                self._of_player.pop(player, None)

    def _keep_recent(self, room: LiveRoom) -> None:
        self._recent[room.name] = room
        self._recent.move_to_end(room.name)
        while len(self._recent) > _RECENT:
            name, forgotten = self._recent.popitem(last=False)
            forgotten.drop_watchers()
            self.journal.forget(name)

    def forget(self, name: str) -> None:
        """Drop a deleted match from memory."""
        with self._lock:
            self._recent.pop(name, None)
            self.journal.forget(name)

    # Finding

    def room(self, name: str) -> LiveRoom:
        """Return a match by its name; a finished one may be read from the database."""
        if found := self.known_room(name):
            return found
        row = self._store.matches.get(name)
        if row is None:
            raise UnknownMatch(f"there is no match {name[:32]!r}")
        room = self._load(row)
        with self._lock:
            if found := self._running.get(name):
                return found
            self._keep_recent(room)
        return room

    def known_room(self, name: str) -> LiveRoom | None:
        """Return a match if it is in memory, running or not."""
        return self._running.get(name) or self._recent.get(name)

    def newest_at_once(self, name: str) -> LiveRoom | None:
        """Return a running match if it is certain, without a look, that nobody knows more of it."""
        return self._running.get(name)

    def running_room(self, name: str) -> LiveRoom | None:
        """Return a running match, or None; never reads the database."""
        return self._running.get(name)

    def running(self) -> list[LiveRoom]:
        """Return every running match in memory, the oldest first."""
        return list(self._running.values())

    def rooms_of(self, player: int) -> list[LiveRoom]:
        """Return the running matches of a player, the oldest first."""
        return self.known_rooms_of(player)

    def rooms_at_once(self, player: int) -> list[LiveRoom] | None:
        """Return the same if it is certain, without a look, that nobody knows of others."""
        return self.known_rooms_of(player)

    def known_rooms_of(self, player: int) -> list[LiveRoom]:
        """Return those running matches of a player that are in memory, the oldest first."""
        return list(self._of_player.get(player, ()))

    def rooms_of_tournament(self, number: int) -> list[LiveRoom]:
        """Return the running matches of a tournament, the oldest first."""
        return [room for room in self.running() if room.entry.tournament == number]

    @property
    def watched_since(self) -> int:
        """Since when something must have happened in a match that anybody watches."""
        return self.now() - _ABANDONED

    def public_rooms(self, most: int, *, since: int | None = None) -> list[LiveRoom]:
        """Return the oldest public matches that run.

        With a moment only those are meant that are worth watching: in tournaments those that have
        begun, and elsewhere those that changed since.
        """
        return self._public(since)[:most]

    def count_public(self, *, since: int | None = None) -> int:
        """Return how many public matches run, of which are meant the same."""
        return len(self._public(since))

    def _public(self, since: int | None) -> list[LiveRoom]:
        public = [room for room in self.running() if not room.entry.private]
        return public if since is None else [room for room in public if _is_watched(room, since)]

    def lobby_rooms(self, since: int, most: int) -> list[LiveRoom]:
        """Return public matches outside tournaments that changed since, the newest first."""
        rooms = [room for room in self._public(since) if room.entry.tournament is None]
        return rooms[: -most - 1 : -1]

    def listed(self, selection: MatchSelection) -> list[ListedMatch]:
        """Return the public matches that were selected, running or over, the newest first."""
        return self._store.matches.listed(selection)

    def results_of(self, player: int, against: int | None = None) -> dict[str, int]:
        """Return how the matches of a player, or those with another, ended: wins, draws, losses."""
        return self._store.matches.results_of(player, against)

    def last_ended_of(self, player: int) -> str | None:
        """Return the name of the match of a player that ended last."""
        return self._store.matches.last_finished_of(player)

    def __len__(self) -> int:
        return len(self._running)

    def close(self) -> None:
        """Close every room; running matches stay in the database."""
        for room in self.running():
            room.close()
            room.news.send()


def _is_watched(room: LiveRoom, since: int) -> bool:
    if room.entry.tournament is None:
        return room.changed > since
    return not room.is_paused or bool(room.state.moves)


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
    )


def _entry(row: MatchRow) -> MatchEntry:
    names = ("id", "black", "white", "tournament", "pairing", "rated", "private", "created")
    return MatchEntry(**{name: getattr(row, name) for name in names})
