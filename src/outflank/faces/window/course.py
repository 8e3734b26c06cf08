"""The course of a match: which moment of it is looked at, and what each of them was worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.engine import Analysis
from outflank.play.match import Match
from outflank.play.sentences import Sentences
from outflank.rules import (
    BLACK,
    WHITE,
    Color,
    Outcome,
    Placement,
    Ply,
    Position,
    Score,
    ScoreKind,
    Square,
)

__all__ = ["Course", "Evaluation"]

_KINDS: Final = {
    ScoreKind.HEURISTIC: "estimate",
    ScoreKind.EXPECTED: "average over the answers",
    ScoreKind.BOOK: "book",
    ScoreKind.PROVEN: "proven",
    ScoreKind.EXACT: "exact",
}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Who is ahead, in discs from black's side, who says so and how it is known.

    >>> from outflank.play.setup import Setup
    >>> found = Analysis(Square.parse("f5"), Score(2.5), depth=6)
    >>> Evaluation.of(found, WHITE, "level 5").words(Sentences(Setup()))
    'White +2.5, depth 6, estimate by level 5'
    """

    discs: float
    score: Score
    source: str
    depth: int = 0

    @classmethod
    def of(cls, analysis: Analysis | None, mover: Color, source: str) -> Evaluation | None:
        """Return the evaluation in an analysis, if it has one."""
        if analysis is None:
            return None
        # A soft player may choose another move than the one it thinks best.
        scores = (score for _, score in analysis.candidates)
        score = max(scores, key=lambda one: one.discs, default=analysis.score)
        if score is None:
            return None
        sign = 1 if mover is BLACK else -1
        return cls(sign * score.discs, score, source, score.depth or analysis.depth)

    @classmethod
    def of_end(cls, outcome: Outcome) -> Evaluation:
        """Return what a game was worth that the board has ended."""
        discs = abs(outcome.margin(empties_to_winner=True))
        sign = {BLACK: 1, WHITE: -1, None: 0}[outcome.winner]
        return cls(sign * discs, Score(discs, ScoreKind.EXACT), "the result")

    def words(self, sentences: Sentences) -> str:
        """Say who is ahead, how deep that was looked at, how sure it is and who says so."""
        leader = sentences.side(BLACK if self.discs >= 0 else WHITE)
        depth = f", depth {self.depth}" if self.depth else ""
        sure = f" at {self.score.confidence} %" if self.score.confidence is not None else ""
        kind = _KINDS[self.score.kind]
        return f"{leader} {abs(self.discs):+.1f}{depth}{sure}, {kind} by {self.source}"


class Course:
    """Walks through the moves of a match without changing it.

    A moment is the number of moves before it; the last one is the present.

    >>> from outflank.play.setup import Setup
    >>> match = Match.start(Setup())
    >>> _ = match.play(Square.parse("f5"), at=1000)
    >>> course = Course(match)
    >>> course.look_at(0)
    >>> course.is_past, course.position.board.count(BLACK)
    (True, 2)
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._looked_at: int | None = None
        self.evaluations: dict[int, Evaluation] = {}

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far."""
        return self._match.game.plies

    @property
    def is_past(self) -> bool:
        """Whether an earlier moment is looked at."""
        return self._looked_at is not None

    @property
    def moment(self) -> int:
        """How many moves had been made at the moment that is looked at."""
        return len(self.plies) if self._looked_at is None else self._looked_at

    @property
    def position(self) -> Position:
        """The position that is looked at."""
        if self._looked_at is None:
            return self._match.position
        return self.plies[self._looked_at - 1].position if self._looked_at else self.start

    @property
    def start(self) -> Position:
        """The position at the beginning."""
        return self._match.game.start

    @property
    def last_move(self) -> Placement | None:
        """What the last disc did before the moment that is looked at."""
        for ply in reversed(self.plies[: self.moment]):
            if ply.placement:
                return ply.placement
        return None

    def look_at(self, moment: int) -> None:
        """Look at a moment; the last one and all that would follow it are the present."""
        moment = max(0, moment)
        self._looked_at = moment if moment < len(self.plies) else None

    def return_to_present(self) -> None:
        """Look at the match as it stands."""
        self._looked_at = None

    def note(self, evaluation: Evaluation | None, moment: int) -> None:
        """Remember what a moment is worth."""
        if evaluation is not None:
            self.evaluations[moment] = evaluation

    def forget_what_was_taken_back(self) -> None:
        """Keep nothing of moments that there are no more."""
        last = len(self.plies)
        self.evaluations = {at: one for at, one in self.evaluations.items() if at <= last}
        self.look_at(self.moment)

    @property
    def evaluation(self) -> Evaluation | None:
        """What the moment is worth; in the present the newest evaluation stands in for it."""
        if self.is_past or not self.evaluations:
            return self.evaluations.get(self.moment)
        return self.evaluations[max(self.evaluations)]

    def sentence(self, sentences: Sentences) -> str:
        """Say which moment of the past is looked at."""
        count = len(self.plies)
        if not self.moment:
            return f"The start, {count} move{'' if count == 1 else 's'} ago."
        ply = self.plies[self.moment - 1]
        what = f"played {ply.move}" if isinstance(ply.move, Square) else "passed"
        said = f" after {ply.answer.value}" if ply.answer is not None else ""
        return f"Move {self.moment} of {count}: {sentences.who(ply.color)} {what}{said}."
