"""Egaroucid's opening book (.egbk3): positions with a value and a best leaf."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from outflank.errors import NotationError
from outflank.notation.books.book_records import (
    SIZE,
    BookFormat,
    BookMove,
    BookRecords,
    book_position,
    book_score,
    scored_position,
)
from outflank.notation.loading import BinaryData
from outflank.notation.record import ScoredPosition
from outflank.rules import Square
from outflank.texts import Text

__all__ = ["EGAROUCID_BOOK"]

_MAGIC: Final = b"DICUORAGE"  # Egaroucid, backwards
_VERSION: Final = 3
_HEADER: Final = struct.Struct("<9sBI")
_RECORD: Final = struct.Struct("<QQbbIbBb")
_LAST: Final = 63  # squares and bits are counted from h8


def divide(data: BinaryData) -> BookRecords:
    """Divide a book into its records, which all have the same length."""
    if len(data) < _HEADER.size:
        raise NotationError(Text("errors.notation.book_header_breaks_off"))
    _, version, count = _HEADER.unpack_from(data)
    if version != _VERSION:
        raise NotationError(
            Text("errors.notation.egaroucid_version", version=version, readable=_VERSION)
        )
    return BookRecords(_starts(len(data), count), lambda start: _position(data, start))


def _starts(size: int, count: int) -> Iterator[int]:
    whole, rest = divmod(size - _HEADER.size, _RECORD.size)
    yield from range(_HEADER.size, size - rest, _RECORD.size)
    if rest:
        raise NotationError(Text("errors.notation.book_breaks_off", position=whole + 1))
    if whole != count:
        raise NotationError(Text("errors.notation.book_length", count=count, found=whole))


def _position(data: BinaryData, start: int) -> ScoredPosition:
    fields = _RECORD.unpack_from(data, start)
    player, opponent, value, level, lines, leaf_value, leaf, leaf_level = fields
    position = book_position(_turned(player), _turned(opponent))
    known: list[BookMove] = []
    # Any other number means that no leaf was searched.
    if leaf <= _LAST and abs(leaf_value) <= SIZE**2:
        move = Square.at(_LAST - leaf, size=SIZE)
        known.append(BookMove(move, book_score(leaf_value, _level(leaf_level))))
    return scored_position(position, known, book_score(value, _level(level)), f"{lines} lines")


def _level(number: int) -> int | None:
    return None if number < 0 else number  # -1 is a level that is not known


def _turned(mask: int) -> int:
    """Return a set of squares with its bits in our order; Egaroucid's begins with h8."""
    return int(f"{mask:064b}"[::-1], 2)


EGAROUCID_BOOK = BookFormat(
    "egaroucid-book", "an opening book of Egaroucid", ".egbk3", _MAGIC, divide
)
