"""Autosaves: writing, finding and opening matches that are saved automatically."""

from __future__ import annotations

import dataclasses
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from outflank.errors import JournalError, MatchInUse
from outflank.faces.local.options import GameOptions
from outflank.play.codec import decode_fields, encode_fields
from outflank.play.events import Event
from outflank.play.file_lock import FileLock
from outflank.play.journal import FileJournal
from outflank.play.match import Match
from outflank.play.setup import SeriesScore
from outflank.texts import Text, say
from outflank.user_folders import data_folder

__all__ = [
    "Autosave",
    "AutosaveHeader",
    "TolerantJournal",
    "add_match",
    "autosave_journal",
    "is_match_name",
    "new_match_name",
]

_HEADER_KEY = "table"  # the header's key in the first line of the file


def autosave_journal(folder: Path | None = None) -> FileJournal:
    """Return the journal to which every local match is saved."""
    return FileJournal((folder or data_folder()) / "matches")


def new_match_name() -> str:
    """Return a name for a match: the time and a random suffix."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def is_match_name(name: str) -> bool:
    """Return whether a match still has its automatic name, and not one that the user chose.

    >>> is_match_name(new_match_name()), is_match_name("Sunday final")
    (True, False)
    """
    return re.fullmatch(r"\d{8}-\d{6}-[0-9a-f]{6}", name) is not None


class TolerantJournal:
    """Saves matches to files; while that fails, keeps their events in memory so play can go on.

    `tell` is called with a sentence when saving first fails, and again when it works. In between,
    `problem` says why it fails. An open match is locked, so that no other program resumes it.
    """

    def __init__(self, files: FileJournal, tell: Callable[[str], None]) -> None:
        self._files = files
        self._tell = tell
        self._unsaved: dict[str, list[Event]] = {}
        self._locks: dict[str, FileLock] = {}
        self.problem: str = ""

    def load(self, match: str) -> list[Event]:
        """Return the events of a match; an empty list if it is unknown."""
        return [*self._files.load(match), *self._unsaved.get(match, ())]

    def append(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None = None,
    ) -> None:
        """Save events from sequence number `expected_seq` on, with those that failed before."""
        unsaved = self._unsaved.get(match, [])
        due = [*unsaved, *events]
        try:
            self._files.append(match, expected_seq - len(unsaved), due, deadline)
            if match not in self._locks:
                self._locks[match] = self._files.lock(match)
        except OSError as error:
            self._unsaved[match] = due
            is_new, reason = not self.problem, error.strerror or error
            self.problem = say("local.game.saving.impossible", reason=reason)
            if is_new:
                self._tell(say("local.game.saving.impossible_for_now", reason=reason))
        else:
            self._unsaved.pop(match, None)
            if self.problem:
                self.problem = ""
                self._tell(say("local.game.saving.works_again"))

    def is_saved(self, match: str) -> bool:
        """Return whether every event of a match is saved."""
        return match not in self._unsaved

    def is_begun(self, match: str) -> bool:
        """Return whether at least the beginning of a match is saved."""
        return self._files.path(match).exists()

    def hold(self, saved: Autosave) -> None:
        """Keep the lock of a match that was opened."""
        self._locks[saved.name] = saved.lock

    def release(self, match: str) -> None:
        """Let other programs open a match that is closed here."""
        if (lock := self._locks.pop(match, None)) is not None:
            lock.release()
        self._unsaved.pop(match, None)


def add_match(events: Sequence[Event], journal: FileJournal) -> str:
    """Add a recorded match to the autosaves and return its new name."""
    name = new_match_name()
    journal.append(name, 0, events)
    return name


@dataclass(frozen=True, slots=True)
class AutosaveHeader:
    """Facts saved with a match besides its events; the file has the same field names."""

    delay: float = 0.0
    seed: int | None = None
    lots: int = 0  # number of lots drawn so far, including this match's
    tally: SeriesScore = dataclasses.field(default_factory=SeriesScore)  # before this match
    heard: int = 0  # turns that the oracle had answered where a what-if match begins

    def write(self, match: str, journal: FileJournal) -> None:
        """Save the header with a match that is about to start."""
        journal.describe(match, {_HEADER_KEY: encode_fields(self)})

    @classmethod
    def of(cls, match: str, journal: FileJournal) -> AutosaveHeader:
        """Return the header of a saved match; the defaults if it has none."""
        facts = journal.facts(match).get(_HEADER_KEY, {})
        try:
            return decode_fields(cls, facts)
        except JournalError:
            return cls()  # the game can be resumed without it


@dataclass(frozen=True, slots=True)
class Autosave:
    """A saved match that is open here; its lock keeps other programs from resuming it."""

    name: str
    match: Match
    header: AutosaveHeader
    lock: FileLock

    @classmethod
    def open(cls, journal: FileJournal, name: str) -> Autosave:
        """Open the match with this name; raise MatchInUse if it is already open."""
        lock = journal.lock(name)  # first, so that nothing changes after reading
        match = Match.restore(journal.load(name))
        return cls(name, match, AutosaveHeader.of(name, journal), lock)

    @classmethod
    def newest(cls, journal: FileJournal) -> Autosave:
        """Open the newest unfinished match that is not open anywhere."""
        in_use = None
        for name in _unfinished(journal):
            try:
                return cls.open(journal, name)
            except MatchInUse as error:
                in_use = in_use or error
            except JournalError:
                pass  # a damaged game must not keep an older one from being resumed
        none = JournalError(Text("errors.local.nothing_to_resume", folder=journal.folder))
        raise in_use or none

    @property
    def options(self) -> GameOptions:
        """The options for resuming the match."""
        options = GameOptions.of(self.match.setup)
        return dataclasses.replace(options, delay=self.header.delay, seed=self.header.seed)


def _unfinished(journal: FileJournal) -> Iterator[str]:
    unmoved = []
    for name in journal.matches():
        try:
            kinds = journal.kinds(name)
        except JournalError:
            continue
        if not kinds or kinds[-1] == "MatchEnded":
            continue
        if "MovePlayed" in kinds:
            yield name
        else:
            unmoved.append(name)  # older games with moves come first
    yield from unmoved
