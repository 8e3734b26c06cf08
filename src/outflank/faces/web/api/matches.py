"""Matches: listing, reading, following, and all that a player may do besides moving."""

from __future__ import annotations

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ASGIApp

from outflank.errors import ChallengeRefused, MatchOver
from outflank.faces.web.api.admission import Access, ApiCall, Call
from outflank.faces.web.api.problems import Code, Problem
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
from outflank.faces.web.api.views.matches import match_object, record_lines, seat_named
from outflank.faces.web.http.security import header
from outflank.faces.web.streams.match_feed import MatchReader
from outflank.faces.web.streams.streams import NDJSON, SSE, format_for
from outflank.notation import find_format, write
from outflank.play import match as play_match
from outflank.play.events import Event as PlayEvent
from outflank.play.events import Offer
from outflank.play.record import record
from outflank.play.setup import Undo
from outflank.rules import PASS, Color, Reason
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]

_ENDING = (Code.MATCH_OVER, Code.REFUSED)
_UNASKED = (Undo.FREE, Undo.UNTIL_REPLY)  # then nobody has to agree
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
        oracle=order.oracle,
    )
    if order.start:
        proposal = proposal.beginning_with(order.start)
    challenges = call.server.challenges
    if order.stand_in and order.opponent != "beside":
        first, second = (
            each.removeprefix("computer:") for each in (order.stand_in, order.opponent)
        )
        room = challenges.watch_computers((first, second), proposal, player=call.player)
    elif order.opponent == "beside":
        room = challenges.play_friend(call.player, order.friend, proposal)
    else:
        level = order.opponent.removeprefix("computer:")
        room = challenges.play_computer(call.player, level, proposal)
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
    lines = record_lines(room, parameters.since)
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
    room = call.server.registry.room(match)
    color = _side_to_move(call, room)
    try:
        room.resign(color)
    except MatchOver:
        if not _ended_so(room, Reason.RESIGNATION, color.opponent):
            raise
    return match_object(call.server, room, call.viewer)


@route(
    "POST", "/matches/{match:str}/abort", access=Access.PLAYER, quota=Quota.MOVES, problems=_ENDING
)
def abort_match(call: Call, match: FromPath[MatchId]) -> Match:
    """Call off a match before both sides have moved; it counts for nobody.

    Later it can be called off only where a win could be claimed. A tournament's match cannot be
    called off.
    """
    room = call.server.registry.room(match)
    color = call.seat_in(room)
    if room.entry.tournament is not None:
        raise Problem(Code.REFUSED, "a match of a tournament cannot be called off")

    def command(played: play_match.Match, at: int) -> list[PlayEvent]:
        if len({ply.color for ply in played.game.plies}) > 1:
            _require_absence(call, room, played)
        note = f"called off by {color}"
        return played.adjudicate(None, Reason.VOID, at=at, note=note)

    try:
        room.do(command)
    except MatchOver:
        if not _ended_so(room, Reason.VOID, None):
            raise
    return match_object(call.server, room, call.viewer)


def _require_absence(call: ApiCall, room: LiveRoom, played: play_match.Match) -> None:
    """Refuse to call off a match in which both sides have moved, unless the other has gone."""
    try:
        call.server.absence_claims.require_absence(room, played, call.seat_in(room))
    except ChallengeRefused as error:
        problem = f"both sides have moved; resign instead ({error})"
        raise Problem(Code.REFUSED, problem) from None


@route(
    "POST", "/matches/{match:str}/claim", access=Access.PLAYER, quota=Quota.MOVES, problems=_ENDING
)
def claim_match(call: Call, match: FromPath[MatchId]) -> Match:
    """Claim the win of a match without a clock whose other player has gone.

    Your opponent must have the move and have sent no request for five minutes; `abort` calls the
    match off instead. Not in a tournament, where the organiser decides.
    """
    room = call.server.registry.room(match)
    call.server.absence_claims.claim_win(room, call.seat_in(room))
    return match_object(call.server, room, call.viewer)


def _side_to_move(call: ApiCall, room: LiveRoom) -> Color:
    """Return the caller's side; if both are the caller's, the one whose turn it is."""
    colors = call.seats_in(room)
    with room.reading() as match:
        turn = match.position.turn
    return turn if turn in colors and len(colors) > 1 else colors[0]


def _ended_so(room: LiveRoom, reason: Reason, winner: Color | None) -> bool:
    """Tell whether a match has already ended in just this way."""
    with room.reading() as match:
        outcome = match.outcome
    return outcome is not None and (outcome.reason, outcome.winner) == (reason, winner)


@route(
    "POST", "/matches/{match:str}/offers", access=Access.PLAYER, quota=Quota.MOVES, problems=_OFFERS
)
def make_offer(call: Call, match: FromPath[MatchId], order: NamedDependency[OfferOrder]) -> Match:
    """Ask the other side to agree that your last move is taken back.

    A computer and a friend at the same screen are not asked: it is taken back at once.
    """
    room = call.server.registry.room(match)
    colors = call.seats_in(room)
    if room.setup.undo in _UNASKED:
        room.do(lambda played, at: _take_back(played, colors, at))
    else:
        room.make_offer(colors[0], Offer(order.offer))
    return match_object(call.server, room, call.viewer)


def _take_back(match: play_match.Match, colors: tuple[Color, ...], at: int) -> list[PlayEvent]:
    """Take back the last move that one of these sides made."""
    if match.outcome is not None:
        raise MatchOver(f"the match is over: {match.outcome}")
    placed = [ply.color for ply in match.game.plies if ply.move is not PASS]
    by = next((color for color in reversed(placed) if color in colors), colors[0])
    return match.take_back(by, at=at)


@route(
    "POST", "/matches/{match:str}/redo", access=Access.PLAYER, quota=Quota.MOVES, problems=_OFFERS
)
def redo_move(call: Call, match: FromPath[MatchId]) -> Match:
    """Play again what was taken back last, where that needs no consent."""
    room = call.server.registry.room(match)
    color = call.seat_in(room)
    if room.setup.undo not in _UNASKED:
        raise Problem(Code.REFUSED, "in this match moves are taken back only by consent")
    room.redo(color)
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
    room = call.server.registry.room(match)
    room.accept(call.seat_in(room))
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
    room = call.server.registry.room(match)
    room.decline(call.seat_in(room))
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
    with room.reading() as played:
        game = record(played)
        for color in Color:
            seated = played.setup.player(color)
            seat = seat_named(call.server.accounts, seated.name, seated.seat)
            game.headers[str(color)] = seat.name
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
