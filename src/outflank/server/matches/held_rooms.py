"""The matches in memory, and what happens in them."""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable

from outflank.errors import UnknownMatch
from outflank.play.events import Event, MatchEnded
from outflank.play.match import Match
from outflank.play.signals import KeyedSignal, Signal
from outflank.server.matches.live_room import INTERMEDIATE_EVENTS, LiveRoom
from outflank.server.matches.match_entry import MatchEntry
from outflank.server.matches.recorded_room import ALONE, Copies
from outflank.store.match_store import MatchRow
from outflank.store.reading.row_reading import reading_row
from outflank.store.store import Store
from outflank.texts import Text

__all__ = ["HeldRooms"]

# Finished matches kept in memory, because they are often asked for soon after their end.
_RECENT = 512


class HeldRooms:
    """Makes the rooms of matches, and keeps the running and the most recently ended ones.

    `events` tells, by kind, what happens in every match that was made. `player_changed` is sent to
    the number of a player when there may be something new for them. `played` tells after each move
    how many seconds it waited for its room, and how many it took until it was stored.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        copies: Copies = ALONE,
        on_arrival: Callable[[], None] = lambda: None,
    ) -> None:
        self._matches = store.matches
        self._journal = store.journal
        self._now = now
        self._copies = copies
        self._on_arrival = on_arrival  # called before a command without a known arrival
        self.events: KeyedSignal[type[Event], LiveRoom, Event] = KeyedSignal()
        self.player_changed: KeyedSignal[int] = KeyedSignal()
        self.played: Signal[float, float] = Signal()
        self._lock = threading.Lock()
        self._running: dict[str, LiveRoom] = {}  # in the order in which they were added
        self._recent: OrderedDict[str, LiveRoom] = OrderedDict()
        self._of_player: dict[int, list[LiveRoom]] = {}

    # Making

    def made(self, row: MatchRow, match: Match) -> LiveRoom:
        """Return a new room of a match, which is not kept yet."""
        room = LiveRoom(
            _entry(row),
            match,
            self._journal,
            self._copies,
            now=self._now,
            on_arrival=self._on_arrival,
            on_played=self.played.send,
        )
        room.watch(functools.partial(self._on_event, room))
        return room

    def load(self, row: MatchRow) -> LiveRoom:
        """Return a new room of a match in the database."""
        with reading_row("match", row.id):
            return self.made(row, Match.restore(self._journal.load(row.id)))

    def read(self, name: str) -> LiveRoom:
        """Return the same by the name of the match."""
        row = self._matches.get(name)
        if row is None:
            raise UnknownMatch(Text("errors.server.no_match", name=repr(name[:32])))
        return self.load(row)

    # Telling

    def _on_event(self, room: LiveRoom, event: Event) -> None:
        kind = type(event)
        if kind not in INTERMEDIATE_EVENTS:
            if kind is MatchEnded:
                self._end(room)
            for player in room.players:
                self.player_changed.send(player)
        self.events.send(kind, room, event)

    # Keeping

    def add(self, room: LiveRoom) -> bool:
        """Keep a match that runs; False if one is kept already."""
        with self._lock:
            if room.name in self._running:
                return False
            self._running[room.name] = room
            for player in room.players:
                self._of_player.setdefault(player, []).append(room)
        return True

    def add_recent(self, room: LiveRoom) -> LiveRoom:
        """Keep a finished match for a while; return its running room if there is one."""
        with self._lock:
            if (running := self._running.get(room.name)) is not None:
                return running
            self._keep_recent(room)
        return room

    def _end(self, room: LiveRoom) -> None:
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
            self._journal.forget(name)

    def drop(self, room: LiveRoom) -> None:
        """Stop holding a match; callers that still have it may go on using it."""
        with self._lock:
            self._remove(room)
            self._journal.forget(room.name)  # which is read again then

    def forget(self, name: str) -> None:
        """Drop a deleted match."""
        with self._lock:
            self._recent.pop(name, None)
            self._journal.forget(name)

    # Finding

    def known_room(self, name: str) -> LiveRoom | None:
        """Return a match, running or not."""
        return self._running.get(name) or self._recent.get(name)

    def running_room(self, name: str) -> LiveRoom | None:
        """Return a match that runs."""
        return self._running.get(name)

    def running(self) -> list[LiveRoom]:
        """Return every running match, in the order in which they were added."""
        return list(self._running.values())

    def rooms_of(self, player: int) -> list[LiveRoom]:
        """Return the running matches of a player, in the same order."""
        return list(self._of_player.get(player, ()))

    def __len__(self) -> int:
        return len(self._running)

    def close(self) -> None:
        """Close every room; running matches stay in the database."""
        for room in self.running():
            room.close()
            room.new_events.send()


def _entry(row: MatchRow) -> MatchEntry:
    names = ("id", "black", "white", "tournament", "pairing", "rated", "private", "created")
    return MatchEntry(**{name: getattr(row, name) for name in names})
