"""What a learner has reached, and what is next: rating, streak, cards that are due, weaknesses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from outflank.analysis import own_puzzles, theme_name
from outflank.faces.local.exercises.due_cards import all_cards, due_cards, next_due
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.words.when import when_in_words
from outflank.learning import Attempt, GlickoRating
from outflank.texts import say

__all__ = ["Overview", "WeakTheme", "overview_of"]

_TEXTS = "local.learning.overview"
_PUZZLE: Final = "puzzle/"
_LATEST: Final = 300  # first tries that say how strong a learner is now
_FEWEST: Final = 5  # tries at a theme from which on it says something
_MOST_WEAK: Final = 3


@dataclass(frozen=True, slots=True)
class WeakTheme:
    """A theme whose puzzles the learner solves more seldom than others."""

    theme: str
    right: int
    tried: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What a learner has reached, and what is next."""

    rating: GlickoRating
    streak: int
    is_daily_done: bool
    solved: int
    failed: int
    cards: int
    due: int
    next_due: int | None
    openings_due: int
    lessons: int  # steps that were done
    weak: tuple[WeakTheme, ...]
    now: int

    def lines(self) -> list[str]:
        """Return the overview in sentences.

        >>> from pathlib import Path
        >>> overview_of(LocalLearner(Path("/no/such/folder"))).lines()[0]
        'You have tried no puzzle yet.'
        """
        tried = self.solved + self.failed
        lines = [self._rating() if tried else say(f"{_TEXTS}.no_puzzle")]
        if tried:
            lines.append(say(f"{_TEXTS}.solved", count=self.solved, tried=tried))
        if self.streak:
            lines.append(say("local.learning.daily.streak", count=self.streak))
        lines.append(say(f"{_TEXTS}.daily_{'done' if self.is_daily_done else 'open'}"))
        lines.append(self._cards())
        if self.openings_due:
            lines.append(say(f"{_TEXTS}.openings", count=self.openings_due))
        if self.weak:
            lines.append(say(f"{_TEXTS}.weak", themes=", ".join(map(_in_words, self.weak))))
        return lines

    def _rating(self) -> str:
        key = "provisional" if self.rating.is_provisional else "rating"
        return say(f"{_TEXTS}.{key}", rating=round(self.rating.value))

    def _cards(self) -> str:
        if self.due:
            return say(f"{_TEXTS}.due", count=self.due)
        if self.next_due is None:
            return say("local.learning.cards.none")
        when = when_in_words(self.next_due, self.now)
        return say("local.learning.cards.nothing_due", when=when)

    def to_dict(self) -> dict[str, Any]:
        """Return the overview as plain values for JSON."""
        return {
            "rating": round(self.rating.value),
            "deviation": round(self.rating.deviation),
            "provisional": self.rating.is_provisional,
            "streak": self.streak,
            "daily_done": self.is_daily_done,
            "solved": self.solved,
            "failed": self.failed,
            "cards": self.cards,
            "due": self.due,
            "next_due": self.next_due,
            "openings_due": self.openings_due,
            "lesson_steps": self.lessons,
            "weak_themes": [
                {"theme": each.theme, "right": each.right, "tried": each.tried}
                for each in self.weak
            ],
        }


def overview_of(learner: LocalLearner) -> Overview:
    """Return what a learner has reached, and what is next."""
    progress, now = learner.progress, learner.now
    daily = f"daily:{learner.today.isoformat()}"
    attempts = [each for each in learner.entries if isinstance(each, Attempt)]
    return Overview(
        rating=progress.rating.aged(0),
        streak=progress.streak(learner.today),
        is_daily_done=any(each.occasion == daily for each in attempts),
        solved=len(progress.solved),
        failed=len(progress.failed),
        cards=len(all_cards(learner)),
        due=len(due_cards(learner)),
        next_due=next_due(learner),
        openings_due=sum(each.subject.startswith("opening/") for each in progress.due(now)),
        lessons=len(progress.lessons),
        weak=tuple(_weak_themes(list(progress.first_tries.values()))),
        now=now,
    )


def _weak_themes(first_tries: list[Attempt]) -> list[WeakTheme]:
    """Return the themes with the lowest share of right first tries, the weakest first."""
    latest = sorted(first_tries, key=lambda each: each.at)[-_LATEST:]
    tried, right = Counter[str](), Counter[str]()
    collection = own_puzzles()
    for attempt in latest:
        kind, _, name = attempt.subject.partition("/")
        if f"{kind}/" != _PUZZLE or (puzzle := collection.find(name)) is None:
            continue
        for theme in puzzle.themes:
            tried[theme] += 1
            right[theme] += attempt.is_right
    if not tried:
        return []
    usual = right.total() / tried.total()
    shares = {each: right[each] / tried[each] for each in tried if tried[each] >= _FEWEST}
    weak = sorted((each for each in shares if shares[each] < usual), key=lambda each: shares[each])
    return [WeakTheme(each, right[each], tried[each]) for each in weak[:_MOST_WEAK]]


def _in_words(weak: WeakTheme) -> str:
    name = theme_name(weak.theme)
    return say(f"{_TEXTS}.weak_theme", theme=name, right=weak.right, tried=weak.tried)
