"""The most frequent steps of the rules, done by the C++ core where it is built.

This is the only module of the rules that calls the core, as modules of the standard library call
their accelerators. `steps` defines these functions in Python and replaces a missing core.
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
