"""Options of the commands that talk to a server."""

from __future__ import annotations

import os
from pathlib import Path

import click

__all__ = ["find_key", "printable"]


def find_key(key: str | None, file: str | None, variable: str) -> str:
    """Return the key from wherever it was given: the command line, a file, the environment."""
    if key and file:
        raise click.UsageError("the key is given twice: by itself and by --key-file")
    if file:
        found = _first_line(Path(file))
        if not found:
            raise click.UsageError(f"{file} holds no key")
        return found
    found = key or os.environ.get(variable, "").strip()
    if not found:
        raise click.UsageError(f"a key is needed: give it, name its --key-file or set {variable}")
    return found


def _first_line(path: Path) -> str:
    try:
        lines = path.read_text(encoding="utf-8").split()
    except UnicodeDecodeError:
        raise click.UsageError(f"{path} is no text") from None
    return lines[0] if lines else ""


def printable(text: str) -> str:
    r"""Return a name that somebody else chose so that it can do a terminal no harm.

    >>> printable("Ann\x1b[2J")
    'Ann?[2J'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)
