"""Text that knows where it came from, so that every error can say where it stands."""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from outflank.errors import NotationError, OutflankError

__all__ = ["Passage", "SourceText"]


class SourceText:
    r"""A text, with the file it came from and how its bytes became characters.

    It is a whole text or, with the line and the column where it begins, a part of one.

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
        self.text = plain.replace("\r\n", "\n").replace("\r", "\n")
        self.source = source
        self.encoding = encoding
        self._first_line = first_line
        self._first_column = first_column

    @functools.cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def error(self, problem: str, offset: int) -> NotationError:
        """Return an error that points at a character of this text."""
        line = bisect.bisect_right(self._line_starts, offset)
        column = offset - self._line_starts[line - 1] + 1
        column += self._first_column - 1 if line == 1 else 0
        line += self._first_line - 1
        return NotationError(problem, source=self.source, line=line, column=column)

    def passage(self, start: int = 0, end: int | None = None) -> Passage:
        """Return a stretch of this text, all of it unless told otherwise."""
        return Passage(self, start, len(self.text) if end is None else end)

    def lines(self) -> Iterator[Passage]:
        """Go through the lines, without their ends."""
        return self.passage().lines()


@dataclass(frozen=True)
class Passage:
    """A stretch of a text, usually one game or one position."""

    source_text: SourceText
    start: int
    end: int

    @functools.cached_property
    def text(self) -> str:
        """The characters of this stretch."""
        return self.source_text.text[self.start : self.end]

    def lines(self) -> Iterator[Passage]:
        """Go through the lines, without their ends."""
        start = self.start
        for line in self.text.split("\n"):
            yield Passage(self.source_text, start, start + len(line))
            start += len(line) + 1

    def error(self, problem: str, offset: int = 0) -> NotationError:
        """Return an error that points at a character of this stretch."""
        return self.source_text.error(problem, self.start + offset)

    def blame(self, error: OutflankError, offset: int = 0) -> NotationError:
        """Return an error of ours as one that points here, unless it points somewhere already."""
        if not isinstance(error, NotationError):
            return self.error(str(error), offset)
        return self.error(error.problem, offset) if error.line is None else error

    @contextmanager
    def blamed(self, offset: int | Callable[[], int] = 0) -> Iterator[None]:
        """Let every error of ours that arises inside say that it arose here.

        An offset that is dear to find is given as a function, called only after an error.

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
