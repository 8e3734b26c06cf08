"""The values of SGF's properties: squares and results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from outflank.errors import NotationError
from outflank.notation.numbers import parse_number
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Color,
    Move,
    Outcome,
    Reason,
    Square,
)
from outflank.texts import Text

__all__ = [
    "SgfResult",
    "parse_decimal",
    "parse_point",
    "parse_points",
    "write_result",
]

_LETTERS: Final = "abcdefghijklmnop"
_NUMBERED: Final = re.compile(r"([A-Pa-p])(1[0-6]|[1-9])")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?")
_LETTERED: Final = re.compile(r"([A-Pa-p])([A-Pa-p])")
_PASSES: Final = ("", "tt", "pass", "ps", "--", "@@", "@@@@")


def parse_decimal(text: str) -> float:
    """Read digits with a sign and a point."""
    if _NUMBER.fullmatch(text.strip()) is None:
        raise NotationError(Text("errors.notation.not_a_number", text=repr(text[:20])))
    return parse_number(text.strip())


def parse_point(text: str, size: int) -> Move:
    """Read a square as f5 or, as in Go, as the letters of its column and row; or a pass.

    >>> parse_point("f5", 8) == parse_point("fe", 8), parse_point("", 8)
    (True, PASS)
    """
    name = text.strip()
    if name.lower() in _PASSES or name == "PA":
        return PASS
    if found := _NUMBERED.fullmatch(name):
        return Square.parse(found[0])
    if _LETTERED.fullmatch(name):
        column, row = (_LETTERS.index(letter) for letter in name.lower())
        if max(column, row) < size:
            return Square(column, row)
    if name.lower() == "pa":  # on the largest board, which has a column p, it is a square
        return PASS
    raise NotationError(Text("errors.notation.sgf_move", move=repr(name[:12])))


def parse_points(text: str, size: int) -> Iterator[Square]:
    """Read a square, or the rectangle between two of them."""
    first, _, last = text.partition(":")
    corners = [parse_point(name, size) for name in (first, last or first)]
    if not all(isinstance(corner, Square) for corner in corners):
        raise NotationError(Text("errors.notation.sgf_square", text=repr(text[:12])))
    columns, rows = zip(
        *((corner.col, corner.row) for corner in corners if isinstance(corner, Square)), strict=True
    )
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            yield Square(column, row)


_WINNERS: Final = {"B": BLACK, "W": WHITE}
_LETTER_OF: Final = {Reason.RESIGNATION: "R", Reason.TIME: "T"}
_REASONS: Final = {"r": Reason.RESIGNATION, "t": Reason.TIME, "f": Reason.WITHDRAWAL}


@dataclass(frozen=True, slots=True)
class SgfResult:
    """The value of RE: the winner, or None, and the reason, which is None for an unknown result.

    >>> SgfResult.parse("W+Resign")
    SgfResult(winner=Color.WHITE, reason=<Reason.RESIGNATION: 'resignation'>)
    """

    winner: Color | None
    reason: Reason | None

    @classmethod
    def parse(cls, text: str) -> SgfResult:
        """Read the winner and the reason of a result, and ignore the rest."""
        said = text.strip()
        if said.lower() in ("", "?"):
            return cls(None, None)
        if said.lower() in ("0", "draw", "jigo"):
            return cls(None, Reason.ADJUDICATION)
        if said.lower() == "void":
            return cls(None, Reason.VOID)
        found = re.fullmatch(r"([BbWw])\s*\+\s*(?:([A-Za-z])[A-Za-z]*|[0-9.]*)", said)
        if found is None:
            raise NotationError(Text("errors.notation.sgf_result", text=repr(said[:20])))
        reason = _REASONS.get((found[2] or "").lower(), Reason.ADJUDICATION)
        return cls(_WINNERS[found[1].upper()], reason)


def write_result(outcome: Outcome | None) -> str:
    """Return the value of RE; empty squares count for the winner.

    >>> write_result(None)
    '?'
    """
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "0" if outcome.is_draw else "Void"
    letter = "B" if outcome.winner is BLACK else "W"
    if outcome.reason in _LETTER_OF:
        return f"{letter}+{_LETTER_OF[outcome.reason]}"
    if not outcome.reason.is_natural:
        return f"{letter}+F"
    return f"{letter}+{abs(outcome.margin(empties_to_winner=True))}"
