"""The file of a match or a tournament: a first line that identifies it, then a line for each game.

A line is written when its game is over. If a program was killed in the middle of a line, the next
program that opens the file cuts off that line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar

from outflank.arena.engine_match.definition import EngineMatch
from outflank.arena.engine_match.game import GameRecord
from outflank.errors import JournalError, MatchInUse, OutflankError
from outflank.play.file_lock import FileLock
from outflank.texts import Text

__all__ = ["GamesFile", "RecordsFile"]

_VERSION: Final = 1

_Record = TypeVar("_Record")


class RecordsFile(Generic[_Record]):
    """The finished records of a long run, saved line by line so that it can be resumed."""

    def __init__(
        self,
        path: Path,
        head: dict[str, Any],
        *,
        kind: str,
        read: Callable[[dict[str, Any]], _Record],
        write: Callable[[_Record], dict[str, Any]],
        key: Callable[[_Record], object],
    ) -> None:
        self._path, self._kind = path, kind
        self._record, self._plain, self._key = read, write, key
        try:
            self._file = path.open("ab")
        except OSError as error:
            raise JournalError(
                Text("errors.arena.file_not_written", path=path, reason=error.strerror)
            ) from None
        self._lock = FileLock.acquire(path)
        if self._lock is None:
            self.close()
            raise MatchInUse(Text("errors.arena.file_in_use", path=path, kind=kind))
        try:
            self.games: list[_Record] = self._read({f"outflank {kind}": _VERSION, **head})
        except BaseException:
            self.close()
            raise

    def _read(self, head: dict[str, Any]) -> list[_Record]:
        """Read the records, after checking that they belong to this match or tournament."""
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if data and not data.startswith(f'{{"outflank {self._kind}"'.encode()[: len(data)]):
            raise JournalError(Text("errors.arena.not_the_file", path=self._path, kind=self._kind))
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        lines = whole.splitlines()
        if not lines:
            self._append(head)
            return []
        self._refuse_other(self._parse(lines[0], 1), head)
        seen: dict[object, _Record] = {}
        for number, line in enumerate(lines[1:], 2):
            record = self._game(line, number)
            seen.setdefault(self._key(record), record)
        return list(seen.values())

    def _refuse_other(self, found: dict[str, Any], head: dict[str, Any]) -> None:
        there, here = _leaves(found), _leaves(head)
        for name in {**there, **here}:
            if there.get(name) != here.get(name):
                raise JournalError(
                    Text(
                        "errors.arena.file_of_another_run",
                        path=self._path,
                        kind=self._kind,
                        setting=name,
                        held=json.dumps(there.get(name)),
                        wanted=json.dumps(here.get(name)),
                    )
                )

    def _parse(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            plain = json.loads(line)
            if isinstance(plain, dict):
                return plain
        except (ValueError, RecursionError):
            pass
        raise JournalError(Text("errors.arena.damaged_line", line=number, path=self._path))

    def _game(self, line: bytes, number: int) -> _Record:
        plain = self._parse(line, number)
        try:
            return self._record(plain)
        except (TypeError, KeyError, ValueError, AttributeError, IndexError, OutflankError):
            raise JournalError(
                Text("errors.arena.line_not_a_game", line=number, path=self._path, kind=self._kind)
            ) from None

    def add(self, game: _Record) -> None:
        """Save a record; it is on disk when this returns."""
        self._append(self._plain(game))
        self.games.append(game)

    def _append(self, plain: dict[str, Any]) -> None:
        line = json.dumps(plain, separators=(", ", ": ")).encode() + b"\n"
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(
                Text("errors.arena.file_not_written", path=self._path, reason=error.strerror)
            ) from None

    def close(self) -> None:
        """Close and unlock the file."""
        self._file.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class GamesFile(RecordsFile[GameRecord]):
    """The finished games of a match, saved in a file so that the match can be resumed.

    >>> import tempfile
    >>> from outflank.arena.engine_match import MatchPlayer, RandomOpenings
    >>> from outflank.rules import Classic
    >>> match = EngineMatch((MatchPlayer("1"), MatchPlayer("2")), RandomOpenings(Classic(), 4))
    >>> with tempfile.TemporaryDirectory() as folder, GamesFile(Path(folder, "1-2"), match) as file:
    ...     file.games
    []
    """

    def __init__(self, path: Path, match: EngineMatch) -> None:
        super().__init__(
            path,
            match.to_dict(),
            kind="match",
            read=GameRecord.from_dict,
            write=GameRecord.to_dict,
            key=lambda game: (game.pair, game.black),
        )


def _leaves(value: object, name: str = "") -> dict[str, object]:
    """Return the single values of a nested one by their paths, such as `player 2 nodes`."""
    if isinstance(value, list):
        parts = {f"{name.removesuffix('s')} {place}": item for place, item in enumerate(value, 1)}
    elif isinstance(value, dict):
        parts = {f"{name} {key}".strip(): item for key, item in value.items()}
    else:
        return {name: value}
    return {
        leaf: item for part, inner in parts.items() for leaf, item in _leaves(inner, part).items()
    }
