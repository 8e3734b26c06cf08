"""A learner's progress: what all entries of a log add up to, whatever order they came in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from outflank.learning.entries import Attempt, Card, Decision, Dropped, Entry
from outflank.learning.glicko import NEW_SOLVER, GlickoRating, rate
from outflank.learning.repetition import CardState, Repetition

__all__ = ["NEW_A_DAY", "Progress", "RunningProgress", "progress_of"]

NEW_A_DAY: Final = 20
_DAY: Final = 24 * 3600 * 1000
_DAILY: Final = "daily:"
# Occasions whose attempts do not move ratings; "earlier" is before there was a log.
_UNRATED: Final = ("storm", "survival", "earlier")


@dataclass(frozen=True, slots=True)
class Progress:
    """What a learner has done and what comes next.

    `cards` has the state of each card that is repeated: mistakes and decisions that were not
    dropped, and puzzles that were failed once. `solved` are the puzzles that were solved at the
    first try, `failed` the others that were tried. `days` are the days whose puzzle was solved.
    """

    cards: Mapping[str, CardState] = field(default_factory=dict)
    mistakes: Mapping[str, Card] = field(default_factory=dict)
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    solved: frozenset[str] = frozenset()
    failed: frozenset[str] = frozenset()
    lessons: frozenset[str] = frozenset()  # the steps that were done
    days: frozenset[date] = frozenset()
    rating: GlickoRating = NEW_SOLVER
    first_tries: Mapping[str, Attempt] = field(default_factory=dict)  # by subject

    def due(self, now: int, *, most_new: int = NEW_A_DAY) -> list[CardState]:
        """Return the cards to repeat now: those that are due, the oldest first, then new ones.

        At most `most_new` cards a day are shown for the first time.
        """
        waiting = [each for each in self.cards.values() if each.due <= now]
        known = [each for each in waiting if each.attempts]
        new = [each for each in waiting if not each.attempts]
        begun = sum(
            now - self.first_tries[subject].at < _DAY
            for subject in self.cards
            if subject in self.first_tries
        )
        in_order = sorted(known, key=_when), sorted(new, key=_when)
        return in_order[0] + in_order[1][: max(0, most_new - begun)]

    def streak(self, today: date) -> int:
        """Return on how many days in a row the puzzle of the day was solved, up to today.

        Today's puzzle may still be open.
        """
        day = today if today in self.days else today - timedelta(days=1)
        length = 0
        while day in self.days:
            length, day = length + 1, day - timedelta(days=1)
        return length


def progress_of(
    entries: Iterable[Entry], rating_of: Callable[[str], GlickoRating | None] = lambda _: None
) -> Progress:
    """Add up the entries of a log; their order and repetitions do not matter.

    `rating_of` returns the opening rating of the puzzle with a subject.

    >>> wrong = Attempt(id="a1b2c3d4", at=5, subject="puzzle/aaaaaaaaaa", move="d3")
    >>> progress = progress_of([wrong, wrong])
    >>> progress.cards["puzzle/aaaaaaaaaa"].attempts
    1
    """
    running = RunningProgress(rating_of)
    running.add(entries)
    return running.progress


class RunningProgress:
    """The progress of a learner whose entries arrive little by little, in any order.

    Entries that are newer than all before are only added; older ones make it add up all again.

    >>> running = RunningProgress()
    >>> running.add([Attempt(id="a1b2c3d4", at=5, subject="puzzle/aaaaaaaaaa", move="d3")])
    >>> len(running.progress.failed)
    1
    """

    def __init__(self, rating_of: Callable[[str], GlickoRating | None] = lambda _: None) -> None:
        self._rating_of = rating_of
        self._known: dict[str, Entry] = {}
        self._newest: tuple[int, str] = (-1, "")
        self._adding = _Adding(rating_of)
        self._progress: Progress | None = None

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries; the first of those with the same id counts."""
        new: dict[str, Entry] = {}
        for entry in entries:
            if entry.id not in self._known:
                new.setdefault(entry.id, entry)
        if not new:
            return
        self._known |= new
        self._progress = None
        following = sorted(new.values(), key=_in_time)
        if _in_time(following[0]) < self._newest:
            following = sorted(self._known.values(), key=_in_time)
            self._adding = _Adding(self._rating_of)
        for entry in following:
            self._adding.add(entry)
        self._newest = _in_time(following[-1])

    @property
    def progress(self) -> Progress:
        """What all entries so far add up to."""
        if self._progress is None:
            self._progress = self._adding.result()
        return self._progress


def _in_time(entry: Entry) -> tuple[int, str]:
    return entry.at, entry.id


class _Adding:
    """Adds up entries, which must come in order."""

    def __init__(self, rating_of: Callable[[str], GlickoRating | None]) -> None:
        self._rating_of = rating_of
        self._repetition = Repetition()
        self._made: dict[str, int] = {}  # when each card that is repeated was made, by subject
        self._mistakes: dict[str, Card] = {}
        self._decisions: dict[str, Decision] = {}
        self._first: dict[str, Attempt] = {}
        self._lessons: set[str] = set()
        self._days: set[date] = set()
        self._rating, self._rated_at = NEW_SOLVER, 0

    def add(self, entry: Entry) -> None:
        """Add the next entry."""
        match entry:
            case Attempt():
                self._attempt(entry)
            case Card():
                # A card that is made again after another game keeps what it first said.
                self._mistakes.setdefault(entry.subject, entry)
                self._made.setdefault(entry.subject, entry.at)
            case Decision():
                self._decisions[entry.subject] = entry
                self._made.setdefault(entry.subject, entry.at)
            case Dropped():
                self._mistakes.pop(entry.subject, None)
                self._decisions.pop(entry.subject, None)
                self._made.pop(entry.subject, None)

    def _attempt(self, attempt: Attempt) -> None:
        subject = attempt.subject
        kind = subject.partition("/")[0]
        if kind == "lesson":
            if attempt.is_right:
                self._lessons.add(subject)
            return
        if kind == "puzzle":
            self._rate(attempt)
            self._note_day(attempt)
            if not attempt.is_right:
                self._made.setdefault(subject, attempt.at)
        self._first.setdefault(subject, attempt)
        self._repetition.add(attempt, self._repetition.grade(attempt))

    def _rate(self, attempt: Attempt) -> None:
        """Let the first try at a puzzle move the solver's rating."""
        if attempt.subject in self._first or attempt.occasion in _UNRATED:
            return
        puzzle = self._rating_of(attempt.subject)
        if puzzle is not None:
            own = self._rating.aged(attempt.at - self._rated_at) if self._rated_at else NEW_SOLVER
            self._rating = rate(own, [(puzzle, float(attempt.is_right))])
            self._rated_at = attempt.at

    def _note_day(self, attempt: Attempt) -> None:
        if attempt.is_right and attempt.occasion.startswith(_DAILY):
            try:
                self._days.add(date.fromisoformat(attempt.occasion.removeprefix(_DAILY)))
            except ValueError:
                return  # an attempt from elsewhere may name no day

    def result(self) -> Progress:
        """Return what all entries add up to."""
        tried = self._repetition.states(self._made)
        puzzles = {each: first for each, first in self._first.items() if each.startswith("puzzle/")}
        return Progress(
            cards={
                subject: tried.get(subject) or CardState(subject, due=made)
                for subject, made in self._made.items()
            },
            mistakes=dict(self._mistakes),
            decisions=dict(self._decisions),
            solved=frozenset(each for each, first in puzzles.items() if first.is_right),
            failed=frozenset(each for each, first in puzzles.items() if not first.is_right),
            lessons=frozenset(self._lessons),
            days=frozenset(self._days),
            rating=self._rating,
            first_tries=dict(self._first),
        )


def _when(card: CardState) -> tuple[int, str]:
    return card.due, card.subject
