"""The rules of a review, read from review.json: budgets, thresholds and the order of the steps.

The engine in the browser reads the same file, so that all reviews agree. docs/review.md explains
every number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from outflank.engine import Limit
from outflank.rules import Position

__all__ = [
    "RULES",
    "BriefBudget",
    "Budget",
    "FindingRules",
    "ReviewRules",
    "ReviewStep",
    "budget_for",
]

_FOLDER, _FILE = "outflank.analysis", "review.json"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work a review is.

    Positions with at most `solved` empty squares are solved; `depth`, `confidence` and `nodes`
    limit the search of each other position. `nodes_of_game` is divided among the moves of a game.
    With `scores_all_moves` one search scores all moves of a position, so that they are comparable
    though each score is an average.
    """

    solved: int
    depth: int | None = None
    confidence: int | None = None
    nodes: int | None = None
    nodes_of_game: int | None = None
    scores_all_moves: bool = False

    def limit(self, plies: int) -> Limit:
        """Return the limit of the search of each position that is not solved.

        A move of a short game does not get all the nodes of a game.
        """
        nodes = self.nodes
        if self.nodes_of_game is not None:
            nodes = self.nodes_of_game // max(plies, RULES.least_shares)
        return Limit(depth=self.depth, nodes=nodes, confidence=self.confidence)


@dataclass(frozen=True, slots=True)
class BriefBudget:
    """What a server spends on the first moves of a game whose review takes `after_seconds`."""

    after_seconds: float
    solved: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One step in the review of a ply: an action, and the facts that must all be true for it."""

    when: tuple[str, ...]
    do: str


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The losses and leads, in discs, from which on something counts."""

    mistake_if_exact: float
    mistake_if_estimated: float  # more, because estimates are less certain than exact scores
    clear_lead: float  # an estimated lead of more discs says who is ahead
    worst_move: float  # the least loss of a move that is called a side's worst
    halving_loss: float  # halves what a move counts in the accuracy
    shown_loss: float  # smaller losses are shown as none


@dataclass(frozen=True, slots=True)
class LineLengths:
    """How many moves of a line a browser sends, a page shows, and a text prints, at most."""

    sent: int
    shown: int
    in_text: int


@dataclass(frozen=True, slots=True)
class FindingRules:
    """The numbers in the rules that say what was wrong with a move.

    If these rules find nothing, they are tried again with the `weaker` numbers.
    """

    least_size: int  # from this board size on, each corner has its own X- and C-squares
    plies: int  # how far a player can follow a line
    difference: int  # the least difference in moves or discs that is worth mentioning
    few_moves: int  # up to this many moves are few
    later_turns: tuple[int, ...]  # plies after which the mover's later moves are counted
    later_difference: int
    later_few_moves: int
    tempo_empties: int  # with at most this many empty squares, a move in reserve matters
    greed_empties: int  # with at most this many empty squares, the number of discs matters
    frontier_empties: int  # with at least this many empty squares, the frontier matters
    largest_region: int  # the parity of a larger region means little
    weaker_plies: int
    weaker_difference: int
    weaker_later_difference: int


@dataclass(frozen=True, slots=True)
class ReviewRules:
    """All of review.json.

    `engine` is the one that browsers have, too. `usual_size` is the largest board on which it
    solves and searches at the usual speed. Estimates of at most `shallow_depth` plies are compared
    only with estimates from the same search. `retry_level` is the computer's level when a player
    tries again after a mistake.
    """

    engine: str
    budgets: Mapping[str, Mapping[str, Budget]]
    usual_size: int
    least_shares: int
    brief: BriefBudget
    shallow_depth: int
    steps: tuple[ReviewStep, ...]
    thresholds: Thresholds
    lines: LineLengths
    retry_level: int
    findings: FindingRules


def _rules_in(text: str) -> ReviewRules:
    known: dict[str, Any] = json.loads(text)
    findings = known["findings"]
    parsed = {
        "budgets": {
            engine: {name: Budget(**one) for name, one in budgets.items()}
            for engine, budgets in known["budgets"].items()
        },
        "brief": BriefBudget(**known["brief"]),
        "steps": tuple(ReviewStep(tuple(one["when"]), one["do"]) for one in known["steps"]),
        "thresholds": Thresholds(**known["thresholds"]),
        "lines": LineLengths(**known["lines"]),
        "findings": FindingRules(
            **{**findings, "later_turns": tuple(findings["later_turns"])},
        ),
    }
    return ReviewRules(**{**known, **parsed})


RULES: Final = _rules_in(files(_FOLDER).joinpath(_FILE).read_text(encoding="utf-8"))


def budget_for(position: Position, engine: str = RULES.engine) -> Budget:
    """Return the budget of an engine for games of a position's size and variant.

    >>> from outflank.rules import find_variant
    >>> starts = [find_variant(name).start(8) for name in ("classic", "anti", "yesno")]
    >>> [budget_for(start).solved for start in starts]
    [20, 14, 8]
    >>> budget_for(find_variant("classic").start(10)).solved
    14
    """
    budgets = RULES.budgets.get(engine, RULES.budgets["others"])
    if position.variant.answers:
        return budgets["chance"]
    is_slow = position.variant.fewest_wins or position.size > RULES.usual_size
    return budgets.get("slow", budgets["usual"]) if is_slow else budgets["usual"]
