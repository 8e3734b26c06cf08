"""The opening book of 8x8: positions that were searched deeply, with their scores."""

from __future__ import annotations

import functools
import json
import struct
import warnings
import zlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from outflank.engine.learned import data_file
from outflank.engine.protocol import Variation
from outflank.errors import EngineError
from outflank.plain_warnings import EngineFileWarning
from outflank.rules import BLACK, Board, Classic, Position, Score, ScoreKind, Symmetry
from outflank.texts import Text

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["Book", "BookEntry", "BookKey", "book_key", "book_position", "own_book"]

_SIZE: Final = 8
_FIRST_LINE: Final = b"Outflank opening book 1\n"
_RECORD: Final = struct.Struct("<QQhBBB")  # a key, score, depth, confidence, source
_UNIT: Final = 32  # parts of a disc in which scores are stored


class BookKey(NamedTuple):
    """The discs of the mover and the opponent, the same for all eight symmetric positions."""

    mover: int
    opponent: int

    @property
    def discs(self) -> int:
        """The number of discs on the board."""
        return (self.mover | self.opponent).bit_count()


class BookEntry(NamedTuple):
    """What a book has about a position: its score for the side to move, and who computed it.

    The score is the best that the lines of the book lead to. Its depth counts the moves of that
    line and the plies that were searched after it.
    """

    discs: float
    depth: int
    confidence: int
    source: str

    @property
    def score(self) -> Score:
        """The score for the side to move."""
        return Score(self.discs, ScoreKind.BOOK, self.depth, self.confidence)


def book_key(position: Position) -> BookKey | None:
    """Return the key of a position, or None if it is not classic Othello on 8x8.

    >>> start = Classic().start()
    >>> keys = {book_key(start.play(move)) for move in start.legal_moves}
    >>> len(keys), book_key(Classic().start(6))
    (1, None)
    """
    if not _is_of_book(position):
        return None
    own = position.board.discs(position.turn).mask
    opponent = position.board.discs(position.turn.opponent).mask
    return min(
        BookKey(symmetry.mask(own, _SIZE), symmetry.mask(opponent, _SIZE)) for symmetry in Symmetry
    )


def _is_of_book(position: Position) -> bool:
    return position.size == _SIZE and position.variant == Classic()


def book_position(key: BookKey) -> Position:
    """Return a position that has this key, with black to move."""
    return Position(Board(_SIZE, key.mover, key.opponent), BLACK)


class Book:
    """Positions of classic Othello on 8x8 with their scores.

    >>> start = Classic().start()
    >>> book = Book({book_key(start.play("f5")): BookEntry(0.5, 18, 73, "an example")})
    >>> print(*book.moves(start), sep="; ")
    d3 -0.50 (book): d3; c4 -0.50 (book): c4; f5 -0.50 (book): f5; e6 -0.50 (book): e6
    """

    def __init__(self, entries: Mapping[BookKey, BookEntry] | None = None) -> None:
        self._entries = dict(entries or {})
        # Positions with more discs need not be looked up.
        self._most_discs = max((key.discs for key in self._entries), default=0)

    @classmethod
    def from_bytes(cls, data: bytes) -> Book:
        """Read a book's file."""
        start, _, rest = data.partition(b"\n")
        if start + b"\n" != _FIRST_LINE:
            raise EngineError(Text("errors.engine.not_an_opening_book"))
        header, _, records = rest.partition(b"\n")
        try:
            about = json.loads(header)
            sources = [str(one) for one in about["sources"]]
            checksum = int(about["crc32"])
        except (ValueError, KeyError, TypeError):
            raise EngineError(Text("errors.engine.book_second_line")) from None
        if zlib.crc32(records) != checksum or len(records) % _RECORD.size:
            raise EngineError(Text("errors.engine.book_checksum"))
        entries = {}
        for mover, opponent, score, depth, confidence, source in _RECORD.iter_unpack(records):
            if source >= len(sources) or mover & opponent:
                raise EngineError(Text("errors.engine.book_record"))
            entry = BookEntry(score / _UNIT, depth, confidence, sources[source])
            entries[BookKey(mover, opponent)] = entry
        return cls(entries)

    def to_bytes(self) -> bytes:
        """Return the contents of the book's file, the same for equal entries."""
        sources = sorted({entry.source for entry in self._entries.values()})
        records = b"".join(
            _RECORD.pack(
                *key,
                round(entry.discs * _UNIT),
                entry.depth,
                entry.confidence,
                sources.index(entry.source),
            )
            for key, entry in sorted(self._entries.items())
        )
        header = {"sources": sources, "crc32": zlib.crc32(records)}
        return _FIRST_LINE + json.dumps(header).encode() + b"\n" + records

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[BookKey]:
        return iter(self._entries)

    def __getitem__(self, key: BookKey) -> BookEntry:
        return self._entries[key]

    def find(self, position: Position) -> BookEntry | None:
        """Return the entry of a position, None if it has none."""
        key = book_key(position)
        return None if key is None else self._entries.get(key)

    def moves(self, position: Position) -> list[Variation]:
        """Return the moves to positions in the book, best first."""
        has_moves = _is_of_book(position) and not position.must_pass()
        if not has_moves or _SIZE**2 - position.board.empties >= self._most_discs:
            return []
        found = []
        for move in position.legal_moves:
            after = self.find(position.play(move))
            if after is not None:
                found.append(Variation(move, -after.score, (move,)))
        return sorted(found, key=lambda one: -one.score.discs)


@functools.cache
def own_book(folder: Traversable | None = None) -> Book:
    """Return the book of the package; warn and return an empty one if it cannot be read."""
    try:
        return Book.from_bytes(data_file("8x8.book", folder))
    except EngineError as problem:
        message = f"no opening book is used: {problem}"
        warnings.warn(message, EngineFileWarning, stacklevel=2)
        return Book()
