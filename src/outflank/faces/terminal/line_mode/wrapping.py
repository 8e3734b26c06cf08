"""Breaks lines to fit the terminal, between words and never within one."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO

__all__ = ["terminal_columns", "wrapped"]


def terminal_columns(stdout: TextIO) -> int:
    """Return the width of the terminal; 0, which means no limit, if this is not a terminal."""
    return shutil.get_terminal_size().columns if stdout.isatty() else 0


def wrapped(text: str, columns: int) -> str:
    r"""Break lines that are too wide; the rest of an indented line is indented further.

    >>> print(wrapped("Play on one of them.\n  hint: ask for advice", 12))
    Play on one
    of them.
      hint: ask
        for
        advice
    >>> wrapped("Your choice: ", 80), wrapped("as it is", 0)
    ('Your choice: ', 'as it is')
    """
    if not columns:
        return text
    lines = [line for given in text.split("\n") for line in _lines(given, columns)]
    return "\n".join(lines)


def _lines(line: str, columns: int) -> list[str]:
    if len(line.rstrip()) <= columns:
        return [line]
    indent = len(line) - len(line.lstrip())
    found = textwrap.wrap(
        line,
        columns,
        subsequent_indent=" " * (indent + 2 if indent else 0),
        break_on_hyphens=False,
    )
    found[-1] += line[len(line.rstrip()) :]  # a prompt ends with a space
    return found
