"""The rules in words, one text for every face."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["handbook"]


def handbook() -> str:
    """Return the rules for people, as Markdown.

    >>> handbook().splitlines()[0]
    '# The rules'
    """
    return files("outflank.rules").joinpath("handbook.md").read_text(encoding="utf-8")
