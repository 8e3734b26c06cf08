"""What the terminal can show: colours, Unicode, a light or a dark background."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

__all__ = ["TerminalCapabilities", "has_terminal", "is_full_screen"]

_DUMB = ("dumb", "unknown")


@dataclass(frozen=True, slots=True)
class TerminalCapabilities:
    """What the terminal can show, according to its environment.

    >>> TerminalCapabilities.of({"TERM": "xterm-256color", "NO_COLOR": "1"}, "utf-8")
    TerminalCapabilities(color=False, deep_color=False, unicode=True, light=False)
    """

    color: bool = True
    deep_color: bool = True  # 24-bit colour, not only the 256 of the palette
    unicode: bool = True
    light: bool = False

    @classmethod
    def of(cls, environment: Mapping[str, str], encoding: str) -> TerminalCapabilities:
        """Read the environment of a terminal whose output has this encoding."""
        term = environment.get("TERM", "").lower()
        is_deep = environment.get("COLORTERM", "").lower() in ("truecolor", "24bit")
        is_windows = "WT_SESSION" in environment  # Windows Terminal shows everything
        has_256 = is_deep or is_windows or "256color" in term or "direct" in term
        return cls(
            color=has_256 and "NO_COLOR" not in environment,
            deep_color=(is_deep or is_windows) and "NO_COLOR" not in environment,
            unicode=encoding.lower().replace("-", "") == "utf8" and term not in ("linux", *_DUMB),
            # Some terminals set this to `foreground;background`, as numbers of the 16 colours.
            light=environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15"),
        )

    @classmethod
    def here(cls, stdout: TextIO) -> TerminalCapabilities:
        """Read the environment of this process."""
        return cls.of(os.environ, getattr(stdout, "encoding", None) or "ascii")


def has_terminal() -> bool:
    """Tell whether all standard streams are a terminal that has not been closed."""
    # Textual draws on the error stream, so that must be the terminal too.
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    return all(one is not None and one.isatty() for one in streams)


def is_full_screen() -> bool:
    """Tell whether a full-screen game can be shown: on a terminal that can move its cursor."""
    return has_terminal() and os.environ.get("TERM", "").lower() not in _DUMB
