"""Checks entries before they are stored, and judges attempts at the server's puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from outflank.analysis import Puzzle, PuzzleSolution
from outflank.errors import InvalidValue
from outflank.learning import (
    Attempt,
    Card,
    Decision,
    Entry,
    describe_card,
    entry_to_dict,
    mistake_subject,
    opening_subject,
)
from outflank.rules import Position, Square, parse_move
from outflank.texts import Text

__all__ = ["checked_entry", "utc_day"]

_DAILY: Final = "daily:"
_LONGEST: Final = 8_000  # letters of JSON; a card with many findings has about 2,000


def utc_day(at: int) -> date:
    """Return the date in UTC of a moment in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def checked_entry(entry: Entry, now: int, find_puzzle: Callable[[str], Puzzle | None]) -> Entry:
    """Return an entry as it is stored, or raise InvalidValue if it makes no sense.

    Nothing happens in the future, whatever a browser's clock says. An attempt at one of the
    server's puzzles is judged by its solution; what the sender says of others is believed.
    """
    entry = replace(entry, at=min(entry.at, now))
    if len(json.dumps(entry_to_dict(entry))) > _LONGEST:
        raise InvalidValue(Text("errors.server.learning.too_long", most=f"{_LONGEST:,}"))
    match entry:
        case Attempt():
            entry = _on_its_day(entry)
            puzzle = find_puzzle(entry.subject)
            return entry if puzzle is None else _judged(entry, puzzle)
        case Card():
            position = _position(entry.position, entry.variant, mistake_subject, entry.subject)
            _require_moves(position, (entry.played, *entry.best, *entry.values))
            _require_some(entry.best)
            _require_words(entry)
        case Decision():
            position = _position(entry.position, "classic", opening_subject, entry.subject)
            _require_moves(position, entry.moves)
            _require_some(entry.moves)
        case _:
            pass
    return entry


def _judged(attempt: Attempt, puzzle: Puzzle) -> Attempt:
    if not attempt.move:  # the learner asked for the solution
        return replace(attempt, is_right=False, loss=None)
    _require_moves(puzzle.position, (attempt.move,))
    loss = PuzzleSolution(puzzle.known).loss(Square.parse(attempt.move))
    return replace(attempt, is_right=loss == 0, loss=loss)


def _on_its_day(attempt: Attempt) -> Attempt:
    """Return an attempt; the puzzle of another day is no puzzle of the day.

    A puzzle may be opened before midnight and solved after it.
    """
    if not attempt.occasion.startswith(_DAILY):
        return attempt
    try:
        day = date.fromisoformat(attempt.occasion.removeprefix(_DAILY))
    except ValueError:
        return replace(attempt, occasion="")
    is_its_day = abs(utc_day(attempt.at) - day) <= timedelta(days=1)
    return attempt if is_its_day else replace(attempt, occasion="")


def _position(
    text: str, variant: str, subject_of: Callable[[Position], str], subject: str
) -> Position:
    """Return the position of an entry, which must be written as we do and be its subject."""
    position = Position.parse(text, variant=variant)
    if str(position) != text or subject_of(position) != subject or position.variant.answers:
        raise InvalidValue(Text("errors.server.learning.another_subject", subject=subject))
    return position


def _require_moves(position: Position, moves: tuple[str, ...]) -> None:
    legal = set(map(str, position.legal_moves))
    for move in moves:
        if move not in legal:
            raise InvalidValue(Text("errors.server.learning.illegal_move", move=repr(move)[:40]))


def _require_some(moves: tuple[str, ...]) -> None:
    if not moves:
        raise InvalidValue(Text("errors.server.learning.no_right_move"))


def _require_words(card: Card) -> None:
    """Refuse a card whose findings or line cannot be told."""
    try:
        describe_card(card)
        for move in card.line:
            parse_move(move)
    except (LookupError, TypeError, ValueError):  # what a finding lacks, depends on its code
        raise InvalidValue(Text("errors.server.learning.unknown_finding")) from None
