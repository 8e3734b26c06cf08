"""The retry policy: when a request is sent again, and after which delay."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from outflank.errors import ServerError
from outflank.texts import say

if TYPE_CHECKING:
    import httpx

__all__ = ["RetryPolicy", "connection_error", "response_error", "unreachable_error"]

_FIRST_PAUSE = 0.1  # seconds
_LONGEST_PAUSE = 3.0
_LASTING = 1.0
_LONG_PAUSE = 0.8  # the shortest pause that is reported to the caller
_TEMPORARY = {429, 503}  # the request was not carried out, but may succeed later
_GATEWAY = {502, 504}  # a proxy may have lost only the response


def _ignore(_: ServerError, __: float | None) -> None:
    """Do not report the wait."""


@dataclass
class RetryPolicy:
    """Counts failures and decides how long to pause before the next attempt.

    >>> retries = RetryPolicy(patience=10, now=lambda: 0.0, jitter=lambda: 1.0)
    >>> [retries.delay_after(unreachable_error("gone")) for _ in range(3)]
    [0.1, 0.2, 0.4]
    """

    patience: float | None  # seconds of failures before giving up; None: never
    on_waiting: Callable[[ServerError, float | None], None] = _ignore
    now: Callable[[], float] = time.monotonic
    jitter: Callable[[], float] = random.random
    _since: float | None = field(default=None, init=False)
    _failures: int = field(default=0, init=False)
    _connected: float | None = field(default=None, init=False)

    def connected(self) -> None:
        """Note that a connection was made; if it lasts, earlier failures are forgotten."""
        self._connected = self.now()

    def delay_after(self, error: ServerError, *, repeatable: bool = True) -> float:
        """Return the seconds to wait before trying again; raise the error if that is useless."""
        if not is_temporary(error, repeatable=repeatable):
            raise error
        now = self.now()
        has_lasted = self._connected is not None and now - self._connected > _LASTING
        self._connected = None
        if self._since is None or has_lasted:
            self._since, self._failures = now, 0
        pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * (1 << min(self._failures, 10)))
        pause *= (1 + self.jitter()) / 2  # so that not all clients reconnect at once
        if error.retry_after is not None:
            pause = max(pause, error.retry_after)
        self._failures += 1
        if self.patience is not None and now + pause - self._since > self.patience:
            raise error
        if pause >= _LONG_PAUSE:
            self.on_waiting(error, self.patience)
        return pause


def unreachable_error(problem: object, *, was_sent: bool = False) -> ServerError:
    """Return the error for a server that could not be reached or did not answer a request.

    >>> unreachable_error("connection refused").code, unreachable_error("cut", was_sent=True).code
    ('UNREACHABLE', 'UNANSWERED')
    """
    code = "UNANSWERED" if was_sent else "UNREACHABLE"
    return ServerError(code, 0, say("client.no_answer", problem=problem))


def connection_error(problem: httpx.TransportError, url: str) -> ServerError:
    """Return the error for a connection that broke or could not be made."""
    import httpx

    if isinstance(problem, httpx.ConnectTimeout):
        return unreachable_error(say("client.not_in_time", url=url))
    if isinstance(problem, httpx.ConnectError):
        reason = re.sub(r"^\[Errno -?\d+\] ", "", str(problem)) or type(problem).__name__
        reason = f"{reason[:1].lower()}{reason[1:]}"
        return unreachable_error(say("client.not_connected", url=url, reason=reason))
    return unreachable_error(str(problem) or type(problem).__name__, was_sent=True)


def is_temporary(error: ServerError, *, repeatable: bool) -> bool:
    """Return whether the same request may succeed later, and may be sent again without harm.

    >>> is_temporary(ServerError("BUSY", 503, "every place is taken"), repeatable=False)
    True
    >>> is_temporary(unreachable_error("the answer never came", was_sent=True), repeatable=False)
    False
    """
    if error.code == "UNREACHABLE":
        return True
    if error.code == "UNANSWERED" or error.status in _GATEWAY:
        return repeatable
    return error.status in _TEMPORARY


def response_error(response: httpx.Response) -> ServerError:
    """Return the error in a response, even if a proxy wrote it."""
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if not isinstance(problem, Mapping):
        problem = {}
    status = response.status_code
    code = problem.get("code") or f"HTTP_{status}"
    detail = problem.get("detail") or problem.get("error") or _phrase(status)
    known = {"type", "title", "status", "detail", "code", "retry_after", "error"}
    more: dict[str, Any] = {name: problem[name] for name in problem if name not in known}
    return ServerError(str(code), status, str(detail), _seconds(response), more=more)


def _phrase(status: int) -> str:
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        return say("errors.client.server_answered", status=status)
    return say("errors.client.server_answered_phrase", status=status, phrase=phrase)


def _seconds(response: httpx.Response) -> float | None:
    text = response.headers.get("Retry-After", "")
    return float(text) if text.isascii() and text.isdigit() else None
