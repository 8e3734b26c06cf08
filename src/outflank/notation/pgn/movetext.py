"""The grammar of PGN: tags, moves, comments and variations, without their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from outflank.errors import NotationError
from outflank.notation.source_text import Passage, SourceText
from outflank.texts import Text

__all__ = [
    "Commands",
    "PgnTag",
    "PgnToken",
    "is_pgn",
    "leading_tags",
    "read_commands",
    "read_mark",
    "split_games",
    "tokens",
    "without_commands",
]

_LONGEST_MARK: Final = 4  # $255 is the last
_MOST_TAGS: Final = 30  # of a game that is cut off at once: repeated tags must not be seen often
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
_VALUE: Final = r'[^"\\\n]*+(?:\\.[^"\\\n]*+)*+'
_WHOLE_TAG: Final = rf'\[\s*+\w++\s*+"{_VALUE}"\s*+\]\s*+'
_TAGS: Final = re.compile(rf"(?:{_WHOLE_TAG})*+")
_NAME_AND_VALUE: Final = re.compile(rf'\[\s*+(\w++)\s*+"({_VALUE})"')
_USUAL_GAME: Final = re.compile(
    rf"(?P<tags>(?:{_WHOLE_TAG}){{1,{_MOST_TAGS}}}+)[^\[{{;%]*+(?={_WHOLE_TAG}|\Z)"
)
_RESULT_AT_END: Final = re.compile(r"\s(?:1/2-1/2|[0-9]{1,3}-[0-9]{1,3}|\*)\s*+\Z")
_SEEN_AT_END: Final = 20  # characters in which a result ends a game
_SPACE: Final = re.compile(r"\s*")
_TAG: Final = re.compile(r'\[\s*\w+\s*"')
_ESCAPED_LINES: Final = re.compile(r"(?:\s*%[^\n]*\n)*\s*")
# What is no command of ours stays in the comment.
_COMMANDS: Final = "answer|clk|emt|eval|next_answer"
_COMMAND: Final = re.compile(rf"\[%({_COMMANDS})\s+([^\]]*)\]", re.IGNORECASE)
_LIKE_COMMAND: Final = re.compile(rf"\[%(?=({_COMMANDS})\b)", re.IGNORECASE)
_MARKS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


@dataclass(frozen=True, slots=True)
class PgnTag:
    """A tag, such as [Black "Ann"], and its offset in its passage."""

    name: str
    value: str
    offset: int


@dataclass(frozen=True, slots=True)
class PgnToken:
    """A move, a mark, a bracket, a comment or a result, and its offset in its passage."""

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
    text, end = source_text.text, 0
    while end < len(text):
        start, end = end, _end_of_usual_game(text, end) or _end_of_game(text, end)
        yield source_text.passage(start, end)


def _end_of_usual_game(text: str, start: int) -> int | None:
    """Return where the tags of the next game begin, if only plain moves and a result are before."""
    found = _USUAL_GAME.match(text, start)
    if found is None:
        return None
    end = found.end()
    names = [name.lower() for name, _ in _NAME_AND_VALUE.findall(text, start, found.end("tags"))]
    has_result = _RESULT_AT_END.search(text, max(start, end - _SEEN_AT_END), end)
    return end if has_result and len(set(names)) == len(names) else None


def _end_of_game(text: str, start: int) -> int:
    """Return where the next game begins, token by token."""
    offset, names, has_moves = start, set[str](), False
    while (offset := _after_space(text, offset)) < len(text):
        found = _TOKEN.match(text, offset)
        if found is None:
            if text[offset] == "{":
                break  # a comment without an end
            offset += 1
            continue
        if found["tag"]:
            if has_moves or found["name"].lower() in names:
                return offset
            names.add(found["name"].lower())
        elif found["move"] or found["result"]:
            has_moves = True
        offset = found.end()
    return len(text)


def leading_tags(text: str) -> tuple[dict[str, PgnTag], int]:
    """Return the tags at the beginning of a game, and where they end.

    >>> leading_tags('[Black "Ann"] 1. f5')[1]
    14
    """
    found = _TAGS.match(text)
    assert found is not None
    tags = {
        name: PgnTag(name, _unescaped(value) if "\\" in value else value, 0)
        for name, value in _NAME_AND_VALUE.findall(text, 0, found.end())
    }
    return tags, found.end()


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
        elif kind in ("move", "mark", "sign", "result", "comment"):
            yield PgnToken(kind, found[kind], found.start(kind))


def _after_space(text: str, offset: int) -> int:
    found = _SPACE.match(text, offset)
    assert found is not None
    return found.end()


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def read_mark(text: str) -> int:
    """Return the number of a mark such as !? or $3; 0 marks nothing.

    >>> read_mark("!?"), read_mark("$14"), read_mark("!!!")
    (5, 14, 3)
    """
    if not text.startswith("$"):
        return _MARKS[text[:2]]
    if len(text) > _LONGEST_MARK:
        raise NotationError(Text("errors.notation.pgn_mark", text=text[:10]))
    return int(text[1:])


def without_commands(comment: str) -> str:
    """Return a comment in which nothing looks like a command of ours.

    >>> without_commands("[%clk 1] [%cal Gf5c3]")
    '[ %clk 1] [%cal Gf5c3]'
    """
    return _LIKE_COMMAND.sub("[ %", comment)


def read_commands(comment: str) -> Commands:
    """Separate the commands of a comment, such as [%emt 0:00:01], from its text.

    >>> read_commands("{[%answer yes] well played}")
    Commands(values={'answer': 'yes'}, comment='well played')
    """
    inside = comment[1:-1] if comment.startswith("{") else comment[1:]
    values = {name.lower(): value.strip() for name, value in _COMMAND.findall(inside)}
    return Commands(values, " ".join(_COMMAND.sub(" ", inside).split()))
