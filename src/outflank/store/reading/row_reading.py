"""Reading of stored rows: a damaged row is reported with its reason and affects no other."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from outflank.errors import (
    InvalidValue,
    JournalError,
    OutflankError,
    StoreUnavailable,
    UnknownMatch,
)
from outflank.root_error import text_of_kind
from outflank.texts import Text

__all__ = ["DamagedRow", "json_object", "readable", "reading_row"]

_MOST_LOGGED = 10_000  # rows that are remembered, so that each is logged once

_log = logging.getLogger(__name__)
_logged: set[tuple[str, str]] = set()
_logging = threading.Lock()

Row = TypeVar("Row")
Value = TypeVar("Value")


class DamagedRow(JournalError):
    """A row of the database that cannot be read, with its kind, its name and the reason.

    >>> print(DamagedRow("tournament", "7", "size is an even number from 4 to 16, not 5"))
    tournament 7 is damaged: size is an even number from 4 to 16, not 5
    """

    def __init__(self, kind: str, name: str, reason: str | OutflankError) -> None:
        super().__init__(text_of_kind("damaged_row", kind, name=name, reason=reason))
        self.kind = kind
        self.name = name

    @property
    def reason(self) -> str:
        """Why the row cannot be read."""
        return str(self.parameters["reason"])


@contextlib.contextmanager
def reading_row(kind: str, name: object) -> Iterator[None]:
    """Raise DamagedRow with the row and the reason if its data cannot be read.

    Each row is logged once per process.

    >>> with reading_row("review", "a1b2"):
    ...     json_object("[")
    Traceback (most recent call last):
    outflank.store.reading.row_reading.DamagedRow: review a1b2 is damaged: its text is not JSON
    """
    try:
        yield
    except (DamagedRow, StoreUnavailable, UnknownMatch):
        raise
    except Exception as error:
        damaged = DamagedRow(kind, str(name), _reason(error))
        _log_once(damaged, error)
        raise damaged from error


def readable(
    kind: str,
    rows: Iterable[Row],
    read: Callable[[Row], Value],
    name_of: Callable[[Row], object],
) -> Iterator[Value]:
    """Yield the content of the rows, leaving out damaged ones."""
    for row in rows:
        try:
            with reading_row(kind, name_of(row)):
                value = read(row)
        except DamagedRow:
            continue
        yield value


def json_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text, or raise InvalidValue."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise InvalidValue(Text("errors.store.rows.not_json")) from None
    if not isinstance(found, dict):
        raise InvalidValue(Text("errors.store.rows.not_an_object"))
    return found


def _reason(error: Exception) -> str | OutflankError:
    if isinstance(error, OutflankError):
        return error
    text = str(error)
    if isinstance(error, ValueError) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _log_once(damaged: DamagedRow, error: Exception) -> None:
    place = damaged.kind, damaged.name
    with _logging:
        if place in _logged or len(_logged) >= _MOST_LOGGED:
            return
        _logged.add(place)
    is_expected = isinstance(error, OutflankError | ValueError)
    _log.error(
        "Leaving out damaged %s %s: %s",
        damaged.kind,
        damaged.name,
        damaged.reason,
        exc_info=None if is_expected else error,
    )
