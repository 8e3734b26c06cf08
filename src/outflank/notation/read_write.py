"""`read`, `read_file` and `write`: games and positions in any notation, as text and in files."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Literal, NamedTuple, TypeAlias, overload

from outflank.errors import NotationError, UnknownName
from outflank.notation.format import Format, find_format, format_of, formats
from outflank.notation.loading import (
    FileSource,
    has_file_name,
    is_folder,
    is_there,
    load_file,
    load_text,
    looks_like_path,
)
from outflank.notation.recognition import assume, read_passage, recognise
from outflank.notation.record import Record, ScoredPosition, as_game, as_scored_position
from outflank.notation.source_text import SourceText
from outflank.rules import Game, Position, ScoreKind, Variant

__all__ = ["Reading", "Writable", "names_file", "read", "read_file", "write"]

Writable: TypeAlias = Record | Position


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, what it was taken for, and what could not be read.

    It can be gone through like the list of its records: games, or positions with scores.

    >>> from outflank.notation import read
    >>> reading = read("f5d6c3")
    >>> reading.format, reading.why
    ('transcript', 'It has moves such as f5d6c3.')
    >>> reading.game.transcript(), str(reading.position.turn), reading.problems
    ('f5d6c3', 'white', ())
    """

    format: str
    why: str
    records: tuple[Record, ...]
    problems: tuple[NotationError, ...] = ()
    source: str = ""

    @property
    def games(self) -> tuple[Game, ...]:
        """The records as games; a position becomes a game that starts there."""
        return tuple(map(as_game, self.records))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The records as positions; a game becomes the one at the end of its main line."""
        return tuple(as_scored_position(record).position for record in self.records)

    @property
    def game(self) -> Game:
        """The first record as a game; when there is none, the first problem is raised."""
        return as_game(self._first())

    @property
    def position(self) -> Position:
        """The first record as a position; when there is none, the first problem is raised."""
        return as_scored_position(self._first()).position

    def _first(self) -> Record:
        for record in self.records:
            return record
        raise (
            self.problems[0]
            if self.problems
            else NotationError("no record was found", source=self.source)
        )

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, index: int | slice) -> Record | tuple[Record, ...]:
        return self.records[index]


def read(
    source: str | bytes | FileSource,
    *,
    format: str | Format[Any] | None = None,  # noqa: A002 - the word people look for
    size: int | None = None,
    variant: str | Variant = "classic",
    scores: str | ScoreKind = ScoreKind.HEURISTIC,
    errors: Literal["report", "raise"] = "report",
    progress: Callable[[float], None] | None = None,
) -> Reading:
    r"""Read games or positions from text or bytes; `read_file` reads a file.

    The notation is recognised by the content unless `format` says it. `size`, `variant` and
    `scores` (where scores come from: "exact" for solved endgames) are for texts that do not say
    them. A game that cannot be read is left out and listed in `problems`; with `errors="raise"`
    it is raised. `progress` is called with the share that is done after each record.

    A path or an open file is still read, with a DeprecationWarning; a str only if it has the
    ending of a known format and the file exists.

    >>> read("---- -OX- -XO- ---- O").position.legal_moves
    <LegalMoves: c1 d2 a3 b4>
    >>> print(*read("f5d6c3\nf5f5").problems)
    line 2, column 3: f5 is occupied; white may play f4, d6, f6
    """
    if not isinstance(source, str | bytes | os.PathLike) and not hasattr(source, "read"):
        raise TypeError(f"read() takes text or bytes, not {type(source).__name__}")
    if isinstance(source, bytes) or (isinstance(source, str) and not _is_old_path(source)):
        source_text = load_text(source)
    else:
        warnings.warn(_READ_FILE, DeprecationWarning, stacklevel=2)
        source_text = load_file(source)
    return _read(source_text, _Options(format, size, variant, scores, errors, progress))


def read_file(
    source: FileSource,
    *,
    format: str | Format[Any] | None = None,  # noqa: A002 - the word people look for
    size: int | None = None,
    variant: str | Variant = "classic",
    scores: str | ScoreKind = ScoreKind.HEURISTIC,
    errors: Literal["report", "raise"] = "report",
    progress: Callable[[float], None] | None = None,
) -> Reading:
    """Read games or positions from a path or an open file; all else is as in `read`.

    Where the content does not tell the notation the extension of the file's name does.

    >>> import io
    >>> read_file(io.StringIO("f5d6c3")).game.transcript()
    'f5d6c3'
    """
    return _read(load_file(source), _Options(format, size, variant, scores, errors, progress))


_READ_FILE: Final = "read() takes text; read_file() reads a path or an open file"


def _is_old_path(text: str) -> bool:
    """Tell whether a text is the name of a game's file, which earlier versions of `read` opened."""
    return has_file_name(text, _extensions()) and is_there(text)


def names_file(text: str) -> bool:
    """Tell whether somebody means a file, where a command takes files and texts alike.

    Never ask this of a text from strangers: it looks for the file.

    >>> names_file("no/such/game.ggf"), names_file("1. f5 d6 1/2-1/2")
    (True, False)
    """
    if is_there(text) or has_file_name(text, _extensions()):
        return True
    if any(one.recognises and one.recognises(text) for one in formats()):
        return False  # a folder can be called f5
    return is_folder(text) or looks_like_path(text)


def _extensions() -> list[str]:
    return [ending for one in formats() for ending in one.extensions]


class _Options(NamedTuple):
    """What `read` and `read_file` were asked for."""

    format: str | Format[Any] | None
    size: int | None
    variant: str | Variant
    scores: str | ScoreKind
    errors: Literal["report", "raise"]
    progress: Callable[[float], None] | None


def _read(source_text: SourceText, options: _Options) -> Reading:
    if options.errors not in ("report", "raise"):
        raise UnknownName("way to treat errors", options.errors, ("raise", "report"))
    assumed = assume(options.variant, options.size, options.scores)
    notation, why = recognise(source_text, options.format, assumed)
    records: list[Record] = []
    problems: list[NotationError] = []
    for passage in notation.split(source_text, assumed):
        try:
            records.append(read_passage(passage, notation, assumed))
        except NotationError as problem:
            if options.errors == "raise":
                raise
            problems.append(problem.with_traceback(None))  # which would keep the whole text alive
        if options.progress is not None:
            options.progress(passage.end / len(source_text.text))
    return Reading(notation.name, why, tuple(records), tuple(problems), source_text.source)


# Writing


def write(
    records: Writable | Iterable[Writable],
    target: str | os.PathLike[str] | IO[str] | None = None,
    *,
    format: str | Format[Any] | None = None,  # noqa: A002 - the word people look for
) -> str:
    """Write games or positions and return the text; with a target, put it there too.

    Without `format` the extension of the target's name decides. A game in a notation of
    positions becomes the end of its main line, a position in one of games a game from there.

    >>> game = Game()
    >>> game.push_all(["f5", "d6"])
    >>> write(game, format="transcript")
    'f5d6'
    >>> write(game.position, format="board")
    '-------------------...---O------... X'
    """
    notation = _target_notation(target, format)
    several = [records] if isinstance(records, Game | ScoredPosition | Position) else records
    text = notation.join([notation.write(_record(one)) for one in several])
    if isinstance(target, str | os.PathLike):
        try:
            data = f"{text}\n".encode()
        except UnicodeEncodeError:
            raise NotationError("half a character, a lone surrogate, cannot be written") from None
        Path(target).write_bytes(data)
    elif target is not None:
        target.write(f"{text}\n")
    return text


def _record(given: Writable) -> Record:
    return ScoredPosition(given) if isinstance(given, Position) else given


def _target_notation(
    target: str | os.PathLike[str] | IO[str] | None, told: str | Format[Any] | None
) -> Format[Any]:
    if told is not None:
        return told if isinstance(told, Format) else find_format(told)
    name = target if isinstance(target, str | os.PathLike) else getattr(target, "name", "")
    return format_of(name if isinstance(name, str | os.PathLike) else "")
