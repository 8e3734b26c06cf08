"""The session of a person in a browser: an account is made when it is needed, not before."""

from __future__ import annotations

from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Access, Routes
from outflank.faces.web.api.match_views import summary
from outflank.faces.web.api.players import player_object
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.schemas import Session
from outflank.faces.web.people import (
    cookie_for,
    cookie_that_forgets,
    is_from_another_site,
    new_person,
)
from outflank.server.rate_limits import Quota

__all__ = ["routes"]

routes = Routes("Players")


@routes.route("GET", "/session")
def read_session(call: ApiCall) -> Session:
    """Ask who you are and which of your matches run.

    Without a valid cookie the player is null and there are no matches; that is not an error.
    """
    return _session(call, call.viewer)


@routes.route("POST", "/session", budget=Quota.NAMES)
def begin_session(call: ApiCall) -> Session:
    """Start a session: a guest account, with its key in a cookie that scripts cannot read.

    An existing session is kept. `PATCH /api/v1/me` changes the name.
    """
    if is_from_another_site(call.environ):
        raise Problem(Code.CROSS_SITE, "this did not come from a page of this server")
    player = call.viewer
    if player is None:
        person, key = new_person(call.server.accounts)
        call.headers["Set-Cookie"] = cookie_for(key, call.environ)
        player = person.id
    return _session(call, player)


@routes.route("DELETE", "/session", access=Access.PLAYER, budget=Quota.NAMES, status=204)
def end_session(call: ApiCall) -> None:
    """End the session: your name, keys and matches are deleted, and the cookie too.

    Running matches are resigned. Those of a tournament stay, without the name.
    """
    call.server.forget(call.player)
    call.headers["Set-Cookie"] = cookie_that_forgets()


def _session(call: ApiCall, player: int | None) -> Session:
    if player is None:
        return Session(None, [])
    server = call.server
    rooms = server.registry.rooms_of(player)
    return Session(
        player_object(server.accounts.player(player)), [summary(server, room) for room in rooms]
    )
