"""The progress of players, added up once and continued when new entries are stored."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeVar

from outflank.learning import Attempt, Card, Entry, GlickoRating, Progress, RunningProgress
from outflank.store.learning.entry_store import EntryStore, StoredEntry

__all__ = ["PlayerProgress", "ProgressCache"]

Answer = TypeVar("Answer")

_MOST_ENTRIES: Final = 200_000  # in memory, of all players together


class PlayerProgress:
    """What one player has learned, up to the last entry that was read."""

    def __init__(self) -> None:
        self.lock: threading.Lock = threading.Lock()
        self.last: int = 0  # the number of the last entry
        self._entries: dict[str, Entry] = {}
        self._cards: dict[str, list[Card]] = {}  # by subject
        self._tried: set[str] = set()  # subjects of attempts
        self._puzzles: dict[str, GlickoRating] = {}  # as they were rated at the first attempt
        self._running = RunningProgress(self._puzzles.get)

    @property
    def progress(self) -> Progress:
        """What all entries add up to."""
        return self._running.progress

    def cards_from(self, source: str) -> int:
        """Return how many of the mistakes that are repeated were made in one game."""
        known = self.progress.mistakes
        return sum(
            subject in known and any(card.source == source for card in cards)
            for subject, cards in self._cards.items()
        )

    def add(self, stored: Iterable[StoredEntry]) -> None:
        """Add entries in the order in which they were stored."""
        new: list[Entry] = []
        must_judge_again = False
        for one in stored:
            entry = one.entry
            self.last = one.number
            self._entries[entry.id] = entry
            new.append(entry)
            if isinstance(entry, Card):
                self._cards.setdefault(entry.subject, []).append(entry)
                must_judge_again |= entry.subject in self._tried
            elif isinstance(entry, Attempt):
                self._tried.add(entry.subject)
                if one.opponent is not None:
                    self._puzzles.setdefault(entry.subject, GlickoRating(*one.opponent))
        if must_judge_again:
            self._running = RunningProgress(self._puzzles.get)
            new = list(self._entries.values())
        self._running.add(map(self._judged, new))

    def _judged(self, entry: Entry) -> Entry:
        """Return an entry; an attempt at a mistake is judged by its card, if that is known.

        A card may arrive after the attempts at it, so this is done when they are added up.
        """
        if not isinstance(entry, Attempt):
            return entry
        cards = self._cards.get(entry.subject)
        if not cards:
            return entry
        is_right = any(entry.move in card.best for card in cards)
        return replace(entry, is_right=is_right, loss=0.0 if is_right else _loss(entry, cards))


def _loss(attempt: Attempt, cards: Iterable[Card]) -> float | None:
    for card in cards:
        if attempt.move in card.values:
            return max(card.values.values()) - card.values[attempt.move]
        if attempt.move == card.played:
            return card.loss
    return attempt.loss


class ProgressCache:
    """The progress of the players who learned last.

    Each question reads the entries that were stored since the last one, perhaps by another worker,
    which is one statement, and adds only these.
    """

    def __init__(self, store: EntryStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._learners: OrderedDict[int, PlayerProgress] = OrderedDict()

    def of(self, player: int) -> Progress:
        """Return the progress of a player."""
        return self._asked(player, lambda known: known.progress)

    def with_count(self, player: int) -> tuple[Progress, int]:
        """Return the progress of a player, and the number of entries that it is made of."""
        return self._asked(player, lambda known: (known.progress, known.last))

    def cards_from(self, player: int, source: str) -> int:
        """Return how many of a player's mistakes that are repeated were made in one game."""
        return self._asked(player, lambda known: known.cards_from(source))

    def _asked(self, player: int, question: Callable[[PlayerProgress], Answer]) -> Answer:
        """Read what was stored since the last question, and answer the next."""
        learner = self._learner(player)
        with learner.lock:
            try:
                learner.add(self._store.after(player, learner.last))
                found = question(learner)
            except BaseException:  # it may have been added up in part
                self.forget(player)
                raise
        self._forget_some()
        return found

    def forget(self, player: int) -> None:
        """Forget a player, whose entries were deleted."""
        with self._lock:
            self._learners.pop(player, None)

    def _learner(self, player: int) -> PlayerProgress:
        with self._lock:
            learner = self._learners.setdefault(player, PlayerProgress())
            self._learners.move_to_end(player)
            return learner

    def _forget_some(self) -> None:
        """Forget the players who were asked for longest ago, if there are too many entries."""
        with self._lock:
            total = sum(learner.last for learner in self._learners.values())
            while total > _MOST_ENTRIES and len(self._learners) > 1:
                _, gone = self._learners.popitem(last=False)
                total -= gone.last
