"""One thread that answers plain moves in batches.

A thread for each move would cost more than the move itself. While one batch is being stored, the
next moves queue up and form the next batch.
"""

from __future__ import annotations

import logging
import queue
import socket
import struct
import threading
import time
from collections.abc import Callable
from email.utils import formatdate
from typing import TYPE_CHECKING, Any

from outflank.errors import StoreUnavailable
from outflank.faces.web.api.endpoints import Encoded
from outflank.faces.web.fast_lane import Answer, FastLane, FastMove, as_application
from outflank.faces.web.security import with_security_headers

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["Express", "Stamps", "wire_form"]

_MOST = 64 * 1024  # bytes that are read at once
_TOGETHER = 64  # moves
_STAMP = getattr(socket, "SO_TIMESTAMPNS", 35)  # Linux; Python has no name for it yet
_STAMP_FORM = struct.Struct("@ll")
_STEP = 2_000_000  # nanoseconds by which the wall clock may differ from an even one
_UNSURE = 1_000_000_000  # nanoseconds for which stamps do not count after a step
_OLDEST = 10_000  # milliseconds

_log = logging.getLogger("outflank.server.web")


class Stamps:
    """The times at which requests arrived at this machine, from the kernel's timestamps."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._offset = time.time_ns() - time.monotonic_ns()
        self._unsure_until = 0

    def ask_for(self, listener: socket.socket) -> None:
        """Have the system stamp what arrives on the connections of a listener, if it can."""
        try:
            listener.setsockopt(socket.SOL_SOCKET, _STAMP, 1)
        except OSError:
            _log.debug("This system does not timestamp incoming packets")

    def receive(self, sock: socket.socket, flags: int = 0) -> tuple[bytes, int]:
        """Return what has come on a connection, and when the last of it did."""
        if not hasattr(sock, "recvmsg"):
            return sock.recv(_MOST, flags), self._now()
        data, ancillary, _, _ = sock.recvmsg(_MOST, 64, flags)
        return data, self._now() - self._age(ancillary)

    def of_waiting(self, sock: socket.socket) -> int:
        """Return when that came which lies unread on a connection, and leave it there."""
        return self.receive(sock, socket.MSG_PEEK)[1]

    def _age(self, ancillary: list[tuple[int, int, bytes]]) -> int:
        """Return how many milliseconds ago the system stamped something."""
        wall, even = time.time_ns(), time.monotonic_ns()
        if abs(wall - even - self._offset) > _STEP:  # the wall clock, which stamps, was set
            self._offset, self._unsure_until = wall - even, even + _UNSURE
        if even < self._unsure_until:
            return 0
        for level, kind, data in ancillary:
            if level == socket.SOL_SOCKET and kind == _STAMP and len(data) == _STAMP_FORM.size:
                seconds, nanoseconds = _STAMP_FORM.unpack(data)
                age = (wall - seconds * 1_000_000_000 - nanoseconds) // 1_000_000
                return age if 0 < age < _OLDEST else 0
        return 0


class Express:
    """Takes moves from the thread that reads requests, and answers them on its own thread."""

    def __init__(self, server: CompetitionServer, lane: FastLane) -> None:
        self._server = server
        self._lane = lane
        self.last_move = 0.0  # when it last had something to do
        self._moves: queue.SimpleQueue[FastMove | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="express", daemon=True)
        self._thread.start()

    def put(self, passage: FastMove) -> None:
        """Queue a move."""
        self._moves.put(passage)

    def close(self) -> None:
        """Answer the queued moves, and stop."""
        self._moves.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._moves.get()) is not None:
            together = [first]
            while len(together) < _TOGETHER and not self._moves.empty():
                following = self._moves.get()
                if following is None:
                    self._moves.put(None)  # the end, after these
                    break
                together.append(following)
            self.last_move = time.monotonic()
            try:
                # Before any room is locked, because compensating for an outage locks them all.
                self._server.registry.on_arrival()
                self._lane.carry_out(together)
            except StoreUnavailable as error:
                self._lane.refuse(together, error)
            except Exception:
                _log.exception("Unexpected error in a batch of %d moves", len(together))


class _Head:
    """The response head for a move, cached for a second."""

    def __init__(self) -> None:
        self._second = 0
        self._before = b""

    def of(self, length: int) -> bytes:
        """Return the head for a body of that length."""
        second = int(time.time())
        if second != self._second:
            whole = _on_wire(Encoded(b""), {}, keep=True)
            self._before = whole.replace(b"Content-Length: 0\r\n", b"")[:-2]
            self._second = second
        return b"%bContent-Length: %d\r\n\r\n" % (self._before, length)


_head = _Head()


def wire_form(answer: Answer, environ: dict[str, Any], *, keep: bool) -> bytes:
    """Return an answer as it goes over a connection, which is kept or not."""
    if isinstance(answer, Encoded) and keep:
        return _head.of(len(answer.data)) + answer.data
    return _on_wire(answer, environ, keep=keep)


def _on_wire(answer: Answer, environ: dict[str, Any], *, keep: bool) -> bytes:
    lines: list[str] = []

    def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], object]:
        lines.append(f"HTTP/1.1 {status}")
        lines.append("Server: gunicorn")
        lines.append(f"Date: {formatdate(usegmt=True)}")
        lines.append(f"Connection: {'keep-alive' if keep else 'close'}")
        lines.extend(f"{name}: {value}" for name, value in headers)
        return lambda _: None

    asked = {"PATH_INFO": "/", "REQUEST_METHOD": "POST", **environ}
    body = b"".join(with_security_headers(as_application(answer))(asked, start))
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
