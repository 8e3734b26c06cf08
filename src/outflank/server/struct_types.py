"""Preparing msgspec's types before threads meet them."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator

import msgspec

__all__ = ["prepare_structs"]

_seen: weakref.WeakSet[type[msgspec.Struct]] = weakref.WeakSet()  # which need no second look


def prepare_structs() -> list[type[msgspec.Struct]]:
    """Let msgspec look at every Struct that was defined since the last time, and return them.

    msgspec 0.22 learns a Struct's fields when it first reads a value into it. A thread that comes
    while another one is at it finds half of them, and the process dies of a segmentation fault
    (`tools/msgspec_threads.py` shows it). So each process calls this before it starts threads, and
    again when it has defined more. The second time costs less than a millisecond.
    """
    prepared = []
    for kind in _subclasses(msgspec.Struct):
        if kind in _seen:
            continue
        _seen.add(kind)
        # Nothing is ever read into a Struct with fields that msgspec does not understand.
        with contextlib.suppress(TypeError, NameError, AttributeError):
            msgspec.json.Decoder(kind)
            prepared.append(kind)
    return prepared


def _subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)
