"""The process that serves: gunicorn's threads, made patient with nobody who is slow on purpose.

A thread is lent only to a request that is all there: connections that say nothing or say it bit
by bit wait without one, and not for long; and answers must be read.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import logging
import re
import select
import selectors
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from gunicorn.http import errors as http_errors
from gunicorn.workers.gthread import TConn, ThreadWorker

from outflank.errors import OutflankError
from outflank.faces.web.application import close_app
from outflank.faces.web.security import MOST_BODY
from outflank.server.keys import is_loopback

__all__ = ["CompetitionWorker"]

_READ_WITHIN = 10.0  # seconds for a whole request
_WRITE_WITHIN = 10.0  # seconds for each piece of an answer
_LEAVE_WITHIN = 2.0  # seconds for a caller to hang up after the last answer
_SWITCH = 0.02  # seconds
_LINGER = 1000  # milliseconds to wait for the next request of a connection
_PER_ADDRESS = 1000  # connections; a hall full of bots may share an address
_LOOK_AGAIN = 0.05  # seconds between two looks at requests that are not all there
_PEEK = 64 * 1024  # bytes within which a request and its body must fit
_OPEN_WITHIN = 20.0  # seconds to wait for a database that was there before

_log = logging.getLogger("outflank.server.web")

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]+)")

_STATUSES = {
    http_errors.LimitRequestLine: (414, "URI Too Long", "the path is too long"),
    http_errors.LimitRequestHeaders: (431, "Request Header Fields Too Large", "too many headers"),
    http_errors.ExpectationFailed: (417, "Expectation Failed", "this expectation is not met"),
}


class Connection(TConn):  # type: ignore[misc]
    """A connection that is counted for its address until it is closed."""

    def __init__(self, worker: CompetitionWorker, sock: socket.socket, client: Any) -> None:
        super().__init__(worker.cfg, sock, client, sock.getsockname())
        self._worker = worker
        self._address = client[0] if isinstance(client, tuple) else ""
        self._is_open = True
        worker.count(self._address, 1)

    def close(self, graceful: bool = False) -> None:  # noqa: FBT001, FBT002
        """Close it and stop counting it."""
        if self._is_open:
            self._is_open = False
            self._worker.count(self._address, -1)
        if graceful:
            self._worker.see_off(self.sock)
        else:
            super().close()


class _Gathering:
    """A socket that sends the head of an answer together with the first piece of its body."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._head: bytes | None = None
        self._is_begun = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def sendall(self, data: bytes) -> None:
        """Send data, or keep it back if it is only the head."""
        if not self._is_begun:
            self._is_begun, self._head = True, data
            return
        self._sock.sendall(data if self._head is None else self._head + data)
        self._head = None

    def flush(self) -> None:
        """Send a head that no body followed."""
        if self._head is not None:
            self._sock.sendall(self._head)
            self._head = None


class CompetitionWorker(ThreadWorker):  # type: ignore[misc]
    """Serves the application of one house, and closes the house when it stops."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections: dict[str, int] = {}
        self._counting = threading.Lock()
        self._lingering = 0  # threads that wait for the next request of their connection
        self._parts: dict[Any, float] = {}  # connections with part of a request, and until when
        self._looked = 0.0
        self._leaving: dict[socket.socket, float] = {}  # answered, and until when
        self._reading: dict[Any, float] = {}  # connections whose requests are being read

    # Beginning and end

    def init_signals(self) -> None:
        """Let Ctrl-C, which every process of the terminal hears, stop gracefully too."""
        super().init_signals()
        signal.signal(signal.SIGINT, self.handle_exit)
        signal.siginterrupt(signal.SIGINT, False)  # noqa: FBT003

    def load_wsgi(self) -> None:
        """Open the house; one that was open before is waited for."""
        deadline = time.monotonic() + (_OPEN_WITHIN if self.age > 1 else 0)
        while True:
            try:
                super().load_wsgi()
            except OutflankError as error:
                if time.monotonic() < deadline:
                    time.sleep(0.5)
                    continue
                sys.stderr.write(f"Error: {error}.\n")
                # A first start that fails is given up; a later one is tried again.
                sys.exit(1 if self.age > 1 else self.app.CANNOT_START)
            else:
                return

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop gracefully: those who wait are told to come back, on a thread that may block."""
        if self.alive:
            services = self.wsgi.extensions["services"]
            threading.Thread(target=services.announce_stop, daemon=True).start()
        super().handle_exit(sig, frame)

    def run(self) -> None:
        """Serve until told to stop, then close the house."""
        # Requests are short: let one finish rather than make the threads take turns in it.
        sys.setswitchinterval(_SWITCH)
        super().run()
        close_app(self.wsgi)

    # Connections

    def count(self, address: str, change: int) -> None:
        """Count a connection that came or went."""
        with self._counting:
            held = self._connections.get(address, 0) + change
            if held > 0:
                self._connections[address] = held
            else:
                self._connections.pop(address, None)

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, and lend it a thread only when it says something."""
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        address = client[0] if isinstance(client, tuple) else ""
        if self._connections.get(address, 0) >= _PER_ADDRESS and not is_loopback(address):
            sock.close()
            return
        self.nr_conns += 1
        connection = Connection(self, sock, client)
        connection.timeout = time.monotonic() + _READ_WITHIN
        self.pending_conns.append(connection)
        self.poller.register(
            sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, connection)
        )

    def see_off(self, sock: socket.socket) -> None:
        """Close a connection when its caller has read the answer and hung up, or soon anyway.

        Gunicorn would wait for that on the thread that watches all connections, two seconds for
        every caller who does not hang up.
        """
        try:
            sock.shutdown(socket.SHUT_WR)
            sock.settimeout(0)
            self.poller.register(sock, selectors.EVENT_READ, self._drain)
        except (OSError, ValueError, KeyError):  # it is gone, or the server is
            sock.close()
        else:
            self._leaving[sock] = time.monotonic() + _LEAVE_WITHIN

    def _drain(self, sock: socket.socket) -> None:
        """Throw away what still comes from a caller who has had the answer."""
        try:
            is_over = not sock.recv(_PEEK)
        except BlockingIOError:
            is_over = False
        except OSError:
            is_over = True
        if is_over:
            self._hang_up(sock)

    def _hang_up(self, sock: socket.socket) -> None:
        self._leaving.pop(sock, None)
        with contextlib.suppress(OSError, ValueError, KeyError):
            self.poller.unregister(sock)
        sock.close()

    def enqueue_req(self, conn: Any) -> None:
        """Lend a thread to a connection whose request is all there."""
        if _is_ready(conn):
            super().enqueue_req(conn)
            return
        with contextlib.suppress(OSError):  # from now on it is only glanced at
            conn.sock.settimeout(0)
            if _awaits_leave(conn.sock):
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._parts[conn] = time.monotonic() + _READ_WITHIN

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for news, but not long while parts of requests are there."""
        super().wait_for_and_dispatch_events(_LOOK_AGAIN if self._parts else timeout)

    def _look_at_parts(self, now: float) -> None:
        self._looked = now
        for conn, deadline in list(self._parts.items()):
            if _is_ready(conn):
                del self._parts[conn]
                super().enqueue_req(conn)
            elif now > deadline or not self.alive:
                del self._parts[conn]
                self.nr_conns -= 1
                conn.close()

    def murder_pending(self) -> None:
        """Close connections that say nothing, or that say it too slowly."""
        now = time.monotonic()
        if self._parts and now - self._looked >= _LOOK_AGAIN:
            self._look_at_parts(now)
        if not self.alive:
            for connection in self.pending_conns:
                connection.timeout = now
        super().murder_pending()
        for sock in [sock for sock, until in self._leaving.items() if now > until]:
            self._hang_up(sock)
        for connection, since in list(self._reading.items()):
            if now - since > _READ_WITHIN:
                with contextlib.suppress(OSError):  # its thread then finds that nothing follows
                    connection.sock.shutdown(socket.SHUT_RDWR)

    def handle(self, conn: Any) -> Any:
        """Answer requests on a thread of its own, as long as the next one comes soon.

        Handing a connection back to the thread that watches them all, and out again, costs as
        much as a whole request; a player's next move is worth a short wait.
        """
        result = self._handle_one(conn, super().handle)
        while result is True and self._goes_on(conn):
            result = self._handle_one(conn, self._handle_next)
        return result

    def _handle_next(self, conn: Any) -> Any:
        """Answer another request of a connection that this thread has answered before.

        The short way: whatever lets other threads run, as a change of the time-out does, is left
        out, because this one would then have to wait for its turn again.
        """
        req = None
        try:
            req = next(conn.parser)
            return self._keepalive_after(conn, self.handle_request(req, conn))
        except (StopIteration, http_errors.NoMoreData, OSError):
            return False  # the caller has gone
        except Exception as error:
            self.handle_error(req, conn.sock, conn.client, error)
            return False

    def _keepalive_after(self, conn: Any, keepalive: Any) -> bool:
        """Tell whether another request may follow; a body that was taken leaves nothing behind."""
        if keepalive and getattr(conn.parser.mesg, "is_taken", False):
            return True
        return bool(super()._keepalive_after(conn, keepalive))

    def _goes_on(self, conn: Any) -> bool:
        """Wait a moment for the next request, while there are threads to spare."""
        if conn.parser.unreader.buf.getvalue():
            return self.alive and _is_ready(conn)
        if not self.alive or self._lingering >= self.cfg.threads // 3:
            return False
        with self._counting:
            self._lingering += 1
        try:
            waiting = select.poll()
            waiting.register(conn.sock, select.POLLIN)
            # Part of a request must not hold a thread, so it is waited for elsewhere.
            return bool(waiting.poll(_LINGER)) and self.alive and is_whole(conn.sock)
        except (OSError, ValueError):
            return False
        finally:
            with self._counting:
                self._lingering -= 1

    def _handle_one(self, conn: Any, handle: Callable[[Any], Any]) -> Any:
        self._reading[conn] = time.monotonic()
        try:
            return handle(conn)
        except TimeoutError:
            return False  # the answer was not read
        finally:
            self._reading.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request whose body is all there."""
        names = {name for name, _ in req.headers}
        if "EXPECT" not in names:  # who waits to be asked for the body is still being read from
            if names & {"CONTENT-LENGTH", "TRANSFER-ENCODING"}:
                _take_body(req)
            req.is_taken = True
            self._reading.pop(conn, None)
        sock = conn.sock
        if sock.gettimeout() != _WRITE_WITHIN:
            sock.settimeout(_WRITE_WITHIN)
        conn.sock = gathering = _Gathering(sock)
        try:
            result = super().handle_request(req, conn)
            gathering.flush()
        except TimeoutError:
            return False
        else:
            return result
        finally:
            conn.sock = sock

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        """Answer what is no request at all, in JSON like everything else."""
        status, reason, text = _STATUSES.get(
            type(exc), (400, "Bad Request", "this is not a request that can be understood")
        )
        if not isinstance(exc, http_errors.ParseException):
            _log.error("a fault of the server", exc_info=exc)
            status, reason, text = 500, "Internal Server Error", "a fault of the server"
        body = json.dumps({"error": text})
        head = (
            f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/json\r\n"
            f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with contextlib.suppress(OSError):
            client.sendall((head + body).encode())


def _is_ready(conn: Any) -> bool:
    """Tell whether the next request of a connection can be read without waiting."""
    before = b"" if conn.parser is None else conn.parser.unreader.buf.getvalue()
    return is_whole(conn.sock, before)


def _awaits_leave(sock: socket.socket) -> bool:
    """Tell whether a caller waits to be asked for the body."""
    data = sock.recv(_PEEK, socket.MSG_PEEK).lower()
    return b"\r\nexpect: 100-continue\r\n" in data[: data.find(b"\r\n\r\n") + 2]


def is_whole(sock: socket.socket, before: bytes = b"") -> bool:
    """Tell whether a request lies ready to be read without waiting; an end or a fault does too.

    `before` is what has been read of it already.
    """
    data = before
    if not before or _is_readable(sock):
        try:
            data += sock.recv(_PEEK, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return not data or len(data) >= _PEEK
    head, start = data[: end + 2].lower(), end + 4
    if b"\r\ntransfer-encoding:" in head:
        return _has_all_chunks(data, start)
    announced = _LENGTH.search(head)
    if announced is None or len(announced[1].lstrip(b"0")) > 9:  # the latter is refused unread
        return True
    length = int(announced[1])
    return length > MOST_BODY or len(data) - start >= length


def _is_readable(sock: socket.socket) -> bool:
    waiting = select.poll()
    waiting.register(sock, select.POLLIN)
    return bool(waiting.poll(0))


def _has_all_chunks(data: bytes, at: int) -> bool:
    """Tell whether a body in pieces is all there, is too large, or is none."""
    start = at
    while len(data) - start <= MOST_BODY:
        end = data.find(b"\r\n", at)
        if end < 0:
            return False
        try:
            size = int(data[at:end].partition(b";")[0], 16)
        except ValueError:
            return True
        if size == 0:
            return data.find(b"\r\n\r\n", end) >= 0
        at = end + 2 + size + 2
        if at > len(data):
            return False
    return True


def _take_body(req: Any) -> None:
    """Read the body of a request, or so much of it that it is known to be too large."""
    announced = next((value for name, value in req.headers if name == "CONTENT-LENGTH"), None)
    if announced is not None and announced.isdecimal() and int(announced) > MOST_BODY:
        body = b""  # refused by what was announced
    else:
        body = req.body.read(MOST_BODY + 1)
    if announced is None:  # came in pieces
        req.headers = [pair for pair in req.headers if pair[0] != "TRANSFER-ENCODING"]
        req.headers.append(("CONTENT-LENGTH", str(len(body))))
    elif int(announced) > len(body):
        req.should_close = lambda: True  # for the rest is never read
    if len(body) > MOST_BODY:
        req.should_close = lambda: True
    req.body = io.BytesIO(body)
