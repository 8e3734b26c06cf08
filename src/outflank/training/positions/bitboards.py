"""Rules of 8x8 for whole arrays of positions, the mover's discs first.

A board is a signed 64-bit number, bit 0 for a1 and bit 63 for h8. Only operators are used, so
NumPy arrays and PyTorch tensors are taken alike.
"""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = [
    "START",
    "Boards",
    "after_move",
    "canonical_hash",
    "empty_count",
    "flips",
    "legal_moves",
    "mirrored",
    "population",
    "random_square",
    "settled",
    "signed",
    "transposed",
    "upside_down",
]

Boards: TypeAlias = Any  # a NumPy array or a tensor of signed 64-bit numbers


def signed(word: int) -> int:
    """Return the signed number with the bits of a word.

    >>> signed(0xFFFFFFFFFFFFFFFF)
    -1
    """
    word &= (1 << 64) - 1
    return word - (1 << 64) if word >> 63 else word


def _unsigned_right(words: Boards, count: int) -> Boards:
    """Shift right and fill with zeros: the plain shift repeats the sign."""
    return (words >> count) & ((1 << (64 - count)) - 1)


START = signed(1 << 28 | 1 << 35), signed(1 << 27 | 1 << 36)  # black, who moves, and white

_NOT_A = signed(0xFEFEFEFEFEFEFEFE)
_NOT_H = signed(0x7F7F7F7F7F7F7F7F)
_ALL = -1
# How far a step in each direction shifts, and where it may arrive without leaving its row.
_DIRECTIONS = (
    (1, _NOT_A), (-1, _NOT_H), (8, _ALL), (-8, _ALL),
    (9, _NOT_A), (-9, _NOT_H), (7, _NOT_H), (-7, _NOT_A),
)  # fmt: skip


def _step(words: Boards, direction: tuple[int, int]) -> Boards:
    count, arrives = direction
    moved = words << count if count > 0 else _unsigned_right(words, -count)
    return moved & arrives


def _run(start: Boards, opponent: Boards, direction: tuple[int, int]) -> Boards:
    """Return the opponent's discs in an unbroken line from a start: six at most."""
    line = _step(start, direction) & opponent
    for _ in range(5):
        line = line | (_step(line, direction) & opponent)
    return line


def legal_moves(mover: Boards, opponent: Boards) -> Boards:
    """Return the squares on which the mover may place a disc.

    >>> import numpy as np
    >>> hex(legal_moves(np.array([START[0]]), np.array([START[1]]))[0])
    '0x102004080000'
    """
    found = mover ^ mover
    for direction in _DIRECTIONS:
        found = found | _step(_run(mover, opponent, direction), direction)
    return found & ~(mover | opponent)


def flips(mover: Boards, opponent: Boards, square: Boards) -> Boards:
    """Return what a disc on a square (a word of one bit) flips."""
    found = mover ^ mover
    for direction in _DIRECTIONS:
        line = _run(square, opponent, direction)
        is_flanked = (_step(line, direction) & mover) != 0
        found = found | line * is_flanked
    return found


def after_move(mover: Boards, opponent: Boards, square: Boards) -> tuple[Boards, Boards]:
    """Return the boards after a legal move, from the side of whose turn it then is."""
    flipped = flips(mover, opponent, square)
    return opponent & ~flipped, mover | square | flipped


def settled(mover: Boards, opponent: Boards) -> tuple[Boards, Boards, Boards]:
    """Pass where the mover must, and return the legal moves too, none where the game is over."""
    moves = legal_moves(mover, opponent)
    must_pass = moves == 0
    change = (mover ^ opponent) * must_pass
    mover, opponent = mover ^ change, opponent ^ change
    return mover, opponent, moves | (legal_moves(mover, opponent) * must_pass)


_FIVES = signed(0x5555555555555555)  # every second bit
_THREES = signed(0x3333333333333333)  # every second pair
_FS = signed(0x0F0F0F0F0F0F0F0F)  # every second four
_ONES = signed(0x0101010101010101)


def population(words: Boards) -> Boards:
    """Return how many bits are set: sums of two, four and eight bits side by side."""
    words = words - (_unsigned_right(words, 1) & _FIVES)
    words = (words & _THREES) + (_unsigned_right(words, 2) & _THREES)
    words = (words + _unsigned_right(words, 4)) & _FS
    return _unsigned_right(words * _ONES, 56)  # the product adds the eight bytes up in the highest


def empty_count(mover: Boards, opponent: Boards) -> Boards:
    """Return how many squares are empty."""
    return 64 - population(mover | opponent)


def mirrored(words: Boards) -> Boards:
    """Return boards with left and right exchanged: bits, pairs and fours of each row swapped."""
    words = (_unsigned_right(words, 1) & _FIVES) | ((words & _FIVES) << 1)
    words = (_unsigned_right(words, 2) & _THREES) | ((words & _THREES) << 2)
    return (_unsigned_right(words, 4) & _FS) | ((words & _FS) << 4)


def upside_down(words: Boards) -> Boards:
    """Return boards with their rows in the other order: bytes, pairs and fours of them swapped."""
    bytes_, pairs = signed(0x00FF00FF00FF00FF), signed(0x0000FFFF0000FFFF)
    words = (_unsigned_right(words, 8) & bytes_) | ((words & bytes_) << 8)
    words = (_unsigned_right(words, 16) & pairs) | ((words & pairs) << 16)
    return _unsigned_right(words, 32) | (words << 32)


def transposed(words: Boards) -> Boards:
    """Return boards with rows and columns exchanged: blocks of 4x4, then of 2x2, then squares."""
    for shift, mask in (
        (28, 0x0F0F0F0F00000000),
        (14, 0x3333000033330000),
        (7, 0x5500550055005500),
    ):
        change = signed(mask) & (words ^ (words << shift))
        words = words ^ change ^ _unsigned_right(change, shift)
    return words


def _hash(mover: Boards, opponent: Boards) -> Boards:
    mixed = mover * signed(0x9E3779B97F4A7C15)
    mixed = mixed ^ _unsigned_right(mixed, 29) ^ (opponent * signed(0xC2B2AE3D27D4EB4F))
    mixed = (mixed ^ _unsigned_right(mixed, 32)) * signed(0xD6E8FEB86659FD93)
    return mixed ^ _unsigned_right(mixed, 32)


def canonical_hash(mover: Boards, opponent: Boards) -> Boards:
    """Return the least of the hashes of a position's eight symmetric images."""
    least = _hash(mover, opponent)
    for symmetry in range(1, 8):
        one, other = mover, opponent
        if symmetry & 1:
            one, other = mirrored(one), mirrored(other)
        if symmetry & 2:
            one, other = upside_down(one), upside_down(other)
        if symmetry & 4:
            one, other = transposed(one), transposed(other)
        hashed = _hash(one, other)
        is_less = hashed < least
        least = least ^ ((least ^ hashed) * is_less)
    return least


def random_square(squares: Boards, chance: Boards) -> Boards:
    """Return one of the squares of each set, as a word of one bit; an empty set has none.

    `chance` has a random number from 0 to 1 for each.
    """
    if not len(squares):
        return squares
    counts = population(squares)
    dropped = chance * counts  # so many squares, rounded down, come before the chosen one
    for done in range(1, int(counts.max())):
        # A number and the number below it share all bits but those up to the lowest that is set.
        squares = squares & (squares - 1 * (dropped >= done))
    return squares & -squares  # only the lowest bit that is set
