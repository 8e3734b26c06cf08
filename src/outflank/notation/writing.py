"""Writing games and positions in any notation, as text or to a file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, TypeAlias

from outflank.errors import NotationError
from outflank.notation.format import Format, find_format, format_of
from outflank.notation.record import Record, ScoredPosition
from outflank.rules import Game, Position

__all__ = ["Writable", "write"]

Writable: TypeAlias = Record | Position


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
    notation = _notation(target, format)
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


def _notation(
    target: str | os.PathLike[str] | IO[str] | None, told: str | Format[Any] | None
) -> Format[Any]:
    if told is not None:
        return told if isinstance(told, Format) else find_format(told)
    name = target if isinstance(target, str | os.PathLike) else getattr(target, "name", "")
    return format_of(name if isinstance(name, str | os.PathLike) else "")
