"""The value of every move on a card, so that a move as good as the best one counts as right."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Final

from outflank.analysis.review_rules import RULES
from outflank.engine import Engine, Limit
from outflank.learning.entries import Card

__all__ = ["with_values"]

_AS_GOOD_IF_EXACT: Final = 0.5  # discs; less than this is nothing
_TO_SOLVE: Final = Limit(seconds=1.0)  # at 20 empties all moves take about a third of that
_TO_ESTIMATE: Final = Limit(depth=12, seconds=1.0)


def with_values(
    card: Card, engine: Engine, limit: Limit | None = None, *, cancel: Event | None = None
) -> Card:
    """Return a card with the value of every legal move, and all moves that are as good as the best.

    What the review found stays: its best move is right, and the move that was played is not. If the
    review is exact and this search is not, nothing is added.

    >>> from outflank.engine import open_engine
    >>> card = Card(
    ...     id="a1b2c3d4",
    ...     at=0,
    ...     subject="mistake/aaaaaaaaaa",
    ...     position="-OX- XOOX XXXX OOOO O",
    ...     played="a1",
    ...     best=("d1",),
    ...     loss=4.0,
    ...     is_exact=True,
    ... )
    >>> with open_engine("alphabeta") as engine:
    ...     valued = with_values(card, engine)
    >>> sorted(valued.values), valued.best
    (['a1', 'd1'], ('d1',))
    """
    position = card.board
    moves = position.legal_moves
    if limit is None:
        limit = _TO_SOLVE if card.is_exact else _TO_ESTIMATE
    found = engine.analyse(position, limit, candidates=len(moves), cancel=cancel)
    is_solved = found.is_solved(position)
    if len(found.scores) < len(moves) or (card.is_exact and not is_solved):
        return card
    values = {str(move): round(float(score.discs), 2) for move, score in found.scores.items()}
    least = _AS_GOOD_IF_EXACT if is_solved else RULES.thresholds.clear_lead
    top = max(values.values())
    as_good = [move for move, value in values.items() if top - value < least]
    best = dict.fromkeys([*card.best, *as_good])
    best.pop(card.played, None)
    return replace(card, best=tuple(best), values=values)
