"""Scores, and the headings and cells of tables, as commands print them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from outflank.texts import catalogue, say
from outflank.texts.phrases import capitalised

if TYPE_CHECKING:
    from outflank.rules import Score, WinDrawLoss

__all__ = [
    "cell_in_words",
    "heading_in_words",
    "result_in_words",
    "score_in_words",
]


def score_in_words(score: Score | WinDrawLoss) -> str:
    """Return a score in discs and where it comes from, or who wins if only that is known.

    >>> from outflank.rules import Score
    >>> score_in_words(Score(2.5, depth=18, confidence=73)), score_in_words(Score(-6, "exact"))
    ('+2.50 (18@73%)', '-6 (exact)')
    """
    from outflank.rules import WinDrawLoss

    if isinstance(score, WinDrawLoss):
        return result_in_words(score.sign)
    if score.kind.value == "heuristic":
        return str(score)  # figures only
    figure = str(score).partition(" ")[0]
    return say(f"commands.words.scores.{score.kind.value}", figure=figure)


def result_in_words(discs: float) -> str:
    """Return whether the side to move wins."""
    return say(f"commands.words.results.{'win' if discs > 0 else 'loss' if discs < 0 else 'draw'}")


def heading_in_words(column: str) -> str:
    """Return the heading of a table's column; one that is not in the catalogue stands for itself.

    >>> heading_in_words("ms a move"), heading_in_words("v 3")
    ('ms a move', 'v 3')
    """
    if column in ("Black", "White"):
        from outflank.rules import Color

        return capitalised(Color(column.lower()).text)
    return _known(f"commands.tables.headings.{_slug(column)}", column)


def cell_in_words(column: str, text: str) -> str:
    """Return a cell of a table; most columns hold names and figures, which stay as they are.

    >>> cell_in_words("status", "running"), cell_in_words("name", "running")
    ('running', 'running')
    """
    cells = f"commands.tables.cells.{_slug(column)}"
    return ", ".join(_known(f"{cells}.{_slug(part)}", part) for part in text.split(", "))


def _known(key: str, otherwise: str) -> str:
    return say(key) if key in catalogue("en") else otherwise


def _slug(text: str) -> str:
    return re.sub(r"\W+", "_", text.lower().replace("%", "percent")).strip("_")
