"""Notices for the user while a client waits for its server."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator

from outflank.errors import ServerError
from outflank.texts import say
from outflank.texts.phrases import capitalised

__all__ = ["SLOW_ANSWER", "AnswerWatch", "WaitingNotice"]

SLOW_ANSWER = 5.0  # seconds without a response after which the user is notified

_INTERVAL = 10.0  # seconds between two notices
_SHORT_PATIENCE = 5.0  # with less patience an error comes soon, so no notice is needed

_log = logging.getLogger(__name__)


class WaitingNotice:
    """Tells the user in one line that requests wait for the server, at most every ten seconds.

    Without a function to call, the line is logged as a warning, which Python prints by default.

    >>> notice = WaitingNotice(print, now=lambda: 0.0)
    >>> notice.trying_again(ServerError("BUSY", 503, "too many streams at once"), patience=60)
    Too many streams at once. Trying again for up to 60 s.
    >>> notice.still_waiting()
    """

    def __init__(
        self, tell: Callable[[str], None] | None, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._tell = tell or _log.warning
        self._now = now
        self._next = 0.0

    def trying_again(self, error: ServerError, patience: float | None) -> None:
        """Report an error after which the request will be sent again."""
        if patience is not None and patience < _SHORT_PATIENCE:
            return
        problem = capitalised(error.detail.rstrip("."))
        if patience is None:
            self._report(say("client.trying_until_it_works", problem=problem))
        else:
            self._report(say("client.trying_for", problem=problem, seconds=f"{patience:g}"))

    def still_waiting(self) -> None:
        """Report that a response is slow."""
        self._report(say("client.still_waiting", seconds=f"{SLOW_ANSWER:g}"))

    def _report(self, sentence: str) -> None:
        """Tell the user a sentence, unless the last one was less than ten seconds ago."""
        now = self._now()
        if now >= self._next:
            self._next = now + _INTERVAL
            self._tell(sentence)


class AnswerWatch:
    """Calls a function when a response is slow; one thread watches all requests of a client."""

    def __init__(self, on_slow: Callable[[], None]) -> None:
        self._on_slow = on_slow
        self._lock = threading.Lock()
        self._due: dict[object, float] = {}
        self._is_running = False

    @contextlib.contextmanager
    def watching(self, held: float = 0.0) -> Iterator[None]:
        """Watch a request, whose response the server may hold for `held` seconds."""
        request = object()
        with self._lock:
            self._due[request] = time.monotonic() + held + SLOW_ANSWER
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="answer watch", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                del self._due[request]

    def _run(self) -> None:
        """Check once a second, until there is no request to watch."""
        while True:
            time.sleep(min(1.0, SLOW_ANSWER))
            with self._lock:
                self._is_running = bool(self._due)
                if not self._due:
                    return
                is_slow = min(self._due.values()) <= time.monotonic()
            if is_slow:
                self._on_slow()
