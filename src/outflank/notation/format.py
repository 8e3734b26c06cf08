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
from outflank.notation.loading import BinaryData
from outflank.notation.record import R, Record, ScoredPosition, as_game, as_scored_position, losses
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import Game, Position, Score, ScoreKind, Variant
from outflank.texts import Text
from outflank.texts.text import named_text

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
    "unchanged",
    "written_formats",
]


class Carries(enum.StrEnum):
    """What a notation may carry besides the squares themselves."""

    ANSWERS = "answers"
    CLOCKS = "clocks"
    COMMENTS = "comments"
    HEADERS = "headers"
    MARKS = "marks"
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
    """What the caller says about a text that does not say it itself."""

    variant: Variant
    size: int | None = None
    scores: ScoreKind = ScoreKind.HEURISTIC
    dialect: str | None = None  # of a FEN

    def start(self) -> Position:
        """Return the start of a game that does not give its start."""
        return _start(self.variant, self.size)

    def score(self, discs: float) -> Score:
        """Return a score of the assumed kind."""
        return Score(discs, self.scores)


@functools.lru_cache(maxsize=16)  # a file of a thousand games asks a thousand times
def _start(variant: Variant, size: int | None) -> Position:
    return variant.start() if size is None else variant.start(size)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Notation(Generic[R]):
    """The common part of text notations and binary notations."""

    name: str
    title: str
    extensions: tuple[str, ...]
    holds: type[R]
    carries: frozenset[Carries]
    signs: str
    reducer: Callable[[R], R]

    @property
    def is_written(self) -> bool:
        """Whether it can be written; every text notation can."""
        return True

    @property
    def text(self) -> Text | str:
        """The title in the user's language."""
        return named_text(f"notation.titles.{self.name}", self.title)

    @property
    def signs_text(self) -> Text | str:
        """The signs in the user's language."""
        return named_text(f"notation.signs.{self.name}", self.signs)

    def reduce(self, record: Record) -> R:
        """Return the record as it would be after writing and reading it."""
        return self.reducer(self._accepted(record))

    def losses(self, record: Record) -> list[str]:
        """Name what is lost when the record is written in this notation.

        >>> find_format("transcript").losses(Game(variant="anti"))
        ['variant']
        """
        return losses(record, self.reduce(record))

    def _accepted(self, record: Record) -> R:
        """Convert a record; refuse it if the answers that a replay needs would be lost."""
        if isinstance(record, Game):
            variant, hears = record.start.variant, bool(record.start.variant.answers)
        else:
            variant, hears = record.position.variant, record.position.answer is not None
        if hears:
            self.require_answers(variant)
        return _convert(record, self.holds)

    def require_answers(self, variant: Variant) -> None:
        """Refuse a variant with an oracle if this notation cannot carry its answers."""
        if Carries.ANSWERS not in self.carries:
            raise NotationError(
                Text(
                    "errors.notation.format_without_answers",
                    format=self.text,
                    variant=variant.text,
                )
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(_Notation[R]):
    """A text notation as data and functions; a new one is a module that makes one of these.

    `split` cuts a text into the passages of its records. `reader` turns one passage into a record
    or raises NotationError, and `writer` turns a record into text. `reducer` returns the record
    without what the notation cannot hold; reading a written record gives exactly that. `signs`
    completes "It has ...", which explains why the notation was chosen. Without `recognises` a
    notation is read only by name. If it `streams`, a file can be read in parts: every passage of
    its first lines, except the last of them, is also a passage of the whole file.

    >>> find_format("ggf").extensions
    ('.ggf',)
    >>> game = Game()
    >>> game.root.comment = "a comment"
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
    """A binary notation; without a `writer` it can only be read.

    `reader` takes the bytes and the name of a file and goes through its records; it yields an
    error for each record that cannot be read. The bytes may be in a file that is mapped into
    memory. `writer` makes one file of several records.

    >>> find_any_format("wthor").extensions
    ('.wtb', '.wtd')
    """

    recognises: Callable[[BinaryData], bool]
    reader: Callable[[BinaryData, str, Assumptions], Iterator[R | NotationError]]
    writer: Callable[[Sequence[R]], bytes] | None = None

    @property
    def is_written(self) -> bool:
        """Whether it can be written, too."""
        return self.writer is not None

    def write_all(self, records: Iterable[Record]) -> bytes:
        """Write records as one file, converted to what this notation holds."""
        if self.writer is None:
            raise NotationError(Text("errors.notation.format_only_read", format=self.text))
        return self.writer([self._accepted(record) for record in records])


AnyFormat: TypeAlias = Format[Any] | BinaryFormat[Any]


def unchanged(record: R) -> R:
    """Return a record as it is: the reducer of a notation that loses nothing.

    >>> unchanged(Game())
    <Game classic 8x8, 0 plies>
    """
    return record


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
    """Return the text notation or binary notation with that name.

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
    """Return a notation that is given as a Format or BinaryFormat or by its name.

    >>> as_format("obf") is as_format(find_format("obf"))
    True
    """
    return given if isinstance(given, Format | BinaryFormat) else find_any_format(given)


def find_format(name: str) -> Format[Any]:
    """Return the text notation with that name.

    >>> find_format("OBF").title
    'OBF'
    """
    found = find_any_format(name)
    if isinstance(found, Format):
        return found
    raise NotationError(Text("errors.notation.format_not_text", format=found.text))


def format_of(name: str | os.PathLike[str]) -> AnyFormat:
    """Return the notation that the extension of a file's name stands for.

    >>> format_of("games.ggf").name
    'ggf'
    """
    suffix = PurePath(name).suffix.lower()
    for notation in _registry.values():
        if suffix in notation.extensions:
            return notation
    known = ", ".join(written_formats())
    raise NotationError(
        Text("errors.notation.name_tells_no_format", name=repr(str(name)), formats=known)
    )


def written_formats() -> list[str]:
    """Return the names of the notations that can be written.

    >>> [name for name in written_formats() if name not in {each.name for each in formats()}]
    ['wthor']
    """
    return [notation.name for notation in _registry.values() if notation.is_written]


def formats() -> list[Format[Any]]:
    """Return all text notations, in the order in which `read` tries them.

    >>> [notation.name for notation in formats()][-2:]
    ['board0', 'transcript']
    """
    return [notation for notation in _registry.values() if isinstance(notation, Format)]


def binary_formats() -> list[BinaryFormat[Any]]:
    """Return all binary notations.

    >>> [notation.name for notation in binary_formats()]
    ['outflank-book', 'edax-book', 'egaroucid-book', 'wthor']
    """
    return [notation for notation in _registry.values() if isinstance(notation, BinaryFormat)]
