"""The lists of names of the WTHOR database: players (.jou) and tournaments (.trn)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from outflank.errors import NotationError
from outflank.notation.loading import BinaryData
from outflank.notation.wthor.header import HEADER_SIZE, Header
from outflank.texts import Text

__all__ = ["NameFile", "Names", "read_names"]

_PLAYER: Final = 20  # bytes of a name, with the zero that ends it
_TOURNAMENT: Final = 26
_ENCODING: Final = "latin-1"


@dataclass(frozen=True, slots=True)
class NameFile:
    """A list of names; writing it gives the same bytes that were read.

    >>> NameFile.of(["???", "Ann"]).names
    ['???', 'Ann']
    """

    header: Header
    data: bytes  # of the names

    @classmethod
    def from_bytes(cls, data: BinaryData) -> NameFile:
        """Take the bytes of a file, whose length distinguishes players from tournaments."""
        header = Header.parse(data)
        names = cls(header, data[HEADER_SIZE:])
        if not header.names or names._width() not in (_PLAYER, _TOURNAMENT):
            raise NotationError(Text("errors.notation.not_a_wthor_list"))
        return names

    @classmethod
    def of(
        cls, names: Iterable[str], *, tournaments: bool = False, created: date | None = None
    ) -> NameFile:
        """Make a list of players, or of tournaments."""
        width = _TOURNAMENT if tournaments else _PLAYER
        parts = [_packed(name, width) for name in names]
        header = Header.made(created)._replace(names=len(parts))
        header.to_bytes()  # refuses too many names
        return cls(header, b"".join(parts))

    def _width(self) -> float:
        return len(self.data) / self.header.names

    @property
    def names(self) -> list[str]:
        """The names; the number of a name is its index."""
        width = round(self._width()) if self.data else 0
        return [
            self.data[start : start + width].partition(b"\0")[0].decode(_ENCODING).rstrip()
            for start in range(0, len(self.data), width or 1)
        ]

    def to_bytes(self) -> bytes:
        """Return the bytes of the file."""
        return self.header.to_bytes() + self.data


def is_names(data: BinaryData) -> bool:
    """Return whether bytes are a WTHOR list of names."""
    try:
        return bool(NameFile.from_bytes(data).header.names)
    except NotationError:
        return False


def read_names(path: str | Path) -> list[str]:
    """Read the names of a file; the number of a name is its index."""
    try:
        return NameFile.from_bytes(Path(path).read_bytes()).names
    except NotationError as error:
        raise error.placed(source=str(path)) from None


@dataclass(frozen=True, slots=True)
class Names:
    """The names of players and tournaments, to which games refer by number.

    >>> Names(players=["???", "Ann"]).player(1), Names().player(7)
    ('Ann', 'player 7')
    """

    players: list[str]
    tournaments: list[str]

    def __init__(self, players: Iterable[str] = (), tournaments: Iterable[str] = ()) -> None:
        object.__setattr__(self, "players", list(players))
        object.__setattr__(self, "tournaments", list(tournaments))

    @classmethod
    def beside(cls, path: str | Path) -> Names:
        """Read the lists in the folder of a file of games; a missing list is empty."""
        folder = Path(path).parent
        found = {file.name.lower(): file for file in folder.iterdir()} if folder.is_dir() else {}
        lists = (found.get(name) for name in ("wthor.jou", "wthor.trn"))
        return cls(*(read_names(file) if file is not None else [] for file in lists))

    def player(self, number: int) -> str:
        """Return a player's name, or the number if no list has it."""
        return self.players[number] if number < len(self.players) else f"player {number}"

    def tournament(self, number: int) -> str:
        """Return a tournament's name, or the number if no list has it."""
        known = number < len(self.tournaments)
        return self.tournaments[number] if known else f"tournament {number}"


def _packed(name: str, width: int) -> bytes:
    try:
        data = name.encode(_ENCODING)
    except UnicodeEncodeError:
        raise NotationError(
            Text("errors.notation.wthor_name_letters", name=repr(name[:40]))
        ) from None
    if len(data) >= width:
        raise NotationError(
            Text("errors.notation.wthor_name_too_long", name=repr(name[:40]), most=width - 1)
        )
    return data.ljust(width, b"\0")
