"""The handbook: the rules of the game as one text, or chapter by chapter."""

from __future__ import annotations

import re
from importlib.resources import files

from outflank.texts import catalogue

__all__ = ["handbook", "handbook_chapters"]

# Each chapter after the first begins with its name in a comment, which no translation changes.
_NAME = re.compile(r"^<!-- (\w+) -->\n", re.MULTILINE)


def handbook() -> str:
    """Return the rules of the game as Markdown text; a language may have its own `handbook.md`.

    >>> handbook().splitlines()[0]
    '# The rules'
    """
    return _NAME.sub("", _text())


def handbook_chapters() -> dict[str, str]:
    """Return the chapters as Markdown, by names that are the same in every language.

    >>> list(handbook_chapters())
    ['introduction', 'start', 'moving', 'end', 'yesno', 'anti']
    """
    introduction, *rest = _NAME.split(_text())
    chapters = dict(zip(rest[::2], rest[1::2], strict=True))
    return {"introduction": introduction, **chapters}


def _text() -> str:
    own = files("outflank.rules").joinpath("handbook.md")
    return catalogue().document("handbook.md") or own.read_text(encoding="utf-8")
