"""A best-first search that lets an evaluation judge its leaves, many at a time."""

from __future__ import annotations

import time

from outflank.engine.evaluating.evaluations import EvaluationLike, evaluate_positions
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.engine.simple.search_tree import SearchNode
from outflank.native.limits import Limit
from outflank.rules import Position, Score, ScoreKind

__all__ = ["BestFirstEngine"]

_BATCH = 32
_NODES = 4_000


class BestFirstEngine(Engine):
    """Searches what an evaluation finds promising, and lets it evaluate many positions at a time.

    The tree grows where moves look good and were tried little. Each round takes up to `batch`
    leaves, plays all their moves, and evaluates the positions behind them together: in one call
    with their planes, if the evaluation has `evaluate_planes`. Finished games count exactly, so
    the end of a game is solved once the tree holds all of it. It plays games without an oracle.

    `nodes` is the number of positions of a task without a limit. Equal seeds and equal limits of
    nodes give equal results.

    >>> def mobility(position):
    ...     return len(position.legal_moves)
    >>> with BestFirstEngine(mobility, nodes=500, seed=1) as engine:
    ...     engine.choose(Position.start(6)) in Position.start(6).legal_moves
    True
    """

    def __init__(
        self,
        evaluation: EvaluationLike,
        *,
        batch: int = _BATCH,
        nodes: int = _NODES,
        seed: int | None = None,
        name: str = "best first",
    ) -> None:
        evaluate_positions(evaluation, [])  # refuses what is no evaluation
        self._evaluation = evaluation
        self._batch = max(1, batch)
        self._own_limit = Limit(nodes=nodes)
        self.seed = seed
        self.name = name

    def supports(self, position: Position) -> bool:
        """Return whether the game has no oracle."""
        return not position.variant.answers

    def think(self, task: Task) -> Analysis:
        """Let the tree grow until the limit is reached or the game is solved."""
        limit = self._own_limit if task.limit.is_unlimited() else task.limit
        return _Search(task, limit, self._evaluation, self._batch).result()


class _Search:
    """The search of one position."""

    def __init__(self, task: Task, limit: Limit, evaluation: EvaluationLike, batch: int) -> None:
        self._task, self._limit = task, limit
        self._evaluation, self._batch = evaluation, batch
        self._began = time.perf_counter()
        self._nodes = 0
        self._root = SearchNode(task.position)

    def result(self) -> Analysis:
        """Grow the tree and return what it says."""
        root = self._root
        self._grow([root])
        self._task.random().shuffle(root.children)
        told = self._nodes
        while not root.is_closed and not self._must_end():
            leaves = self._next_leaves()
            if not leaves:
                break
            self._grow(leaves)
            if self._nodes >= 2 * told:
                told = self._nodes
                self._task.report(self._analysis())
        return self._analysis()

    def _must_end(self) -> bool:
        limit, seconds = self._limit, time.perf_counter() - self._began
        return (
            self._task.is_cancelled()
            or (limit.nodes is not None and self._nodes >= limit.nodes)
            or (limit.seconds is not None and seconds >= limit.seconds)
            or (limit.soft_seconds is not None and seconds >= limit.soft_seconds)
        )

    def _next_leaves(self) -> list[SearchNode]:
        """Choose the leaves of a round, within the limit of nodes."""
        left = None if self._limit.nodes is None else self._limit.nodes - self._nodes
        leaves: list[SearchNode] = []
        while len(leaves) < self._batch and (leaf := self._root.select()) is not None:
            leaves.append(leaf)
            if left is not None:
                left -= len(leaf.position.legal_moves)
                if left <= 0:
                    break
        return leaves

    def _grow(self, leaves: list[SearchNode]) -> None:
        """Play all moves in the leaves, and evaluate the positions behind them together."""
        born = [child for leaf in leaves for child in leaf.expand()]
        asked = [child for child in born if not child.is_solved]
        positions = [child.judged_position for child in asked]
        for child, value in zip(
            asked, evaluate_positions(self._evaluation, positions), strict=True
        ):
            child.judge(value)
        self._nodes += len(born)
        for leaf in leaves:
            leaf.back_up(self._limit.depth)

    def _analysis(self) -> Analysis:
        root = self._root
        variations: list[Variation] = []
        lowest = float("inf")
        for child in root.ranked()[: self._task.candidates]:
            # The best move was tried most; one that was tried less may only seem better.
            lowest = min(lowest, -child.value)
            line = (child.move, *child.line())
            kind = ScoreKind.EXACT if root.is_solved else ScoreKind.HEURISTIC
            variations.append(Variation(child.move, Score(lowest + 0.0, kind, len(line)), line))
        seconds = time.perf_counter() - self._began
        depth = len(variations[0].line)
        return Analysis(tuple(variations), depth, self._nodes, seconds)
