"""Accounts of players, and the keys that identify callers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from outflank.errors import UnknownPlayer
from outflank.server.accounts.keys import Role, digest, new_key
from outflank.server.accounts.names import folded, free_name, parse_name
from outflank.store.account_store import Account, AccountStore, PlayerName, StoredKey

__all__ = ["Account", "Accounts", "Caller"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a key belongs to and what it allows."""

    key: int
    role: Role
    player: int | None
    tournament: int | None
    loopback_only: bool
    hint: str


class Accounts:
    """Every account and key, cached in memory and stored in SQL."""

    def __init__(self, store: AccountStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._lock = threading.Lock()
        self._players: dict[int, Account] = {}
        self._folded: dict[str, int] = {}  # every present and past name, and its owner
        self._first: dict[int, str] = {}  # each player's first name
        self._callers: dict[str, Caller] = {}
        self._disabled_keys: frozenset[str] = frozenset()
        self._used: dict[int, int] = {}  # last uses of keys that are not stored yet

    def load(self) -> None:
        """Read all accounts and keys from the database."""
        stored = self._store.load()
        for name in stored.former_names + stored.names:
            self._folded[name.folded] = name.player
            self._first.setdefault(name.player, name.name)
        self._players.update((account.id, account) for account in stored.accounts)
        self._callers.update((key.digest, _caller(key)) for key in stored.keys)

    # Queries

    def caller(self, key: str) -> Caller | None:
        """Return whose key this is; None for unknown and revoked keys alike."""
        return self.known_caller(key) or self._look_up(digest(key))

    def known_caller(self, key: str) -> Caller | None:
        """Return whose key this is if it is in memory; never reads the database."""
        known = digest(key)
        found = self._callers.get(known)
        if found is None or known in self._disabled_keys:
            return None
        self._used[found.key] = self._now()
        return found

    def disable_keys(self, known_keys: Iterable[str]) -> None:
        """Refuse these keys while this server runs, even if the database has them."""
        self._disabled_keys = frozenset(map(digest, known_keys))

    def _look_up(self, known: str) -> Caller | None:
        """Look in the database for a key that `outflank admin` made while the server runs."""
        if known in self._disabled_keys:
            return None
        key = self._store.find_key(known)
        if key is None or key.revoked is not None:
            return None
        found = self._callers[known] = _caller(key)
        self._used[found.key] = self._now()
        return found

    def refresh(self) -> None:
        """Forget the keys that `outflank admin` has revoked."""
        for known in self._store.revoked_digests():
            self._callers.pop(known, None)

    def player(self, number: int) -> Account:
        """Return a player."""
        try:
            return self._players[number]
        except KeyError:
            raise UnknownPlayer(f"there is no player {number}") from None

    def named(self, name: str) -> Account:
        """Return the player who has that name now."""
        number = self._folded.get(folded(name))
        if number is None or folded(self._players[number].name) != folded(name):
            raise UnknownPlayer(f"nobody is called {name[:64]!r}")
        return self._players[number]

    def name_of(self, number: int) -> str:
        """Return what a player is called now."""
        return self._players[number].name

    # Commands

    def register(
        self,
        name: str,
        kind: str = "bot",
        *,
        key: str | None = None,
        tournament: int | None = None,
        loopback_only: bool = False,
        by_default: bool = False,
    ) -> tuple[Account, str]:
        """Make an account with a unique name and a key, which is shown only now.

        With `by_default` the name is the server's own choice, such as `Unknown 0`.
        """
        key = key or new_key()
        with self._lock:
            name = self._free(name, None, own=name if by_default else "")
            player = self._store.insert(kind, name, folded(name), self._now())
            self._players[player.id] = player
            self._first[player.id] = name
            self._folded[folded(name)] = player.id
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
    ) -> str:
        """Make a key and return it; only its digest is stored."""
        key = key or new_key()
        stored = StoredKey(
            digest=digest(key),
            hint=key[:7],
            role=role.value,
            player=player,
            tournament=tournament,
            loopback_only=loopback_only,
            created=self._now(),
        )
        number = self._store.insert_key(stored)
        self._callers[stored.digest] = _caller(replace(stored, id=number))
        return key

    def revoke(self, number: int) -> bool:
        """Revoke a key; tell whether there is such a key."""
        is_known = self._store.revoke_key(number, self._now())
        for known, caller in list(self._callers.items()):
            if caller.key == number:
                self._callers.pop(known, None)
        return is_known

    def rotate(self, caller: Caller) -> str:
        """Replace the key of a caller by a new one."""
        key = self.add_key(
            caller.role,
            player=caller.player,
            tournament=caller.tournament,
            loopback_only=caller.loopback_only,
        )
        self.revoke(caller.key)
        return key

    def renew(self, player: int, tournament: int | None = None) -> str:
        """Replace all keys of a player by a new one."""
        old = self._store.keys_of(player)
        key = self.add_key(Role.PLAYER, player=player, tournament=tournament)
        for number in old:
            self.revoke(number)
        return key

    def rename(self, number: int, name: str) -> Account:
        """Rename a player; a number is added if somebody else has that name."""
        with self._lock:
            player = self.player(number)
            if name == player.name:
                return player  # also one that has been reserved since
            name = self._free(name, number, own=self._first[number])
            if name == player.name:
                return player
            old = PlayerName(number, player.name, folded(player.name))
            self._store.rename(old, PlayerName(number, name, folded(name)), self._now())
            self._players[number] = replace(player, name=name)
            self._folded[folded(name)] = number
            return self._players[number]

    def _free(self, name: str, number: int | None, *, own: str) -> str:
        """Return the name, or a numbered form of it that nobody else has."""
        return free_name(parse_name(name, default=own), _Taken(self._folded, number))

    def delete(self, number: int) -> None:
        """Delete a player's name and keys; their matches stay, without the name."""
        with self._lock:
            player, at = self.player(number), self._now()
            name = f"Deleted {number}"
            self._store.delete(PlayerName(number, name, f"deleted {number}"), at)
            self._players[number] = replace(player, name=name, deleted=at)
            for known in [one for one, owner in self._folded.items() if owner == number]:
                del self._folded[known]
            for known, caller in list(self._callers.items()):
                if caller.player == number:
                    self._callers.pop(known, None)

    def write_last_used(self) -> None:
        """Store when keys were last used; called every few seconds."""
        used, self._used = self._used, {}
        if used:
            self._store.write_last_used(used)


class _Taken:
    """The names that anybody but one player has or had."""

    def __init__(self, owners: dict[str, int], player: int | None) -> None:
        self._owners = owners
        self._player = player

    def __contains__(self, name: object) -> bool:
        owner = self._owners.get(str(name))
        return owner is not None and owner != self._player


def _caller(key: StoredKey) -> Caller:
    return Caller(key.id, Role(key.role), key.player, key.tournament, key.loopback_only, key.hint)
