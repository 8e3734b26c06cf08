"""Building the index of games; an interrupted build leaves the old index as it was."""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import struct
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias

from outflank.archive.game_sources import game_files, read_games
from outflank.archive.index_schema import (
    NO_YEAR,
    PART_BITS,
    create_tables,
    mark_as_complete,
)
from outflank.archive.index_totals import count_totals
from outflank.archive.played_game import PlayedGame, result_of
from outflank.errors import NotationError, StoreUnavailable
from outflank.native.line_keys import line_keys
from outflank.native.visits import divide_visits, pack_visits, sort_visits
from outflank.rules import Classic, Position
from outflank.texts import Text

__all__ = ["BuildReport", "build_index"]

# Called with the name of the current step and the share of the whole that is done.
Progress: TypeAlias = Callable[[str, float], None]

_BATCH: Final = 2048  # games that are added at a time
_MOST_PROBLEMS: Final = 1000  # kept for the report; all are counted
_VISITS: Final = 500_000  # positions that are divided at a time
_READING, _SORTING = 0.5, 0.8  # roughly the share of the time that is over after each
_STEPS: Final = 200_000  # of SQLite between two chances to stop
_VISIT: Final = struct.Struct("<qII")  # signed, as SQLite's numbers are
_CACHE: Final = 200_000  # kilobytes


@dataclass(slots=True)
class BuildReport:
    """The numbers of games and positions in a new index, and the games that were skipped."""

    games: int = 0
    positions: int = 0
    skipped: int = 0
    problems: list[NotationError] = field(default_factory=list)

    def skip(self, problem: NotationError) -> None:
        """Count a game that cannot be indexed, and keep the errors of the first ones."""
        self.skipped += 1
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(problem)


def build_index(
    sources: Iterable[Path | str], target: Path | str, *, progress: Progress | None = None
) -> BuildReport:
    """Read the games of files and folders, and write an index of them to a file.

    The index is written to another file first, which replaces the target when it is complete. So an
    interrupted build leaves the old index, or none.
    """
    if isinstance(sources, str | Path) or not isinstance(sources, Iterable):
        raise TypeError(f"an index is built from a list of paths, not from {sources!r}")
    files, target = game_files(map(_path, sources)), _path(target)
    report_progress = progress or (lambda _step, _share: None)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.new")
    with _only_builder(target):
        draft.unlink(missing_ok=True)  # left by a build that was killed
        try:
            report = _write(files, draft, report_progress)
            with draft.open("rb+") as file:
                os.fsync(file.fileno())
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    return report


@contextlib.contextmanager
def _only_builder(target: Path) -> Iterator[None]:
    """Refuse to build while another process does; SQLite's lock ends with its process."""
    lock = sqlite3.connect(target.with_name(f"{target.name}.lock"), timeout=0, isolation_level=None)
    try:
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise StoreUnavailable(Text("errors.archive.index_being_built", path=target)) from error
        yield
    finally:
        lock.close()


def _write(files: Sequence[Path], draft: Path, progress: Progress) -> BuildReport:
    with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as database:
        for setting in (
            "page_size = 8192",
            "journal_mode = OFF",  # a failed draft is deleted
            "synchronous = OFF",
            f"cache_size = -{_CACHE}",
            "locking_mode = EXCLUSIVE",
            "threads = 2",
        ):
            database.execute(f"PRAGMA {setting}")
        builder = _Builder(database, progress)
        with builder.interruptible():
            builder.read(files)
            builder.finish()
    return builder.report


class _Numbers:
    """Numbers names in the order in which they appear."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def __getitem__(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names))


class _Builder:
    """Writes the games of many files into the tables of one index."""

    def __init__(self, database: sqlite3.Connection, progress: Progress) -> None:
        self.report = BuildReport()
        self._database = database
        self._progress = progress
        self._players, self._tournaments = _Numbers(), _Numbers()
        self._visits: list[bytes] = []
        self._step, self._share = "Reading", 0.0
        self._stopped: BaseException | None = None

    # Stopping

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let Ctrl-C stop SQLite in the middle of a long statement."""
        self._database.set_progress_handler(self._should_stop, _STEPS)
        try:
            yield
        except sqlite3.Error as error:
            if self._stopped is not None:
                raise self._stopped from None
            if "interrupted" in str(error):
                raise KeyboardInterrupt from None
            raise StoreUnavailable(
                Text("errors.archive.index_not_written", problem=error)
            ) from error
        finally:
            self._database.set_progress_handler(None, 0)

    def _should_stop(self) -> bool:
        try:
            self._progress(self._step, self._share)
        except BaseException as stopped:  # SQLite would swallow it
            self._stopped = stopped
            return True
        return False

    def _show(self, step: str, share: float) -> None:
        self._step, self._share = step, share
        self._progress(step, share)

    # Reading

    def read(self, files: Sequence[Path]) -> None:
        """Read every game, and record the positions that it reaches."""
        self._database.execute("BEGIN")
        create_tables(self._database)
        self._database.execute(
            "CREATE TEMP TABLE played (id INTEGER PRIMARY KEY, source, year, tournament, black, "
            "white, margin, winner, start, moves)"
        )
        self._database.execute("CREATE TEMP TABLE piece (part INTEGER, visits BLOB)")
        sizes = [max(path.stat().st_size, 1) for path in files]
        for source, path in enumerate(files):
            before, size = sum(sizes[:source]), sizes[source]

            def show_share(share: float, before: int = before, size: int = size) -> None:
                self._show("Reading", _READING * (before + share * size) / sum(sizes))

            first = self.report.games
            found = read_games(path, show_share)
            while batch := list(itertools.islice(found, _BATCH)):
                self._take(source, path, batch)
            row = source, path.name, self.report.games - first
            self._database.execute("INSERT INTO source VALUES (?, ?, ?)", row)
        self._divide()

    def _take(self, source: int, path: Path, batch: Sequence[PlayedGame | NotationError]) -> None:
        by_start: dict[Position, list[PlayedGame]] = {}
        for found in batch:
            if isinstance(found, NotationError):
                self.report.skip(found)
            else:
                by_start.setdefault(found.start or _USUAL, []).append(found)
        for start, games in by_start.items():
            self._add(source, path, start, games)

    def _add(self, source: int, path: Path, start: Position, games: list[PlayedGame]) -> None:
        keyed = line_keys(start, [_wide(game.squares) for game in games])
        whole = [
            played == len(game.squares) for played, game in zip(keyed.played, games, strict=True)
        ]
        if not all(whole):
            for is_whole, played, game in zip(whole, keyed.played, games, strict=True):
                if not is_whole:
                    self.report.skip(_broken(game, played, path))
            games = list(itertools.compress(games, whole))
            keyed = line_keys(start, [_wide(game.squares) for game in games])
        numbers = range(self.report.games, self.report.games + len(games))
        self._database.executemany(
            "INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (number, source, *self._row(_with_result(game, keyed.ends, at)))
                for at, (number, game) in enumerate(zip(numbers, games, strict=True))
            ),
        )
        visitors = map(itertools.repeat, numbers, (plies + 1 for plies in keyed.plies))
        self._visits.append(
            pack_visits(
                keyed.keys,
                array("I", itertools.chain.from_iterable(visitors)),
                array("I", list(keyed.moves)),
            )
        )
        if sum(map(len, self._visits)) >= _VISITS * _VISIT.size:
            self._divide()
        self.report.games += len(games)
        self.report.positions += len(keyed.keys)

    def _row(self, game: PlayedGame) -> tuple[object, ...]:
        return (
            NO_YEAR if game.year is None else game.year,
            self._tournaments[game.tournament],
            self._players[_known(game.black)],
            self._players[_known(game.white)],
            game.margin,
            game.sign,
            None if game.start is None else str(game.start),
            game.squares,
        )

    def _divide(self) -> None:
        """Divide the recorded visits into parts that are small enough to be sorted in memory."""
        parts = divide_visits(b"".join(self._visits), PART_BITS)
        self._visits.clear()
        self._database.executemany(
            "INSERT INTO piece VALUES (?, ?)", (row for row in enumerate(parts) if row[1])
        )

    # Sorting and counting

    def finish(self) -> None:
        """Number the games by year, sort the positions, and count those with many games."""
        if not self.report.games:
            problem = next(
                iter(self.report.problems), NotationError(Text("errors.archive.no_games_to_index"))
            )
            raise problem
        for table, numbers in (("player", self._players), ("tournament", self._tournaments)):
            self._database.executemany(
                f"INSERT INTO {table} (name, id) VALUES (?, ?)",  # noqa: S608 - our own words
                numbers.names.items(),
            )
        self._show("Sorting", _READING)
        self._sort(self._numbered())
        self._show("Counting", _SORTING)
        for share in count_totals(self._database):
            self._show("Counting", _SORTING + share * (1 - _SORTING))
        mark_as_complete(self._database)
        self._database.execute("COMMIT")

    def _numbered(self) -> array[int]:
        """Number the games from the oldest to the newest, and return the new numbers."""
        numbers = array("I", bytes(4 * self.report.games))
        ordered = self._database.execute("SELECT id FROM played ORDER BY year, id")
        for new, (old,) in enumerate(ordered):
            numbers[old] = new
        self._database.execute(
            "INSERT INTO game SELECT row_number() OVER (ORDER BY year, id) - 1, source, year, "
            "tournament, black, white, margin, winner, start, moves FROM played"
        )
        self._database.execute("DROP TABLE played")
        return numbers

    def _sort(self, numbers: array[int]) -> None:
        self._database.execute("CREATE INDEX temp.piece_part ON piece (part)")
        parts = 1 << PART_BITS
        for done in range(parts):
            part = (done + parts // 2) % parts  # in SQLite's order: the highest bit is a sign
            pieces = self._database.execute("SELECT visits FROM piece WHERE part = ?", [part])
            shared, lone = sort_visits(b"".join(piece for (piece,) in pieces), numbers)
            self._database.executemany(
                "INSERT INTO occurrence VALUES (?, ?, ?)", _VISIT.iter_unpack(shared)
            )
            self._database.execute("INSERT INTO lone_visit VALUES (?, ?)", (part, lone))
            if done % 16 == 0:
                self._show("Sorting", _READING + done / parts * (_SORTING - _READING))


_USUAL: Final = Classic().start()


def _path(given: Path | str) -> Path:
    if not isinstance(given, str | Path):
        raise TypeError(f"the path of a file is a Path or text, not {given!r}")
    return Path(given)


def _known(name: str) -> str:
    """Return a player's name, or an empty text for the question marks of WTHOR and PGN."""
    return name.strip("?") and name


def _wide(moves: bytes) -> bytes:
    """Return squares of one byte each as the core takes them, two bytes each."""
    wide = bytearray(2 * len(moves))
    wide[::2] = moves
    return bytes(wide)


def _with_result(game: PlayedGame, ends: Sequence[Position], at: int) -> PlayedGame:
    if game.sign is not None:
        return game
    margin, sign = result_of(ends[at].outcome)
    return game if sign is None else replace(game, margin=margin, sign=sign)


def _broken(game: PlayedGame, played: int, path: Path) -> NotationError:
    players = f"{game.black or '?'} - {game.white or '?'}"
    return NotationError(
        Text("errors.archive.unplayable_move", move=played + 1, game=players),
        source=str(path),
    )
