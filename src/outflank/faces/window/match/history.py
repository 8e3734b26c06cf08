"""The moves of a match: which position is viewed, and the evaluation of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.engine import Analysis
from outflank.faces.local.sentences import Sentences
from outflank.play.match import Match
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

__all__ = ["Evaluation", "MatchHistory"]

_KINDS: Final = {
    ScoreKind.HEURISTIC: "estimate",
    ScoreKind.EXPECTED: "average over the answers",
    ScoreKind.BOOK: "book",
    ScoreKind.PROVEN: "proven",
    ScoreKind.EXACT: "exact",
}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The lead in discs from black's side, its source and how certain it is.

    >>> from outflank.play.setup import Setup
    >>> found = Analysis(Square.parse("f5"), Score(2.5), depth=6)
    >>> Evaluation.from_analysis(found, WHITE, "level 5").sentence(Sentences(Setup()))
    'White +2.5, depth 6, estimate (level 5)'
    """

    discs: float
    score: Score
    source: str
    depth: int = 0

    @classmethod
    def from_analysis(
        cls, analysis: Analysis | None, mover: Color, source: str
    ) -> Evaluation | None:
        """Return the evaluation in an analysis, if it has one."""
        if analysis is None:
            return None
        # A human-like level may choose another move than the one it thinks best.
        scores = (score for _, score in analysis.candidates)
        score = max(scores, key=lambda one: one.discs, default=analysis.score)
        if score is None:
            return None
        sign = 1 if mover is BLACK else -1
        return cls(sign * score.discs, score, source, score.depth or analysis.depth)

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> Evaluation:
        """Return the final evaluation of a game that was played to its end."""
        discs = abs(outcome.margin(empties_to_winner=True))
        sign = {BLACK: 1, WHITE: -1, None: 0}[outcome.winner]
        return cls(sign * discs, Score(discs, ScoreKind.EXACT), "final result")

    def sentence(self, sentences: Sentences) -> str:
        """Return the lead, the search depth, the certainty and the source as text."""
        leader = sentences.side(BLACK if self.discs >= 0 else WHITE)
        depth = f", depth {self.depth}" if self.depth else ""
        confidence = f" at {self.score.confidence} %" if self.score.confidence is not None else ""
        kind = _KINDS[self.score.kind]
        return f"{leader} {abs(self.discs):+.1f}{depth}{confidence}, {kind} ({self.source})"


class MatchHistory:
    """Steps through the positions of a match without changing it.

    A position is named by its move number, the number of moves before it; the last is the present.

    >>> from outflank.play.setup import Setup
    >>> match = Match.start(Setup())
    >>> _ = match.play(Square.parse("f5"), at=1000)
    >>> history = MatchHistory(match)
    >>> history.view(0)
    >>> history.is_past, history.position.board.count(BLACK)
    (True, 2)
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._viewed: int | None = None
        self.evaluations: dict[int, Evaluation] = {}

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves and passes so far."""
        return self._match.game.plies

    @property
    def is_past(self) -> bool:
        """Whether an earlier position is viewed."""
        return self._viewed is not None

    @property
    def move_number(self) -> int:
        """How many moves led to the viewed position."""
        return len(self.plies) if self._viewed is None else self._viewed

    @property
    def position(self) -> Position:
        """The viewed position."""
        if self._viewed is None:
            return self._match.position
        return self.plies[self._viewed - 1].position if self._viewed else self.start

    @property
    def start(self) -> Position:
        """The starting position."""
        return self._match.game.start

    @property
    def last_move(self) -> Placement | None:
        """The last disc placed before the viewed position, and what it flipped."""
        for ply in reversed(self.plies[: self.move_number]):
            if ply.placement:
                return ply.placement
        return None

    def view(self, move_number: int) -> None:
        """View a position by its move number; the last number and higher ones are the present."""
        move_number = max(0, move_number)
        self._viewed = move_number if move_number < len(self.plies) else None

    def return_to_present(self) -> None:
        """View the current position."""
        self._viewed = None

    def record(self, evaluation: Evaluation | None, move_number: int) -> None:
        """Store the evaluation of a position, if there is one."""
        if evaluation is not None:
            self.evaluations[move_number] = evaluation

    def drop_undone(self) -> None:
        """Drop the evaluations of moves that were taken back."""
        last = len(self.plies)
        self.evaluations = {at: one for at, one in self.evaluations.items() if at <= last}
        self.view(self.move_number)

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the viewed position; for the current one, the newest there is."""
        if self.is_past or not self.evaluations:
            return self.evaluations.get(self.move_number)
        return self.evaluations[max(self.evaluations)]

    def sentence(self, sentences: Sentences) -> str:
        """Say which earlier position is viewed."""
        count = len(self.plies)
        if not self.move_number:
            return f"Start of the game, {count} move{'' if count == 1 else 's'} ago."
        ply = self.plies[self.move_number - 1]
        what = f"played {ply.move}" if isinstance(ply.move, Square) else "passed"
        said = f" after {ply.answer.value}" if ply.answer is not None else ""
        return f"Move {self.move_number} of {count}: {sentences.who(ply.color)} {what}{said}."
