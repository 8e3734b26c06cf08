"""The functions of the accelerator in Python: steps of the rules on bare integers.

A line of moves has two bytes for each ply, the lower byte first: the number of its square
(row * size + column), PASS_NUMBER, or INSERTED_PASS for a pass that was not written down.
"""

from __future__ import annotations

import functools
import re
import sys
from array import array
from collections.abc import Iterable
from typing import Final

from outflank.rules import bitboards
from outflank.rules.geometry import geometry
from outflank.rules.square import COLUMNS
from outflank.rules.symmetry import Symmetry

__all__ = [
    "INSERTED_PASS",
    "OFF_BOARD",
    "PASS_NUMBER",
    "canonical",
    "line_of",
    "moves_in",
    "numbers_in",
    "outflanked",
    "outflanking",
    "played",
    "replay_line",
]

PASS_NUMBER: Final = 0xFFFF
OFF_BOARD: Final = 0xFFFE
INSERTED_PASS: Final = 0xFFFD

_PLAIN_MOVES: Final = re.compile(
    r"(?:[A-Pa-p](?:1[0-6]|[1-9])(?![0-9])|[ \t\n\v\f\r,])*+", re.ASCII
)
_PLAIN_MOVE: Final = re.compile(r"([A-Pa-p])([0-9]+)")


# Each move asks this of the same board several times: is it over, must a side pass, what is legal.
@functools.lru_cache(maxsize=1024)
def _outflanking(size: int, own: int, opponent: int) -> int:
    return bitboards.outflanking(own, opponent, geometry(size))


@functools.lru_cache(maxsize=1024)
def _outflanked(size: int, own: int, opponent: int, square: int) -> int:
    return bitboards.outflanked(own, opponent, square, geometry(size))


def outflanking(size: int, own: int, opponent: int) -> int:
    """Return the empty squares where a disc of `own` would outflank at least one other."""
    return _outflanking(size, own, opponent)


def outflanked(size: int, own: int, opponent: int, square: int) -> int:
    """Return the discs that a disc of `own` would flip; none if the square is occupied."""
    return 0 if (own | opponent) >> square & 1 else _outflanked(size, own, opponent, square)


def played(
    size: int,
    black: int,
    white: int,
    black_to_move: bool,  # noqa: FBT001 - the signature of the core's function
    square: int,
) -> tuple[int, int] | None:
    """Return black's and white's discs after a placement, or None if it outflanks nothing."""
    own, opponent = (black, white) if black_to_move else (white, black)
    flipped = outflanked(size, own, opponent, square)
    if not flipped:
        return None
    own, opponent = own | flipped | 1 << square, opponent & ~flipped
    return (own, opponent) if black_to_move else (opponent, own)


def canonical(size: int, black: int, white: int) -> tuple[int, int]:
    """Return the smallest of the eight symmetric boards: black's discs, then white's."""
    return min((turn.mask(black, size), turn.mask(white, size)) for turn in Symmetry)


# Lines of moves


def line_of(numbers: Iterable[int]) -> bytes:
    """Pack the numbers of moves into a line."""
    moves = array("H", numbers)
    if sys.byteorder == "big":
        moves.byteswap()
    return moves.tobytes()


def numbers_in(line: bytes) -> array[int]:
    """Unpack the numbers of the moves in a line."""
    moves = array("H", line)
    if sys.byteorder == "big":
        moves.byteswap()
    return moves


def replay_line(
    size: int,
    black: int,
    white: int,
    black_to_move: bool,  # noqa: FBT001 - the signature of the core's function
    moves: bytes,
) -> tuple[int, int, bool, bytes] | None:
    """Play moves and insert the passes that were not written down.

    Return black's and white's discs at the end, whether black is to move, and all plies, or None
    if a move is illegal.
    """
    plies: list[int] = []
    for move in numbers_in(moves):
        own, opponent = (black, white) if black_to_move else (white, black)
        if not outflanking(size, own, opponent):
            if not outflanking(size, opponent, own):
                return None
            black_to_move = not black_to_move
            plies.append(PASS_NUMBER if move == PASS_NUMBER else INSERTED_PASS)
            if move == PASS_NUMBER:
                continue
        if move >= size * size:
            return None
        after = played(size, black, white, black_to_move, move)
        if after is None:
            return None
        black, white = after
        black_to_move = not black_to_move
        plies.append(move)
    return black, white, black_to_move, line_of(plies)


def moves_in(text: str, size: int) -> bytes | None:
    """Return the line of the moves in a text such as "f5d6 C3", or None for any other text."""
    if not _PLAIN_MOVES.fullmatch(text):
        return None
    moves = [
        (COLUMNS.index(letter.lower()), int(row) - 1) for letter, row in _PLAIN_MOVE.findall(text)
    ]
    if any(col >= size or row >= size for col, row in moves):
        return None
    return line_of(row * size + col for col, row in moves)
