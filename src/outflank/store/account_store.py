"""The SQL store of players' accounts and keys."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from outflank.errors import InvalidValue, NameRefused, UnknownPlayer
from outflank.play.occupants import Occupant, SeatKind
from outflank.store.database import Database, Transaction, insert_row
from outflank.store.reading.row_reading import readable, reading_row
from outflank.store.schema import entrants, keys, learning_entries, names, players
from outflank.store.signing.signature_store import forget_signatures
from outflank.texts import Text

__all__ = [
    "Account",
    "AccountKind",
    "AccountStore",
    "ChangedAccounts",
    "NameTaken",
    "PlayerName",
    "StoredKey",
]

# On PostgreSQL only one transaction at a time changes names, whichever process runs it. A
# constraint cannot see that two spellings look alike. The number of the lock is our own.
_LOCK_NAMES: Final = sa.select(sa.func.pg_advisory_xact_lock(int.from_bytes(b"names")))
_AT_ONCE: Final = 500  # accounts per statement
_LOOKED_AT: Final = 1_000  # newest keys among which the most recently used bots are found


class NameTaken(NameRefused):
    """Another player has just taken the name, or one that looks like it."""


class AccountKind(StrEnum):
    """Who has an account; a seat in a match has the same kind as the account that sits there."""

    BOT = SeatKind.BOT.value
    PERSON = SeatKind.PERSON.value


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a player."""

    id: int
    kind: AccountKind
    name: str
    created: int
    deleted: int | None = None

    @property
    def occupant(self) -> Occupant:
        """The player in a seat of a match."""
        return Occupant(SeatKind(self.kind), str(self.id))


class PlayerName(NamedTuple):
    """A current or former name of a player, and its folded form, which is unique."""

    player: int
    name: str
    folded: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredKey:
    """A key as it is stored: its digest and its first characters, never the key itself."""

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
    label: str = ""  # the holder, in the organiser's words


class ChangedAccounts(NamedTuple):
    """The players who have changed since a moment, and the digests of keys revoked since."""

    players: set[int]
    digests: set[str]


class AccountStore:
    """The rows of players, their former names and their keys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Queries

    def find(self, number: int) -> Account | None:
        """Return the account with this number."""
        return self._first(_ACCOUNT.where(players.c.id == number))

    def find_named(self, folded: str) -> Account | None:
        """Return the account whose current name has this folded form."""
        return self._first(_ACCOUNT.where(players.c.folded == folded))

    def find_all(self, numbers: Iterable[int]) -> list[Account]:
        """Return the accounts with these numbers, in any order."""
        wanted, found = sorted(set(numbers)), list[Account]()
        with self._database.reading() as connection:
            for at in range(0, len(wanted), _AT_ONCE):
                chosen = _ACCOUNT.where(players.c.id.in_(wanted[at : at + _AT_ONCE]))
                rows = connection.execute(chosen).mappings()
                found += readable("account", rows, _account, lambda row: row["id"])
        return found

    def _first(self, query: sa.Select[Any]) -> Account | None:
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return None
        with reading_row("account", row["id"]):
            return _account(row)

    def first_name_of(self, player: int) -> str | None:
        """Return the oldest former name of a player."""
        query = sa.select(names.c.name).where(names.c.player == player)
        with self._database.reading() as connection:
            return connection.execute(query.order_by(names.c.at).limit(1)).scalar()

    def taken_by_others(self, folded: Collection[str], player: int | None = None) -> set[str]:
        """Return those of the folded names that other players have or had."""
        with self._database.reading() as connection:
            return _taken_by_others(connection, folded, player)

    def changed_since(self, moment: int) -> ChangedAccounts:
        """Return the accounts that have changed since a moment and the keys revoked since."""
        renamed = sa.select(names.c.player).where(names.c.at >= moment)
        deleted = sa.select(players.c.id).where(players.c.deleted >= moment)
        revoked = sa.select(keys.c.digest).where(keys.c.revoked >= moment)
        with self._database.reading() as connection:
            return ChangedAccounts(
                {*connection.execute(renamed).scalars(), *connection.execute(deleted).scalars()},
                set(connection.execute(revoked).scalars()),
            )

    def keys(self) -> list[StoredKey]:
        """Return all keys, including revoked ones, in the order of their numbers."""
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(keys).order_by(keys.c.id)).mappings()
            return [_key(row) for row in rows]

    def find_key(self, digest: str) -> StoredKey | None:
        """Return the key with this digest, valid or revoked."""
        query = sa.select(keys).where(keys.c.digest == digest)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else _key(row)

    def keys_of(self, player: int) -> list[int]:
        """Return the numbers of a player's valid keys."""
        query = sa.select(keys.c.id).where(keys.c.player == player, keys.c.revoked.is_(None))
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def has_key_for(self, player: int, tournament: int) -> bool:
        """Return whether a player has a valid key that was made for a tournament."""
        query = sa.select(keys.c.id).where(
            keys.c.player == player, keys.c.tournament == tournament, keys.c.revoked.is_(None)
        )
        with self._database.reading() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def recent_bots(self, limit: int) -> list[str]:
        """Return the names of the bots whose keys were used or made most recently."""
        recent = sa.union( # each from an index that has this order
            *(
                sa.select(keys.c.id).where(column.is_not(None)).order_by(column.desc())
                .limit(_LOOKED_AT).subquery().select()
                for column in (keys.c.last_used, keys.c.id)
            )
        )  # fmt: skip
        used = sa.func.max(sa.func.coalesce(keys.c.last_used, keys.c.created))
        known = sa.select(players.c.name).join(keys, keys.c.player == players.c.id)
        known = known.where(keys.c.id.in_(recent), keys.c.revoked.is_(None))
        known = known.where(players.c.kind == AccountKind.BOT.value, players.c.deleted.is_(None))
        known = known.group_by(players.c.id, players.c.name).order_by(used.desc())
        with self._database.reading() as connection:
            return list(connection.execute(known.limit(limit)).scalars())

    # Commands

    def insert(
        self, kind: AccountKind, name: str, folded: str, at: int, *, alike: Collection[str] = ()
    ) -> Account:
        """Store a new account; raise NameTaken if another player has this name or a similar one."""
        row = {"kind": kind.value, "name": name, "folded": folded, "created": at}

        def write(connection: sa.Connection) -> int:
            _require_free(connection, {folded, *alike}, None)
            return insert_row(connection, players, row)

        with _refusing_taken_names():
            return Account(self._database.write(write), kind, name, at)

    def insert_key(self, key: StoredKey) -> int:
        """Store a new key and return its number."""
        row = asdict(key)
        del row["id"]
        return self._database.write(lambda connection: insert_row(connection, keys, row))

    def revoke_key(self, number: int, at: int) -> str | None:
        """Revoke a key; return its digest, or None if there is no such key."""
        query = sa.select(keys.c.digest).where(keys.c.id == number)
        change = sa.update(keys).where(keys.c.id == number).values(revoked=at)

        def write(connection: sa.Connection) -> str | None:
            connection.execute(change)
            return connection.execute(query).scalar()

        return self._database.write(write)

    def restore_key(
        self, transaction: Transaction, digest: str, role: str, player: int | None
    ) -> None:
        """Make a revoked key valid again, for use from this machine only."""
        row = {"revoked": None, "player": player, "role": role, "loopback_only": True}
        change = sa.update(keys).where(keys.c.digest == digest)
        transaction.connection.execute(change.values(row))

    def write_last_used(self, used: Mapping[int, int]) -> None:
        """Store when keys were last used, given by their numbers."""
        change = sa.update(keys).where(keys.c.id == sa.bindparam("number"))
        change = change.values(last_used=sa.bindparam("last_used"))
        # In a fixed order, so that two processes that do this at the same time cannot deadlock.
        rows = [{"number": number, "last_used": at} for number, at in sorted(used.items())]
        self._database.write(lambda connection: connection.execute(change, rows))

    def rename(self, new: PlayerName, at: int, *, alike: Collection[str] = ()) -> None:
        """Rename a player and keep the old name as a former one.

        Raise NameTaken if another player has the name or a similar one.
        """

        def write(connection: sa.Connection) -> None:
            _require_free(connection, {new.folded, *alike}, new.player)
            known = sa.select(players.c.name, players.c.folded)
            known = known.where(players.c.id == new.player, players.c.deleted.is_(None))
            old = connection.execute(known).first()
            if old is None:
                raise UnknownPlayer(Text("errors.store.no_player", player=new.player))
            former = PlayerName(new.player, old.name, old.folded)._asdict()
            last = sa.select(sa.func.max(names.c.at)).where(names.c.player == new.player)
            after = connection.execute(last).scalar() or 0
            connection.execute(sa.insert(names), former | {"at": max(at, after + 1)})
            change = sa.update(players).where(players.c.id == new.player)
            connection.execute(change.values(name=new.name, folded=new.folded))

        with _refusing_taken_names():
            self._database.write(write)

    def delete(self, gone: PlayerName, at: int) -> list[str]:
        """Replace a player's name everywhere, drop signatures with it and revoke the player's keys.

        What the player learned is deleted. Return the digests of the keys.
        """

        def write(connection: sa.Connection) -> list[str]:
            _lock_names(connection)
            connection.execute(sa.delete(names).where(names.c.player == gone.player))
            change = sa.update(players).where(players.c.id == gone.player)
            row = {"name": gone.name, "folded": gone.folded, "deleted": at}
            connection.execute(change.values(row))
            valid = sa.update(keys).where(keys.c.player == gone.player, keys.c.revoked.is_(None))
            connection.execute(valid.values(revoked=at))
            entries = sa.update(entrants).where(entrants.c.player == gone.player)
            connection.execute(entries.values(name=gone.name))
            learned = learning_entries.c.player == gone.player
            connection.execute(sa.delete(learning_entries).where(learned))
            forget_signatures(connection, gone.player)
            all_keys = sa.select(keys.c.digest).where(keys.c.player == gone.player)
            return list(connection.execute(all_keys).scalars())

        return self._database.write(write)


_KINDS: Final = {kind.value: kind for kind in AccountKind}
_ACCOUNT: Final = sa.select(
    players.c.id, players.c.kind, players.c.name, players.c.created, players.c.deleted
)


def _account(row: Mapping[Any, Any]) -> Account:
    if (kind := _KINDS.get(row["kind"])) is None:
        raise InvalidValue(Text("errors.store.rows.unknown_kind", kind=repr(row["kind"])))
    found = Account(**{**row, "kind": kind})
    if not found.name:
        raise InvalidValue(Text("errors.store.rows.no_name"))
    if type(row["created"]) is not int:  # SQLite would store text here
        raise InvalidValue(Text("errors.store.rows.not_created"))
    return found


def _key(row: Mapping[Any, Any]) -> StoredKey:
    return StoredKey(**row)


def _lock_names(connection: sa.Connection) -> None:
    """Keep other processes from changing names until this transaction ends."""
    if connection.dialect.name == "postgresql":  # SQLite has only one writer
        connection.execute(_LOCK_NAMES)


def _require_free(connection: sa.Connection, folded: Collection[str], player: int | None) -> None:
    _lock_names(connection)
    if taken := _taken_by_others(connection, folded, player):
        raise NameTaken(Text("errors.store.name_just_taken", name=repr(min(taken))))


def _taken_by_others(
    connection: sa.Connection, folded: Collection[str], player: int | None
) -> set[str]:
    # One statement, so that it finds a name even while it becomes a former one.
    owned = sa.union_all(
        sa.select(players.c.folded, players.c.id).where(players.c.folded.in_(folded)),
        sa.select(names.c.folded, names.c.player).where(names.c.folded.in_(folded)),
    )
    return {name for name, owner in connection.execute(owned) if owner != player}


@contextlib.contextmanager
def _refusing_taken_names() -> Iterator[None]:
    """Raise NameTaken if a constraint of the database refuses a name."""
    try:
        yield
    except IntegrityError as error:
        raise NameTaken(Text("errors.store.name_taken_by_another")) from error
