"""The grammar of SGF: brackets, semicolons and properties, without their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from outflank.errors import NotationError
from outflank.notation.source_text import Passage, SourceText
from outflank.texts import Text

__all__ = [
    "LineOfNodes",
    "Property",
    "Token",
    "escape",
    "find_game_trees",
    "first_move",
    "is_game_tree",
    "line_of_nodes",
    "require_othello",
    "simple_text",
    "tokens",
    "values_in",
]

_VALUE: Final = r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_VALUES: Final = rf"{_VALUE}(?:\s*+{_VALUE})*+"
_TOKEN: Final = re.compile(
    rf"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)\s*(?P<values>{_VALUES}))",
    re.DOTALL,
)
_ONE_VALUE: Final = re.compile(_VALUE, re.DOTALL)
_BEGINNING: Final = re.compile(r"\(\s*;")
_SIGN: Final = re.compile(r"\s*(?P<sign>[();])")
_OPENED: Final = re.compile(r"\s*[A-Za-z]+\s*\[")
_DEEPER: Final = {"(": 1, ")": -1}
_FIRST_NODE: Final = re.compile(r"\(\s*;\s*(?:[A-Za-z]+\s*\[|[;()])")
_LINE: Final = re.compile(rf"\(\s*+;(?:[;\s]*+[A-Za-z]++\s*+{_VALUES})*+[;\s]*+\)", re.DOTALL)
_PART: Final = re.compile(rf"\s*+(;?)\s*+([A-Za-z]++|\S)\s*+((?:{_VALUES})?)", re.DOTALL)
_FIRST_MOVE: Final = re.compile(r"\](?<!\\\])\s*+(?=;[BW]\[)")
_CAPITALS: Final = re.compile("[A-Z]++")
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


class Property(NamedTuple):
    """A property of a node: its name, its values and its offset in its passage."""

    name: str
    values: tuple[str, ...]
    offset: int

    @property
    def value(self) -> str:
        """The only value, or the first of several."""
        return self.values[0]


class LineOfNodes(NamedTuple):
    """A tree without variations: the properties of the first node, then those of all others.

    `begins` has a semicolon for each property that begins a node, and `values` the brackets.
    """

    first: list[Property]
    begins: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[str, ...]


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
        if line := _LINE.match(text, start, max(start, stop)):
            yield source_text.passage(start, line.end())
            offset = line.end()
            continue
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
            # Old files write Black[f5]; only the capital letters count.
            name = "".join(filter(str.isupper, found["name"]))
            yield Token("", Property(name, values_in(found["values"]), found.start("name")))


def values_in(text: str) -> tuple[str, ...]:
    """Return the values of a property, without their brackets and escapes."""
    if "\\" not in text and text.count("[") == 1:
        return (text[1:-1],)
    return tuple(_plain(value) for value in _ONE_VALUE.findall(text))


def first_move(text: str) -> int:
    """Return where the second node begins if it begins with a move, or else where the tree ends."""
    found = _FIRST_MOVE.search(text)
    return found.end() if found else len(text.rstrip().removesuffix(")"))


def line_of_nodes(text: str) -> LineOfNodes | None:
    """Return the properties of a tree without variations, or None for any other text.

    >>> line_of_nodes("(;GM[2];B[f5])").names
    ('B',)
    """
    parts = _PART.findall(text)
    if len(parts) < 3 or parts[0] != ("", "(", "") or parts[-1] != ("", ")", ""):
        return None
    begins, names, values = zip(*parts[1:-1], strict=True)
    letters = "".join(names)
    if not (begins[0] and all(values) and _CAPITALS.fullmatch(letters)):
        return None
    second = begins.index(";", 1) if ";" in begins[1:] else len(begins)
    first = zip(names[:second], values[:second], strict=True)
    return LineOfNodes(
        [Property(name, values_in(said), 0) for name, said in first],
        begins[second:],
        names[second:],
        values[second:],
    )


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
            Text("errors.notation.not_othello_in_sgf", number=simple_text(said.value)[:10])
        )
