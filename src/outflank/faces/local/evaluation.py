"""Evaluations of the positions of a match in words, and the graph of these evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from outflank.engine import Analysis
from outflank.faces.local.words.sentences import Sentences, whole_discs
from outflank.play.setup import Setup
from outflank.rules import BLACK, WHITE, Color, Outcome, Score, ScoreKind
from outflank.texts import say
from outflank.texts.phrases import capitalised

__all__ = ["Evaluation", "EvaluationGraph"]

_SCALES: Final = (4, 8, 16, 32, 64, 128)  # discs; the largest scale is the full board
_SHORTEST: Final = 8  # the graph has room for at least this many moves


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Black's lead in discs, how certain it is, and which computer found it.

    >>> from outflank.play.setup import Setup
    >>> from outflank.rules import Square
    >>> found = Analysis.of(Square.parse("f5"), Score(2.5), depth=6)
    >>> Evaluation.from_analysis(found, WHITE, "Level 5").sentence(Sentences(Setup()))
    'Level 5: White is ahead by about 3 discs'
    """

    discs: float
    score: Score
    source: str = ""  # empty for a hint, a review and the final result
    is_own: bool = False  # by a computer that plays in this game; hidden unless the user wants it

    @classmethod
    def from_analysis(
        cls, analysis: Analysis | None, mover: Color, source: str = "", *, is_own: bool = False
    ) -> Evaluation | None:
        """Return the evaluation in an analysis, if it has one."""
        if analysis is None:
            return None
        # A human-like level may choose another move than the one it thinks best.
        scores = analysis.scores.values()
        score = max(scores, key=lambda score: score.discs, default=analysis.score)
        if score is None:
            return None
        return cls(score.discs if mover is BLACK else -score.discs, score, source, is_own)

    @classmethod
    def of_computer(
        cls, analysis: Analysis | None, color: Color, setup: Setup
    ) -> Evaluation | None:
        """Return the evaluation by the computer that plays a colour, if its analysis has one."""
        level = setup.player(color).occupant.level or ""
        source = say("local.game.lead.computer")
        if level.isdigit():
            source = say("local.game.lead.level", level=level)
        return cls.from_analysis(analysis, color, source, is_own=True)

    @classmethod
    def from_outcome(cls, outcome: Outcome, setup: Setup) -> Evaluation:
        """Return the evaluation of a finished game: its official score."""
        black, white = setup.official_score(outcome)
        sign = {BLACK: 1, WHITE: -1, None: 0}[outcome.winner]
        discs = abs(black - white)
        return cls(sign * discs, Score(discs, ScoreKind.EXACT))

    def lead(self, sentences: Sentences) -> str:
        """Return who is ahead, by how many discs and how certain that is."""
        side = sentences.side(BLACK if self.discs >= 0 else WHITE)
        count = whole_discs(self.discs)
        match self.score.kind:
            case ScoreKind.EXACT if not self.discs:
                return say("local.game.lead.draw")
            case ScoreKind.EXACT:
                return say("local.game.lead.wins", side=side, count=count)
            case ScoreKind.PROVEN if not self.discs:
                return say("local.game.lead.certain_draw")
            case ScoreKind.PROVEN:
                return say("local.game.lead.wins_for_certain", side=side)
            case _ if not count:
                return say("local.game.lead.even")
            case ScoreKind.EXPECTED:
                return say("local.game.lead.average_ahead", side=side, count=count)
            case _:
                return say("local.game.lead.ahead", side=side, count=count)

    def sentence(self, sentences: Sentences) -> str:
        """Return who is ahead, and which computer found it."""
        lead = self.lead(sentences)
        if not self.source:
            return capitalised(lead)
        return say("local.game.lead.found_by", source=self.source, lead=lead)


@dataclass(frozen=True, slots=True)
class EvaluationGraph:
    """The lead after each move, drawn above or below a middle line.

    >>> found = EvaluationGraph.of({1: Evaluation(-6, Score(6))}, 2)
    >>> found.values, found.scale, found.length
    ((None, -6, -6), 8, 9)
    """

    values: tuple[float | None, ...]  # a position without an evaluation has the one before it
    length: int  # the number of positions that the graph has room for
    squares: int = 64  # on the board

    @classmethod
    def of(
        cls, evaluations: Mapping[int, Evaluation], moves: int, squares: int = 64
    ) -> EvaluationGraph:
        """Return the graph of evaluations, keyed by move number, of a game with `moves` moves."""
        known: float | None = None
        values: list[float | None] = []
        for number in range(moves + 1):
            known = evaluations[number].discs if number in evaluations else known
            values.append(known)
        return cls(tuple(values), max(moves, _SHORTEST, *evaluations) + 1, squares)

    @property
    def scale(self) -> int:
        """The lead in discs at the edge of the graph."""
        largest = max((abs(value) for value in self.values if value is not None), default=0.0)
        return next((step for step in _SCALES if largest <= step < self.squares), self.squares)
