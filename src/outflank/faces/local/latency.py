"""Settings of the interpreter that keep the reaction to a key or click quick."""

from __future__ import annotations

import gc
import sys

__all__ = ["collect_garbage", "reduce_latency"]


def reduce_latency() -> None:
    """Keep thread switches and garbage collection from delaying the reaction to a key or click."""
    # A waiting thread gets its turn after 0.5 ms, not after 5 ms.
    sys.setswitchinterval(0.0005)
    # Loaded modules stay until the end, so the collector need not scan them again.
    gc.collect()
    gc.freeze()
    gc.disable()


def collect_garbage(*, of_whole_game: bool = False) -> None:
    """Collect recent garbage, which takes less time than a frame; or that of a whole game.

    A game's garbage is collected when another game is opened.
    """
    if not gc.isenabled():
        gc.collect(2 if of_whole_game else 1)
