"""Reading games and positions from text, by functions that the package `outflank` provides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["read_text", "use_text_reader"]

_readers: dict[str, Callable[..., Any]] = {}


def use_text_reader(kind: str, reader: Callable[..., Any]) -> None:
    """Set the function that reads a kind of value; importing `outflank` does this."""
    _readers[kind] = reader


def read_text(kind: str, text: str, **options: Any) -> Any:
    """Read one value of a kind from text.

    >>> read_text("game", "f5d6").moves
    [f5, d6]
    """
    if not isinstance(text, str):
        raise TypeError(f"a {kind} is read from text, not from {text!r}")
    return _readers[kind](text, **options)
