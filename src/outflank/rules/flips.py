"""Outflanking on bare bitboards: where a side may play and what turns over."""

from __future__ import annotations

from outflank.rules.geometry import Geometry

__all__ = ["outflanked", "outflanking"]


def outflanking(own: int, opponent: int, shape: Geometry) -> int:
    """Return the empty squares on which the owner would outflank at least one disc."""
    reached = 0
    for axis in shape.axes:
        passable = opponent & axis.inner
        shift = axis.shift
        run = (own << shift) & passable
        while run:
            run <<= shift
            reached |= run
            run &= passable
        run = (own >> shift) & passable
        while run:
            run >>= shift
            reached |= run
            run &= passable
    return reached & shape.full & ~(own | opponent)


def outflanked(own: int, opponent: int, index: int, shape: Geometry) -> int:
    """Return the opponent's discs that turn over when the owner plays on a square."""
    flipped = 0
    for ray in shape.rays[index]:
        run = 0
        for bit in ray:
            if opponent & bit:
                run |= bit
            else:
                if own & bit:
                    flipped |= run
                break
    return flipped
