"""The user's own repertoire, as its commands read and change it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from outflank.learning import (
    Attempt,
    Entry,
    LearningLog,
    Progress,
    Repertoire,
    progress_of,
)

__all__ = ["OwnLog", "now"]


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return round(time.time() * 1000)


@dataclass(slots=True)
class OwnLog:
    """The log of this machine with what it adds up to."""

    log: LearningLog
    progress: Progress
    repertoire: Repertoire

    @classmethod
    def read(cls) -> OwnLog:
        """Read the log."""
        log = LearningLog()
        progress = progress_of(log.entries)
        return cls(log, progress, Repertoire.of(progress.decisions))

    def add(self, entries: Iterable[Entry]) -> None:
        """Write entries to the log."""
        self.log.add(entries)

    def keep(self, attempt: Attempt) -> str:
        """Write an attempt; return "" or why that failed."""
        from outflank.errors import OutflankError

        try:
            self.log.add([attempt])
        except OutflankError as error:
            return str(error)
        return ""

    def due(self) -> list[str]:
        """Return the subjects of the decisions that are due."""
        subjects = self.progress.decisions
        return [card.subject for card in self.progress.due(now()) if card.subject in subjects]
