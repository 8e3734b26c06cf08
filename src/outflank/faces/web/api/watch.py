"""One stream for a whole page: many boards, a tournament and the lobby at once."""

from __future__ import annotations

from litestar.di import NamedDependency
from litestar.types import ASGIApp
from msgspec import UNSET

from outflank.faces.web.api.admission import Call
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.watch import WatchLine, WatchQuery
from outflank.faces.web.streams.streams import NDJSON, SSE, format_for
from outflank.faces.web.streams.watch_hub import Wanted, WatchReader
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]


@route(
    "GET",
    "/watch",
    quota=Quota.PAGES,
    problems=[Code.BUSY, Code.NOT_FOUND],
    media=(NDJSON, SSE),
    lines=WatchLine,
)
async def watch(call: Call, parameters: NamedDependency[WatchQuery]) -> ASGIApp:
    """Follow everything that a page shows, in one stream.

    Each line is a whole state: a Board for each match at the beginning and whenever something
    happens in it, a Tournament and a Lobby when they have changed, once a second at most. The
    matches that run in the tournament, and the newest in the lobby, are followed without being
    named. A slow reader misses states and never the newest one. After ten seconds without news
    comes a Time. Each line is a JSON object; with `Accept: text/event-stream` they are
    server-sent events.
    """
    wanted, player, registry = _wanted(parameters), call.viewer, call.server.registry
    if wanted.tournament:
        await call.in_thread(call.server.tournaments.summary, wanted.tournament)  # if it exists
    plays = player is not None and bool(await call.in_thread(registry.rooms_of, player))
    hub = call.services.watch_hub
    reader = WatchReader(hub, format_for(call.scope), wanted, player, plays=plays)
    return call.open_stream(reader, "")


def _wanted(parameters: WatchQuery) -> Wanted:
    names = () if parameters.matches is UNSET else tuple(parameters.matches.split(","))
    tournament = None
    if parameters.tournament is not UNSET:
        tournament = 0 if parameters.tournament == "current" else int(parameters.tournament)
    return Wanted(names, tournament, bool(parameters.lobby))


handlers = [watch]
