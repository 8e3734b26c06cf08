"""Streams: one task writes to all readers, so thousands need neither threads nor queues.

A reader keeps only its place. A line for many readers is encoded once. A slow reader is skipped
until it has read what was written, and then gets the newest state; if it reads nothing for ten
seconds, its connection is cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from starlette.types import Receive, Scope, Send

from outflank.errors import Busy, StoreUnavailable
from outflank.faces.web.http.requests import header
from outflank.server.capacity import CapacityLimit, Slot
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.faces.web.http.connection import Connection
    from outflank.faces.web.http.event_loop import EventLoop

__all__ = ["NDJSON", "SSE", "StreamFormat", "StreamHub", "StreamReader", "StreamResponse"]

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"

KEEP_ALIVE = 10.0  # seconds
_TOGETHER = 32  # spectators that are served before other work gets a turn
_RECENT = 0.03  # seconds; if a request was answered this recently, others are likely
_OF_A_KEY = 64  # streams; a bot may play many matches at once
_MOST_PAGES = 12  # of one person, because a browser may be unable to share a stream
_OF_AN_ADDRESS = 256  # streams of spectators
_NOTICE = 5.0  # seconds between two notes that a player with a stream is present
_TICK = 1.0  # seconds between two searches for readers that need a sign of life

_log = logging.getLogger("outflank.server.streams")


class StreamFormat:
    r"""The form of a stream: NDJSON or server-sent events.

    >>> StreamFormat(is_sse=True).numbered(7, b'{"event":"Passed"}')
    b'id: 7\nevent: Passed\ndata: {"event":"Passed"}\n\n'
    """

    def __init__(self, *, is_sse: bool) -> None:
        self.is_sse = is_sse
        self.media = SSE if is_sse else NDJSON
        self.keep_alive = b":\n\n" if is_sse else b"\n"
        # A browser reconnects by itself, after a second if it is told to.
        self.farewell = b"retry: 1000\n\n" if is_sse else b""

    def numbered(self, seq: int, line: bytes) -> bytes:
        """Return a numbered event; a browser that reconnects names the last number it got."""
        return b"id: %d\n%b" % (seq, self.plain(line)) if self.is_sse else line + b"\n"

    def plain(self, line: bytes) -> bytes:
        """Return a line without a number."""
        if not self.is_sse:
            return line + b"\n"
        kind = line[10 : line.index(b'"', 10)]  # every line begins with {"event":"
        return b"event: %b\ndata: %b\n\n" % (kind, line)


_FORMATS = {is_sse: StreamFormat(is_sse=is_sse) for is_sse in (False, True)}


def format_for(scope: Scope) -> StreamFormat:
    """Return the form that the caller requested."""
    return _FORMATS[SSE in (header(scope, b"accept") or "")]


class StreamReader(ABC):
    """One open stream: its unsent lines and its connection."""

    def __init__(self, form: StreamFormat, *, is_player: bool) -> None:
        self.form = form
        self.is_player = is_player
        self.in_thread = False  # whether `next_chunk` may wait for locks or the database
        self.send: Send | None = None
        self.connection: Connection | None = None
        self.is_queued = False
        self.is_sending = False  # whether a separate task is writing
        self.sending: asyncio.Task[Any] | None = None  # that task
        self.has_missed = False  # whether there was news meanwhile
        self.is_closed = False
        self.ended: asyncio.Event = asyncio.Event()
        self.last_sent: float = 0.0
        self.player: int | None = None  # to whom the stream belongs, if anybody
        self.noticed: float = 0.0  # when the player was last noted as present
        self.own: tuple[int, str] | None = (
            None  # its key and subject: there is one stream for each pair
        )

    @abstractmethod
    async def beginning(self) -> bytes:
        """Return the first lines for a new reader."""

    @abstractmethod
    def next_chunk(self) -> bytes:
        """Return the news for this reader, or nothing."""

    @property
    @abstractmethod
    def is_finished(self) -> bool:
        """Whether the stream is complete."""

    @abstractmethod
    def start(self, touch: Callable[[], None]) -> None:
        """Call `touch` on the loop whenever there may be news."""

    @abstractmethod
    def stop(self) -> None:
        """Stop calling it."""

    @property
    def fell_behind(self) -> bool:
        """Whether the stream ended because too much was left unread."""
        return self.connection is not None and self.connection.is_cut

    def silence(self) -> bytes:
        """Return a line that keeps the connection alive."""
        return self.form.keep_alive

    def note_sent(self) -> None:  # noqa: B027 - most have nothing to note
        """Note that all lines so far have been written."""


class StreamCounts(Protocol):
    """Counts streams that were refused, or closed because their reader was too slow."""

    def note_stream_refused(self) -> None:
        """Count a stream that was refused because too many were open."""

    def note_stream_dropped(self) -> None:
        """Count a stream that was closed because its reader was too slow."""


class StreamHub:
    """All open streams: players' streams come first, spectators share the remaining time."""

    def __init__(
        self,
        watchers: int,
        loop: EventLoop,
        counts: StreamCounts,
        notice: Callable[[int, float], Coroutine[Any, Any, None]],
    ) -> None:
        most = 1 << 30
        self.players: CapacityLimit = CapacityLimit("streams of this key", most, per_key=_OF_A_KEY)
        self.watchers: CapacityLimit = CapacityLimit(
            "streams", watchers, per_key=_OF_A_KEY, per_address=_OF_AN_ADDRESS
        )
        self._pages = {
            True: CapacityLimit("pages", most, per_key=_MOST_PAGES),
            False: CapacityLimit("pages", watchers, per_key=_MOST_PAGES, within=self.watchers),
        }
        self._counts = counts
        self._notice = notice  # notes that a player is present for some seconds
        self._loop = loop
        # Each reader with the function that ends its subscription to `drained`.
        self._readers: dict[StreamReader, Callable[[], None]] = {}
        self._own: dict[tuple[int, str], StreamReader] = {}
        self._due_players: deque[StreamReader] = deque()
        self._due_watchers: deque[StreamReader] = deque()
        self._wake = asyncio.Event()
        self.is_stopping: bool = False

    def __len__(self) -> int:
        return len(self._readers)

    def start(self) -> None:
        """Start writing, on the running loop."""
        self._wake = asyncio.Event()
        self._loop.begin(self._pump())
        self._loop.begin(self._tick())

    async def stop(self) -> None:
        """End every stream; SSE readers are told to connect again in a second."""
        self.is_stopping = True
        self.touch_all()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                while self._readers:
                    await asyncio.sleep(0.01)

    # Opening and closing

    def open(
        self, reader: StreamReader, key: int | None, subject: str, address: str
    ) -> StreamResponse:
        """Return a new stream's response; an earlier stream with its key and subject is closed."""
        if self.is_stopping:
            raise StoreUnavailable(Text("errors.web.server_stopping"))
        if key is not None and subject:
            reader.own = key, subject
            before = self._own.pop(reader.own, None)
            if before is not None:
                self.close(before)
        limit = self.players if reader.is_player else self.watchers
        if key is not None and not subject:
            limit = self._pages[reader.is_player]
        try:
            slot = limit.acquire("" if key is None else str(key), address)
        except Busy:
            self._counts.note_stream_refused()
            raise
        if reader.own is not None:
            self._own[reader.own] = reader
        return StreamResponse(self, reader, slot)

    def add(self, reader: StreamReader) -> None:
        """Start writing to a reader."""
        touch = functools.partial(self.touch, reader)
        drained = None if reader.connection is None else reader.connection.drained
        self._readers[reader] = (lambda: None) if drained is None else drained.subscribe(touch)
        reader.start(touch)
        self.touch(reader)

    def remove(self, reader: StreamReader) -> None:
        """Stop writing to a reader."""
        if reader in self._readers and reader.fell_behind:
            self._counts.note_stream_dropped()
        reader.is_closed = True
        reader.ended.set()
        reader.stop()
        if reader.sending is not None and reader.sending is not asyncio.current_task():
            reader.sending.cancel()  # otherwise it could wait for ever
        self._readers.pop(reader, lambda: None)()
        if reader.own is not None and self._own.get(reader.own) is reader:
            del self._own[reader.own]

    def close(self, reader: StreamReader) -> None:
        """End a stream as soon as possible."""
        reader.is_closed = True
        self.touch(reader)

    def touch_all(self) -> None:
        """Write to every reader soon."""
        for reader in self._readers:
            self.touch(reader)

    def touch(self, reader: StreamReader) -> None:
        """Write to a reader soon."""
        if not reader.is_queued:
            reader.is_queued = True
            (self._due_players if reader.is_player else self._due_watchers).append(reader)
            self._wake.set()

    # Writing

    async def _pump(self) -> None:
        players, watchers = self._due_players, self._due_watchers
        while True:
            await self._wake.wait()
            self._wake.clear()
            while players or watchers:
                while players:
                    await self._serve_next(players)
                began = time.perf_counter()
                for _ in range(min(_TOGETHER, len(watchers))):
                    await self._serve_next(watchers)
                if watchers:
                    # While there are requests, rest as long as the work took: half each.
                    is_busy = self._loop.answered_within(_RECENT)
                    await asyncio.sleep(time.perf_counter() - began if is_busy else 0)

    async def _serve_next(self, due: deque[StreamReader]) -> None:
        """Write the news to the next reader, unless it is not ready for more."""
        reader = due.popleft()
        reader.is_queued = False
        if reader not in self._readers:
            return
        if reader.is_sending:
            reader.has_missed = True
        elif reader.connection is None or reader.in_thread:  # writing may have to wait
            reader.is_sending = True
            self._loop.begin(self._serve_alone(reader))
        elif not reader.connection.is_paused:
            await self._try_to_write(reader)

    async def _serve_alone(self, reader: StreamReader) -> None:
        reader.sending = asyncio.current_task()
        try:
            await self._try_to_write(reader)
        finally:
            reader.is_sending, reader.sending = False, None
        if reader.has_missed:
            reader.has_missed = False
            self.touch(reader)

    async def _try_to_write(self, reader: StreamReader) -> None:
        """Write to a reader; a fault ends only its own stream."""
        make = reader.next_chunk
        try:
            chunk = b""
            if not self._is_ending(reader):
                chunk = await asyncio.to_thread(make) if reader.in_thread else make()
                if not chunk and _is_silent(reader):
                    chunk = reader.silence()
            await self._write(reader, chunk)
        except Exception:
            _log.exception("Could not write to a stream, so it was ended")
            if not reader.is_closed:
                self.close(reader)

    def _is_ending(self, reader: StreamReader) -> bool:
        return reader.is_closed or self.is_stopping

    async def _write(self, reader: StreamReader, chunk: bytes) -> None:
        send = reader.send
        if send is None:
            return
        is_over = self._is_ending(reader) or reader.is_finished
        if self.is_stopping:
            chunk += reader.form.farewell
        if chunk or is_over:
            reader.last_sent = time.monotonic()
            await send({"type": "http.response.body", "body": chunk, "more_body": not is_over})
            reader.note_sent()
        if is_over:
            self.remove(reader)

    async def _tick(self) -> None:
        """Send a sign of life to readers that have received nothing for long."""
        while True:
            await asyncio.sleep(min(_TICK, KEEP_ALIVE or _TICK))
            now = time.monotonic()
            for reader in self._readers:
                if reader.player is not None and now - reader.noticed >= _NOTICE:
                    reader.noticed = now
                    self._loop.begin(self._notice(reader.player, KEEP_ALIVE))
                if _is_silent(reader):
                    self.touch(reader)


def _is_silent(reader: StreamReader) -> bool:
    """Return whether a reader has received nothing for long."""
    return time.monotonic() - reader.last_sent >= KEEP_ALIVE


async def _until_gone(receive: Receive) -> None:
    """Wait until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _first_of(*works: Coroutine[Any, Any, Any]) -> None:
    """Wait until one of several coroutines is done, and cancel the others."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


class StreamResponse:
    """The ASGI application that answers with a stream."""

    def __init__(self, hub: StreamHub, reader: StreamReader, slot: Slot) -> None:
        self._hub = hub
        self._reader = reader
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write the stream until it ends or its reader leaves."""
        reader, hub = self._reader, self._hub
        try:
            beginning = await reader.beginning()
            reader.send = scope.get("outflank.send", send)  # without middleware for response heads
            reader.connection = scope.get("state", {}).get("connection")
            reader.last_sent = time.monotonic()
            headers = [
                (b"content-type", reader.form.media.encode()),
                (b"cache-control", b"no-store"),
                (b"x-accel-buffering", b"no"),
            ]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            goes_on = scope["method"] != "HEAD"
            await send({"type": "http.response.body", "body": beginning, "more_body": goes_on})
            if not goes_on:
                return
            hub.add(reader)
            if reader.connection is not None:
                await _until_gone(receive)
            else:  # not every server reports that the last piece was sent
                await _first_of(_until_gone(receive), reader.ended.wait())
        finally:
            hub.remove(reader)
            self._slot.release()
