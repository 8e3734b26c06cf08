"""The alpha-beta engine: it searches deeper and deeper until its budget is spent."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator
from dataclasses import replace

from outflank.engine.evaluating.evaluations import (
    EvaluationLike,
    evaluate_positions,
    leaf_evaluation,
)
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.engine.simple.budget import OutOfBudget, SearchBudget
from outflank.engine.simple.evaluation import Evaluate, evaluator
from outflank.engine.simple.expectimax import Expectimax
from outflank.engine.simple.negamax import Negamax, groups, indices
from outflank.native.limits import Limit
from outflank.rules import Position, Score, ScoreKind, Square, Variant

__all__ = ["AlphaBetaEngine"]


class AlphaBetaEngine(Engine):
    """Searches the moves of both sides, averages over answers, and solves the end of the game.

    `nodes` is the budget of a task without a limit. Nothing is kept between analyses, so equal
    seeds and equal limits of nodes or depth give equal results. An `evaluation` of your own, a
    function of a position or an object that has it as `evaluate`, replaces ours: it returns the
    discs by which the side to move, which it sees as black, is ahead.

    >>> from outflank.rules import Board, Classic, Position, WHITE
    >>> board = Board.parse("-OX- XOOX XXXX OOOO")
    >>> print(AlphaBetaEngine().analyse(Position(board, WHITE)).score)
    +4 (exact)
    """

    name = "alphabeta"

    def __init__(
        self,
        *,
        nodes: int = 10_000,
        seed: int | None = None,
        evaluation: EvaluationLike | None = None,
        name: str = "",
    ) -> None:
        if evaluation is not None:
            evaluate_positions(evaluation, [])  # refuses what is no evaluation
        self._own_limit = Limit(nodes=nodes)
        self.seed = seed
        self._evaluation = evaluation
        self.name = name or self.name

    def think(self, task: Task) -> Analysis:
        """Search one ply deeper each time; near the end of the game, search straight to it."""
        limit = self._own_limit if task.limit.is_unlimited() else task.limit
        budget = SearchBudget(task, limit)
        position = task.position
        if position.awaits_answer:
            found = _value_before_the_answer(task, limit, budget, self._evaluate(position))
        else:
            found = _RootSearch(task, limit, budget, self._evaluate(position)).deepen()
        return replace(found, nodes=budget.nodes, seconds=budget.seconds)

    def _evaluate(self, position: Position) -> Evaluate:
        variant, size = position.variant, position.size
        if self._evaluation is None:
            return evaluator(size, fewest_wins=variant.fewest_wins)
        return leaf_evaluation(self._evaluation, variant, size)


def _depths(position: Position, limit: Limit, budget: SearchBudget, growth: float) -> Iterator[int]:
    """Return the depths to search, with a jump to the end of the game when that is affordable."""
    empties = position.board.empties
    last = empties if limit.depth is None else min(limit.depth, empties)
    depth = 0
    while depth < last:
        depth += 1
        if last == empties and depth > 1 and growth**empties <= budget.affordable:
            depth = empties
        yield depth


def _value_before_the_answer(
    task: Task, limit: Limit, budget: SearchBudget, evaluate: Evaluate
) -> Analysis:
    """Return the expected value of a position before its answer; there is no move to choose."""
    search = Expectimax(task.position, budget, evaluate)
    found = Analysis()
    try:
        for depth in _depths(task.position, limit, budget, search.growth):
            score = Score(search.expected(depth), ScoreKind.EXPECTED, depth)
            spent = depth, budget.nodes, budget.seconds
            found = Analysis((Variation(None, score),), *spent)
            task.report(found)
    except OutOfBudget:
        pass
    return found


class _RootSearch:
    """Scores the moves of the position, deeper each time, beginning with the best so far."""

    def __init__(self, task: Task, limit: Limit, budget: SearchBudget, evaluate: Evaluate) -> None:
        self._task, self._limit, self._budget = task, limit, budget
        position = task.position
        # A variant without an oracle and with ordinary placements has a quicker search.
        is_ordinary = type(position.variant).place is Variant.place and not position.variant.answers
        self._search = (Negamax if is_ordinary else Expectimax)(position, budget, evaluate)
        self._order = _promising_first(task)
        self._scored: list[tuple[float, int]] = []  # minus the score, place in the order; sorted

    def deepen(self) -> Analysis:
        """Search until the budget is spent, and return the last complete result."""
        position = self._task.position
        first = self._square(self._order[0])
        found = Analysis.of(first, line=(first,))
        try:
            for depth in _depths(position, self._limit, self._budget, self._search.growth):
                self._iterate(depth)
                found = self._analysis(depth, is_whole=True)
                self._task.report(found)
        except OutOfBudget:
            # The best so far is searched first, so an incomplete iteration can only improve on
            # it; in a list of moves it would mix depths.
            if self._scored and (self._task.candidates == 1 or found.score is None):
                found = self._analysis(max(found.depth, 1), is_whole=False)
        return found

    def _iterate(self, depth: int) -> None:
        wanted = self._task.candidates
        order, self._scored = self._order, []
        for place, index in enumerate(order):
            enough = len(self._scored) >= wanted
            alpha = -self._scored[wanted - 1][0] if enough else -math.inf
            score = self._search.score(index, depth, alpha, math.inf)
            if score > alpha:
                insort(self._scored, (-score, place))
        best = [order[place] for _, place in self._scored]
        self._scored = [(minus, rank) for rank, (minus, _) in enumerate(self._scored)]
        self._order = best + [index for index in order if index not in best]

    def _analysis(self, depth: int, *, is_whole: bool) -> Analysis:
        position = self._task.position
        if position.variant.answers:
            kind = ScoreKind.EXPECTED
        elif is_whole and depth >= position.board.empties:
            kind = ScoreKind.EXACT
        else:
            kind = ScoreKind.HEURISTIC
        variations = tuple(
            Variation(
                self._square(self._order[place]),
                Score(-minus, kind, depth),
                self._search.line(self._order[place]),
            )
            for minus, place in self._scored[: self._task.candidates]
        )
        return Analysis(variations, depth, self._budget.nodes, self._budget.seconds)

    def _square(self, index: int) -> Square:
        return Square.at(index, size=self._task.position.size)


def _promising_first(task: Task) -> list[int]:
    """Return the moves by groups of squares, in random order within each."""
    position, dice = task.position, task.random()
    moves = position.legal_moves.squares.mask
    order = []
    for group in groups(position.size):
        members = list(indices(moves & group))
        dice.shuffle(members)
        order += members
    return order
