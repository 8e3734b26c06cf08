"""Learning on the server: stores entries exactly once and says what they add up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from outflank.errors import OutflankError, UnknownPlayer
from outflank.learning import (
    Attempt,
    CardState,
    Entry,
    GlickoRating,
    Progress,
    mistake_subject,
    opening_subject,
    puzzle_subject,
)
from outflank.server.learning.card_sources import match_of, source_of_match
from outflank.server.learning.checking import checked_entry
from outflank.server.learning.progress_cache import ProgressCache
from outflank.server.learning.puzzle_ratings import first_tries, moved, opening_rating
from outflank.server.learning.puzzles import Puzzles
from outflank.server.learning.weaknesses import Weaknesses
from outflank.server.matches.match_registry import MatchRegistry
from outflank.store.database import Transaction
from outflank.store.learning.entry_store import MOST_ENTRIES, StoredEntry
from outflank.store.store import Store
from outflank.texts import Text

__all__ = ["AddedEntries", "DueTasks", "EntryRefusal", "Learning"]

_SUBJECTS: Final = (puzzle_subject, mistake_subject, opening_subject)


@dataclass(frozen=True, slots=True)
class EntryRefusal:
    """An entry that is not stored, and why."""

    id: str
    problem: str


@dataclass(frozen=True, slots=True)
class AddedEntries:
    """How many entries were new, and which ones were refused."""

    added: int
    refused: tuple[EntryRefusal, ...] = ()


@dataclass(frozen=True, slots=True)
class DueTasks:
    """The cards to repeat now, with the progress of their player and how many more are due.

    `matches` names the matches that cards are from, by subject, unless they were deleted.
    """

    cards: tuple[CardState, ...]
    progress: Progress
    left: int
    matches: Mapping[str, str]


class Learning:
    """What players learn. The rows of entries are the truth; everything else is added up from them.

    Nothing here is on the way of a move.
    """

    def __init__(self, store: Store, registry: MatchRegistry, now: Callable[[], int]) -> None:
        self._store = store
        self._registry = registry
        self._now = now
        self._progress = ProgressCache(store.learning)
        self.puzzles: Puzzles = Puzzles(store.puzzle_ratings)
        self.weaknesses: Weaknesses = Weaknesses(store.reviews)

    def add(self, player: int, entries: Sequence[Entry]) -> AddedEntries:
        """Store those entries that a player does not have yet, each once.

        One that makes no sense is refused with a reason, and hinders none of the others.
        """
        now, checked, refused = self._now(), list[Entry](), list[EntryRefusal]()
        known = self._store.learning.known(player, [entry.id for entry in entries])
        for entry in entries:
            if entry.id in known:
                continue
            try:
                checked.append(checked_entry(entry, now, self.puzzles.of_subject))
            except (OutflankError, ValueError) as error:
                refused.append(EntryRefusal(entry.id, str(error)))
        added = 0
        if checked:
            solver = self.progress(player).rating

            def write(transaction: Transaction) -> tuple[int, list[Entry]]:
                self._store.learning.lock(transaction, player)
                return self._write(transaction, player, checked, solver)

            added, left_out = self._store.write(write)
            problem = Text("errors.server.learning.log_full", most=f"{MOST_ENTRIES:,}")
            refused += [EntryRefusal(entry.id, str(problem)) for entry in left_out]
        return AddedEntries(added, tuple(refused))

    def add_made(self, transaction: Transaction, player: int, entries: Sequence[Entry]) -> None:
        """Store entries that the server made, in a transaction of something else.

        They are left out if the player was deleted or has too many.
        """
        if not entries:
            return
        try:
            self._store.learning.lock(transaction, player)
        except UnknownPlayer:
            return
        self._write(transaction, player, entries, None)

    def _write(
        self,
        transaction: Transaction,
        player: int,
        entries: Sequence[Entry],
        solver: GlickoRating | None,
    ) -> tuple[int, list[Entry]]:
        """Store new entries of a locked player.

        Return how many there were, and those for which there was no room.
        """
        store = self._store.learning
        fresh = store.fresh(transaction, player, entries)
        last = store.last_number(transaction, player) if fresh else 0
        taken = fresh[: max(0, MOST_ENTRIES - last)]
        before = {} if solver is None else self._play(transaction, player, taken, solver)
        stored = [
            StoredEntry(entry, number, before.get(entry.id))
            for number, entry in enumerate(taken, last + 1)
        ]
        store.insert(transaction, player, stored, self._now())
        return len(taken), fresh[len(taken) :]

    def _play(
        self,
        transaction: Transaction,
        player: int,
        entries: Sequence[Entry],
        solver: GlickoRating,
    ) -> dict[str, tuple[float, float]]:
        """Let first tries move the ratings of puzzles.

        Return the rating and deviation of each puzzle before, by the id of the attempt.
        """
        attempts, opening = list[Attempt](), dict[str, GlickoRating]()
        for entry in entries:
            if isinstance(entry, Attempt) and (puzzle := self.puzzles.of_subject(entry.subject)):
                attempts.append(entry)
                opening[entry.subject] = opening_rating(puzzle)
        if not attempts:
            return {}
        tried = self._store.learning.tried(transaction, player, opening)
        first = first_tries(attempts, tried)
        ratings = self._store.puzzle_ratings.lock(
            transaction, {subject: opening[subject] for subject in first}
        )
        changed = [moved(ratings[subject], first[subject], solver) for subject in first]
        self._store.puzzle_ratings.write(transaction, [one for one in changed if one is not None])
        return {
            attempt.id: (ratings[subject].rating.value, ratings[subject].rating.deviation)
            for subject, attempt in first.items()
        }

    def forget(self, player: int) -> None:
        """Forget a player whose account was deleted."""
        self._progress.forget(player)

    def progress(self, player: int) -> Progress:
        """Return what a player's entries add up to."""
        return self._progress.of(player)

    def progress_and_count(self, player: int) -> tuple[Progress, int]:
        """Return the same with the number of the player's entries."""
        return self._progress.with_count(player)

    def cards_from(self, player: int, match: str) -> int:
        """Return how many positions of a match a player has as cards."""
        return self._progress.cards_from(player, source_of_match(match))

    def entries(self, player: int, after: int, most: int) -> list[StoredEntry]:
        """Return a part of a player's entries, in the order in which they were stored."""
        return self._store.learning.after(player, after, most=most)

    def due(self, player: int, most: int) -> DueTasks:
        """Return the cards that a player should repeat now.

        What is on the board of a match that the player is playing has to wait.
        """
        progress = self.progress(player)
        hidden = self.played_now(player)
        due = [card for card in progress.due(self._now()) if card.subject not in hidden]
        cards = tuple(due[:most])
        return DueTasks(cards, progress, len(due) - len(cards), self._matches(cards, progress))

    def _matches(self, cards: Sequence[CardState], progress: Progress) -> dict[str, str]:
        mistakes = [
            progress.mistakes[one.subject] for one in cards if one.subject in progress.mistakes
        ]
        named = {card.subject: match for card in mistakes if (match := match_of(card))}
        there = self._store.matches.existing(set(named.values()))
        return {subject: match for subject, match in named.items() if match in there}

    def played_now(self, player: int) -> set[str]:
        """Return the subjects of the positions in a player's running matches."""
        hidden = set[str]()
        for room in self._registry.rooms_of(player):
            with room.reading() as match:
                position = match.position
            hidden |= {subject(position) for subject in _SUBJECTS}
        return hidden
