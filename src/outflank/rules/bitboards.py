"""The board as bare bitboards: outflanking, stability, frontier, regions and the hash."""

from __future__ import annotations

from outflank.rules.geometry import Geometry

__all__ = [
    "absorb",
    "frontier",
    "hash_board",
    "outflanked",
    "outflanking",
    "regions",
    "stable",
]

_WORD = (1 << 64) - 1


def outflanking(own: int, opponent: int, shape: Geometry) -> int:
    """Return the empty squares where a disc of `own` would outflank at least one other."""
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
    """Return the opponent's discs that a disc of `own` on this empty square would flip."""
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


def stable(own: int, opponent: int, shape: Geometry) -> int:
    """Return discs of `own` that no sequence of ordinary moves can flip.

    A disc is safe along a line when the line is full, ends at the disc, or continues with a safe
    disc of the same colour; a disc that is safe along all four lines is stable. Every disc found
    is certainly stable, but a few stable discs in filled-up corners may be missed.
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
    """Return the discs of `own` that touch an empty square."""
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


def absorb(state: int, word: int) -> int:
    """Mix one 64-bit word into the state (the finaliser of SplitMix64)."""
    state = ((state ^ word) + 0x9E3779B97F4A7C15) & _WORD
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _WORD
    return state ^ (state >> 31)


def hash_board(size: int, black: int, white: int) -> int:
    """Hash the discs: the size, then the words of black and of white, lowest first."""
    state = absorb(0, size)
    for discs in (black, white):
        for shift in range(0, size * size, 64):
            state = absorb(state, (discs >> shift) & _WORD)
    return state
