"""Signals, by which one part calls others when something happens, without knowing them."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

__all__ = ["KeptSignal", "KeyedSignal", "Signal"]

Key = TypeVar("Key")
Values = TypeVarTuple("Values")
Item = TypeVar("Item")

_FAILED = "A listener failed; it stays subscribed, and the others are called: %r"

_log = logging.getLogger(__name__)


class Signal(Generic[*Values]):
    """Calls every listener each time something happens.

    Listeners are called in the order in which they subscribed, on the thread that sends, so they
    must not block. If one raises, that is logged and the others are still called. A listener whose
    subscription ends while another thread is sending may be called once more.

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
        """Whether anybody is subscribed."""
        return bool(self._listeners)

    def subscribe(self, listener: Callable[[*Values], object]) -> Callable[[], None]:
        """Call a listener from now on; return a function that ends the subscription."""
        with self._lock:
            self._listeners = (*self._listeners, listener)
        return functools.partial(self._end, listener)

    def _end(self, listener: Callable[[*Values], object]) -> None:
        with self._lock:
            self._listeners = _without(self._listeners, listener)

    def send(self, *values: *Values) -> None:
        """Call every listener."""
        _call(self._listeners, values)


class KeptSignal(Signal[*Values]):
    """A signal that keeps everything that was sent, and sends it to later subscribers at once.

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
        """Whether anything was sent."""
        return bool(self._sent)

    def subscribe(self, listener: Callable[[*Values], object]) -> Callable[[], None]:
        """Call a listener with everything sent so far and later; return what ends that."""
        with self._lock:
            self._listeners = (*self._listeners, listener)
            before = tuple(self._sent)
        for values in before:
            _call((listener,), values)
        return functools.partial(self._end, listener)

    def send(self, *values: *Values) -> None:
        """Call every listener, and keep the values for those that subscribe later."""
        with self._lock:
            self._sent.append(values)
            listeners = self._listeners
        _call(listeners, values)


class KeyedSignal(Generic[Key, *Values]):
    """A separate `Signal` for each key, such as a player.

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
        """Return the keys that have listeners."""
        return list(self._listeners)

    def subscribe(self, key: Key, listener: Callable[[*Values], object]) -> Callable[[], None]:
        """Call a listener whenever something is sent to a key; return a function that ends it."""
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
        """Call every listener of a key."""
        _call(self._listeners.get(key, ()), values)


def _call(listeners: tuple[Callable[[*Values], object], ...], values: tuple[*Values]) -> None:
    """Call listeners one after the other, even if one of them raises."""
    for listener in listeners:
        try:
            listener(*values)
        except Exception:
            _log.exception(_FAILED, listener)


def _without(listeners: tuple[Item, ...], listener: Item) -> tuple[Item, ...]:
    """Return the listeners without the first one that is this very object."""
    at = next((at for at, other in enumerate(listeners) if other is listener), len(listeners))
    return listeners[:at] + listeners[at + 1 :]
