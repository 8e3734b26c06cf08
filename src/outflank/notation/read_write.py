"""`read`, `read_file` and `write`: games and positions in any notation, as text and in files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, TypeAlias, cast

from outflank.errors import InvalidValue, NotationError, UnknownName
from outflank.notation.format import (
    AnyFormat,
    Assumptions,
    BinaryFormat,
    as_format,
    binary_formats,
    format_of,
    formats,
    written_formats,
)
from outflank.notation.loading import (
    BinarySource,
    FileSource,
    has_file_name,
    is_folder,
    is_there,
    load_file,
    load_text,
    looks_like_path,
)
from outflank.notation.recognition import (
    assume,
    read_binary,
    read_passage,
    recognise,
    recognise_binary,
)
from outflank.notation.record import Reading, Record, ScoredPosition
from outflank.notation.source_text import SourceText
from outflank.rules import Game, Position, ScoreKind, Variant
from outflank.texts import Text

__all__ = ["Writable", "names_file", "read", "read_file", "read_one", "write"]

Writable: TypeAlias = Record | Position


def read(  # noqa: PLR0913 - each is something that a text may leave open
    source: str | bytes,
    *,
    format: str | AnyFormat | None = None,  # noqa: A002 - the word people look for
    size: int | None = None,
    variant: str | Variant = "classic",
    dialect: str | None = None,
    scores: str | ScoreKind = ScoreKind.HEURISTIC,
    errors: Literal["report", "raise"] = "report",
    progress: Callable[[float], None] | None = None,
    most: int | None = None,
) -> Reading:
    r"""Read games or positions from text or bytes; `read_file` reads a file.

    The notation is recognised by the content unless `format` names it. `size`, `variant`, `dialect`
    (of a FEN: "edax" or "fairy") and `scores` (where scores come from: "exact" for solved
    endgames) are for texts that do not say them. A game that cannot be read is left out, and its
    error is listed in `problems`; with `errors="raise"` the error is raised. `progress` is called
    after each record with the share that is done. After `most` records the others are not read,
    only counted in `left_out`.

    A str is always text and never the name of a file: nothing is opened.

    >>> read("---- -OX- -XO- ---- O").position.legal_moves
    <LegalMoves: c1 d2 a3 b4>
    >>> print(*read("f5d6c3\nf5f5").problems)
    line 2, column 3: f5 is occupied; white may play f4, d6, f6
    >>> reading = read("f5d6c3\nf5f4\nf5d6", most=1)
    >>> len(reading), reading.left_out
    (1, 2)
    """
    if not isinstance(source, str | bytes):
        raise TypeError(
            f"read() takes text or bytes, not {type(source).__name__}; read_file() reads files"
        )
    options = _Options(format, size, variant, dialect, scores, errors, progress, most)
    return _read(load_text(source), options)


def read_file(
    source: FileSource,
    *,
    format: str | AnyFormat | None = None,  # noqa: A002 - the word people look for
    size: int | None = None,
    variant: str | Variant = "classic",
    dialect: str | None = None,
    scores: str | ScoreKind = ScoreKind.HEURISTIC,
    errors: Literal["report", "raise"] = "report",
    progress: Callable[[float], None] | None = None,
) -> Reading:
    """Read games or positions from a path or an open file; the options are those of `read`.

    If the content does not show the notation, the extension of the file's name does.

    >>> import io
    >>> read_file(io.StringIO("f5d6c3")).game.transcript
    'f5d6c3'
    """
    options = _Options(format, size, variant, dialect, scores, errors, progress, None)
    return _read(load_file(source), options)


def read_one(text: str, *, variant: str | Variant = "classic", size: int | None = None) -> Reading:
    r"""Read a text that holds exactly one game or position, without errors.

    >>> read_one("f5d6c3\nf5f6e6")
    Traceback (most recent call last):
    outflank.errors.NotationError: there are 2 records here; outflank.read reads them all
    """
    options = _Options(None, size, variant, None, ScoreKind.HEURISTIC, "raise", None, None)
    reading = _read(load_text(text), options)
    if len(reading) > 1:
        raise NotationError(Text("errors.notation.several_records", count=len(reading)))
    return reading


def names_file(text: str) -> bool:
    """Return whether an argument that may be a file or a text means a file.

    Never use this on text from strangers, because it looks for the file.

    >>> names_file("no/such/game.ggf"), names_file("1. f5 d6 1/2-1/2")
    (True, False)
    """
    if is_there(text) or has_file_name(text, _extensions()):
        return True
    if any(notation.recognises and notation.recognises(text) for notation in formats()):
        return False  # a folder can be called f5
    return is_folder(text) or looks_like_path(text)


def _extensions() -> list[str]:
    known = (*formats(), *binary_formats())
    return [extension for notation in known for extension in notation.extensions]


class _Options(NamedTuple):
    """The options of `read` and `read_file`."""

    format: str | AnyFormat | None
    size: int | None
    variant: str | Variant
    dialect: str | None
    scores: str | ScoreKind
    errors: Literal["report", "raise"]
    progress: Callable[[float], None] | None
    most: int | None


def _read(loaded: SourceText | BinarySource, options: _Options) -> Reading:
    if options.errors not in ("report", "raise"):
        raise UnknownName("way to treat errors", options.errors, ("raise", "report"))
    if options.most is not None and not isinstance(options.most, int):
        raise TypeError(f"most is a whole number, not {options.most!r}")
    if options.most is not None and options.most < 1:
        raise InvalidValue(Text("errors.notation.invalid_most", given=str(options.most)))
    assumed = assume(options.variant, options.size, options.scores, dialect=options.dialect)
    if isinstance(loaded, BinarySource):
        return _read_binary(loaded, options, assumed)
    notation, why = recognise(loaded, options.format, assumed)
    records: list[Record] = []
    problems: list[NotationError] = []
    left_out = 0
    for passage in notation.split(loaded, assumed):
        if len(records) == options.most:
            left_out += 1
            continue
        try:
            records.append(read_passage(passage, notation, assumed))
        except NotationError as problem:
            if options.errors == "raise":
                raise
            problems.append(problem.with_traceback(None))  # a traceback keeps the whole text alive
        if options.progress is not None:
            options.progress(passage.end / len(loaded.text))
    return Reading(notation.name, why, tuple(records), tuple(problems), loaded.source, left_out)


def _read_binary(loaded: BinarySource, options: _Options, assumed: Assumptions) -> Reading:
    notation, why = recognise_binary(loaded, options.format, assumed)
    records: list[Record] = []
    problems: list[NotationError] = []
    left_out = 0
    for found in read_binary(loaded, notation, assumed):
        if len(records) == options.most:
            left_out += 1
        elif not isinstance(found, NotationError):
            records.append(found)
        elif options.errors == "raise":
            raise found
        else:
            problems.append(found)
    if options.progress is not None:
        options.progress(1.0)
    return Reading(notation.name, why, tuple(records), tuple(problems), loaded.source, left_out)


# Writing


def write(
    records: Writable | Iterable[Writable],
    target: str | os.PathLike[str] | IO[str] | IO[bytes] | None = None,
    *,
    format: str | AnyFormat | None = None,  # noqa: A002 - the word people look for
) -> str:
    """Write games or positions, return the text and write it to the target, if there is one.

    Without `format` the extension of the target's name decides. In a notation for positions a
    game becomes the end of its main line; in one for games a position becomes a game from there.
    A binary notation, such as WTHOR, needs a target, and the returned text is empty.

    >>> game = Game()
    >>> game.push_all(["f5", "d6"])
    >>> write(game, format="transcript")
    'f5d6'
    >>> write(game.position, format="board")
    '-------------------...---O------... X'
    """
    if not (target is None or isinstance(target, str | os.PathLike) or hasattr(target, "write")):
        raise TypeError(f"write() takes a path or an open file, not {target!r}")
    notation = _target_notation(target, format)
    several = records if isinstance(records, Iterable) else [records]
    given = [_record(record) for record in several]
    if isinstance(notation, BinaryFormat):
        _write_bytes(notation.write_all(given), target, notation)
        return ""
    text = notation.join([notation.write(record) for record in given])
    if isinstance(target, str | os.PathLike):
        try:
            data = f"{text}\n".encode()
        except UnicodeEncodeError:
            raise NotationError(Text("errors.notation.lone_surrogate")) from None
        Path(target).write_bytes(data)
    elif target is not None:
        cast("IO[str]", target).write(f"{text}\n")
    return text


def _write_bytes(
    data: bytes,
    target: str | os.PathLike[str] | IO[str] | IO[bytes] | None,
    notation: BinaryFormat[Any],
) -> None:
    if isinstance(target, str | os.PathLike):
        Path(target).write_bytes(data)
    elif target is None or isinstance(target, io.TextIOBase):
        raise NotationError(Text("errors.notation.binary_into_text", format=notation.text))
    else:
        cast("IO[bytes]", target).write(data)


def _record(given: Writable) -> Record:
    if isinstance(given, Position):
        return ScoredPosition(given)
    if isinstance(given, Game | ScoredPosition):
        return given
    raise TypeError(f"only games and positions can be written, not {given!r}")


def _target_notation(
    target: str | os.PathLike[str] | IO[str] | IO[bytes] | None, wanted: str | AnyFormat | None
) -> AnyFormat:
    if wanted is not None:
        return as_format(wanted)
    name = target if isinstance(target, str | os.PathLike) else getattr(target, "name", None)
    if not isinstance(name, str | os.PathLike):
        raise NotationError(
            Text("errors.notation.format_needed", formats=", ".join(written_formats()))
        )
    return format_of(name)
