"""The event stream of a player."""

from __future__ import annotations

from litestar.types import ASGIApp

from outflank.faces.web.api.admission import Access, Call
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.news import News
from outflank.faces.web.streams.player_feed import PlayerReader
from outflank.faces.web.streams.streams import NDJSON, SSE, format_for
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]


@route(
    "GET",
    "/events",
    access=Access.PLAYER,
    quota=Quota.STREAMS,
    problems=[Code.BUSY],
    media=(NDJSON, SSE),
    lines=News,
)
async def follow_news(call: Call) -> ASGIApp:
    """Follow what happens to you.

    At once there is a line for each of your running matches and open challenges, then one for
    whatever begins, ends or changes. Each line is a JSON object; with
    `Accept: text/event-stream` they are server-sent events. Every ten seconds without news an
    empty line (a comment in SSE) shows that the connection lives. A key has one such stream: a
    new one closes the old.
    """
    reader = PlayerReader(call.services.player_feed, format_for(call.scope), call.player)
    return call.open_stream(reader, "news")


handlers = [follow_news]
