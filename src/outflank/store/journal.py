"""The SQL journal of matches, whose events are sealed by a chain of digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from outflank.errors import JournalError
from outflank.play.codec import decode_event, encode_event
from outflank.play.events import Event, MatchEnded
from outflank.play.signals import Signal
from outflank.rules import Reason
from outflank.store.database import Database
from outflank.store.schema import events as table
from outflank.texts import Text

__all__ = ["SqlJournal", "encode_text", "seal", "seal_of"]

_to_json = msgspec.json.Encoder().encode

START = b""  # the seal before the first event

_LOAD = (
    sa.select(table.c.data, table.c.digest)
    .where(table.c.match == sa.bindparam("match"))
    .order_by(table.c.seq)
)
_LOAD_ON = _LOAD.where(table.c.seq >= sa.bindparam("first"))


def encode_text(event: Event) -> str:
    """Return an event as one line of JSON, as it is stored and sent."""
    return _to_json(encode_event(event)).decode()


def seal(before: bytes, data: str) -> bytes:
    """Return the digest that seals an event and all events before it."""
    return hashlib.sha256(before + data.encode()).digest()


def seal_of(texts: Iterable[str]) -> bytes:
    """Return the seal of a whole record."""
    digest = START
    for data in texts:
        digest = seal(digest, data)
    return digest


class SqlJournal:
    """A journal in a database; the row of a match must exist already.

    The signal `stored` carries a match, its new events, their text and their seal, once they are on
    disk.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seals: dict[str, tuple[int, bytes]] = {}  # the number of events and their seal
        self.stored: Signal[str, Sequence[Event], Sequence[str], bytes] = Signal()

    def load(self, match: str) -> list[Event]:
        """Return the events of a match, or an empty list if it is unknown."""
        texts, digest = self._read(match)
        self._seals[match] = len(texts), digest
        return [decode_event(json.loads(data)) for data in texts]

    def load_on(self, match: str, first: int) -> tuple[list[str], bytes]:
        """Return the texts of the events from `first` on, and their seal."""
        with self._database.asking() as connection:
            rows = connection.execute(_LOAD_ON, {"match": match, "first": first}).all()
        return [row.data for row in rows], rows[-1].digest if rows else START

    def go_on(self, match: str, first: int, texts: Sequence[str], digest: bytes) -> list[Event]:
        """Return the events that another worker has stored after the first `first` ones.

        Raise JournalError if their seal does not continue that of the earlier events.
        """
        known = self._seal_of(match, first)
        for data in texts:
            known = seal(known, data)
        if known != digest:
            raise JournalError(Text("errors.store.events_changed", match=match))
        self._seals[match] = first + len(texts), digest
        return [decode_event(json.loads(data)) for data in texts]

    def _read(self, match: str) -> tuple[list[str], bytes]:
        with self._database.asking() as connection:
            rows = connection.execute(_LOAD, {"match": match}).all()
        texts = [row.data for row in rows]
        if rows and seal_of(texts) != rows[-1].digest:
            raise JournalError(Text("errors.store.events_changed", match=match))
        return texts, rows[-1].digest if rows else START

    def append(
        self, match: str, expected_seq: int, events: Sequence[Event], deadline: int | None = None
    ) -> None:
        """Add events from the expected number on and wait until they are on disk."""
        rows, row = self._prepare(match, expected_seq, events, deadline)
        self._database.writer.submit(rows, row, _end(match, events[-1])).wait()
        self._note_stored(match, events, rows)

    def submit(
        self,
        match: str,
        expected_seq: int,
        events: Sequence[Event],
        deadline: int | None,
        on_done: Callable[[BaseException | None, Sequence[str]], None],
    ) -> None:
        """Queue events for the writer, which starts when `flush` is called.

        `on_done` is called once they are on disk or have failed, with the error or None, and with
        the text of the events.
        """
        rows, changes = self._prepare(match, expected_seq, events, deadline)

        def done(error: BaseException | None) -> None:
            if error is None:
                self._note_stored(match, events, rows)
            on_done(error, [row["data"] for row in rows])

        self._database.writer.submit(rows, changes, _end(match, events[-1]), done)

    def _note_stored(
        self, match: str, events: Sequence[Event], rows: Sequence[Mapping[str, Any]]
    ) -> None:
        digest = rows[-1]["digest"]
        self._seals[match] = rows[-1]["seq"] + 1, digest
        if self.stored.has_listeners:
            self.stored.send(match, events, [row["data"] for row in rows], digest)

    def length_of(self, match: str) -> tuple[int, bytes]:
        """Return the number of stored events of a match that are known here, and their seal."""
        return self._seals.get(match, (0, START))

    def flush(self) -> None:
        """Make the writer write the submitted events."""
        self._database.writer.call()

    def _prepare(
        self, match: str, expected_seq: int, events: Sequence[Event], deadline: int | None
    ) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Return the rows of events, and the changes to the row of their match."""
        last = events[-1]
        row = {"match": match, "next": last.seq + 1, "at": last.at, "due": deadline}
        return _sealed_rows(match, self._seal_of(match, expected_seq), events), row

    def rows(self, match: str, events: Sequence[Event]) -> list[dict[str, Any]]:
        """Return the rows of a new match's first events, which the caller inserts."""
        return _sealed_rows(match, START, events)

    def forget(self, match: str) -> None:
        """Drop a match from memory."""
        self._seals.pop(match, None)

    def _seal_of(self, match: str, expected_seq: int) -> bytes:
        if expected_seq == 0:
            return START
        known = self._seals.get(match)
        if known is None or known[0] != expected_seq:
            texts, _ = self._read(match)
            if len(texts) < expected_seq:
                raise JournalError(Text("errors.store.events_missing", match=match))
            known = self._seals[match] = expected_seq, seal_of(texts[:expected_seq])
        return known[1]


def _sealed_rows(match: str, digest: bytes, events: Sequence[Event]) -> list[dict[str, Any]]:
    rows = []
    for event in events:
        data = encode_text(event)
        digest = seal(digest, data)
        rows.append(
            {"match": match, "seq": event.seq, "at": event.at, "data": data, "digest": digest}
        )
    return rows


def _end(match: str, event: Event) -> dict[str, Any] | None:
    """Return the changes to the row of a match if the event ends it."""
    if not isinstance(event, MatchEnded):
        return None
    outcome = event.outcome
    return {
        "match": match,
        "the_status": "void" if outcome.reason is Reason.VOID else "finished",
        "the_ended": event.at,
        "the_winner": None if outcome.winner is None else str(outcome.winner),
        "the_reason": str(outcome.reason.value),
        "the_black_score": event.score[0],
        "the_white_score": event.score[1],
    }
