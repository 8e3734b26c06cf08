"""What a notation is: a name, what it can carry, and how it is recognised, read and written."""

from __future__ import annotations

import enum
import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Generic, TypeAlias

from outflank.errors import NotationError, UnknownName
from outflank.notation.record import R, Record, ScoredPosition, as_game, as_scored_position, losses
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import Game, Position, Score, ScoreKind, Variant

__all__ = [
    "AnyFormat",
    "Assumptions",
    "BinaryFormat",
    "Carries",
    "Format",
    "binary_formats",
    "find_any_format",
    "find_format",
    "format_of",
    "formats",
    "register_format",
]


class Carries(enum.StrEnum):
    """What a notation may be able to say besides the squares themselves."""

    ANSWERS = "answers"
    COMMENTS = "comments"
    HEADERS = "headers"
    MOVES = "moves"
    SCORES = "scores"
    SIZES = "sizes"
    STARTS = "start positions"
    TIMES = "times"
    VARIANTS = "variants"
    VARIATIONS = "variations"
    VERDICTS = "verdicts"


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the caller says of a text that does not say it itself."""

    variant: Variant
    size: int | None = None
    scores: ScoreKind = ScoreKind.HEURISTIC
    dialect: str | None = None  # of a FEN

    def start(self) -> Position:
        """Return the position from which a game starts that does not say where."""
        return _start(self.variant, self.size)

    def score(self, discs: float) -> Score:
        """Return a score that does not say where it comes from."""
        return Score(discs, self.scores)


@functools.lru_cache(maxsize=16)  # a file of a thousand games starts a thousand times
def _start(variant: Variant, size: int | None) -> Position:
    return variant.start() if size is None else variant.start(size)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Notation(Generic[R]):
    """What notations in text and in bytes have in common."""

    name: str
    title: str
    extensions: tuple[str, ...]
    holds: type[R]
    carries: frozenset[Carries]
    signs: str
    reducer: Callable[[R], R]

    def reduce(self, record: Record) -> R:
        """Return the record as it will be when it has been written and read again."""
        return self.reducer(self._accepted(record))

    def losses(self, record: Record) -> list[str]:
        """Name what is lost when the record is written in this notation and read again.

        >>> find_format("transcript").losses(Game(variant="anti"))
        ['variant']
        """
        return losses(record, self.reduce(record))

    def _accepted(self, record: Record) -> R:
        """Convert a record, unless answers would be lost without which it cannot be replayed."""
        if isinstance(record, Game):
            variant, hears = record.start.variant, bool(record.start.variant.answers)
        else:
            variant, hears = record.position.variant, record.position.answer is not None
        if hears:
            self.require_answers(variant)
        return _convert(record, self.holds)

    def require_answers(self, variant: Variant) -> None:
        """Refuse a variant with an oracle when this notation cannot say what it answered."""
        if Carries.ANSWERS not in self.carries:
            raise NotationError(
                f"{self.title} cannot carry the answers of {variant.title}; use json, sgf or pgn"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(_Notation[R]):
    """A notation as data and hooks; a new one is a module that makes one of these.

    `split` cuts a text into the passages of its records, `reader` turns one passage into a
    record or raises NotationError, `writer` turns a record into text and `reducer` returns the
    record without what the notation cannot hold, so that reading what was written gives exactly
    that. `signs` completes "it has ..." and is what a reader who fails says it looked for; a
    notation without `recognises` is read only when it is named. One that `streams` can be read
    in parts: of some lines from the beginning every passage but the last is one of the whole text.

    >>> find_format("ggf").extensions
    ('.ggf',)
    >>> game = Game()
    >>> game.root.comment = "a remark"
    >>> find_format("transcript").reduce(game).root.comment
    ''
    """

    recognises: Callable[[str], bool] | None
    split: Callable[[SourceText, Assumptions], Iterator[Passage]]
    reader: Callable[[Passage, Assumptions], R]
    writer: Callable[[R], str]
    join: Callable[[Iterable[str]], str] = "\n".join
    streams: bool = False

    def write(self, record: Record) -> str:
        """Write one record, converted to what this notation holds."""
        return self.writer(self._accepted(record))


@dataclass(frozen=True, slots=True, kw_only=True)
class BinaryFormat(_Notation[R]):
    """A notation of bytes; one without a writer is only read.

    `reader` goes through the records of a file, whose name it is given, and puts an error in the
    place of a record that cannot be read; `writer` makes a file of several records.

    >>> find_any_format("wthor").extensions
    ('.wtb', '.wtd')
    """

    recognises: Callable[[bytes], bool]
    reader: Callable[[bytes, str, Assumptions], Iterator[R | NotationError]]
    writer: Callable[[Sequence[R]], bytes] | None = None

    def write_all(self, records: Iterable[Record]) -> bytes:
        """Write records as one file, converted to what this notation holds."""
        if self.writer is None:
            raise NotationError(f"{self.title} can only be read, not written")
        return self.writer([self._accepted(record) for record in records])


AnyFormat: TypeAlias = Format[Any] | BinaryFormat[Any]

_CONVERSIONS: dict[type, Callable[[Record], Any]] = {
    Game: as_game,
    ScoredPosition: as_scored_position,
}


def _convert(record: Record, kind: type[R]) -> R:
    converted: R = _CONVERSIONS[kind](record)
    return converted


_registry: dict[str, AnyFormat] = {}


def register_format(notation: AnyFormat) -> None:
    """Make a notation known to every reader, writer and command."""
    _registry[notation.name] = notation


def find_any_format(name: str) -> AnyFormat:
    """Return the notation of that name, in text or in bytes.

    >>> find_any_format("wthor").title
    'a WTHOR file'
    """
    if not isinstance(name, str):
        raise TypeError(f"a format is found by its name, such as 'ggf', not by {name!r}")
    try:
        return _registry[name.lower()]
    except KeyError:
        raise UnknownName("format", name, _registry) from None


def as_format(given: str | AnyFormat) -> AnyFormat:
    """Return a notation given as one or by its name.

    >>> as_format("obf") is as_format(find_format("obf"))
    True
    """
    return given if isinstance(given, Format | BinaryFormat) else find_any_format(given)


def find_format(name: str) -> Format[Any]:
    """Return the notation of that name, which must be one of text.

    >>> find_format("OBF").title
    'OBF'
    """
    found = find_any_format(name)
    if isinstance(found, Format):
        return found
    raise NotationError(f"{found.title} is not text")


def format_of(name: str | os.PathLike[str]) -> AnyFormat:
    """Return the notation that a file's name asks for by its extension.

    >>> format_of("games.ggf").name
    'ggf'
    """
    suffix = PurePath(name).suffix.lower()
    for notation in _registry.values():
        if suffix in notation.extensions:
            return notation
    known = ", ".join(_registry)
    raise NotationError(f"the name {str(name)!r} does not tell the format; choose one of {known}")


def formats() -> list[Format[Any]]:
    """Return all known notations of text in the order in which they are tried on an unknown one.

    >>> [notation.name for notation in formats()][-2:]
    ['board0', 'transcript']
    """
    return [one for one in _registry.values() if isinstance(one, Format)]


def binary_formats() -> list[BinaryFormat[Any]]:
    """Return all known notations of bytes.

    >>> [notation.name for notation in binary_formats()]
    ['wthor', 'edax-book', 'egaroucid-book']
    """
    return [one for one in _registry.values() if isinstance(one, BinaryFormat)]
