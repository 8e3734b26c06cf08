"""Text that knows where it came from, so that every error can say where it stands."""

from __future__ import annotations

import bisect
import functools
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeAlias

from outflank.errors import NotationError, OutflankError

__all__ = ["Document", "Passage", "Readable"]

Readable: TypeAlias = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]

_LONGEST_PATH = 4096
_EXTENSION = re.compile(r"\.\w{1,8}\Z")


class Document:
    r"""A whole text, with the file it came from and how its bytes became characters.

    >>> Document("f5\r\nd6").text
    'f5\nd6'
    """

    def __init__(self, text: str, *, source: str = "", encoding: str = "utf-8") -> None:
        plain = text.removeprefix("\ufeff")
        self.text = plain.replace("\r\n", "\n").replace("\r", "\n")
        self.source = source
        self.encoding = encoding

    @classmethod
    def load(cls, source: Readable) -> Document:
        """Take text as it is, decode bytes, and read what a path or an open file leads to.

        A str is a path only when it looks like one and a file of that name exists.
        """
        if isinstance(source, str):
            # os.path answers False where Path.is_file raises: a text can be too long for a name.
            if looks_like_path(source) and os.path.isfile(source):  # noqa: PTH113
                return cls.load(Path(source))
            return cls(source)
        if isinstance(source, bytes):
            return cls._decoded(source, "")
        if isinstance(source, os.PathLike):
            path = Path(source)
            return cls._decoded(path.read_bytes(), str(path))
        if not hasattr(source, "read"):
            raise TypeError(
                f"read() takes text, bytes, a path or an open file, not {type(source).__name__}"
            )
        content = source.read()
        name = getattr(source, "name", "")
        name = name if isinstance(name, str) else ""  # a file opened by number has a number
        return (
            cls(content, source=name) if isinstance(content, str) else cls._decoded(content, name)
        )

    @classmethod
    def _decoded(cls, data: bytes, source: str) -> Document:
        try:
            return cls(data.decode("utf-8"), source=source)
        except UnicodeDecodeError:
            return cls(data.decode("latin-1"), source=source, encoding="latin-1")

    @functools.cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def error(self, problem: str, offset: int) -> NotationError:
        """Return an error that points at a character of this text."""
        line = bisect.bisect_right(self._line_starts, offset)
        column = offset - self._line_starts[line - 1] + 1
        return NotationError(problem, source=self.source, line=line, column=column)

    def passage(self, start: int = 0, end: int | None = None) -> Passage:
        """Return a stretch of this text, all of it unless told otherwise."""
        return Passage(self, start, len(self.text) if end is None else end)

    def lines(self) -> Iterator[Passage]:
        """Go through the lines, without their ends."""
        starts = self._line_starts
        for start, following in zip(starts, [*starts[1:], len(self.text) + 1], strict=True):
            yield Passage(self, start, following - 1)


@dataclass(frozen=True)
class Passage:
    """A stretch of a document, usually one game or one position."""

    document: Document
    start: int
    end: int

    @functools.cached_property
    def text(self) -> str:
        """The characters of this stretch."""
        return self.document.text[self.start : self.end]

    def error(self, problem: str, offset: int = 0) -> NotationError:
        """Return an error that points at a character of this stretch."""
        return self.document.error(problem, self.start + offset)

    @contextmanager
    def blamed(self, offset: int = 0) -> Iterator[None]:
        """Let every error of ours that arises inside say that it arose here.

        >>> from outflank.rules import Square
        >>> with Document("f5 z9").passage().blamed(3):
        ...     Square.parse("z9")
        Traceback (most recent call last):
        outflank.errors.NotationError: line 1, column 4: no square is called 'z9'; ...
        """
        try:
            yield
        except NotationError as error:
            if error.line is not None:
                raise
            raise self.error(error.problem, offset) from error
        except OutflankError as error:
            raise self.error(str(error), offset) from error


def looks_like_path(text: str) -> bool:
    """Tell whether a text could name a file: short, one line, with a folder or an extension."""
    if len(text) > _LONGEST_PATH or "\n" in text:
        return False
    return "/" in text or "\\" in text or _EXTENSION.search(text) is not None
