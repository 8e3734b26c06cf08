"""Whether the C++ core was built, and what it can do here."""

from __future__ import annotations

from outflank.rules.variants import Variant, YesNo

__all__ = ["available", "kernels", "knows"]

try:
    from outflank import _core
except ImportError:
    _built = False
else:
    _built = True


def available() -> bool:
    """Tell whether the core was built; without it everything here is slow."""
    return _built


def kernels() -> list[str]:
    """Name what can count here, slowest first: Python, then the core's instruction sets.

    >>> kernels()[0]
    'python'
    """
    return ["python", *(_core.kernels() if _built else ())]


def knows(variant: Variant) -> bool:
    """Tell whether the core is there and has this variant's placements.

    >>> from outflank.rules.variants import Classic
    >>> knows(Classic()) == available()
    True
    """
    return _built and type(variant).place is (YesNo.place if variant.answers else Variant.place)
