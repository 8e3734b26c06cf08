"""Journals, which keep the events of matches: in memory or in files."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from outflank.errors import JournalError, MatchInUse, SaveExists
from outflank.play.codec import VERSION, decode_event, encode_event
from outflank.play.events import Event
from outflank.play.file_lock import FileLock
from outflank.texts import Text

__all__ = ["FileJournal", "Journal", "MemoryJournal", "move_file", "read_journal"]


class Journal(Protocol):
    """Keeps the events of matches, by the match's name and the event's number."""

    def load(self, match: str) -> list[Event]:
        """Return the events of a match; an unknown match has none."""

    def append(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None = None,
    ) -> None:
        """Append events, all of them or none; `expected_seq` is how many there are so far.

        `deadline` is the deadline of the next move, for journals that serve many matches.
        """


class MemoryJournal:
    """A journal that lasts as long as the program."""

    def __init__(self) -> None:
        self._matches: dict[str, list[Event]] = {}

    def load(self, match: str) -> list[Event]:
        """Return the events of a match; an unknown match has none."""
        return list(self._matches.get(match, ()))

    def append(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None = None,  # noqa: ARG002 - for journals that serve many matches
    ) -> None:
        """Append events; `expected_seq` is how many there are so far."""
        recorded = self._matches.setdefault(match, [])
        _require(match, expected_seq, len(recorded))
        recorded.extend(events)


class _Extent(NamedTuple):
    """The size of a match's file: events, bytes of complete lines, and bytes in total."""

    events: int
    whole: int
    size: int


class FileJournal:
    """A journal in a folder, with one file per match and one line per event; it survives crashes.

    A line that a crash cut off was never acknowledged, so `load` drops it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, _Extent] = {}
        self._facts: dict[str, dict[str, Any]] = {}  # for matches that have not started

    def path(self, match: str) -> Path:
        """Return the file of a match."""
        return self.folder / f"{match}.jsonl"

    def load(self, match: str) -> list[Event]:
        """Return the events of a match; an unknown match has none."""
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
        """Append events and wait until they are on disk; `expected_seq` is how many there are."""
        if match not in self._known:
            self.load(match)
        known = self._known.get(match, _Extent(0, 0, 0))
        _require(match, expected_seq, known.events)
        path = self.path(match)
        if known.size and not path.exists():
            raise FileNotFoundError(errno.ENOENT, "its file is gone", str(path))
        if (path.stat().st_size if path.exists() else 0) != known.size:
            raise JournalError(Text("errors.play.changed_elsewhere", path=path))
        new = [json.dumps(encode_event(event)) for event in events]
        if not known.whole:
            self.folder.mkdir(parents=True, exist_ok=True)
            head: dict[str, Any] = {"outflank": "match", "version": VERSION}
            head |= self._facts.get(match, {})
            new.insert(0, json.dumps(head))
        data = "".join(line + "\n" for line in new).encode()
        try:
            _write_after(path, known.whole, data)
        except BaseException:
            # Events that were not written completely have not happened. The part that is on disk
            # is cut off now or, if that fails too, before the next write.
            with contextlib.suppress(OSError):
                os.truncate(path, known.whole)
            left = path.stat().st_size if path.exists() else 0
            self._known[match] = known._replace(size=left)
            raise
        self._facts.pop(match, None)
        size = known.whole + len(data)
        self._known[match] = _Extent(known.events + len(events), size, size)

    def matches(self) -> list[str]:
        """Return the names of the saved matches, the most recently changed first."""
        return [path.stem for path in sorted(self.folder.glob("*.jsonl"), key=_changed)][::-1]

    def describe(self, match: str, facts: dict[str, Any]) -> None:
        """Set the facts for the first line of a match that is about to start."""
        self._facts[match] = facts

    def facts(self, match: str) -> dict[str, Any]:
        """Return the facts in the first line of a match's file, or {} if it cannot be read."""
        try:
            with self.path(match).open("rb") as file:
                head = json.loads(file.readline())
        except (OSError, ValueError):
            return {}
        return head if isinstance(head, dict) else {}

    def lines(self, match: str) -> list[dict[str, Any]]:
        """Return a match's events as JSON objects, much faster than `load`."""
        path = self.path(match)
        try:
            data = path.read_bytes()
            lines = [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()[1:]]
        except (OSError, ValueError) as error:
            raise JournalError(
                Text("errors.play.damaged_record", record=path, problem=error)
            ) from error
        if not all(isinstance(line, dict) and isinstance(line.get("event"), str) for line in lines):
            raise JournalError(Text("errors.play.damaged_line", path=path))
        return lines

    def kinds(self, match: str) -> list[str]:
        """Return the kinds of a match's events."""
        return [line["event"] for line in self.lines(match)]

    def lock(self, match: str) -> FileLock:
        """Lock a match, so that no other program can resume it."""
        try:
            lock = FileLock.acquire(self.path(match))
        except FileNotFoundError:
            raise JournalError(
                Text("errors.play.no_saved_game", match=match, folder=self.folder)
            ) from None
        if lock is None:
            raise MatchInUse(Text("errors.play.game_open_elsewhere", match=match))
        return lock

    def is_locked(self, match: str) -> bool:
        """Return whether a match is open in this or another program."""
        lock = FileLock.acquire(self.path(match))
        if lock is not None:
            lock.release()
        return lock is None

    def rename(self, match: str, name: str) -> None:
        """Rename a match; nobody may have it open, and the new name must be free."""
        self.lock(match).release()
        move_file(self.path(match), self.path(name))
        self._known.pop(match, None)

    def remove(self, match: str) -> None:
        """Delete a match."""
        self.path(match).unlink(missing_ok=True)
        self._known.pop(match, None)


def move_file(source: Path, target: Path) -> None:
    """Rename a file within its folder; raise SaveExists rather than overwrite another file."""
    try:
        os.link(source, target)  # unlike a rename, this always fails if the target exists
    except FileExistsError:
        raise SaveExists(Text("errors.play.file_exists", path=target)) from None
    except OSError:  # a file system without links
        if target.exists():
            raise SaveExists(Text("errors.play.file_exists", path=target)) from None
        source.rename(target)
    else:
        source.unlink()


def _changed(path: Path) -> int:
    """Return when a file was last changed, or 0 if it is gone."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _write_after(path: Path, whole: int, data: bytes) -> None:
    """Write data after the complete lines of a file, and wait until it is on disk."""
    # Unbuffered, because a buffer would try to write the rest again after a failure.
    with path.open("ab", buffering=0) as file:
        file.truncate(whole)  # a line that a crash cut off was never acknowledged
        while data:
            data = data[file.write(data) or 0 :]
        os.fsync(file.fileno())


def _require(match: str, expected: int, actual: int) -> None:
    if expected != actual:
        raise JournalError(
            Text("errors.play.match_has_moved_on", match=match, actual=actual, expected=expected)
        )


def read_journal(data: bytes, name: str) -> list[Event]:
    """Return the events in the bytes of a journal's file, up to the last complete line."""
    try:
        lines = [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()]
    except ValueError as error:
        raise JournalError(
            Text("errors.play.damaged_record", record=name, problem=error)
        ) from error
    if not lines:
        return []
    head = lines[0] if isinstance(lines[0], dict) else {}
    if head.get("outflank") != "match":
        raise JournalError(Text("errors.play.not_a_record", record=name))
    version = head.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise JournalError(
            Text(
                "errors.play.newer_record",
                record=name,
                version=version,
                readable=VERSION,
            )
        )
    events = [decode_event(line) for line in lines[1:]]
    if [event.seq for event in events] != list(range(len(events))):
        raise JournalError(Text("errors.play.gap_in_events", record=name))
    return events
