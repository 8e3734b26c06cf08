"""Positions to label: those of games, and those a few random moves away from them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from outflank.training.positions.bitboards import (
    START,
    Boards,
    after_move,
    canonical_hash,
    empty_count,
    random_square,
    settled,
)
from outflank.training.positions.readers import ScoredPositions

__all__ = ["Sampler", "held_out_hashes", "is_trainable", "is_wanted", "replayed", "wandered"]

# From 0 to 1: above the first number one random move is played, above the second two, and so on.
_MORE_THAN = (0.15, 0.50, 0.75, 0.90)
_FEWEST_EMPTY, _MOST_EMPTY = 4, 59
_PORTION = 1 << 18  # positions that are made at once

_Words = NDArray[np.int64]


def replayed(games: NDArray[np.int8]) -> _Words:
    """Return all positions of games in which the mover can move: a row of two words each.

    Passes are made by themselves; a game ends at its first move that is not legal.
    """
    count = len(games)
    mover: Boards = np.full(count, START[0], np.int64)
    opponent: Boards = np.full(count, START[1], np.int64)
    goes_on = np.ones(count, dtype=bool)
    parts: list[_Words] = []
    for ply in range(games.shape[1]):
        mover, opponent, moves = settled(mover, opponent)
        move = games[:, ply].astype(np.int64)
        square = np.left_shift(np.int64(1), np.maximum(move, 0))
        goes_on &= (move >= 0) & ((moves & square) != 0)
        parts.append(np.stack([mover[goes_on], opponent[goes_on]], axis=1))
        after, other = after_move(mover, opponent, square)
        mover = np.where(goes_on, after, mover)
        opponent = np.where(goes_on, other, opponent)
    return np.concatenate(parts)


def held_out_hashes(*sources: ScoredPositions) -> _Words:
    """Return the sorted canonical hashes of everything that is held out."""
    hashes = [
        canonical_hash(one.mover[one.is_held_out], one.opponent[one.is_held_out]) for one in sources
    ]
    return np.unique(np.concatenate(hashes))


def is_trainable(mover: _Words, opponent: _Words, held_out: _Words) -> NDArray[np.bool_]:
    """Return which positions are neither held out nor symmetric to one that is."""
    if not len(held_out):
        return np.ones(len(mover), dtype=bool)
    hashes = canonical_hash(mover, opponent)
    place = np.minimum(np.searchsorted(held_out, hashes), len(held_out) - 1)
    return np.asarray(held_out[place] != hashes)


def wandered(
    mover: Boards, opponent: Boards, chance: Callable[[], Boards], *, twice: float = 0
) -> tuple[Boards, ...]:
    """Play up to four random moves, and return the boards and the moves that are legal then.

    A share `twice` of the positions then plays up to four more. `chance` makes a random number
    from 0 to 1 for each position: an array, or a tensor.
    """
    for share in (1, twice) if twice else (1,):
        drawn = 1 - (1 - chance()) / share  # from 0 to 1 in this share, less than 0 elsewhere
        for least in _MORE_THAN:
            mover, opponent, moves = settled(mover, opponent)
            moves = moves * (drawn >= least)
            goes_on = moves != 0
            after, other = after_move(mover, opponent, random_square(moves, chance()))
            mover = mover ^ ((mover ^ after) * goes_on)
            opponent = opponent ^ ((opponent ^ other) * goes_on)
    return settled(mover, opponent)


def is_wanted(mover: Boards, opponent: Boards, moves: Boards) -> Boards:
    """Return which positions to label: the mover can move, and the end is not too near."""
    empty = empty_count(mover, opponent)
    return (moves != 0) & (empty >= _FEWEST_EMPTY) & (empty <= _MOST_EMPTY)


class Sampler:
    """Draws positions near those of games: the same ones for the same seed.

    A share `twice` of them may be twice as far away.
    """

    def __init__(
        self, games: _Words, held_out: _Words, seed: int | list[int], *, twice: float = 0
    ) -> None:
        self._games, self._held_out, self._twice = games, held_out, twice
        self._random = np.random.default_rng(seed)

    def draw(self, count: int) -> _Words:
        """Return `count` positions in which the mover can move, a row of two words each."""
        parts: list[_Words] = []
        missing = count
        while missing > 0:
            part = self._portion(min(_PORTION, missing + missing // 8 + 16))[:missing]
            parts.append(part)
            missing -= len(part)
        return np.concatenate(parts) if parts else np.empty((0, 2), np.int64)

    def _portion(self, count: int) -> _Words:
        rows = self._games[self._random.integers(len(self._games), size=count)]
        mover, opponent, moves = wandered(
            rows[:, 0], rows[:, 1], lambda: self._random.random(count), twice=self._twice
        )
        chosen = is_wanted(mover, opponent, moves)
        chosen &= is_trainable(mover, opponent, self._held_out)
        return np.stack([mover[chosen], opponent[chosen]], axis=1)
