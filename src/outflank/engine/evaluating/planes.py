"""Positions as planes of 0 and 1, as the learning environments show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from outflank.extras import require_extra
from outflank.rules import BLACK, Answer, Position

require_extra("rl", "numpy")

import numpy as np  # noqa: E402 - needs the extra

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["planes_of"]

_ANSWERS = tuple(Answer)


def planes_of(positions: Iterable[Position]) -> NDArray[np.int8]:
    """Return an array with a row for each position, of shape (positions, planes, size, size).

    Plane 0 has the discs of the side to move, plane 1 those of its opponent. With an oracle there
    are four more: whether the side to move is black, and whether the answer was yes, no or maybe.

    >>> planes_of([Position.start(6), Position.start(6)]).shape
    (2, 2, 6, 6)
    """
    shown: Sequence[Position] = list(positions)
    if not shown:
        return np.zeros((0, 2, 8, 8), np.int8)
    size = shown[0].size
    length = (size * size + 7) // 8
    discs = bytearray()
    for position in shown:
        board = position.board
        own, other = board.black, board.white
        if position.turn is not BLACK:
            own, other = other, own
        discs += own.to_bytes(length, "little")
        discs += other.to_bytes(length, "little")
    rows = np.frombuffer(bytes(discs), np.uint8).reshape(len(shown), 2, length)
    bits = np.unpackbits(rows, axis=2, count=size * size, bitorder="little")
    planes: NDArray[np.int8] = bits.view(np.int8).reshape(len(shown), 2, size, size)
    if not shown[0].variant.answers:
        return planes
    told = np.array(
        [[one.turn is BLACK, *(one.answer is answer for answer in _ANSWERS)] for one in shown],
        np.int8,
    )
    more = np.broadcast_to(told[:, :, None, None], (len(shown), 4, size, size))
    return np.concatenate([planes, more], axis=1)
