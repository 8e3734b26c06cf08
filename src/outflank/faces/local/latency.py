"""Keeps the reaction to input quick: threads switch at once, garbage is collected in steps."""

from __future__ import annotations

import gc
import sys

__all__ = ["collect_garbage", "reduce_latency"]


def reduce_latency() -> None:
    """Keep thread switches and garbage collection from delaying the reaction to a key or click."""
    # A thread that has something to do runs at once, not after 5 ms.
    sys.setswitchinterval(0.0005)
    # Loaded modules stay until the end and need not be scanned again.
    gc.collect()
    gc.freeze()
    gc.disable()


def collect_garbage(*, of_whole_game: bool = False) -> None:
    """Collect the garbage of the last moment, which takes less time than a frame.

    What a whole game leaves behind is collected when another is opened.
    """
    if not gc.isenabled():
        gc.collect(2 if of_whole_game else 1)
