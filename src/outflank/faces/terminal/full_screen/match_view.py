"""The screen's copy of a match, built from its events, and the position that is shown of it."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.engine import Analysis
from outflank.play.events import Event, MatchEnded, MatchStarted, TakenBack
from outflank.play.match_state import MatchState
from outflank.play.setup import Setup
from outflank.rules import BLACK, Color, Ply, Position, Score, Square

__all__ = ["EvaluationPoint", "TerminalMatchView"]


@dataclass(frozen=True, slots=True)
class EvaluationPoint:
    """The evaluation of a position in discs for black, and its source."""

    discs: float
    score: Score
    color: Color  # from whose side the score is
    source: str

    @classmethod
    def of(cls, analysis: Analysis, color: Color, source: str) -> EvaluationPoint | None:
        """Return the point of an analysis, if it has a score."""
        score = max((each for _, each in analysis.candidates), key=_discs, default=analysis.score)
        if score is None:
            return None
        return cls(score.discs if color is BLACK else -score.discs, score, color, source)


class TerminalMatchView:
    """The state of a match after the events so far, and the position that is shown."""

    def __init__(self) -> None:
        self.state = MatchState()
        self.points: dict[int, EvaluationPoint] = {}  # by the number of moves before the position
        self.ended: MatchEnded | None = None
        self._review: int | None = None

    def apply(self, event: Event) -> None:
        """Apply one event."""
        self.state.apply(event)
        if isinstance(event, TakenBack | MatchStarted):
            self.ended = None
            length = len(self.plies)
            self.points = {at: point for at, point in self.points.items() if at <= length}
        if isinstance(event, MatchEnded):
            self.ended = event
        if self._review is not None:
            self.look_at(self._review)

    @property
    def has_begun(self) -> bool:
        """Whether a match has started."""
        return hasattr(self.state, "game")

    @property
    def setup(self) -> Setup:
        """The setup that the players agreed on."""
        return self.state.setup

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far."""
        return self.state.game.plies

    @property
    def live(self) -> Position:
        """The present position of the match."""
        return self.state.game.position

    # Reviewing

    @property
    def is_reviewing(self) -> bool:
        """Whether an earlier position is shown."""
        return self._review is not None

    @property
    def shown(self) -> int:
        """The number of moves before the position that is shown."""
        return len(self.plies) if self._review is None else self._review

    @property
    def position(self) -> Position:
        """The position that is shown."""
        if self._review is None:
            return self.live
        return self.state.game.start if not self._review else self.plies[self._review - 1].position

    @property
    def last(self) -> Ply | None:
        """The last move that placed a disc before the position that is shown."""
        shown = reversed(self.plies[: self.shown])
        return next((ply for ply in shown if isinstance(ply.move, Square)), None)

    def look_at(self, number: int) -> None:
        """Show the position after so many moves; the last one is the present."""
        number = max(number, 0)
        self._review = number if number < len(self.plies) else None

    # Whose turn it is

    def is_person(self, color: Color) -> bool:
        """Tell whether a person plays this side."""
        return self.setup.player(color).is_person

    @property
    def people(self) -> list[Color]:
        """The sides that people play."""
        return [color for color in Color if self.is_person(color)]

    @property
    def awaits_person(self) -> bool:
        """Whether a person is to move."""
        asked = self.state.asked
        return asked is not None and not self.live.awaits_answer() and self.is_person(asked.color)

    @property
    def own_side(self) -> Color | None:
        """The side that undoes, redoes and resigns; None where no person plays."""
        people = self.people
        if len(people) < 2:
            return people[0] if people else None
        return self.live.turn


def _discs(score: Score) -> float:
    return score.discs
