"""Collections of puzzles: thousands that are made one by one, when they are asked for."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Final, overload

from outflank.analysis.puzzle_collection.position_id import position_id
from outflank.analysis.puzzle_collection.puzzle import GRADES, Puzzle
from outflank.analysis.puzzle_collection.puzzle_file import (
    SUFFIX,
    PuzzleTable,
    packed,
    table_in,
    table_of_file,
)
from outflank.analysis.puzzle_collection.themes import require_theme
from outflank.errors import UnknownName

__all__ = ["PuzzleCollection", "named_collection", "own_puzzles"]

_FOLDER, _FILE = "outflank.analysis", "own.puzzles"
# The puzzle of the day is neither too easy nor too hard for most players.
_MODERATE: Final = (1300, 1700)


class PuzzleCollection(Sequence[Puzzle]):
    """Puzzles in the order of their file; each is made when it is asked for.

    A part of a collection, such as `chosen` or a slice, is a collection, too; its puzzles keep
    their numbers.

    >>> puzzles = own_puzzles()
    >>> puzzles.find(puzzles[7].id).number
    8
    >>> puzzles.chosen(theme="corner", highest=1200)[0].themes[0]
    'corner'
    """

    __slots__ = ("_days", "_places", "_table")

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        self._table: PuzzleTable = table_in(packed(puzzles))
        self._places: Sequence[int] = range(len(self._table))
        self._days: Sequence[int] = ()

    @staticmethod
    def read(path: Path | str) -> PuzzleCollection:
        """Read a compact file, such as `outflank puzzles make --out mine.puzzles` writes."""
        return _StoredPuzzles(table_of_file(Path(path)))

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> PuzzleCollection: ...
    def __getitem__(self, index: int | slice) -> Puzzle | PuzzleCollection:
        if isinstance(index, slice):
            return _StoredPuzzles(self._table, self._places[index])
        return self._table.puzzle(self._places[index])

    def __repr__(self) -> str:
        return f"<PuzzleCollection of {len(self)}>"

    def find(self, id: str) -> Puzzle | None:  # noqa: A002 (a puzzle's word)
        """Return the puzzle with this id, or None if it is not in this collection."""
        table = self._table
        order = table.by_id
        near = bisect_left(order, id, key=lambda place: position_id(table.position(place)))
        if near == len(order):
            return None
        place = order[near]
        puzzle = table.puzzle(place)
        return puzzle if puzzle.id == id and place in self._places else None

    def chosen(
        self,
        *,
        theme: str | None = None,
        lowest: float | None = None,
        highest: float | None = None,
        grade: str | None = None,
    ) -> PuzzleCollection:
        """Return the puzzles that have a theme, a rating within limits, and a grade."""
        table = self._table
        places: Sequence[int] = self._places
        if theme is not None:
            wanted = require_theme(theme)
            bit = 1 << table.names.index(wanted) if wanted in table.names else 0
            places = [place for place in places if table.themes[place] & bit]
        if lowest is not None:
            places = [place for place in places if table.ratings[place] >= lowest]
        if highest is not None:
            places = [place for place in places if table.ratings[place] <= highest]
        if grade is not None:
            if grade not in GRADES:
                raise UnknownName("grade", grade, GRADES)
            places = [place for place in places if table.grade(place) == grade]
        return _StoredPuzzles(table, places)

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day, the same for everybody who has this collection.

        It is moderately hard, and comes again only when all such puzzles have had their day.

        >>> puzzles, day = own_puzzles(), date(2026, 11, 20)
        >>> 1300 <= puzzles.of_day(day).rating <= 1700
        True
        """
        if not self._days:
            self._days = self._in_order_of_days()
        return self._table.puzzle(self._days[day.toordinal() % len(self._days)])

    def _in_order_of_days(self) -> Sequence[int]:
        """Return the places of the moderate puzzles, or if there are none, of all."""
        inside = set(self._places)
        lowest, highest = _MODERATE
        ratings = self._table.ratings
        # The order of ids is as good as random, so that neighbouring days differ.
        places = [place for place in self._table.by_id if place in inside]
        return [place for place in places if lowest <= ratings[place] <= highest] or places


def named_collection(name: str) -> PuzzleCollection | None:
    """Return the puzzles of a compact file, or None if the text is not the name of one.

    >>> named_collection("f5d6c3") is None
    True
    """
    path = Path(name)
    is_ours = path.suffix == SUFFIX and path.is_file()
    return PuzzleCollection.read(path) if is_ours else None


class _StoredPuzzles(PuzzleCollection):
    """The puzzles of a file that has been read, or some of them."""

    __slots__ = ()

    def __init__(self, table: PuzzleTable, places: Sequence[int] | None = None) -> None:
        self._table = table
        self._places = range(len(table)) if places is None else places
        self._days = ()


@functools.cache
def _own_table() -> PuzzleTable:
    return table_in(files(_FOLDER).joinpath("data", _FILE).read_bytes())


def own_puzzles(grade: str = "") -> PuzzleCollection:
    """Return the puzzles that come with the package, the easy ones first.

    >>> own_puzzles("hard")[0].grade
    'hard'
    """
    if grade not in ("", *GRADES):
        raise UnknownName("grade", grade, GRADES)
    own = _StoredPuzzles(_own_table())
    return own.chosen(grade=grade) if grade else own
