"""Whether the C++ core was built, and the bytes and numbers that it takes and returns."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final

from outflank.rules.answer import Answer, Odds
from outflank.rules.board import BLACK, WHITE, Board, Color
from outflank.rules.position import Position
from outflank.rules.square import PASS, Move, Square
from outflank.rules.variants import Variant, YesNo

try:
    from outflank import _core
except ImportError:
    _built = False
else:
    _built = True

__all__ = [
    "ANSWERS",
    "NO_SQUARE",
    "PASS_NUMBER",
    "available",
    "decoded_moves",
    "decoded_positions",
    "encoded",
    "encoded_all",
    "has_placements_of",
    "kernels",
    "knows",
    "move_number",
    "thresholds",
]

PASS_NUMBER: Final = 0xFFFF
NO_SQUARE: Final = 0xFFFE
ANSWERS: Final = (None, *Answer)  # the core's number of an answer is its place here
_CHANCE = 1 << 53  # the core measures odds in units of 1 / _CHANCE


def available() -> bool:
    """Return whether the core was built; without it everything here is slow."""
    return _built


def kernels() -> list[str]:
    """Name what can count games here, slowest first: Python, then the core's instruction sets.

    >>> kernels()[0]
    'python'
    """
    return ["python", *(_core.kernels() if _built else ())]


def knows(variant: Variant) -> bool:
    """Return whether the core is there and has this variant's placements.

    >>> from outflank.rules.variants import Classic
    >>> knows(Classic()) == available()
    True
    """
    return _built and has_placements_of(variant)


def has_placements_of(variant: Variant) -> bool:
    """Return whether the core plays as this variant does, wherever it was built.

    >>> from outflank.rules.variants import Classic
    >>> has_placements_of(Classic())
    True
    """
    return type(variant).place is (YesNo.place if variant.answers else Variant.place)


def _width(size: int) -> int:
    return 8 if size <= 8 else 32


def encoded(board: Board) -> bytes:
    """Return black's squares, then white's."""
    width = _width(board.size)
    return board.black.to_bytes(width, "little") + board.white.to_bytes(width, "little")


def encoded_all(positions: Sequence[Position]) -> tuple[bytes, bytes]:
    """Return many boards and, one byte each, whether black is to move."""
    boards = b"".join(encoded(position.board) for position in positions)
    return boards, bytes(position.turn is BLACK for position in positions)


def decoded_positions(
    variant: Variant, size: int, boards: bytes, turns: bytes
) -> Iterator[Position]:
    """Read boards with their turns; no answers are heard."""
    width = _width(size)
    masks = (
        int.from_bytes(boards[at : at + width], "little") for at in range(0, len(boards), width)
    )
    for black_to_move in turns:
        turn: Color = BLACK if black_to_move else WHITE
        yield Position(Board.unchecked(size, next(masks), next(masks)), turn, variant=variant)


def decoded_moves(moves: bytes, size: int) -> list[Move]:
    """Read moves of 16 bits each."""
    return [
        PASS if number == PASS_NUMBER else Square.at(number, size=size)
        for number in array("H", moves)
    ]


def move_number(move: Move, size: int) -> int:
    """Return the number of a move, NO_SQUARE for one that is not on the board."""
    if not isinstance(move, Square):
        return PASS_NUMBER
    on_board = 0 <= move.col < size and 0 <= move.row < size
    return move.index(size) if on_board else NO_SQUARE


def thresholds(odds: Odds) -> tuple[int, int]:
    """Return the numbers below which a random one means yes, and yes or no."""
    yes, no = odds.get(Answer.YES, 0.0), odds.get(Answer.NO, 0.0)
    below_no = round((yes + no) * _CHANCE) if Answer.MAYBE in odds else _CHANCE
    return min(round(yes * _CHANCE), below_no), below_no
