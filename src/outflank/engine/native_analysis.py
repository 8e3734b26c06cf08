"""Limits as the native core takes them, and its reports as analyses."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from outflank.engine.protocol import Analysis, Variation
from outflank.native.limits import Limit
from outflank.native.search import SearchLimits, SearchReport, SearchVariation
from outflank.rules import PASS, Board, Move, Square, Symmetry

__all__ = ["analysis_of", "before_pass", "search_limits"]

# The largest and smallest values that the core can hold.
_MOST_SECONDS = 1e9
_SHORTEST = 1e-6
_MOST_NODES = 1 << 62
_MOST_DEPTH = 1 << 10


def search_limits(limit: Limit, spent: float) -> SearchLimits:
    """Return a limit as the core takes it, where zero means no limit.

    `spent` is the time that passed before the search could begin; it counts, too.
    """

    def left(seconds: float | None) -> float:
        return 0.0 if seconds is None else min(max(seconds - spent, _SHORTEST), _MOST_SECONDS)

    return SearchLimits(
        ceil(min(limit.depth or 0, _MOST_DEPTH)),
        ceil(min(limit.nodes or 0, _MOST_NODES)),
        left(limit.seconds),
        left(limit.soft_seconds),
        limit.confidence or 0,
    )


def analysis_of(report: SearchReport, board: Board) -> Analysis:
    """Return a report of the core as an analysis."""
    spent = report.depth, report.nodes, report.seconds
    return Analysis(_evened(tuple(map(_variation, report.variations)), board), *spent)


def _variation(found: SearchVariation) -> Variation:
    return Variation(*found)


def before_pass(after: Analysis) -> Analysis:
    """Return the analysis of a forced pass, given that of the position after it."""
    score = None if after.score is None else -after.score
    chance = None if after.win_chance is None else 1 - after.win_chance
    passed = Variation(PASS, score, (PASS, *after.line), chance)
    if score is None:
        return replace(after, variations=(), chosen=passed)
    return replace(after, variations=(passed,), chosen=None)


# Boards with more discs are rarely symmetric.
_MOST_DISCS = 12


def _evened(variations: tuple[Variation, ...], board: Board) -> tuple[Variation, ...]:
    """Give symmetric moves the same score, the better of theirs.

    A selective search scores them one after the other and a little differently.
    """
    if len(variations) < 2 or board.size**2 - board.empties > _MOST_DISCS:
        return variations
    mirrors = [one for one in Symmetry if one and board.transform(one) == board]
    if not mirrors:
        return variations
    places: dict[Move | None, int] = {}
    images: dict[Move | None, Variation] = {}
    for place, variation in enumerate(variations):
        if variation.move in images:
            continue
        for mirror in (Symmetry.IDENTITY, *mirrors):
            image = _mirrored(variation, mirror, board.size)
            if image.move not in images:
                places[image.move], images[image.move] = place, image
    ordered = sorted(variations, key=lambda one: places[one.move])
    return tuple(images[one.move] for one in ordered)


def _mirrored(variation: Variation, mirror: Symmetry, size: int) -> Variation:
    def image(move: Move) -> Move:
        return mirror.square(move, size) if isinstance(move, Square) else move

    move = None if variation.move is None else image(variation.move)
    return replace(variation, move=move, line=tuple(map(image, variation.line)))
