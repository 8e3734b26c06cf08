"""The screen's own copy of a match, kept up by its events, which can be walked through."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.engine import Analysis
from outflank.play.events import Event, MatchEnded, MatchStarted, TakenBack
from outflank.play.match_state import MatchState
from outflank.play.setup import Setup
from outflank.rules import BLACK, Color, Ply, Position, Score, Square

__all__ = ["Follower", "Point"]


@dataclass(frozen=True, slots=True)
class Point:
    """A position's worth to black, and who says so."""

    discs: float
    score: Score
    color: Color  # whose side the score takes
    source: str

    @classmethod
    def of(cls, analysis: Analysis, color: Color, source: str) -> Point | None:
        """Return the point of an analysis, if it has a score."""
        score = max((each for _, each in analysis.candidates), key=_discs, default=analysis.score)
        if score is None:
            return None
        return cls(score.discs if color is BLACK else -score.discs, score, color, source)


class Follower:
    """What the events so far add up to, and which moment of it is looked at."""

    def __init__(self) -> None:
        self.state = MatchState()
        self.points: dict[int, Point] = {}  # by the number of moves before the position
        self.ended: MatchEnded | None = None
        self._review: int | None = None

    def apply(self, event: Event) -> None:
        """Follow one event."""
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
        """Whether there is a match at all."""
        return hasattr(self.state, "game")

    @property
    def setup(self) -> Setup:
        """What was agreed."""
        return self.state.setup

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far."""
        return self.state.game.plies

    @property
    def live(self) -> Position:
        """The position in which the match stands."""
        return self.state.game.position

    # Walking through it

    @property
    def is_reviewing(self) -> bool:
        """Whether an earlier moment is looked at."""
        return self._review is not None

    @property
    def shown(self) -> int:
        """How many moves had been made at the moment that is looked at."""
        return len(self.plies) if self._review is None else self._review

    @property
    def position(self) -> Position:
        """The position that is looked at."""
        if self._review is None:
            return self.live
        return self.state.game.start if not self._review else self.plies[self._review - 1].position

    @property
    def last(self) -> Ply | None:
        """The last move that placed a disc, at the moment that is looked at."""
        shown = reversed(self.plies[: self.shown])
        return next((ply for ply in shown if isinstance(ply.move, Square)), None)

    def look_at(self, number: int) -> None:
        """Look at the moment after so many moves; the last one is the present."""
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
        """The side for which undo, redo and resigning are meant; None where no person plays."""
        people = self.people
        if len(people) < 2:
            return people[0] if people else None
        return self.live.turn


def _discs(score: Score) -> float:
    return score.discs
