"""The limits of a review: which positions are solved, and how deep the others are searched.

The faces, the command line, the server and the browser all use these numbers, so their reviews
agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from outflank.engine import Limit
from outflank.rules import Position

__all__ = ["BROWSER_BUDGET", "BROWSER_ENGINE", "search_limit", "solved_empties"]

# Positions with at most this many empty squares are solved. On boards of up to 64 squares that
# takes some tenths of a second; on larger boards, and if the fewest discs win, far longer.
_SOLVED: Final = 20
_SOLVED_SLOWLY: Final = 14
_SOLVED_WITH_CHANCE: Final = 8
# All other positions are searched to the same depth.
_DEPTH: Final = 14
_DEPTH_SLOWLY: Final = 8
_CONFIDENCE: Final = 73
_USUAL_SIZE: Final = 8
# With an oracle and on large boards, a search visits at most this many nodes.
_NODES: Final = 60_000

_NATIVE: Final = "outflank"
BROWSER_ENGINE: Final = _NATIVE  # compiled for browsers
# Any other engine gets the limits of one in Python, which needs about a minute for a game.
_SOLVED_IN_PYTHON: Final = 9
_SOLVED_IN_PYTHON_WITH_CHANCE: Final = 4
_NODES_IN_PYTHON: Final = 200_000  # for a whole game, divided among its moves
_FEWEST_SHARES: Final = 20  # so that a move of a short game does not take as long as a whole game

# The same limits for the engine in the browser, which is the native one; browser_review.js reads
# them.
BROWSER_BUDGET: Final[Mapping[str, Any]] = {
    "usual": {"solved": _SOLVED, "depth": _DEPTH, "confidence": _CONFIDENCE},
    "slow": {
        "solved": _SOLVED_SLOWLY,
        "depth": _DEPTH_SLOWLY,
        "confidence": _CONFIDENCE,
        "nodes": _NODES,
    },
    "chance": {"solved": _SOLVED_WITH_CHANCE, "nodes": _NODES},
    "usual_size": _USUAL_SIZE,
}


def solved_empties(position: Position, engine: str = _NATIVE) -> int:
    """Return the number of empty squares from which on an engine solves positions in a review.

    >>> from outflank.rules import find_variant
    >>> [solved_empties(find_variant(name).start(8)) for name in ("classic", "anti", "yesno")]
    [20, 14, 8]
    >>> solved_empties(find_variant("classic").start(10))
    14
    """
    has_chance = bool(position.variant.answers)
    if engine != _NATIVE:
        return _SOLVED_IN_PYTHON_WITH_CHANCE if has_chance else _SOLVED_IN_PYTHON
    if has_chance:
        return _SOLVED_WITH_CHANCE
    return _SOLVED_SLOWLY if _is_slow(position) else _SOLVED


def search_limit(position: Position, plies: int, engine: str = _NATIVE) -> Limit:
    """Return the limit of an engine's search of each position that is not solved.

    >>> from outflank.rules import Classic
    >>> limit = search_limit(Classic().start(), 60)
    >>> limit.depth, limit.confidence
    (14, 73)
    """
    if engine != _NATIVE:
        return Limit(nodes=_NODES_IN_PYTHON // max(plies, _FEWEST_SHARES))
    if position.variant.answers:
        return Limit(nodes=_NODES)
    if _is_slow(position):
        return Limit(depth=_DEPTH_SLOWLY, confidence=_CONFIDENCE, nodes=_NODES)
    return Limit(depth=_DEPTH, confidence=_CONFIDENCE)


def _is_slow(position: Position) -> bool:
    return position.variant.fewest_wins or position.size > _USUAL_SIZE
