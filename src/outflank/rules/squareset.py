"""Sets of squares as bitboards, and the regions of a board that have names."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, Final

from outflank.errors import SizeError, UnknownName
from outflank.rules.geometry import geometry, require_size
from outflank.rules.square import COLUMNS, Square, as_square, squares_of
from outflank.texts import Text

__all__ = ["SquareSet"]

_FURTHEST: Final = 16  # more steps than any edge has to its corner


class SquareSet(AbstractSet[Square]):
    """A frozen set of squares of one board size, kept as one integer.

    >>> edges = SquareSet.edges(8)
    >>> len(edges), Square.parse("a4") in edges
    (28, True)
    >>> print(SquareSet.corners(8) | SquareSet.of(8, "d3"))
    a1 h1 d3 a8 h8
    """

    __slots__ = ("mask", "size")

    size: int
    mask: int

    def __init__(self, size: int, mask: int = 0) -> None:
        if not isinstance(mask, int):
            raise TypeError(f"the mask of a SquareSet is a whole number, not {mask!r}")
        require_size(size)
        if mask & ~geometry(size).full:  # a negative number has every higher bit set
            raise SizeError(Text("errors.rules.mask_outside_board", mask=f"{mask:#x}", size=size))
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "mask", mask)

    @staticmethod
    def unchecked(size: int, mask: int) -> SquareSet:
        """Make a set from a mask without checking it, which is much quicker."""
        made = _new(SquareSet)
        _set_size(made, size)
        _set_mask(made, mask)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a SquareSet is frozen: its {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a SquareSet is frozen: its {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[SquareSet], tuple[int, int]]:
        return SquareSet, (self.size, self.mask)

    @classmethod
    def of(cls, size: int, *squares: Square | str) -> SquareSet:
        """Collect squares, given as values or by name.

        >>> len(SquareSet.of(8, "a1", "b2", "a1"))
        2
        """
        if not isinstance(size, int):
            raise TypeError(f"a SquareSet needs the size of its board first, not {size!r}")
        mask = 0
        for given in squares:
            square = as_square(given)
            if not square.is_on(size):
                raise SizeError(Text("errors.rules.square_outside_board", square=square, size=size))
            mask |= 1 << square.index(size)
        return cls(size, mask)

    # The set itself

    def __contains__(self, given: object) -> bool:
        square = Square.parse(given) if isinstance(given, str) else given
        return (
            isinstance(square, Square)
            and square.is_on(self.size)
            and bool(self.mask >> square.index(self.size) & 1)
        )

    def __iter__(self) -> Iterator[Square]:
        squares, rest = squares_of(self.size), self.mask
        while rest:
            lowest = rest & -rest
            yield squares[lowest.bit_length() - 1]
            rest ^= lowest

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SquareSet) and other.size == self.size:
            return self.mask == other.mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    # Algebra: the same operators as frozenset

    def _mask_of(self, other: Iterable[Any]) -> int:
        if not isinstance(other, SquareSet):
            if not isinstance(other, Iterable):
                raise TypeError(f"a SquareSet is combined with squares, not with {other!r}")
            return SquareSet.of(self.size, *other).mask
        if other.size != self.size:
            raise SizeError(
                Text("errors.rules.squares_of_two_boards", size=self.size, other=other.size)
            )
        return other.mask

    def __and__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self.size, self.mask & self._mask_of(other))

    def __or__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self.size, self.mask | self._mask_of(other))

    def __xor__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self.size, self.mask ^ self._mask_of(other))

    def __sub__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self.size, self.mask & ~self._mask_of(other))

    def __rsub__(self, other: Iterable[Any]) -> SquareSet:
        return SquareSet(self.size, self._mask_of(other) & ~self.mask)

    def __rand__(self, other: Iterable[Any]) -> SquareSet:
        return self & other

    def __ror__(self, other: Iterable[Any]) -> SquareSet:
        return self | other

    def __rxor__(self, other: Iterable[Any]) -> SquareSet:
        return self ^ other

    def __invert__(self) -> SquareSet:
        return SquareSet(self.size, geometry(self.size).full & ~self.mask)

    def including(self, square: Square | str) -> SquareSet:
        """Return the set with one more square.

        >>> print(SquareSet.of(8, "b1").including(Square.parse("a1")))
        a1 b1
        """
        square = as_square(square)
        if not square.is_on(self.size):
            raise SizeError(
                Text("errors.rules.square_outside_board", square=square, size=self.size)
            )
        return SquareSet(self.size, self.mask | 1 << square.index(self.size))

    def subsets(self) -> Iterator[SquareSet]:
        """Go through all subsets, from the empty one to the whole.

        >>> [str(part) for part in SquareSet.of(8, "a1", "b1").subsets()]
        ['', 'a1', 'b1', 'a1 b1']
        """
        part = 0
        while True:
            yield SquareSet(self.size, part)
            part = (part - self.mask) & self.mask  # the carry skips the gaps in the mask
            if not part:
                return

    # Regions

    @classmethod
    def all(cls, size: int) -> SquareSet:
        """Every square."""
        return ~cls(size)

    @classmethod
    def row(cls, size: int, number: int) -> SquareSet:
        """The row with this number, counted from 1 at the top."""
        require_size(size)
        if not isinstance(number, int):
            raise TypeError(f"a row is a number such as 1, not {number!r}")
        if not 1 <= number <= size:
            raise SizeError(Text("errors.rules.row_outside_board", size=size, row=number))
        return cls(size, ((1 << size) - 1) << (number - 1) * size)

    @classmethod
    def column(cls, size: int, letter: str) -> SquareSet:
        """The column with this letter.

        >>> print(SquareSet.column(4, "b"))
        b1 b2 b3 b4
        """
        require_size(size)
        if not isinstance(letter, str):
            raise TypeError(f"a column is a letter such as 'a', not {letter!r}")
        col = COLUMNS.find(letter.lower()) if len(letter) == 1 else -1
        if not 0 <= col < size:
            raise SizeError(
                Text(
                    "errors.rules.column_outside_board",
                    size=size,
                    last=COLUMNS[size - 1],
                    column=repr(letter),
                )
            )
        return cls(size, geometry(size).first_column << col)

    @classmethod
    def corners(cls, size: int) -> SquareSet:
        """The four corners, which can never be flipped."""
        return cls._edge_squares(size, range(1))

    @classmethod
    def c_squares(cls, size: int) -> SquareSet:
        """The edge squares next to a corner."""
        return cls._edge_squares(size, range(1, 2))

    @classmethod
    def a_squares(cls, size: int) -> SquareSet:
        """The edge squares two steps from a corner."""
        return cls._edge_squares(size, range(2, 3))

    @classmethod
    def b_squares(cls, size: int) -> SquareSet:
        """The edge squares three or more steps from a corner."""
        return cls._edge_squares(size, range(3, _FURTHEST))

    @classmethod
    def x_squares(cls, size: int) -> SquareSet:
        """The squares diagonally next to a corner."""
        require_size(size)
        near, far = 1, size - 2
        return cls.of(size, *(Square(col, row) for row in (near, far) for col in (near, far)))

    @classmethod
    def edges(cls, size: int) -> SquareSet:
        """The squares of the four edges, corners included."""
        return cls._edge_squares(size, range(_FURTHEST))

    @classmethod
    def edge(cls, size: int, side: str) -> SquareSet:
        """One edge by its compass name: north, east, south or west."""
        edges = {
            "north": cls.row(size, 1),
            "east": cls.column(size, COLUMNS[size - 1]),
            "south": cls.row(size, size),
            "west": cls.column(size, "a"),
        }
        if side not in tuple(edges):
            raise UnknownName("edge", side, edges)
        return edges[side]

    @classmethod
    def centre(cls, size: int) -> SquareSet:
        """The four squares on which the game starts."""
        require_size(size)
        low, high = size // 2 - 1, size // 2
        return cls.of(size, *(Square(col, row) for row in (low, high) for col in (low, high)))

    @classmethod
    def diagonals(cls, size: int) -> SquareSet:
        """The two long diagonals."""
        require_size(size)
        return cls.of(
            size,
            *(Square(step, step) for step in range(size)),
            *(Square(size - 1 - step, step) for step in range(size)),
        )

    @classmethod
    def _edge_squares(cls, size: int, distances: range) -> SquareSet:
        require_size(size)
        return cls(size, _edge_mask(size, distances))

    # Text

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"SquareSet.of({', '.join([str(self.size), *(repr(str(s)) for s in self)])})"


# Every move makes sets, so `unchecked` sets their slots directly, without calling __init__.
_new = object.__new__
_set_size = SquareSet.__dict__["size"].__set__
_set_mask = SquareSet.__dict__["mask"].__set__


@functools.cache
def _edge_mask(size: int, distances: range) -> int:
    """Return the edge squares that are so far from the nearest corner, as a bitboard."""
    edges = [square for square in squares_of(size) if {square.col, square.row} & {0, size - 1}]
    near = [square for square in edges if _corner_distance(square, size) in distances]
    return SquareSet.of(size, *near).mask


def _corner_distance(square: Square, size: int) -> int:
    """Count the steps along the edge to the nearest corner."""
    return min(square.col, size - 1 - square.col) + min(square.row, size - 1 - square.row)
