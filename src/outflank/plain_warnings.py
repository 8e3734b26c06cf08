"""Outflank's own warnings, which commands show as one plain sentence."""

from __future__ import annotations

import sys
import warnings
from typing import TextIO

from outflank.texts import say

__all__ = ["EngineFileWarning", "MissingCoreWarning", "show_warnings_plainly"]

_show_with_location = warnings.showwarning


class EngineFileWarning(RuntimeWarning):
    """A data file of the engine cannot be used; the message says what takes its place."""


class MissingCoreWarning(RuntimeWarning):
    """Engines search in Python, because the C++ core was not built; the message says how to."""


def show_warnings_plainly() -> None:
    """Show Outflank's own warnings without a source location; other warnings do not change.

    Commands call this, and processes of engines. There is no warning of a missing core there:
    each command begins with a note about it. A program that uses the library filters warnings in
    the usual way.
    """
    warnings.showwarning = _show


def _show(  # noqa: PLR0917 - the signature of warnings.showwarning
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, MissingCoreWarning):
        return
    if not issubclass(category, EngineFileWarning):
        _show_with_location(message, category, filename, lineno, file, line)
    elif (stream := file or sys.stderr) is not None:
        stream.write(f"{say('commands.outflank.warning_sentence', problem=message)}\n")
