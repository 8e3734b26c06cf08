"""Rate limits that the processes of a server share through Redis.

Each process counts in memory, so a request never waits for Redis. When a caller has used up an
eighth of a limit here, a thread adds its counts to those of the other processes through the package
`limits`, and refuses the caller once all processes together have reached the limit. So a caller
below that share costs nothing, and one who spreads requests over many processes gets at most that
share more in each of them.
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

_PART = 1 / 8  # the share of a limit above which counts are shared
_GATHER = 0.05  # seconds for which counts are gathered before they are sent
_RETRY = 1.0  # seconds to wait after Redis did not answer
_TIMEOUT = 2.0  # seconds to wait for an answer of Redis
_MOST_WAITING = 10_000  # counts waiting to be sent; further ones are not shared

_log = logging.getLogger(__name__)


class SharedCounters:
    """Counters in memory whose counts are added to those of other processes."""

    def __init__(self, url: str, now: Callable[[], float] = time.monotonic) -> None:
        # Imported late: it is slow, and only several processes need it.
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
        self._full: dict[str, float] = {}  # callers at a limit, and the time at which it ends
        self._lock = threading.Lock()
        self._counted: dict[tuple[str, RateWindow], int] = {}  # waiting to be sent
        self._is_shared = True  # by the last attempt
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
        """Wait until the counts were sent, and return whether that was tried in time."""
        return self._is_idle.wait(seconds)

    def close(self) -> None:
        """Share the counts that are left, and stop."""
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
        """Add counts in Redis, and refuse the caller if the total exceeds the limit."""
        item = self._item(window)
        if not self._strategy.hit(item, caller, cost=min(times, window.count)):
            free_at = self._strategy.get_window_stats(item, caller).reset_time
            wait = max(_GATHER, free_at - time.time())
            self._full[caller] = max(self._full.get(caller, 0.0), self._now() + wait)

    def _note(self, error: StorageError | None) -> None:
        """Log once that sharing has failed, and once that it works again."""
        if error is not None and self._is_shared:
            _log.warning(
                "Redis does not answer; each process counts alone for its rate limits: %s",
                error.storage_error,
            )
        elif error is None and not self._is_shared:
            _log.warning("Rate limits are shared through Redis again")
        self._is_shared = error is None


def counters_for(url: str) -> Counters:
    """Return counters shared through the Redis at `url`, or for this process if it is empty."""
    return SharedCounters(url) if url else MemoryCounters(time.monotonic)
