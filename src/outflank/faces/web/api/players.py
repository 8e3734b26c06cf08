"""Players: registering, keys, names and records."""

from __future__ import annotations

from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import UNSET

from outflank.faces.web.api.admission import Access, Call
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.players import (
    Identity,
    KeyAnswer,
    PlayerAnswer,
    PlayerRecord,
    RecordQuery,
    Registered,
    Registration,
    Rename,
)
from outflank.faces.web.api.schemas.values import Id
from outflank.faces.web.api.views.match_list import record_of
from outflank.faces.web.api.views.players import player_object
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]


@route("POST", "/players", quota=Quota.NAMES, status=201, problems=[Code.CLOSED, Code.NAME_REFUSED])
def register_player(call: Call, order: NamedDependency[Registration]) -> Registered:
    """Register a player and get a key.

    The key is shown only now. A name that somebody has, or one that looks like it, gets a number
    behind it. While a competition is closed only its organisers register players.
    """
    player, key = call.server.register(order.name, order.kind, caller=call.caller)
    return Registered(player_object(player), key)


@route("GET", "/me", access=Access.KEY)
def read_me(call: Call) -> Identity:
    """Ask whose key this is and what it allows."""
    key, accounts = call.key, call.server.accounts
    player = None if key.player is None else player_object(accounts.player(key.player))
    return Identity(player, key.role.value, key.tournament, key.label)


@route("PATCH", "/me", access=Access.PLAYER, quota=Quota.NAMES, problems=[Code.NAME_REFUSED])
def rename_me(call: Call, order: NamedDependency[Rename]) -> PlayerAnswer:
    """Take another name."""
    return PlayerAnswer(player_object(call.server.accounts.rename(call.player, order.name)))


@route(
    "DELETE", "/me", access=Access.PLAYER, quota=Quota.NAMES, status=204, problems=[Code.REFUSED]
)
def delete_me(call: Call) -> None:
    """Delete your name, your keys and your matches.

    Running matches are resigned, and you are withdrawn from tournaments. A tournament's matches
    stay, without the name.
    """
    call.server.forget_caller(call.key)


@route("POST", "/me/key", access=Access.KEY, quota=Quota.NAMES, problems=[Code.REFUSED])
def renew_key(call: Call) -> KeyAnswer:
    """Get a new key; the old one stops working at once."""
    return KeyAnswer(call.server.accounts.rotate(call.key))


@route("GET", "/players/{player:str}")
def read_player(
    call: Call, player: FromPath[Id], parameters: NamedDependency[RecordQuery]
) -> PlayerRecord:
    """Read who a player is and how their public matches ended, all or those with another."""
    found = player_object(call.server.accounts.player(player))
    against = None if parameters.against is UNSET else parameters.against
    record = record_of(call.server, player, against)
    return PlayerRecord(found.id, found.name, found.kind, **record)


handlers = [register_player, read_me, rename_me, delete_me, renew_key, read_player]
