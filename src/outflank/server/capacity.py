"""Limits on long-running work: searches, streams and waiting polls are capped, moves never are.

Work for which no slot is free is refused at once and does not queue. Nested limits leave enough
of the server's threads for moves.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from outflank.errors import Busy
from outflank.texts import Text

__all__ = ["CapacityLimit", "Slot"]


class CapacityLimit:
    """A number of slots, with limits on how many one key and one address may hold.

    A limit `within` another takes a slot of both, so that several kinds of work share the
    threads that are not reserved for moves.

    >>> waiting = CapacityLimit("waiting requests", 64 - 16)
    >>> streams = CapacityLimit("streams", 40, per_key=2, per_address=20, within=waiting)
    >>> with streams.acquire(key="7"), streams.acquire(key="7"):
    ...     waiting.in_use, streams.try_acquire(key="7"), streams.in_use
    (2, None, 2)
    """

    def __init__(
        self,
        name: str,
        slots: int,
        *,
        per_key: int | None = None,
        per_address: int | None = None,
        within: CapacityLimit | None = None,
    ) -> None:
        self.name = name
        self.slots = slots
        self._per_key = per_key
        self._per_address = per_address
        self._within = within
        self._lock = threading.Lock()
        self._in_use = 0
        self._keys: dict[str, int] = {}
        self._addresses: dict[str, int] = {}

    @property
    def in_use(self) -> int:
        """How many slots are taken now."""
        return self._in_use

    def acquire(self, key: str = "", address: str = "") -> Slot:
        """Take a slot until it is released, or raise Busy."""
        slot = self.try_acquire(key, address)
        if slot is None:
            raise Busy(Text("errors.server.no_capacity", name=self.name))
        return slot

    def try_acquire(self, key: str = "", address: str = "") -> Slot | None:
        """Take a slot until it is released, or return None."""
        outer = self._within.try_acquire(key, address) if self._within else None
        if self._within and outer is None:
            return None
        if self._take(key, address):
            return Slot(self, key, address, outer)
        if outer is not None:
            outer.release()
        return None

    def _take(self, key: str, address: str) -> bool:
        with self._lock:
            if (
                self._in_use >= self.slots
                or _is_full(self._keys, key, self._per_key)
                or _is_full(self._addresses, address, self._per_address)
            ):
                return False
            self._in_use += 1
            self._keys[key] = self._keys.get(key, 0) + 1
            self._addresses[address] = self._addresses.get(address, 0) + 1
            return True

    def free_slot(self, key: str, address: str) -> None:
        """Free a slot; called by `Slot.release`, once."""
        with self._lock:
            self._in_use -= 1
            for held, who in ((self._keys, key), (self._addresses, address)):
                held[who] -= 1
                if not held[who]:
                    del held[who]  # keeps the dict small


def _is_full(held: dict[str, int], who: str, most: int | None) -> bool:
    # An empty key or address is not counted: the server's own searches belong to nobody.
    return most is not None and who != "" and held.get(who, 0) >= most


class Slot:
    """A slot that is in use; releasing it twice is harmless, as streams end in several ways."""

    def __init__(self, limit: CapacityLimit, key: str, address: str, outer: Slot | None) -> None:
        self._limit = limit
        self._who = (key, address)
        self._outer = outer
        self._is_released = False
        self._lock = threading.Lock()

    def release(self) -> None:
        """Free the slot."""
        with self._lock:
            was_released, self._is_released = self._is_released, True
        if not was_released:
            self._limit.free_slot(*self._who)
            if self._outer is not None:
                self._outer.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
