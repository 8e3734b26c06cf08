"""A gunicorn worker with threads that drops slow clients.

Only a request that has arrived completely gets a thread; idle and slow connections wait without
one, and not for long. Clients must also read their responses in time.
"""

from __future__ import annotations

import contextlib
import errno
import json
import logging
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
from gunicorn.workers.gthread import ThreadWorker

from outflank.errors import OutflankError
from outflank.faces.web.application import close_app
from outflank.faces.web.connections import Connection, Gathering
from outflank.faces.web.express import Express, Stamps, wire_form
from outflank.faces.web.fast_lane import Answer, FastMove
from outflank.faces.web.plain_moves import read_move
from outflank.faces.web.tidying import Tidying
from outflank.faces.web.whole_requests import awaits_continue, is_ready, is_whole, take_body
from outflank.server.accounts.keys import is_loopback

__all__ = ["CompetitionWorker"]

_READ_WITHIN = 10.0  # seconds for a whole request
_WRITE_WITHIN = 10.0  # seconds for each piece of an answer
_LEAVE_WITHIN = 2.0  # seconds for a caller to hang up after the last answer
_SWITCH = 0.001  # seconds
_ACCEPT = 64  # connections at once
_LINGER = 1000  # milliseconds to wait for the next request of a connection
_PER_ADDRESS = 1000  # connections; a room full of bots may share an address
_LOOK_AGAIN = 0.25  # seconds between two looks at who is too slow
_PEEK = 64 * 1024  # bytes that are thrown away at once
_HEAR_WITHIN = 1.0  # seconds to wait for the thread that reads
_BEGIN_WITHIN = 0.25  # seconds to wait for threads that begin with a request
_GLANCE = 0.01  # seconds
_OPEN_WITHIN = 20.0  # seconds to wait for a database that was there before

_log = logging.getLogger("outflank.server.web")

_STATUSES = {
    http_errors.LimitRequestLine: (414, "URI Too Long", "the path is too long"),
    http_errors.LimitRequestHeaders: (431, "Request Header Fields Too Large", "too many headers"),
    http_errors.ExpectationFailed: (417, "Expectation Failed", "this expectation is not met"),
}


class CompetitionWorker(ThreadWorker):  # type: ignore[misc]
    """Serves the application of one competition server, and closes it when it stops."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections: dict[str, int] = {}
        self._counting = threading.Lock()
        self._lingering = 0  # threads that wait for the next request of their connection
        self._parts: dict[Any, float] = {}  # connections with part of a request, and until when
        self._leaving: dict[socket.socket, float] = {}  # answered, and until when
        self._reading: dict[Any, float] = {}  # connections whose requests are being read
        self._expressed: set[Any] = set()  # connections whose moves go by the express
        self._next_look = 0.0
        self._unbegun: set[Any] = set()  # connections with a request that no thread has yet
        self._asking: list[threading.Event] = []  # who wants to know that all was heard
        self._asked: list[threading.Event] = []  # the same, since the last look

    # Beginning and end

    def init_signals(self) -> None:
        """Stop gracefully on Ctrl-C too, which reaches every process of the terminal."""
        super().init_signals()
        signal.signal(signal.SIGINT, self.handle_exit)
        signal.siginterrupt(signal.SIGINT, False)  # noqa: FBT003

    def load_wsgi(self) -> None:
        """Open the server; wait for the one before it to close."""
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
        """Stop gracefully: end waiting requests on a thread that may block."""
        if self.alive:
            services = self.wsgi.extensions["services"]
            threading.Thread(target=services.announce_stop, daemon=True).start()
        super().handle_exit(sig, frame)

    def run(self) -> None:
        """Serve until told to stop, then close the server."""
        # The thread for moves releases the GIL when it writes, and must get it back soon.
        sys.setswitchinterval(_SWITCH)
        server = self._server = self.wsgi.extensions["server"]
        self._stamps = Stamps(server.now)
        for listener in self.sockets:
            self._stamps.ask_for(listener)
        self._express = Express(server, self.wsgi.extensions["fast_lane"])
        server.clock_watcher.wait_for_arrivals = self.wait_for_arrivals
        tidying = Tidying(lambda: self._express.last_move)
        tidying.begin()
        server.clock_watcher.periodic_tasks.append(tidying)
        super().run()
        self._express.close()
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
        """Accept new connections."""
        for _ in range(_ACCEPT):
            try:
                sock, client = listener.accept()
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                    raise
                return
            self._admit(sock, client)

    def _admit(self, sock: socket.socket, client: Any) -> None:
        """Register a connection; it gets a thread only when a request arrives."""
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

    def close_after_read(self, sock: socket.socket) -> None:
        """Close a connection when its client has read the response, or after a short time.

        Gunicorn would wait for that on the polling thread, two seconds for every client that does
        not hang up.
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
        """Discard what still comes from a client that has had its response."""
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
        """Queue a plain move, or give a thread to a request that has arrived completely."""
        if conn.parser is None or not conn.parser.unreader.buf.getvalue():
            data = self._receive(conn)
            if data is None:
                return
            if self._takes(conn, data):
                self._expressed.add(conn)
                self._listen_to(conn)
                return
            if data:
                conn.init()
                conn.parser.unreader.unread(data)
        if is_ready(conn):
            self._lend_thread(conn)
            return
        self._parts[conn] = time.monotonic() + _READ_WITHIN
        conn.sock.settimeout(0)
        self._send_continue(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_more, conn))

    def _on_more(self, conn: Any, sock: socket.socket) -> None:
        """Handle more data of an incomplete request."""
        data = self._receive(conn)
        if data is None:
            self._forget_part(conn)
            return
        conn.init()
        reader = conn.parser.unreader
        data = reader.take_buffered() + data
        if self._takes(conn, data):
            self._forget_part(conn)
            self._expressed.add(conn)
            self._listen_to(conn)
            return
        reader.unread(data)
        if is_ready(conn):
            self._forget_part(conn)
            self._lend_thread(conn)
        else:
            sock.settimeout(0)  # the first part made it blocking
            self._send_continue(conn)

    def _send_continue(self, conn: Any) -> None:
        """Send 100 Continue if the client waits for it."""
        with contextlib.suppress(OSError):  # closed, which the next read shows
            if not conn.has_continue and awaits_continue(conn):
                conn.has_continue = True
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _forget_part(self, conn: Any) -> None:
        self._parts.pop(conn, None)
        with contextlib.suppress(OSError, ValueError, KeyError):  # closed
            self.poller.unregister(conn.sock)

    def _lend_thread(self, conn: Any) -> None:
        conn.has_continue = False
        self._unbegun.add(conn)
        super().enqueue_req(conn)

    def _receive(self, conn: Any) -> bytes | None:
        """Return the data that has arrived on a connection; close it if the client is gone."""
        try:
            data, conn.arrived = self._stamps.receive(conn.sock)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if data:
            return data
        self.nr_conns -= 1
        conn.close()
        return None

    # Plain moves

    def _takes(self, conn: Any, data: bytes) -> bool:
        """Queue the data of a connection if it is a plain move."""
        move = read_move(data)
        if move is None or not self.alive:
            return False
        room = self._server.registry.running_room(move.match)
        if room is None or not self._server.accounts.knows(move.key):
            return False
        move.environ["REMOTE_ADDR"] = conn.address
        conn.is_busy = True
        at = room.register_arrival(conn.arrived)
        answered = partial(self._answer, conn, move.environ)
        self._express.put(FastMove(move.environ, room, move.content, at, answered))
        return True

    def _answer(self, conn: Any, environ: dict[str, Any], answer: Answer) -> None:
        """Send a response on the thread for moves; close connections that do not read it."""
        data = wire_form(answer, environ, keep=self.alive)
        try:
            is_sent = conn.sock.send(data) == len(data)
        except OSError:
            is_sent = False
        conn.timeout = time.monotonic() + self.cfg.keepalive
        if not is_sent or not self.alive:
            self.method_queue.defer(self._close_expressed, conn)
            return
        conn.is_busy = False
        if conn.is_muted:
            self.method_queue.defer(self._unmute, conn)

    def _listen_to(self, conn: Any) -> None:
        if conn.sock.gettimeout() != 0:  # as for a thread
            conn.sock.settimeout(0)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_expressed, conn))

    def _on_expressed(self, conn: Any, sock: socket.socket) -> None:
        """Handle data on a connection that sends plain moves."""
        if conn.is_busy:  # answers must keep their order
            conn.is_muted = True
            self.poller.unregister(sock)
            if not conn.is_busy:  # just answered
                self._unmute(conn)
            return
        data = self._receive(conn)
        if data is None:
            self._forget_expressed(conn)
        elif data and not self._takes(conn, data):
            self._forget_expressed(conn)
            conn.init()
            conn.parser.unreader.unread(data)
            self.enqueue_req(conn)

    def _unmute(self, conn: Any) -> None:
        if conn.is_muted and conn in self._expressed:
            conn.is_muted = False
            self._listen_to(conn)

    def _forget_expressed(self, conn: Any) -> None:
        self._expressed.discard(conn)
        with contextlib.suppress(OSError, ValueError, KeyError):  # closed, or muted
            self.poller.unregister(conn.sock)

    def _close_expressed(self, conn: Any) -> None:
        if conn in self._expressed:
            self._forget_expressed(conn)
            self.nr_conns -= 1
            conn.close(graceful=True)

    # Time

    def wait_for_arrivals(self) -> None:
        """Wait until every request that has arrived by now is registered with its room."""
        heard = threading.Event()
        self.method_queue.defer(lambda: self._asking.append(heard))
        heard.wait(_HEAR_WITHIN)
        deadline = time.monotonic() + _BEGIN_WITHIN
        waiting = set(self._unbegun)
        while waiting & self._unbegun and time.monotonic() < deadline:
            time.sleep(_GLANCE)
        time.sleep(_GLANCE)  # for threads that wait for the next request of their connection

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Poll the connections; without waiting while `wait_for_arrivals` is being called."""
        heard, self._asked, self._asking = self._asked, self._asking, []
        super().wait_for_and_dispatch_events(0 if heard or self._asked else timeout)
        for one in heard:  # after two polls: new connections, then their data
            one.set()

    def murder_pending(self) -> None:
        """Close connections that are idle or too slow."""
        now = time.monotonic()
        if now < self._next_look and self.alive:
            return
        self._next_look = now + _LOOK_AGAIN
        for conn in [one for one, until in self._parts.items() if now > until or not self.alive]:
            self._forget_part(conn)
            self.nr_conns -= 1
            conn.close()
        if not self.alive:
            for connection in self.pending_conns:
                connection.timeout = now
        super().murder_pending()
        for connection in [one for one in self._expressed if not one.is_busy]:
            if now > connection.timeout or not self.alive:
                self._close_expressed(connection)
        for sock in [sock for sock, until in self._leaving.items() if now > until]:
            self._hang_up(sock)
        for connection, since in list(self._reading.items()):
            if now - since > _READ_WITHIN:
                with contextlib.suppress(OSError):  # its thread then finds that nothing follows
                    connection.sock.shutdown(socket.SHUT_RDWR)

    def handle(self, conn: Any) -> Any:
        """Answer requests of a connection on this thread, as long as the next one comes soon.

        Handing a connection back to the polling thread and out again costs as much as a whole
        request, so a short wait for the next one is cheaper.
        """
        self._unbegun.discard(conn)
        result = self._handle_one(conn, super().handle)
        while result is True and self._goes_on(conn):
            result = self._handle_one(conn, self._handle_next)
        return result

    def _handle_next(self, conn: Any) -> Any:
        """Answer another request of a connection that this thread has answered before.

        Calls that release the GIL, such as changing the time-out, are left out.
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
        """Tell whether another request may follow; a body that was read leaves nothing behind."""
        if keepalive and getattr(conn.parser.mesg, "is_taken", False):
            return True
        return bool(super()._keepalive_after(conn, keepalive))

    def _goes_on(self, conn: Any) -> bool:
        """Wait a moment for the next request, while threads are free."""
        conn.arrived = None
        if conn.parser.unreader.buf.getvalue():
            return self.alive and is_ready(conn)
        if not self.alive or self._lingering >= self.cfg.threads // 3:
            return False
        with self._counting:
            self._lingering += 1
        try:
            waiting = select.poll()
            waiting.register(conn.sock, select.POLLIN)
            # An incomplete request must not hold a thread.
            if not waiting.poll(_LINGER) or not self.alive or not is_whole(conn.sock):
                return False
            conn.arrived = self._stamps.of_waiting(conn.sock)
        except (OSError, ValueError):
            return False
        else:
            return True
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
        """Answer a request whose body has arrived completely."""
        names = {name for name, _ in req.headers}
        if "EXPECT" not in names:  # its body has not been sent yet
            if names & {"CONTENT-LENGTH", "TRANSFER-ENCODING"}:
                take_body(req)
            req.is_taken = True
            self._reading.pop(conn, None)
        sock = conn.sock
        if sock.gettimeout() != _WRITE_WITHIN:
            sock.settimeout(_WRITE_WITHIN)
        conn.sock = gathering = Gathering(sock, conn.arrived)
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
        """Answer a malformed request, in JSON."""
        status, reason, text = _STATUSES.get(
            type(exc), (400, "Bad Request", "the request is malformed")
        )
        if not isinstance(exc, http_errors.ParseException):
            _log.error("Unhandled error while reading a request", exc_info=exc)
            status, reason, text = 500, "Internal Server Error", "internal server error"
        body = json.dumps({"error": text})
        head = (
            f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: application/json\r\n"
            f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with contextlib.suppress(OSError):
            client.sendall((head + body).encode())
