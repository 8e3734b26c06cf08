"""The sources of an index's games: WTHOR files, tables, and files in every notation of games."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Final, TypeAlias

from outflank.archive.played_game import PlayedGame, year_in
from outflank.errors import NotationError
from outflank.notation import Record, formats, read, stream_file
from outflank.notation.wthor import Names, WthorDatabase
from outflank.rules import Classic, Game, Position
from outflank.texts import Text

__all__ = ["Found", "game_files", "read_games"]

# A game, or the error in one.
Found: TypeAlias = PlayedGame | NotationError
Progress: TypeAlias = Callable[[float], None]

_WTHOR: Final = (".wtb", ".wtd")
_TABLES: Final = (".tsv", ".csv")
_STEP: Final = 1000  # rows between two reports of progress
_COLUMNS: Final = {
    "moves": ("moves", "transcript"),
    "black": ("black", "black_player"),
    "white": ("white", "white_player"),
    "tournament": ("tournament", "event", "place"),
    "year": ("year", "date"),
    "black_discs": ("black_discs", "black_score"),
    "margin": ("margin", "black_minus_white"),
}
_SQUARES: Final = {
    f"{column}{row + 1}": row * 8 + at for row in range(8) for at, column in enumerate("abcdefgh")
}


def game_files(paths: Iterable[Path]) -> list[Path]:
    """Return the files of games: those given, and in folders those with a known extension.

    In a folder with WTHOR files only these are taken, and other files are ignored.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file() and _may_hold(file))
            if not inside:
                raise NotationError(
                    Text("errors.archive.no_games_in_folder", folder=repr(str(path)))
                )
            wthor = [file for file in inside if _extension(file) in _WTHOR]
            found += wthor or inside
        else:
            path.stat()  # raises FileNotFoundError
            found.append(path)
    return list(dict.fromkeys(found))


def _extension(path: Path) -> str:
    """Return the extension that shows a file's content; .gz shows only that it is compressed."""
    name = path.name.lower().removesuffix(".gz")
    return Path(name).suffix


def _may_hold(path: Path) -> bool:
    extension = _extension(path)
    if path.suffix.lower() == ".gz":
        return extension in _TABLES
    known = {
        known for notation in formats() if notation.holds is Game for known in notation.extensions
    }
    return extension in (*_WTHOR, *_TABLES) or extension in known


def read_games(path: Path, progress: Progress) -> Iterator[Found]:
    """Go through the games of a file; `progress` is called now and then with the share done."""
    if _extension(path) in _WTHOR:
        yield from _wthor_games(path)
    elif _extension(path) in _TABLES:
        yield from _table_games(path, progress)
    else:
        yield from _noted_games(path, progress)
    progress(1.0)


def _wthor_games(path: Path) -> Iterator[Found]:
    """Read a file of the WTHOR database, with the lists of names beside it."""
    try:
        database = WthorDatabase.read(path)
    except NotationError as problem:
        raise problem.placed(source=str(path)) from None
    names, squares = Names.beside(path), database.size**2
    start = None if database.size == Classic().start().size else Classic().start(database.size)
    for record in database.records:
        margin = 2 * record.black_discs - squares
        yield PlayedGame(
            record.moves,
            names.player(record.black),
            names.player(record.white),
            names.tournament(record.tournament),
            database.year or None,
            margin,
            (margin > 0) - (margin < 0),
            start,
        )


def _noted_games(path: Path, progress: Progress) -> Iterator[Found]:
    """Read a file in any notation of games, game by game."""
    size = max(path.stat().st_size, 1)
    problems: list[NotationError] = []
    with path.open("rb") as file:
        for record in stream_file(file, on_problem=problems.append):
            progress(file.tell() / size)
            try:
                yield PlayedGame.of(_game_of(record))
            except NotationError as problem:
                yield problem.placed(source=str(path))
            yield from problems
            problems.clear()
    yield from problems


def _game_of(record: Record) -> Game:
    if not isinstance(record, Game):
        raise NotationError(Text("errors.archive.position_instead_of_game"))
    return record


# Tables


def _table_games(path: Path, progress: Progress) -> Iterator[Found]:
    """Read a table with a line of headings; only the column `moves` is required."""
    size = max(path.stat().st_size, 1)
    with path.open("rb") as raw, _text_of(raw, path) as text:
        if _extension(path) == ".tsv":
            rows = csv.reader(text, delimiter="\t", quoting=csv.QUOTE_NONE)
        else:
            rows = csv.reader(text)
        try:
            columns = _columns(next(rows, []), path)
            for number, row in enumerate(rows, 2):
                if number % _STEP == 0:
                    progress(raw.tell() / size)
                try:
                    yield _game_in(row, columns)
                except NotationError as problem:
                    yield problem.placed(source=str(path), line=number)
        except (EOFError, OSError, UnicodeDecodeError, csv.Error) as error:
            raise NotationError(
                Text("errors.archive.unreadable_table", problem=error), source=str(path)
            ) from error


def _text_of(raw: IO[bytes], path: Path) -> io.TextIOWrapper:
    data = gzip.GzipFile(fileobj=raw) if path.suffix.lower() == ".gz" else raw
    return io.TextIOWrapper(data, encoding="utf-8-sig", newline="")


def _columns(headings: list[str], path: Path) -> dict[str, int]:
    """Return the index of each known column."""
    indices = {heading.strip().lower(): at for at, heading in enumerate(headings)}
    found = {
        name: indices[heading]
        for name, headings in _COLUMNS.items()
        for heading in reversed(headings)
        if heading in indices
    }
    if "moves" not in found:
        raise NotationError(
            Text("errors.archive.table_without_headings"),
            source=str(path),
            line=1,
        )
    return found


def _game_in(row: list[str], columns: dict[str, int]) -> PlayedGame:
    def cell(name: str) -> str:
        at = columns.get(name, len(row))
        return row[at].strip() if at < len(row) else ""

    moves, start = _squares(cell("moves"))
    margin = None
    if discs := cell("black_discs"):
        squares = 64 if start is None else start.size**2
        margin = 2 * _number(discs) - squares
    elif written := cell("margin"):
        margin = _number(written)
    return PlayedGame(
        moves,
        cell("black"),
        cell("white"),
        cell("tournament"),
        year_in(cell("year")),
        margin,
        None if margin is None else (margin > 0) - (margin < 0),
        start,
    )


def _squares(text: str) -> tuple[bytes, Position | None]:
    """Return the squares of a transcript, and its start if it is not the usual one."""
    try:
        return bytes([_SQUARES[text[at : at + 2]] for at in range(0, len(text), 2)]), None
    except KeyError:  # in capitals, with passes or from another start
        game = PlayedGame.of(read(text, errors="raise", format="transcript").game)
        return game.squares, game.start


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NotationError(Text("errors.archive.not_a_number_of_discs", text=repr(text))) from None
