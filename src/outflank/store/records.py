"""Records of matches for export, and their verification."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from outflank.errors import JournalError, OutflankError
from outflank.play.codec import decode_event
from outflank.play.events import MatchEnded
from outflank.play.match import Match
from outflank.play.occupants import Occupant
from outflank.play.record import record as record_of
from outflank.play.replay import replay_match
from outflank.rules import Game
from outflank.store.database import Database
from outflank.store.journal import seal_of
from outflank.store.reading.row_reading import DamagedRow, json_object, reading_row
from outflank.store.schema import events, matches, players, signatures
from outflank.store.signing.keys import PublicKey
from outflank.store.signing.signature_store import signature_of
from outflank.store.signing.statements import AuditHead, Signature, canonical, signed_content
from outflank.texts import Text

__all__ = [
    "RecordFault",
    "audit_head_of",
    "check_before_signing",
    "check_exported_match",
    "check_signature",
    "count",
    "game_of",
    "records",
    "replayed",
    "signed_statement",
    "verify",
    "verify_record",
]

_TOGETHER = 50  # matches read at a time

# The opening and the signature are added later and are not part of what was played.
_RECORDED = (
    "id", "status", "variant", "size", "black", "white", "black_seat", "white_seat", "tournament",
    "pairing", "rated", "private", "seq", "created", "changed", "deadline", "ended", "winner",
    "reason", "black_score", "white_score",
)  # fmt: skip

_SIGNED = ("match", "black", "white", "seal")  # the fields that the statement of a match repeats


@dataclass(frozen=True, slots=True)
class RecordFault:
    """A problem with the record of one match."""

    match: str
    problem: str


def records(
    database: Database,
    tournament: int | None = None,
    only: Sequence[str] | None = None,
    *,
    is_whole: bool = True,
) -> Iterator[dict[str, Any]]:
    """Yield the record of every match: its row, the players' names, its events and its seal.

    A signed record has its signature and the names that were signed, under which the match was
    played. `only` names the wanted matches. Without `is_whole` only the last event is read, which
    is all that a signature needs.
    """
    query = sa.select(*(matches.c[name] for name in _RECORDED))
    query = query.order_by(matches.c.created, matches.c.id)
    if tournament is not None:
        query = query.where(matches.c.tournament == tournament)
    if only is not None:
        query = query.where(matches.c.id.in_(only))
    with database.reading() as connection:
        # The table is missing in the database of an earlier version that no server has opened
        # since.
        can_be_signed = sa.inspect(connection).has_table(signatures.name)
        rows = connection.execute(query).mappings().all()
        for first in range(0, len(rows), _TOGETHER):
            part = rows[first : first + _TOGETHER]
            yield from _records(connection, part, can_be_signed=can_be_signed, is_whole=is_whole)


def _records(
    connection: sa.Connection,
    rows: Sequence[sa.RowMapping],
    *,
    can_be_signed: bool,
    is_whole: bool,
) -> Iterator[dict[str, Any]]:
    """Yield the records of some matches, which share a few statements."""
    ids = [row["id"] for row in rows]
    seated = {row[color] for row in rows for color in ("black", "white")} - {None}
    called = sa.select(players.c.id, players.c.name).where(players.c.id.in_(seated))
    names = {row.id: row.name for row in connection.execute(called)}
    kept = sa.select(events.c.match, events.c.data, events.c.digest).where(events.c.match.in_(ids))
    if not is_whole:
        kept = kept.join(matches).where(events.c.seq == matches.c.seq - 1)
    lines: dict[str, list[Any]] = {name: [] for name in ids}
    for line in connection.execute(kept.order_by(events.c.match, events.c.seq)):
        lines[line.match].append(line)
    signed: dict[str, Signature] = {}
    if can_be_signed:
        query = sa.select(signatures).where(signatures.c.match.in_(ids))
        found = connection.execute(query).mappings()
        signed = {one["match"]: signature_of(one) for one in found}
    for row in rows:
        yield _record(row, names, lines[row["id"]], signed.get(row["id"]))


def _record(
    row: sa.RowMapping, names: Mapping[int, str], lines: Sequence[Any], signature: Signature | None
) -> dict[str, Any]:
    record = {
        "match": dict(row),
        "black": names.get(row["black"]) or _computer(row["black_seat"]),
        "white": names.get(row["white"]) or _computer(row["white_seat"]),
        "events": [line.data for line in lines],
        "seal": lines[-1].digest.hex() if lines else "",
    }
    if signature is not None:
        with contextlib.suppress(DamagedRow), reading_row("signature", row["id"]):
            said = json_object(signature.statement)
            record |= {"black": said["black"], "white": said["white"]}
        record["signature"] = signature.as_dict()
    return record


def signed_statement(record: Mapping[str, Any], head: AuditHead) -> dict[str, Any]:
    """Return what a server signs of a record, including the end of the audit log."""
    return {name: record[name] for name in _SIGNED} | {"audit": head.as_dict()}


def audit_head_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the end of the audit log at the time when a record was signed."""
    head = json.loads(record["signature"]["statement"])["audit"]
    return dict(head)


def _computer(seat: str) -> str:
    return Occupant.parse(seat).title or seat


def verify(
    database: Database, keys: Sequence[PublicKey] | None = None
) -> Iterator[RecordFault | None]:
    """Verify the record of every match; yield None for each correct one."""
    for record in records(database):
        yield verify_record(record, keys)


def verify_record(
    record: Mapping[str, Any], keys: Sequence[PublicKey] | None = None
) -> RecordFault | None:
    """Verify one record: its seal, its events by the rules, and its result.

    With the server's public keys, verify also the signature, which every finished match must have.
    """
    row = record["match"]
    try:
        _check(record, row)
        if keys is not None and (row["status"] != "running" or "signature" in record):
            check_signature(record, keys)
    except (OutflankError, ValueError, LookupError, TypeError, AttributeError) as error:
        return RecordFault(str(row.get("id", "?")), str(error) or type(error).__name__)
    return None


def check_signature(record: Mapping[str, Any], keys: Sequence[PublicKey]) -> None:
    """Refuse a record that differs from the one that was signed."""
    said = signed_content(record.get("signature"), "match", keys)
    for name in _SIGNED:
        if canonical(record[name]) != canonical(said.get(name)):
            if name in ("black", "white"):
                raise JournalError(Text("errors.store.signed_name_changed", color=name))
            raise JournalError(Text("errors.store.signed_field_changed", field=name))
    if unknown := set(record) - {*_SIGNED, "events", "signature"}:
        raise JournalError(Text("errors.store.unsigned_field", field=min(unknown)))


def check_exported_match(
    game: Mapping[str, Any], tournament: int, keys: Sequence[PublicKey]
) -> None:
    """Refuse a match in a tournament's export that differs from the one that was signed."""
    said = signed_content(game.get("signature"), "match", keys)
    row = {name: game[name] for name in ("id", "pairing", "status", "created", "ended")}
    row["tournament"] = tournament
    signed = {name: said["match"].get(name) for name in row}
    if canonical([row, game["seal"]]) != canonical([signed, said["seal"]]):
        raise JournalError(Text("errors.store.not_the_signed_match"))


def check_before_signing(record: Mapping[str, Any]) -> None:
    """Refuse a record whose row does not match its last event.

    The seal, which is signed, reveals changes to earlier events.
    """
    texts, row = record["events"], record["match"]
    last = decode_event(json.loads(texts[-1])) if texts else None
    if not isinstance(last, MatchEnded):
        raise JournalError(Text("errors.store.status_differs", status=row["status"]))
    ended = (row["seq"], row["ended"], row["winner"], row["reason"])
    scores = (row["black_score"], row["white_score"])
    outcome = last.outcome
    winner = None if outcome.winner is None else str(outcome.winner)
    said = (last.seq + 1, last.at, winner, outcome.reason.value)
    if ended != said or scores != tuple(last.score):
        raise JournalError(Text("errors.store.result_differs"))


def _check(record: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    match = replayed(record)
    if match.seq != row["seq"]:
        raise JournalError(
            Text("errors.store.event_count_differs", stored=row["seq"], found=match.seq)
        )
    outcome = match.outcome
    if (row["status"] == "running") != (outcome is None):
        raise JournalError(Text("errors.store.status_differs", status=row["status"]))
    if outcome is not None:
        winner = None if outcome.winner is None else str(outcome.winner)
        if (winner, outcome.reason.value) != (row["winner"], row["reason"]):
            raise JournalError(Text("errors.store.result_differs"))


def replayed(record: Mapping[str, Any]) -> Match:
    """Replay a match from its `events`, after checking their `seal`."""
    texts = record["events"]
    if seal_of(texts).hex() != record["seal"]:
        raise JournalError(Text("errors.store.record_changed"))
    return replay_match([decode_event(json.loads(text)) for text in texts])


def game_of(record: Mapping[str, Any]) -> Game:
    """Return the game of a record, with the names of its players and its result."""
    match = Match.restore(decode_event(json.loads(text)) for text in record["events"])
    game = record_of(match)
    game.headers["black"], game.headers["white"] = str(record["black"]), str(record["white"])
    return game


def count(database: Database) -> int:
    """Return the number of matches."""
    with database.reading() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(matches)).scalar_one()
