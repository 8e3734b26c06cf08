"""Streams for open pages: boards, a tournament and the lobby, each sent as a whole state.

A board is rendered once for all its readers after each event of its match; a tournament and the
lobby are rendered once a second while somebody follows them. A slow reader skips states and gets
the newest one next, so nothing queues up.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from outflank.errors import OutflankError, UnknownMatch
from outflank.faces.web.streams.streams import StreamFormat, StreamReader
from outflank.faces.web.wire.schemas.watch import GoneLine, TimeLine
from outflank.faces.web.wire.views.matches import word
from outflank.faces.web.wire.views.watch import (
    NO_TOURNAMENT,
    board_view,
    lobby_line,
    lobby_rooms,
    seats_of,
    tournament_line,
)
from outflank.store.reading.row_reading import DamagedRow

if TYPE_CHECKING:
    from outflank.faces.web.http.event_loop import EventLoop
    from outflank.faces.web.wire.schemas.matches import Seat, Turn
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.challenges import Challenge
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["Wanted", "WatchHub", "WatchReader"]

_PAUSE = 1.0  # seconds between two checks of a tournament or the lobby

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page follows: matches by name, and a tournament by number (0 is the current one)."""

    matches: tuple[str, ...] = ()
    tournament: int | None = None
    lobby: bool = False

    @property
    def changes_by_itself(self) -> bool:
        """Whether matches come and go without a request of the page."""
        return self.tournament is not None or self.lobby


class DrawnBoard(NamedTuple):
    """The encoded state of a match, without the end of its line."""

    line: bytes
    seq: int
    turn: Turn | None
    seats: tuple[Seat, Seat]


class BoardFeed:
    """A followed match: its readers, and the newest line, which they share."""

    def __init__(self, room: LiveRoom, on_news: Callable[[BoardFeed], None]) -> None:
        self.room = room
        self.readers: set[WatchReader] = set()
        self.spectators = 0  # pages of spectators that show only this match
        self.here: dict[str, int] = {}  # pages of its players, by colour
        self.line = b""  # without the time and the spectators
        self.seq = -1  # the number of the next event after the newest line
        self.turn: Turn | None = None
        self.seats: tuple[Seat, Seat] | None = None
        self.version = 0
        self.drawn: asyncio.Event = asyncio.Event()  # set unless the board is being rendered
        self.drawn.set()
        self.is_stale = True
        self.leave: Callable[[], None] = room.new_events.subscribe(functools.partial(on_news, self))
        self._shared: tuple[object, int, bytes] = (None, 0, b"")

    def whole_line(self, now: int) -> bytes:
        """Return the line with the number of spectators and the time, encoded once for many."""
        mark, made, line = self._shared
        here = sorted(color for color, pages in self.here.items() if pages)
        current = self.version, self.spectators, here
        if mark != current or now - made > 100:
            line = _whole(self.line, now, self.spectators, here)
            self._shared = current, now, line
        return line


def _whole(line: bytes, now: int, spectators: int = 0, here: Sequence[str] = ()) -> bytes:
    """Complete a match's line with the facts that change without events."""
    return line + b',"spectators":%d,"here":%b,"now":%d}' % (spectators, _encode(here), now)


class WatchHub:
    """Knows what each page follows, and renders each state once for all pages."""

    def __init__(self, server: CompetitionServer, loop: EventLoop) -> None:
        self.server = server
        self._loop = loop
        self.boards: dict[str, BoardFeed] = {}
        self.roaming: set[WatchReader] = set()  # pages on which matches come and go
        self._tables: dict[int, tuple[object, bytes]] = {}
        server.challenges.changed.subscribe(self._see_challenge)

    def start(self) -> None:
        """Start checking tournaments and the lobby, on the running loop."""
        self._loop.begin(self._look_regularly())

    # Readers, on the loop

    def join(self, reader: WatchReader, room: LiveRoom, *, is_visit: bool) -> None:
        """Start sending a match to a reader; on a visit its page shows only this match."""
        feed = self.boards.get(room.name)
        if feed is None:
            feed = self.boards[room.name] = BoardFeed(room, self._see)
        feed.readers.add(reader)
        reader.followed[room.name] = feed
        if is_visit:
            reader.visited.add(room.name)
            self._count_visit(reader, feed, 1)
        reader.touched.add(room.name)
        accounts = self.server.accounts
        is_known = accounts.are_known(room.players)  # otherwise a thread must read them
        if feed.line and is_known and feed.seats == seats_of(accounts, room):
            reader.touch()
        else:
            self._renew(feed)

    def leave(self, reader: WatchReader, name: str) -> None:
        """Stop sending a match to a reader."""
        feed = reader.followed.pop(name, None)
        if feed is None:
            return
        feed.readers.discard(reader)
        if name in reader.visited:
            reader.visited.discard(name)
            self._count_visit(reader, feed, -1)
        if not feed.readers:
            self.boards.pop(name, None)
            feed.leave()

    def _count_visit(self, reader: WatchReader, feed: BoardFeed, more: int) -> None:
        """Count the pages that show only one match: those of its players and of spectators."""
        color = None if reader.player is None else feed.room.entry.color_of(reader.player)
        if color is None:
            feed.spectators += more
            self._tell(feed)
            return
        feed.here[str(color)] = feed.here.get(str(color), 0) + more
        if feed.here[str(color)] == max(0, more):  # the first came, or the last went
            self._tell(feed)

    async def line_of(self, room: LiveRoom, seq: int) -> bytes | None:
        """Return the line of a match with all events before a number, or None if that failed."""
        feed = self.boards.get(room.name)
        if feed is None:
            made = await asyncio.to_thread(self._board, room)
            return _whole(made.line, self.server.now())
        if feed.seq < seq:
            self._renew(feed)
        await feed.drawn.wait()
        return feed.whole_line(self.server.now()) if feed.seq >= seq else None

    # Events, on the threads that cause them: this must be quick

    def _see(self, feed: BoardFeed) -> None:
        self._loop.call(functools.partial(self._renew, feed))

    def _see_challenge(self, _: Challenge) -> None:
        if self.roaming:
            self._loop.call(lambda: self._loop.begin(self._look()))

    # States, rendered on threads because that locks matches

    def _renew(self, feed: BoardFeed) -> None:
        """Render a board for its readers, and again if something happens meanwhile."""
        feed.is_stale = True
        if feed.drawn.is_set():
            feed.drawn.clear()
            self._loop.begin(self._draw(feed))

    async def _draw(self, feed: BoardFeed) -> None:
        try:
            while feed.is_stale:
                feed.is_stale = False
                made = await asyncio.to_thread(self._board, feed.room)
                feed.seq = made.seq
                if made.line != feed.line:  # else it has been told already
                    feed.line, feed.turn, feed.seats = made.line, made.turn, made.seats
                    feed.version += 1
                    self._tell(feed)
        finally:
            feed.drawn.set()

    def _tell(self, feed: BoardFeed) -> None:
        for reader in feed.readers:
            reader.touched.add(feed.room.name)
            reader.touch()

    def _board(self, room: LiveRoom) -> DrawnBoard:
        seats = seats_of(self.server.accounts, room)
        with room.reading() as match:
            made = board_view(room.entry, match, seats)
        return DrawnBoard(_encode(made)[:-1], made.seq, made.turn, seats)

    async def _look_regularly(self) -> None:
        while True:
            await asyncio.sleep(_PAUSE)
            if self.roaming:
                await self._look()

    async def _look(self) -> None:
        """Check what roaming pages follow, and send them changes."""
        readers = list(self.roaming)
        names = {reader.wanted.tournament for reader in readers} - {None}
        players = {reader.player for reader in readers if reader.wanted.lobby}
        try:
            seen = await asyncio.to_thread(self.look_at, names, players)
        except OutflankError:  # the database does not answer: the next check may succeed
            return
        for reader in readers:
            if reader in self.roaming:
                reader.see(seen)

    def look_at(self, tournaments: Iterable[int | None], players: Iterable[int | None]) -> Seen:
        """Return the states of some tournaments, and of the lobby as some players see it."""
        server, tables, boards = self.server, {}, {}
        for wanted in tournaments:
            if wanted is None:
                continue
            number = wanted or server.tournaments.current()
            try:
                tables[wanted] = self._table(number)
                boards[wanted] = [] if number is None else list(server.tournaments.rooms(number))
            except DamagedRow:  # the other pages get theirs
                tables[wanted], boards[wanted] = _NOTHING, []
        lobbies = {player: _encode(lobby_line(server, player)) for player in players}
        rooms = lobby_rooms(server) if lobbies else []
        own = {player: server.registry.rooms_of(player) for player in lobbies if player is not None}
        return Seen(tables, boards, lobbies, rooms, own)

    def _table(self, number: int | None) -> bytes:
        """Return the line of a tournament, which is rendered only after a change."""
        if number is None:
            return _NOTHING
        mark = self._mark(number)
        known = self._tables.get(number)
        if known is None or known[0] != mark:
            known = self._tables[number] = mark, _encode(tournament_line(self.server, number))
            while len(self._tables) > 64:
                del self._tables[next(iter(self._tables))]
        return known[1]

    def _mark(self, number: int) -> object:
        """Return a value that changes whenever the line of a tournament does."""
        state = self.server.tournaments.scheduler.state(number)
        players = [each.player for each in state.participants.copy().values() if each.player]
        names = self.server.accounts.names_of(players)
        boards = [room.name for room in state.in_play()]
        return state.status, state.tournament, boards, names, dict(state.matches)


_NOTHING = _encode(NO_TOURNAMENT)


@dataclass(frozen=True, slots=True)
class Seen:
    """Tournaments and the lobby at one moment, with their matches."""

    tables: dict[int, bytes]
    boards: dict[int, list[LiveRoom]]
    lobbies: dict[int | None, bytes]
    public: list[LiveRoom]
    own: dict[int, list[LiveRoom]]


class WatchReader(StreamReader):
    """One page: what it follows, and what was not sent to it yet."""

    def __init__(
        self, hub: WatchHub, form: StreamFormat, wanted: Wanted, player: int | None, *, plays: bool
    ) -> None:
        super().__init__(form, is_player=plays)
        self.wanted = wanted
        self.player = player
        self.followed: dict[str, BoardFeed] = {}
        self.visited: set[str] = set()  # the matches that its page shows alone
        self.touched: set[str] = set()
        self.touch: Callable[[], None] = lambda: None
        self._hub = hub
        self._table = self._lobby = b""
        self._gone: list[str] = []
        self._rooms: list[LiveRoom] = []
        self._seen: Seen | None = None
        self._lines: list[bytes] = []  # of tournaments and the lobby, not sent yet
        self._shown: list[BoardFeed] = []  # boards that are being written

    async def beginning(self) -> bytes:
        """Find what the page follows; the states come with the first chunk."""
        return await asyncio.to_thread(self._begin)

    def _begin(self) -> bytes:
        for name in dict.fromkeys(self.wanted.matches):
            try:
                self._rooms.append(self._hub.server.registry.room(name))
            except (UnknownMatch, DamagedRow):
                self._gone.append(name)
        if self.wanted.changes_by_itself:
            players = [self.player] if self.wanted.lobby else []
            self._seen = self._hub.look_at([self.wanted.tournament], players)
        if self._rooms or self._gone or self._seen is not None:
            return b""
        return self.silence()

    def start(self, touch: Callable[[], None]) -> None:
        """Start following."""
        self.touch = touch
        for room in self._rooms:
            self._hub.join(self, room, is_visit=True)
        if self.wanted.changes_by_itself:
            self._hub.roaming.add(self)
        self._lines += [_encode(GoneLine(name)) for name in self._gone]
        if self._seen is not None:
            self.see(self._seen)

    def stop(self) -> None:
        """Stop following."""
        self._hub.roaming.discard(self)
        for name in list(self.followed):
            self._hub.leave(self, name)

    def see(self, seen: Seen) -> None:
        """Receive a tournament and the lobby, and follow their new matches."""
        wanted = self.wanted.tournament
        if wanted is not None and wanted in seen.tables:
            if seen.tables[wanted] != self._table:
                self._table = seen.tables[wanted]
                self._lines.append(self._table)
            self._follow(seen.boards[wanted])
        if self.wanted.lobby and self.player in seen.lobbies:
            if seen.lobbies[self.player] != self._lobby:
                self._lobby = seen.lobbies[self.player]
                self._lines.append(self._lobby)
            self._follow(seen.public)
            if self.player is not None:
                self._follow(seen.own.get(self.player, ()))
        if self._lines:
            self.touch()

    def _follow(self, rooms: Iterable[LiveRoom]) -> None:
        for room in rooms:
            if room.name not in self.followed:
                self._hub.join(self, room, is_visit=False)

    def next_chunk(self) -> bytes:
        """Return the states that have changed."""
        now = self._hub.server.now()
        lines, self._lines = self._lines, []
        touched, self.touched = self.touched, set()
        for name in touched:
            feed = self.followed.get(name)
            if feed is None:
                continue
            if not feed.line:  # being rendered for the first time
                self.touched.add(name)
                continue
            lines.append(feed.whole_line(now))
            self._shown.append(feed)
        return b"".join(map(self.form.plain, lines))

    def silence(self) -> bytes:
        """Return a line that keeps the connection alive."""
        return self.form.plain(_encode(TimeLine(self._hub.server.now())))

    def note_sent(self) -> None:
        """Tell rooms that their turn was sent to the player who is to move."""
        shown, self._shown = self._shown, []
        for feed in shown:
            room, turn = feed.room, feed.turn
            own = () if self.player is None else room.colors_of(self.player)
            if turn is not None and turn.color in map(word, own):
                room.mark_delivered(turn.seq)
            if room.is_over and room.name not in self.wanted.matches:
                self._hub.leave(self, room.name)

    @property
    def is_finished(self) -> bool:
        """Never: a page reads until it is closed."""
        return False
