"""A fast parser for plain requests with a move.

Anything unusual, correct or not, is left to gunicorn's parser. What is parsed here, gunicorn
parses alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from outflank.faces.web.api.openapi import ROOT

__all__ = ["PlainMove", "read_move"]

_MOST_HEAD = 4096  # bytes
_HEAD = re.compile(
    rb"POST (" + ROOT.encode() + rb"/matches/([0-9a-f]{1,32})/moves) HTTP/1\.1\r\n"
    rb"((?:[A-Za-z][A-Za-z-]{0,31}: ?[!-~](?:[ -~]{0,1023}[!-~])?\r\n){1,16})\r\n"
)
_LINE = re.compile(rb"([^:]+): ?([^\r]+)\r\n")
_BEARER = re.compile(rb"Bearer ([!-~]+)", re.IGNORECASE)

# Headers that clients usually send; a request with any other goes to gunicorn's parser.
_NAMES = {
    b"host": "HTTP_HOST",
    b"authorization": "HTTP_AUTHORIZATION",
    b"content-type": "CONTENT_TYPE",
    b"content-length": "CONTENT_LENGTH",
    b"connection": "HTTP_CONNECTION",
    b"user-agent": "HTTP_USER_AGENT",
    b"accept": "HTTP_ACCEPT",
    b"accept-encoding": "HTTP_ACCEPT_ENCODING",
    b"accept-language": "HTTP_ACCEPT_LANGUAGE",
    b"sec-fetch-mode": "HTTP_SEC_FETCH_MODE",
}


@dataclass(frozen=True, slots=True)
class PlainMove:
    """A request to play a move, as WSGI would describe it."""

    match: str
    key: str
    environ: dict[str, Any]
    content: bytes


def read_move(data: bytes) -> PlainMove | None:
    r"""Read a request that is a move and nothing else; None for everything else.

    >>> read_move(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    """
    head = _HEAD.match(data, 0, _MOST_HEAD)
    if head is None:
        return None
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": head[1].decode(),
        "QUERY_STRING": "",
        "SERVER_PROTOCOL": "HTTP/1.1",
    }
    for name, value in _LINE.findall(head[3]):
        known = _NAMES.get(name.lower())
        if known is None or known in environ:
            return None
        environ[known] = value.decode()
    content = data[head.end() :]
    bearer = _BEARER.fullmatch(environ.get("HTTP_AUTHORIZATION", "").encode())
    if (
        bearer is None
        or "HTTP_HOST" not in environ
        or environ.get("CONTENT_TYPE") != "application/json"
        or environ.get("CONTENT_LENGTH") != str(len(content))
        or environ.get("HTTP_CONNECTION", "keep-alive").lower() != "keep-alive"
    ):
        return None
    return PlainMove(head[2].decode(), bearer[1].decode(), environ, content)
