"""The look back on a finished game in words: the worst move of each side and what was better."""

from __future__ import annotations

from collections.abc import Callable

from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.sentences import describe_finding, describe_worst
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.move_rows import discs_placed
from outflank.faces.local.sentences import Sentences
from outflank.play.match import Match
from outflank.rules import BLACK, WHITE

__all__ = ["look_back"]

_PARTS = 4  # of a game, after each of which something is said
_FINDINGS = 2  # that are told about a move
_LINE = 6  # moves of a better line that are told


def look_back(match: Match, sentences: Sentences, say: Callable[[str], None]) -> None:
    """Review a finished match, and say how it went and what was worst; Ctrl-C stops it."""
    if match.outcome is None:
        say("The game is not over yet; look back when it is.")
        return
    game = match.game.copy()
    total = len(game.plies)
    steps = {total * part // _PARTS for part in range(1, _PARTS)}

    def report(known: GameReview) -> None:
        if len(known.moves) in steps:
            say(f"Looked at {len(known.moves)} of {total} moves.")

    say("Looking back on the game, from its end. This takes some seconds.")
    try:
        with review_engine() as engine:
            found = review(game, engine, on_progress=report)
    except KeyboardInterrupt:
        say("Stopped looking back.")
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
    return f"The game might have gone on {' '.join(map(str, worst.line[:_LINE]))}."
