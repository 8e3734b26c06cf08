"""Rate limits that the processes of a server share through Redis.

Each process counts in memory, so a request never waits for Redis. Whoever has used up a notable
part of a limit here is told to the others: a thread adds up through the package `limits` what was
counted in a moment, and whoever has used up the limit in all processes together is refused here
too. So a caller who stays below that part costs nothing, and one who spreads requests over many
processes gets at most that part more in each of them.
"""

from __future__ import annotations

import functools
import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from outflank.server.rate_limits import Counters, MemoryCounters, RateCheck, RateWindow

if TYPE_CHECKING:
    from limits.errors import StorageError

__all__ = ["SharedCounters", "counters_for"]

_PART = 1 / 8  # of a limit, above which a caller is told to the other processes
_GATHER = 0.05  # seconds in which counts are gathered before they are sent
_RETRY = 1.0  # seconds after which a Redis that did not answer is asked again
_TIMEOUT = 2.0  # seconds without an answer, after which a connection is given up
_MOST_WAITING = 10_000  # counts that were not sent yet; more are not shared

_log = logging.getLogger(__name__)


class SharedCounters:
    """Counters in memory that add up with those of other processes."""

    def __init__(self, url: str, now: Callable[[], float] = time.monotonic) -> None:
        # Only several processes need the package, and importing it is slow.
        from limits import RateLimitItemPerSecond
        from limits.errors import StorageError
        from limits.storage import storage_from_string
        from limits.strategies import SlidingWindowCounterRateLimiter

        self._error = StorageError
        self._now = now
        self._own = MemoryCounters(now)
        options: dict[str, Any] = {"socket_timeout": _TIMEOUT, "socket_connect_timeout": _TIMEOUT}
        address = f"redis+{url}" if url.startswith("unix:") else url
        storage = storage_from_string(
            address, key_prefix="outflank", wrap_exceptions=True, **options
        )
        self._strategy = SlidingWindowCounterRateLimiter(storage)
        self._item = functools.cache(
            lambda window: RateLimitItemPerSecond(window.count, math.ceil(window.seconds))
        )
        self._full: dict[str, float] = {}  # callers who have used up a limit, and until when
        self._lock = threading.Lock()
        self._counted: dict[tuple[str, RateWindow], int] = {}  # and not sent yet
        self._is_shared = True  # as far as it is known
        self._waiting = threading.Event()
        self._is_idle = threading.Event()
        self._is_idle.set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rate limits", daemon=True)
        self._thread.start()

    def take(self, checks: Sequence[RateCheck], *, spend: bool) -> float:
        """Count one for each and return 0, or count none and return the seconds to wait."""
        if self._full:
            until = max((self._full.get(caller, 0.0) for caller, _ in checks), default=0.0)
            if (wait := until - self._now()) > 0:
                return wait
        wait = self._own.take(checks, spend=spend)
        if spend and not wait:
            for caller, windows in checks:
                for lead, window in zip(self._own.lead_of(caller), windows, strict=False):
                    if lead > window.ahead * _PART:
                        self._share(caller, window)
        return wait

    def _share(self, caller: str, window: RateWindow) -> None:
        with self._lock:
            known = self._counted.get((caller, window), 0)
            if known or len(self._counted) < _MOST_WAITING:
                self._counted[caller, window] = known + 1
                self._is_idle.clear()
        self._waiting.set()

    def flush(self, seconds: float = _TIMEOUT) -> bool:
        """Wait until what was counted has been shared; tell whether it was tried in time."""
        return self._is_idle.wait(seconds)

    def close(self) -> None:
        """Share what was counted, and stop."""
        self.flush()
        self._stopping.set()
        self._waiting.set()
        self._thread.join(2 * _TIMEOUT)

    # On the thread that shares

    def _run(self) -> None:
        while self._waiting.wait() and not self._stopping.wait(_GATHER):
            self._waiting.clear()
            with self._lock:
                counted, self._counted = self._counted, {}
            try:
                for (caller, window), times in counted.items():
                    self._add(caller, window, times)
            except self._error as error:
                self._note(error)
            else:
                self._note(None)
            with self._lock:
                if not self._counted:
                    self._is_idle.set()
            if not self._is_shared:
                self._stopping.wait(_RETRY)
            now = self._now()
            self._full = {caller: until for caller, until in self._full.items() if until > now}

    def _add(self, caller: str, window: RateWindow, times: int) -> None:
        """Count in Redis what was counted here; refuse the caller if it is too much together."""
        item = self._item(window)
        if not self._strategy.hit(item, caller, cost=min(times, window.count)):
            free_at = self._strategy.get_window_stats(item, caller).reset_time
            wait = max(_GATHER, free_at - time.time())
            self._full[caller] = max(self._full.get(caller, 0.0), self._now() + wait)

    def _note(self, error: StorageError | None) -> None:
        """Say once that the counts are not shared, and once that they are again."""
        if error is not None and self._is_shared:
            _log.warning(
                "Rate limits hold for each process alone, without Redis: %s", error.storage_error
            )
        elif error is None and not self._is_shared:
            _log.warning("Rate limits are shared through Redis again")
        self._is_shared = error is None


def counters_for(url: str) -> Counters:
    """Return counters that are shared through the Redis at a URL, or without one this process's."""
    return SharedCounters(url) if url else MemoryCounters(time.monotonic)
