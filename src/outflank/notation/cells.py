"""Boards written cell by cell, as in board strings, OBF, GGF and transcripts."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from outflank.errors import NotationError
from outflank.notation.source_text import Passage
from outflank.rules import BLACK, SIZES, WHITE, Board, Color
from outflank.texts import Text

__all__ = [
    "DIGITS",
    "LETTERS",
    "SQUARES",
    "ZERO_FOR_O",
    "Alphabet",
    "Cells",
    "blank_comments",
    "comments_in",
]

SQUARES: Final = frozenset(size * size for size in SIZES)  # the numbers of cells of all boards
_WORD: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The characters for discs and empty squares; the first of each is written."""

    black: str
    white: str
    empty: str = "-."

    @property
    def characters(self) -> str:
        """Every character that a board may have."""
        return self.black + self.white + self.empty

    def run(self, text: str, start: int = 0) -> int:
        """Return the end of the run of cells and white space that begins at `start`."""
        match = _run_of(self.characters).match(text, start)
        assert match is not None
        return match.end()

    def spelled(self, cells: str) -> str:
        """Return cells of this alphabet as X, O and -."""
        return cells.translate(_spelling(self))

    def side(self, character: str) -> Color | None:
        """Return the colour of the disc that a character stands for, or None."""
        if character in self.black:
            return BLACK
        return WHITE if character in self.white else None

    def write(self, board: Board, turn: Color) -> str:
        """Return the cells row by row and, after a space, the side to move."""
        letters = str.maketrans("XO-", self.black[0] + self.white[0] + self.empty[0])
        side = self.black[0] if turn is BLACK else self.white[0]
        return f"{str(board).translate(letters)} {side}"


LETTERS = Alphabet("XxBb*", "OoWw")
# A zero is a white disc in some programs and a black one in others, so it is never guessed.
ZERO_FOR_O = Alphabet("XxBb*", "OoWw0")
DIGITS = Alphabet("0", "1", ".-")


class _Word(NamedTuple):
    """Some cells without white space between them."""

    start: int
    text: str
    gap: str  # a space, or the end of a line, before it

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a text, the side to move if it is given, and where the rest begins."""

    spelled: str
    turn: Color | None
    end: int
    layout: str = ""  # the same cells in the rows in which they were written

    def board(self, size: int | None = None) -> Board:
        """Return the board that the cells fill, or raise an error that says how many it needs.

        >>> Cells("-" * 63, BLACK, 65).board()
        Traceback (most recent call last):
        outflank.errors.NotationError: 63 cells and a side to move do not fill a board; 8x8 ...
        """
        count = len(self.spelled)
        if count not in SQUARES:
            wanted = size or min(SIZES, key=lambda known: abs(known * known - count))
            key = "errors.notation.cells_fill_no_board"
            if self.turn:
                key = "errors.notation.cells_and_side_fill_no_board"
            raise NotationError(Text(key, total=count, wanted=wanted, number=wanted**2))
        return Board.parse(self.layout or self.spelled)

    @classmethod
    def leading(cls, text: str) -> Cells | None:
        """Find cells, with any spacing, and a side at the beginning of a text.

        >>> found = Cells.leading("---- -OX- -XO- ---- O b1")
        >>> found.turn, found.end
        (Color.WHITE, 21)
        """
        stop = LETTERS.run(text)
        if text[stop : stop + 1].isdigit() and text[stop - 1 : stop].isalpha():
            stop -= 1  # the `b` of `b3` is a column, not a cell
        if stop < min(SQUARES):
            return None
        words = _words(text, stop)
        if sum(len(word.text) for word in words) < min(SQUARES):
            return None
        # A pass looks like two empty cells, so the passes at the end may be the first moves.
        first_pass = len(words)
        while words[first_pass - 1].text == "--" and first_pass > 1:
            first_pass -= 1
        if _ends_with_a_side(words[:first_pass], LETTERS):
            return cls._of(words[:first_pass], LETTERS)
        for count in range(len(words), first_pass - 1, -1):
            found = cls._of(words[:count], LETTERS)
            if len(found.spelled) in SQUARES:
                return found
        return cls._of(words, LETTERS)

    @classmethod
    def whole(
        cls, passage: Passage, text: str, *, offset: int = 0, alphabet: Alphabet = LETTERS
    ) -> Cells:
        """Read a whole text that has only cells, and a side if there is one.

        `offset` is where the text begins in its passage, so that errors can point at it.
        """
        stop = alphabet.run(text)
        if stop < len(text):
            black, white, empty = alphabet.black[0], alphabet.white[0], alphabet.empty[0]
            problem = Text(
                "errors.notation.not_a_cell",
                text=repr(text[stop]),
                black=black,
                white=white,
                empty=empty,
            )
            raise passage.error(problem, offset + stop)
        return cls._of(_words(text, stop), alphabet)

    @classmethod
    def _of(cls, words: list[_Word], alphabet: Alphabet) -> Cells:
        """Separate the side, if there is one, from the cells before it."""
        cells = "".join(word.text for word in words)
        turn = None
        if _ends_with_a_side(words, alphabet) or len(cells) - 1 in SQUARES:
            turn = alphabet.side(cells[-1])
        layout = "".join(f"{word.gap}{word.text}" for word in words)
        if turn is not None:
            cells, layout = cells[:-1], layout[:-1]
        end = words[-1].end if words else 0
        return cls(alphabet.spelled(cells), turn, end, alphabet.spelled(layout))


def _words(text: str, stop: int) -> list[_Word]:
    found = [(match.start(), match[0]) for match in _WORD.finditer(text, 0, stop)]
    ends = [0, *(start + len(word) for start, word in found)]
    return [
        _Word(start, word, "\n" if "\n" in text[end:start] else " ")
        for end, (start, word) in zip(ends, found, strict=False)
    ]


def _ends_with_a_side(words: list[_Word], alphabet: Alphabet) -> bool:
    """Return whether the last word is set apart from the cells, so that it must be a side.

    If the cells are set apart from each other too, this cannot be seen, and their number decides.
    """
    if len(words) < 2 or len(words[-1].text) > 1 or len(words[-2].text) < 2:
        return False
    return alphabet.side(words[-1].text) is not None


@functools.cache
def _run_of(characters: str) -> re.Pattern[str]:
    return re.compile(rf"[{re.escape(characters)}\s]*")


@functools.cache
def _spelling(alphabet: Alphabet) -> dict[int, int]:
    letters = "X" * len(alphabet.black) + "O" * len(alphabet.white) + "-" * len(alphabet.empty)
    return str.maketrans(alphabet.characters, letters)


def blank_comments(text: str) -> str:
    """Replace each comment, from % to the end of its line, by spaces of the same length.

    >>> blank_comments("X % mine")
    'X       '
    """
    return re.sub("%[^\n]*", lambda match: " " * len(match[0]), text)


def comments_in(text: str) -> str:
    """Return the comments of a text as one line.

    >>> comments_in("X; % well  known")
    'well known'
    """
    return " ".join(" ".join(re.findall("%([^\n]*)", text)).split())
