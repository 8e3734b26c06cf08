"""Whether a request has arrived completely, so that no thread waits for the rest."""

from __future__ import annotations

import contextlib
import io
import re
import select
import socket
from typing import Any

from outflank.faces.web.security import LARGEST_BODY

__all__ = ["awaits_continue", "is_ready", "is_whole", "take_body"]

_PEEK = 64 * 1024  # bytes within which a request and its body must fit

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]+)")


def is_ready(conn: Any) -> bool:
    """Tell whether the next request of a connection can be read without waiting."""
    return is_whole(conn.sock, _read_before(conn))


def awaits_continue(conn: Any) -> bool:
    """Tell whether a client waits for 100 Continue before it sends the body."""
    data = _read_before(conn)
    with contextlib.suppress(BlockingIOError):  # has said no more than that
        data += conn.sock.recv(_PEEK, socket.MSG_PEEK)
    data = data.lower()
    return b"\r\nexpect: 100-continue\r\n" in data[: data.find(b"\r\n\r\n") + 2]


def _read_before(conn: Any) -> bytes:
    """Return what has been read of an incomplete request."""
    return b"" if conn.parser is None else conn.parser.unreader.buf.getvalue()


def is_whole(sock: socket.socket, before: bytes = b"") -> bool:
    """Tell whether a request, the end or an error can be read without waiting.

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
    return length > LARGEST_BODY or len(data) - start >= length


def _is_readable(sock: socket.socket) -> bool:
    waiting = select.poll()
    waiting.register(sock, select.POLLIN)
    return bool(waiting.poll(0))


def _has_all_chunks(data: bytes, at: int) -> bool:
    """Tell whether a chunked body is complete, too large or malformed."""
    start = at
    while len(data) - start <= LARGEST_BODY:
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


def take_body(req: Any) -> None:
    """Read the body of a request, up to the point at which it is too large."""
    announced = next((value for name, value in req.headers if name == "CONTENT-LENGTH"), None)
    if announced is not None and announced.isdecimal() and int(announced) > LARGEST_BODY:
        body = b""  # refused by what was announced
    else:
        body = req.body.read(LARGEST_BODY + 1)
    if announced is None:  # came in pieces
        req.headers = [pair for pair in req.headers if pair[0] != "TRANSFER-ENCODING"]
        req.headers.append(("CONTENT-LENGTH", str(len(body))))
    elif int(announced) > len(body):
        req.should_close = lambda: True  # for the rest is never read
    if len(body) > LARGEST_BODY:
        req.should_close = lambda: True
    req.body = io.BytesIO(body)
