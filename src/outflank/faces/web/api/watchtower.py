"""What open pages follow: boards, a tournament and the lobby, each sent as a whole state.

A slow reader skips states and gets the newest one next, so nothing queues up.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from outflank.errors import UnknownMatch
from outflank.faces.web.api.watch_schemas import GoneLine, TimeLine
from outflank.faces.web.api.watch_views import (
    NO_TOURNAMENT,
    board_view,
    lobby_line,
    public_rooms,
    seats_of,
    tournament_line,
)
from outflank.server.matches.live_room import INTERMEDIATE_EVENTS

if TYPE_CHECKING:
    from outflank.faces.web.api.schemas import Seat, Turn
    from outflank.play.events import Event
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.challenges import Challenge
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["Told", "Wanted", "Watcher", "Watchtower"]

_PAUSE = 1.0  # seconds between two looks at a tournament or at the lobby
_MOST_TABLES = 64  # tournaments whose lines are kept

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page follows: matches by name, a tournament by number, 0 being the current one."""

    matches: tuple[str, ...] = ()
    tournament: int | None = None
    lobby: bool = False

    @property
    def changes_by_itself(self) -> bool:
        """Whether matches come and go without the page asking for them."""
        return self.tournament is not None or self.lobby


@dataclass(frozen=True, slots=True)
class Told:
    """A line for a page; for a board also the room and the turn that it shows."""

    line: bytes
    room: LiveRoom | None = None
    turn: Turn | None = None


@dataclass(slots=True)
class _View:
    """The newest view of a room, without what changes by itself; all its readers share it."""

    lock: threading.Lock
    seq: int = -1
    seats: tuple[Seat, Seat] | None = None
    line: bytes = b""
    turn: Turn | None = None


@dataclass(slots=True)
class _Table:
    """The newest line of a tournament, made anew only when something has changed."""

    lock: threading.Lock
    looked: float = 0.0
    mark: object = None
    line: bytes = b""


class Watchtower:
    """Knows which page follows what, and caches the newest view of each match for all of them."""

    def __init__(self, server: CompetitionServer) -> None:
        self.server = server
        self._lock = threading.Lock()
        self._followers: dict[str, set[Watcher]] = {}
        self._spectators: dict[str, int] = {}
        self._watchers: set[Watcher] = set()
        self._views: weakref.WeakKeyDictionary[LiveRoom, _View] = weakref.WeakKeyDictionary()
        self._tables: dict[int, _Table] = {}
        self._current: tuple[float, int | None] = (0.0, None)
        server.registry.watch(self._see)
        server.challenges.watch(self._see_challenge)

    # Who follows what

    def join(self, wanted: Wanted, player: int | None = None) -> Watcher:
        """Let somebody follow something from now on."""
        watcher = Watcher(self, wanted, player)
        with self._lock:
            self._watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Let somebody follow nothing any more."""
        with self._lock:
            self._watchers.discard(watcher)
        for name in list(watcher.followed):
            self.unfollow(watcher, name)

    def follow(self, watcher: Watcher, room: LiveRoom, *, as_spectator: bool) -> None:
        """Tell a watcher of a match from now on."""
        with self._lock:
            self._followers.setdefault(room.name, set()).add(watcher)
            watcher.followed[room.name] = room
            if as_spectator:
                watcher.visited.add(room.name)
                self._spectators[room.name] = self._spectators.get(room.name, 0) + 1
        if as_spectator:
            self._touch(room.name)

    def unfollow(self, watcher: Watcher, name: str) -> None:
        """Tell a watcher no longer of a match."""
        was_spectator = name in watcher.visited
        with self._lock:
            watcher.followed.pop(name, None)
            followers = self._followers.get(name, set())
            followers.discard(watcher)
            if not followers:
                self._followers.pop(name, None)
            if was_spectator:
                watcher.visited.discard(name)
                self._spectators[name] -= 1
                if not self._spectators[name]:
                    del self._spectators[name]
        if was_spectator:
            self._touch(name)

    def spectators(self, name: str) -> int:
        """Return how many pages show a match by itself, those of its players not counted."""
        return self._spectators.get(name, 0)

    def wake(self) -> None:
        """Wake everybody, because the server is about to stop."""
        for watcher in list(self._watchers):
            watcher.wake()

    # Events, on the threads that cause them; nothing here may take long

    def _see(self, room: LiveRoom, event: Event) -> None:
        if not isinstance(event, INTERMEDIATE_EVENTS):
            self._touch(room.name)

    def _touch(self, name: str) -> None:
        for watcher in tuple(self._followers.get(name, ())):
            watcher.touch(name)

    def _see_challenge(self, _: Challenge) -> None:
        for watcher in tuple(self._watchers):
            if watcher.wanted.lobby:
                watcher.wake(look=True)

    # Present states

    def board(self, room: LiveRoom) -> Told:
        """Return the present state of a match, computed once for all pages."""
        with self._lock:
            view = self._views.setdefault(room, _View(threading.Lock()))
        seats = seats_of(self.server.accounts, room)
        with view.lock:
            if view.seq != room.seq or view.seats != seats:
                with room.reading() as match:
                    made = board_view(room.entry, match, seats)
                view.seq, view.seats, view.turn = made.seq, seats, made.turn
                view.line = _encode(made)[:-1]
            line, turn = view.line, view.turn
        more = b',"spectators":%d,"now":%d}' % (self.spectators(room.name), self.server.now())
        return Told(line + more, room, turn)

    def table(self, number: int | None) -> bytes:
        """Return the state of a tournament, at most a second old."""
        if number is None:
            return _NOTHING
        with self._lock:
            table = self._tables.setdefault(number, _Table(threading.Lock()))
            if len(self._tables) > _MOST_TABLES:
                del self._tables[next(iter(self._tables))]
        with table.lock:
            if not table.line or time.monotonic() - table.looked >= _PAUSE:
                mark = self._mark(number)
                if mark != table.mark:
                    table.line, table.mark = _encode(tournament_line(self.server, number)), mark
                table.looked = time.monotonic()
            return table.line

    def _mark(self, number: int) -> object:
        """Return a value that changes whenever the line of a tournament does."""
        state = self.server.tournaments.scheduler.state(number)
        players = [each.player for each in state.participants.copy().values() if each.player]
        names = [self.server.accounts.name_of(player) for player in players]
        boards = [room.name for room in state.in_play()]
        return state.status, state.tournament, boards, names, dict(state.matches)

    def current(self) -> int | None:
        """Return the tournament that runs, else the one that ended last."""
        looked, number = self._current
        if time.monotonic() - looked >= _PAUSE:
            number = self._find_current()
            self._current = time.monotonic(), number
        return number

    def _find_current(self) -> int | None:
        states = list(self.server.tournaments.scheduler.states.values())
        running = [one for one in states if one.status in ("running", "paused")]
        if running:
            # An organiser's tournament comes before the try-out.
            return max(running, key=lambda one: (not one.is_tryout, one.id)).id
        newest = self.server.tournaments.list(limit=10)
        return next((one["id"] for one in newest if one["status"] != "draft"), None)


_NOTHING = _encode(NO_TOURNAMENT)


class Watcher:
    """One page: what it follows, and what it has not been sent yet."""

    def __init__(self, tower: Watchtower, wanted: Wanted, player: int | None) -> None:
        self.wanted = wanted
        self.followed: dict[str, LiveRoom] = {}
        self.visited: set[str] = set()  # those that it shows as a spectator
        self.changed = threading.Condition()
        self._tower = tower
        self._player = player
        self._touched: set[str] = set()
        self._table: bytes = b""
        self._lobby: bytes = b""
        self._next_look = 0.0  # by the clock of this machine, not by that of the matches

    def touch(self, name: str) -> None:
        """Note that something has happened in a match."""
        with self.changed:
            self._touched.add(name)
            self.changed.notify_all()

    def wake(self, *, look: bool = False) -> None:
        """Wake the page, to look at the lobby if something has changed there."""
        with self.changed:
            if look:
                self._next_look = 0.0
            self.changed.notify_all()

    def wait(self, is_over: Callable[[], bool], longest: float) -> None:
        """Wait until there is something to tell, it is over, or it is time to look again."""
        if self.wanted.changes_by_itself:
            longest = min(longest, self._next_look - time.monotonic())
        with self.changed:
            self.changed.wait_for(
                lambda: self._touched or is_over() or self._is_called_to_look(), max(0.0, longest)
            )

    # What to tell

    def beginning(self) -> list[Told]:
        """Return the states of everything that is followed."""
        found: list[Told] = []
        for name in dict.fromkeys(self.wanted.matches):
            try:
                room = self._tower.server.registry.room(name)
            except UnknownMatch:
                found.append(Told(_encode(GoneLine(name))))
                continue
            is_player = self._player is not None and room.entry.color_of(self._player) is not None
            self._tower.follow(self, room, as_spectator=not is_player)
            self._touched.add(name)
        return [*found, *self.news()]

    def news(self) -> list[Told]:
        """Return the states that have changed."""
        found = self._look() if self._is_time_to_look() else []
        with self.changed:
            touched, self._touched = self._touched, set()
        rooms = [room for name, room in self.followed.items() if name in touched]
        found += map(self._tower.board, rooms)
        for room in rooms:
            if room.is_over and room.name not in self.wanted.matches:
                self._tower.unfollow(self, room.name)
        return found

    def silence(self) -> Told:
        """Return the line that says only that the connection lives."""
        return Told(_encode(TimeLine(self._tower.server.now())))

    def _is_called_to_look(self) -> bool:
        return self.wanted.changes_by_itself and not self._next_look

    def _is_time_to_look(self) -> bool:
        now = time.monotonic()
        if not self.wanted.changes_by_itself or now < self._next_look:
            return False
        self._next_look = now + _PAUSE
        return True

    def _look(self) -> list[Told]:
        """Look at the tournament and at the lobby, and follow the matches that are new there."""
        tower, found = self._tower, []
        if self.wanted.tournament is not None:
            number = self.wanted.tournament or tower.current()
            table = tower.table(number)
            if table != self._table:
                self._table = table
                found.append(Told(table))
            if number is not None:
                self._follow(tower.server.tournaments.rooms(number))
        if self.wanted.lobby:
            lobby = _encode(lobby_line(tower.server, self._player))
            if lobby != self._lobby:
                self._lobby = lobby
                found.append(Told(lobby))
            self._follow(public_rooms(tower.server))
            if self._player is not None:
                self._follow(tower.server.registry.rooms_of(self._player))
        return found

    def _follow(self, rooms: Iterable[LiveRoom]) -> None:
        for room in rooms:
            if room.name not in self.followed:
                self._tower.follow(self, room, as_spectator=False)
                self.touch(room.name)
