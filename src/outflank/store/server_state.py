"""The server's own state in SQL: settings, leases, and a log of organisers' actions."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from outflank.store.database import Database, Transaction
from outflank.store.reading.row_reading import DamagedRow, json_object, reading_row
from outflank.store.schema import audit, audit_chain, leases, settings

__all__ = ["AuditEntry", "AuditLog", "LeaseStore", "SettingStore", "audit_details"]

_SERVER = leases.c.name == "server"

# Every worker runs these every second, so they are built once.
_TAKEN = sa.select(leases.c.beat).where(leases.c.name == sa.bindparam("the_name"))
_TAKE = (
    sa.update(leases)
    .where(
        leases.c.name == sa.bindparam("the_name"),
        sa.or_(leases.c.holder == sa.bindparam("the_holder"), leases.c.beat < sa.bindparam("old")),
    )
    .values(holder=sa.bindparam("the_holder"), beat=sa.bindparam("at"))
)


class SettingStore:
    """The server's own settings, by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get_or_set(self, name: str, value: str) -> str:
        """Return a setting; if there is none, store the given value first."""

        def write(connection: sa.Connection) -> str:
            query = sa.select(settings.c.value).where(settings.c.name == name)
            if (known := connection.execute(query).scalar()) is not None:
                return str(known)
            connection.execute(sa.insert(settings), {"name": name, "value": value})
            return value

        return self._database.insist(write)


class LeaseStore:
    """The holders of exclusive tasks and their last heartbeats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last_heartbeat(self) -> int | None:
        """Return the time of the last heartbeat of any server."""
        with self._database.reading() as connection:
            return connection.execute(sa.select(leases.c.beat).where(_SERVER)).scalar()

    def write_heartbeat(self, holder: str, at: int) -> None:
        """Store a server's heartbeat."""
        self._write("server", holder, at)

    def take(self, name: str, holder: str, at: int, lasting: int) -> bool:
        """Take or renew a lease; return False while another holder's heartbeat is recent.

        `lasting` is the number of milliseconds without a heartbeat after which others may take it.
        """
        row = {"the_name": name, "the_holder": holder, "at": at, "old": at - lasting}

        def write(connection: sa.Connection) -> bool:
            if connection.execute(_TAKE, row).rowcount:
                return True
            if connection.execute(_TAKEN, row).first():
                return False
            new = {"name": name, "holder": holder, "beat": at}
            connection.execute(sa.insert(leases), new)
            return True

        return self._database.insist(write)

    def give_up(self, name: str, holder: str) -> None:
        """Give up a lease of this holder."""
        own = sa.delete(leases).where(leases.c.name == name, leases.c.holder == holder)
        self._database.write(lambda connection: connection.execute(own))

    def probe(self, at: int) -> None:
        """Write a small value to test whether the database can be written."""
        # The value must change, since a database does not write equal values.
        self._write("probe", "readyz", at)

    def _write(self, name: str, holder: str, at: int) -> None:
        row = {"holder": holder, "beat": at}

        def write(connection: sa.Connection) -> None:
            change = sa.update(leases).where(leases.c.name == name).values(row)
            if connection.execute(change).rowcount == 0:
                connection.execute(sa.insert(leases), row | {"name": name})

        self._database.insist(write)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An action of an organiser and its time."""

    at: int
    actor: str
    act: str
    details: Mapping[str, Any]
    link: Mapping[str, Any] | None = None  # its place in the chain of digests, once it has one


class AuditLog:
    """The log of organisers' actions; entries are only added."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, transaction: Transaction, entry: AuditEntry) -> None:
        """Add an entry in the transaction of the action that it describes."""
        row = {
            "at": entry.at,
            "actor": entry.actor[:64],
            "act": entry.act,
            "details": json.dumps(entry.details, ensure_ascii=False),
        }
        transaction.connection.execute(sa.insert(audit), row)

    def of_tournament(self, number: int) -> list[AuditEntry]:
        """Return the actions on a tournament, in order."""
        before = audit_chain.alias()
        linked = (
            sa.join(audit, audit_chain, audit_chain.c.entry == audit.c.id, isouter=True)
        ).join(before, before.c.number == audit_chain.c.number - 1, isouter=True)
        query = sa.select(
            audit, audit_chain.c.number, audit_chain.c.digest, before.c.digest.label("before")
        )
        query = query.select_from(linked).where(audit.c.act.like("tournament %"))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(audit.c.id)).all()
        found = [
            AuditEntry(row.at, row.actor, row.act, audit_details(row.id, row.details), _link(row))
            for row in rows
        ]
        return [entry for entry in found if entry.details.get("tournament") == number]


def audit_details(entry: int, text: str) -> dict[str, Any]:
    """Return the details of an entry; damaged details are returned as their raw text.

    The log can then continue, and its chain covers the text.
    """
    with contextlib.suppress(DamagedRow), reading_row("audit entry", entry):
        return json_object(text)
    return {"damaged": str(text)}


def _link(row: Any) -> dict[str, Any] | None:
    if row.number is None:
        return None
    before = row.before or b""
    return {"number": row.number, "before": before.hex(), "digest": row.digest.hex()}
