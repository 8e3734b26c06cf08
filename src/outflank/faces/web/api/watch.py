"""One stream for a whole page: many boards, a tournament and the lobby at once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import RawResponse, Routes
from outflank.faces.web.api.match_views import word
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.streams import KEEP_ALIVE, NDJSON, SSE, Open, StreamFormat
from outflank.faces.web.api.watch_schemas import WatchLine, WatchQuery
from outflank.faces.web.api.watchtower import Told, Wanted, Watcher
from outflank.server.rate_limits import Quota

if TYPE_CHECKING:
    from outflank.faces.web.api.streams import Streams

__all__ = ["routes"]

routes = Routes("Watching")

_GLANCE = 2.0  # seconds within which a closed page is noticed


@routes.route(
    "GET",
    "/watch",
    budget=Quota.PAGES,
    problems=[Code.BUSY, Code.NOT_FOUND],
    media=(NDJSON, SSE),
    lines=WatchLine,
)
def watch(call: ApiCall, query: WatchQuery) -> RawResponse:
    """Follow everything that a page shows, in one stream.

    Each line is a whole state: a Board for each match at the beginning and whenever something
    happens in it, a Tournament and a Lobby when they have changed, once a second at most. The
    matches that run in the tournament, and the newest in the lobby, are followed without being
    named. A slow reader misses states and never the newest one. After ten seconds without news
    comes a Time. Each line is a JSON object; with `Accept: text/event-stream` they are
    server-sent events.
    """
    wanted = _wanted(query)
    if wanted.tournament:
        call.server.tournaments.summary(wanted.tournament)  # refuses what does not exist
    tower, streams, player = call.front.watchtower, call.front.streams, call.viewer
    watcher: Watcher | None = None

    def wake() -> None:
        if watcher is not None:
            watcher.wake()

    def pieces(opened: Open, form: StreamFormat) -> Iterator[bytes]:
        nonlocal watcher
        watcher = tower.join(wanted, player)
        try:
            yield from _follow(watcher, opened, form, streams, player)
            if streams.is_stopping and form.farewell:
                yield form.farewell
        finally:
            tower.leave(watcher)

    return streams.page(call, None, wake, pieces)


def _wanted(query: WatchQuery) -> Wanted:
    names = () if query.matches is UNSET else tuple(query.matches.split(","))
    tournament = None
    if query.tournament is not UNSET:
        tournament = 0 if query.tournament == "current" else int(query.tournament)
    return Wanted(names, tournament, bool(query.lobby))


def _follow(
    watcher: Watcher, opened: Open, form: StreamFormat, streams: Streams, player: int | None
) -> Iterator[bytes]:
    """Yield changed states until the stream is to end."""

    def is_over() -> bool:
        return opened.is_closed or streams.is_stopping

    told, said = watcher.beginning() or [watcher.silence()], time.monotonic()
    while not is_over():
        if told:
            said = time.monotonic()
            yield b"".join(form.plain(one.line) for one in told)
            _notice_shown(told, player)
        streams.notice_presence(player)
        watcher.wait(is_over, min(_GLANCE, said + KEEP_ALIVE - time.monotonic()))
        if opened.is_abandoned():
            return
        told = watcher.news()
        if not told and time.monotonic() - said >= KEEP_ALIVE:
            told = [watcher.silence()]


def _notice_shown(told: Sequence[Told], player: int | None) -> None:
    """Tell rooms that their turn has just been written to the player whose turn it is."""
    for one in told:
        if player is None or one.room is None or one.turn is None:
            continue
        if one.turn.color in map(word, one.room.colors_of(player)):
            one.room.mark_delivered(one.turn.seq)
