"""What is said where the C++ core was not built: how to get it, and a warning before a search."""

import warnings
from typing import Final

from outflank.native.encoding import available
from outflank.plain_warnings import MissingCoreWarning
from outflank.texts import say

__all__ = ["CORE_ADVICE", "warn_without_core"]

# What brings the core. Plain `pip install` would take the wheel without it from its cache.
CORE_ADVICE: Final = (
    "install a C++20 compiler, then run `pip install --no-deps --force-reinstall --no-cache-dir "
    "--no-binary outflank outflank` (in a clone `pip install --no-cache-dir .`)"
)

_is_said = False


def warn_without_core() -> None:
    """Warn once in a process that searches are slow and engines weaker without the core.

    Whatever would search in the core calls this before it searches in Python. Rules and notation
    give no warning, and neither does an engine that is written in Python anyway.
    """
    global _is_said  # noqa: PLW0603 - once in a process, wherever the first search is
    if _is_said or available():
        return
    _is_said = True
    message = say("errors.native.warnings.no_core", advice=CORE_ADVICE)
    warnings.warn(message, MissingCoreWarning, stacklevel=3)
