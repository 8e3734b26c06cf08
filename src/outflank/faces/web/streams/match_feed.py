"""The stream of a match: every event once and in order, with the state after them."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from outflank.faces.web.streams.streams import StreamFormat, StreamReader
from outflank.faces.web.wire.views.matches import match_object, state_line
from outflank.play.events import TurnStarted
from outflank.server.matches.public_events import public_lines

if TYPE_CHECKING:
    from outflank.faces.web.http.event_loop import EventLoop
    from outflank.rules import Color
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["MatchFeeds", "MatchReader"]

_FRESH = 100  # milliseconds for which readers share a state line, which holds the time


class MatchFeed:
    """What the readers of one match share: its newest lines, encoded once."""

    def __init__(self, room: LiveRoom, now: Callable[[], int], loop: EventLoop) -> None:
        self.room = room
        self.touches: dict[MatchReader, Callable[[], None]] = {}
        self.leave: Callable[[], None] = room.new_events.subscribe(
            functools.partial(loop.call, self.tell)
        )
        self._now = now
        self._seq = -1
        self._made = 0
        self._chunks: dict[tuple[bool, int, bool], bytes] = {}

    def tell(self) -> None:
        """Let every reader send the news."""
        for touch in self.touches.values():
            touch()

    def chunk(self, form: StreamFormat, since: int, *, with_state: bool) -> tuple[bytes, int]:
        """Return the events from a number on, the state after them, and the next number."""
        state, now = self.room.state, self._now()
        if state.seq != self._seq or now - self._made > _FRESH:
            self._chunks.clear()
            self._seq, self._made = state.seq, now
        key = form.is_sse, since, with_state
        found = self._chunks.get(key)
        if found is None:
            lines = public_lines(self.room, since)[: state.seq - since]
            parts = [form.numbered(since + at, line) for at, line in enumerate(lines)]
            if parts or with_state:
                parts.append(form.plain(state_line(state, now)))
            found = self._chunks[key] = b"".join(parts)
        return found, max(since, state.seq)


class MatchFeeds:
    """The feeds of all matches that have readers."""

    def __init__(self, now: Callable[[], int], loop: EventLoop) -> None:
        self._now = now
        self._loop = loop
        self._feeds: dict[str, MatchFeed] = {}

    def join(self, reader: MatchReader, room: LiveRoom, touch: Callable[[], None]) -> MatchFeed:
        """Add a reader of a match."""
        feed = self._feeds.get(room.name)
        if feed is None:
            feed = self._feeds[room.name] = MatchFeed(room, self._now, self._loop)
        feed.touches[reader] = touch
        return feed

    def leave(self, reader: MatchReader, room: LiveRoom) -> None:
        """Remove a reader of a match."""
        feed = self._feeds.get(room.name)
        if feed is not None:
            feed.touches.pop(reader, None)
            if not feed.touches:
                self._feeds.pop(room.name).leave()


class MatchReader(StreamReader):
    """One reader of a match, who gets every event once and in order."""

    def __init__(  # noqa: PLR0917 - each is one thing about the reader
        self,
        feeds: MatchFeeds,
        server: CompetitionServer,
        room: LiveRoom,
        form: StreamFormat,
        since: int,
        viewer: int | None,
        asked: int | None,
    ) -> None:
        self._own_color: Color | None = None if viewer is None else room.entry.color_of(viewer)
        super().__init__(form, is_player=self._own_color is not None)
        self._feeds = feeds
        self._feed: MatchFeed | None = None
        self._server = server
        self._room = room
        self._since = self._seq = since
        self.player = viewer
        self._asked = asked  # the time at which the stream was requested, if known
        self._turn: int | None = None  # this player's turn that is being written

    async def beginning(self) -> bytes:
        """Return the line with the present state of the match."""
        accounts, players = self._server.accounts, self._room.players
        if not accounts.are_known(players):
            await asyncio.to_thread(accounts.names_of, players)
        encoded = msgspec.json.encode(match_object(self._server, self._room, self.player))
        return self.form.plain(b'{"event":"Match",' + encoded[1:])

    def start(self, touch: Callable[[], None]) -> None:
        """Start following the match."""
        self._feed = self._feeds.join(self, self._room, touch)

    def stop(self) -> None:
        """Stop following the match."""
        if self._feed is not None:
            self._feed = None
            self._feeds.leave(self, self._room)

    def next_chunk(self) -> bytes:
        """Return the new events, and the state after them."""
        if self._feed is None:
            return b""
        first, is_first = self._seq, self._seq == self._since
        chunk, self._seq = self._feed.chunk(self.form, first, with_state=is_first)
        if is_first:
            self._since = -1  # the state is sent once without events
        if self._own_color is not None and self._seq > first:
            self._turn = self._turn_at(self._seq - 1, is_first=is_first)
        return chunk

    def _turn_at(self, seq: int, *, is_first: bool) -> int | None:
        """Return a number if its event is this player's turn."""
        asked = self._room.state.asked
        is_turn = isinstance(asked, TurnStarted) and asked.seq == seq
        is_own = is_turn and asked is not None and asked.color is self._own_color
        return seq if is_own and (not is_first or self._asked is not None) else None

    def note_sent(self) -> None:
        """Tell the room that the turn was sent to the player who is to move."""
        turn, self._turn = self._turn, None
        if turn is not None:
            self._room.mark_delivered(turn, self._asked)
            self._asked = None  # the stream has begun

    @property
    def is_finished(self) -> bool:
        """Whether the match is over and everything has been sent."""
        return self._room.is_over and self._seq >= self._room.seq
