"""Where the events of matches are kept: in memory or in files."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from outflank.errors import JournalError, MatchInUse
from outflank.play.codec import VERSION, decode_event, encode_event
from outflank.play.events import Event
from outflank.play.file_lock import FileLock

__all__ = ["FileJournal", "Journal", "MemoryJournal", "read_journal"]


class Journal(Protocol):
    """Keeps the events of matches, each under the match's name and its own number."""

    def load(self, match: str) -> list[Event]:
        """Return the events of a match, none if it is unknown."""

    def append(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None = None,
    ) -> None:
        """Add events that follow on the expected number, all of them or none.

        The deadline is that of the move which is awaited after them, for whoever looks after
        many matches at once.
        """


class MemoryJournal:
    """A journal that lasts as long as the program."""

    def __init__(self) -> None:
        self._matches: dict[str, list[Event]] = {}

    def load(self, match: str) -> list[Event]:
        """Return the events of a match, none if it is unknown."""
        return list(self._matches.get(match, ()))

    def append(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None = None,  # noqa: ARG002 - for those with many matches
    ) -> None:
        """Add events that follow on the expected number."""
        kept = self._matches.setdefault(match, [])
        _require(match, expected_seq, len(kept))
        kept.extend(events)


class _Extent(NamedTuple):
    """How much of a match a file holds: events, bytes of whole lines, and bytes in all."""

    events: int
    whole: int
    size: int


class FileJournal:
    """A journal of one file a match in a folder, an event a line, safe against a crash.

    A line that a crash cut off was never acknowledged, so it is dropped when the file is read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, _Extent] = {}
        self._facts: dict[str, dict[str, Any]] = {}  # of matches that have not begun

    def path(self, match: str) -> Path:
        """Return the file of a match."""
        return self.folder / f"{match}.jsonl"

    def load(self, match: str) -> list[Event]:
        """Return the events of a match, none if it is unknown."""
        path = self.path(match)
        if not path.exists():
            return []
        data = path.read_bytes()
        events = read_journal(data, str(path))
        self._known[match] = _Extent(len(events), data.rfind(b"\n") + 1, len(data))
        return events

    def append(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None = None,  # noqa: ARG002
    ) -> None:
        """Add events that follow on the expected number, and wait until they are on disk."""
        if match not in self._known:
            self.load(match)
        known = self._known.get(match, _Extent(0, 0, 0))
        _require(match, expected_seq, known.events)
        path = self.path(match)
        if (path.stat().st_size if path.exists() else 0) != known.size:
            raise JournalError(f"{path} was changed by another program; the game goes on there")
        new = [json.dumps(encode_event(event)) for event in events]
        if not known.whole:
            self.folder.mkdir(parents=True, exist_ok=True)
            head: dict[str, Any] = {"outflank": "match", "version": VERSION}
            head |= self._facts.pop(match, {})
            new.insert(0, json.dumps(head))
        data = "".join(line + "\n" for line in new).encode()
        with path.open("ab") as file:
            file.truncate(known.whole)  # what a crash cut off was never acknowledged
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except BaseException:
                # What could not be written whole has not happened.
                os.truncate(path, known.whole)
                self._known[match] = known._replace(size=known.whole)
                raise
        size = known.whole + len(data)
        self._known[match] = _Extent(known.events + len(events), size, size)

    def matches(self) -> list[str]:
        """Return the names of the kept matches, the one changed last first."""
        paths = sorted(
            self.folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns, reverse=True
        )
        return [path.stem for path in paths]

    def describe(self, match: str, facts: dict[str, Any]) -> None:
        """Have facts written at the head of a match that is about to begin."""
        self._facts[match] = facts

    def facts(self, match: str) -> dict[str, Any]:
        """Return what stands at the head of a match, nothing if it cannot be read."""
        try:
            with self.path(match).open("rb") as file:
                head = json.loads(file.readline())
        except (OSError, ValueError):
            return {}
        return head if isinstance(head, dict) else {}

    def kinds(self, match: str) -> list[str]:
        """Name the kinds of a match's events, much faster than loading them."""
        path = self.path(match)
        data = path.read_bytes()
        try:
            lines = [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()[1:]]
            return [line["event"] for line in lines]
        except (ValueError, TypeError, KeyError) as error:
            raise JournalError(f"{path} is damaged: {error}") from error

    def lock(self, match: str) -> FileLock:
        """Keep other programs from going on with a match until it is released."""
        try:
            lock = FileLock.acquire(self.path(match))
        except FileNotFoundError:
            raise JournalError(f"there is no kept game {match} in {self.folder}") from None
        if lock is None:
            raise MatchInUse(
                f"the game {match} is already open in another window of Outflank; "
                "close it there first"
            )
        return lock

    def is_locked(self, match: str) -> bool:
        """Tell whether somebody is playing a match at present."""
        lock = FileLock.acquire(self.path(match))
        if lock is not None:
            lock.release()
        return lock is None

    def remove(self, match: str) -> None:
        """Forget a match."""
        self.path(match).unlink(missing_ok=True)
        self._known.pop(match, None)


def _require(match: str, expected: int, actual: int) -> None:
    if expected != actual:
        raise JournalError(f"match {match} stands at event {actual}, not {expected}")


def read_journal(data: bytes, name: str) -> list[Event]:
    """Return the events in the bytes of a journal's file, as far as they were written whole."""
    try:
        lines = [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()]
    except ValueError as error:
        raise JournalError(f"{name} is damaged: {error}") from error
    if not lines:
        return []
    head = lines[0] if isinstance(lines[0], dict) else {}
    if head.get("outflank") != "match":
        raise JournalError(f"{name} is not the record of a match")
    version = head.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise JournalError(
            f"{name} was written by a newer Outflank (version {version}); this one reads {VERSION}"
        )
    events = [decode_event(line) for line in lines[1:]]
    if [event.seq for event in events] != list(range(len(events))):
        raise JournalError(f"{name}: the numbers of the events have a gap")
    return events
