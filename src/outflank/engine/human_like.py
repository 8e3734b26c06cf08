"""A player with human errors: it overlooks quiet moves, is greedy, and unsure what is best."""

from __future__ import annotations

import math
from dataclasses import replace

from outflank.engine.protocol import Analysis, Engine, Task
from outflank.native.limits import Limit
from outflank.rules import Move, Position, Square, SquareSet

__all__ = ["HumanLikeEngine"]

# A corner pleases at first sight as much as this many turned discs.
_CORNER = 3.0


class HumanLikeEngine(Engine):
    """Lets another engine score the moves within a limit, then draws one of them by its score.

    `softness` is in discs: a move that is worse by that is chosen 2.7 times less often. `oversight`
    is the probability of overlooking a move that turns one disc; a move that turns n discs is
    overlooked n times less often, and a corner never. With `greed` each disc that a move gains at
    once adds that many discs to its score, and a corner as much as three; where the fewest discs
    win, each disc that it turns is deducted.

    >>> from outflank.engine.simple import AlphaBetaEngine
    >>> from outflank.rules import Classic
    >>> engine = HumanLikeEngine(AlphaBetaEngine(), Limit(nodes=50), softness=4, seed=1)
    >>> engine.choose(Classic().start()) in Classic().start().legal_moves
    True
    """

    def __init__(
        self,
        inner: Engine,
        limit: Limit,
        *,
        softness: float = 0.0,
        oversight: float = 0.0,
        greed: float = 0.0,
        name: str = "",
        seed: int | None = None,
    ) -> None:
        self.name: str = name or f"soft {inner.name}"
        self.seed = seed
        self._inner = inner
        self._limit = limit
        self._softness = softness
        self._oversight = oversight
        self._greed = greed

    def supports(self, position: Position) -> bool:
        """Return whether the other engine plays it."""
        return self._inner.supports(position)

    def think(self, task: Task) -> Analysis:
        """Let the other engine score every move, and draw one."""
        within = replace(task, limit=self._limit.tightened(task.limit))
        position = task.position
        if not self._softness or position.awaits_answer:
            return self._inner.think(within)
        found = self._inner.think(replace(within, candidates=len(position.legal_moves)))
        moves = list(found.scores)
        if len(moves) < 2:
            return found
        dice = task.random("softness")
        seen = [move for move in moves if dice.random() >= self._oversight_of(position, move)]
        seen = seen or moves
        values = [
            found.scores[move].discs + self._greed * _first_sight(position, move) for move in seen
        ]
        best = max(values)
        weights = [math.exp((value - best) / self._softness) for value in values]
        move = dice.choices(seen, weights)[0]
        shown = found.variations[: task.candidates]
        chosen = next(one for one in found.variations if one.move == move)
        return replace(found, variations=shown, chosen=None if chosen is shown[0] else chosen)

    def new_game(self) -> None:
        """Let the other engine forget earlier games."""
        self._inner.new_game()

    def close(self) -> None:
        """Close the other engine too."""
        super().close()
        self._inner.close()

    def _oversight_of(self, position: Position, move: Move) -> float:
        """Return the probability that a move is overlooked."""
        if not isinstance(move, Square) or move in SquareSet.corners(position.size):
            return 0.0
        return self._oversight / max(1, len(position.place(move).turned))


def _first_sight(position: Position, move: Move) -> float:
    """Return how a move looks to somebody who sees only what it turns at once, in discs."""
    if not isinstance(move, Square):
        return 0.0
    turned = len(position.place(move).turned)
    if position.variant.fewest_wins:
        return -turned
    return turned + (_CORNER if move in SquareSet.corners(position.size) else 0.0)
