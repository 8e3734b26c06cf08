"""The review of a finished game in words: each side's worst move, and what was better."""

from __future__ import annotations

from collections.abc import Callable

from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.review_rules import RULES
from outflank.analysis.sentences import describe_finding, describe_worst
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.exercises.game_cards import remember_mistakes
from outflank.faces.local.exercises.openings.own_book import where_left
from outflank.faces.local.move_rows import discs_placed
from outflank.faces.local.words.sentences import Sentences
from outflank.play.match import Match
from outflank.rules import BLACK, WHITE
from outflank.texts import say

__all__ = ["say_review"]

_PARTS = 4  # a sentence about the lead follows each quarter of the game
_FINDINGS = 2  # printed about a move, at most


def say_review(match: Match, sentences: Sentences, tell: Callable[[str], None]) -> None:
    """Review a finished match, and print how it went and the worst moves; Ctrl-C stops it."""
    if match.outcome is None:
        tell(say("line_mode.review.not_over"))
        return
    game = match.game.copy()
    total = len(game.plies)
    steps = {total * part // _PARTS for part in range(1, _PARTS)}

    def report(known: GameReview) -> None:
        if len(known.moves) in steps:
            tell(say("line_mode.review.progress", done=len(known.moves), total=total))

    tell(say("line_mode.review.begins"))
    try:
        with review_engine() as engine:
            found = review(game, engine, on_progress=report)
    except KeyboardInterrupt:
        tell(say("line_mode.review.stopped"))
        return
    for part in range(1, _PARTS + 1):
        number = total * part // _PARTS
        if number in found.values:
            value = found.values[number]
            lead = Evaluation(value.discs, value, "").lead(sentences)
            tell(say("line_mode.review.lead", number=discs_placed(game.plies[:number]), lead=lead))
    for color in (BLACK, WHITE):
        tell(describe_worst(found, color, sentences.side))
        if worst := found.worst(color):
            for finding in worst.findings[:_FINDINGS]:
                tell(describe_finding(finding, sentences.side))
            tell(_better_line(worst))
    for left in where_left(match, sentences.side):
        tell(left)
    if cards := remember_mistakes(match, found):
        tell(cards)


def _better_line(worst: ReviewedMove) -> str:
    moves = " ".join(map(str, worst.line[: RULES.lines.in_text]))
    return say("line_mode.review.line", moves=moves)
