"""Normalises names of players, refuses some with a reason, and makes names unique."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING

from outflank.engine import names
from outflank.errors import NameRefused
from outflank.server.accounts.confusables import skeleton
from outflank.texts import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    FindTaken = Callable[[Collection[str]], Collection[str]]

__all__ = ["MOST_CHARACTERS", "folded", "free_name", "parse_name", "spellings"]

MOST_CHARACTERS = 32

_MOST_RAW = 8 * MOST_CHARACTERS  # checked first, before anything slow
_MOST_MARKS = 3  # on one letter; more would cover its neighbours

_FEW = 16  # the first numbers, which are all tried at once
_STEPS = 16  # doublings of that number; no name gets that far

# Unicode's categories of refused characters, and the text for each.
_KINDS_REFUSED = {
    "Cc": "control_character",
    "Cf": "invisible_character",
    "Cn": "unused_character",
    "Co": "private_character",
    "Cs": "half_character",
    "Zl": "line_break",
    "Zp": "line_break",
}
# Characters that Unicode classes as letters or marks, but that look like blanks.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\ufffd"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
_EMOJI_STYLE = re.compile(r"(?<=[^\w\s])\ufe0f")  # asks for a coloured emoji
_NUMBERED = re.compile(r"(?P<base>.*\S) \((?P<number>[2-9]|[1-9][0-9]{1,3})\)")

_RESERVED = [
    "admin",
    "administrator",
    "anonymous",
    "anybody",
    "competition",
    "computer",
    "everybody",
    "judge",
    "mod",
    "moderator",
    "nobody",
    "none",
    "null",
    "observe",
    "observer",
    "operator",
    "oracle",
    "organiser",
    "organizer",
    "outflank",
    "owner",
    "referee",
    "root",
    "server",
    "staff",
    "support",
    "sysop",
    "system",
    "tournament",
    "undefined",
    "unknown",
    "you",
]
# With a number, these are the server's own names for computers, for players without a name and for
# deleted players.
_NUMBERED_BY_SERVER = ["computer", "computer level", "unknown", "deleted"]


def parse_name(text: str, *, default: str = "") -> str:
    """Return a name as it will be shown, or raise NameRefused; the `default` is never reserved.

    >>> parse_name("  Ada   Lovelace ")
    'Ada Lovelace'
    >>> parse_name("admin")
    Traceback (most recent call last):
    outflank.errors.NameRefused: the name 'admin' is reserved; please choose another
    """
    if len(text) > _MOST_RAW:
        raise _too_long()
    name = _normalised(text)
    if not name:
        raise NameRefused(Text("errors.server.name_empty"))
    _refuse_hidden(name)
    _refuse_stray_marks(name)
    if _visible_length(name) > MOST_CHARACTERS:
        raise _too_long()
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise NameRefused(Text("errors.server.name_without_letter"))
    if name != default and _is_reserved(name):
        raise NameRefused(Text("errors.server.name_reserved", name=repr(name)))
    return name


def folded(name: str) -> str:
    r"""Return the form in which names are compared; no two players may have the same one.

    >>> folded("Bob") == folded("B0B") == folded("b\N{GREEK SMALL LETTER OMICRON}b")
    True
    """
    return skeleton(name)


def free_name(name: str, find_taken: FindTaken) -> str:
    """Return a name, or a numbered form of it if it is taken.

    `find_taken` returns those of some folded names that are taken. It is asked about many at once,
    and few in total, even if thousands of players have the same name.

    >>> free_name("Ada", {folded("ADA"), folded("Ada (2)")}.intersection)
    'Ada (3)'
    """
    if name in _free_among([name], find_taken):
        return name
    numbered = _NUMBERED.fullmatch(name)
    base = numbered["base"] if numbered else name
    few = (_with_number(base, number) for number in range(2, _FEW + 1))
    if free := _free_among(few, find_taken):
        return free[0]
    # Double the number until it is free, then search between it and the last taken one.
    far = {_with_number(base, _FEW << step): _FEW << step for step in range(1, _STEPS)}
    free = _free_among(far, find_taken) or [_with_number(base, _FEW << _STEPS)]
    upper = far.get(free[0], _FEW << _STEPS)
    lower = upper // 2
    while upper - lower > 1:
        middle = (lower + upper) // 2
        if _free_among([_with_number(base, middle)], find_taken):
            upper = middle
        else:
            lower = middle
    return _with_number(base, upper)


def spellings(name: str) -> set[str]:
    """Return the folded forms of a name, all of which must be free."""
    # A few letters look like different letters in lower and upper case. Folding keeps their case,
    # so the other spellings of the name are looked up, too.
    return {folded(each) for each in (name, name.lower(), name.upper(), name.title())}


def _free_among(names: Iterable[str], find_taken: FindTaken) -> list[str]:
    """Return the names that are not taken, in their given order."""
    asked = {name: spellings(name) for name in names}
    taken = set(find_taken(set().union(*asked.values())))
    return [name for name, folded_names in asked.items() if taken.isdisjoint(folded_names)]


def _normalised(text: str) -> str:
    """Return a text in Unicode's composed form with single spaces; hidden characters stay."""
    composed = unicodedata.normalize("NFKC", _EMOJI_STYLE.sub("", text))
    return re.sub(r"[^\S\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", composed).strip(" ")


def _refuse_hidden(name: str) -> None:
    for sign in name:
        kind = _KINDS_REFUSED.get(unicodedata.category(sign))
        if kind is None and _BLANK.match(sign):
            kind = "invisible_character"
        if kind is not None:
            raise NameRefused(Text(f"errors.server.name_has.{kind}", code=f"{ord(sign):04X}"))


def _refuse_stray_marks(name: str) -> None:
    marks = _MOST_MARKS  # a name cannot begin with a mark
    for sign in name:
        if _is_mark(sign):
            marks += 1
            if marks > _MOST_MARKS:
                raise NameRefused(
                    Text(
                        "errors.server.name_has.stray_accent",
                        most=_MOST_MARKS,
                        code=f"{ord(sign):04X}",
                    )
                )
        else:
            marks = _MOST_MARKS if sign == " " else 0


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def _visible_length(name: str) -> int:
    return sum(not _is_mark(sign) for sign in name)


def _too_long() -> NameRefused:
    return NameRefused(Text("errors.server.name_too_long", most=MOST_CHARACTERS))


@functools.cache
def _reserved() -> frozenset[str]:
    engines = [f"computer {name}" for name in names()]
    return frozenset(map(_bare, _RESERVED + engines))


def _is_reserved(name: str) -> bool:
    numbered = _NUMBERED.fullmatch(name)
    bare = _bare(numbered["base"] if numbered else name)
    return bare in _reserved() or any(
        bare.startswith(prefix) and _is_number(bare.removeprefix(prefix))
        for prefix in _numbered_by_server()
    )


@functools.cache
def _numbered_by_server() -> tuple[str, ...]:
    return tuple(map(_bare, _NUMBERED_BY_SERVER))


@functools.cache
def _digits() -> str:
    return folded("0123456789")


def _bare(name: str) -> str:
    """Return the letters and digits of a folded name, so that `-admin-` is reserved too."""
    return "".join(sign for sign in folded(name) if sign.isalnum())


def _is_number(text: str) -> bool:
    """Return whether a folded text could be read as a number, in the digits of any script."""
    return all(sign in _digits() or sign.isnumeric() for sign in text)


def _with_number(base: str, number: int) -> str:
    ending = f" ({number})"
    while _visible_length(base) + len(ending) > MOST_CHARACTERS:
        base = base[:-1]
    return base.rstrip() + ending
