"""A proxy between a bot and the server that records requests and injects network faults."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

from outflank.client.check.faults import Exchange
from outflank.client.check.script import Disturbance
from outflank.client.http_arguments import client_arguments, server_address
from outflank.errors import NotationError
from outflank.extras import require_extra
from outflank.texts import Text, say

if TYPE_CHECKING:
    import httpx

__all__ = ["RecordingProxy"]

_MOST_BYTES = 1_000_000
# Headers that concern one connection only, or that the other side sets itself.
_OWN_HEADERS = {
    "connection",
    "content-encoding",
    "content-length",
    "date",
    "host",
    "keep-alive",
    "server",
    "transfer-encoding",
}
_STREAMS = ("application/x-ndjson", "text/event-stream")


class RecordingProxy:
    """A server on this machine that passes requests on to another server.

    >>> with RecordingProxy("localhost:5000") as proxy:
    ...     proxy.url.startswith("http://127.0.0.1:")
    True
    """

    def __init__(self, target: str, port: int = 0) -> None:
        require_extra("client", "httpx")
        import httpx

        self.target: str = server_address(target)
        self.exchanges: list[Exchange] = []
        self.has_called: threading.Event = threading.Event()
        self._disturbance = Disturbance.NONE
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        handler = type("BoundHandler", (_Handler,), {"proxy": self})
        try:
            self._server = _Server(("127.0.0.1", port), handler)
        except (OSError, OverflowError) as error:
            raise NotationError(
                Text("errors.client.port_in_use", port=port, problem=error)
            ) from None
        self.http: Any = httpx.Client(**client_arguments(self.target, None, prefix=""))
        self.http.headers.clear()
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address for the bot."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def disturb(self, disturbance: Disturbance) -> None:
        """Inject a fault once: into the next request, or into the open streams at once."""
        is_now = disturbance is Disturbance.CUT_STREAM
        with self._lock:
            self._disturbance = Disturbance.NONE if is_now else disturbance
            streams = list(self._open) if is_now else []
        for connection in streams:
            cut(connection)

    def takes_disturbance(self, disturbance: Disturbance) -> bool:
        """Return whether this fault is due, and clear it."""
        with self._lock:
            is_time = self._disturbance is disturbance
            if is_time:
                self._disturbance = Disturbance.NONE
            return is_time

    def record(self, exchange: Exchange) -> None:
        """Record a request and its response."""
        self.exchanges.append(exchange)
        self.has_called.set()

    @contextlib.contextmanager
    def streaming(self, connection: socket.socket) -> Iterator[None]:
        """Register a connection while a stream runs over it."""
        with self._lock:
            self._open.add(connection)
        try:
            yield
        finally:
            with self._lock:
                self._open.discard(connection)

    def close(self) -> None:
        """Stop listening and cut every stream."""
        self._server.shutdown()
        with self._lock:
            streams = list(self._open)
        for connection in streams:
            cut(connection)
        self._server.server_close()
        self._thread.join()
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    proxy: RecordingProxy

    def handle_any(self) -> None:
        """Pass a request on."""
        import httpx

        length = self.headers.get("Content-Length", "0")
        size = int(length) if length.isascii() and length.isdigit() else _MOST_BYTES + 1
        if size > _MOST_BYTES:
            self._answer(413, b"{}", {"Content-Type": "application/json"})
            return
        body = self.rfile.read(size)
        exchange = Exchange(self.command, self.path, 0)
        if exchange.is_move and self.proxy.takes_disturbance(Disturbance.REFUSE):
            self._refuse()
            return
        headers = {
            name: value for name, value in self.headers.items() if name.lower() not in _OWN_HEADERS
        }
        try:
            with self.proxy.http.stream(
                self.command, self.path, content=body, headers=headers, timeout=60
            ) as response:
                self._pass_back(response)
        except httpx.TransportError:
            self.close_connection = True

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = do_HEAD = handle_any  # noqa: N815

    def _pass_back(self, response: httpx.Response) -> None:
        kept = {name: value for name, value in response.headers.items() if name not in _OWN_HEADERS}
        if response.headers.get("Content-Type", "").startswith(_STREAMS):
            self.proxy.record(Exchange(self.command, self.path, response.status_code))
            self._pass_stream(response, kept)
            return
        body = response.read()
        exchange = Exchange(self.command, self.path, response.status_code, _json(body))
        self.proxy.record(exchange)
        if (
            exchange.is_move
            and response.is_success
            and self.proxy.takes_disturbance(Disturbance.CUT_REPLY)
        ):
            self.close_connection = True
            cut(self.connection)
            return
        self._answer(response.status_code, body, kept)

    def _pass_stream(self, response: httpx.Response, headers: dict[str, str]) -> None:
        self.close_connection = True
        self.send_response_only(response.status_code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        with self.proxy.streaming(self.connection), contextlib.suppress(OSError):
            for chunk in response.iter_raw():
                self.wfile.write(chunk)

    def _refuse(self) -> None:
        detail = say("client.check.refusal")
        problem = {"status": 503, "code": "UNAVAILABLE", "detail": detail}
        headers = {"Content-Type": "application/problem+json", "Retry-After": "1"}
        self._answer(503, json.dumps(problem).encode(), headers)

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class calls it so
        """Write no log."""


def cut(connection: socket.socket) -> None:
    """Break a connection, even while other threads use it."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None
