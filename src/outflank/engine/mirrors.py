"""Moves that are each other's mirror image are worth the same, and should be seen to be."""

from __future__ import annotations

from dataclasses import replace

from outflank.engine.protocol import Variation
from outflank.rules import Board, Move, Square, Symmetry

__all__ = ["evened"]

# Games leave such boards behind after a few moves.
_MOST_DISCS = 12


def evened(variations: tuple[Variation, ...], board: Board) -> tuple[Variation, ...]:
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
