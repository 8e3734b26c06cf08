"""Edax's opening book (book.dat): positions with links to the next ones, and a best leaf."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from outflank.errors import NotationError
from outflank.notation.books.book_positions import (
    Known,
    book_position,
    book_score,
    scored_position,
)
from outflank.notation.format import Assumptions, BinaryFormat, Carries, unchanged
from outflank.notation.record import ScoredPosition
from outflank.rules import PASS, Move, Square
from outflank.texts import Text

__all__ = ["EDAX_BOOK"]

_MAGIC: Final = b"XADEKOOB"
# Version and release, a date padded to eight bytes, five options and the number of positions.
_HEADER: Final = struct.Struct("<8sBBhBBBBBx5ii")
_RECORD: Final = struct.Struct("<QQIIIIhhhBB")
_LINK: Final = struct.Struct("<bB")
_PASS: Final = 64
_NO_MOVE: Final = 65


def recognises(data: bytes) -> bool:
    """Return whether bytes begin like a book of Edax."""
    return data.startswith(_MAGIC) and len(data) >= _HEADER.size


def read_book(
    data: bytes,
    source: str,
    assumed: Assumptions,  # noqa: ARG001
) -> Iterator[ScoredPosition | NotationError]:
    """Go through the positions; in each of them black is to move."""
    if not recognises(data):
        raise NotationError(Text("errors.notation.not_an_edax_book"), source=source)
    *_, count = _HEADER.unpack_from(data)
    offset, number = _HEADER.size, 0
    while offset < len(data):
        number += 1
        end = _end_of(data, offset)
        if end > len(data):
            yield NotationError(
                Text("errors.notation.book_breaks_off", position=number), source=source
            )
            return
        try:
            yield _position(data, offset)
        except NotationError as error:
            yield NotationError(
                Text("errors.notation.in_position", position=number, problem=error), source=source
            )
        offset = end
    if number != count:
        problem = Text("errors.notation.book_length", count=count, found=number)
        yield NotationError(problem, source=source)


def _end_of(data: bytes, offset: int) -> int:
    """Return the end of the record at an offset, which depends on its number of links."""
    links = data[offset + _RECORD.size - 2] if offset + _RECORD.size <= len(data) else 0
    return offset + _RECORD.size + (links + 1) * _LINK.size


def _position(data: bytes, offset: int) -> ScoredPosition:
    fields = _RECORD.unpack_from(data, offset)
    player, opponent, wins, draws, losses, lines, score, lower, upper, links, level = fields
    position = book_position(player, opponent)
    known: list[Known] = []
    for index in range(links + 1):  # the last one is the best move that leads out of the book
        value, number = _LINK.unpack_from(data, offset + _RECORD.size + index * _LINK.size)
        move = _move(number)
        if move is not None:
            known.append((move, book_score(value, level)))
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


EDAX_BOOK = BinaryFormat(
    name="edax-book",
    title="an opening book of Edax",
    extensions=(),
    holds=ScoredPosition,
    carries=frozenset({Carries.COMMENTS, Carries.SCORES, Carries.STARTS}),
    signs="the beginning of an opening book of Edax",
    recognises=recognises,
    reader=read_book,
    reducer=unchanged,
)
