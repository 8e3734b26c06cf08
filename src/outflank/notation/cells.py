"""Boards spelled cell by cell, as board strings, OBF, GGF and transcripts share them."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from outflank.notation.document import Passage
from outflank.rules import BLACK, SIZES, WHITE, Board, Color

__all__ = ["DIGITS", "LETTERS", "ZERO_FOR_O", "Alphabet", "Cells", "blank_comments", "comments_in"]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Which characters stand for discs and empty squares; the first of each is written."""

    black: str
    white: str
    empty: str = "-."

    @property
    def characters(self) -> str:
        """Every character that may stand in a board."""
        return self.black + self.white + self.empty

    def run(self, text: str, start: int = 0) -> int:
        """Return where a run of cells and white space that begins at `start` ends."""
        match = _run_of(self.characters).match(text, start)
        assert match is not None
        return match.end()

    def spelled(self, cells: str) -> str:
        """Return cells of this alphabet as X, O and -."""
        plain = "X" * len(self.black) + "O" * len(self.white) + "-" * len(self.empty)
        return cells.translate(str.maketrans(self.characters, plain))

    def write(self, board: Board, turn: Color) -> str:
        """Return the cells row by row and, after a space, the side to move."""
        letters = str.maketrans("XO-", self.black[0] + self.white[0] + self.empty[0])
        side = self.black[0] if turn is BLACK else self.white[0]
        return f"{str(board).translate(letters)} {side}"


LETTERS = Alphabet("XxBb*", "OoWw")
# A zero is a white disc to some programs and a black one to others, so nobody guesses here.
ZERO_FOR_O = Alphabet("XxBb*", "OoWw0")
DIGITS = Alphabet("0", "1", ".-")


@dataclass(frozen=True, slots=True)
class Cells:
    """A board found in a text, whose turn it is if that is said, and where the rest begins."""

    board: Board
    turn: Color | None
    end: int

    @classmethod
    def leading(cls, text: str) -> Cells | None:
        """Find a board, its cells spaced at will, and a side at the beginning of a text.

        >>> found = Cells.leading("---- -OX- -XO- ---- O b1")
        >>> found.turn, found.end
        (Color.WHITE, 21)
        """
        offsets = _first_offsets(text[: LETTERS.run(text)])
        fitting = [size * size for size in SIZES if size * size <= len(offsets)]
        if not fitting:
            return None
        count = fitting[-1]  # what follows the cells is short, so no larger board could fit
        board = Board.parse("".join(text[offset] for offset in offsets[:count]))
        turn, end = None, offsets[count - 1] + 1
        if len(offsets) > count:
            side = offsets[count]
            # The `b` of `b3` is a column and no side.
            is_move = text[side + 1 : side + 2].isdigit() and text[side].isalpha()
            turn = None if is_move else _side(text[side], LETTERS)
            end = end if turn is None else side + 1
        return cls(board, turn, end)

    @classmethod
    def whole(
        cls, passage: Passage, text: str, *, offset: int = 0, alphabet: Alphabet = LETTERS
    ) -> Cells:
        """Read a board, and a side if there is one, that take up a whole text.

        `offset` is where the text stands in its passage, for errors to point at.
        """
        stop = alphabet.run(text)
        if stop < len(text):
            black, white, empty = alphabet.black[0], alphabet.white[0], alphabet.empty[0]
            raise passage.error(
                f"{text[stop]!r} is no cell; a cell is {black}, {white} or {empty}", offset + stop
            )
        cells = "".join(text.split())
        turn = None
        if len(cells) - 1 in {size * size for size in SIZES}:
            turn = _side(cells[-1], alphabet)
            cells = cells if turn is None else cells[:-1]
        with passage.blamed(offset):
            return cls(Board.parse(alphabet.spelled(cells)), turn, len(text))


@functools.cache
def _run_of(characters: str) -> re.Pattern[str]:
    return re.compile(rf"[{re.escape(characters)}\s]*")


def _first_offsets(run: str) -> list[int]:
    """Return where the first cells stand: as many as the largest board has, and a side."""
    offsets = []
    for match in re.finditer(r"\S", run):
        offsets.append(match.start())
        if len(offsets) > SIZES[-1] ** 2:
            break
    return offsets


def _side(character: str, alphabet: Alphabet) -> Color | None:
    if character in alphabet.black:
        return BLACK
    return WHITE if character in alphabet.white else None


def blank_comments(text: str) -> str:
    """Replace each comment, from % to the end of its line, by as many spaces.

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
