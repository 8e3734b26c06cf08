"""What players look at on a board, on bare bitboards: stability, frontier, regions."""

from __future__ import annotations

from outflank.rules.geometry import Geometry

__all__ = ["frontier", "regions", "stable"]


def stable(own: int, opponent: int, shape: Geometry) -> int:
    """Return discs that no sequence of ordinary moves can flip.

    A disc is safe along a line when the line is full, ends at the disc, or goes on with a safe
    disc of the same colour; a disc safe along all four lines is stable. What this finds is
    certainly stable; a few stable discs in filled-up corners may be missed.
    """
    occupied = own | opponent
    filled = tuple(
        sum(line for line in axis.lines if occupied & line == line) for axis in shape.axes
    )
    safe, found = -1, 0
    while safe != found:
        safe, found = found, own
        for axis, full in zip(shape.axes, filled, strict=True):
            found &= full | axis.ends | safe << axis.shift | safe >> axis.shift
    return found


def frontier(own: int, opponent: int, shape: Geometry) -> int:
    """Return the owner's discs that touch an empty square."""
    return own & shape.grow(shape.full & ~(own | opponent))


def regions(black: int, white: int, shape: Geometry) -> list[int]:
    """Return the groups of connected empty squares, diagonals included."""
    rest = shape.full & ~(black | white)
    found = []
    while rest:
        region, grown = 0, rest & -rest
        while grown != region:
            region, grown = grown, shape.grow(grown) & rest
        found.append(region)
        rest &= ~region
    return found
