"""Matches: listing, reading, following, and the acts of players other than moves."""

from __future__ import annotations

import msgspec

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation, player_operation
from outflank.faces.web.api.rooms import find_room
from outflank.faces.web.http.errors import Code
from outflank.faces.web.http.long_polls import LongPolls
from outflank.faces.web.http.requests import header
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.streams.match_feed import MatchFeeds, MatchReader
from outflank.faces.web.streams.streams import NDJSON, SSE, StreamHub, StreamResponse, format_for
from outflank.faces.web.wire.schemas.events import Event, Events, MatchLine
from outflank.faces.web.wire.schemas.matches import (
    BranchList,
    EventsQuery,
    ExportQuery,
    Match,
    MatchBody,
    MatchList,
    MatchQuery,
    OfferBody,
    StateLine,
    StreamQuery,
)
from outflank.faces.web.wire.schemas.proof import MatchRecord
from outflank.faces.web.wire.schemas.values import MatchId
from outflank.faces.web.wire.views.match_list import listed
from outflank.faces.web.wire.views.matches import branch_object, match_object
from outflank.notation import find_format, write
from outflank.play.events import Offer
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.public_events import public_lines
from outflank.server.matches.seat_names import named_game
from outflank.server.matches.start_positions import is_open_to
from outflank.server.rate_limits import RateLimit

__all__ = ["MatchHandlers"]

_TEXT = "text/plain; charset=utf-8"
_ENDING = (Code.MATCH_OVER, Code.REFUSED)
_OFFERS = (Code.MATCH_OVER, Code.MATCH_PAUSED, Code.NOT_YOUR_TURN, Code.REFUSED)


class MatchHandlers:
    """Handles matches."""

    def __init__(
        self,
        server: CompetitionServer,
        long_polls: LongPolls,
        streams: StreamHub,
        feeds: MatchFeeds,
    ) -> None:
        self._server = server
        self._long_polls = long_polls
        self._streams = streams
        self._feeds = feeds

    @operation("GET", "/matches", problems=[Code.NOT_FOUND])
    def list_matches(self, query: MatchQuery) -> MatchList:
        """List matches, the newest first.

        Private matches are not listed, but anybody who knows the id of one can read it. For the
        next page, send the last id as `before`.
        """
        return listed(self._server, query)

    @operation(
        "POST",
        "/matches",
        access=Access.PLAYER,
        limit=RateLimit.CHALLENGES,
        status=201,
        problems=[Code.BUSY, Code.CLOSED, Code.NAME_REFUSED, Code.NOT_FOUND, Code.REFUSED],
    )
    def start_match(self, call: ApiCall, body: MatchBody) -> Match:
        """Play against a computer of the server, or with a friend at the same screen.

        In a match with a friend `beside` you, both sides are yours: only the key that began the
        match moves for them. It is private and never rated, and taking back needs no consent. With
        a `stand_in`, two computers play each other and you watch; `color` is the stand-in's. With a
        `start`, the match begins from the last position of that text. With an `origin`, it begins
        from a position of another match, which must be over or casual and only against computers.
        """
        proposal = Proposal(
            body.variant,
            body.size,
            body.clock,
            body.color,
            scoring=body.scoring,
            start=body.start,
            oracle=body.oracle,
            origin=body.origin.match if body.origin else "",
            ply=body.origin.ply if body.origin else 0,
        )
        room = self._server.challenges.begin(
            call.player, body.opponent, proposal, friend=body.friend, stand_in=body.stand_in
        )
        return match_object(self._server, room, call.viewer)

    @operation("GET", "/matches/{match}")
    def read_match(self, call: ApiCall, match: MatchId) -> Match:
        """Read the present state of a match."""
        return match_object(self._server, self._server.registry.room(match), call.viewer)

    @operation("GET", "/matches/{match}/branches")
    def list_branches(self, call: ApiCall, match: MatchId) -> BranchList:
        """List your newest what-if matches from a match, and say whether you may begin another."""
        registry, player = self._server.registry, call.viewer
        room = registry.room(match)
        rooms = [] if player is None else registry.branches_of(room.name, player)
        branches = [
            branch_object(self._server, each, origin)
            for each in rooms
            if (origin := each.setup.origin) is not None
        ]
        return BranchList(branches, is_open_to(room, player))

    @operation("GET", "/matches/{match}/events", problems=[Code.BUSY], answer=Events)
    async def read_events(self, call: ApiCall, match: MatchId, query: EventsQuery) -> BytesResponse:
        """Read the events of a match from a number on.

        With `wait`, the response is held until there is one, for at most that many seconds.
        """
        since = query.since
        room = await find_room(self._server, match)
        if query.wait and room.seq <= since and not room.is_over:
            polls = self._long_polls
            limit = polls.limit if call.caller is not None else self._streams.watchers
            with limit.acquire(call.key_name, call.address):
                await polls.wait_until(
                    lambda: room.seq > since, query.wait, room.new_events.subscribe
                )
        lines = public_lines(room, query.since)
        following = query.since + len(lines)
        return BytesResponse(b'{"events":[%b],"next":%d}' % (b",".join(lines), following))

    @operation(
        "GET",
        "/matches/{match}/stream",
        limit=RateLimit.STREAMS,
        problems=[Code.BUSY],
        media=(NDJSON, SSE),
        lines=MatchLine | StateLine | Event,
    )
    async def follow_match(
        self, call: ApiCall, match: MatchId, query: StreamQuery
    ) -> StreamResponse:
        """Follow a match as it is played.

        The first line is the present state of the match. Then follow its events from `since` on,
        and a State whenever the reader has caught up. The stream ends after MatchEnded. Each line
        is a JSON object; with `Accept: text/event-stream` they are server-sent events, whose ids
        are the events' seq, so a reader who returns with `Last-Event-ID` misses nothing. After ten
        seconds without news, an empty line (a comment in SSE) keeps the connection alive. A key has
        one stream for each match: a new one closes the old one.
        """
        last = header(call.scope, b"last-event-id") or ""
        known = last.isascii() and last.isdecimal() and len(last) < 16
        since = int(last) + 1 if known else query.since
        room = await find_room(self._server, match)
        reader = MatchReader(
            self._feeds,
            self._server,
            room,
            format_for(call.scope),
            since,
            call.viewer,
            call.arrived,
        )
        return self._streams.open(reader, call.key_number, room.name, call.address)

    @player_operation("POST", "/matches/{match}/resign", problems=_ENDING)
    def resign_match(self, call: ApiCall, match: MatchId) -> Match:
        """Resign a match; a repeated request gets the same answer.

        At one screen, the side to move resigns.
        """
        room = self._server.player_acts.resign(match, call.player)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/matches/{match}/abort", problems=_ENDING)
    def abort_match(self, call: ApiCall, match: MatchId) -> Match:
        """Call off a match before both sides have moved; it does not count.

        Later it can be called off only if a win could be claimed. A tournament's match cannot be
        called off.
        """
        room = self._server.player_acts.call_off(match, call.player)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/matches/{match}/claim", problems=_ENDING)
    def claim_match(self, call: ApiCall, match: MatchId) -> Match:
        """Claim the win of a match without a clock whose other player has gone.

        Your opponent must be to move and must have sent no request for five minutes. `abort` calls
        the match off instead. In a tournament, the organiser decides.
        """
        room = self._server.player_acts.claim_win(match, call.player)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/matches/{match}/offers", problems=_OFFERS)
    def make_offer(self, call: ApiCall, match: MatchId, body: OfferBody) -> Match:
        """Ask the other side for a take-back of your last move.

        Against a computer or a friend at the same screen, it is taken back at once.
        """
        offer = Offer(body.offer)
        room = self._server.player_acts.make_offer(match, call.player, offer)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/matches/{match}/redo", problems=_OFFERS)
    def redo_move(self, call: ApiCall, match: MatchId) -> Match:
        """Redo the last take-back, in matches where that needs no consent."""
        room = self._server.player_acts.redo(match, call.player)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/matches/{match}/offers/accept", problems=_OFFERS)
    def accept_offer(self, call: ApiCall, match: MatchId) -> Match:
        """Accept the other side's offer."""
        room = self._server.player_acts.accept(match, call.player)
        return match_object(self._server, room, call.viewer)

    @player_operation("POST", "/matches/{match}/offers/decline", problems=_OFFERS)
    def decline_offer(self, call: ApiCall, match: MatchId) -> Match:
        """Decline the other side's offer."""
        room = self._server.player_acts.decline(match, call.player)
        return match_object(self._server, room, call.viewer)

    @operation("GET", "/matches/{match}/export", limit=RateLimit.EXPORTS, media=(_TEXT,))
    def export_match(self, match: MatchId, query: ExportQuery) -> BytesResponse:
        """Export a match, with names and result, in a notation for other programs."""
        room = self._server.registry.room(match)
        notation = find_format(query.format)
        game = named_game(self._server.accounts, room)
        return BytesResponse.of(f"{write(game, format=notation)}\n".encode(), _TEXT)

    @operation("GET", "/matches/{match}/record", limit=RateLimit.EXPORTS, answer=MatchRecord)
    def read_record(self, match: MatchId) -> BytesResponse:
        """Read the whole record of a match, which `outflank admin verify` checks with a public key.

        Once the match is over, the record is signed with the server's key.
        """
        room = self._server.registry.room(match)
        return BytesResponse(msgspec.json.encode(self._server.record_of(room.name)))
