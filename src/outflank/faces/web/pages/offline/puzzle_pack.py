"""The puzzles that the page keeps for use without network: some of every theme, easy and hard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from outflank.analysis import Puzzle, PuzzleCollection, own_puzzles
from outflank.analysis.puzzle_collection.themes import THEMES
from outflank.faces.web.wire.schemas.puzzles import PuzzleObject
from outflank.faces.web.wire.views.puzzles import puzzle_object
from outflank.learning import GlickoRating

__all__ = ["packed_puzzles", "puzzle_pack"]

_MOST: Final = 200


def packed_puzzles(puzzles: PuzzleCollection) -> list[Puzzle]:
    """Choose puzzles of every theme in turn, and from the easiest to the hardest of each.

    >>> from outflank.analysis import own_puzzles
    >>> 0 < len(packed_puzzles(own_puzzles())) <= 200
    True
    """
    count = _MOST // len(THEMES) + 1
    by_theme = [_spread(puzzles.chosen(theme=theme), count) for theme in THEMES]
    in_turn = [one for ones in zip(*by_theme, strict=False) for one in ones]
    rest = [one for ones in by_theme for one in ones]
    chosen: dict[str, Puzzle] = {}
    for one in [*in_turn, *rest, *_spread(puzzles, _MOST)]:
        if len(chosen) < _MOST:
            chosen.setdefault(one.id, one)
    return sorted(chosen.values(), key=lambda one: one.rating)


def _spread(puzzles: PuzzleCollection, count: int) -> list[Puzzle]:
    """Return so many puzzles at equal distances, or all."""
    return [puzzles[place] for place in _places(len(puzzles), count)]


def _places(size: int, count: int) -> Iterator[int]:
    """Yield places in a sequence at equal distances.

    >>> list(_places(10, 3)), list(_places(2, 3))
    ([1, 5, 8], [0, 1])
    """
    if size <= count:
        yield from range(size)
    else:
        yield from ((2 * number + 1) * size // (2 * count) for number in range(count))


def puzzle_pack() -> bytes:
    """Return the chosen puzzles as JSON, as the API sends them, with their opening ratings."""
    sent: list[PuzzleObject] = [
        puzzle_object(one, GlickoRating(one.rating)) for one in packed_puzzles(own_puzzles())
    ]
    return msgspec.json.encode(sent)
