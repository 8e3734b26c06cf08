"""The steps of the rules that are taken most often, by the C++ core where it is built.

This is the one module of the rules that calls the core, as a module of the standard library calls
its accelerator: `steps` says in Python what these functions are and serves where there is no core.
"""

from __future__ import annotations

try:
    from outflank._core import (
        canonical,
        moves_in,
        outflanked,
        outflanking,
        played,
        replay_line,
    )
except ImportError:  # not built, or built before it had these functions
    from outflank.rules.steps import (
        canonical,
        moves_in,
        outflanked,
        outflanking,
        played,
        replay_line,
    )

__all__ = [
    "canonical",
    "moves_in",
    "outflanked",
    "outflanking",
    "played",
    "replay_line",
]
