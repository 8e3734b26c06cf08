"""The session of a person in a browser; its account is made only when it is needed."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation
from outflank.faces.web.http.browser_sessions import (
    cookie_for,
    cookie_that_forgets,
    is_from_another_site,
)
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.wire.schemas.matches import Session
from outflank.faces.web.wire.views.matches import summary
from outflank.faces.web.wire.views.players import player_object
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import RateLimit
from outflank.texts import Text

__all__ = ["SessionHandlers"]


class SessionHandlers:
    """Handles the sessions of people in browsers."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server

    @operation("GET", "/session")
    def read_session(self, call: ApiCall) -> Session:
        """Return your account and your running matches.

        Without a valid cookie, the player is null and there are no matches; that is not an error.
        """
        return self._session(call.viewer)

    @operation("POST", "/session", limit=RateLimit.NAMES, problems=[Code.CLOSED], answer=Session)
    def begin_session(self, call: ApiCall) -> BytesResponse:
        """Start a session: a guest account, with its key in a cookie that scripts cannot read.

        An existing session is kept. `PATCH /api/v1/me` changes the name.
        """
        if is_from_another_site(call.scope):
            raise Problem(Code.CROSS_SITE, Text("errors.web.not_from_our_page"))
        player, cookies = call.viewer, []
        if player is None:
            person, key = self._server.register_guest()
            cookies.append((b"set-cookie", cookie_for(key, call.scope).encode()))
            player = person.id
        session = msgspec.json.encode(self._session(player))
        return BytesResponse.of(session, "application/json", *cookies)

    @operation(
        "DELETE",
        "/session",
        access=Access.PLAYER,
        limit=RateLimit.NAMES,
        status=204,
        problems=[Code.REFUSED],
    )
    def end_session(self, call: ApiCall) -> BytesResponse:
        """End the session, and delete your name, keys, matches and cookie.

        Running matches are resigned. Matches of tournaments stay, without the name.
        """
        self._server.forget_caller(call.key)
        return BytesResponse(b"", 204, [(b"set-cookie", cookie_that_forgets().encode())])

    def _session(self, player: int | None) -> Session:
        server = self._server
        closed = server.closures.notice(player) or UNSET
        if player is None:
            return Session(None, [], closed)
        rooms = server.registry.rooms_of(player)
        return Session(
            player_object(server.accounts.player(player)),
            [summary(server, room) for room in rooms],
            closed,
        )
