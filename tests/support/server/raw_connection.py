"""A connection on which tests send any bytes and read the answers one by one."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from http.client import HTTPMessage, parse_headers
from typing import Any, Self

__all__ = ["RawAnswer", "RawConnection", "request_bytes"]

_PATIENCE = 60.0  # seconds


def request_bytes(
    method: str,
    path: str,
    body: bytes = b"",
    headers: dict[str, str] | None = None,
    *more: str,
) -> bytes:
    """Return the bytes of a request; more header lines are added unchanged."""
    known = {"Host": "localhost"} | (headers or {})
    if body:
        known = {"Content-Length": str(len(body))} | known
    lines = [
        f"{method} {path} HTTP/1.1",
        *(f"{name}: {value}" for name, value in known.items()),
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


@dataclass(frozen=True)
class RawAnswer:
    """One answer of the server."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class RawConnection:
    """A connection to a port of this machine."""

    def __init__(self, port: int, *, receive_buffer: int = 0) -> None:
        self.socket = socket.socket()
        self.socket.settimeout(_PATIENCE)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        self._file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        """Send some bytes."""
        self.socket.sendall(data)

    def head(self) -> tuple[int, HTTPMessage]:
        """Read the status and the headers of the next answer."""
        line = self._file.readline().split(None, 2)
        if not line:
            raise ConnectionError("the server has closed the connection")
        return int(line[1]), parse_headers(self._file)

    def answer(self) -> RawAnswer:
        """Read the next answer to its end."""
        status, headers = self.head()
        if status == 100 or status in (204, 304):
            return RawAnswer(status, headers, b"")
        if headers.get("Transfer-Encoding", "") == "chunked":
            return RawAnswer(status, headers, b"".join(iter(self.chunk, b"")))
        length = headers.get("Content-Length")
        body = self._file.read() if length is None else self._file.read(int(length))
        return RawAnswer(status, headers, body)

    def rest(self) -> bytes:
        """Read everything until the server closes the connection."""
        return self._file.read()

    def chunk(self) -> bytes:
        """Read the next chunk of a chunked body; the last one is empty."""
        size = int(self._file.readline(), 16)
        chunk = self._file.read(size)
        assert self._file.readline() == b"\r\n"
        return chunk

    def ask(self, data: bytes) -> RawAnswer:
        """Send a request and read its answer."""
        self.send(data)
        return self.answer()

    def is_at_end(self) -> bool:
        """Wait until the server sends something or closes the connection, and return which."""
        return not self._file.peek(1)

    def close(self) -> None:
        """Close the connection."""
        self._file.close()
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
