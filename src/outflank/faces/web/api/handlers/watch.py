"""One stream for a whole page: many boards, a tournament and the lobby at once."""

from __future__ import annotations

import asyncio

from msgspec import UNSET

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import operation
from outflank.faces.web.http.errors import Code
from outflank.faces.web.streams.streams import NDJSON, SSE, StreamHub, StreamResponse, format_for
from outflank.faces.web.streams.watch_hub import Wanted, WatchHub, WatchReader
from outflank.faces.web.wire.schemas.watch import WatchLine, WatchQuery
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import RateLimit

__all__ = ["WatchHandlers"]


class WatchHandlers:
    """Handles the stream of a page."""

    def __init__(self, server: CompetitionServer, streams: StreamHub, hub: WatchHub) -> None:
        self._server = server
        self._streams = streams
        self._hub = hub

    @operation(
        "GET",
        "/watch",
        limit=RateLimit.PAGES,
        problems=[Code.BUSY, Code.NOT_FOUND],
        media=(NDJSON, SSE),
        lines=WatchLine,
    )
    async def watch(self, call: ApiCall, query: WatchQuery) -> StreamResponse:
        """Follow everything on a page in one stream.

        Each line is a whole state: a Board for each match at the beginning and after each event, a
        Tournament and a Lobby after changes, once a second at most. The running matches of the
        tournament and the newest in the lobby are followed without being named. A slow reader
        skips states, but never the newest one. After ten seconds without news, a Time is sent. Each
        line is a JSON object; with `Accept: text/event-stream` they are server-sent events.
        """
        wanted, player, registry = _wanted(query), call.viewer, self._server.registry
        if wanted.tournament:
            # Raises if there is no such tournament.
            await asyncio.to_thread(self._server.tournaments.summary, wanted.tournament)
        plays = player is not None and bool(await asyncio.to_thread(registry.rooms_of, player))
        hub = self._hub
        reader = WatchReader(hub, format_for(call.scope), wanted, player, plays=plays)
        return self._streams.open(reader, call.key_number, "", call.address)


def _wanted(query: WatchQuery) -> Wanted:
    names = () if query.matches is UNSET else tuple(query.matches.split(","))
    tournament = None
    if query.tournament is not UNSET:
        tournament = 0 if query.tournament == "current" else int(query.tournament)
    return Wanted(names, tournament, bool(query.lobby))
