"""Traces a move through the log: each line about it carries the id of its request.

The id comes from the header `X-Request-Id` or `traceparent`, or is made here. While tracing is off,
none of this costs time.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from outflank.server.accounts.keys import redact

__all__ = [
    "MOVES",
    "begin_request",
    "is_tracing",
    "present_request",
    "request_id_from",
    "trace_move",
]

MOVES = logging.getLogger("outflank.server.trace")

_request: ContextVar[str] = ContextVar("request", default="")
_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")
# The version, the id of the trace, the id of the caller's span, and flags.
_TRACE_PARENT = re.compile(
    r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
)


def request_id_from(header: Callable[[bytes], str | None]) -> str:
    """Return the id in the headers of a request, or a new one.

    >>> request_id_from({b"x-request-id": "bot-7.41"}.get)
    'bot-7.41'
    >>> len(request_id_from({b"x-request-id": "two words"}.get))
    16
    """
    given = header(b"x-request-id")
    if given is not None and _WELL_FORMED.fullmatch(given) and redact(given) == given:
        return given
    parent = _TRACE_PARENT.fullmatch(header(b"traceparent") or "")
    return parent[1] if parent is not None else secrets.token_hex(8)


def begin_request(name: str) -> None:
    """Set the request to which later traces of this task belong."""
    _request.set(name)


def is_tracing() -> bool:
    """Return whether the steps of moves are logged."""
    return MOVES.isEnabledFor(logging.DEBUG)


def trace_move(step: str, match: str, request: str | None = None, **details: Any) -> None:
    """Log a step of a move; another thread than the request's gives its id."""
    name = _request.get() if request is None else request
    told = "".join(f", {key} {value}" for key, value in details.items())
    MOVES.debug("move %s%s", step, told, extra={"match": match, "request_id": name})


def present_request() -> str:
    """Return the id of the request that is being answered, or an empty string outside of one."""
    return _request.get()
