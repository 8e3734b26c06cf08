"""Players: registering, keys, names and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Access, Routes
from outflank.faces.web.api.match_list import record_of
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.schemas import (
    Id,
    Identity,
    KeyAnswer,
    PlayerAnswer,
    PlayerObject,
    PlayerRecord,
    RecordQuery,
    Registered,
    Registration,
    Rename,
)
from outflank.server.rate_limits import Quota

if TYPE_CHECKING:
    from outflank.server.accounts.accounts import Account

__all__ = ["player_object", "routes"]

routes = Routes("Players")


def player_object(player: Account) -> PlayerObject:
    """Return a player as they are shown."""
    return PlayerObject(player.id, player.name, "person" if player.kind == "person" else "bot")


@routes.route("POST", "/players", budget=Quota.NAMES, status=201, problems=[Code.NAME_REFUSED])
def register_player(call: ApiCall, body: Registration) -> Registered:
    """Register a player and get a key.

    The key is shown only now. A name that somebody has, or one that looks like it, gets a number
    behind it.
    """
    player, key = call.server.accounts.register(body.name, body.kind)
    return Registered(player_object(player), key)


@routes.route("GET", "/me", access=Access.KEY)
def read_me(call: ApiCall) -> Identity:
    """Ask whose key this is and what it allows."""
    key, accounts = call.key, call.server.accounts
    player = None if key.player is None else player_object(accounts.player(key.player))
    return Identity(player, key.role.value, key.tournament)


@routes.route(
    "PATCH", "/me", access=Access.PLAYER, budget=Quota.NAMES, problems=[Code.NAME_REFUSED]
)
def rename_me(call: ApiCall, body: Rename) -> PlayerAnswer:
    """Take another name."""
    return PlayerAnswer(player_object(call.server.accounts.rename(call.player, body.name)))


@routes.route(
    "DELETE", "/me", access=Access.PLAYER, budget=Quota.NAMES, status=204, problems=[Code.REFUSED]
)
def delete_me(call: ApiCall) -> None:
    """Delete your name, your keys and your matches.

    Running matches are resigned, and you are withdrawn from tournaments. A tournament's matches
    stay, without the name.
    """
    _refuse_known_key(call)
    call.server.forget(call.player)


@routes.route("POST", "/me/key", access=Access.KEY, budget=Quota.NAMES, problems=[Code.REFUSED])
def renew_key(call: ApiCall) -> KeyAnswer:
    """Get a new key; the old one stops working at once."""
    _refuse_known_key(call)
    return KeyAnswer(call.server.accounts.rotate(call.key))


def _refuse_known_key(call: ApiCall) -> None:
    """Keep the try-out tournament playable for whoever tries it next."""
    if call.key.loopback_only:
        raise Problem(
            Code.REFUSED,
            "the try-out keys cannot be changed; register a player of your own for this",
        )


@routes.route("GET", "/players/{player}")
def read_player(call: ApiCall, player: Id, query: RecordQuery) -> PlayerRecord:
    """Read who a player is and how their public matches ended, all or those with another."""
    found = player_object(call.server.accounts.player(player))
    against = None if query.against is UNSET else query.against
    record = record_of(call.server, player, against)
    return PlayerRecord(found.id, found.name, found.kind, **record)
