"""Accounts of players, and the keys that identify callers."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from outflank.errors import OutflankError, UnknownPlayer
from outflank.server.accounts.keys import Role, digest, new_key, parse_label
from outflank.server.accounts.names import folded, free_name, parse_name, spellings
from outflank.server.accounts.recently_used import RecentlyUsed
from outflank.server.wake import LocalWake, Wake
from outflank.store.account_store import (
    Account,
    AccountKind,
    AccountStore,
    NameTaken,
    PlayerName,
    StoredKey,
)
from outflank.store.reading.row_reading import DamagedRow, reading_row
from outflank.texts import Text

__all__ = ["Account", "Accounts", "Caller", "NotAllowed", "SharedKey"]

_MOST_KEPT = 50_000  # accounts in memory, and keys: some tens of megabytes
_MOST_WRONG = 10_000  # wrong keys that are remembered
_WRONG_FOR = 60_000  # milliseconds for which they are
_LOOK_BACK = 120_000  # milliseconds by which another process or its clock may be late
_TRIES = 30  # to find a free name while other processes take names


class NotAllowed(OutflankError):
    """A caller's key does not permit this; the message says which key would."""


class SharedKey(OutflankError):
    """A key that everybody knows cannot do this; the message says what can be done."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The owner of a key and what the key allows."""

    key: int
    role: Role
    player: int | None
    tournament: int | None
    loopback_only: bool
    hint: str
    label: str = ""

    @property
    def actor(self) -> str:
        """The name of the key's user in the audit log.

        >>> Caller(7, Role.ADMIN, None, None, False, "oth_abc", "Ada").actor
        'key 7 (Ada)'
        """
        return f"key {self.key} ({self.label})" if self.label else f"key {self.key}"

    def require_own(self) -> None:
        """Raise SharedKey for a key of the try-out, which others will use as well."""
        if self.loopback_only:
            raise SharedKey(Text("errors.server.tryout_key"))


class Accounts:
    """Accounts and keys, which are read from SQL when needed and kept in memory while in use.

    Changes by other processes arrive through the wake at once, or at the next `refresh` if the
    wake fails; a change does not wait for either. Names are unique because the database refuses a
    second one.
    """

    def __init__(
        self, store: AccountStore, now: Callable[[], int], wake: Wake | None = None
    ) -> None:
        self._store = store
        self._now = now
        self._wake = wake or LocalWake()
        self._players: RecentlyUsed[int, Account] = RecentlyUsed(_MOST_KEPT)
        self._callers: RecentlyUsed[str, Caller] = RecentlyUsed(_MOST_KEPT)  # by digest
        self._wrong: RecentlyUsed[str, int] = RecentlyUsed(_MOST_WRONG)  # with the end of the time
        self._disabled_keys: frozenset[str] = frozenset()
        self._used: dict[int, int] = {}  # last uses of keys, not stored yet
        self._naming = threading.Lock()
        self._refreshed = now()
        self._wake.messages.subscribe("account", lambda message: self._players.drop(message["id"]))
        self._wake.messages.subscribe("key", lambda message: self._forget(message["digest"]))
        self._wake.gaps.subscribe(self._forget_all)

    # Queries

    def caller(self, key: str) -> Caller | None:
        """Return the owner of a key, or None if the key is unknown or revoked."""
        return self.known_caller(key) or self._look_up(digest(key))

    def known_caller(self, key: str) -> Caller | None:
        """Return the owner of a key that is in memory; never reads the database."""
        known = digest(key)
        found = self._callers.get(known)
        if found is None or known in self._disabled_keys:
            return None
        self._used[found.key] = self._now()
        return found

    def was_wrong(self, key: str) -> bool:
        """Return whether a recent look-up did not find a key; never reads the database."""
        until = self._wrong.get(digest(key))
        return until is not None and self._now() < until

    def disable_keys(self, known_keys: Iterable[str]) -> None:
        """Refuse keys while this server runs, even if they are in the database."""
        self._disabled_keys = frozenset(map(digest, known_keys))

    def _look_up(self, known: str) -> Caller | None:
        """Look a key up in the database."""
        if known in self._disabled_keys:
            return None
        version, wrong_version = self._callers.version, self._wrong.version
        found = self._find_caller(known)
        if found is None:
            self._wrong.keep(known, self._now() + _WRONG_FOR, wrong_version)
        else:
            self._callers.keep(known, found, version)
            self._used[found.key] = self._now()
        return found

    def _find_caller(self, known: str) -> Caller | None:
        key = self._store.find_key(known)
        if key is None or key.revoked is not None:
            return None
        try:
            with reading_row("key", key.id):
                return _caller(key)
        except DamagedRow:  # treated as unknown; the fault is logged
            return None

    def refresh(self) -> None:
        """Drop entries that other processes have changed, such as revoked keys."""
        since, self._refreshed = self._refreshed - _LOOK_BACK, self._now()
        changed = self._store.changed_since(since)
        for number in changed.players:
            self._players.drop(number)
        for known in changed.digests:
            self._callers.drop(known)

    def _forget(self, known: str) -> None:
        """Drop a key from memory, valid or not."""
        self._callers.drop(known)
        self._wrong.drop(known)

    def _forget_all(self) -> None:
        self._players.clear()
        self._callers.clear()
        self._wrong.clear()

    def player(self, number: int) -> Account:
        """Return a player's account."""
        return self._players.get(number) or self._stored_player(number)

    def _stored_player(self, number: int) -> Account:
        """Read a player's account from the database."""
        version = self._players.version
        found = self._store.find(number)
        if found is None:
            raise UnknownPlayer(Text("errors.server.no_player", number=number))
        self._players.keep(number, found, version)
        return found

    def named(self, name: str) -> Account:
        """Return the player who has that name now."""
        version = self._players.version
        found = self._store.find_named(folded(name))
        if found is None:
            raise UnknownPlayer(Text("errors.server.no_player_named", name=repr(name[:64])))
        self._players.keep(found.id, found, version)
        return found

    def name_of(self, number: int) -> str:
        """Return a player's present name, or a number if the account is damaged."""
        try:
            return self.player(number).name
        except DamagedRow:
            return f"Player {number}"

    def names_of(self, numbers: Iterable[int]) -> list[str]:
        """Return the present names of players, read with few statements."""
        numbers = list(numbers)
        found = {number: self._players.get(number) for number in numbers}
        if missing := [number for number, player in found.items() if player is None]:
            version = self._players.version
            for player in self._store.find_all(missing):
                self._players.keep(player.id, player, version)
                found[player.id] = player
        return [
            self.name_of(number) if (known := found[number]) is None else known.name
            for number in numbers
        ]

    def are_known(self, numbers: Iterable[int]) -> bool:
        """Return whether all players are in memory, so that the event loop may ask for them."""
        return all(self._players.get(number) is not None for number in numbers)

    def recent_bots(self, limit: int) -> list[str]:
        """Return the names of the bots whose keys were used or made most recently."""
        return self._store.recent_bots(limit)

    # Commands

    def register(
        self,
        name: str,
        kind: AccountKind = AccountKind.BOT,
        *,
        key: str | None = None,
        tournament: int | None = None,
        loopback_only: bool = False,
        by_default: bool = False,
    ) -> tuple[Account, str]:
        """Create an account with a unique name, and return it with its key, which is shown once.

        With `by_default`, the name is the server's own choice, such as `Unknown 0`.
        """
        key = key or new_key()
        wanted = parse_name(name, default=name if by_default else "")
        player = self._under_free_name(
            wanted,
            None,
            lambda free: self._store.insert(
                kind, free, folded(free), self._now(), alike=spellings(free)
            ),
        )
        self._players.keep(player.id, player, self._players.version)
        self.add_key(
            Role.PLAYER,
            key=key,
            player=player.id,
            tournament=tournament,
            loopback_only=loopback_only,
        )
        return player, key

    def add_key(
        self,
        role: Role,
        *,
        key: str | None = None,
        player: int | None = None,
        tournament: int | None = None,
        loopback_only: bool = False,
        label: str = "",
    ) -> str:
        """Create a key and return it; only its digest is stored.

        The label says who has the key; the audit log shows it.
        """
        is_chosen, key, label = key is not None, key or new_key(), parse_label(label)
        stored = StoredKey(
            digest=digest(key),
            hint=key[:7],
            role=role.value,
            player=player,
            tournament=tournament,
            loopback_only=loopback_only,
            created=self._now(),
            label=label,
        )
        version = self._callers.version
        number = self._store.insert_key(stored)
        self._callers.keep(stored.digest, _caller(replace(stored, id=number)), version)
        if is_chosen:  # somebody may have tried it before it existed
            self._wrong.drop(stored.digest)
            self._wake.publish("key", {"digest": stored.digest})
        return key

    def revoke(self, number: int) -> bool:
        """Revoke a key, and return whether it exists."""
        known = self._store.revoke_key(number, self._now())
        if known is not None:
            self._forget_key(known)
        return known is not None

    def _forget_key(self, known: str) -> None:
        self._callers.drop(known)
        self._wake.publish("key", {"digest": known})

    def rotate(self, caller: Caller) -> str:
        """Replace a caller's key with a new one."""
        caller.require_own()
        key = self.add_key(
            caller.role,
            player=caller.player,
            tournament=caller.tournament,
            loopback_only=caller.loopback_only,
            label=caller.label,
        )
        self.revoke(caller.key)
        return key

    def renew(self, player: int, tournament: int | None = None) -> str:
        """Replace all keys of a player with a new one."""
        old = self._store.keys_of(player)
        key = self.add_key(Role.PLAYER, player=player, tournament=tournament)
        for number in old:
            self.revoke(number)
        return key

    def rename(self, number: int, name: str) -> Account:
        """Rename a player; if the name is taken, a number is added."""
        player = self._stored_player(number)  # another process may have renamed them just now
        if name == player.name:
            return player  # even if the name has been reserved since
        wanted = parse_name(name, default=self._store.first_name_of(number) or player.name)
        return self._under_free_name(
            wanted, number, lambda free: self._set_name(replace(player, name=free))
        )

    def _set_name(self, player: Account) -> Account:
        if self.name_of(player.id) != player.name:
            new = PlayerName(player.id, player.name, folded(player.name))
            self._store.rename(new, self._now(), alike=spellings(player.name))
            self._forget_player(player.id)
        return player

    def _forget_player(self, number: int) -> None:
        self._players.drop(number)
        self._wake.publish("account", {"id": number})

    def _under_free_name(
        self, wanted: str, player: int | None, store: Callable[[str], Account]
    ) -> Account:
        """Store an account under a name or a numbered form of it, while others take names, too."""
        with self._naming:
            for _ in range(_TRIES):
                free = free_name(wanted, lambda asked: self._store.taken_by_others(asked, player))
                with contextlib.suppress(NameTaken):  # another process was quicker
                    return store(free)
        raise NameTaken(Text("errors.server.name_race", wanted=repr(wanted)))

    def delete(self, number: int) -> None:
        """Delete a player's name and keys; their matches stay, without the name."""
        self.player(number)  # raises UnknownPlayer
        gone = PlayerName(number, f"Deleted {number}", f"deleted {number}")
        for known in self._store.delete(gone, self._now()):
            self._forget_key(known)
        self._forget_player(number)

    def write_last_used(self) -> None:
        """Store when keys were last used; called every few seconds."""
        used, self._used = self._used, {}
        if used:
            self._store.write_last_used(used)


def _caller(key: StoredKey) -> Caller:
    return Caller(
        key.id,
        Role(key.role),
        key.player,
        key.tournament,
        key.loopback_only,
        key.hint,
        key.label,
    )
