"""Full-width searches of a few plies for many positions at once, with batched leaves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from outflank.training.positions.bitboards import after_move, legal_moves, population

__all__ = ["searched"]

_Words = NDArray[np.int64]
_Values = NDArray[np.float32]
_LEAVES = 1 << 20  # positions held at once, roughly
_BRANCHES = 16  # the most moves of a position, roughly


def searched(
    value: Callable[[_Words, _Words], _Values], mover: _Words, opponent: _Words, depth: int
) -> _Values:
    """Return the values of positions for the mover after a full search of `depth` plies.

    A pass is not a ply. Finished games score their discs, with empty squares to the winner.
    """
    portion = max(1, _LEAVES // _BRANCHES ** max(0, depth))
    parts = [
        _searched(value, mover[at : at + portion], opponent[at : at + portion], depth)
        for at in range(0, len(mover), portion)
    ]
    return np.concatenate(parts) if parts else np.empty(0, np.float32)


def _searched(
    value: Callable[[_Words, _Words], _Values], mover: _Words, opponent: _Words, depth: int
) -> _Values:
    moves = legal_moves(mover, opponent)
    found = np.empty(len(mover), np.float32)
    stuck = moves == 0
    if stuck.any():
        found[stuck] = _after_pass(value, mover[stuck], opponent[stuck], depth)
    goes_on = ~stuck
    if depth == 0:
        found[goes_on] = value(mover[goes_on], opponent[goes_on])
        return found
    owners, squares = [], []
    for number in range(64):
        has = np.flatnonzero((moves >> number) & 1)
        owners.append(has)
        squares.append(np.full(len(has), np.left_shift(np.int64(1), np.int64(number))))
    owner, square = np.concatenate(owners), np.concatenate(squares)
    children = after_move(mover[owner], opponent[owner], square)
    values = -_searched(value, *children, depth - 1)
    best = np.full(len(mover), -np.inf, np.float32)
    np.maximum.at(best, owner, values)
    found[goes_on] = best[goes_on]
    return found


def _after_pass(
    value: Callable[[_Words, _Words], _Values], mover: _Words, opponent: _Words, depth: int
) -> _Values:
    """Return the values where the mover must pass or the game is over."""
    has_ended = legal_moves(opponent, mover) == 0
    lead = (population(mover) - population(opponent)).astype(np.float32)
    empties = 64 - population(mover | opponent)
    found = lead + np.sign(lead) * empties
    if not has_ended.all():
        on = ~has_ended
        found[on] = -_searched(value, opponent[on], mover[on], depth)
    return np.asarray(found, np.float32)
