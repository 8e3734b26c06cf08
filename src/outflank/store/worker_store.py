"""The workers of a server: heartbeats, outages, and which worker moves for which computers.

All of it is kept in the table of leases. `server` has the last heartbeat of any worker, `outage` an
outage that has not been compensated yet, `worker:W` the last heartbeat and the load of worker W,
and `seats:M` the worker that moves for the computers and the oracle of match M.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from outflank.play.occupants import Occupant
from outflank.store.database import Database, Transaction
from outflank.store.schema import leases, matches

__all__ = ["Load", "Outage", "WorkerStore"]

_SERVER, _OUTAGE, _WORKER, _SEATS = "server", "outage", "worker:", "seats:"
_MOST = 100  # matches that a query returns

_COMPUTERS = str(Occupant.computer("%"))
_HAS_COMPUTER = sa.or_(matches.c.black_seat.like(_COMPUTERS), matches.c.white_seat.like(_COMPUTERS))
_HELD, _WORKERS = leases.alias("held"), leases.alias("workers")


class Load(NamedTuple):
    """The load of a worker: searches it may run at once, and matches whose computers it plays.

    >>> print(Load("a1", 2, 5))
    2 searches, 5 matches
    """

    worker: str
    searches: int
    matches: int

    def __str__(self) -> str:
        return f"{self.searches} searches, {self.matches} matches"

    @classmethod
    def parse(cls, worker: str, text: str) -> Load | None:
        """Read the load that a worker has stored; None if the text is not a load."""
        found = re.fullmatch(r"(\d+) searches, (\d+) matches", text)
        return None if found is None else cls(worker, int(found[1]), int(found[2]))


def _with_seats() -> sa.Join:
    """Return matches joined with their seats and, if it is alive, the worker that holds them."""
    own = _HELD.c.name == sa.literal(_SEATS) + matches.c.id
    works = sa.and_(
        _WORKERS.c.name == sa.literal(_WORKER) + _HELD.c.holder,
        _WORKERS.c.beat >= sa.bindparam("since"),
    )
    return matches.outerjoin(_HELD, own).outerjoin(_WORKERS, works)


def _unseated(chosen: sa.ColumnElement[bool]) -> sa.Select[str]:
    """Return a query for matches whose seats no live worker holds."""
    query = sa.select(matches.c.id).select_from(_with_seats())
    query = query.where(matches.c.status == "running", chosen, _WORKERS.c.name.is_(None))
    return query.order_by(matches.c.created, matches.c.id).limit(_MOST)


# Frequent queries are built once.
_WITHOUT_COMPUTERS = _unseated(_HAS_COMPUTER)
_WITHOUT_ORACLE = _unseated(
    sa.and_(~_HAS_COMPUTER, matches.c.variant.in_(sa.bindparam("variants", expanding=True)))
)
_NEWLY_SEATED = (
    sa.select(matches.c.id)
    .select_from(_with_seats())
    .where(
        matches.c.id.in_(sa.bindparam("names", expanding=True)),
        sa.or_(_WORKERS.c.name.is_(None), _HELD.c.beat > sa.bindparam("taken")),
    )
)
_LOADS = sa.select(leases.c.name, leases.c.holder).where(
    leases.c.name.startswith(_WORKER), leases.c.beat >= sa.bindparam("since")
)
_SEATS_OF = (
    sa.select(matches.c.id)
    .join(leases, leases.c.name == sa.literal(_SEATS) + matches.c.id)
    .where(matches.c.status == "running", leases.c.holder == sa.bindparam("worker"))
)
_WITH_COMPUTERS = sa.select(sa.func.count()).where(matches.c.status == "running", _HAS_COMPUTER)
_CHANGE = (
    sa.update(leases)
    .where(leases.c.name == sa.bindparam("the_name"))
    .values(holder=sa.bindparam("the_holder"), beat=sa.bindparam("at"))
)
_IS_OUTAGE = sa.select(leases.c.beat).where(leases.c.name == _OUTAGE)
_KEPT = sa.select(leases).where(leases.c.name == sa.bindparam("the_name"))
# The usual case: no outage before this heartbeat.
_BEAT = (
    sa.update(leases)
    .where(
        leases.c.name == _SERVER,
        leases.c.beat >= sa.bindparam("old"),
        leases.c.beat < sa.bindparam("at"),
    )
    .values(holder=sa.bindparam("worker"), beat=sa.bindparam("at"))
)


class Outage(NamedTuple):
    """A time without any live worker, for which the clocks of all matches must be set back."""

    since: int
    until: int


class WorkerStore:
    """What workers store for each other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def beat(self, worker: str, at: int, longest: int) -> Outage | None:
        """Store a worker's heartbeat; return the outage that is not compensated yet, if any.

        It is an outage if there was no heartbeat for `longest` milliseconds. The first worker that
        comes back stores it.
        """
        usual = {"worker": worker, "at": at, "old": at - longest}

        def write(connection: sa.Connection) -> Outage | None:
            stored = connection.execute(_BEAT, usual).rowcount
            if stored and connection.execute(_IS_OUTAGE).first() is None:
                return None
            # One row after the other, so that what another worker wrote before it released the
            # first one is seen.
            last, known = (
                connection.execute(_KEPT.with_for_update(), {"the_name": name}).first()
                for name in (_SERVER, _OUTAGE)
            )
            found = None if known is None else Outage(int(known.holder), known.beat)
            if last is not None and at - last.beat > longest:
                since = last.beat if found is None else min(found.since, last.beat)
                found = Outage(since, at)
                _put(connection, _OUTAGE, str(found.since), found.until)
            if last is None or last.beat < at:
                _put(connection, _SERVER, worker, at)
            return found

        return self._database.insist(write)

    def end_outage(self, outage: Outage) -> None:
        """Store that an outage has been compensated."""
        done = sa.delete(leases).where(leases.c.name == _OUTAGE, leases.c.beat == outage.until)
        self._database.write(lambda connection: connection.execute(done))

    # Loads

    def note(self, load: Load, at: int) -> None:
        """Store a worker's heartbeat and load."""
        self._database.insist(lambda connection: _put_load(connection, load, at))

    def loads(self, since: int) -> list[Load]:
        """Return the loads of the workers with a heartbeat since a moment."""
        with self._database.asking() as connection:
            rows = connection.execute(_LOADS, {"since": since}).all()
        found = (Load.parse(row.name.removeprefix(_WORKER), row.holder) for row in rows)
        return [load for load in found if load is not None]

    def leave(self, worker: str) -> None:
        """Store that a worker has stopped, so that others may take its seats at once."""
        own = sa.delete(leases).where(leases.c.name == _WORKER + worker)
        self._database.write(lambda connection: connection.execute(own))

    # Seats of computers and the oracle

    def hold_seats(self, transaction: Transaction, match: str, worker: str, at: int) -> None:
        """Store which worker moves for a match's computers, in the transaction that opens it."""
        row = {"name": _SEATS + match, "holder": worker, "beat": at}
        transaction.connection.execute(sa.insert(leases), row)

    def take_seats(self, match: str, load: Load, at: int, since: int) -> bool:
        """Let a worker move for the computers of a match, unless a live worker already does.

        A worker is live if it has a heartbeat since a moment. `load` is the worker's load including
        this match.
        """
        name = _SEATS + match
        holder = sa.select(_WORKERS.c.name).where(
            _WORKERS.c.name == sa.literal(_WORKER) + leases.c.holder, _WORKERS.c.beat >= since
        )
        row = {"holder": load.worker, "beat": at}
        free = sa.update(leases).where(leases.c.name == name, ~holder.exists()).values(row)

        def write(connection: sa.Connection) -> bool:
            if connection.execute(free).rowcount == 0:
                if connection.execute(sa.select(leases).where(leases.c.name == name)).first():
                    return False
                connection.execute(sa.insert(leases), row | {"name": name})
            _put_load(connection, load, at)
            return True

        return self._database.insist(write)

    def give_up_seats(self, match: str, worker: str) -> None:
        """Store that a worker no longer moves for the computers of a match."""
        own = sa.and_(leases.c.name == _SEATS + match, leases.c.holder == worker)
        self._database.write(lambda connection: connection.execute(sa.delete(leases).where(own)))

    def seats_of(self, worker: str) -> set[str]:
        """Return the running matches in which a worker moves for computers or the oracle."""
        return set(self._names(_SEATS_OF, worker=worker))

    def without_computers(self, since: int) -> list[str]:
        """Return matches for whose computers no live worker moves, the oldest first.

        A worker is live if it has a heartbeat since a moment.
        """
        return self._names(_WITHOUT_COMPUTERS, since=since)

    def without_oracle(self, since: int, variants: Collection[str]) -> list[str]:
        """Return matches without computers whose oracle no live worker asks."""
        return self._names(_WITHOUT_ORACLE, since=since, variants=list(variants))

    def newly_seated(self, names: Collection[str], since: int, taken: int) -> set[str]:
        """Return the matches whose computers have no live worker, or have one since `taken`."""
        return set(self._names(_NEWLY_SEATED, names=list(names), since=since, taken=taken))

    def _names(self, query: sa.Select[str], **values: Any) -> list[str]:
        with self._database.asking() as connection:
            return list(connection.execute(query, values).scalars())

    def count_with_computers(self) -> int:
        """Count the running matches in which a computer plays."""
        with self._database.asking() as connection:
            return int(connection.execute(_WITH_COMPUTERS).scalar_one())

    def forget_gone(self, since: int) -> None:
        """Delete workers that are gone and the seats of finished matches."""
        running = sa.select(sa.literal(_SEATS) + matches.c.id).where(matches.c.status == "running")
        is_old = sa.and_(leases.c.name.startswith(_WORKER), leases.c.beat < since)
        is_over = sa.and_(leases.c.name.startswith(_SEATS), leases.c.name.not_in(running))
        gone = sa.delete(leases).where(sa.or_(is_old, is_over))
        self._database.write(lambda connection: connection.execute(gone))


def _put_load(connection: sa.Connection, load: Load, at: int) -> None:
    _put(connection, _WORKER + load.worker, str(load), at)


def _put(connection: sa.Connection, name: str, holder: str, beat: int) -> None:
    values = {"the_name": name, "the_holder": holder, "at": beat}
    if connection.execute(_CHANGE, values).rowcount == 0:
        row = {"name": name, "holder": holder, "beat": beat}
        connection.execute(sa.insert(leases), row)
