"""What this installation consists of, in words."""

from __future__ import annotations

from outflank import native

__all__ = ["core_in_words"]


def core_in_words() -> str:
    """Say whether the native core is there, and what would bring it."""
    if native.available():
        return f"native core, {native.kernels()[-1]}"
    return (
        "without the native core, so computers are weaker and counting is slow; "
        "install a C++20 compiler and install outflank again to have it"
    )
