"""The records of opening books: how a book is divided into them, and what they become."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.errors import NotationError, OutflankError
from outflank.notation.format import Assumptions, BinaryFormat, Carries, unchanged
from outflank.notation.loading import BinaryData
from outflank.notation.record import ScoredPosition
from outflank.rules import Board, Classic, Move, Position, Score, ScoreKind, accelerator
from outflank.texts import Text

__all__ = [
    "SIZE",
    "BookFormat",
    "BookKey",
    "BookMove",
    "BookRecords",
    "book_key",
    "book_position",
    "book_score",
    "scored_position",
]

SIZE: Final = 8


class BookKey(NamedTuple):
    """The discs of the mover and the opponent, the same for all eight symmetric positions.

    Of the eight, books have the one whose numbers are the smallest.
    """

    mover: int
    opponent: int

    @property
    def discs(self) -> int:
        """The number of discs on the board."""
        return (self.mover | self.opponent).bit_count()


class BookMove(NamedTuple):
    """A move that a book knows, with its score from the mover's side."""

    move: Move
    score: Score


def book_key(position: Position) -> BookKey | None:
    """Return the key of a position, or None if it is not classic Othello on 8x8.

    >>> start = Position.start()
    >>> keys = {book_key(start.play(move)) for move in start.legal_moves}
    >>> len(keys), book_key(Position.start(6))
    (1, None)
    """
    if position.size != SIZE or position.variant != Classic():
        return None
    own = position.board.discs(position.turn).mask
    opponent = position.board.discs(position.turn.opponent).mask
    return BookKey(*accelerator.canonical(SIZE, own, opponent))


def book_position(mover: int, opponent: int) -> Position:
    """Return a position with the mover as black, who is to move; bit 0 is a1."""
    if mover & opponent:
        raise NotationError(Text("errors.notation.book_square_of_both"))
    return Position(Board(SIZE, mover, opponent))


def book_score(discs: float, level: int | None = None, confidence: int | None = None) -> Score:
    """Return a score from a book, with the level or depth of its search as its depth."""
    if abs(discs) > SIZE**2:
        raise NotationError(Text("errors.notation.score_out_of_range", most=SIZE**2))
    return Score(discs, ScoreKind.BOOK, level, confidence)


def scored_position(
    position: Position, known: list[BookMove], score: Score, comment: str = ""
) -> ScoredPosition:
    """Return a position with its moves, best first; each move must be legal."""
    for move, _ in known:
        if not position.is_legal(move):
            raise NotationError(
                Text("errors.notation.illegal_book_move", move=move, position=position)
            )
    best_first = sorted(known, key=lambda one: one.score.discs, reverse=True)
    return ScoredPosition(position, tuple(best_first), score, comment)


@dataclass(frozen=True, slots=True)
class BookRecords:
    """How a book's file is divided: where each record begins, and how the one there is read.

    Every record begins with the discs of mover and opponent, sixteen bytes. `starts` raises
    NotationError where the file is damaged as a whole, `read` if the record is.
    """

    starts: Iterator[int]
    read: Callable[[int], ScoredPosition]


@dataclass(frozen=True, slots=True)
class BookFormat:
    """The files of one program's books: how they begin, and how they are divided into records."""

    name: str
    title: str
    extension: str
    beginning: bytes
    divide: Callable[[BinaryData], BookRecords]

    def recognises(self, data: BinaryData) -> bool:
        """Return whether a file begins like a book of this program."""
        return data[: len(self.beginning)] == self.beginning

    def notation(self) -> BinaryFormat[ScoredPosition]:
        """Return the notation that reads these books."""
        return BinaryFormat(
            name=self.name,
            title=self.title,
            extensions=(self.extension,) if self.extension else (),
            holds=ScoredPosition,
            carries=frozenset({Carries.COMMENTS, Carries.SCORES, Carries.STARTS}),
            signs=f"the beginning of {self.title}",
            recognises=self.recognises,
            reader=functools.partial(_read_book, self),
            reducer=unchanged,
        )


def _read_book(
    book: BookFormat,
    data: BinaryData,
    source: str,
    assumed: Assumptions,  # noqa: ARG001
) -> Iterator[ScoredPosition | NotationError]:
    """Go through the positions of a book; in each of them black is to move."""
    if not book.recognises(data):
        title = book.notation().text
        raise NotationError(Text("errors.notation.not_the_book", format=title), source=source)
    try:
        records = book.divide(data)
    except NotationError as error:
        raise error.placed(source=source) from None
    try:
        for number, start in enumerate(records.starts, 1):
            yield _read_record(records, number, start, source)
    except NotationError as error:
        yield error.placed(source=source)


def _read_record(
    records: BookRecords, number: int, start: int, source: str
) -> ScoredPosition | NotationError:
    try:
        return records.read(start)
    except OutflankError as error:
        problem = Text("errors.notation.in_position", position=number, problem=error)
        return NotationError(problem, source=source)
