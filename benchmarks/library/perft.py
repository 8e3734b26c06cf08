"""Leaves per second of perft: every kernel of the native core, and the Python rules.

Run as `python benchmarks/library/perft.py [rounds]`. With one thread; the last ply is counted and
not played, without table or symmetry; every count is checked. The best round is printed.
"""

import sys
import time
from typing import NamedTuple

from outflank import native
from outflank.rules import Classic


class Tree(NamedTuple):
    """A tree with a known number of leaves."""

    size: int
    depth: int
    leaves: int


# For the core, and smaller ones for Python.
TREES = [
    Tree(4, 15, 60060),
    Tree(6, 10, 14976792),
    Tree(8, 11, 212258800),
    Tree(10, 9, 3045812),
    Tree(16, 9, 3046196),
]
SMALL_TREES = [
    Tree(4, 7, 3624),
    Tree(6, 6, 7604),
    Tree(8, 6, 8200),
    Tree(10, 6, 8200),
    Tree(16, 6, 8200),
]


def speed(kernel: str, tree: Tree, rounds: int) -> float:
    """Return the leaves per second of the fastest round, after checking every count."""
    start = Classic().start(tree.size)
    shortest = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        leaves = native.perft(start, tree.depth, kernel=kernel)
        shortest = min(shortest, time.perf_counter() - begin)
        if leaves != tree.leaves:
            raise SystemExit(f"{kernel} counted {leaves} leaves instead of {tree.leaves}: {tree}")
    return tree.leaves / shortest


def main() -> None:
    """Print one line for each board and kernel."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    if not native.available():
        print("The native core is not built: only the Python rules are measured.")
    print(f"{'board':>7} {'depth':>5} {'leaves':>12} {'kernel':>10} {'leaves/s':>13} {'ratio':>7}")
    for large, small in zip(TREES, SMALL_TREES, strict=True):
        base = 0.0
        for kernel in native.kernels():
            tree = large if base else small
            reached = speed(kernel, tree, rounds)
            base = base or reached
            board = f"{tree.size}x{tree.size}"
            row = f"{board:>7} {tree.depth:>5} {tree.leaves:>12,} {kernel:>10}"
            print(f"{row} {reached:>13,.0f} {reached / base:>7,.0f}", flush=True)


if __name__ == "__main__":
    main()
