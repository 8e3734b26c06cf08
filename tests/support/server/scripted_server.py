"""A server for tests of clients that replies exactly as scripted, and can cut a reply off."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["CUT", "Reply", "ScriptedServer", "problem", "scripted_server", "stream"]


@dataclass(frozen=True)
class Reply:
    """The reply to one request; `is_cut` breaks the connection after the body."""

    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    is_cut: bool = False
    is_silent: bool = False
    after: threading.Event | None = None  # it waits for this


CUT = Reply(is_silent=True)  # the request arrived and its answer was lost


def problem(code: str, status: int, *, retry_after: int | None = None, **more: Any) -> Reply:
    """Return an error response like those of /api/v1."""
    headers = {"Content-Type": "application/problem+json"}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    body = {"status": status, "code": code, "detail": f"a test says {code}", **more}
    return Reply(status, json.dumps(body).encode(), headers)


def stream(events: Sequence[dict[str, Any] | str], *, is_cut: bool = False) -> Reply:
    """Return a stream of lines; texts are sent unchanged."""
    lines = [line if isinstance(line, str) else json.dumps(line) + "\n" for line in events]
    headers = {"Content-Type": "application/x-ndjson"}
    return Reply(200, "".join(lines).encode(), headers, is_cut=is_cut)


class ScriptedServer(ThreadingHTTPServer):
    """Answers requests with the replies of its script, one after the other."""

    daemon_threads = True

    def __init__(self, replies: Sequence[Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = list(replies)
        self.requests: list[tuple[str, str, Any]] = []

    @property
    def url(self) -> str:
        """The address on which it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def paths(self) -> list[str]:
        """The paths of the requests, in order."""
        return [path for _, path, _ in self.requests]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptedServer

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append((self.command, self.path, json.loads(body or b"null")))
        reply = self.server.replies.pop(0)
        self.close_connection = True
        if reply.after is not None:
            reply.after.wait(60)
        if reply.is_silent:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response_only(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.is_cut:
            self.send_header("Content-Length", str(len(reply.body) + 1))  # and this is never sent
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(reply.body)

    do_GET = do_POST = do_PATCH = do_DELETE = answer  # noqa: N815

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def scripted_server(*replies: Reply) -> Iterator[ScriptedServer]:
    """Serve a script."""
    server = ScriptedServer(replies)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join(60)
        server.server_close()
