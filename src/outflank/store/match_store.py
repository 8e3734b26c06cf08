"""The SQL store of matches' rows: insert, find, list and count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

import sqlalchemy as sa

from outflank.errors import InvalidValue, UnknownMatch
from outflank.play.clock import ClockSetting
from outflank.store.database import Database, Transaction
from outflank.store.reading.row_reading import DamagedRow, json_object, reading_row
from outflank.store.schema import challenges, events, matches, reviews, signatures
from outflank.store.signing.signature_store import signature_of
from outflank.texts import Text

__all__ = ["ListedMatch", "MatchRow", "MatchSelection", "MatchStore", "newest_first"]

_MOVES = sa.func.sum(sa.case((events.c.data.like('{"event":"MovePlayed"%'), 1), else_=0))
_CHANGES = sa.func.sum(
    sa.case(
        (events.c.data.like('{"event":"TakenBack"%'), 1),
        (events.c.data.like('{"event":"Redone"%'), 1),
        else_=0,
    )
)
_STATUSES = ("running", "finished", "void")
_OVERLAPPING = 100  # newest matches of a player, any of which may have ended last
_BRANCHES = 20  # what-if matches of a player from one match, the newest
_START = sa.func.max(sa.case((events.c.seq == 0, events.c.data), else_=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """The row of a match, without its result."""

    id: str
    status: str  # running, finished, void
    variant: str
    size: int
    black: int | None  # player; None is a computer of the server
    white: int | None
    black_seat: str
    white_seat: str
    tournament: int | None
    pairing: int | None
    rated: bool
    private: bool
    seq: int  # the number of the next event
    created: int
    changed: int
    deadline: int | None  # the last moment at which the awaited move still counts
    origin: str | None = None  # the match that a what-if match comes from


_ROW = sa.select(*(matches.c[column.name] for column in fields(MatchRow)))
_ROW_OF = _ROW.where(matches.c.id == sa.bindparam("name"))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSelection:
    """A selection of public matches to list; None means any."""

    is_running: bool | None = None
    player: int | None = None
    tournament: int | None = None
    before: str | None = None  # only matches older than this one
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMatch:
    """A match as it appears in a list."""

    id: str
    status: Literal["running", "finished", "void"]
    variant: str
    size: int
    black_seat: str
    white_seat: str
    tournament: int | None
    rated: bool
    clock: ClockSetting
    created: int
    ended: int | None
    winner: Literal["black", "white"] | None
    reason: str | None
    score: tuple[int, int] | None
    moves: int | None  # None if moves were taken back, since counting events is then not enough
    problem: str = ""  # why the match is damaged; its clock and moves are then unknown


class MatchStore:
    """The rows of matches; the journal appends their events."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Commands

    def insert(
        self, transaction: Transaction, row: MatchRow, first_events: Sequence[Mapping[str, Any]]
    ) -> None:
        """Store a new match with the rows of its first events."""
        transaction.connection.execute(sa.insert(matches), asdict(row))
        transaction.connection.execute(sa.insert(events), list(first_events))

    def delete_finished_of(self, player: int) -> list[str]:
        """Delete a player's finished matches outside tournaments and return their names."""
        free = sa.select(matches.c.id).where(
            _plays(player), matches.c.tournament.is_(None), matches.c.status != "running"
        )

        def write(connection: sa.Connection) -> list[str]:
            gone = list(connection.execute(free).scalars())
            for name in gone:
                for kept in (events, reviews, signatures):
                    connection.execute(sa.delete(kept).where(kept.c.match == name))
                of_it = sa.update(challenges).where(challenges.c.match == name)
                connection.execute(of_it.values(match=None))
                connection.execute(sa.delete(matches).where(matches.c.id == name))
            return gone

        return self._database.write(write)

    # Queries

    def get(self, name: str) -> MatchRow | None:
        """Return the row of a match."""
        if not name.isprintable():  # PostgreSQL refuses to look for some of these
            return None
        with self._database.asking() as connection:
            row = connection.execute(_ROW_OF, {"name": name}).mappings().first()
        return None if row is None else _match_row(row)

    def existing(self, names: Collection[str]) -> set[str]:
        """Return those of the matches that are stored, which another player may have deleted."""
        if not names:
            return set()
        query = sa.select(matches.c.id).where(matches.c.id.in_(names))
        with self._database.asking() as connection:
            return set(connection.execute(query).scalars())

    def running(self) -> list[MatchRow]:
        """Return the rows of all running matches, the oldest first."""
        query = _ROW.where(matches.c.status == "running").order_by(matches.c.created)
        with self._database.reading() as connection:
            return [_match_row(row) for row in connection.execute(query).mappings()]

    def has_played(self, player: int) -> bool:
        """Return whether a player is playing or has played any match."""
        query = sa.select(matches.c.id).where(_plays(player)).limit(1)
        with self._database.reading() as connection:
            return connection.execute(query).first() is not None

    def of_tournament(self, number: int) -> list[dict[str, Any]]:
        """Return the matches of a tournament with their sealed events, for its export."""
        columns = ("id", "pairing", "status", "created", "ended")
        query = sa.select(*(matches.c[name] for name in columns))
        query = query.where(matches.c.tournament == number).order_by(matches.c.created)
        rows = sa.select(events.c.match, events.c.data, events.c.digest)
        rows = rows.join(matches).where(matches.c.tournament == number)
        with self._database.reading() as connection:
            found: dict[str, dict[str, Any]] = {
                row["id"]: dict(row) | {"events": [], "seal": ""}
                for row in connection.execute(query).mappings()
            }
            for row in connection.execute(rows.order_by(events.c.match, events.c.seq)):
                found[row.match]["events"].append(row.data)  # the exact text that was sealed
                found[row.match]["seal"] = row.digest.hex()
            signed = sa.select(signatures).join(matches).where(matches.c.tournament == number)
            for one in connection.execute(signed).mappings():
                found[one["match"]]["signature"] = signature_of(one).as_dict()
        return list(found.values())

    def listed(self, selection: MatchSelection) -> list[ListedMatch]:
        """Return the selected public matches, the newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(_selected(connection, selection)).mappings().all()
            counts = _counts(connection, [row["id"] for row in rows])
        return [_listed(row, counts.get(row["id"])) for row in rows]

    def results_of(self, player: int, against: int | None = None) -> dict[str, int]:
        """Return a player's wins, draws and losses, in all matches or against one opponent."""
        found = {"wins": 0, "draws": 0, "losses": 0}
        with self._database.reading() as connection:
            for color in ("black", "white"):
                counted = _results_with(color, player, against)
                for winner, times in connection.execute(counted):
                    how = "draws" if winner is None else "wins" if winner == color else "losses"
                    found[how] += times
        return found

    def branches_of(self, name: str, player: int) -> list[str]:
        """Return a player's newest what-if matches from a match, the newest first."""
        query = sa.select(matches.c.id).where(matches.c.origin == name, _plays(player))
        with self._database.reading() as connection:
            return list(connection.execute(newest_first(query).limit(_BRANCHES)).scalars())

    def last_finished_of(self, player: int) -> str | None:
        """Return the match of a player that was last to end."""
        is_finished = matches.c.status.not_in(("running", "void"))
        newest = sa.union_all(  # from the indexes, which are in order of creation
            *(
                _newest(matches, [side == player, is_finished], _OVERLAPPING).subquery().select()
                for side in (matches.c.black, matches.c.white)
            )
        ).subquery()
        query = sa.select(newest.c.id).order_by(newest.c.ended.desc()).limit(1)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()


def _match_row(row: Mapping[Any, Any]) -> MatchRow:
    return MatchRow(**row)


def _plays(player: int) -> sa.ColumnElement[bool]:
    return sa.or_(matches.c.black == player, matches.c.white == player)


def _results_with(color: str, player: int, against: int | None) -> sa.Select[Any]:
    """Return how often each side won the matches of a player with one colour, from an index."""
    own = matches.c[color]
    other = matches.c.white if color == "black" else matches.c.black
    # Not `status == "finished"`: for its index SQLite would ignore those of the players.
    is_finished = matches.c.status.not_in(("running", "void"))
    chosen = [own == player, is_finished, matches.c.private.is_(False)]
    if against is not None:
        chosen.append(other == against)
    counted = sa.select(matches.c.winner, sa.func.count())
    return counted.where(*chosen).group_by(matches.c.winner)


def _selected(connection: sa.Connection, selection: MatchSelection) -> sa.Select[Any]:
    chosen: list[sa.ColumnElement[bool]] = [matches.c.private.is_(False)]
    if selection.is_running is not None:
        is_running = matches.c.status == "running"
        chosen.append(is_running if selection.is_running else sa.not_(is_running))
    if selection.tournament is not None:
        chosen.append(matches.c.tournament == selection.tournament)
    if selection.before is not None:
        place = sa.select(matches.c.created).where(matches.c.id == selection.before)
        created = connection.execute(place).scalar()
        if created is None:
            raise UnknownMatch(Text("errors.store.no_match", before=repr(selection.before)))
        earlier = sa.and_(matches.c.created == created, matches.c.id < selection.before)
        chosen.append(sa.or_(matches.c.created < created, earlier))
    if selection.player is None:
        return _newest(matches, chosen, selection.limit)
    sides = [  # each from an index that has them in order
        _newest(matches, [*chosen, side == selection.player], selection.limit).subquery().select()
        for side in (matches.c.black, matches.c.white)
    ]
    return _newest(sa.union_all(*sides).subquery(), [], selection.limit)


def _newest(
    table: sa.FromClause, chosen: Sequence[sa.ColumnElement[bool]], limit: int
) -> sa.Select[Any]:
    return newest_first(sa.select(table).where(*chosen), table).limit(limit)


def newest_first(query: sa.Select[Any], table: sa.FromClause = matches) -> sa.Select[Any]:
    """Return a query of matches in the order of lists, which is also that of the indexes."""
    return query.order_by(table.c.created.desc(), table.c.id.desc())


def _counts(connection: sa.Connection, names: Sequence[str]) -> dict[str, Any]:
    counted = sa.select(
        events.c.match, _MOVES.label("moves"), _CHANGES.label("changes"), _START.label("start")
    )
    counted = counted.where(events.c.match.in_(names)).group_by(events.c.match)
    return {row.match: row for row in connection.execute(counted)}


def _listed(row: sa.RowMapping, count: Any) -> ListedMatch:
    problem, clock = "", ClockSetting()
    try:
        with reading_row("match", row["id"]):
            clock = _clock(row, count)
    except DamagedRow as error:
        problem = str(error)
    black, white = row["black_score"], row["white_score"]
    return ListedMatch(
        id=row["id"],
        status=row["status"] if row["status"] in _STATUSES else "void",
        variant=row["variant"],
        size=row["size"],
        black_seat=row["black_seat"],
        white_seat=row["white_seat"],
        tournament=row["tournament"],
        rated=row["rated"],
        clock=clock,
        created=row["created"],
        ended=row["ended"],
        winner=row["winner"],
        reason=row["reason"],
        score=None if black is None else (black, white),
        moves=0 if problem else None if count.changes else count.moves,
        problem=problem,
    )


def _clock(row: sa.RowMapping, count: Any) -> ClockSetting:
    """Return the clock of a match, or raise InvalidValue if the match is damaged."""
    if count is None or count.start is None:
        raise InvalidValue(Text("errors.store.rows.events_missing"))
    if row["status"] not in _STATUSES:
        raise InvalidValue(Text("errors.store.rows.unknown_status", status=repr(row["status"])))
    return ClockSetting(**json_object(count.start)["setup"]["clock"])
