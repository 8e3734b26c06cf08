"""Egaroucid's opening book (.egbk3): positions with a value and a best leaf."""

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
from outflank.rules import Square
from outflank.texts import Text

__all__ = ["EGAROUCID_BOOK"]

_MAGIC: Final = b"DICUORAGE"  # Egaroucid, backwards
_VERSION: Final = 3
_HEADER: Final = struct.Struct("<9sBI")
_RECORD: Final = struct.Struct("<QQbBIbBB")
_LAST: Final = 63  # squares and bits are counted from h8


def recognises(data: bytes) -> bool:
    """Return whether bytes begin like a book of Egaroucid."""
    return data.startswith(_MAGIC) and len(data) >= _HEADER.size


def read_book(
    data: bytes,
    source: str,
    assumed: Assumptions,  # noqa: ARG001
) -> Iterator[ScoredPosition | NotationError]:
    """Go through the positions; in each of them black is to move."""
    if not recognises(data):
        raise NotationError(Text("errors.notation.not_an_egaroucid_book"), source=source)
    _, version, count = _HEADER.unpack_from(data)
    if version != _VERSION:
        raise NotationError(
            Text("errors.notation.egaroucid_version", version=version, readable=_VERSION),
            source=source,
        )
    body = memoryview(data)[_HEADER.size :]
    whole = len(body) // _RECORD.size
    for number, fields in enumerate(_RECORD.iter_unpack(body[: whole * _RECORD.size]), 1):
        try:
            yield _position(*fields)
        except NotationError as error:
            yield NotationError(
                Text("errors.notation.in_position", position=number, problem=error), source=source
            )
    if len(body) != count * _RECORD.size:
        problem = Text("errors.notation.book_length", count=count, found=whole)
        yield NotationError(problem, source=source)


def _position(*fields: int) -> ScoredPosition:
    player, opponent, value, level, lines, leaf_value, leaf, leaf_level = fields
    position = book_position(_turned(player), _turned(opponent))
    known: list[Known] = []
    if leaf <= _LAST:  # any greater number means that no leaf is known
        move = Square.at(_LAST - leaf, size=8)
        known.append((move, book_score(leaf_value, leaf_level)))
    return scored_position(position, known, book_score(value, level), f"{lines} lines")


def _turned(mask: int) -> int:
    """Return a set of squares with its bits in our order; Egaroucid's begins with h8."""
    return int(f"{mask:064b}"[::-1], 2)


EGAROUCID_BOOK = BinaryFormat(
    name="egaroucid-book",
    title="an opening book of Egaroucid",
    extensions=(".egbk3",),
    holds=ScoredPosition,
    carries=frozenset({Carries.COMMENTS, Carries.SCORES, Carries.STARTS}),
    signs="the beginning of an opening book of Egaroucid",
    recognises=recognises,
    reader=read_book,
    reducer=unchanged,
)
