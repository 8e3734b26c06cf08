"""`stream_file`: reading a file of any size record by record."""

from __future__ import annotations

import codecs
import io
import itertools
import mmap
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import IO, Any, Final, cast

from outflank.errors import NotationError
from outflank.notation.format import (
    AnyFormat,
    Assumptions,
    BinaryFormat,
    Format,
    as_format,
)
from outflank.notation.loading import (
    UTF_16,
    BinaryData,
    BinarySource,
    FileSource,
    is_binary,
    map_file,
    name_of,
    not_text,
    open_file,
)
from outflank.notation.recognition import (
    assume,
    read_binary,
    read_passage,
    recognise,
    recognise_binary,
)
from outflank.notation.record import Record
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import ScoreKind, Variant
from outflank.texts import Text

__all__ = ["stream_file"]

_BLOCK: Final = 1 << 18  # characters or bytes that are read at a time


def stream_file(
    source: FileSource,
    *,
    format: str | AnyFormat | None = None,  # noqa: A002 - the word people look for
    size: int | None = None,
    variant: str | Variant = "classic",
    dialect: str | None = None,
    scores: str | ScoreKind = ScoreKind.HEURISTIC,
    on_problem: Callable[[NotationError], None] | None = None,
) -> Iterator[Record]:
    r"""Go through the records of a file one by one, in memory that does not grow with the file.

    A record that cannot be read is left out, and `on_problem` is called with its error; without
    `on_problem` the error is raised. The other options are those of `read_file`. A notation that
    can be divided only as a whole, such as JSON, is read into memory; a book or another binary
    file that is given as a path is not.

    >>> import io
    >>> for game in stream_file(io.StringIO("f5d6c3\nf5f4")):
    ...     print(game.transcript)
    f5d6c3
    f5f4
    """
    assumed = assume(variant, size, scores, dialect=dialect)
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        raise TypeError(f"stream_file() takes a path or an open file, not {type(source).__name__}")
    return _stream(source, format, assumed, on_problem)


def _stream(
    source: FileSource,
    wanted: str | AnyFormat | None,
    assumed: Assumptions,
    on_problem: Callable[[NotationError], None] | None,
) -> Iterator[Record]:
    name = name_of(source)
    opened: AbstractContextManager[IO[str] | IO[bytes]] = (
        open_file(source) if isinstance(source, str | os.PathLike) else nullcontext(source)
    )
    with opened as file:
        first = _block_of(file, name)
        if isinstance(first, bytes) and is_binary(first):
            found = _binary_records(source, file, first, wanted, assumed)
        else:
            _require_text(wanted, name)
            found = _text_records(_parts(file, first, name), name, wanted, assumed)
        for record in found:
            if not isinstance(record, NotationError):
                yield record
            elif on_problem is None:
                raise record
            else:
                on_problem(record)


def _require_text(wanted: str | AnyFormat | None, name: str) -> None:
    if wanted is not None and isinstance(as_format(wanted), BinaryFormat):
        raise NotationError(Text("errors.notation.text_instead_of_binary"), source=name)


def _binary_records(
    source: FileSource,
    file: IO[str] | IO[bytes],
    first: bytes,
    wanted: str | AnyFormat | None,
    assumed: Assumptions,
) -> Iterator[Record | NotationError]:
    """Go through the records of a binary file; one that has a path stays on disk."""
    data: BinaryData
    if isinstance(source, str | os.PathLike):
        data = map_file(source)
    else:
        data = b"".join((first, cast("IO[bytes]", file).read()))
    with closing(data) if isinstance(data, mmap.mmap) else nullcontext():
        loaded = BinarySource(data, name_of(source))
        notation, _ = recognise_binary(loaded, wanted, assumed)
        yield from read_binary(loaded, notation, assumed)


def _text_records(
    parts: Iterator[str], name: str, wanted: str | AnyFormat | None, assumed: Assumptions
) -> Iterator[Record | NotationError]:
    for passage, notation in _passages(parts, name, wanted, assumed):
        try:
            record: Record | NotationError = read_passage(passage, notation, assumed)
        except NotationError as problem:
            record = problem.with_traceback(None)  # a traceback keeps the text alive
        yield record


# Parts of the text


def _block_of(file: IO[str] | IO[bytes], name: str) -> str | bytes:
    try:
        return file.read(_BLOCK)
    except UnicodeDecodeError as error:
        raise not_text(name, opened_as_text=True) from error


def _parts(file: IO[str] | IO[bytes], block: str | bytes, name: str) -> Iterator[str]:
    """Go on reading a file after its first block, as text whose lines end with a newline."""
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    decoding = _Decoding(name)
    while True:
        text = block if isinstance(block, str) else decoding.decode(block)
        yield newlines.decode(text, final=not block)
        if not block:
            return
        block = _block_of(file, name)


class _Decoding:
    """Decodes UTF-8, or UTF-16 after its mark, and Latin-1 from the first block that is neither."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.decoder: codecs.IncrementalDecoder | None = None
        self.beginning = b""

    def decode(self, block: bytes) -> str:
        if self.decoder is None:
            self.beginning += block
            if block and len(self.beginning) < len(codecs.BOM_UTF16):
                return ""
            block = self.beginning
            self.is_wide = block.startswith(UTF_16)
            self.decoder = _decoder("utf-16" if self.is_wide else "utf-8")
        if not self.is_wide and b"\0" in block:
            raise not_text(self.name)
        pending = self.decoder.getstate()[0]
        try:
            return self.decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            if self.is_wide:
                raise not_text(self.name) from error
        self.decoder = _decoder("latin-1")
        return self.decoder.decode(pending + block)


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder(encoding)()


# Passages of the parts


def _passages(
    parts: Iterator[str], name: str, wanted: str | AnyFormat | None, assumed: Assumptions
) -> Iterator[tuple[Passage, Format[Any]]]:
    """Go through the passages of the records, each as soon as it is certainly complete.

    The last record that was read may continue, so it is kept until the next part.
    """
    notation: Format[Any] | None = None
    rest, enough = "", _BLOCK
    line = column = 1
    for part in itertools.chain(parts, (None,)):
        rest += part or ""
        is_all = part is None
        if not is_all and len(rest) < enough:
            continue
        stop = len(rest) if is_all else rest.rfind("\n") + 1
        text = SourceText(rest[:stop], source=name, first_line=line, first_column=column)
        if notation is None and (text.text.strip() or is_all):
            notation, _ = recognise(text, wanted, assumed)
        if notation is None or not (is_all or notation.streams):
            enough = 2 * len(rest)
            continue
        last = None
        for passage in notation.split(text, assumed):
            if last is not None:
                yield last, notation
            last = passage
        if is_all:
            yield from [] if last is None else [(last, notation)]
            return
        done = text.text if last is None else text.text[: last.start]
        line += done.count("\n")
        column = len(done) - done.rfind("\n") if "\n" in done else column + len(done)
        rest = text.text[len(done) :] + rest[stop:]
        enough = max(_BLOCK, 2 * len(rest))
