"""GTP, version 2: the Go Text Protocol with Othello's moves, row 1 at the top of the board."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.engine.protocols.protocol import Protocol
from outflank.errors import NotationError
from outflank.rules import BLACK, PASS, WHITE, Color, Move, parse_move
from outflank.texts import Text

__all__ = [
    "GTP",
    "INTERRUPT",
    "RESIGNATION",
    "VERSION",
    "GtpCommand",
    "GtpReply",
    "TimeLeft",
    "TimeSettings",
    "parse_color",
    "parse_number",
    "parse_vertex",
    "parse_whole",
    "require_arguments",
    "spell_color",
    "spell_vertex",
]

GTP: Final = Protocol(
    name="gtp", title="GTP", summary=Text("engine.protocols.gtp"), class_prefix="Gtp"
)
VERSION: Final = "2"
RESIGNATION: Final = "resign"  # instead of a move
INTERRUPT: Final = re.compile(r"#\s*interrupt")  # GoGui's way to hurry the command under way

_COLORS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_REPLY: Final = re.compile(
    r"(?P<sign>[=?])[ \t]*(?P<number>[0-9]+(?=\s|\Z))?[ \t]*(?P<text>.*)", re.DOTALL
)

# Commands and replies


class GtpCommand(NamedTuple):
    """A line with a command: its number, which may be left out, its name and its arguments.

    >>> print(GtpCommand.parse("3 play b f5 # a remark"))
    3 play b f5
    """

    number: str
    name: str
    arguments: tuple[str, ...] = ()

    @classmethod
    def parse(cls, line: str) -> GtpCommand | None:
        """Read a line; without a command it is None. A number alone has an empty name."""
        words = _without_comment(line).split()
        if not words:
            return None
        number = words.pop(0) if re.fullmatch("[0-9]+", words[0]) else ""
        return cls(number, words[0] if words else "", tuple(words[1:]))

    def __str__(self) -> str:
        return " ".join(filter(None, (self.number, self.name, *self.arguments)))


@dataclass(frozen=True, slots=True)
class GtpReply:
    """The reply to a command: whether it was done, a text of any number of lines, its number.

    >>> GtpReply.parse("= 12 d6")
    GtpReply(is_success=True, text='d6', number='12')
    >>> str(GtpReply(False, "unknown command", "7"))
    '?7 unknown command'
    """

    is_success: bool
    text: str
    number: str = ""

    @staticmethod
    def begins(line: str) -> bool:
        """Whether a reply begins with a line; what programs print before it is none."""
        return line.startswith(("=", "?"))

    @classmethod
    def parse(cls, text: str) -> GtpReply:
        """Read the lines of a reply, without the empty one that ends it."""
        found = _REPLY.fullmatch(text)
        if found is None:
            raise NotationError(Text("errors.engine.gtp_not_a_reply", text=repr(text[:20])))
        return cls(found["sign"] == "=", found["text"].strip(), found["number"] or "")

    def __str__(self) -> str:
        return f"{'=' if self.is_success else '?'}{self.number} {self.text}".rstrip()

    @staticmethod
    def plain(line: str) -> str:
        """Return a line of a reply without its comment."""
        return _without_comment(line).strip()


def _without_comment(line: str) -> str:
    return line.partition("#")[0]


def require_arguments(words: tuple[str, ...], usage: str) -> tuple[str, ...]:
    """Return the arguments of a command if there are as many as its usage names."""
    if len(words) != len(usage.split()) - 1:
        raise NotationError(Text("errors.engine.gtp_usage", usage=usage))
    return words


# Colours, squares and numbers


def spell_color(color: Color) -> str:
    """Write a colour: `b` or `w`."""
    return str(color)[0]


def parse_color(word: str) -> Color:
    """Read a colour, as a letter or as a word."""
    try:
        return _COLORS[word.lower()]
    except KeyError:
        raise NotationError(Text("errors.engine.gtp_color", text=repr(word[:20]))) from None


def spell_vertex(move: Move, *, is_upper: bool = True) -> str:
    """Write a move: a square in either case, or `pass`.

    >>> spell_vertex(parse_move("f5")), spell_vertex(PASS)
    ('F5', 'pass')
    """
    return str(move).upper() if is_upper and move is not PASS else str(move)


def parse_vertex(word: str) -> Move:
    """Read a move."""
    try:
        return parse_move(word)
    except NotationError as problem:
        raise NotationError(Text("errors.engine.gtp_invalid_coordinate", problem=problem)) from None


def parse_number(text: str) -> float:
    """Read a number, such as a time or the komi."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise NotationError(Text("errors.engine.gtp_number", text=repr(text[:20])))
    return number


def parse_whole(text: str) -> int:
    """Read a whole number, such as the size of a board."""
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise NotationError(Text("errors.engine.gtp_whole_number", text=repr(text[:20])))
    return int(text)


# Time


class TimeSettings(NamedTuple):
    """The arguments of `time_settings`: seconds of main time, then periods of some moves.

    >>> print(TimeSettings(300, 30, 5))
    300 30 5
    """

    main: float
    period: float
    stones: int

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> TimeSettings:
        """Read the arguments of the command."""
        main, period, stones = require_arguments(words, "time_settings MAIN PERIOD STONES")
        return cls(parse_number(main), parse_number(period), parse_whole(stones))

    def __str__(self) -> str:
        return f"{self.main:g} {self.period:g} {self.stones}"


class TimeLeft(NamedTuple):
    """The arguments of `time_left`: a side's seconds, for its next moves or for all of them.

    >>> print(TimeLeft(BLACK, 12.5, 0))
    b 12.5 0
    """

    color: Color
    seconds: float
    stones: int  # 0 in the main time

    @classmethod
    def parse(cls, words: tuple[str, ...]) -> TimeLeft:
        """Read the arguments of the command."""
        color, seconds, stones = require_arguments(words, "time_left COLOR SECONDS STONES")
        return cls(parse_color(color), parse_number(seconds), parse_whole(stones))

    def __str__(self) -> str:
        return f"{spell_color(self.color)} {self.seconds:g} {self.stones}"
