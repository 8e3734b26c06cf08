"""Streams: capped, one for each key and subject, with lines that all their readers share."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from outflank.errors import Busy, StoreUnavailable
from outflank.faces.web.api.endpoints import RawResponse
from outflank.faces.web.api.match_views import state_line
from outflank.server.capacity import CapacityLimit

if TYPE_CHECKING:
    from outflank.faces.web.api.calls import ApiCall
    from outflank.faces.web.services import Services
    from outflank.server.capacity import Slot
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["KEEP_ALIVE", "NDJSON", "SSE", "Open", "StreamFormat", "Streams", "wants_sse"]

SSE = "text/event-stream"
NDJSON = "application/x-ndjson"

KEEP_ALIVE = 10.0  # seconds
_STALLED = 10.0  # seconds in which a reader must take what is written to it
_GONE = 30_000  # milliseconds in which a reader's machine must confirm what was sent to it
_MOST_UNREAD = 65_536  # bytes that wait for a reader
_MOST_PAGES = 12  # streams of one person, whose browser may not know how to share one
_FRESH = 100  # milliseconds for which a state line may be shared, because it tells the time
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class StreamFormat(Protocol):
    """How lines are put into a stream."""

    media: str
    keep_alive: bytes
    farewell: bytes

    def numbered(self, seq: int, line: bytes) -> bytes:
        """Return an event of the record."""
        ...

    def plain(self, line: bytes) -> bytes:
        """Return a line without a number."""
        ...


class NdjsonFormat:
    """One JSON object a line; an empty line keeps the connection alive."""

    media = NDJSON
    keep_alive = b"\n"
    farewell = b""

    def numbered(self, seq: int, line: bytes) -> bytes:  # noqa: ARG002 - the line says it itself
        """Return an event of the record."""
        return line + b"\n"

    def plain(self, line: bytes) -> bytes:
        """Return a line without a number."""
        return line + b"\n"


class SseFormat:
    """Server-sent events: a browser reconnects by itself and names the last id it saw."""

    media = SSE
    keep_alive = b":\n\n"
    farewell = b"retry: 1000\n\n"

    def numbered(self, seq: int, line: bytes) -> bytes:
        """Return an event of the record."""
        return b"id: %d\nevent: %b\ndata: %b\n\n" % (seq, _kind(line), line)

    def plain(self, line: bytes) -> bytes:
        """Return a line without a number."""
        return b"event: %b\ndata: %b\n\n" % (_kind(line), line)


def _kind(line: bytes) -> bytes:
    return line[10 : line.index(b'"', 10)]  # every line begins with {"event":"


def wants_sse(environ: dict[str, Any]) -> bool:
    """Tell whether the caller asked for server-sent events."""
    return SSE in environ.get("HTTP_ACCEPT", "")


def stream_format(environ: dict[str, Any]) -> StreamFormat:
    """Return the form that the caller asked for."""
    return SseFormat() if wants_sse(environ) else NdjsonFormat()


class Open:
    """An open stream; closing it wakes its thread."""

    def __init__(self, slot: Slot, wake: Callable[[], None], sock: Any = None) -> None:
        self.is_closed = False
        self._slot = slot
        self._wake = wake
        self._sock = sock

    def is_abandoned(self) -> bool:
        """Tell whether the reader has hung up; writing would show that only much later."""
        if self._sock is None or not hasattr(select, "poll"):
            return False
        try:
            news = select.poll()
            news.register(self._sock.fileno(), select.POLLIN)
            return bool(news.poll(0)) and not self._sock.recv(1, socket.MSG_PEEK)
        except (OSError, ValueError):
            return True

    def close(self) -> None:
        """End the stream as soon as its thread notices."""
        self.is_closed = True
        self._wake()

    def leave(self) -> None:
        """Release the slot; called when the response has ended."""
        self.is_closed = True
        self._slot.release()


class Chunks:
    """The body of a stream's response: its pieces, and what to clean up afterwards."""

    def __init__(self, pieces: Iterator[bytes], clean_up: Callable[[], None]) -> None:
        self._pieces = pieces
        self._clean_up = clean_up

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._pieces)

    def close(self) -> None:
        """Clean up; a generator would not if nobody had read from it yet."""
        with contextlib.suppress(ValueError):  # it is running, and ends by itself
            getattr(self._pieces, "close", lambda: None)()
        self._clean_up()


@dataclass(slots=True)
class _State:
    """The last state line of a room, for everybody who reads it at the same time."""

    lock: threading.Lock
    seq: int = -1
    made: int = 0
    line: bytes = b""


class Streams:
    """Every open stream: capped, one for each key and subject, ended when the server stops."""

    def __init__(self, services: Services) -> None:
        self._services = services
        slots = services.waiting.slots
        self.limit = CapacityLimit("streams", slots, within=services.waiting)
        self.pages = CapacityLimit("pages", slots, per_key=_MOST_PAGES, within=services.waiting)
        self._lock = threading.Lock()
        self._open: set[Open] = set()
        self._own: dict[tuple[int, str], Open] = {}
        self._states: weakref.WeakKeyDictionary[LiveRoom, _State] = weakref.WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._open)

    def page(
        self,
        call: ApiCall,
        subject: str | None,
        wake: Callable[[], None],
        pieces: Callable[[Open, StreamFormat], Iterator[bytes]],
    ) -> RawResponse:
        """Return the response of a new stream; the key's earlier one on the subject is closed.

        Without a subject a key may have several, but not many.
        """
        form = stream_format(call.environ)
        opened = self._enter(call, subject, wake)
        sock = call.environ.get("gunicorn.socket")  # other servers have no need of what follows
        if sock is not None:
            _cut_when_stalled(sock)

        def clean_up() -> None:
            self._leave(opened)
            if sock is not None:
                with contextlib.suppress(OSError):
                    sock.settimeout(None)

        headers = _HEADERS | {"Content-Type": form.media}
        return RawResponse(Chunks(pieces(opened, form), clean_up), form.media, headers)

    def _enter(self, call: ApiCall, subject: str | None, wake: Callable[[], None]) -> Open:
        if self.is_stopping:
            raise StoreUnavailable("the server is stopping; please connect again")
        key = "" if call.caller is None else str(call.caller.key)
        own = None if call.caller is None or subject is None else (call.caller.key, subject)
        with self._lock:
            before = self._own.get(own) if own is not None else None
        if before is not None:
            before.close()
            before.leave()  # at once, so that a reconnecting client gets the slot
        limit = self.pages if subject is None else self.limit
        sock = call.environ.get("gunicorn.socket") or call.environ.get("werkzeug.socket")
        opened = Open(self._acquire(limit, key, call.address), wake, sock)
        self._services.metrics.streams.inc()
        with self._lock:
            self._open.add(opened)
            if own is not None:
                self._own[own] = opened
        return opened

    def _acquire(self, limit: CapacityLimit, key: str, address: str) -> Slot:
        """Return a slot, if need be one whose reader has hung up without its thread noticing."""
        try:
            return limit.acquire(key, address)
        except Busy:
            with self._lock:
                open_now = list(self._open)
            for one in open_now:
                if one.is_abandoned():
                    one.close()
                    one.leave()
            return limit.acquire(key, address)

    def _leave(self, opened: Open) -> None:
        opened.leave()
        with self._lock:
            if opened not in self._open:
                return
            self._open.discard(opened)
            for own in [own for own, other in self._own.items() if other is opened]:
                del self._own[own]
        self._services.metrics.streams.dec()

    @property
    def is_stopping(self) -> bool:
        """Whether every stream is to end; SSE readers are told to come again in a second."""
        return self._services.stopping.is_set()

    def notice_presence(self, player: int | None) -> None:
        """Count a player as present while they have a stream."""
        if player is not None:
            self._services.server.tournaments.mark_present(player, KEEP_ALIVE)

    def state_of(self, room: LiveRoom, seq: int) -> bytes | None:
        """Return the state line after the events before a number; None if more has happened."""
        now = self._services.server.now
        state = self._states.get(room)
        if state is None:
            with self._lock:
                state = self._states.setdefault(room, _State(threading.Lock()))
        with state.lock:
            if state.seq != seq or now() - state.made > _FRESH:
                with room.reading() as match:
                    if match.seq != seq:
                        return None
                    at = now()
                    state.seq, state.made, state.line = seq, at, state_line(match, at)
            return state.line


def _cut_when_stalled(sock: Any) -> None:
    """Set time-outs for readers that do not read or whose machine is gone."""
    sock.settimeout(_STALLED)
    with contextlib.suppress(OSError):  # not every kind of connection knows both
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MOST_UNREAD)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE)
