"""The C++ core for Python: perft here, many games at once in `bulk`, the engine in `search`.

Every function but those of `search` gives the same result without the core, in pure Python and
slowly; `available` tells which it is. Variants whose placements the core does not know are always
played in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from outflank.errors import OutflankError, UnknownName
from outflank.native.bulk import (
    Playout,
    RecordedGame,
    Replay,
    ReplayFault,
    hashes,
    playouts,
    replay,
)
from outflank.native.encoding import available, encoded, kernels, knows
from outflank.native.missing_core import CORE_ADVICE, warn_without_core
from outflank.rules.board import BLACK
from outflank.rules.position import Position
from outflank.rules.square import PASS
from outflank.texts import Text

if available():
    from outflank import _core

__all__ = [
    "CORE_ADVICE",
    "Playout",
    "RecordedGame",
    "Replay",
    "ReplayFault",
    "available",
    "hashes",
    "kernels",
    "knows",
    "perft",
    "playouts",
    "replay",
    "warn_without_core",
]

Passes = Literal["ply", "free"]

# A call into the core cannot be interrupted, so deep trees are divided into shallow calls.
_DEEPEST_CALL = 8
_DEEPEST_SPLIT = 6


def perft(
    position: Position,
    depth: int,
    passes: Passes = "ply",
    progress: Callable[[int, int], None] | None = None,
    *,
    kernel: str | None = None,
) -> int:
    """Count the leaves of the game tree; a finished game is one leaf.

    A pass uses up one ply of the depth, or none with `passes="free"`. `progress` is told now and
    then how many parts of the tree are counted, and how many there are. `kernel` is the fastest of
    `kernels()` unless another is named.

    >>> from outflank.rules.variants import Classic
    >>> [perft(Classic().start(), depth) for depth in range(6)]
    [1, 4, 12, 56, 244, 1396]
    """
    if not isinstance(position, Position):
        raise TypeError(f"perft counts from a Position, not from {position!r}")
    if not isinstance(depth, int):
        raise TypeError(f"a depth is a whole number, not {depth!r}")
    if depth < 0:
        raise OutflankError(Text("errors.native.invalid_depth", depth=depth))
    if passes not in ("ply", "free"):
        raise UnknownName("way to count passes", passes, ("ply", "free"))
    if kernel is not None and kernel not in kernels():
        raise UnknownName("kernel", kernel, kernels())
    if position.variant.answers:
        raise OutflankError(Text("errors.native.perft_with_chance", variant=position.variant.text))
    is_free = passes == "free"
    in_core = kernel != "python" and knows(position.variant)
    tallest = min(depth, position.board.empties)  # what is below that is only passes
    split = max(0, min(tallest - (_DEEPEST_CALL if in_core else 1), _DEEPEST_SPLIT))
    parts = [(position, depth)]
    for _ in range(split):
        parts = [child for part in parts for child in _children(*part, is_free=is_free)]
    leaves = 0
    for done, (start, rest) in enumerate(parts, 1):
        if in_core:
            board, black_to_move = encoded(start.board), start.turn is BLACK
            leaves += _core.perft(start.size, board, black_to_move, rest, not is_free, kernel)
        else:
            leaves += _count_leaves(start, rest, is_free=is_free)
        if progress is not None:
            progress(done, len(parts))
    return leaves


def _children(position: Position, depth: int, *, is_free: bool) -> list[tuple[Position, int]]:
    """Return the parts of a tree one ply down; a leaf is a part that stays as it is."""
    moves = position.legal_moves
    if depth == 0 or not moves:
        return [(position, depth)]
    if moves[0] is PASS and is_free:
        return _children(position.play(PASS), depth, is_free=is_free)
    return [(position.play(move), depth - 1) for move in moves]


def _count_leaves(position: Position, depth: int, *, is_free: bool) -> int:
    if depth == 1 and (squares := position.legal_moves.squares):
        return len(squares)
    parts = _children(position, depth, is_free=is_free)
    if parts == [(position, depth)]:
        return 1
    return sum(_count_leaves(*part, is_free=is_free) for part in parts)
