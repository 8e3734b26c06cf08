"""The HTTP protocol of a connection, with time limits that drop slow clients.

Uvicorn's setting `http` names this class. It adds what a public server needs: a request must arrive
and a response must be read within some seconds, heads are limited in size, and so is the number of
connections from one address.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from outflank.faces.web.http.errors import Code, Problem, UnroutedProblem
from outflank.faces.web.http.host_processes import HostProcesses, OneProcess
from outflank.faces.web.http.middleware.security_headers import security_headers
from outflank.faces.web.http.responses import BytesResponse
from outflank.play.signals import Signal
from outflank.server.accounts.keys import is_loopback
from outflank.server.capacity import CapacityLimit, Slot
from outflank.texts import Text

__all__ = ["Connection", "TimedProtocol"]

_READ_WITHIN = 10.0  # seconds for a whole request
_WRITE_WITHIN = 10.0  # seconds in which a client must read what was written
_MOST_LINE = 4096  # bytes of a request's first line
_MOST_HEAD = 32 * 1024  # bytes of a request's head
_MOST_UNREAD = 65_536  # bytes that wait for a client before it counts as slow
# The place in Linux's tcp_info of the milliseconds since data last arrived.
_DATA_AGE = struct.Struct("=52xI")


class Connection:
    """The facts of a connection that the application may use, in each request's scope state."""

    __slots__ = ("arrived", "closes", "drained", "is_cut", "is_lost", "is_paused")

    def __init__(self) -> None:
        self.arrived: int | None = None  # when the last bytes were read, by the server's clock
        self.closes: bool = False  # whether the present response is the last one
        self.is_cut: bool = False  # whether it was closed because the client did not read
        self.is_lost: bool = False  # whether the client has gone
        self.is_paused: bool = False  # whether the client has too much left to read
        self.drained: Signal[()] = Signal()  # the client reads again


class GatheringTransport:
    """A transport that sends the head of a response together with the start of its body.

    Uvicorn writes them separately, which would take two system calls and two packets.
    """

    def __init__(self, inner: asyncio.Transport) -> None:
        self._inner = inner
        self._head = b""
        self.has_begun: bool = False  # whether the head of the present response has been written
        self.is_closing: Callable[[], bool] = inner.is_closing  # read for every response

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def write(self, data: bytes) -> None:
        """Send data, or hold it back if it is the head of a response."""
        if self._head:
            data, self._head = self._head + data, b""
        elif not self.has_begun and data.startswith(b"HTTP/1.") and data[9:12] != b"100":
            self._head, self.has_begun = data, True
            return
        self._inner.write(data)

    def end_answer(self) -> None:
        """End a response: send a head that was held back because there is no body."""
        self.has_begun = False
        self.flush()

    def flush(self) -> None:
        """Send a head that was held back."""
        if self._head:
            self._inner.write(self._head)
            self._head = b""

    def close(self) -> None:
        """Send a head that was held back, and close."""
        self.flush()
        self._inner.close()


class TimedProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with limits of time and size.

    The callbacks of its parser, httptools, tell how much of a request has arrived.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connection: Connection = Connection()
        self.app_state: dict[str, Any] = {**self.app_state, "connection": self.connection}
        self._clock: Callable[[int | None], int] | None = self.app_state.get("clock")
        self._limit: CapacityLimit | None = self.app_state.get("connections")
        self._host: HostProcesses | OneProcess = self.app_state.get("host") or OneProcess()
        self._refusal: Callable[[Problem, str], BytesResponse] = self.app_state["refusal"]
        self._before = b""  # what another worker has read from the connection
        self._slot: Slot | None = None
        self._socket: socket.socket | None = None  # tells when data arrived
        self._start = b""  # the first bytes of a request whose head is incomplete
        self._head = 0  # the number of its bytes so far
        self._began: float | None = None  # the time of its first byte, by the loop's clock
        self._unanswered = 0  # requests whose head has arrived
        self._is_whole = True  # whether the last request is complete, answered or not
        self._ends = False  # whether the client will send nothing more
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and wait for its first request for a limited time."""
        self._gathering = GatheringTransport(transport)
        super().connection_made(self._gathering)  # type: ignore[arg-type]
        address = self.client[0] if self.client else ""
        if self._limit is not None:  # no limit for this machine itself
            self._slot = self._limit.try_acquire(address="" if is_loopback(address) else address)
            if self._slot is None:
                transport.abort()
                return
        transport.set_write_buffer_limits(high=_MOST_UNREAD)
        sock = transport.get_extra_info("socket")
        if sock is not None and sys.platform == "linux":
            # A real socket: uvloop's own object is a slow imitation.
            self._socket = socket.socket(sock.family, sock.type, sock.proto, sock.fileno())
            with contextlib.suppress(OSError):  # drops clients whose machine has vanished
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)
        self._wait_for_request()
        if self._before:
            before, self._before = self._before, b""
            self.data_received(before)

    def continue_with(self, data: bytes) -> None:
        """Give the connection data that another worker has read, before it is made."""
        self._before = data

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        for timer in (self._reading, self._writing):
            if timer is not None:
                timer.cancel()
        if self._slot is not None:
            self._slot.release()
        if self._socket is not None:
            self._socket.detach()  # the transport closes it
        self.connection.is_lost, self.connection.is_paused = True, False
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Note the time of arrival, and refuse a head that is too large."""
        if self._is_handed_over(data):
            return
        if self._clock is not None:
            self.connection.arrived = self._clock(self._data_age())
        if not self._is_whole and not self._unanswered:
            self._limit_rest()
        elif not self._unanswered:
            if self._head == 0:
                self._start = data[:_MOST_LINE]
                self._wait_for_request()
            elif len(self._start) < _MOST_LINE:
                self._start += data[: _MOST_LINE - len(self._start)]
            self._head += len(data)
            if self._head >= _MOST_LINE and b"\n" not in self._start:
                self._refuse(414, Text("errors.web.path_too_long"))
                return
            if self._head > _MOST_HEAD and b"\r\n\r\n" not in data:
                self._refuse(431, Text("errors.web.headers_too_large"))
                return
        super().data_received(data)

    def _is_handed_over(self, data: bytes) -> bool:
        """Hand the connection to another worker if its next request belongs there."""
        is_begun = bool(self._unanswered or self._head) or not self._is_whole
        if is_begun or self._socket is None:
            return False
        home = self._host.process_for(data)
        if home is None or self.transport.get_write_buffer_size():
            return False
        if not self._host.hand_over(home, self._socket, data):
            return False
        self.transport.abort()  # closes it only in this process
        return True

    def on_headers_complete(self) -> None:
        """Count a request whose head has arrived."""
        self._unanswered += 1
        self._is_whole = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that a request has arrived completely."""
        self._is_whole = True
        if not self._unanswered:
            self._head, self._began = 0, None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Send the head of a response without a body, and wait for the next request."""
        self._unanswered -= 1
        self._head, self._began = 0, None
        self._gathering.end_answer()
        self.connection.closes = self._ends and self._unanswered == 1
        super().on_response_complete()

    def eof_received(self) -> bool | None:  # type: ignore[override]
        """Answer a client that has closed its side after a request, and then close."""
        whole = self._unanswered if self._is_whole else self._unanswered - 1
        if whole > self._gathering.has_begun:  # a response has not begun yet
            self._ends = True
            self.connection.closes = self._unanswered == 1
            return True
        super().eof_received()
        return None

    def _data_age(self) -> int | None:
        """Return the milliseconds since data last reached this machine, if the system tells."""
        if self._socket is None:
            return None
        try:
            found = self._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _DATA_AGE.size)
        except OSError:
            return None
        (age,) = _DATA_AGE.unpack(found)
        return int(age)

    def _wait_for_request(self) -> None:
        """Limit the time for a whole request."""
        self._began = self.loop.time()
        if self._reading is None:
            self._reading = self.loop.call_later(_READ_WITHIN, self._look_at_request)

    def _limit_rest(self) -> None:
        """Limit the time for the rest of a body whose request was answered before it came."""
        if self._began is None:
            self._wait_for_request()

    def _look_at_request(self) -> None:
        self._reading = None
        if self._began is None or (self._unanswered and self._is_whole):
            return
        left = self._began + _READ_WITHIN - self.loop.time()
        if left > 0:  # another request has begun since
            self._reading = self.loop.call_later(left, self._look_at_request)
        elif self._head and not self._unanswered:
            self._refuse(408, Text("errors.web.request_too_slow"))
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Limit the time for which a client does not read."""
        super().pause_writing()
        self.connection.is_paused = True
        self._writing = self.loop.call_later(_WRITE_WITHIN, self._give_up_writing)

    def _give_up_writing(self) -> None:
        self.connection.is_cut = True
        self.transport.abort()

    def resume_writing(self) -> None:
        """Continue with a client that reads again."""
        super().resume_writing()
        self.connection.is_paused = False
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        self.connection.drained.send()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - ours are in JSON
        """Refuse data that is not HTTP."""
        self._refuse(400, Text("errors.web.not_http"))

    def _refuse(self, status: int, text: Text) -> None:
        if self.transport.is_closing():
            return
        code = Code.TOO_LARGE if status in (414, 431) else Code.BAD_REQUEST
        path = self._start.partition(b" ")[2].decode("latin-1")
        answer = self._refusal(UnroutedProblem(code, text, status=status), path)
        headers = dict(security_headers(answer.headers))
        headers |= {b"content-length": b"%d" % len(answer.body), b"connection": b"close"}
        head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
        head += [b"%b: %b" % pair for pair in headers.items()]
        self.transport.write(b"\r\n".join([*head, b"", answer.body]))
        self.transport.close()
