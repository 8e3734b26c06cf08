"""The learner's log of this machine: one file of JSON lines, shared by terminal and window."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable
from pathlib import Path

from outflank.errors import InvalidValue, OutflankError
from outflank.learning.entries import Entry, entry_from_dict, entry_to_dict
from outflank.texts import Text
from outflank.user_folders import data_folder

__all__ = ["LearningLog"]


class LearningLog:
    """The entries of the person at this machine.

    Lines are only appended, each in one write, so two programs may write at the same time. A line
    that cannot be read, such as one that a power cut left unfinished, is counted and passed over.

    >>> import tempfile
    >>> from outflank.learning import Attempt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = LearningLog(Path(folder))
    ...     log.add([Attempt(id="a1b2c3d4", at=5, subject="puzzle/aaaaaaaaaa", is_right=True)])
    ...     len(LearningLog(Path(folder)).entries)
    1
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path: Path = (folder or data_folder()) / "learning.jsonl"
        self.unreadable: int = 0
        self._entries: dict[str, Entry] = {}
        self._is_torn = False
        self._read()

    @property
    def entries(self) -> list[Entry]:
        """All entries, each once."""
        return list(self._entries.values())

    def _read(self) -> None:
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise self._not("read", error) from None
        self._is_torn = bool(content) and not content.endswith(b"\n")
        for line in content.split(b"\n"):
            if line.strip():
                try:
                    entry = entry_from_dict(json.loads(line))
                except (ValueError, TypeError, AttributeError, InvalidValue):
                    self.unreadable += 1
                else:
                    self._entries.setdefault(entry.id, entry)

    def add(self, entries: Iterable[Entry]) -> None:
        """Append entries to the file; those that it has already change nothing.

        After an error nothing counts as added, so the same entries can be added again.
        """
        new = [entry for entry in entries if entry.id not in self._entries]
        if not new:
            return
        lines = [json.dumps(entry_to_dict(entry), separators=(",", ":")) for entry in new]
        text = "\n" * self._is_torn + "".join(f"{line}\n" for line in lines)
        data = text.encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab", buffering=0) as file:
                written = file.write(data)
        except OSError as error:
            raise self._not("written", error) from None
        self._is_torn = written != len(data)
        if self._is_torn:
            raise self._not("written", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
        self._entries |= {entry.id: entry for entry in new}

    def _not(self, done: str, error: OSError) -> OutflankError:
        reason = error.strerror or str(error)
        return OutflankError(Text(f"errors.learning.log_not_{done}", file=self.path, reason=reason))
