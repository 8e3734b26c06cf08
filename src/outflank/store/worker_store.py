"""The workers of a server: which of them work, whether all were away, and who moves for computers.

All of it is kept among the leases: `server` tells when any worker last worked, `outage` that none
did for a while, `worker:W` when W last worked, and `seats:M` which worker moves for the computers
and the oracle of the match M.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sa

from outflank.store.database import Database, Transaction
from outflank.store.schema import leases, matches

__all__ = ["Outage", "WorkerStore"]

_SERVER, _OUTAGE, _WORKER, _SEATS = "server", "outage", "worker:", "seats:"
_MOST = 100  # matches that are returned at once


def _unseated() -> sa.Select[str]:
    """Return the query for matches with computers, or in some variants, for whom nobody moves."""
    seats, workers = leases.alias("seats"), leases.alias("workers")
    own = seats.c.name == sa.literal(_SEATS) + matches.c.id
    alive = sa.and_(
        workers.c.name == sa.literal(_WORKER) + seats.c.holder,
        workers.c.beat >= sa.bindparam("since"),
    )
    needs = sa.or_(
        matches.c.black_seat.like("computer:%"),
        matches.c.white_seat.like("computer:%"),
        matches.c.variant.in_(sa.bindparam("variants", expanding=True)),
    )
    joined = matches.outerjoin(seats, own).outerjoin(workers, alive)
    query = sa.select(matches.c.id).select_from(joined)
    query = query.where(matches.c.status == "running", needs, workers.c.name.is_(None))
    return query.order_by(matches.c.id).limit(_MOST)


# What workers ask all the time is put together once.
_UNSEATED = _unseated()
_IS_OUTAGE = sa.select(leases.c.beat).where(leases.c.name == _OUTAGE)
_KEPT = sa.select(leases).where(leases.c.name == sa.bindparam("the_name"))
# As long as no worker has come back from an outage: it stores both rows, or it is not the usual.
_BEAT = (
    sa.update(leases)
    .where(
        leases.c.name.in_(sa.bindparam("own", expanding=True)),
        leases.c.beat >= sa.bindparam("old"),
        leases.c.beat < sa.bindparam("at"),
    )
    .values(holder=sa.bindparam("worker"), beat=sa.bindparam("at"))
)


class Outage(NamedTuple):
    """A time in which no worker worked; the clocks of all matches must be set back."""

    since: int
    until: int


class WorkerStore:
    """What workers store so that the others know of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def beat(self, worker: str, at: int, longest: int) -> Outage | None:
        """Store that a worker works; return the outage that is not made up for yet.

        It is an outage if no worker has said for `longest` milliseconds that it works. Only one
        of those that come back begins it, whoever is first.
        """
        usual = {"own": [_SERVER, _WORKER + worker], "worker": worker, "at": at}
        usual["old"] = at - longest

        def write(connection: sa.Connection) -> Outage | None:
            stored = connection.execute(_BEAT, usual).rowcount
            if stored == 2 and connection.execute(_IS_OUTAGE).first() is None:
                return None
            # One after the other: what another worker did before it let the first row go is seen.
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
            _put(connection, _WORKER + worker, worker, at)
            return found

        return self._database.insist(write)

    def end_outage(self, outage: Outage) -> None:
        """Store that an outage has been made up for."""
        done = sa.delete(leases).where(leases.c.name == _OUTAGE, leases.c.beat == outage.until)
        self._database.write(lambda connection: connection.execute(done))

    def leave(self, worker: str) -> None:
        """Store that a worker does nothing any more."""
        own = sa.delete(leases).where(leases.c.name == _WORKER + worker)
        self._database.write(lambda connection: connection.execute(own))

    # Seats of computers and the oracle

    def hold_seats(self, transaction: Transaction, match: str, worker: str, at: int) -> None:
        """Store, in the transaction that opens a match, who moves for its computers."""
        row = {"name": _SEATS + match, "holder": worker, "beat": at}
        transaction.connection.execute(sa.insert(leases), row)

    def take_seats(self, match: str, worker: str, at: int) -> None:
        """Store that another worker moves for the computers of a match from now on."""
        self._database.insist(lambda connection: _put(connection, _SEATS + match, worker, at))

    def unseated(self, since: int, variants: Iterable[str]) -> list[str]:
        """Return matches with computers, or in variants with an oracle, for whom nobody moves.

        A worker that has not said since a moment that it works moves for nobody.
        """
        values = {"since": since, "variants": list(variants)}
        with self._database.asking() as connection:
            return list(connection.execute(_UNSEATED, values).scalars())

    def forget_gone(self, since: int) -> None:
        """Delete workers that are gone, and the seats of matches that are over."""
        running = sa.select(sa.literal(_SEATS) + matches.c.id).where(matches.c.status == "running")
        is_old = sa.and_(leases.c.name.startswith(_WORKER), leases.c.beat < since)
        is_over = sa.and_(leases.c.name.startswith(_SEATS), leases.c.name.not_in(running))
        gone = sa.delete(leases).where(sa.or_(is_old, is_over))
        self._database.write(lambda connection: connection.execute(gone))


def _put(connection: sa.Connection, name: str, holder: str, beat: int) -> None:
    row = {"holder": holder, "beat": beat}
    change = sa.update(leases).where(leases.c.name == name).values(row)
    if connection.execute(change).rowcount == 0:
        connection.execute(sa.insert(leases), row | {"name": name})
