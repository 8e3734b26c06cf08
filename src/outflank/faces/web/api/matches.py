"""Matches: listing, reading, following, and all that a player may do besides moving."""

from __future__ import annotations

from outflank.errors import MatchOver
from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Access, Encoded, RawResponse, Routes
from outflank.faces.web.api.event_schemas import Event, Events, MatchLine
from outflank.faces.web.api.match_list import listed
from outflank.faces.web.api.match_stream import match_stream
from outflank.faces.web.api.match_views import match_object, record_lines, seat_named
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.schemas import (
    EventsQuery,
    ExportQuery,
    Match,
    MatchId,
    MatchList,
    MatchOrder,
    MatchQuery,
    OfferOrder,
    StateLine,
    StreamQuery,
)
from outflank.faces.web.api.streams import NDJSON, SSE
from outflank.notation import find_format, write
from outflank.play import match as play_match
from outflank.play.events import Event as PlayEvent
from outflank.play.events import Offer
from outflank.play.saved_games import record
from outflank.play.setup import Undo
from outflank.rules import PASS, Color, Reason
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.server.rate_limits import Quota

__all__ = ["routes"]

routes = Routes("Matches")

_ENDING = (Code.MATCH_OVER, Code.REFUSED)
_UNASKED = (Undo.FREE, Undo.UNTIL_REPLY)  # then nobody has to agree
_OFFERS = (Code.MATCH_OVER, Code.MATCH_PAUSED, Code.NOT_YOUR_TURN, Code.REFUSED)


@routes.route("GET", "/matches", problems=[Code.NOT_FOUND])
def list_matches(call: ApiCall, query: MatchQuery) -> MatchList:
    """List matches, the newest first.

    Private matches are not listed; whoever knows their id can read them. `before` takes the last
    id of one answer to the next.
    """
    return listed(call.server, query)


@routes.route(
    "POST",
    "/matches",
    access=Access.PLAYER,
    budget=Quota.CHALLENGES,
    status=201,
    problems=[Code.BUSY],
)
def start_match(call: ApiCall, body: MatchOrder) -> Match:
    """Play against a computer of the server, or with a friend at the same screen.

    In a match with a friend `beside` you both sides are yours: the key that began it moves for
    both, and nobody else for either. It is private and never rated. Taking back needs no consent.
    With a `stand_in` two computers play each other and you watch; `color` is the stand-in's.
    With a `start` the match goes on from the last position of that text.
    """
    proposal = Proposal(body.variant, body.size, body.clock, body.color, scoring=body.scoring)
    if body.start:
        proposal = proposal.beginning_with(body.start)
    challenges = call.server.challenges
    if body.stand_in and body.opponent != "beside":
        first, second = (each.removeprefix("computer:") for each in (body.stand_in, body.opponent))
        room = challenges.watch_computers((first, second), proposal)
    elif body.opponent == "beside":
        room = challenges.play_friend(call.player, body.friend, proposal)
    else:
        level = body.opponent.removeprefix("computer:")
        room = challenges.play_computer(call.player, level, proposal)
    return match_object(call.server, room, call.viewer)


@routes.route("GET", "/matches/{match}")
def read_match(call: ApiCall, match: MatchId) -> Match:
    """Read a match as it stands."""
    return match_object(call.server, call.server.registry.room(match), call.viewer)


@routes.route("GET", "/matches/{match}/events", problems=[Code.BUSY])
def read_events(call: ApiCall, match: MatchId, query: EventsQuery) -> Encoded[Events]:
    """Read the events of a match from a number on.

    With `wait` the answer is held until there is one, that many seconds at most.
    """
    room = call.server.registry.room(match)
    stopping = call.front.services.stopping
    if query.wait and room.seq <= query.since and not room.is_over:
        with call.front.services.waiting.acquire(address=call.address), room.changed_condition:
            room.changed_condition.wait_for(
                lambda: room.seq > query.since or stopping.is_set(), query.wait
            )
    lines = record_lines(room, query.since)
    following = query.since + len(lines)
    return Encoded(b'{"events":[%b],"next":%d}' % (b",".join(lines), following))


@routes.route(
    "GET",
    "/matches/{match}/stream",
    budget=Quota.STREAMS,
    problems=[Code.BUSY],
    media=(NDJSON, SSE),
    lines=MatchLine | StateLine | Event,
)
def follow_match(call: ApiCall, match: MatchId, query: StreamQuery) -> RawResponse:
    """Follow a match as it is played.

    The first line is the match as it stands, then come its events from `since` on, and a State
    whenever the reader has caught up. The stream ends after MatchEnded. Each line is a JSON
    object; with `Accept: text/event-stream` they are server-sent events, whose ids are the
    events' seq: a reader who comes back with `Last-Event-ID` misses nothing. Every ten seconds
    without news an empty line (a comment in SSE) shows that the connection lives. A key has one
    stream for each match: a new one closes the old.
    """
    last = call.environ.get("HTTP_LAST_EVENT_ID", "")
    known = last.isascii() and last.isdecimal() and len(last) < 16
    since = int(last) + 1 if known else query.since
    return match_stream(call, call.server.registry.room(match), since)


@routes.route(
    "POST", "/matches/{match}/resign", access=Access.PLAYER, budget=Quota.MOVES, problems=_ENDING
)
def resign_match(call: ApiCall, match: MatchId) -> Match:
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


@routes.route(
    "POST", "/matches/{match}/abort", access=Access.PLAYER, budget=Quota.MOVES, problems=_ENDING
)
def abort_match(call: ApiCall, match: MatchId) -> Match:
    """Call off a match before both sides have moved; it counts for nobody.

    A tournament's match cannot be called off.
    """
    room = call.server.registry.room(match)
    color = call.seat_in(room)
    if room.entry.tournament is not None:
        raise Problem(Code.REFUSED, "a match of a tournament cannot be called off")

    def command(played: play_match.Match, at: int) -> list[PlayEvent]:
        if len({ply.color for ply in played.game.plies}) > 1:
            raise Problem(Code.REFUSED, "both sides have moved; resign instead")
        note = f"called off by {color}"
        return played.adjudicate(None, Reason.VOID, at=at, note=note)

    try:
        room.do(command)
    except MatchOver:
        if not _ended_so(room, Reason.VOID, None):
            raise
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


@routes.route(
    "POST", "/matches/{match}/offers", access=Access.PLAYER, budget=Quota.MOVES, problems=_OFFERS
)
def make_offer(call: ApiCall, match: MatchId, body: OfferOrder) -> Match:
    """Ask the other side to agree that your last move is taken back.

    A computer and a friend at the same screen are not asked: it is taken back at once.
    """
    room = call.server.registry.room(match)
    colors = call.seats_in(room)
    if room.setup.undo in _UNASKED:
        room.do(lambda played, at: _take_back(played, colors, at))
    else:
        room.make_offer(colors[0], Offer(body.offer))
    return match_object(call.server, room, call.viewer)


def _take_back(match: play_match.Match, colors: tuple[Color, ...], at: int) -> list[PlayEvent]:
    """Take back the last move that one of these sides made."""
    if match.outcome is not None:
        raise MatchOver(f"the match is over: {match.outcome}")
    placed = [ply.color for ply in match.game.plies if ply.move is not PASS]
    by = next((color for color in reversed(placed) if color in colors), colors[0])
    return match.take_back(by, at=at)


@routes.route(
    "POST", "/matches/{match}/redo", access=Access.PLAYER, budget=Quota.MOVES, problems=_OFFERS
)
def redo_move(call: ApiCall, match: MatchId) -> Match:
    """Play again what was taken back last, where that needs no consent."""
    room = call.server.registry.room(match)
    color = call.seat_in(room)
    if room.setup.undo not in _UNASKED:
        raise Problem(Code.REFUSED, "in this match moves are taken back only by consent")
    room.redo(color)
    return match_object(call.server, room, call.viewer)


@routes.route(
    "POST",
    "/matches/{match}/offers/accept",
    access=Access.PLAYER,
    budget=Quota.MOVES,
    problems=_OFFERS,
)
def accept_offer(call: ApiCall, match: MatchId) -> Match:
    """Agree to what the other side proposed."""
    room = call.server.registry.room(match)
    room.accept(call.seat_in(room))
    return match_object(call.server, room, call.viewer)


@routes.route(
    "POST",
    "/matches/{match}/offers/decline",
    access=Access.PLAYER,
    budget=Quota.MOVES,
    problems=_OFFERS,
)
def decline_offer(call: ApiCall, match: MatchId) -> Match:
    """Say no to what the other side proposed."""
    room = call.server.registry.room(match)
    room.decline(call.seat_in(room))
    return match_object(call.server, room, call.viewer)


@routes.route(
    "GET", "/matches/{match}/export", budget=Quota.EXPORTS, media=("text/plain; charset=utf-8",)
)
def export_match(call: ApiCall, match: MatchId, query: ExportQuery) -> RawResponse:
    """Write a match in a notation that other programs read, with names and result."""
    room = call.server.registry.room(match)
    notation = find_format(query.format)
    with room.reading() as played:
        game = record(played)
        for color in Color:
            seated = played.setup.player(color)
            seat = seat_named(call.server.accounts, seated.name, seated.seat)
            game.headers[str(color)] = seat.name
    return RawResponse(f"{write(game, format=notation)}\n", "text/plain; charset=utf-8")
