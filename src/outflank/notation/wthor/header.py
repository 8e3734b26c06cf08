"""The first sixteen bytes of every file of the WTHOR database."""

from __future__ import annotations

import struct
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from outflank.errors import NotationError
from outflank.notation.loading import BinaryData
from outflank.texts import Text

__all__ = ["HEADER_SIZE", "Header"]

_STRUCT: Final = struct.Struct("<BBBBIHHBBBB")
HEADER_SIZE: Final = _STRUCT.size
_Fields: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int, int]


class Header(NamedTuple):
    """The fields of a header in their order: the date of a file, and what it holds."""

    century: int = 0
    year_of_century: int = 0
    month: int = 0
    day: int = 0
    games: int = 0
    names: int = 0
    year: int = 0
    board_size: int = 0
    kind: int = 0
    depth: int = 0
    reserved: int = 0

    @classmethod
    def parse(cls, data: BinaryData) -> Header:
        """Read the header of a file."""
        if len(data) < HEADER_SIZE:
            raise NotationError(
                Text(
                    "errors.notation.wthor_short_header",
                    wanted=HEADER_SIZE,
                    actual=len(data),
                )
            )
        fields: _Fields = _STRUCT.unpack_from(data)
        return cls(*fields)

    @classmethod
    def made(cls, day: date | None) -> Header:
        """Return the header of a file that was made on a day, or on an unknown one.

        >>> Header.made(date(2025, 1, 12))[:4]
        (20, 25, 1, 12)
        """
        if day is None:
            return cls()
        century, year = divmod(day.year, 100)
        return cls(century, year, day.month, day.day)

    @property
    def created(self) -> date | None:
        """The day on which the file was made, or None if the fields are not a date."""
        try:
            return date(self.century * 100 + self.year_of_century, self.month, self.day)
        except ValueError:
            return None

    def to_bytes(self) -> bytes:
        """Return the bytes of the header."""
        try:
            return _STRUCT.pack(*self)
        except struct.error:
            raise NotationError(Text("errors.notation.wthor_header_number")) from None
