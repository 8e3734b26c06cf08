"""`Book`: looking up positions in an opening book, whichever program made it."""

from __future__ import annotations

import bisect
import functools
import mmap
import os
from array import array
from collections.abc import Iterable, Iterator
from random import Random
from types import TracebackType
from typing import Final, Self

from outflank.errors import NotationError, OutflankError
from outflank.notation.books.book_records import (
    SIZE,
    BookFormat,
    BookMove,
    book_key,
    book_position,
)
from outflank.notation.books.edax import EDAX_BOOK
from outflank.notation.books.egaroucid import EGAROUCID_BOOK
from outflank.notation.books.outflank_book import OUTFLANK_BOOK, book_bytes
from outflank.notation.loading import BinaryData, map_file
from outflank.notation.record import ScoredPosition
from outflank.rules import PASS, Move, Position, Score, Symmetry
from outflank.texts import Text

__all__ = ["BOOKS", "Book"]

BOOKS: Final = (OUTFLANK_BOOK, EDAX_BOOK, EGAROUCID_BOOK)
_DISCS: Final = 16  # bytes of a record with the discs of both sides


class Book:
    """An opening book: positions of classic Othello on 8x8 with scores of them or their moves.

    `Book.open` opens the file of a book of Outflank, Edax or Egaroucid. Its content stays in the
    file until it is asked for. All eight symmetric positions are found, with their own moves.

    >>> start = Position.start()
    >>> book = Book.of([ScoredPosition(start.play("f5"), score=Score(0.5, "book"))])
    >>> [str(move) for move, score in book.moves(start)], start in book
    (['d3', 'c4', 'f5', 'e6'], False)
    >>> print(book.choice(start, seed=1).score)
    -0.50 (book)
    """

    def __init__(self, data: BinaryData, *, source: str = "") -> None:
        self._data = data
        self._source = source
        try:
            self._format = _format_of(data)
            self._records = self._format.divide(data)
            self._starts = array("Q", self._records.starts)
        except NotationError as problem:
            self.close()
            raise problem.placed(source=source) from None

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Book:
        """Open a book's file; its content shows whose book it is.

        >>> Book.open("no.egbk3")
        Traceback (most recent call last):
        outflank.errors.NotationError: there is no file 'no.egbk3'
        """
        return cls(map_file(path), source=str(path))

    @classmethod
    def of(cls, positions: Iterable[ScoredPosition]) -> Book:
        """Make a book of positions with their scores; `to_bytes` returns its file.

        The comment of a position says where its score comes from.
        """
        return cls(book_bytes(positions))

    @property
    def format(self) -> str:
        """The name of the notation, such as 'edax-book'."""
        return self._format.name

    def to_bytes(self) -> bytes:
        """Return the content of the book's file."""
        return self._data[:]

    def close(self) -> None:
        """Close the file; the book can then no longer be asked."""
        if isinstance(self._data, mmap.mmap):
            self._data.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Book {self.format}, {len(self):,} positions>"

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[ScoredPosition]:
        """Go through the positions; in each of them black is to move."""
        return map(self._record, range(len(self)))

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and self._number_of(position) is not None

    def find(self, position: Position) -> ScoredPosition | None:
        """Return what the book has about a position, or None if it has nothing.

        The scores of moves are those in the position's own record; `moves` knows more.
        """
        number = self._number_of(position)
        if number is None:
            return None
        found = self._record(number)
        board = _from_mover(position).board
        ways = [one for one in Symmetry if found.position.board.transform(one) == board]
        scores = {one.move(move, SIZE): score for move, score in found.scores for one in ways}
        return ScoredPosition(position, tuple(scores.items()), found.score, found.comment)

    def moves(self, position: Position) -> list[BookMove]:
        """Return the moves that the book knows, best first.

        They are those that lead to positions in the book, and those that the position's own record
        names.
        """
        if book_key(position) is None or SIZE**2 - position.board.empties > self._most_discs:
            return []
        found = self.find(position)
        known: dict[Move, Score | None] = {} if found is None else dict(found.scores)
        for move in () if position.is_over else position.legal_moves:
            score = self._score_after(position.play(move))
            if score is not None:
                known[move] = score
        moves = [BookMove(move, score) for move, score in known.items() if score is not None]
        return sorted(moves, key=lambda one: -one.score.discs)

    def choice(
        self, position: Position, *, margin: float = 1.0, seed: int | None = None
    ) -> BookMove | None:
        """Draw one of the moves that are at most `margin` discs worse than the best.

        Without moves it returns None. With the same seed it draws the same move again.
        """
        moves = self.moves(position)
        if not moves:
            return None
        good = [one for one in moves if one.score.discs >= moves[0].score.discs - margin]
        random = Random(None if seed is None else f"{seed} {position.hash64()} book")
        return random.choice(good)

    # Records

    def _score_after(self, position: Position) -> Score | None:
        """Return the score of a position for the side that has just moved there."""
        number = self._number_of(position)
        if number is not None:
            score = self._record(number).score
            return None if score is None else -score
        # Some books leave out positions whose side must pass.
        number = self._number_of(position.play(PASS)) if position.must_pass else None
        return None if number is None else self._record(number).score

    def _number_of(self, position: Position) -> int | None:
        key = book_key(position)
        if key is None or key.discs > self._most_discs:
            return None
        wanted = b"".join(mask.to_bytes(_DISCS // 2, "little") for mask in key)
        at = bisect.bisect_left(self._sorted, wanted, key=self._discs)
        if at == len(self) or self._discs(number := self._sorted[at]) != wanted:
            return None
        return number

    def _record(self, number: int) -> ScoredPosition:
        try:
            return self._records.read(self._starts[number])
        except OutflankError as error:
            problem = Text("errors.notation.in_position", position=number + 1, problem=error)
            raise NotationError(problem, source=self._source) from None

    def _discs(self, number: int) -> bytes:
        start = self._starts[number]
        return self._data[start : start + _DISCS]

    @functools.cached_property
    def _sorted(self) -> array[int]:
        """The numbers of the records, in the order of their discs."""
        return array("Q", sorted(range(len(self)), key=self._discs))

    @functools.cached_property
    def _most_discs(self) -> int:
        """The most discs of any position in the book."""
        discs = map(self._discs, range(len(self)))
        return max((int.from_bytes(one).bit_count() for one in discs), default=0)


def _format_of(data: BinaryData) -> BookFormat:
    for one in BOOKS:
        if one.recognises(data):
            return one
    raise NotationError(Text("errors.notation.not_a_book"))


def _from_mover(position: Position) -> Position:
    """Return the position with the mover as black."""
    own = position.board.discs(position.turn).mask
    return book_position(own, position.board.discs(position.turn.opponent).mask)
