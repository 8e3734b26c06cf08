"""A board: discs of two colours on squares, with outflanking but without turns."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outflank.errors import NotationError, SizeError
from outflank.rules import accelerator, bitboards
from outflank.rules.geometry import SIZES, geometry, require_size
from outflank.rules.square import COLUMNS, Square, as_square
from outflank.rules.squareset import SquareSet
from outflank.rules.symmetry import Symmetry, as_symmetry
from outflank.texts import Text

__all__ = ["BLACK", "WHITE", "Board", "Color", "as_color"]


class Color(enum.Enum):
    """Black, who moves first, or white.

    >>> Color.BLACK.opponent
    Color.WHITE
    >>> print(Color.WHITE)
    white
    """

    BLACK = "black"
    WHITE = "white"

    @property
    def opponent(self) -> Color:
        """The other colour."""
        return WHITE if self is BLACK else BLACK

    @property
    def text(self) -> Text:
        """The colour's name in the user's language, for use in a sentence."""
        return Text(f"rules.colors.{self.value}")

    # Colours are the keys of many dictionaries, and the hash of Enum is slow.
    if TYPE_CHECKING:

        def __hash__(self) -> int: ...
    else:
        __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Color.{self.name}"


BLACK = Color.BLACK
WHITE = Color.WHITE


def as_color(given: Color) -> Color:
    """Return a colour, or refuse anything else, also the word for it.

    >>> as_color("white")
    Traceback (most recent call last):
    TypeError: a side is Color.BLACK or Color.WHITE, not 'white'
    """
    if not isinstance(given, Color):
        raise TypeError(f"a side is Color.BLACK or Color.WHITE, not {given!r}")
    return given


_CELLS = {"X": BLACK, "x": BLACK, "*": BLACK, "B": BLACK, "b": BLACK} | {
    "O": WHITE, "o": WHITE, "W": WHITE, "w": WHITE,
}  # fmt: skip
_WRITTEN = str.maketrans("012", "-XO")


def _require_even_rows(text: str, size: int) -> None:
    """Refuse text with the right number of rows if a row has the wrong number of cells."""
    for rows in (text.split(), text.splitlines()):
        lengths = [len("".join(row.split())) for row in rows]
        lengths = [length for length in lengths if length]
        for number, length in enumerate(lengths, 1):
            if len(lengths) == size != length:
                raise NotationError(
                    Text("errors.rules.row_length", row=number, cells=length, size=size)
                )


@dataclass(frozen=True, slots=True)
class Board:
    """Discs on a board of an even size from 4 to 16; bit 0 is a1, then row by row.

    >>> board = Board.start(8)
    >>> print(board.outflanking(Color.BLACK))
    d3 c4 f5 e6
    >>> board.disc_at(Square.parse("d4"))
    Color.WHITE
    """

    size: int
    black: int
    white: int

    def __post_init__(self) -> None:
        require_size(self.size)
        full = geometry(self.size).full
        for name, discs in (("black", self.black), ("white", self.white)):
            if not isinstance(discs, int):
                raise TypeError(f"the {name} discs of a Board are a whole number, not {discs!r}")
        if (self.black | self.white) & ~full:  # a negative number has every higher bit set
            raise SizeError(Text("errors.rules.discs_outside_board", size=self.size))
        if self.black & self.white:
            twice = SquareSet(self.size, self.black & self.white)
            raise SizeError(Text("errors.rules.two_discs_on_square", squares=twice))

    @staticmethod
    def unchecked(size: int, black: int, white: int) -> Board:
        """Make a board without checking its discs, which is much quicker."""
        made = _new(Board)
        _set_size(made, size)
        _set_black(made, black)
        _set_white(made, white)
        return made

    @classmethod
    def start(cls, size: int = 8) -> Board:
        """Set up the four discs in the centre, white at the upper left and lower right."""
        require_size(size)
        low, high = size // 2 - 1, size // 2
        return (
            cls.empty(size)
            .put(WHITE, Square(low, low))
            .put(WHITE, Square(high, high))
            .put(BLACK, Square(high, low))
            .put(BLACK, Square(low, high))
        )

    @classmethod
    def empty(cls, size: int = 8) -> Board:
        """Return a board without discs."""
        return cls(size, 0, 0)

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read the cells row by row: X is black, O white, - empty; white space is ignored.

        >>> Board.parse("---- -OX- -XO- ----") == Board.start(4)
        True
        """
        if not isinstance(text, str):
            raise TypeError(f"a board is read from text, not from {text!r}")
        cells = "".join(text.split())
        size = next((size for size in SIZES if size * size == len(cells)), None)
        if size is None:
            raise NotationError(Text("errors.rules.cells_fill_no_board", cells=len(cells)))
        _require_even_rows(text, size)
        discs = {BLACK: 0, WHITE: 0}
        for index, cell in enumerate(cells):
            if cell in _CELLS:
                discs[_CELLS[cell]] |= 1 << index
            elif cell not in "-.":
                raise NotationError(
                    Text(
                        "errors.rules.invalid_cell",
                        square=Square.at(index, size=size),
                        cell=repr(cell),
                    )
                )
        return cls(size, discs[BLACK], discs[WHITE])

    def __str__(self) -> str:
        # Each bit becomes a hexadecimal digit: 1 for black, 2 for white and 0 for empty.
        black, white = (int(f"{discs:b}", 16) for discs in (self.black, self.white))
        cells = f"{black + 2 * white:0{self.size**2}x}".translate(_WRITTEN)
        return cells[::-1]  # a1 is the lowest bit, so the last digit

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def diagram(self) -> str:
        """Draw the board with its coordinates; `outflank.text` draws more.

        >>> print(Board.start(4).diagram())
          a b c d
        1 . . . .
        2 . O X .
        3 . X O .
        4 . . . .
        """
        indent = len(str(self.size))
        cells = str(self).replace("-", ".")
        rows = [cells[start : start + self.size] for start in range(0, len(cells), self.size)]
        lines = [f"{number:>{indent}} {' '.join(row)}" for number, row in enumerate(rows, 1)]
        return "\n".join([f"{'':{indent}} {' '.join(COLUMNS[: self.size])}", *lines])

    # Discs

    def __getitem__(self, square: Square | str) -> Color | None:
        """Return the colour of the disc on a square, or None.

        >>> Board.start()["d5"]
        Color.BLACK
        """
        return self.disc_at(square)

    __iter__ = None  # indexed by squares, so not a sequence
    __contains__ = None

    def disc_at(self, square: Square | str) -> Color | None:
        """Return the colour of the disc on a square, or None."""
        bit = 1 << self._index(square)
        return BLACK if self.black & bit else WHITE if self.white & bit else None

    def discs(self, color: Color) -> SquareSet:
        """Return the squares that hold discs of a colour."""
        return SquareSet(self.size, self._sides(color)[0])

    def count(self, color: Color) -> int:
        """Count the discs of a colour."""
        return self._sides(color)[0].bit_count()

    @property
    def empties(self) -> int:
        """The number of empty squares."""
        return self.size * self.size - (self.black | self.white).bit_count()

    @property
    def empty_squares(self) -> SquareSet:
        """The squares without a disc."""
        return ~SquareSet(self.size, self.black | self.white)

    def put(self, color: Color, square: Square | str) -> Board:
        """Return the board with a disc of this colour on a square, even an occupied one."""
        return self.recolor(color, SquareSet(self.size, 1 << self._index(square)))

    def recolor(self, color: Color, squares: SquareSet) -> Board:
        """Return the board with discs of this colour on all these squares."""
        if not isinstance(squares, SquareSet):
            raise TypeError(f"discs can be put on a SquareSet, not on {squares!r}")
        if squares.size != self.size:
            raise SizeError(
                Text("errors.rules.squares_of_another_board", size=squares.size, board=self.size)
            )
        own, opponent = self._sides(color)
        own, opponent = own | squares.mask, opponent & ~squares.mask
        black, white = (own, opponent) if color is BLACK else (opponent, own)
        return Board.unchecked(self.size, black, white)

    def remove(self, square: Square | str) -> Board:
        """Return the board with this square empty."""
        bit = 1 << self._index(square)
        return Board(self.size, self.black & ~bit, self.white & ~bit)

    # Outflanking

    def outflanking(self, color: Color) -> SquareSet:
        """Return the squares where a disc of this colour would outflank at least one other."""
        own, opponent = self._sides(color)
        mask = accelerator.outflanking(self.size, own, opponent)
        return SquareSet.unchecked(self.size, mask)

    def outflanked(self, color: Color, square: Square | str) -> SquareSet:
        """Return the discs that a disc of this colour on an empty square would flip.

        >>> print(Board.start(8).outflanked(Color.BLACK, Square.parse("d3")))
        d4
        """
        own, opponent = self._sides(color)
        mask = accelerator.outflanked(self.size, own, opponent, self._index(square))
        return SquareSet.unchecked(self.size, mask)

    def neighbours(self, square: Square | str) -> SquareSet:
        """Return the up to eight squares around a square."""
        return SquareSet(self.size, geometry(self.size).neighbours[self._index(square)])

    # What players count

    def mobility(self, color: Color) -> int:
        """Count the squares where a colour could move."""
        return len(self.outflanking(color))

    def potential_mobility(self, color: Color) -> int:
        """Count the empty squares next to the opponent's discs, where moves may arise."""
        near = geometry(self.size).grow(self._sides(color)[1])
        return (near & self.empty_squares.mask).bit_count()

    def frontier(self, color: Color) -> SquareSet:
        """Return the discs of a colour that touch an empty square."""
        return SquareSet(self.size, bitboards.frontier(*self._sides(color), geometry(self.size)))

    def stable(self, color: Color) -> SquareSet:
        """Return discs of a colour that can never be flipped by outflanking."""
        return SquareSet(self.size, bitboards.stable(*self._sides(color), geometry(self.size)))

    def regions(self) -> tuple[SquareSet, ...]:
        """Return the connected groups of empty squares; moving last in an odd one is good.

        >>> [len(region) for region in Board.start(8).regions()]
        [60]
        """
        masks = bitboards.regions(self.black, self.white, geometry(self.size))
        return tuple(SquareSet(self.size, mask) for mask in masks)

    # Symmetry

    def transform(self, symmetry: Symmetry) -> Board:
        """Return the board turned or mirrored."""
        symmetry = as_symmetry(symmetry)
        return Board(
            self.size, symmetry.mask(self.black, self.size), symmetry.mask(self.white, self.size)
        )

    def canonical(self) -> Board:
        """Return the smallest of the eight symmetric boards, the same for all of them."""
        black, white = accelerator.canonical(self.size, self.black, self.white)
        return Board.unchecked(self.size, black, white)

    def symmetry_to(self, other: Board) -> Symmetry | None:
        """Return a symmetry that turns this board into the other, or None."""
        if not isinstance(other, Board):
            raise TypeError(f"a board can be compared only with a Board, not with {other!r}")
        if self.size != other.size:
            return None
        return next((found for found in Symmetry if self.transform(found) == other), None)

    def hash64(self) -> int:
        """Return a 64-bit hash that is the same on every machine."""
        return bitboards.hash_board(self.size, self.black, self.white)

    def _sides(self, color: Color) -> tuple[int, int]:
        if color is BLACK:
            return self.black, self.white
        if color is WHITE:
            return self.white, self.black
        raise TypeError(f"a side is Color.BLACK or Color.WHITE, not {color!r}")

    def _index(self, given: Square | str) -> int:
        square = given if type(given) is Square else as_square(given)
        size = self.size
        if square.col >= size or square.row >= size:
            raise SizeError(Text("errors.rules.square_outside_board", square=square, size=size))
        return square.row * size + square.col


# Every move makes boards, so `unchecked` sets their slots directly, without calling __init__.
_new = object.__new__
_set_size = Board.__dict__["size"].__set__
_set_black = Board.__dict__["black"].__set__
_set_white = Board.__dict__["white"].__set__
