"""Recognising the notation of a text, and reading single records under the caller's assumptions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from outflank.errors import NotationError, UnknownName
from outflank.notation import fen
from outflank.notation.format import (
    AnyFormat,
    Assumptions,
    BinaryFormat,
    Format,
    as_format,
    binary_formats,
    find_format,
    formats,
)
from outflank.notation.loading import BinarySource, looks_like_path, not_text
from outflank.notation.record import Record
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import Board, Game, ScoreKind, Variant
from outflank.rules.variants import as_variant
from outflank.texts import Text, say

__all__ = ["assume", "read_binary", "read_passage", "recognise", "recognise_binary"]

_SHOWN: Final = 20  # characters of a text that an error repeats
_ADDRESS: Final = re.compile(r"\w+://")


def assume(
    variant: str | Variant,
    size: int | None,
    scores: str | ScoreKind,
    *,
    dialect: str | None = None,
) -> Assumptions:
    """Check what a caller says about a text that does not say it itself.

    >>> assume("reversi", 6, "exact").start().size
    6
    """
    if size is not None:
        Board.empty(size)  # refuses a size that no board has
    known = as_variant(variant)
    named = None if dialect is None else fen.find_dialect(dialect).name
    return Assumptions(known, size, _score_kind(scores), named)


def _score_kind(name: str) -> ScoreKind:
    # A proven score only says who wins, but plain numbers in texts count discs.
    known = [kind for kind in ScoreKind if kind is not ScoreKind.PROVEN]
    if name not in known:
        raise UnknownName("kind of score", name, known)
    return ScoreKind(name)


def read_passage(passage: Passage, notation: Format[Any], assumed: Assumptions) -> Record:
    """Read one record; every error says where it is."""
    with passage.blamed():
        record: Record = notation.reader(passage, assumed)
        _require_size(record, assumed.size)
        return record


def _require_size(record: Record, size: int | None) -> None:
    found = (record.start if isinstance(record, Game) else record.position).size
    if size is not None and found != size:
        raise NotationError(Text("errors.notation.board_of_another_size", found=found, wanted=size))


def read_binary(
    loaded: BinarySource, notation: BinaryFormat[Any], assumed: Assumptions
) -> Iterator[Record | NotationError]:
    """Go through the records of bytes, with an error for each that cannot be read."""
    for found in notation.reader(loaded.data, loaded.source, assumed):
        try:
            if not isinstance(found, NotationError):
                _require_size(found, assumed.size)
            yield found
        except NotationError as error:
            yield error.placed(source=loaded.source)


def recognise_binary(
    loaded: BinarySource, wanted: str | AnyFormat | None, assumed: Assumptions
) -> tuple[BinaryFormat[Any], str]:
    """Choose the notation of bytes, and explain the choice in a sentence."""
    notation, reason = _recognised_binary(loaded, wanted)
    if assumed.variant.answers and notation.holds is Game:
        notation.require_answers(assumed.variant)
    return notation, reason


def _recognised_binary(
    loaded: BinarySource, wanted: str | AnyFormat | None
) -> tuple[BinaryFormat[Any], str]:
    if wanted is not None:
        named = as_format(wanted)
        if isinstance(named, BinaryFormat):
            return named, say("notation.recognised.by_caller")
        raise not_text(loaded.source)
    for notation in binary_formats():
        if notation.recognises(loaded.data):
            return notation, say("notation.recognised.by_signs", signs=notation.signs_text)
    raise not_text(loaded.source)


def recognise(
    source_text: SourceText, wanted: str | AnyFormat | None, assumed: Assumptions
) -> tuple[Format[Any], str]:
    """Choose the notation of a text, and explain the choice in a sentence.

    >>> recognise(SourceText("f5d6"), None, assume("classic", None, "exact"))[1]
    'It has moves such as f5d6c3.'
    """
    if not source_text.text.strip():
        raise source_text.error(Text("errors.notation.nothing_to_read"), 0)
    if wanted is not None:
        named = as_format(wanted)
        notation = named if isinstance(named, Format) else find_format(named.name)
        reason = say("notation.recognised.by_caller")
    elif assumed.dialect is not None and fen.is_fen(source_text.text):
        notation = find_format(fen.find_dialect(assumed.dialect).format_name)
        reason = say("notation.recognised.by_caller")
    else:
        notation, reason = _recognised(source_text)
    if source_text.encoding != "utf-8":
        reason = say("notation.recognised.encoding", reason=reason, encoding=source_text.encoding)
    if assumed.variant.answers and notation.holds is Game:
        notation.require_answers(assumed.variant)
    return notation, reason


def _recognised(source_text: SourceText) -> tuple[Format[Any], str]:
    suffix = PurePath(source_text.source).suffix.lower()
    by_name = [notation for notation in formats() if suffix in notation.extensions]
    # The content decides; the name helps if several notations fit, or none.
    for notation in [*by_name, *formats()]:
        if notation.recognises and notation.recognises(source_text.text):
            return notation, say("notation.recognised.by_signs", signs=notation.signs_text)
    for notation in by_name:
        return notation, say(
            "notation.recognised.by_name", suffix=suffix, signs=notation.signs_text
        )
    raise _unknown(source_text)


def _unknown(source_text: SourceText) -> NotationError:
    text = source_text.text.strip()
    line = text.partition("\n")[0]
    beginning = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
    if not source_text.source and _ADDRESS.match(line):
        return NotationError(
            Text("errors.notation.address_instead_of_game", beginning=repr(beginning))
        )
    may_be_path = not source_text.source and looks_like_path(text)
    key = "errors.notation.unknown_notation"
    if may_be_path:
        key = "errors.notation.unknown_notation_or_file"
    *others, last = _titles_of_files()
    return NotationError(
        Text(key, beginning=repr(beginning), formats=", ".join(others), last=last),
        source=source_text.source,
    )


def _titles_of_files() -> list[str]:
    """List the notations that have files of their own."""
    return [
        str(notation.text)
        for notation in formats()
        if notation.extensions and notation.name != "transcript"
    ]
