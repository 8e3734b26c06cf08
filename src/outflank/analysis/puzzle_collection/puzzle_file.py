"""The compact file of puzzles (.puzzles): columns that are read without decoding every puzzle."""

from __future__ import annotations

import itertools
import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from outflank.analysis.puzzle_collection.position_id import position_id
from outflank.analysis.puzzle_collection.puzzle import GRADES, Puzzle
from outflank.analysis.puzzle_collection.themes import THEMES
from outflank.errors import InvalidValue, NotationError
from outflank.rules import BLACK, WHITE, Board, Position, Score, ScoreKind, Square
from outflank.texts import Text

__all__ = ["SUFFIX", "PuzzleTable", "is_puzzle_file", "packed", "table_in", "table_of_file"]

SUFFIX: Final = ".puzzles"
_FIRST_LINE: Final = b"Outflank puzzles 1\n"
_LONGEST: Final = 1 << 16  # bytes of the second line
_MOST_PUZZLES: Final = 1 << 22
_MOST_MOVES: Final = 33  # more moves than any position has
_SIZE: Final = 8
# The columns with the types of their numbers, in the order of the file.
_COLUMNS: Final = (
    ("taken", "Q"),
    ("own", "Q"),
    ("ratings", "H"),
    ("themes", "I"),
    ("facts", "B"),
    ("moves", "B"),
    ("by_id", "I"),
)
_GRADES: Final = ("", *GRADES)


class PuzzleTable:
    """The columns of a file of puzzles; a puzzle is made when it is asked for.

    `themes` holds a bit for each name of `names`, and `by_id` the places of the puzzles in the
    order of their ids.
    """

    def __init__(self, names: Sequence[str], columns: dict[str, array[int]], scores: bytes) -> None:
        self.names = tuple(names)
        self.ratings: array[int] = columns["ratings"]
        self.themes: array[int] = columns["themes"]
        self.by_id: array[int] = columns["by_id"]
        self._taken, self._own = columns["taken"], columns["own"]
        self._facts, self._moves = columns["facts"], columns["moves"]
        self._ends = array("I", itertools.accumulate(self._moves))
        self._scores = scores

    def __len__(self) -> int:
        return len(self.ratings)

    def grade(self, place: int) -> str:
        """Return the grade of a puzzle, or ""."""
        return _GRADES[self._facts[place] >> 1 & 3]

    def position(self, place: int) -> Position:
        """Return the position of a puzzle."""
        turn = WHITE if self._facts[place] & 1 else BLACK
        own, taken = self._own[place], self._taken[place]
        discs = (own, taken & ~own) if turn is BLACK else (taken & ~own, own)
        return Position(Board.unchecked(_SIZE, *discs), turn)

    def puzzle(self, place: int) -> Puzzle:
        """Return a puzzle with everything that the file says about it."""
        position = self.position(place)
        end = self._ends[place]
        scores = memoryview(self._scores)[end - self._moves[place] : end].cast("b")
        squares = position.legal_moves.squares
        if len(scores) != len(squares):
            raise NotationError(Text("errors.analysis.puzzle_file_damaged"))
        known = {
            square: Score(discs, ScoreKind.EXACT)
            for square, discs in zip(squares, scores, strict=True)
        }
        bits = self.themes[place]
        themes = tuple(name for bit, name in enumerate(self.names) if bits >> bit & 1)
        rating = float(self.ratings[place])
        return Puzzle(position, place + 1, self.grade(place), known, themes, rating)


def is_puzzle_file(data: bytes) -> bool:
    """Return whether these bytes begin like a file of puzzles."""
    return data.startswith(_FIRST_LINE)


def table_of_file(path: Path) -> PuzzleTable:
    """Read a file of puzzles."""
    return table_in(path.read_bytes())


def table_in(data: bytes) -> PuzzleTable:
    """Return the columns of a file's bytes; raise NotationError for a damaged file.

    >>> [puzzle] = [Puzzle(Position.start())]
    >>> table_in(packed([puzzle])).position(0) == puzzle.position
    True
    """
    if not is_puzzle_file(data):
        raise NotationError(Text("errors.analysis.not_a_puzzle_file"))
    end = data.find(b"\n", len(_FIRST_LINE), len(_FIRST_LINE) + _LONGEST)
    count, names, checksum = _second_line(data[len(_FIRST_LINE) : max(end, 0)])
    widths = {name: array(kind).itemsize for name, kind in _COLUMNS}
    most = count * (sum(widths.values()) + _MOST_MOVES)
    unpacking = zlib.decompressobj()
    try:
        body = unpacking.decompress(data[end + 1 :], most + 1)
    except zlib.error:
        body = b""
    fixed = count * sum(widths.values())
    if not unpacking.eof or zlib.crc32(body) != checksum or len(body) < fixed:
        raise NotationError(Text("errors.analysis.puzzle_file_damaged"))
    columns: dict[str, array[int]] = {}
    start = 0
    for name, kind in _COLUMNS:
        columns[name] = array(kind)
        columns[name].frombytes(body[start : start + count * widths[name]])
        start += count * widths[name]
        if sys.byteorder == "big":
            columns[name].byteswap()
    is_whole = sum(columns["moves"]) == len(body) - fixed
    if not is_whole or max(columns["by_id"], default=0) >= max(count, 1):
        raise NotationError(Text("errors.analysis.puzzle_file_damaged"))
    return PuzzleTable(names, columns, body[fixed:])


def _second_line(line: bytes) -> tuple[int, list[str], int]:
    """Read how many puzzles there are, the names of the themes, and the checksum."""
    try:
        about: Any = json.loads(line)
        count, names = int(about["count"]), [str(name) for name in about["themes"]]
        checksum = int(about["crc32"])
    except (ValueError, KeyError, TypeError, RecursionError):
        count, names, checksum = -1, [], 0
    if not 0 <= count <= _MOST_PUZZLES:
        raise NotationError(Text("errors.analysis.puzzle_file_damaged"))
    return count, names, checksum


def packed(puzzles: Iterable[Puzzle]) -> bytes:
    """Return the bytes of a file with these puzzles, in this order.

    The numbers of the puzzles are their places in the file. Only puzzles of classic 8x8 fit.
    """
    columns: dict[str, array[int]] = {name: array(kind) for name, kind in _COLUMNS}
    scores = array("b")
    ids: list[str] = []
    for puzzle in puzzles:
        position = puzzle.position
        if position.variant.name != "classic" or position.size != _SIZE:
            raise InvalidValue(Text("errors.analysis.puzzle_of_another_game"))
        board, turn = position.board, position.turn
        columns["taken"].append(board.black | board.white)
        columns["own"].append(board.black if turn is BLACK else board.white)
        columns["ratings"].append(round(puzzle.rating))
        columns["themes"].append(sum(1 << THEMES.index(name) for name in puzzle.themes))
        columns["facts"].append(_GRADES.index(puzzle.grade) << 1 | (turn is WHITE))
        columns["moves"].append(len(puzzle.known))
        scores.extend(round(score.discs) for _, score in sorted(puzzle.known.items(), key=_square))
        ids.append(position_id(position))
    columns["by_id"].extend(sorted(range(len(ids)), key=ids.__getitem__))
    if sys.byteorder == "big":
        for column in columns.values():
            column.byteswap()
    body = b"".join([*(columns[name].tobytes() for name, _ in _COLUMNS), scores.tobytes()])
    about = {"count": len(ids), "themes": list(THEMES), "crc32": zlib.crc32(body)}
    return _FIRST_LINE + json.dumps(about).encode() + b"\n" + zlib.compress(body, 9)


def _square(pair: tuple[Square, Score]) -> int:
    """Return the place of a move among the squares, row by row."""
    return pair[0].index(_SIZE)
