"""The puzzle of the day, the same for everybody, and on how many days in a row it was solved."""

from __future__ import annotations

from outflank.analysis import own_puzzles
from outflank.analysis.sentences import SideName
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.words.names import color_name
from outflank.texts import say

__all__ = ["PuzzleOfTheDay", "describe_streak"]


class PuzzleOfTheDay(PuzzleSession):
    """Today's puzzle. Only its first presentation counts; later ones are practice."""

    def __init__(self, learner: LocalLearner, side: SideName = color_name) -> None:
        self.day = learner.today
        self._occasion = f"daily:{self.day.isoformat()}"
        super().__init__([own_puzzles().of_day(self.day)], side, learner=learner, goes_on=False)

    @property
    def is_done(self) -> bool:
        """Whether today's puzzle was tried before."""
        assert self.learner is not None
        return self.learner.has_attempt(self._occasion)

    @property
    def occasion(self) -> str:
        """The occasion of attempts: this day, or practice if the day's attempt was made."""
        return "" if self.is_done else self._occasion

    @property
    def heading(self) -> str:
        """The date."""
        return say("local.learning.daily.heading", date=self.day.isoformat())

    @property
    def footnote(self) -> str:
        """The streak, once the puzzle was tried."""
        return self.closing

    @property
    def closing(self) -> str:
        """The streak, once the puzzle was tried."""
        return describe_streak(self.learner) if self.is_done and self.learner is not None else ""


def describe_streak(learner: LocalLearner) -> str:
    """Return on how many days in a row the puzzle of the day was solved, as a sentence."""
    days = learner.progress.streak(learner.today)
    return say("local.learning.daily.streak" if days else "local.learning.daily.none", count=days)
