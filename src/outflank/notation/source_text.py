"""Text that knows its source, so that every error can say where it is."""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from outflank.errors import NotationError, OutflankError
from outflank.texts import Text

__all__ = ["Passage", "SourceText"]


class SourceText:
    r"""A text, with its file and its encoding.

    It may be a part of a longer text, which begins at `first_line` and `first_column`.

    >>> SourceText("f5\r\nd6").text
    'f5\nd6'
    """

    def __init__(
        self,
        text: str,
        *,
        source: str = "",
        encoding: str = "utf-8",
        first_line: int = 1,
        first_column: int = 1,
    ) -> None:
        plain = text.removeprefix("\ufeff")
        self.text: str = plain.replace("\r\n", "\n").replace("\r", "\n")
        self.source = source
        self.encoding = encoding
        self._first_line = first_line
        self._first_column = first_column

    @functools.cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def error(self, problem: str | Text, offset: int) -> NotationError:
        """Return an error that points at a character of this text."""
        line = bisect.bisect_right(self._line_starts, offset)
        column = offset - self._line_starts[line - 1] + 1
        column += self._first_column - 1 if line == 1 else 0
        line += self._first_line - 1
        return NotationError(problem, source=self.source, line=line, column=column)

    def passage(self, start: int = 0, end: int | None = None) -> Passage:
        """Return a part of this text, or all of it."""
        return Passage(self, start, len(self.text) if end is None else end)

    def lines(self) -> Iterator[Passage]:
        """Go through the lines, without their line breaks."""
        return self.passage().lines()


@dataclass(frozen=True)
class Passage:
    """A part of a text, usually one game or one position."""

    source_text: SourceText
    start: int
    end: int

    @functools.cached_property
    def text(self) -> str:
        """The characters of this passage."""
        return self.source_text.text[self.start : self.end]

    def lines(self) -> Iterator[Passage]:
        """Go through the lines, without their line breaks."""
        start = self.start
        for line in self.text.split("\n"):
            yield Passage(self.source_text, start, start + len(line))
            start += len(line) + 1

    def error(self, problem: str | Text, offset: int = 0) -> NotationError:
        """Return an error that points at a character of this passage."""
        return self.source_text.error(problem, self.start + offset)

    def blame(self, error: OutflankError, offset: int = 0) -> NotationError:
        """Return an OutflankError as one that points here, unless it already points somewhere."""
        if isinstance(error, NotationError) and error.line is not None:
            return error
        return self.error(error.sentence, offset)

    @contextmanager
    def blamed(self, offset: int | Callable[[], int] = 0) -> Iterator[None]:
        """Let every OutflankError inside the block point here.

        An offset that is slow to find is given as a function, which is called only after an error.

        >>> from outflank.rules import Square
        >>> with SourceText("f5 z9").passage().blamed(3):
        ...     Square.parse("z9")
        Traceback (most recent call last):
        outflank.errors.NotationError: line 1, column 4: no square is called 'z9'; ...
        """
        try:
            yield
        except OutflankError as error:
            blamed = self.blame(error, offset if isinstance(offset, int) else offset())
            if blamed is error:
                raise
            raise blamed from error
