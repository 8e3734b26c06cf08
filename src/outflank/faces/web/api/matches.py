"""Matches: listing, reading, following, and all that a player may do besides moving."""

from __future__ import annotations

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ASGIApp

from outflank.faces.web.api.admission import Access, Call
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.routes import encoded, route
from outflank.faces.web.api.schemas.events import Event, Events, MatchLine
from outflank.faces.web.api.schemas.matches import (
    EventsQuery,
    ExportQuery,
    Match,
    MatchList,
    MatchOrder,
    MatchQuery,
    OfferOrder,
    StateLine,
    StreamQuery,
)
from outflank.faces.web.api.schemas.proof import MatchRecord
from outflank.faces.web.api.schemas.values import MatchId
from outflank.faces.web.api.views.match_list import listed
from outflank.faces.web.api.views.matches import match_object
from outflank.faces.web.http.security import header
from outflank.faces.web.streams.match_feed import MatchReader
from outflank.faces.web.streams.streams import NDJSON, SSE, format_for
from outflank.notation import find_format, write
from outflank.play.events import Offer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.public_events import public_lines
from outflank.server.matches.seat_names import named_game
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]

_ENDING = (Code.MATCH_OVER, Code.REFUSED)
_OFFERS = (Code.MATCH_OVER, Code.MATCH_PAUSED, Code.NOT_YOUR_TURN, Code.REFUSED)


@route("GET", "/matches", problems=[Code.NOT_FOUND])
def list_matches(call: Call, parameters: NamedDependency[MatchQuery]) -> MatchList:
    """List matches, the newest first.

    Private matches are not listed; whoever knows their id can read them. `before` takes the last
    id of one answer to the next.
    """
    return listed(call.server, parameters)


@route(
    "POST",
    "/matches",
    access=Access.PLAYER,
    quota=Quota.CHALLENGES,
    status=201,
    problems=[Code.BUSY, Code.CLOSED, Code.NAME_REFUSED],
)
def start_match(call: Call, order: NamedDependency[MatchOrder]) -> Match:
    """Play against a computer of the server, or with a friend at the same screen.

    In a match with a friend `beside` you both sides are yours: the key that began it moves for
    both, and nobody else for either. It is private and never rated. Taking back needs no consent.
    With a `stand_in` two computers play each other and you watch; `color` is the stand-in's.
    With a `start` the match goes on from the last position of that text.
    """
    proposal = Proposal(
        order.variant,
        order.size,
        order.clock,
        order.color,
        scoring=order.scoring,
        start=order.start,
        oracle=order.oracle,
    )
    room = call.server.challenges.begin(
        call.player, order.opponent, proposal, friend=order.friend, stand_in=order.stand_in
    )
    return match_object(call.server, room, call.viewer)


@route("GET", "/matches/{match:str}")
def read_match(call: Call, match: FromPath[MatchId]) -> Match:
    """Read a match as it stands."""
    return match_object(call.server, call.server.registry.room(match), call.viewer)


@route("GET", "/matches/{match:str}/events", problems=[Code.BUSY])
async def read_events(
    call: Call, match: FromPath[MatchId], parameters: NamedDependency[EventsQuery]
) -> Response[Events]:
    """Read the events of a match from a number on.

    With `wait` the answer is held until there is one, that many seconds at most.
    """
    services, since = call.services, parameters.since
    room = await call.room(match)
    if parameters.wait and room.seq <= since and not room.is_over:
        key = "" if call.caller is None else str(call.caller.key)
        limit = services.long_polls if call.caller is not None else services.streams.watchers
        with limit.acquire(key, call.address):
            await services.wait_until(lambda: room.seq > since, parameters.wait, room.subscribe)
    lines = public_lines(room, parameters.since)
    following = parameters.since + len(lines)
    return encoded(b'{"events":[%b],"next":%d}' % (b",".join(lines), following))


@route(
    "GET",
    "/matches/{match:str}/stream",
    quota=Quota.STREAMS,
    problems=[Code.BUSY],
    media=(NDJSON, SSE),
    lines=MatchLine | StateLine | Event,
)
async def follow_match(
    call: Call, match: FromPath[MatchId], parameters: NamedDependency[StreamQuery]
) -> ASGIApp:
    """Follow a match as it is played.

    The first line is the match as it stands, then come its events from `since` on, and a State
    whenever the reader has caught up. The stream ends after MatchEnded. Each line is a JSON
    object; with `Accept: text/event-stream` they are server-sent events, whose ids are the
    events' seq: a reader who comes back with `Last-Event-ID` misses nothing. Every ten seconds
    without news an empty line (a comment in SSE) shows that the connection lives. A key has one
    stream for each match: a new one closes the old.
    """
    last = header(call.scope, b"last-event-id") or ""
    known = last.isascii() and last.isdecimal() and len(last) < 16
    since = int(last) + 1 if known else parameters.since
    room = await call.room(match)
    reader = MatchReader(
        call.services.match_feeds,
        call.server,
        room,
        format_for(call.scope),
        since,
        call.viewer,
        call.arrived,
    )
    return call.open_stream(reader, room.name)


@route(
    "POST", "/matches/{match:str}/resign", access=Access.PLAYER, quota=Quota.MOVES, problems=_ENDING
)
def resign_match(call: Call, match: FromPath[MatchId]) -> Match:
    """Give up a match; sent again, the answer is the same.

    At one screen it is the side to move that gives up.
    """
    room = call.server.player_acts.resign(match, call.player)
    return match_object(call.server, room, call.viewer)


@route(
    "POST", "/matches/{match:str}/abort", access=Access.PLAYER, quota=Quota.MOVES, problems=_ENDING
)
def abort_match(call: Call, match: FromPath[MatchId]) -> Match:
    """Call off a match before both sides have moved; it counts for nobody.

    Later it can be called off only where a win could be claimed. A tournament's match cannot be
    called off.
    """
    room = call.server.player_acts.call_off(match, call.player)
    return match_object(call.server, room, call.viewer)


@route(
    "POST", "/matches/{match:str}/claim", access=Access.PLAYER, quota=Quota.MOVES, problems=_ENDING
)
def claim_match(call: Call, match: FromPath[MatchId]) -> Match:
    """Claim the win of a match without a clock whose other player has gone.

    Your opponent must have the move and have sent no request for five minutes; `abort` calls the
    match off instead. Not in a tournament, where the organiser decides.
    """
    room = call.server.player_acts.claim_win(match, call.player)
    return match_object(call.server, room, call.viewer)


@route(
    "POST", "/matches/{match:str}/offers", access=Access.PLAYER, quota=Quota.MOVES, problems=_OFFERS
)
def make_offer(call: Call, match: FromPath[MatchId], order: NamedDependency[OfferOrder]) -> Match:
    """Ask the other side to agree that your last move is taken back.

    A computer and a friend at the same screen are not asked: it is taken back at once.
    """
    offer = Offer(order.offer)
    room = call.server.player_acts.make_offer(match, call.player, offer)
    return match_object(call.server, room, call.viewer)


@route(
    "POST", "/matches/{match:str}/redo", access=Access.PLAYER, quota=Quota.MOVES, problems=_OFFERS
)
def redo_move(call: Call, match: FromPath[MatchId]) -> Match:
    """Play again what was taken back last, where that needs no consent."""
    room = call.server.player_acts.redo(match, call.player)
    return match_object(call.server, room, call.viewer)


@route(
    "POST",
    "/matches/{match:str}/offers/accept",
    access=Access.PLAYER,
    quota=Quota.MOVES,
    problems=_OFFERS,
)
def accept_offer(call: Call, match: FromPath[MatchId]) -> Match:
    """Agree to what the other side proposed."""
    room = call.server.player_acts.accept(match, call.player)
    return match_object(call.server, room, call.viewer)


@route(
    "POST",
    "/matches/{match:str}/offers/decline",
    access=Access.PLAYER,
    quota=Quota.MOVES,
    problems=_OFFERS,
)
def decline_offer(call: Call, match: FromPath[MatchId]) -> Match:
    """Say no to what the other side proposed."""
    room = call.server.player_acts.decline(match, call.player)
    return match_object(call.server, room, call.viewer)


@route(
    "GET", "/matches/{match:str}/export", quota=Quota.EXPORTS, media=("text/plain; charset=utf-8",)
)
def export_match(
    call: Call, match: FromPath[MatchId], parameters: NamedDependency[ExportQuery]
) -> Response[str]:
    """Write a match in a notation that other programs read, with names and result."""
    room = call.server.registry.room(match)
    notation = find_format(parameters.format)
    game = named_game(call.server.accounts, room)
    return Response(f"{write(game, format=notation)}\n", media_type="text/plain")


@route("GET", "/matches/{match:str}/record", quota=Quota.EXPORTS)
def read_record(call: Call, match: FromPath[MatchId]) -> Response[MatchRecord]:
    """Read the whole record of a match, which `outflank admin verify` checks with a public key.

    Once the match is over the record is signed with the server's key.
    """
    room = call.server.registry.room(match)
    return encoded(msgspec.json.encode(call.server.record_of(room.name)))


handlers = [
    list_matches,
    start_match,
    read_match,
    read_events,
    follow_match,
    resign_match,
    abort_match,
    claim_match,
    make_offer,
    redo_move,
    accept_offer,
    decline_offer,
    export_match,
    read_record,
]
