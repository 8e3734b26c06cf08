"""What the native core is asked and what it reports, as limits and analyses of the protocol."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from outflank.engine.limits import Limit
from outflank.engine.protocol import Analysis, Variation
from outflank.native.search import SearchLimits, SearchReport, SearchVariation
from outflank.rules import PASS, Board, Move, Square, Symmetry

__all__ = ["analysis_of", "before_pass", "search_limits"]

# What the core's numbers hold; nobody waits for the difference.
_MOST_SECONDS = 1e9
_SHORTEST = 1e-6
_MOST_NODES = 1 << 62
_MOST_DEPTH = 1 << 10


def search_limits(limit: Limit, spent: float) -> SearchLimits:
    """Return what is left of a limit as the core takes it, where zero is no limit.

    The time that passed before the thinking could begin, `spent`, is the caller's time too.
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
    """Return what the core has found about a position."""
    spent = report.depth, report.nodes, report.seconds
    if not report.variations:
        return Analysis(None, None, *spent)
    variations = _evened(tuple(map(_variation, report.variations)), board)
    best = variations[0]
    return Analysis(
        best.move,
        best.score,
        *spent,
        best.line,
        candidates=tuple((one.move, one.score) for one in variations if one.move is not None),
        variations=variations,
        win_chance=best.win_chance,
    )


def _variation(found: SearchVariation) -> Variation:
    return Variation(*found)


def before_pass(after: Analysis) -> Analysis:
    """Return an analysis as the side sees it that had to pass before."""
    score = None if after.score is None else -after.score
    chance = None if after.win_chance is None else 1 - after.win_chance
    line = (PASS, *after.line)
    shown = () if score is None else (Variation(PASS, score, line, chance),)
    return replace(
        after,
        move=PASS,
        score=score,
        line=line,
        candidates=() if score is None else ((PASS, score),),
        variations=shown,
        win_chance=chance,
    )


# Games leave such boards behind after a few moves.
_MOST_DISCS = 12


def _evened(variations: tuple[Variation, ...], board: Board) -> tuple[Variation, ...]:
    """Give moves that mirror each other the score of the one that was found to be better.

    A search that cuts sees them in turn and judges them a little differently.
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
