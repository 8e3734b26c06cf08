"""Prepares msgspec's types before several threads use them."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator

import msgspec

__all__ = ["prepare_structs"]

_seen: weakref.WeakSet[type[msgspec.Struct]] = weakref.WeakSet()  # already prepared


def prepare_structs() -> list[type[msgspec.Struct]]:
    """Let msgspec inspect every Struct defined since the last call, and return them.

    msgspec 0.22 inspects a Struct's fields when it first reads a value into it. If a second thread
    arrives meanwhile, it finds half of them, and the process dies of a segmentation fault
    (`tools/msgspec_threads.py` shows it). So each process calls this before it starts threads, and
    again after defining more. A repeated call takes less than a millisecond.
    """
    prepared = []
    for kind in _subclasses(msgspec.Struct):
        if kind in _seen:
            continue
        _seen.add(kind)
        # A Struct whose fields msgspec does not understand is never read into.
        with contextlib.suppress(TypeError, NameError, AttributeError):
            msgspec.json.Decoder(kind)
            prepared.append(kind)
    return prepared


def _subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)
