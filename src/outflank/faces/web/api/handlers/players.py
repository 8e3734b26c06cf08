"""Players: registering, keys, names and records."""

from __future__ import annotations

from msgspec import UNSET

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation
from outflank.faces.web.http.errors import Code
from outflank.faces.web.wire.schemas.players import (
    Identity,
    KeyAnswer,
    PlayerAnswer,
    PlayerRecord,
    RecordQuery,
    Registered,
    Registration,
    Rename,
)
from outflank.faces.web.wire.schemas.values import Id
from outflank.faces.web.wire.views.match_list import record_of
from outflank.faces.web.wire.views.players import player_object
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import RateLimit

__all__ = ["PlayerHandlers"]


class PlayerHandlers:
    """Handles players, their names and their keys."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server

    @operation(
        "POST",
        "/players",
        limit=RateLimit.NAMES,
        status=201,
        problems=[Code.CLOSED, Code.NAME_REFUSED],
    )
    def register_player(self, call: ApiCall, body: Registration) -> Registered:
        """Register a player and get a key.

        The key is shown only once. If the name is taken, or looks like one that is, a number is
        added. During a closed competition, only its organisers can register players.
        """
        player, key = self._server.register(body.name, body.kind, caller=call.caller)
        return Registered(player_object(player), key)

    @operation("GET", "/me", access=Access.KEY)
    def read_me(self, call: ApiCall) -> Identity:
        """Read whose key this is, and its rights."""
        key, accounts = call.key, self._server.accounts
        player = None if key.player is None else player_object(accounts.player(key.player))
        return Identity(player, key.role.value, key.tournament, key.label)

    @operation(
        "PATCH", "/me", access=Access.PLAYER, limit=RateLimit.NAMES, problems=[Code.NAME_REFUSED]
    )
    def rename_me(self, call: ApiCall, body: Rename) -> PlayerAnswer:
        """Change your name."""
        return PlayerAnswer(player_object(self._server.accounts.rename(call.player, body.name)))

    @operation(
        "DELETE",
        "/me",
        access=Access.PLAYER,
        limit=RateLimit.NAMES,
        status=204,
        problems=[Code.REFUSED],
    )
    def delete_me(self, call: ApiCall) -> None:
        """Delete your name, your keys and your matches.

        Running matches are resigned, and you are withdrawn from tournaments. Matches of tournaments
        stay, without the name.
        """
        self._server.forget_caller(call.key)

    @operation("POST", "/me/key", access=Access.KEY, limit=RateLimit.NAMES, problems=[Code.REFUSED])
    def renew_key(self, call: ApiCall) -> KeyAnswer:
        """Get a new key; the old one stops working at once."""
        return KeyAnswer(self._server.accounts.rotate(call.key))

    @operation("GET", "/players/{player}")
    def read_player(self, player: Id, query: RecordQuery) -> PlayerRecord:
        """Read a player and the public results, in total or against one opponent."""
        found = player_object(self._server.accounts.player(player))
        against = None if query.against is UNSET else query.against
        record = record_of(self._server, player, against)
        return PlayerRecord(found.id, found.name, found.kind, **record)
