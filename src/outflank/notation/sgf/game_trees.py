"""The grammar of SGF: brackets, semicolons and properties, without their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.errors import NotationError
from outflank.notation.source_text import Passage, SourceText
from outflank.texts import Text

__all__ = [
    "Property",
    "Token",
    "escape",
    "find_game_trees",
    "is_game_tree",
    "require_othello",
    "simple_text",
    "tokens",
]

_VALUE: Final = r"\[(?:[^\]\\]|\\.)*+\]"
_TOKEN: Final = re.compile(
    rf"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)\s*(?P<values>{_VALUE}(?:\s*{_VALUE})*+))",
    re.DOTALL,
)
_ONE_VALUE: Final = re.compile(_VALUE, re.DOTALL)
_BEGINNING: Final = re.compile(r"\(\s*;")
_SIGN: Final = re.compile(r"\s*(?P<sign>[();])")
_OPENED: Final = re.compile(r"\s*[A-Za-z]+\s*\[")
_DEEPER: Final = {"(": 1, ")": -1}
_FIRST_NODE: Final = re.compile(r"\(\s*;\s*(?:[A-Za-z]+\s*\[|[;()])")
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a node: its name, its values and its offset in its passage."""

    name: str
    values: tuple[str, ...]
    offset: int

    @property
    def value(self) -> str:
        """The only value, or the first of several."""
        return self.values[0]


class Token(NamedTuple):
    """A bracket or semicolon, or a property."""

    sign: str
    said: Property | None = None


def is_game_tree(text: str) -> bool:
    """Return whether a text begins with a game tree.

    >>> is_game_tree("(;B[f5])"), is_game_tree("f5d6")
    (True, False)
    """
    return _FIRST_NODE.match(text.lstrip()) is not None


def find_game_trees(source_text: SourceText) -> Iterator[Passage]:
    """Find every game tree, and skip the text between them.

    A broken tree ends where it cannot be understood, and reading it raises the error.
    """
    text, offset = source_text.text, 0
    stop = len(text)  # the first value that is never closed, so that none after it is, either
    while found := _BEGINNING.search(text, offset):
        start, offset, depth = found.start(), found.start(), 0
        while token := _TOKEN.match(text, offset, stop) or _SIGN.match(text, offset):
            offset = token.end()
            depth += _DEEPER.get(token["sign"], 0)
            if depth == 0:
                break
        if depth > 0 and _OPENED.match(text, offset):
            stop = min(stop, offset)
        yield source_text.passage(start, offset)


def tokens(passage: Passage) -> Iterator[Token]:
    """Go through the tokens of a game tree; an error points at broken text."""
    text, offset, depth = passage.text, 0, 0
    while depth > 0 or offset == 0:
        found = _TOKEN.match(text, offset)
        if found is None:
            raise passage.error(Text("errors.notation.sgf_breaks_off"), offset)
        offset = found.end()
        if sign := found["sign"]:
            depth += _DEEPER.get(sign, 0)
            yield Token(sign)
        else:
            values = tuple(_plain(value[0]) for value in _ONE_VALUE.finditer(found["values"]))
            # Old files write Black[f5]; only the capital letters count.
            name = "".join(filter(str.isupper, found["name"]))
            yield Token("", Property(name, values, found.start("name")))


def _plain(value: str) -> str:
    """Return the text between brackets, without escapes and escaped line breaks."""
    return _ESCAPED.sub(lambda found: "" if found[1] == "\n" else found[1], value[1:-1])


def escape(text: str) -> str:
    r"""Escape a text that is written between brackets.

    >>> escape("a ] b")
    'a \\] b'
    """
    return re.sub(r"[\]\\]", r"\\\g<0>", text)


def simple_text(text: str) -> str:
    """Return a text of one line without needless spaces."""
    return " ".join(text.split())


def require_othello(said: Property | None) -> None:
    """Refuse a game with another number than Othello's."""
    if said is not None and said.value.strip() not in ("", "2"):
        raise NotationError(
            Text("errors.notation.not_othello_in_sgf", number=said.value.strip()[:10])
        )
