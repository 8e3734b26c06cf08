"""When a card is repeated: grades from what the learner did, intervals from FSRS."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from outflank.extras import require_extra
from outflank.learning.entries import Attempt

if TYPE_CHECKING:
    import fsrs

__all__ = ["CardState", "Grade", "Repetition"]

_RETENTION: Final = 0.9  # how likely a card is remembered when it comes again
_SLOW: Final = 2.0  # times the learner's median
_FAST_IN_A_ROW: Final = 3
_FEWEST_FOR_A_MEDIAN: Final = 5
_MOST_FOR_A_MEDIAN: Final = 200  # only the newest times count, because learners get quicker


class Grade(IntEnum):
    """How well a card was remembered, in the numbers of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class CardState:
    """What is known of a card: when it is due, and how often it was tried."""

    subject: str
    due: int  # milliseconds since 1970
    attempts: int = 0
    lapses: int = 0  # how often it was forgotten
    last: int | None = None  # when it was tried last
    stability: float | None = None  # days after which it is forgotten once in ten times
    difficulty: float | None = None


@dataclass(slots=True)
class _Times:
    """The thinking times of right attempts of one kind."""

    known: list[int] = field(default_factory=list)

    def median(self) -> float | None:
        if len(self.known) < _FEWEST_FOR_A_MEDIAN:
            return None
        return statistics.median(self.known[-_MOST_FOR_A_MEDIAN:])


class Repetition:
    """Grades attempts, which must come in the order of their times, and schedules their cards."""

    def __init__(self) -> None:
        require_extra("learn", "fsrs")
        import fsrs

        self._fsrs = fsrs
        self._scheduler = fsrs.Scheduler(
            desired_retention=_RETENTION,
            learning_steps=(),
            relearning_steps=(),
            enable_fuzzing=False,
        )
        self._times: dict[str, _Times] = {}
        self._quick: dict[str, int] = {}  # right and quick attempts in a row, by subject
        self._cards: dict[str, fsrs.Card] = {}
        self._states: dict[str, CardState] = {}

    def grade(self, attempt: Attempt) -> Grade:
        """Return the grade of an attempt, and remember its time."""
        kind = attempt.subject.partition("/")[0]
        times = self._times.setdefault(kind, _Times())
        if not attempt.is_right:
            self._quick[attempt.subject] = 0
            return Grade.AGAIN
        median = times.median()
        if attempt.milliseconds:
            times.known.append(attempt.milliseconds)
        is_slow = median is not None and attempt.milliseconds > _SLOW * median
        if attempt.hints or is_slow:
            self._quick[attempt.subject] = 0
            return Grade.HARD
        is_quick = median is not None and 0 < attempt.milliseconds < median
        quick = self._quick.get(attempt.subject, 0) + 1 if is_quick else 0
        self._quick[attempt.subject] = quick
        return Grade.EASY if quick >= _FAST_IN_A_ROW else Grade.GOOD

    def add(self, attempt: Attempt, grade: Grade) -> CardState:
        """Schedule the card of an attempt anew, and return what is known of it."""
        at = datetime.fromtimestamp(attempt.at / 1000, UTC)
        known = self._cards.get(attempt.subject)
        card = self._fsrs.Card(card_id=0, due=at) if known is None else known
        card, _ = self._scheduler.review_card(card, self._fsrs.Rating(int(grade)), at)
        self._cards[attempt.subject] = card
        before = self._states.get(attempt.subject)
        state = CardState(
            attempt.subject,
            due=round(card.due.timestamp() * 1000),
            attempts=1 if before is None else before.attempts + 1,
            lapses=(0 if before is None else before.lapses) + (grade is Grade.AGAIN),
            last=attempt.at,
            stability=card.stability,
            difficulty=card.difficulty,
        )
        self._states[attempt.subject] = state
        return state

    def states(self, subjects: Iterable[str]) -> dict[str, CardState]:
        """Return what is known of some cards; those never tried are left out."""
        return {each: self._states[each] for each in subjects if each in self._states}
