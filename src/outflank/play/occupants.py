"""Who sits in a seat: a person at this machine, an account, a computer or a friend beside one.

Records, databases and the API hold an occupant as a text, such as `computer:5`. Only this module
writes and reads that text.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Occupant", "SeatKind"]


class SeatKind(StrEnum):
    """The kinds of occupants."""

    HUMAN = "human"  # at the machine on which the match runs
    PERSON = "person"  # with an account of the server
    BOT = "bot"  # a program with an account of the server
    COMPUTER = "computer"
    BESIDE = "beside"  # at the same screen as a person with an account


_KINDS = {kind.value: kind for kind in SeatKind}


@dataclass(frozen=True, slots=True)
class Occupant:
    """A kind of occupant and which one of them: a level or an account's number, else nothing.

    A text that names no known kind has the kind None, and `which` is the whole text.

    >>> Occupant.parse("computer:5").level, str(Occupant.beside(12))
    ('5', 'beside:12')
    """

    kind: SeatKind | None
    which: str = ""

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def parse(text: str) -> Occupant:
        """Read an occupant as `str` writes it.

        >>> Occupant.parse("person:12").account, Occupant.parse("human").account
        (12, None)
        """
        name, _, which = text.partition(":")
        kind = _KINDS.get(name)
        return Occupant(None, text) if kind is None else Occupant(kind, which)

    def __str__(self) -> str:
        if self.kind is None:
            return self.which
        return f"{self.kind}:{self.which}" if self.which else str(self.kind)

    @classmethod
    def computer(cls, level: object) -> Occupant:
        """Return a computer of a level, or with another engine's name.

        >>> str(Occupant.computer(12))
        'computer:12'
        """
        return cls(SeatKind.COMPUTER, str(level))

    @classmethod
    def beside(cls, player: int) -> Occupant:
        """Return the friend at the screen of a player, who sends the moves of both."""
        return cls(SeatKind.BESIDE, str(player))

    @property
    def level(self) -> str | None:
        """The level of a computer; None for anybody else."""
        return self.which if self.kind is SeatKind.COMPUTER and self.which else None

    @property
    def title(self) -> str:
        """What a computer is called in records; nothing for anybody else.

        >>> Occupant.computer(5).title
        'Computer 5'
        """
        return "" if self.level is None else f"Computer {self.level}"

    @property
    def account(self) -> int | None:
        """The number of the account that moves for itself; None for anybody else."""
        has_account = self.kind in (SeatKind.PERSON, SeatKind.BOT)
        return int(self.which) if has_account and self.which.isdecimal() else None

    @property
    def host(self) -> int | None:
        """The number of the player whom a friend sits beside; None for anybody else."""
        return int(self.which) if self.kind is SeatKind.BESIDE else None
