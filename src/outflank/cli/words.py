"""The game's words as commands print them: sides, answers, scores and how a game ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from outflank.texts import catalogue, say

if TYPE_CHECKING:
    from outflank.rules import Answer, Color, Outcome, Score

__all__ = [
    "answer_in_words",
    "cell_in_words",
    "color_in_words",
    "heading_in_words",
    "names_in_words",
    "outcome_in_words",
    "reason_in_words",
    "result_in_words",
    "score_in_words",
    "side_in_words",
]


def side_in_words(color: Color | str) -> str:
    """Return the name of a side, as it stands alone: "Black"."""
    return say(f"commands.words.sides.{color}")


def color_in_words(color: Color | str) -> str:
    """Return the name of a side within a sentence: "black"."""
    return say(f"commands.words.colors.{color}")


def answer_in_words(answer: Answer) -> str:
    """Return what the oracle says."""
    return say(f"commands.words.answers.{answer.value}")


def reason_in_words(reason: str) -> str:
    """Return why a game ended."""
    return _known(f"commands.words.reasons.{_slug(reason)}", reason)


def outcome_in_words(outcome: Outcome) -> str:
    """Return who won, with the discs and the reason.

    >>> from outflank.rules import Color, Outcome, Reason
    >>> outcome_in_words(Outcome(Color.BLACK, black=40, white=24, empties=0, reason=Reason.TIME))
    'black wins 40-24 (time)'
    """
    if outcome.winner is None:
        verdict = "draw" if outcome.is_draw else "no_winner"
    else:
        verdict = f"{outcome.winner}_wins"
    return say(
        f"commands.words.outcomes.{verdict}",
        black=outcome.black,
        white=outcome.white,
        reason=reason_in_words(outcome.reason.value),
    )


def score_in_words(score: Score) -> str:
    """Return a score in discs and where it comes from, or who wins if only that is known.

    >>> from outflank.rules import Score
    >>> score_in_words(Score(2.5, depth=18, confidence=73)), score_in_words(Score(-6, "exact"))
    ('+2.50 (18@73%)', '-6 (exact)')
    """
    if score.kind.value == "heuristic":
        return str(score)  # figures only
    if score.kind.value == "proven":
        return result_in_words(score.discs)
    figure = str(score).partition(" ")[0]
    return say(f"commands.words.scores.{score.kind.value}", figure=figure)


def result_in_words(discs: float) -> str:
    """Return whether the side to move wins."""
    return say(f"commands.words.results.{'win' if discs > 0 else 'loss' if discs < 0 else 'draw'}")


def names_in_words(names: Sequence[str]) -> str:
    """Return names in one phrase.

    >>> names_in_words(["Ann"]), names_in_words(["Ann", "Bob", "Cid"])
    ('Ann', 'Ann, Bob and Cid')
    """
    *before, last = names
    return say("commands.words.and", first=", ".join(before), last=last) if before else last


def heading_in_words(column: str) -> str:
    """Return the heading of a table's column; one that is not in the catalogue stands for itself.

    >>> heading_in_words("ms a move"), heading_in_words("v 3")
    ('ms a move', 'v 3')
    """
    if column in ("Black", "White"):
        return side_in_words(column.lower())
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
