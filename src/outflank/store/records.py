"""Records of matches for export, and their verification."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from outflank.errors import JournalError, OutflankError
from outflank.play.codec import decode_event
from outflank.play.match import Match
from outflank.play.record import record as record_of
from outflank.play.replay import replay_match
from outflank.rules import Game
from outflank.store.database import Database
from outflank.store.journal import seal_of
from outflank.store.schema import events, matches, players

__all__ = ["RecordFault", "count", "game_of", "records", "replayed", "verify", "verify_record"]

# The name of the opening is found out later, and is no part of what was played.
_RECORDED = [column for column in matches.c if column is not matches.c.opening]


@dataclass(frozen=True, slots=True)
class RecordFault:
    """What is wrong with the record of one match."""

    match: str
    problem: str


def records(database: Database, tournament: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the record of every match: its row, the players' names, its events and its seal."""
    query = sa.select(*_RECORDED).order_by(matches.c.created, matches.c.id)
    if tournament is not None:
        query = query.where(matches.c.tournament == tournament)
    with database.reading() as connection:
        names = dict(connection.execute(sa.select(players.c.id, players.c.name)).all())
        for row in connection.execute(query).mappings().all():
            kept = (
                sa.select(events.c.data, events.c.digest)
                .where(events.c.match == row["id"])
                .order_by(events.c.seq)
            )
            lines = connection.execute(kept).all()
            yield {
                "match": dict(row),
                "black": names.get(row["black"]) or _computer(row["black_seat"]),
                "white": names.get(row["white"]) or _computer(row["white_seat"]),
                "events": [line.data for line in lines],
                "seal": lines[-1].digest.hex() if lines else "",
            }


def _computer(seat: str) -> str:
    return seat.replace("computer:", "Computer ")


def verify(database: Database) -> Iterator[RecordFault | None]:
    """Verify the record of every match; yield None for each that is correct."""
    for record in records(database):
        yield verify_record(record)


def verify_record(record: Mapping[str, Any]) -> RecordFault | None:
    """Verify one record: its seal, its events by the rules, and its result."""
    row = record["match"]
    try:
        _check(record, row)
    except (OutflankError, ValueError, KeyError, TypeError, IndexError) as error:
        return RecordFault(str(row.get("id", "?")), str(error) or type(error).__name__)
    return None


def _check(record: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    match = replayed(record)
    if match.seq != row["seq"]:
        raise JournalError(f"the row says {row['seq']} events, but the record has {match.seq}")
    outcome = match.outcome
    if (row["status"] == "running") != (outcome is None):
        raise JournalError(f"the row says {row['status']}, but the events do not")
    if outcome is not None:
        winner = None if outcome.winner is None else str(outcome.winner)
        if (winner, outcome.reason.value) != (row["winner"], row["reason"]):
            raise JournalError("the row and the events differ about the result")


def replayed(record: Mapping[str, Any]) -> Match:
    """Replay a match from its `events`, after checking their `seal`."""
    texts = record["events"]
    if seal_of(texts).hex() != record["seal"]:
        raise JournalError("the record was changed after it was sealed")
    return replay_match([decode_event(json.loads(text)) for text in texts])


def game_of(record: Mapping[str, Any]) -> Game:
    """Return the game of a record, with the names of its players and its result."""
    match = Match.restore(decode_event(json.loads(text)) for text in record["events"])
    game = record_of(match)
    game.headers["black"], game.headers["white"] = str(record["black"]), str(record["white"])
    return game


def count(database: Database) -> int:
    """Return how many matches there are."""
    with database.reading() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(matches)).scalar_one()
