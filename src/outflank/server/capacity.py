"""Places for work that lasts: searches, streams and waiting polls are capped, moves never are.

Whoever finds no place is told so at once and does not queue. The threads that a server keeps
for moves are those which its gates, one within another, leave over.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from outflank.errors import Busy

__all__ = ["CapacityLimit", "Place"]


class CapacityLimit:
    """A number of places, of which one key and one address can hold only some.

    A gate `within` another takes a place of both, so that several kinds of work share what is
    not kept for moves.

    >>> waiting = Gate("waiting requests", 64 - 16)
    >>> streams = Gate("streams", 40, per_key=2, per_address=20, within=waiting)
    >>> with streams.enter(key="7"), streams.enter(key="7"):
    ...     waiting.held, streams.try_enter(key="7"), streams.held
    (2, None, 2)
    """

    def __init__(
        self,
        name: str,
        places: int,
        *,
        per_key: int | None = None,
        per_address: int | None = None,
        within: CapacityLimit | None = None,
    ) -> None:
        self.name = name
        self.places = places
        self._per_key = per_key
        self._per_address = per_address
        self._within = within
        self._lock = threading.Lock()
        self._held = 0
        self._keys: dict[str, int] = {}
        self._addresses: dict[str, int] = {}

    @property
    def held(self) -> int:
        """How many places are taken now."""
        return self._held

    def enter(self, key: str = "", address: str = "") -> Place:
        """Take a place until it is left, or raise Busy."""
        place = self.try_enter(key, address)
        if place is None:
            raise Busy(f"too many {self.name} at once; close one or try again soon")
        return place

    def try_enter(self, key: str = "", address: str = "") -> Place | None:
        """Take a place until it is left, or return None."""
        outer = self._within.try_enter(key, address) if self._within else None
        if self._within and outer is None:
            return None
        if self._take(key, address):
            return Place(self, key, address, outer)
        if outer is not None:
            outer.leave()
        return None

    def _take(self, key: str, address: str) -> bool:
        with self._lock:
            if (
                self._held >= self.places
                or _is_full(self._keys, key, self._per_key)
                or _is_full(self._addresses, address, self._per_address)
            ):
                return False
            self._held += 1
            self._keys[key] = self._keys.get(key, 0) + 1
            self._addresses[address] = self._addresses.get(address, 0) + 1
            return True

    def give_back(self, key: str, address: str) -> None:
        """Free a place; `Place.leave` does this, once."""
        with self._lock:
            self._held -= 1
            for held, who in ((self._keys, key), (self._addresses, address)):
                held[who] -= 1
                if not held[who]:
                    del held[who]  # or everybody who ever came would be remembered


def _is_full(held: dict[str, int], who: str, most: int | None) -> bool:
    # Who is not named is not counted: a search of the server's own belongs to nobody.
    return most is not None and who != "" and held.get(who, 0) >= most


class Place:
    """A place taken at a gate; leaving it twice is harmless, for streams end in several ways."""

    def __init__(self, gate: CapacityLimit, key: str, address: str, outer: Place | None) -> None:
        self._gate = gate
        self._who = (key, address)
        self._outer = outer
        self._is_left = False
        self._lock = threading.Lock()

    def leave(self) -> None:
        """Give the place to whoever comes next."""
        with self._lock:
            was_left, self._is_left = self._is_left, True
        if not was_left:
            self._gate.give_back(*self._who)
            if self._outer is not None:
                self._outer.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()
