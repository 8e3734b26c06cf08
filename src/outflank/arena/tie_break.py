"""An organiser's choice of how to break ties in points."""

from __future__ import annotations

import re
from dataclasses import dataclass

from outflank.arena.standings import Brightwell
from outflank.errors import NotationError
from outflank.texts import Text

__all__ = ["TieBreak"]

_USUAL = "sonneborn-berger"
_QUOTIENT = "brightwell"
_COEFFICIENT = re.compile(r"\d{1,3}(?:\.\d{1,3})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TieBreak:
    """How ties are broken: by the Sonneborn-Berger number or by Brightwell's quotient.

    >>> str(TieBreak.parse("Brightwell:6"))
    'brightwell:6'
    >>> TieBreak.parse("brightwell").brightwell(rounds=11)
    Brightwell(coefficient=6, draw=32)
    """

    is_brightwell: bool = False
    coefficient: float | None = None  # None: by the number of rounds
    draw: int = 32  # a side's discs in a drawn game

    @classmethod
    def parse(cls, text: str, size: int = 8) -> TieBreak:
        """Read `sonneborn-berger`, `brightwell` or `brightwell:6`, on boards of a size."""
        name, _, given = text.strip().lower().partition(":")
        if name == _USUAL and not given:
            return cls()
        if name != _QUOTIENT or (":" in text and not _COEFFICIENT.fullmatch(given)):
            raise NotationError(
                Text(
                    "errors.arena.not_a_tie_break",
                    text=repr(text[:40]),
                    usual=_USUAL,
                    quotient=_QUOTIENT,
                )
            )
        coefficient = float(given) if given else None
        return cls(is_brightwell=True, coefficient=coefficient, draw=size * size // 2)

    @property
    def is_usual(self) -> bool:
        """Whether this is the default."""
        return not self.is_brightwell

    def brightwell(self, rounds: int) -> Brightwell | None:
        """Return the quotient for a number of rounds, or None if it does not break ties."""
        if not self.is_brightwell:
            return None
        if self.coefficient is None:
            return Brightwell.for_rounds(rounds, self.draw)
        return Brightwell(self.coefficient, self.draw)

    def __str__(self) -> str:
        if not self.is_brightwell:
            return _USUAL
        return _QUOTIENT if self.coefficient is None else f"{_QUOTIENT}:{self.coefficient:g}"
