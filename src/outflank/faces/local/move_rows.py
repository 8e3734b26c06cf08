"""The rows of a list of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.rules import BLACK, Ply

__all__ = ["ListedMove", "move_rows"]


@dataclass(frozen=True, slots=True)
class ListedMove:
    """One move of the list; `number` counts from 1, `column` is 0 for black and 1 for white."""

    number: int
    column: int
    text: str


def move_rows(plies: Sequence[Ply]) -> list[list[ListedMove]]:
    """Return the moves in rows that start with black, each with its number and its answer."""
    rows: list[list[ListedMove]] = []
    for number, ply in enumerate(plies, 1):
        column = 0 if ply.color is BLACK else 1
        if column == 0 or not rows:
            rows.append([])
        text = f"{ply.move} {ply.answer.value}" if ply.answer is not None else str(ply.move)
        rows[-1].append(ListedMove(number, column, text))
    return rows
