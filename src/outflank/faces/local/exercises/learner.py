"""The person at this machine as a learner: what they did, what they know, and what is next."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from outflank.analysis.puzzles import own_puzzles
from outflank.errors import OutflankError
from outflank.faces.local.exercises.solved_puzzles import earlier_attempts
from outflank.faces.local.words.sentences import as_sentence
from outflank.learning import (
    Attempt,
    Entry,
    GlickoRating,
    LearningLog,
    Progress,
    progress_of,
    puzzle_subject,
)
from outflank.rules import Position

__all__ = ["LocalLearner", "rating_of_puzzle"]

_PUZZLE: Final = "puzzle/"
_PUZZLE_DEVIATION: Final = 110.0  # of an opening rating, which nobody's attempts have moved


class LocalLearner:
    """What a learner did, read from the log of this machine, and what they do now.

    `clock` returns seconds since 1970. A log that cannot be read or written stops nothing:
    `problem` is a sentence about it, and what is done stays in memory until it can be saved.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     learner = LocalLearner(Path(folder), clock=lambda: 86_400.0)
    >>> learner.now, learner.today.isoformat()
    (86400000, '1970-01-02')
    """

    def __init__(
        self, folder: Path | None = None, *, clock: Callable[[], float] = time.time
    ) -> None:
        self._clock = clock
        self.problem: str = ""
        self.log: LearningLog | None = None  # None if it cannot be read
        self._entries: dict[str, Entry] = {}
        self._tries: dict[str, bool] = {}  # whether any was right, by subject
        self._occasions: set[str] = set()
        self._unsaved: list[Entry] = []
        self._progress: Progress | None = None
        try:
            self.log = LearningLog(folder)
        except OutflankError as problem:
            self.problem = as_sentence(problem)
            return
        self._note(self.log.entries)
        self.record(*earlier_attempts(self.log.path.parent, self._entries))

    @property
    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return round(self._clock() * 1000)

    @property
    def today(self) -> date:
        """The date, which is the same everywhere: that of UTC."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    @property
    def entries(self) -> list[Entry]:
        """All entries, each once."""
        return list(self._entries.values())

    def record(self, *entries: Entry) -> str:
        """Add entries to the log; return a sentence if they could not be saved, or else ""."""
        new = {entry.id: entry for entry in entries if entry.id not in self._entries}
        self._note(new.values())
        self._unsaved += new.values()
        if new:
            self._progress = None
        if not self._unsaved:
            return ""
        if self.log is None:
            return self.problem
        try:
            self.log.add(self._unsaved)
        except OutflankError as problem:
            self.problem = as_sentence(problem)
            return self.problem
        self._unsaved, self.problem = [], ""
        return ""

    @property
    def progress(self) -> Progress:
        """What all entries add up to."""
        if self._progress is None:
            self._progress = progress_of(self.entries, rating_of_puzzle)
        return self._progress

    def has_solved(self, position: Position) -> bool:
        """Return whether the learner once found the best move of a puzzle at the first try."""
        return self._tries.get(puzzle_subject(position), False)

    @property
    def tried(self) -> frozenset[str]:
        """The subjects of the puzzles that the learner has tried."""
        return frozenset(each for each in self._tries if each.startswith(_PUZZLE))

    def has_attempt(self, occasion: str) -> bool:
        """Return whether there is an attempt on an occasion, such as the puzzle of a day."""
        return occasion in self._occasions

    def _note(self, entries: Iterable[Entry]) -> None:
        """Keep entries in memory, and what is asked for often."""
        for entry in entries:
            self._entries[entry.id] = entry
            if isinstance(entry, Attempt):
                was_right = self._tries.get(entry.subject, False)
                self._tries[entry.subject] = was_right or entry.is_right
                self._occasions.add(entry.occasion)


@functools.cache
def rating_of_puzzle(subject: str) -> GlickoRating | None:
    """Return the opening rating of one of our own puzzles; None for any other subject."""
    if not subject.startswith(_PUZZLE):
        return None
    puzzle = own_puzzles().find(subject.removeprefix(_PUZZLE))
    return None if puzzle is None else GlickoRating(puzzle.rating, _PUZZLE_DEVIATION)
