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
from outflank.server.rate_limits import RequestKind

__all__ = ["routes"]

routes = Routes("Players")


@routes.route("GET", "/session")
def read_session(call: ApiCall) -> Session:
    """Ask who you are and which of your matches run.

    A browser that is not known, or no more, is nobody and plays nothing; that is no refusal.
    """
    return _session(call, call.viewer)


@routes.route("POST", "/session", budget=RequestKind.NAMES)
def begin_session(call: ApiCall) -> Session:
    """Become somebody: with a name for guests, and a key in a cookie that no script can read.

    Whoever is somebody already stays so. `PATCH /api/v1/me` changes the name.
    """
    if is_from_another_site(call.environ):
        raise Problem(Code.CROSS_SITE, "this did not come from a page of this server")
    player = call.viewer
    if player is None:
        person, key = new_person(call.server.accounts)
        call.headers["Set-Cookie"] = cookie_for(key, call.environ)
        player = person.id
    return _session(call, player)


@routes.route("DELETE", "/session", access=Access.PLAYER, budget=RequestKind.NAMES, status=204)
def end_session(call: ApiCall) -> None:
    """Be forgotten: your name, your keys and your matches are deleted, and the cookie too.

    Running matches are given up. Those of a tournament stay, without the name.
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
