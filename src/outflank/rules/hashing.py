"""A 64-bit hash that is the same on every machine and in the native core."""

from __future__ import annotations

__all__ = ["absorb", "hash_board"]

_WORD = (1 << 64) - 1


def absorb(state: int, word: int) -> int:
    """Stir one 64-bit word into the state (the finaliser of SplitMix64)."""
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
