"""Board strings: every cell of a position row by row, then the side to move."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple

from outflank.notation.cells import (
    DIGITS,
    LETTERS,
    SQUARES,
    ZERO_FOR_O,
    Alphabet,
    Cells,
    blank_comments,
    comments_in,
)
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.record import ScoredPosition
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import BLACK, SIZES, Position

__all__ = ["FORMAT", "FORMAT_OF_DIGITS", "FORMAT_WITH_ZEROS"]

# A line of 16 cells is a row of 16x16 or a whole 4x4 board. It is a row if such rows make a board,
# unless the caller says that the size is 4.
_ROW_OR_BOARD = {size for size in SIZES if size * size in SIZES}


_LONGEST_ROW = SIZES[-1] + 1  # a row and the side to move


class _Row(NamedTuple):
    line: Passage
    cells: int


def recognises(text: str) -> bool:
    """Return whether the text has only cells, and enough of them."""
    cells = _plain(text)
    return LETTERS.run(cells) == len(cells) and len("".join(cells.split())) >= min(SQUARES)


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:
    """Cut a text into positions, each on a line of its own or drawn over several lines."""
    group: list[_Row] = []
    for line in source_text.lines():
        count = len("".join(_plain(line.text).split()))
        if count:
            group.append(_Row(line, count))
        elif not line.text.strip():  # an empty line, not one with only a comment
            yield from _positions(group, assumed)
            group = []
    yield from _positions(group, assumed)


def _positions(group: list[_Row], assumed: Assumptions) -> Iterator[Passage]:
    """Decide which lines of a paragraph are the rows of one board and which are whole boards."""
    first = 0
    while first < len(group):
        rows = _rows_of_drawing([row.cells for row in group[first : first + SIZES[-1] + 1]])
        count = group[first].cells
        if _fills(count) and (not rows or assumed.size in _ROW_OR_BOARD):
            rows = 1
        if not rows:
            # A line that is too long for a row is a board with a wrong number of cells, unless
            # it is a part of a wrapped board.
            rest = group[first:]
            is_wrapped = count <= _LONGEST_ROW or _fills(sum(row.cells for row in rest))
            rows = len(rest) if is_wrapped else 1
        last = group[first + rows - 1]
        yield Passage(last.line.source_text, group[first].line.start, last.line.end)
        first += rows


def _fills(count: int) -> bool:
    """Return whether this number of characters can be a board, or a board and a side."""
    return count in SQUARES or count - 1 in SQUARES


def _plain(text: str) -> str:
    """Return the cells without comments and without the slashes that some put between rows."""
    return blank_comments(text).replace("/", " ")


def _rows_of_drawing(counts: list[int]) -> int:
    """Count the lines of a drawn board, with a side on a line of its own; 0 if there is none."""
    size = counts[0]
    rows = counts[:size]
    if size not in SIZES or len(rows) < size or {*rows[:-1]} != {size}:
        return 0
    if rows[-1] == size and counts[size : size + 1] == [1]:
        return size + 1
    return size if rows[-1] in (size, size + 1) else 0


def read_position(
    passage: Passage, assumed: Assumptions, *, alphabet: Alphabet = LETTERS
) -> ScoredPosition:
    """Read one position; without a side it is black's turn."""
    cells = Cells.whole(passage, _plain(passage.text), alphabet=alphabet)
    position = Position(cells.board(), cells.turn or BLACK, variant=assumed.variant)
    return ScoredPosition(position, comment=comments_in(passage.text))


def write_position(record: ScoredPosition, *, alphabet: Alphabet = LETTERS) -> str:
    """Write the cells and the side to move, and the record's comment after %."""
    comment = " ".join(record.comment.split())
    cells = alphabet.write(record.position.board, record.position.turn)
    return f"{cells} % {comment}" if comment else cells


def reduce_position(record: ScoredPosition) -> ScoredPosition:
    """Return the position without its scores, on one line, as classic Othello."""
    position = Position(record.position.board, record.position.turn)
    return ScoredPosition(position, comment=" ".join(record.comment.split()))


def _format(
    name: str, title: str, alphabet: Alphabet, recognised: Callable[[str], bool] | None
) -> Format[ScoredPosition]:
    return Format(
        name=name,
        title=title,
        extensions=(),
        holds=ScoredPosition,
        carries=frozenset({Carries.COMMENTS, Carries.SIZES, Carries.STARTS}),
        signs=f"the {alphabet.black[0]}, {alphabet.white[0]} and {alphabet.empty[0]} of a board",
        recognises=recognised,
        split=split,
        reader=functools.partial(read_position, alphabet=alphabet),
        writer=functools.partial(write_position, alphabet=alphabet),
        reducer=reduce_position,
    )


FORMAT = _format("board", "a board string", LETTERS, recognises)
# Programs disagree about the meaning of digits, so these two are read only by name.
FORMAT_OF_DIGITS = _format("board01", "a board string of 0 and 1", DIGITS, None)
FORMAT_WITH_ZEROS = _format("board0", "a board string with 0 for O", ZERO_FOR_O, None)
