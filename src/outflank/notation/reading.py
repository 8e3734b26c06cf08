"""What was read: the records of a text or file, and what could not be understood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import overload

from outflank.errors import NotationError
from outflank.notation.record import Record, as_game, as_scored_position
from outflank.rules import Game, Position

__all__ = ["Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, what it was taken for, and what could not be read.

    It can be gone through like the list of its records: games, or positions with scores.

    >>> from outflank.notation import read
    >>> reading = read("f5d6c3")
    >>> reading.format, reading.why
    ('transcript', 'It has moves such as f5d6c3.')
    >>> reading.game.transcript(), str(reading.position.turn), reading.problems
    ('f5d6c3', 'white', ())
    """

    format: str
    why: str
    records: tuple[Record, ...]
    problems: tuple[NotationError, ...] = ()
    source: str = ""

    @property
    def games(self) -> tuple[Game, ...]:
        """The records as games; a position becomes a game that starts there."""
        return tuple(map(as_game, self.records))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The records as positions; a game becomes the one at the end of its main line."""
        return tuple(as_scored_position(record).position for record in self.records)

    @property
    def game(self) -> Game:
        """The first record as a game; when there is none, the first problem is raised."""
        return as_game(self._first())

    @property
    def position(self) -> Position:
        """The first record as a position; when there is none, the first problem is raised."""
        return as_scored_position(self._first()).position

    def _first(self) -> Record:
        for record in self.records:
            return record
        raise (
            self.problems[0]
            if self.problems
            else NotationError("no record was found", source=self.source)
        )

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, index: int | slice) -> Record | tuple[Record, ...]:
        return self.records[index]
