"""The stream of a match: events are written by the thread that causes them, if the reader keeps up.

Waking a thread for each reader would cost more than writing. So the thread of a stream sleeps; it
only writes what a reader could not take at once, keep-alives and the end.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from outflank.faces.web.api.match_views import match_object, record_lines
from outflank.faces.web.api.streams import KEEP_ALIVE

if TYPE_CHECKING:
    from outflank.faces.web.api.calls import ApiCall
    from outflank.faces.web.api.endpoints import RawResponse
    from outflank.faces.web.api.streams import Open, StreamFormat, Streams
    from outflank.rules import Color
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["MatchReader", "match_stream"]

_TURN = b'{"event":"TurnStarted"'


def match_stream(call: ApiCall, room: LiveRoom, since: int) -> RawResponse:
    """Return the stream of a match to a player or to anybody."""
    viewer = call.viewer
    own = None if viewer is None else room.entry.color_of(viewer)
    beginning = _match_line(call, room, viewer)
    streams, line = call.front.streams, ResponseSocket(call.environ)

    def pieces(opened: Open, form: StreamFormat) -> Iterator[bytes]:
        yield form.plain(beginning)
        follower = MatchReader(streams, room, opened, form, line, since, own, viewer)
        follower.asked = call.arrived
        yield from follower.pieces()
        if streams.is_stopping and form.farewell:
            yield form.farewell

    return streams.page(call, room.name, room.wake_waiting, pieces)


def _match_line(call: ApiCall, room: LiveRoom, viewer: int | None) -> bytes:
    encoded = msgspec.json.encode(match_object(call.server, room, viewer))
    return b'{"event":"Match",' + encoded[1:]


class ResponseSocket:
    """The socket of a response, for writing to it directly."""

    def __init__(self, environ: dict[str, Any]) -> None:
        sock = environ.get("gunicorn.socket")  # has a time-out, and so never blocks by itself
        self._sock = sock if hasattr(sock, "fileno") else None
        self._is_chunked = environ.get("SERVER_PROTOCOL") == "HTTP/1.1"

    @property
    def is_there(self) -> bool:
        """Whether there is a connection that can be written to."""
        return self._sock is not None

    def framed(self, data: bytes) -> bytes:
        """Return data as a chunk of the response's body."""
        return b"%x\r\n%b\r\n" % (len(data), data) if self._is_chunked else data

    def write(self, data: bytes) -> bytes:
        """Write as much as fits at this moment, and return the rest."""
        assert self._sock is not None
        try:
            return data[os.write(self._sock.fileno(), data) :]
        except BlockingIOError:
            return data

    def write_all(self, data: bytes) -> None:
        """Write everything, however long that takes within the time-out of the connection."""
        assert self._sock is not None
        self._sock.sendall(data)


class Courier:
    """One thread that writes to all spectators, so that no player waits for them."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[MatchReader] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def call(self, follower: MatchReader) -> None:
        """Queue a reader that has something new to read."""
        self._calls.put(follower)
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="courier", daemon=True)
                    self._thread.start()

    def _run(self) -> None:
        while True:
            self._calls.get().write_new()


_courier = Courier()


class MatchReader:
    """One reader of a match, who gets every event once and in order."""

    def __init__(  # noqa: PLR0917 - each is one thing about the reader
        self,
        streams: Streams,
        room: LiveRoom,
        opened: Open,
        form: StreamFormat,
        line: ResponseSocket,
        since: int,
        own: Color | None,
        player: int | None,
    ) -> None:
        self._streams = streams
        self._room = room
        self._opened = opened
        self._form = form
        self._line = line
        self._since = self._seq = since
        self._color = b'"color":"%b"' % str(own).encode() if own is not None else b""
        self._player = player
        self._lock = threading.Lock()
        self._is_asleep = False  # whether other threads do the writing
        self._woken = threading.Event()
        self._rest = b""  # what did not fit
        self._told = 0.0  # when something was last written
        self.asked: int | None = None  # when the request for the stream arrived, if that is known

    # On the stream's own thread

    def pieces(self) -> Iterator[bytes]:
        """Yield what nobody else has written, until the match is over or the stream is closed."""
        leave = self._room.subscribe(self._call)
        try:
            while not self._is_to_end():
                chunk, turn = self._news()
                if chunk:
                    yield chunk
                    self._notice_shown(turn)
                    self._told = time.monotonic()
                if self._has_read_all():
                    return
                if not self._sleep() and time.monotonic() - self._told >= KEEP_ALIVE:
                    yield self._form.keep_alive
        finally:
            leave()

    def _sleep(self) -> bool:
        """Sleep while other threads write; tell whether there is something to do."""
        self._streams.notice_presence(self._player)
        with self._lock:
            if self._room.seq > self._seq or self._is_to_end():
                return True
            self._woken.clear()
            self._is_asleep = True
        is_called = self._woken.wait(KEEP_ALIVE)
        with self._lock:
            self._is_asleep = False
            rest, self._rest = self._rest, b""
        if rest:
            self._line.write_all(rest)
        return is_called

    # On the threads that cause events

    def _call(self) -> None:
        """Handle new events without blocking."""
        if self._color or not self._line.is_there:
            self.write_new()
        else:
            _courier.call(self)

    def write_new(self) -> None:
        """Write what is new, or wake the stream's own thread for it."""
        turn = None
        with self._lock:
            if not self._is_asleep:
                return  # it checks before it sleeps
            if self._line.is_there and not self._is_to_end():
                chunk, turn = self._news()
                if chunk:
                    self._write(self._line.framed(chunk))
            if not self._line.is_there or self._rest or self._is_to_end() or self._has_read_all():
                self._is_asleep = False
                self._woken.set()
        self._notice_shown(turn)

    def _write(self, data: bytes) -> None:
        try:
            self._rest = self._line.write(data)
        except (OSError, ValueError):
            self._opened.is_closed = True  # the reader has gone
        self._told = time.monotonic()

    # What to write

    def _news(self) -> tuple[bytes, int | None]:
        """Return what is new and, if it is the reader's turn now, its number."""
        first = self._seq
        lines = record_lines(self._room, first)
        numbered = self._form.numbered
        chunk = b"".join([numbered(first + at, line) for at, line in enumerate(lines)])
        self._seq = seq = first + len(lines)
        is_first = first == self._since
        state = self._streams.state_of(self._room, seq) if lines or is_first else None
        if state is not None:
            chunk += self._form.plain(state)
        is_turn = lines and self._color and lines[-1].startswith(_TURN) and self._color in lines[-1]
        return chunk, seq - 1 if is_turn and (not is_first or self.asked is not None) else None

    def _notice_shown(self, turn: int | None) -> None:
        """Tell the room that a turn has just been written to the player whose turn it is."""
        if turn is not None:
            self._room.mark_delivered(turn, self.asked)
            self.asked = None  # it has begun

    def _has_read_all(self) -> bool:
        return self._room.is_over and self._seq >= self._room.seq

    def _is_to_end(self) -> bool:
        return self._opened.is_closed or self._streams.is_stopping
