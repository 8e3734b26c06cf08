"""The rows of the list of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.faces.local.words.names import move_text
from outflank.rules import BLACK, Ply

__all__ = ["ListedMove", "discs_placed", "move_rows"]


@dataclass(frozen=True, slots=True)
class ListedMove:
    """One move of the list; `column` is 0 for black and 1 for white.

    `number` counts moves and passes from 1, and names the position after the move. `label` is the
    number that players use, which counts only placed discs; it is empty for a pass.
    """

    number: int
    column: int
    text: str
    label: str


def move_rows(plies: Sequence[Ply]) -> list[list[ListedMove]]:
    """Return the moves in rows, black's first, each with its number and the oracle's answer."""
    rows: list[list[ListedMove]] = []
    for number, ply in enumerate(plies, 1):
        column = 0 if ply.color is BLACK else 1
        if column == 0 or not rows:
            rows.append([])
        text = move_text(ply.move)
        if ply.answer is not None:
            text = f"{text} {ply.answer.text}"
        rows[-1].append(ListedMove(number, column, text, _label(ply)))
    return rows


def discs_placed(plies: Sequence[Ply]) -> int:
    """Count the moves as players do, without passes."""
    return sum(ply.disc_number is not None for ply in plies)


def _label(ply: Ply) -> str:
    return "" if ply.disc_number is None else f"{ply.disc_number}."
