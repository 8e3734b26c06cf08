"""A bounded cache of values that are stored elsewhere and may be changed there."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["RecentlyUsed"]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class RecentlyUsed(Generic[Key, Value]):
    """The most recently used values, up to a limit; the least recently used one makes room.

    To keep a value, note the `version` before you read the value. If anything was dropped in the
    meantime, the value may be outdated and is not kept.

    >>> cache: RecentlyUsed[str, int] = RecentlyUsed(2)
    >>> for number, letter in enumerate("abc"):
    ...     cache.keep(letter, number, cache.version)
    >>> cache.get("a"), cache.get("c")
    (None, 2)
    >>> read_at = cache.version
    >>> cache.drop("c")
    >>> cache.keep("c", 2, read_at)
    >>> cache.get("c")
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()
        self.version: int = 0  # the number of drops

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: Key) -> Value | None:
        """Return a value if it is kept; takes no lock, because the event loop calls it."""
        found = self._held.get(key)
        if found is not None:
            try:  # noqa: SIM105 - runs in every request, and is quicker than suppress
                self._held.move_to_end(key)
            except KeyError:  # dropped just now; it was valid a moment ago
                pass
        return found

    def keep(self, key: Key, value: Value, version: int) -> None:
        """Keep a value that was read or written after `version` was noted."""
        with self._lock:
            if version == self.version:
                self._held[key] = value
                self._held.move_to_end(key)
                if len(self._held) > self._most:
                    self._held.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Drop one value, because the stored one has changed."""
        with self._lock:
            self.version += 1
            self._held.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self.version += 1
            self._held.clear()
