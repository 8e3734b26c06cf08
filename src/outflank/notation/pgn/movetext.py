"""The grammar of PGN: tags, moves, comments and variations, without their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from outflank.notation.source_text import Passage, SourceText
from outflank.texts import Text

__all__ = ["Commands", "PgnTag", "PgnToken", "is_pgn", "read_commands", "split_games", "tokens"]

_TOKEN: Final = re.compile(
    r"""(?:(?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | (?P<comment>\{[^}]*+\}|;[^\n]*)
    | (?P<escape>(?<![^\n])%[^\n]*)
    | (?P<result>1/2-1/2|[0-9]{1,3}-[0-9]{1,3}(?![0-9])|\*)
    | (?P<number>[0-9]{1,3}\s*\.+|[0-9]{1,3}(?![0-9-])|\.\.+)
    | (?P<move>(?:[A-Pa-p](?:1[0-6]|[1-9])(?![0-9])|[Pp][Aa](?:[Ss][Ss]?)?|[Pp][Ss]|--|@@(?:@@)?))
    | (?P<sign>[()])
    | (?P<mark>\$[0-9]+|[!?]+))""",
    re.VERBOSE,
)
_SPACE: Final = re.compile(r"\s*")
_TAG: Final = re.compile(r'\[\s*\w+\s*"')
_ESCAPED_LINES: Final = re.compile(r"(?:\s*%[^\n]*\n)*\s*")
_COMMAND: Final = re.compile(r"\[%(\w+)\s+([^\]]*)\]")


@dataclass(frozen=True, slots=True)
class PgnTag:
    """A tag, such as [Black "Ann"], and its offset in its passage."""

    name: str
    value: str
    offset: int


@dataclass(frozen=True, slots=True)
class PgnToken:
    """A move, a bracket, a comment or a result, and its offset in its passage."""

    kind: str
    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands in a comment, which programs read, and the rest, which people read."""

    values: dict[str, str] = field(default_factory=dict)
    comment: str = ""


def is_pgn(text: str) -> bool:
    """Return whether a text begins with a tag.

    >>> is_pgn('[Event "x"]'), is_pgn("1. f5 d6")
    (True, False)
    """
    beginning = _ESCAPED_LINES.match(text)
    return beginning is not None and _TAG.match(text, beginning.end()) is not None


def split_games(source_text: SourceText) -> Iterator[Passage]:
    """Cut a text into games: each begins with the first tag after moves, or with a repeated tag.

    Text that cannot be understood stays in its game, and reading it raises the error.
    """
    text, offset, start = source_text.text, 0, 0
    names: set[str] = set()
    has_moves = False
    while (offset := _after_space(text, offset)) < len(text):
        found = _TOKEN.match(text, offset)
        if found is None:
            if text[offset] == "{":
                break  # a comment without an end
            offset += 1
            continue
        if found["tag"]:
            if has_moves or found["name"].lower() in names:
                yield source_text.passage(start, found.start("tag"))
                start, names, has_moves = found.start("tag"), set(), False
            names.add(found["name"].lower())
        elif found["move"] or found["result"]:
            has_moves = True
        offset = found.end()
    yield source_text.passage(start)


def tokens(passage: Passage) -> Iterator[PgnTag | PgnToken]:
    """Go through the tags and tokens of a game; an error points at broken text."""
    text, offset = passage.text, 0
    while (offset := _after_space(text, offset)) < len(text):
        found = _TOKEN.match(text, offset)
        if found is None:
            word = text[offset : offset + 12].split()[0]
            problem = Text("errors.notation.not_a_move", text=repr(word))
            if word.startswith("{"):
                problem = Text("errors.notation.pgn_open_comment")
            raise passage.error(problem, offset)
        offset = found.end()
        kind = found.lastgroup or ""
        if found["tag"]:
            yield PgnTag(found["name"], _unescaped(found["value"]), found.start("tag"))
        elif kind in ("move", "sign", "result", "comment"):
            yield PgnToken(kind, found[kind], found.start(kind))


def _after_space(text: str, offset: int) -> int:
    found = _SPACE.match(text, offset)
    assert found is not None
    return found.end()


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def read_commands(comment: str) -> Commands:
    """Separate the commands of a comment, such as [%emt 0:00:01], from its text.

    >>> read_commands("{[%answer yes] well played}")
    Commands(values={'answer': 'yes'}, comment='well played')
    """
    inside = comment[1:-1] if comment.startswith("{") else comment[1:]
    values = {name.lower(): value.strip() for name, value in _COMMAND.findall(inside)}
    return Commands(values, " ".join(_COMMAND.sub(" ", inside).split()))
