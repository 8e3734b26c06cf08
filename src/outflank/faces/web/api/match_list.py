"""The list of matches, from the rows of the database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from msgspec import UNSET

from outflank.errors import UnknownMatch
from outflank.faces.web.api.match_views import seat_named, summary
from outflank.faces.web.api.schemas import MatchList, MatchQuery, MatchSummary
from outflank.play.clock import ClockSetting
from outflank.store.schema import events, matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.server.competition_server import CompetitionServer

__all__ = ["listed", "record_of"]

_MOVES = sa.func.sum(sa.case((events.c.data.like('{"event":"MovePlayed"%'), 1), else_=0))
_CHANGES = sa.func.sum(
    sa.case(
        (events.c.data.like('{"event":"TakenBack"%'), 1),
        (events.c.data.like('{"event":"Redone"%'), 1),
        else_=0,
    )
)
_START = sa.func.max(sa.case((events.c.seq == 0, events.c.data), else_=None))


def listed(server: CompetitionServer, query: MatchQuery) -> MatchList:
    """Return the public matches that a query asks for, the newest first."""
    with server.database.reading() as connection:
        rows = connection.execute(_selection(connection, query)).mappings().all()
        counts = _counts(connection, [row["id"] for row in rows])
    return MatchList([_summary(server, row, counts[row["id"]]) for row in rows])


def record_of(server: CompetitionServer, player: int, against: int | None = None) -> dict[str, int]:
    """Return how the matches of a player, or those with another, ended: wins, draws, losses."""
    won = sa.or_(
        sa.and_(matches.c.black == player, matches.c.winner == "black"),
        sa.and_(matches.c.white == player, matches.c.winner == "white"),
    )
    one = sa.case((won, "wins"), (matches.c.winner.is_(None), "draws"), else_="losses")
    theirs = sa.or_(matches.c.black == player, matches.c.white == player)
    if against is not None:
        others = sa.or_(matches.c.black == against, matches.c.white == against)
        theirs = sa.and_(theirs, others)
    counted = sa.select(one.label("how"), sa.func.count().label("times")).where(
        theirs, matches.c.status == "finished", matches.c.private.is_(False)
    )
    found = {"wins": 0, "draws": 0, "losses": 0}
    with server.database.reading() as connection:
        for row in connection.execute(counted.group_by("how")):
            found[row.how] = row.times
    return {"played": sum(found.values()), **found}


def _selection(connection: sa.Connection, query: MatchQuery) -> sa.Select[Any]:
    chosen = sa.select(matches).where(matches.c.private.is_(False))
    if query.status == "running":
        chosen = chosen.where(matches.c.status == "running")
    elif query.status is not UNSET:
        chosen = chosen.where(matches.c.status != "running")
    if query.player is not UNSET:
        player = query.player
        chosen = chosen.where(sa.or_(matches.c.black == player, matches.c.white == player))
    if query.tournament is not UNSET:
        chosen = chosen.where(matches.c.tournament == query.tournament)
    if query.before is not UNSET:
        place = sa.select(matches.c.created).where(matches.c.id == query.before)
        created = connection.execute(place).scalar()
        if created is None:
            raise UnknownMatch(f"there is no match {query.before!r}")
        earlier = sa.and_(matches.c.created == created, matches.c.id < query.before)
        chosen = chosen.where(sa.or_(matches.c.created < created, earlier))
    return chosen.order_by(matches.c.created.desc(), matches.c.id.desc()).limit(query.limit)


def _counts(connection: sa.Connection, names: Sequence[str]) -> dict[str, Any]:
    counted = sa.select(
        events.c.match, _MOVES.label("moves"), _CHANGES.label("changes"), _START.label("start")
    )
    counted = counted.where(events.c.match.in_(names)).group_by(events.c.match)
    return {row.match: row for row in connection.execute(counted)}


def _summary(server: CompetitionServer, row: Any, count: Any) -> MatchSummary:
    if count.changes:  # moves were taken back, so that counting them does not tell
        return summary(server, server.registry.room(row["id"]))
    black, white = row["black_score"], row["white_score"]
    return MatchSummary(
        id=row["id"],
        status=row["status"],
        variant=row["variant"],
        size=row["size"],
        black=seat_named(server.accounts, row["black_seat"], row["black_seat"]),
        white=seat_named(server.accounts, row["white_seat"], row["white_seat"]),
        tournament=row["tournament"],
        rated=row["rated"],
        clock=_clock(count.start),
        created=row["created"],
        ended=row["ended"],
        winner=row["winner"],
        reason=row["reason"],
        score=None if black is None else [black, white],
        moves=count.moves,
    )


def _clock(start: str) -> str:
    return str(ClockSetting(**json.loads(start)["setup"]["clock"]))
