"""Reviews in words, for every face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from outflank.analysis.mistakes import UNNAMED, Finding, Parameter
from outflank.analysis.review import GameReview, ReviewedMove
from outflank.rules import BLACK, WHITE, Color, Score, ScoreKind
from outflank.texts import Catalogue, catalogue, say
from outflank.texts.phrases import capitalised

__all__ = [
    "SideName",
    "amount_lost",
    "describe_cost",
    "describe_finding",
    "describe_mistake",
    "describe_review",
    "describe_source",
    "describe_worst",
    "discs_in_words",
    "name_finding",
    "plain_side",
]

# The parameters that choose between singular and plural, where that is not `count`.
_COUNTED = {"gave_corner": "corners", "even_region": "better_count"}

# Returns the name of a side in a skin, such as "Black" or "YES".
SideName: TypeAlias = Callable[[Color], str]


def plain_side(color: Color) -> str:
    """Return a side's colour as its name."""
    return capitalised(color.text)


def describe_mistake(move: ReviewedMove, side: SideName = plain_side) -> list[str]:
    """Return sentences on a mistake: what it cost, what was better, and what was wrong with it."""
    findings = [each for each in move.findings if each.code != UNNAMED]
    return [describe_cost(move), *(describe_finding(each, side) for each in findings)]


def describe_cost(move: ReviewedMove) -> str:
    """Return a sentence on how many discs a move gave away and which move was better.

    >>> from outflank.rules import Square
    >>> d3, c4 = Square.parse("d3"), Square.parse("c4")
    >>> scores = Score(2, ScoreKind.EXACT), Score(6, ScoreKind.EXACT)
    >>> describe_cost(ReviewedMove(9, BLACK, d3, None, *scores, c4))
    'It cost 4 discs: c4 was better.'
    """
    return catalogue().text("reviews.cost", amount=amount_lost(move), better=move.better)


def amount_lost(move: ReviewedMove) -> str:
    """Return in words how many discs a move gave away, and how certain that is."""
    return _amount(move.loss, move.score, move.best_score)


def describe_finding(
    finding: Finding, side: SideName = plain_side, language: str | None = None
) -> str:
    """Return a finding as a sentence, in the chosen language or another one.

    >>> describe_finding(Finding("gave_corner", {"corners": ("a1", "h1"), "opponent": "white"}))
    'It gave away the corners a1 and h1, which White could not take before.'
    """
    texts = catalogue(language)
    words = {name: _word(name, value, side, texts) for name, value in finding.parameters.items()}
    if (name := _COUNTED.get(finding.code)) is not None:
        counted = finding.parameters[name]
        if "count" in words:
            words["total"] = words["count"]
        words["count"] = str(len(counted) if isinstance(counted, tuple) else counted)
    return texts.text(f"reviews.findings.{finding.code}", **words)


def name_finding(code: str) -> str:
    """Return the name of a kind of finding in tables, which continues "Black ...".

    >>> name_finding("gave_corner")
    'gave a corner'
    """
    return catalogue().text(f"reviews.names.{code}")


def _word(name: str, value: Parameter, side: SideName, texts: Catalogue) -> str:
    """Return a parameter as text: a side by the reader's name for it, a list with an "and"."""
    if name in ("mover", "opponent"):
        return side(Color(value))
    if isinstance(value, tuple):
        return " ".join(value) if name in ("line", "better_line") else _list(value, texts)
    return f"{value}"


def _list(words: Sequence[str], texts: Catalogue) -> str:
    if len(words) == 1:
        return words[0]
    return texts.text("phrases.and", first=", ".join(words[:-1]), last=words[-1])


def _discs(discs: float) -> str:
    shown = f"{discs:.0f}" if discs >= 1 else f"{discs:.1f}"
    return catalogue().text("reviews.discs", count=shown)


def describe_review(review: GameReview, side: SideName = plain_side) -> list[str]:
    """Return a sentence on the worst move of each side, black's first.

    >>> describe_review(GameReview(0))
    ['There are no moves to review.']
    """
    if not review.total:
        return [catalogue().text("reviews.summary.no_moves")]
    return [describe_worst(review, color, side) for color in (BLACK, WHITE)]


def describe_worst(review: GameReview, color: Color, side: SideName = plain_side) -> str:
    """Return a sentence on a side's worst move, what it cost and which move was better."""
    worst = review.worst(color)
    key, facts = "worst", dict[str, object]()
    if not any(move.color is color for move in review.moves):
        key = "no_move"
    elif worst is None:
        key = "no_loss"
    else:
        facts = {
            "number": worst.named_number,
            "move": worst.move,
            "amount": discs_in_words(worst.loss, worst.best_score),
            "better": worst.better,
        }
    return catalogue().text(f"reviews.summary.{key}", side=side(color), **facts)


def discs_in_words(discs: float, source: Score) -> str:
    """Return a number of discs in words; the kind of the score decides how certain they sound.

    >>> discs_in_words(8.4, Score(2)), discs_in_words(2, Score(2, ScoreKind.EXACT))
    ('about 8 discs', '2 discs')
    >>> discs_in_words(0.6, Score(2, ScoreKind.EXPECTED))
    'about 0.6 discs on average'
    """
    return _amount(discs, source)


def describe_source(score: Score) -> str:
    """Return where a score comes from: a solution, or a search with its depth and confidence.

    >>> describe_source(Score(2, ScoreKind.EXACT)), describe_source(Score(2, depth=9))
    ('exact', 'depth 9')
    """
    if score.kind is ScoreKind.HEURISTIC:
        key = "depth" if score.confidence in (None, 100) else "depth_at"
    else:
        key = score.kind.value
    return say(f"reviews.sources.{key}", depth=score.depth, confidence=score.confidence)


def _amount(discs: float, *sources: Score) -> str:
    """Return a number of discs in words; one average among the sources makes it an average."""
    kinds = {source.kind for source in sources}
    if kinds == {ScoreKind.EXACT}:
        manner = "exact"
    else:
        manner = "average" if ScoreKind.EXPECTED in kinds else "estimate"
    return catalogue().text(f"reviews.amounts.{manner}", discs=_discs(discs))
