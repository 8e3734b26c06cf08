"""Outflank's own opening book (.book): positions with a score and who computed it."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable
from typing import Any, Final

from outflank.errors import NotationError
from outflank.notation.books.book_records import (
    BookFormat,
    BookRecords,
    book_key,
    book_position,
    book_score,
)
from outflank.notation.loading import BinaryData
from outflank.notation.record import ScoredPosition
from outflank.texts import Text

__all__ = ["OUTFLANK_BOOK", "book_bytes"]

_FIRST_LINE: Final = b"Outflank opening book 1\n"
_RECORD: Final = struct.Struct("<QQhBBB")  # a key, score, depth, confidence, source
_UNIT: Final = 32  # parts of a disc in which scores are stored
_MOST: Final = 255  # the greatest number that a byte holds
_LONGEST: Final = 1 << 20  # bytes of a second line


def divide(data: BinaryData) -> BookRecords:
    """Check a book by its checksum, and divide it into its records."""
    end = data.find(b"\n", len(_FIRST_LINE), len(_FIRST_LINE) + _LONGEST)
    sources, checksum = _second_line(data[len(_FIRST_LINE) : max(end, 0)])
    with memoryview(data) as whole, whole[end + 1 :] as records:
        is_whole = zlib.crc32(records) == checksum and len(records) % _RECORD.size == 0
    if not is_whole:
        raise NotationError(Text("errors.notation.book_checksum"))
    starts = range(end + 1, len(data), _RECORD.size)
    return BookRecords(iter(starts), lambda start: _position(data, start, sources))


def _second_line(line: bytes) -> tuple[list[str], int]:
    """Read who computed the scores, and the checksum."""
    try:
        about: Any = json.loads(line)
        return [str(one) for one in about["sources"]], int(about["crc32"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotationError(Text("errors.notation.book_second_line")) from None


def _position(data: BinaryData, start: int, sources: list[str]) -> ScoredPosition:
    mover, opponent, score, depth, confidence, source = _RECORD.unpack_from(data, start)
    if source >= len(sources):
        raise NotationError(Text("errors.notation.book_source", number=source))
    found = book_score(score / _UNIT, depth or None, confidence or None)
    return ScoredPosition(book_position(mover, opponent), (), found, sources[source])


def book_bytes(positions: Iterable[ScoredPosition]) -> bytes:
    """Return the file of a book of these positions, the same for every order.

    It keeps the score of each position, the scores of its moves not, and its comment as the source
    of the score.
    """
    entries = {}
    for one in positions:
        key = book_key(one.position)
        if key is None:
            raise NotationError(Text("errors.notation.book_of_another_game", game=one.position))
        if one.score is None:
            raise NotationError(Text("errors.notation.book_without_score", position=one.position))
        score = book_score(one.score.discs, one.score.depth, one.score.confidence)
        entries[key] = score, one.comment
    sources = sorted({comment for _, comment in entries.values()})
    if len(sources) > _MOST + 1:
        raise NotationError(Text("errors.notation.book_sources", most=_MOST + 1))
    numbers = {comment: number for number, comment in enumerate(sources)}
    records = b"".join(
        _RECORD.pack(
            *key,
            round(score.discs * _UNIT),
            min(score.depth or 0, _MOST),
            score.confidence or 0,
            numbers[comment],
        )
        for key, (score, comment) in sorted(entries.items())
    )
    header = {"sources": sources, "crc32": zlib.crc32(records)}
    return _FIRST_LINE + json.dumps(header).encode() + b"\n" + records


OUTFLANK_BOOK = BookFormat(
    "outflank-book", "an opening book of Outflank", ".book", _FIRST_LINE, divide
)
