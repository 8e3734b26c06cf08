"""Accounts of players and their keys in SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa

from outflank.store.database import Database, Transaction, insert_row
from outflank.store.schema import entrants, keys, names, players
from outflank.store.signing.signature_store import forget_signatures

__all__ = ["Account", "AccountStore", "PlayerName", "StoredAccounts", "StoredKey"]


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a player."""

    id: int
    kind: str  # bot or person
    name: str
    created: int
    deleted: int | None = None


class PlayerName(NamedTuple):
    """A name that a player has or had, and its folded form, in which no two names are alike."""

    player: int
    name: str
    folded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredKey:
    """A key as it is stored: never itself, only its digest and its first characters."""

    id: int = 0  # 0 until it is stored
    digest: str
    hint: str
    role: str
    player: int | None
    tournament: int | None
    loopback_only: bool
    created: int
    last_used: int | None = None
    revoked: int | None = None


class StoredAccounts(NamedTuple):
    """All accounts and all keys that are not revoked."""

    accounts: list[Account]
    names: list[PlayerName]  # that players have now
    former_names: list[PlayerName]  # the oldest first
    keys: list[StoredKey]


class AccountStore:
    """The rows of players, their former names and their keys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Queries

    def load(self) -> StoredAccounts:
        """Return all accounts, names and valid keys."""
        with self._database.reading() as connection:
            people = connection.execute(sa.select(players)).all()
            former = connection.execute(sa.select(names).order_by(names.c.at)).all()
            valid = connection.execute(sa.select(keys).where(keys.c.revoked.is_(None)))
            return StoredAccounts(
                [Account(row.id, row.kind, row.name, row.created, row.deleted) for row in people],
                [PlayerName(row.id, row.name, row.folded) for row in people],
                [PlayerName(row.player, row.name, row.folded) for row in former],
                [_key(row) for row in valid.mappings()],
            )

    def keys(self) -> list[StoredKey]:
        """Return all keys, revoked ones included, in the order of their numbers."""
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(keys).order_by(keys.c.id)).mappings()
            return [_key(row) for row in rows]

    def find_key(self, digest: str) -> StoredKey | None:
        """Return the key with a digest, valid or revoked."""
        query = sa.select(keys).where(keys.c.digest == digest)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else _key(row)

    def revoked_digests(self) -> list[str]:
        """Return the digests of all revoked keys."""
        query = sa.select(keys.c.digest).where(keys.c.revoked.is_not(None))
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def keys_of(self, player: int) -> list[int]:
        """Return the numbers of a player's valid keys."""
        query = sa.select(keys.c.id).where(keys.c.player == player, keys.c.revoked.is_(None))
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def has_key_for(self, player: int, tournament: int) -> bool:
        """Tell whether a player has a valid key that was made for a tournament."""
        query = sa.select(keys.c.id).where(
            keys.c.player == player, keys.c.tournament == tournament, keys.c.revoked.is_(None)
        )
        with self._database.reading() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def recent_bots(self, limit: int) -> list[str]:
        """Return the names of the bots whose keys were used last."""
        used = sa.func.max(sa.func.coalesce(keys.c.last_used, keys.c.created))
        known = sa.select(players.c.name).join(keys, keys.c.player == players.c.id)
        known = known.where(players.c.kind == "bot", players.c.deleted.is_(None))
        known = known.where(keys.c.revoked.is_(None)).group_by(players.c.id, players.c.name)
        with self._database.reading() as connection:
            newest = connection.execute(known.order_by(used.desc()).limit(limit))
            return list(newest.scalars())

    # Commands

    def insert(self, kind: str, name: str, folded: str, at: int) -> Account:
        """Store a new account."""
        row = {"kind": kind, "name": name, "folded": folded, "created": at}
        number = self._database.write(lambda connection: insert_row(connection, players, row))
        return Account(number, kind, name, at)

    def insert_key(self, key: StoredKey) -> int:
        """Store a new key, and return its number."""
        row = asdict(key)
        del row["id"]
        return self._database.write(lambda connection: insert_row(connection, keys, row))

    def revoke_key(self, number: int, at: int) -> bool:
        """Revoke a key; tell whether there is such a key."""
        change = sa.update(keys).where(keys.c.id == number).values(revoked=at)
        return self._database.write(lambda connection: connection.execute(change).rowcount) > 0

    def restore_key(
        self, transaction: Transaction, digest: str, role: str, player: int | None
    ) -> None:
        """Make a revoked key valid again, from this machine only."""
        row = {"revoked": None, "player": player, "role": role, "loopback_only": True}
        change = sa.update(keys).where(keys.c.digest == digest)
        transaction.connection.execute(change.values(row))

    def write_last_used(self, used: Mapping[int, int]) -> None:
        """Store when keys, given by their numbers, were last used."""
        change = sa.update(keys).where(keys.c.id == sa.bindparam("number"))
        change = change.values(last_used=sa.bindparam("last_used"))
        rows = [{"number": number, "last_used": at} for number, at in used.items()]
        self._database.write(lambda connection: connection.execute(change, rows))

    def rename(self, old: PlayerName, new: PlayerName, at: int) -> None:
        """Give a player another name, and keep the old one as a former name."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(names), old._asdict() | {"at": at})
            change = sa.update(players).where(players.c.id == new.player)
            connection.execute(change.values(name=new.name, folded=new.folded))

        self._database.write(write)

    def delete(self, gone: PlayerName, at: int) -> None:
        """Replace a player's name everywhere, also in signatures, and revoke all their keys."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(names).where(names.c.player == gone.player))
            change = sa.update(players).where(players.c.id == gone.player)
            row = {"name": gone.name, "folded": gone.folded, "deleted": at}
            connection.execute(change.values(row))
            valid = sa.update(keys).where(keys.c.player == gone.player, keys.c.revoked.is_(None))
            connection.execute(valid.values(revoked=at))
            entries = sa.update(entrants).where(entrants.c.player == gone.player)
            connection.execute(entries.values(name=gone.name))
            forget_signatures(connection, gone.player)

        self._database.write(write)


def _key(row: Mapping[Any, Any]) -> StoredKey:
    return StoredKey(**row)
