"""The web oracle: asks a web service, and falls back to local answers when that fails."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable

from outflank.errors import OracleError
from outflank.play.oracles.http_fetch import SERVICE_URL, fetch, is_asset
from outflank.play.oracles.oracle import WEB_ODDS, Reply
from outflank.rules import Answer
from outflank.texts import Text

__all__ = ["WebOracle", "ask_service", "read_reply"]

_SECONDS = 2.0  # for one answer, from the name look-up to the last byte
_GRACE = 0.25  # seconds for the request's thread to report a failure
_MOST_BYTES = 4096
_FAILURES = 2  # in a row, after which no requests are sent for a while
_PAUSE = 60.0


def ask_service(
    seconds: float = _SECONDS, *, url: str = SERVICE_URL, loopback: bool = False
) -> Reply:
    """Ask the web service once, or raise OracleError; never take longer than `seconds`.

    >>> ask_service(url="http://yesno.wtf/api")
    Traceback (most recent call last):
    outflank.errors.OracleError: only https://yesno.wtf/api and its pictures may be fetched
    """
    return read_reply(fetch(url, seconds=seconds, most_bytes=_MOST_BYTES, loopback=loopback))


def read_reply(body: bytes) -> Reply:
    """Parse the body of the service's response and check everything in it.

    >>> read_reply(b'{"answer": "no", "forced": false, "image": "https://example.org/no.gif"}')
    Reply(answer=<Answer.NO: 'no'>, image_url=None, local=False)
    """
    try:
        content = json.loads(body)
        answer = {each.value: each for each in Answer}[content["answer"]]
        image = content.get("image")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise OracleError(Text("errors.play.oracle_invalid_answer")) from None
    is_shown = isinstance(image, str) and is_asset(image)
    return Reply(answer, image_url=image if is_shown else None, local=False)


def _start_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="oracle", daemon=True).start()


class WebOracle:
    """An oracle that fetches the next answer ahead and tosses a coin when that fails.

    At most one request is pending, on a thread of its own. After two failures in a row every
    answer is local for 60 s of `clock`; then one request tries the service again behind a local
    answer. Nothing is sent before the first `ask` or `fetch_ahead`.

    >>> oracle = WebOracle(lambda seconds: Reply(Answer.NO, image_url=None, local=False))
    >>> oracle.ask()
    Reply(answer=<Answer.NO: 'no'>, image_url=None, local=False)
    >>> oracle.close()
    """

    odds = WEB_ODDS

    def __init__(
        self,
        service: Callable[[float], Reply] = ask_service,
        *,
        seconds: float = _SECONDS,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[Callable[[], None]], None] = _start_thread,
    ) -> None:
        self._service = service
        self._seconds = seconds
        self._coin = random.Random(seed)
        self._clock = clock
        self._start = start
        self._changed = threading.Condition()  # guards everything below
        self._ahead: Reply | None = None
        self._is_fetching = False
        self._is_given_up = False  # `ask` has stopped waiting for the pending request
        self._missed = False  # the request sent ahead has failed since the last `ask`
        self._failures = 0  # in a row
        self._misses = 0  # in total, so that a waiting `ask` sees a new one
        self._quiet_until: float | None = None  # the circuit breaker is open while this is set
        self._is_closed = False

    def ask(self) -> Reply:
        """Return an answer: fetched ahead, fetched now within the timeout, or local."""
        with self._changed:
            if self._must_wait():
                self._wait()
            reply, self._ahead = self._ahead, None
            self._missed = False
            self.fetch_ahead()
            return reply or self._toss()

    def fetch_ahead(self) -> None:
        """Start fetching the next answer, unless one is here or pending or the breaker is open.

        Faces call this when a game is set up, so that its first turn does not have to wait.
        """
        with self._changed:
            if self._ahead or self._is_fetching or self._is_closed or self._is_quiet():
                return
            self._is_fetching = True
            self._is_given_up = False
            try:
                self._start(self._fetch)
            except RuntimeError:  # no thread can be started, as when Python is shutting down
                self._is_fetching = False
                self._fail()

    def skip(self, count: int) -> None:
        """Do nothing: the service's answers do not depend on earlier ones."""

    def close(self) -> None:
        """Answer locally from now on and wake a waiting `ask`; a pending request runs on."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _must_wait(self) -> bool:
        """Return whether `ask` must wait for the service."""
        settled = self._ahead is not None or self._missed or self._is_closed
        return not settled and self._quiet_until is None

    def _wait(self) -> None:
        """Wait until an answer arrives, a request fails or the timeout is over."""
        seen = self._misses
        self.fetch_ahead()
        is_settled = self._changed.wait_for(
            lambda: self._ahead is not None or self._misses > seen or self._is_closed,
            timeout=self._seconds + _GRACE,
        )
        if not is_settled:  # count this failure once: the request may still end later
            self._is_given_up = True
            self._fail()

    def _is_quiet(self) -> bool:
        return self._quiet_until is not None and self._clock() < self._quiet_until

    def _fetch(self) -> None:
        reply: Reply | None = None
        try:
            reply = self._service(self._seconds)
        except OracleError:
            pass  # a local answer takes its place
        finally:
            self._finish(reply)

    def _finish(self, reply: Reply | None) -> None:
        with self._changed:
            self._is_fetching = False
            if reply is None and not self._is_given_up:
                self._fail()
            elif reply is not None:
                self._ahead = reply
                self._missed = False
                self._failures = 0
                self._quiet_until = None
            self._changed.notify_all()

    def _fail(self) -> None:
        self._missed = True
        self._misses += 1
        self._failures += 1
        if self._failures >= _FAILURES:
            self._quiet_until = self._clock() + _PAUSE

    def _toss(self) -> Reply:
        return Reply(self._coin.choice([Answer.YES, Answer.NO]), image_url=None, local=True)
