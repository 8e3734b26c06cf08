"""Edax's opening book (book.dat): positions with links to the next ones, and a best leaf."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from outflank.errors import NotationError
from outflank.notation.books.book_records import (
    BookFormat,
    BookMove,
    BookRecords,
    book_position,
    book_score,
    scored_position,
)
from outflank.notation.loading import BinaryData
from outflank.notation.record import ScoredPosition
from outflank.rules import PASS, Move, Square
from outflank.texts import Text

__all__ = ["EDAX_BOOK"]

_MAGIC: Final = b"XADEKOOB"
# Version and release, a date padded to eight bytes, five options and the number of positions.
_HEADER: Final = struct.Struct("<8sBBhBBBBBx5ii")
_RECORD: Final = struct.Struct("<QQIIIIhhhBB")
_LINKS: Final = _RECORD.size - 2  # where a record has the number of its links
_LINK: Final = struct.Struct("<bB")
_PASS: Final = 64
_NO_MOVE: Final = 65


def divide(data: BinaryData) -> BookRecords:
    """Divide a book into its records, whose lengths depend on the number of their links."""
    if len(data) < _HEADER.size:
        raise NotationError(Text("errors.notation.book_header_breaks_off"))
    return BookRecords(_starts(data), lambda start: _position(data, start))


def _starts(data: BinaryData) -> Iterator[int]:
    *_, count = _HEADER.unpack_from(data)
    start, number, size = _HEADER.size, 0, len(data)
    while start < size:
        number += 1
        links = data[start + _LINKS] if start + _LINKS < size else 0
        end = start + _RECORD.size + (links + 1) * _LINK.size
        if end > size:
            raise NotationError(Text("errors.notation.book_breaks_off", position=number))
        yield start
        start = end
    if number != count:
        raise NotationError(Text("errors.notation.book_length", count=count, found=number))


def _position(data: BinaryData, start: int) -> ScoredPosition:
    fields = _RECORD.unpack_from(data, start)
    player, opponent, wins, draws, losses, lines, score, lower, upper, links, level = fields
    position = book_position(player, opponent)
    known: list[BookMove] = []
    for index in range(links + 1):  # the last one is the best move that leads out of the book
        value, number = _LINK.unpack_from(data, start + _RECORD.size + index * _LINK.size)
        move = _move(number)
        if move is not None:
            known.append(BookMove(move, book_score(value, level)))
    comment = (
        f"{wins} wins, {draws} draws, {losses} losses, {lines} lines, {lower} to {upper} discs"
    )
    return scored_position(position, known, book_score(score, level), comment)


def _move(number: int) -> Move | None:
    """Return the move with a number: squares from a1 on, then a pass, then no move."""
    if number > _NO_MOVE:
        raise NotationError(Text("errors.notation.edax_move_number", number=number))
    if number == _NO_MOVE:
        return None
    return PASS if number == _PASS else Square.at(number, size=8)


EDAX_BOOK = BookFormat("edax-book", "an opening book of Edax", "", _MAGIC, divide)
