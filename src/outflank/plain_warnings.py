"""Warnings that Outflank gives on purpose, and how a command shows them: in one sentence."""

from __future__ import annotations

import sys
import warnings
from typing import TextIO

__all__ = ["EngineFileWarning", "show_warnings_plainly"]

_show_with_its_place = warnings.showwarning


class EngineFileWarning(RuntimeWarning):
    """A data file of the engine cannot be used; the message says what takes its place."""


def show_warnings_plainly() -> None:
    """Show our own warnings without a place in the source from now on; others stay as they are.

    Whoever uses the library does not call this, and catches or filters warnings as usual.
    """
    warnings.showwarning = _show


def _show(  # noqa: PLR0917 - what Python calls to show a warning
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if not issubclass(category, EngineFileWarning):
        _show_with_its_place(message, category, filename, lineno, file, line)
    elif (stream := file or sys.stderr) is not None:
        stream.write(f"Warning: {message}.\n")
