"""The session of a person in a browser: an account is made when it is needed, not before."""

from __future__ import annotations

from litestar import Response
from msgspec import UNSET

from outflank.faces.web.api.admission import Access, ApiCall, Call
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.matches import Session
from outflank.faces.web.api.views.matches import summary
from outflank.faces.web.api.views.players import player_object
from outflank.faces.web.http.browser_sessions import (
    cookie_for,
    cookie_that_forgets,
    is_from_another_site,
)
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]


@route("GET", "/session")
def read_session(call: Call) -> Session:
    """Ask who you are and which of your matches run.

    Without a valid cookie the player is null and there are no matches; that is not an error.
    """
    return _session(call, call.viewer)


@route("POST", "/session", quota=Quota.NAMES, problems=[Code.CLOSED])
def begin_session(call: Call) -> Response[Session]:
    """Start a session: a guest account, with its key in a cookie that scripts cannot read.

    An existing session is kept. `PATCH /api/v1/me` changes the name.
    """
    if is_from_another_site(call.scope):
        raise Problem(Code.CROSS_SITE, "this did not come from a page of this server")
    player, headers = call.viewer, {}
    if player is None:
        person, key = call.server.register_guest()
        headers["Set-Cookie"] = cookie_for(key, call.scope)
        player = person.id
    return Response(_session(call, player), headers=headers)


@route("DELETE", "/session", access=Access.PLAYER, quota=Quota.NAMES, status=204)
def end_session(call: Call) -> Response[None]:
    """End the session: your name, keys and matches are deleted, and the cookie too.

    Running matches are resigned. Those of a tournament stay, without the name.
    """
    call.server.forget(call.player)
    return Response(None, headers={"Set-Cookie": cookie_that_forgets()}, status_code=204)


def _session(call: ApiCall, player: int | None) -> Session:
    server = call.server
    closed = server.closures.notice(player) or UNSET
    if player is None:
        return Session(None, [], closed)
    rooms = server.registry.rooms_of(player)
    return Session(
        player_object(server.accounts.player(player)),
        [summary(server, room) for room in rooms],
        closed,
    )


handlers = [read_session, begin_session, end_session]
