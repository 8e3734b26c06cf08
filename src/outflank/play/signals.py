"""Signals: how one part tells others that something has happened, without knowing them."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

__all__ = ["KeptSignal", "KeyedSignal", "Signal"]

Key = TypeVar("Key")
Values = TypeVarTuple("Values")
One = TypeVar("One")

_FAILED = "A listener failed; it is told the next time as well, and so are the others: %r"

_log = logging.getLogger(__name__)


class Signal(Generic[*Values]):
    """Something that happens again and again, of which every listener is told.

    Listeners are called one after the other, in the order in which they subscribed, on the thread
    on which it happens: they must not block. One that raises is logged, and the others go on. One
    that ends its subscription while another thread sends may still be told that once.

    >>> played: Signal[str, float] = Signal()
    >>> end = played.subscribe(lambda move, seconds: print(move, seconds))
    >>> played.send("f5", 0.2)
    f5 0.2
    >>> end()
    >>> played.send("d6", 0.1)
    """

    __slots__ = ("_listeners", "_lock")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: tuple[Callable[[*Values], object], ...] = ()  # replaced, never changed

    @property
    def has_listeners(self) -> bool:
        """Whether anybody is told."""
        return bool(self._listeners)

    def subscribe(self, listener: Callable[[*Values], object]) -> Callable[[], None]:
        """Call a listener from now on; return the function that ends it."""
        with self._lock:
            self._listeners = (*self._listeners, listener)
        return functools.partial(self._end, listener)

    def _end(self, listener: Callable[[*Values], object]) -> None:
        with self._lock:
            self._listeners = _without(self._listeners, listener)

    def send(self, *values: *Values) -> None:
        """Tell every listener."""
        _tell(self._listeners, values)


class KeptSignal(Signal[*Values]):
    """A signal that keeps what was sent: whoever subscribes later is told that at once.

    >>> problems: KeptSignal[str] = KeptSignal()
    >>> problems.send("the disk is full")
    >>> end = problems.subscribe(print)
    the disk is full
    """

    __slots__ = ("_sent",)

    def __init__(self) -> None:
        super().__init__()
        self._sent: list[tuple[*Values]] = []

    @property
    def was_sent(self) -> bool:
        """Whether it was sent at least once."""
        return bool(self._sent)

    def subscribe(self, listener: Callable[[*Values], object]) -> Callable[[], None]:
        """Call a listener with all that was sent, and from now on; return what ends it."""
        with self._lock:
            self._listeners = (*self._listeners, listener)
            before = tuple(self._sent)
        for values in before:
            _tell((listener,), values)
        return functools.partial(self._end, listener)

    def send(self, *values: *Values) -> None:
        """Tell every listener, now and in future."""
        with self._lock:
            self._sent.append(values)
            listeners = self._listeners
        _tell(listeners, values)


class KeyedSignal(Generic[Key, *Values]):
    """One signal for each of many keys, such as players; listeners are called as by a `Signal`.

    >>> called: KeyedSignal[int, str] = KeyedSignal()
    >>> end = called.subscribe(7, print)
    >>> called.send(7, "your turn")
    your turn
    >>> called.send(8, "nobody listens to this")
    >>> 7 in called, 8 in called
    (True, False)
    """

    __slots__ = ("_listeners", "_lock")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[Key, tuple[Callable[[*Values], object], ...]] = {}

    def __contains__(self, key: Key) -> bool:
        return key in self._listeners

    def keys(self) -> list[Key]:
        """Return the keys that somebody listens to."""
        return list(self._listeners)

    def subscribe(self, key: Key, listener: Callable[[*Values], object]) -> Callable[[], None]:
        """Call a listener whenever something is sent to a key; return the function that ends it."""
        with self._lock:
            self._listeners[key] = (*self._listeners.get(key, ()), listener)
        return functools.partial(self._end, key, listener)

    def _end(self, key: Key, listener: Callable[[*Values], object]) -> None:
        with self._lock:
            left = _without(self._listeners.get(key, ()), listener)
            if left:
                self._listeners[key] = left
            else:
                self._listeners.pop(key, None)

    def send(self, key: Key, *values: *Values) -> None:
        """Tell every listener of a key."""
        _tell(self._listeners.get(key, ()), values)


def _tell(listeners: tuple[Callable[[*Values], object], ...], values: tuple[*Values]) -> None:
    """Call listeners one after the other, whatever one of them raises."""
    for listener in listeners:
        try:
            listener(*values)
        except Exception:
            _log.exception(_FAILED, listener)


def _without(listeners: tuple[One, ...], listener: One) -> tuple[One, ...]:
    """Return the listeners without the first one that is this very object."""
    at = next((at for at, one in enumerate(listeners) if one is listener), len(listeners))
    return listeners[:at] + listeners[at + 1 :]
