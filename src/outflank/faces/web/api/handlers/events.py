"""The event stream of a player."""

from __future__ import annotations

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation
from outflank.faces.web.http.errors import Code
from outflank.faces.web.streams.player_feed import PlayerFeed, PlayerReader
from outflank.faces.web.streams.streams import NDJSON, SSE, StreamHub, StreamResponse, format_for
from outflank.faces.web.wire.schemas.player_events import PlayerEvent
from outflank.server.rate_limits import RateLimit

__all__ = ["EventHandlers"]


class EventHandlers:
    """Handles the stream of a player."""

    def __init__(self, streams: StreamHub, feed: PlayerFeed) -> None:
        self._streams = streams
        self._feed = feed

    @operation(
        "GET",
        "/events",
        access=Access.PLAYER,
        limit=RateLimit.STREAMS,
        problems=[Code.BUSY],
        media=(NDJSON, SSE),
        lines=PlayerEvent,
    )
    async def follow_news(self, call: ApiCall) -> StreamResponse:
        """Follow your matches, challenges and tournaments.

        The stream begins with a line for each of your running matches and open challenges. Then
        follows a line for each one that begins, ends or changes. Each line is a JSON object; with
        `Accept: text/event-stream` they are server-sent events. After ten seconds without news, an
        empty line (a comment in SSE) keeps the connection alive. A key has one such stream: a new
        one closes the old one.
        """
        reader = PlayerReader(self._feed, format_for(call.scope), call.player)
        return self._streams.open(reader, call.key.key, "events", call.address)
