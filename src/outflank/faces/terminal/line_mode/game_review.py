"""The review of a finished game in words: each side's worst move, and what was better."""

from __future__ import annotations

from collections.abc import Callable

from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.review_rules import RULES
from outflank.analysis.sentences import describe_finding, describe_worst
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.move_rows import discs_placed
from outflank.faces.local.sentences import Sentences
from outflank.play.match import Match
from outflank.rules import BLACK, WHITE

__all__ = ["say_review"]

_PARTS = 4  # a sentence about the lead follows each quarter of the game
_FINDINGS = 2  # printed about a move, at most


def say_review(match: Match, sentences: Sentences, say: Callable[[str], None]) -> None:
    """Review a finished match, and print how it went and the worst moves; Ctrl-C stops it."""
    if match.outcome is None:
        say("The game is not over yet; review it when it is.")
        return
    game = match.game.copy()
    total = len(game.plies)
    steps = {total * part // _PARTS for part in range(1, _PARTS)}

    def report(known: GameReview) -> None:
        if len(known.moves) in steps:
            say(f"Reviewed {len(known.moves)} of {total} moves.")

    say("Reviewing the game, from its end. This takes a few seconds.")
    try:
        with review_engine() as engine:
            found = review(game, engine, on_progress=report)
    except KeyboardInterrupt:
        say("The review was stopped.")
        return
    for part in range(1, _PARTS + 1):
        number = total * part // _PARTS
        if number in found.values:
            value = found.values[number]
            lead = Evaluation(value.discs, value, "").lead(sentences)
            say(f"After move {discs_placed(game.plies[:number])}: {lead}.")
    for color in (BLACK, WHITE):
        say(describe_worst(found, color, sentences.side))
        if worst := found.worst(color):
            for finding in worst.findings[:_FINDINGS]:
                say(describe_finding(finding, sentences.side))
            say(_better_line(worst))


def _better_line(worst: ReviewedMove) -> str:
    return f"The game might have continued {' '.join(map(str, worst.line[: RULES.lines.in_text]))}."
