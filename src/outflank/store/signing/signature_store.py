"""The SQL store of signatures, the chain of the audit log and the server's public keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from outflank.store.database import Database
from outflank.store.schema import audit, audit_chain, matches, players, signatures
from outflank.store.schema import signing_keys as key_table
from outflank.store.server_state import audit_details
from outflank.store.signing.audit_chain import START, chain_digest
from outflank.store.signing.keys import PublicKey, SigningKey
from outflank.store.signing.statements import AuditHead, Signature

__all__ = ["REFUSED", "KnownKey", "SignatureStore", "forget_signatures", "signature_of"]

REFUSED = 0  # stands for the time of signing if the record was damaged before it

_COLORS = ("black", "white")
# A server adopts a renewed key before it signs again, and the clock of a server that was suspended
# may lag behind.
_MAY_END_LATE = 60_000  # milliseconds
_MAY_BEGIN_EARLY = 86_400_000  # milliseconds
_LATE = 1000  # how far entries may be committed out of order of their numbers

_LAST_LINK = sa.select(audit_chain).order_by(audit_chain.c.number.desc()).limit(1)


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A public key of the server and the time in which it signed."""

    key: PublicKey
    since: int
    until: int | None  # None: the current key

    def signed_at(self, moment: int) -> bool:
        """Return whether the key was in use at a moment, as far as the servers' clocks agree."""
        has_ended = self.until is not None and moment > self.until + _MAY_END_LATE
        return moment >= self.since - _MAY_BEGIN_EARLY and not has_ended


class SignatureStore:
    """The signatures of the server; the first process to sign a record is the only one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def exists(self) -> bool:
        """Return whether the database already has tables for signatures."""
        with self._database.reading() as connection:
            return sa.inspect(connection).has_table(signatures.name)

    # Keys

    def known_keys(self) -> list[KnownKey]:
        """Return all public keys that the server has had, the current one first."""
        order = key_table.c.until.is_not(None), key_table.c.since.desc()
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(key_table).order_by(*order)).all()
        return [KnownKey(PublicKey(row.public), row.since, row.until) for row in rows]

    def present_keys(self) -> list[PublicKey]:
        """Return the key that signs now, if the database has one."""
        return [known.key for known in self.known_keys() if known.until is None]

    def register(self, key: PublicKey, at: int) -> PublicKey | None:
        """Store that a key signs from now on; return the previous key if it was another one."""

        def write(connection: sa.Connection) -> PublicKey | None:
            present = key_table.c.until.is_(None)
            rows = connection.execute(sa.select(key_table).where(present)).all()
            if [row.id for row in rows] == [key.id]:
                return None
            connection.execute(sa.update(key_table).where(present).values(until=at))
            again = sa.update(key_table).where(key_table.c.id == key.id).values(until=None)
            if connection.execute(again).rowcount == 0:
                row = {"id": key.id, "public": key.raw, "since": at}
                connection.execute(sa.insert(key_table), row)
            return PublicKey(rows[0].public) if rows else None

        try:
            return self._database.write(write)
        except IntegrityError:  # another process has just stored it
            return None

    # Matches

    def unsigned(
        self, limit: int, *, match: str | None = None, tournament: int | None = None
    ) -> list[str]:
        """Return up to `limit` finished matches that are not signed, the oldest first."""
        chosen: list[sa.ColumnElement[bool]] = [
            matches.c.signed.is_(None),
            matches.c.ended.is_not(None),
        ]
        if match is not None:
            chosen.append(matches.c.id == match)
        if tournament is not None:
            chosen.append(matches.c.tournament == tournament)
        query = sa.select(matches.c.id).where(*chosen).order_by(matches.c.ended).limit(limit)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def add(self, found: Sequence[tuple[dict[str, Any], Signature | None]], at: int) -> int:
        """Store the signatures of records; None marks a record as damaged.

        Records that another process has signed in the meantime, or whose names have changed, are
        left out. Return the number of those stored.
        """
        made = {record["match"]["id"]: signature for record, signature in found}

        def write(connection: sa.Connection) -> int:
            named = _with_unchanged_names(connection, [record for record, _ in found])
            damaged = [name for name in named if made[name] is None]
            claimed = _claim(connection, [name for name in named if made[name] is not None], at)
            if claimed:
                rows = [{"match": name} | _row(made[name]) for name in claimed]
                connection.execute(sa.insert(signatures), rows)
            return len(claimed) + len(_claim(connection, damaged, REFUSED))

        return self._database.write(write)

    # The audit log

    def audit_head(self) -> AuditHead:
        """Return the end of the chain."""
        with self._database.reading() as connection:
            return _head(connection)

    def extend_chain(self, key: SigningKey, at: int) -> int:
        """Add the new entries of the audit log to the chain, sign them and return their number."""
        with self._database.reading() as connection:
            if not _new_entries(connection):
                return 0

        def write(connection: sa.Connection) -> int:
            head, new = _head(connection), _new_entries(connection)
            for row in new:
                entry = dict(row) | {"details": audit_details(row["id"], row["details"])}
                head = AuditHead(head.entries + 1, chain_digest(head.digest, entry))
                signature = Signature.make(key, "audit", {"audit": head.as_dict()}, at)
                link = {"number": head.entries, "entry": row["id"], "digest": head.digest}
                connection.execute(sa.insert(audit_chain), link | _row(signature))
            return len(new)

        try:
            return self._database.write(write)
        except IntegrityError:  # another process has done so at the same moment
            return 0

    def audit_document(self) -> dict[str, Any]:
        """Return the whole audit log with its chain; deleted entries leave a gap."""
        query = sa.select(audit, audit_chain.c.number, audit_chain.c.digest).join(
            audit_chain, audit_chain.c.entry == audit.c.id
        )
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(audit_chain.c.number)).all()
            last = connection.execute(_LAST_LINK).mappings().first()
        entries = [
            {
                "number": row.number,
                "at": row.at,
                "actor": row.actor,
                "act": row.act,
                "details": audit_details(row.id, row.details),
                "digest": row.digest.hex(),
            }
            for row in rows
        ]
        signature = None if last is None else signature_of(last)
        return {
            "format": "outflank audit",
            "version": 1,
            "entries": entries,
            "signature": None if signature is None else signature.as_dict(),
        }


def forget_signatures(connection: sa.Connection, player: int) -> None:
    """Delete the signatures that name a player, so that the games are signed again without it."""
    theirs = sa.or_(matches.c.black == player, matches.c.white == player)
    names = sa.select(matches.c.id).where(theirs)
    connection.execute(sa.delete(signatures).where(signatures.c.match.in_(names)))
    connection.execute(sa.update(matches).where(theirs).values(signed=None))


def signature_of(row: sa.RowMapping) -> Signature:
    """Return the signature in a row."""
    return Signature(row["key"], row["signed"], row["statement"], row["value"])


def _row(signature: Signature | None) -> dict[str, Any]:
    assert signature is not None
    return {
        "key": signature.key,
        "signed": signature.signed,
        "statement": signature.statement,
        "value": signature.value,
    }


def _head(connection: sa.Connection) -> AuditHead:
    row = connection.execute(_LAST_LINK).first()
    return START if row is None else AuditHead(row.number, row.digest)


def _new_entries(connection: sa.Connection) -> Sequence[sa.RowMapping]:
    """Return the entries of the audit log that are not in the chain yet."""
    last = connection.execute(sa.select(sa.func.max(audit_chain.c.entry))).scalar() or 0
    taken = sa.select(audit_chain.c.entry).where(audit_chain.c.entry == audit.c.id)
    new = sa.select(audit).where(audit.c.id > last - _LATE, ~sa.exists(taken))
    return connection.execute(new.order_by(audit.c.id)).mappings().all()


def _claim(connection: sa.Connection, names: Sequence[str], at: int) -> list[str]:
    """Mark matches as signed; return those that were not marked yet."""
    if not names:
        return []
    ours = sa.update(matches).where(matches.c.id.in_(names), matches.c.signed.is_(None))
    return list(connection.execute(ours.values(signed=at).returning(matches.c.id)).scalars())


def _with_unchanged_names(
    connection: sa.Connection, records: Sequence[Mapping[str, Any]]
) -> list[str]:
    """Return the matches whose players still have the names in the records."""
    rows = [(record, record["match"]) for record in records]
    seated = {row[color] for _, row in rows for color in _COLORS} - {None}
    called = sa.select(players.c.id, players.c.name).where(players.c.id.in_(seated))
    names = {row.id: row.name for row in connection.execute(called)}
    return [
        row["id"]
        for record, row in rows
        if all(names.get(row[color], record[color]) == record[color] for color in _COLORS)
    ]
