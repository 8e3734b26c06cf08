"""The games that have pattern weights, and how these are learned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from outflank.engine.learned import pattern_file
from outflank.rules import Position, find_variant
from outflank.training.boards.board_patterns import Shape
from outflank.training.boards.stage_pulls import NeighbourPull, Pull, SharedPull
from outflank.training.network.patterns import SHAPES

__all__ = ["LEARNED_GAMES", "LearnedGame"]

_LONGEST_LINE = 10  # squares of a line that is read as one number
_PART = 8  # squares from either end of a longer one
_PULL = SharedPull(8.0, 24.0)


@dataclass(frozen=True)
class LearnedGame:
    """A game, what its evaluation counts beside patterns, and how its own games are played."""

    name: str
    variant: str
    size: int
    depth: int = 0  # plies of a search in own games, one more in half of them; 0: there are none
    solved: int = 0  # from so many empty squares positions of own games are solved instead
    counts_moves: bool = True  # the legal moves of both sides
    counts_discs: bool = True  # shares of discs and frontiers
    stages: int = 8
    pull: Pull = _PULL  # what holds the weights of a stage back

    @property
    def start(self) -> Position:
        """The position that games begin with."""
        return find_variant(self.variant).start(self.size)

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.size * self.size

    @property
    def file(self) -> str:
        """The name of the file that the engine reads."""
        name = pattern_file(self.start)
        assert name is not None
        return name

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """What the evaluation looks at."""
        if self.size == 6:
            return tuple(_small_shapes())
        if self.size == 8:
            # With an oracle larger shapes say no more: 3.43 discs of error instead of 3.44.
            return tuple(_lines_of_8x8()) if self.start.variant.answers else SHAPES
        return tuple(_large_shapes(self.size))


LEARNED_GAMES: Final = {
    game.name: game
    for game in (
        LearnedGame(
            "8x8",
            "classic",
            8,
            counts_moves=False,
            counts_discs=False,
            stages=32,  # of two plies each
            pull=NeighbourPull(neighbour=200.0, nothing=0.2),
        ),
        LearnedGame("6x6", "classic", 6, depth=6, solved=14, counts_discs=False, stages=12),
        LearnedGame("10x10", "classic", 10, depth=4, solved=11),
        LearnedGame("12x12", "classic", 12, depth=3, solved=10),
        LearnedGame("anti", "anti", 8, depth=5, solved=12),
        LearnedGame("yesno", "yesno", 8, depth=2, solved=6, pull=SharedPull(30.0, 100.0)),
    )
}


def _small_shapes() -> Iterator[Shape]:
    """Yield shapes of 6x6: pairs of rows, corners, diagonals."""
    size = 6
    for row in range(3):
        inner = ((column, row + 1) for column in range(1, size - 1))
        yield _shape(size, [*((column, row) for column in range(size)), *inner])
    yield from _corners(size)
    yield _shape(size, ((column, row) for row in (1, 2) for column in range(5)))
    yield _shape(size, [*((column, 0) for column in range(5)), *((0, row) for row in range(1, 5))])
    yield _shape(size, [*((at, at) for at in range(size)), (1, 0), (2, 1), (4, 3), (5, 4)])
    yield _shape(size, [*((at + 1, at) for at in range(5)), *((at + 2, at) for at in range(4))])


def _lines_of_8x8() -> Iterator[Shape]:
    """Yield small shapes of 8x8: corners, and all rows and diagonals."""
    size = 8
    yield _shape(size, ((column, row) for row in range(3) for column in range(3)))
    yield _shape(size, ((column, row) for row in range(2) for column in range(4)))
    for row in range(size // 2):
        yield _line(size, [(column, row) for column in range(size)])
    for first in range(size - 3):
        yield _line(size, [(first + at, at) for at in range(size - first)])


def _large_shapes(size: int) -> Iterator[Shape]:
    """Yield shapes of a board larger than 8x8: corners, and all rows and diagonals."""
    yield from _corners(size)
    for row in range(size // 2):
        yield _line(size, [(column, row) for column in range(size)])
    for first in range(size - 4):
        yield _line(size, [(first + at, at) for at in range(size - first)])


def _corners(size: int) -> Iterator[Shape]:
    yield _shape(size, ((column, row) for row in range(3) for column in range(3)))
    yield _shape(size, ((column, row) for row in range(4) for column in range(4 - row)))
    yield _shape(size, ((column, row) for row in range(2) for column in range(5)))


def _line(size: int, places: list[tuple[int, int]]) -> Shape:
    """Return a line, of a long one its first part: its mirror image is the other."""
    return _shape(size, places if len(places) <= _LONGEST_LINE else places[:_PART])


def _shape(size: int, places: Iterable[tuple[int, int]]) -> Shape:
    return tuple(row * size + column for column, row in places)
