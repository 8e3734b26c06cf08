"""A bounded cache of what is stored elsewhere and may be changed there."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["RecentlyUsed"]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class RecentlyUsed(Generic[Key, Value]):
    """What was used last, up to a number; the one that was not used for longest makes room.

    Whoever reads something in order to keep it here notes the `version` first: if anything was
    dropped meanwhile, what was read may be old already and is not kept.

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
        self.version = 0  # how often something was dropped

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: Key) -> Value | None:
        """Return what is kept; takes no lock, because the event loop asks."""
        found = self._held.get(key)
        if found is not None:
            try:  # noqa: SIM105 - asked for in every request, and quicker than suppress
                self._held.move_to_end(key)
            except KeyError:  # it has just been dropped, and was valid a moment ago
                pass
        return found

    def keep(self, key: Key, value: Value, version: int) -> None:
        """Keep what was read or written after that version was seen."""
        with self._lock:
            if version == self.version:
                self._held[key] = value
                self._held.move_to_end(key)
                if len(self._held) > self._most:
                    self._held.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Forget one, because it has changed where it is stored."""
        with self._lock:
            self.version += 1
            self._held.pop(key, None)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self.version += 1
            self._held.clear()
