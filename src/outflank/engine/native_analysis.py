"""Analyses of the native core as they are told: of a pass, and of symmetric moves."""

from __future__ import annotations

from dataclasses import replace

from outflank.engine.protocol import Analysis, Variation
from outflank.rules import PASS, Board, Move, Square, Symmetry

__all__ = ["before_pass", "evened"]


def evened(found: Analysis, board: Board) -> Analysis:
    """Return an analysis in which symmetric moves have the same score, the better of theirs.

    A selective search scores them one after the other and a little differently.
    """
    return replace(found, variations=_evened(found.variations, board))


def before_pass(after: Analysis) -> Analysis:
    """Return the analysis of a forced pass, given that of the position after it."""
    score = None if after.score is None else -after.score
    chance = None if after.win_chance is None else 1 - after.win_chance
    result = None if after.result is None else -after.result
    passed = Variation(PASS, score, (PASS, *after.line), chance, result)
    if score is None and result is None:
        return replace(after, variations=(), chosen=passed)
    return replace(after, variations=(passed,), chosen=None)


# Boards with more discs are rarely symmetric.
_MOST_DISCS = 12


def _evened(variations: tuple[Variation, ...], board: Board) -> tuple[Variation, ...]:
    if len(variations) < 2 or board.size**2 - board.empties > _MOST_DISCS:
        return variations
    mirrors = [
        one for one in Symmetry if one is not Symmetry.IDENTITY and board.transform(one) == board
    ]
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
