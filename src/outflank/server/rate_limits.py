"""Rate limits for each key and each address.

Limits are data: how often one key, one address and all callers together may do something, in a
short window and in a long one. A process counts in memory here, and may share its counts with
others (`shared_counters.py`).
"""

from __future__ import annotations

import functools
import ipaddress
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from outflank.errors import TooMany

__all__ = [
    "RATE_LIMITS",
    "Counters",
    "LimitWindows",
    "Limiter",
    "MemoryCounters",
    "Pacer",
    "RateCheck",
    "RateLimit",
    "RateWindow",
]


class RateLimit(StrEnum):
    """What is counted, each kind separately: polls never count as moves."""

    POLLS = "polls"
    MOVES = "moves"
    STREAMS = "streams"
    PAGES = "pages"
    NAMES = "names"
    EXPORTS = "exports"
    REVIEWS = "reviews"
    LEARNING = "learning"
    CHALLENGES = "challenges"
    FAILED_AUTHENTICATION = "failed authentications"
    INVALID_COOKIES = "invalid cookies"


@dataclass(frozen=True)
class RateWindow:
    """At most `count` in any `seconds`: half of them at once, the others spread evenly."""

    count: int
    seconds: float

    @functools.cached_property
    def pause(self) -> float:
        """The seconds after which one more is allowed."""
        return self.seconds / (self.count - self.count // 2)

    @functools.cached_property
    def ahead(self) -> float:
        """The seconds by which a caller may be ahead of that pace."""
        return self.pause * max(1, self.count // 2)


@dataclass(frozen=True)
class LimitWindows:
    """The windows for one key, for one address and for all callers together.

    No caller is refused because of what all did together: a stranger could bring that about.
    """

    key: tuple[RateWindow, ...] = ()
    address: tuple[RateWindow, ...] = ()
    everybody: tuple[RateWindow, ...] = ()


_MINUTE, _HOUR, _DAY = 60, 3600, 86400

# An address may do more than a key, because a room full of bots may share one.
RATE_LIMITS: Mapping[RateLimit, LimitWindows] = {
    RateLimit.POLLS: LimitWindows(
        key=(RateWindow(40, 1), RateWindow(1200, _MINUTE)),
        address=(RateWindow(800, 1), RateWindow(24_000, _MINUTE)),
    ),
    RateLimit.MOVES: LimitWindows(
        key=(RateWindow(100, 1), RateWindow(3600, _MINUTE)),
        address=(RateWindow(2000, 1), RateWindow(72_000, _MINUTE)),
    ),
    # A bot opens one for each match it plays, and quick games take less than a second.
    RateLimit.STREAMS: LimitWindows(
        key=(RateWindow(200, 10), RateWindow(6000, 10 * _MINUTE)),
        address=(RateWindow(4000, 10), RateWindow(120_000, 10 * _MINUTE)),
    ),
    # Each open page has a stream, and people open pages quickly.
    RateLimit.PAGES: LimitWindows(
        key=(RateWindow(80, 10), RateWindow(800, 10 * _MINUTE)),
        address=(RateWindow(800, 10), RateWindow(8000, 10 * _MINUTE)),
    ),
    RateLimit.NAMES: LimitWindows(
        key=(RateWindow(6, 10), RateWindow(60, _HOUR)),
        address=(RateWindow(120, 10), RateWindow(1200, _HOUR)),
    ),
    RateLimit.EXPORTS: LimitWindows(
        key=(RateWindow(10, 10), RateWindow(120, _HOUR)),
        address=(RateWindow(40, 10), RateWindow(600, _HOUR)),
    ),
    RateLimit.REVIEWS: LimitWindows(
        key=(RateWindow(10, 10), RateWindow(120, _HOUR)),
        address=(RateWindow(40, 10), RateWindow(600, _HOUR)),
    ),
    # A storm sends an attempt every few seconds, and a classroom shares an address.
    RateLimit.LEARNING: LimitWindows(
        key=(RateWindow(60, 10), RateWindow(2000, _HOUR)),
        address=(RateWindow(1200, 10), RateWindow(40_000, _HOUR)),
    ),
    RateLimit.CHALLENGES: LimitWindows(
        key=(RateWindow(50, _MINUTE), RateWindow(400, _DAY)),
        address=(RateWindow(500, _MINUTE), RateWindow(4000, _DAY)),
    ),
    RateLimit.FAILED_AUTHENTICATION: LimitWindows(
        address=(RateWindow(10, _MINUTE), RateWindow(100, _HOUR)),
        everybody=(RateWindow(600, _MINUTE), RateWindow(10_000, _HOUR)),
    ),
    # A whole class may open the page after the server got a new database.
    RateLimit.INVALID_COOKIES: LimitWindows(
        address=(RateWindow(100, _MINUTE), RateWindow(1000, _HOUR)),
    ),
}

_GOLDEN = 0.618034  # its multiples divide a circle evenly, however many there are

# Who does what, and the windows in which it is counted.
RateCheck = tuple[str, tuple[RateWindow, ...]]


class Counters(Protocol):
    """Keeps the counts."""

    def take(self, checks: Sequence[RateCheck], *, spend: bool) -> float:
        """Count one for each and return 0, or count none and return the seconds to wait."""
        ...

    def close(self) -> None:
        """Stop the thread that shares the counts, if there is one."""
        ...


class Limiter:
    """Counts requests, and refuses callers who have sent too many.

    >>> limiter = Limiter(limits={RateLimit.NAMES: LimitWindows(key=(RateWindow(2, 60),))})
    >>> limiter.check(RateLimit.NAMES, key="7")
    >>> limiter.check(RateLimit.NAMES, key="7")
    Traceback (most recent call last):
    outflank.errors.TooMany: too many names; try again in 60 s
    """

    def __init__(
        self,
        counters: Counters | None = None,
        *,
        limits: Mapping[RateLimit, LimitWindows] = RATE_LIMITS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self._counters: Counters = counters or MemoryCounters(now)

    def check(self, limit: RateLimit, key: str = "", address: str = "") -> None:
        """Count one, or raise TooMany and count nothing."""
        self._take(limit, key, address, spend=True)

    def peek(self, limit: RateLimit, key: str = "", address: str = "") -> None:
        """Raise TooMany if `check` would, counting nothing either way."""
        self._take(limit, key, address, spend=False)

    def is_crowded(self, limit: RateLimit) -> bool:
        """Return whether all callers together do something too often."""
        everybody = self.limits[limit].everybody
        checks = [(_name_of_all(limit), everybody)] if everybody else []
        return self._counters.take(checks, spend=False) > 0

    def close(self) -> None:
        """Stop sharing the counts, if that was done."""
        self._counters.close()

    def _take(self, limit: RateLimit, key: str, address: str, *, spend: bool) -> None:
        allowed = self.limits[limit]
        checks: list[RateCheck] = []
        if key and allowed.key:
            checks.append((f"{limit}/key/{key}", allowed.key))
        if address and allowed.address:
            checks.append((f"{limit}/address/{network_of(address)}", allowed.address))
        wait = self._counters.take(checks, spend=spend)
        if wait > 0:
            raise TooMany(limit.value, wait)
        if spend and allowed.everybody:
            self._counters.take([(_name_of_all(limit), allowed.everybody)], spend=True)


def _name_of_all(limit: RateLimit) -> str:
    return f"{limit}/everybody"


def network_of(address: str) -> str:
    """Return the part of an address that a caller cannot freely choose.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2:3:4"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    return _network_of(address) if ":" in address else address


@functools.lru_cache(maxsize=4096)
def _network_of(address: str) -> str:
    try:
        parsed = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(parsed), 64), strict=False))


class _Times(dict[str, tuple[float, ...]]):
    """For each caller, the times at which its windows are empty again; past ones are dropped."""

    most = 100_000  # callers remembered

    def __init__(self) -> None:
        super().__init__()
        self._look_at = 1024

    def forget_past(self, now: float) -> None:
        """Drop callers whose windows are empty; scans only after many were added."""
        if len(self) < self._look_at:
            return
        for caller in [caller for caller, times in self.items() if max(times) <= now]:
            del self[caller]
        # Too many at once are an attack from many addresses. The oldest are dropped: at worst they
        # start again with empty windows.
        for caller in list(self)[: max(0, len(self) - self.most // 2)]:
            del self[caller]
        self._look_at = min(self.most, max(1024, 2 * len(self)))


class MemoryCounters:
    """Token buckets in this process: for each window the time at which it is empty again."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._times = _Times()
        self._lock = threading.Lock()

    def take(self, checks: Sequence[RateCheck], *, spend: bool) -> float:
        """Count one for each and return 0, or count none and return the seconds to wait."""
        longest = 0.0
        changes: list[tuple[str, tuple[float, ...]]] = []
        with self._lock:
            now = self._now()
            for caller, windows in checks:
                old = self._times.get(caller)
                new = []
                for place, window in enumerate(windows):
                    earned = now if old is None or old[place] < now else old[place]
                    earned += window.pause
                    wait = earned - now - window.ahead
                    if wait > longest and wait > 1e-6:  # less is a rounding error
                        longest = wait
                    new.append(earned)
                changes.append((caller, tuple(new)))
            if spend and not longest:
                self._times.update(changes)
                self._times.forget_past(now)
        return longest

    def lead_of(self, caller: str) -> tuple[float, ...]:
        """Return how many seconds a caller is ahead of the pace of each window."""
        now = self._now()
        return tuple(until - now for until in self._times.get(caller, ()))

    def close(self) -> None:
        """Do nothing: no thread shares these counts."""


class Pacer:
    """Slightly delays the responses to callers who poll too often.

    >>> pacer = Pacer(now=lambda: 0.0)
    >>> delays = [pacer.slowdown("key0") for _ in range(1000)]
    >>> delays[19], 0.04 <= delays[29] <= 0.05, 0.08 <= delays[999] <= 0.1
    (0.0, True, True)
    """

    def __init__(
        self,
        *,
        polite: float = 20,  # polls in a second
        most: float = 0.1,  # seconds
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pause = 1 / polite
        self.most = most
        self._now = now
        self._times = _Times()
        self._spread = 0.0
        self._lock = threading.Lock()

    def slowdown(self, key: str) -> float:
        """Count a poll and return the delay of its response in seconds.

        The delay begins when a caller is one second's worth of polls ahead, and is longest at two
        seconds. Callers cannot get further ahead, so the delay ends soon after the polls do.
        Delays differ a little: a hundred responses due at once would hold up everybody.
        """
        with self._lock:
            now = self._now()
            (until,) = self._times.get(key, (now,))
            ahead = min(2.0, max(0.0, until - now) + self._pause)
            self._times[key] = (now + ahead,)
            self._times.forget_past(now)
            self._spread = (self._spread + _GOLDEN) % 1.0
            share = 0.8 + 0.2 * self._spread
        return round(self.most * share * max(0.0, ahead - 1.0), 6)
