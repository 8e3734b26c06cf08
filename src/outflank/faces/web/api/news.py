"""The event stream of a player: matches that begin and end, challenges and tournaments."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.challenges import challenge_object
from outflank.faces.web.api.endpoints import Access, RawResponse, Routes
from outflank.faces.web.api.match_views import summary
from outflank.faces.web.api.news_schemas import (
    ChallengeAcceptedNews,
    ChallengeDeclinedNews,
    ChallengeExpiredNews,
    ChallengeMadeNews,
    ChallengeWithdrawnNews,
    MatchEndedNews,
    MatchStartedNews,
    News,
    TournamentNews,
)
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.schemas import Challenge
from outflank.faces.web.api.streams import KEEP_ALIVE, NDJSON, SSE, Open, StreamFormat
from outflank.faces.web.api.tournament_views import tournament_summary
from outflank.play.events import Event, MatchEnded
from outflank.server.rate_limits import Quota

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.challenges import Challenge as Held
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["Newsroom", "routes"]

routes = Routes("Players")

_MOST_WAITING = 64  # unread events, after which the stream is closed


_CHALLENGES: dict[str, Callable[[Challenge], News]] = {
    "open": ChallengeMadeNews,
    "accepted": ChallengeAcceptedNews,
    "declined": ChallengeDeclinedNews,
    "withdrawn": ChallengeWithdrawnNews,
    "expired": ChallengeExpiredNews,
}


class Inbox:
    """Events for a player that one stream has not sent yet."""

    def __init__(self) -> None:
        self.news: deque[Callable[[], News]] = deque()
        self.ended: deque[LiveRoom] = deque()
        self.is_overfull = False

    def __bool__(self) -> bool:
        return bool(self.news or self.ended) or self.is_overfull

    def put(self, news: Callable[[], News]) -> None:
        """Add an event; a stream with too many unread ones is closed."""
        self.news.append(news)
        self.is_overfull = len(self.news) > _MOST_WAITING


class Newsroom:
    """Receives every event of the server and puts it into the inboxes of the players concerned."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server
        self._lock = threading.Lock()
        self._inboxes: dict[int, list[Inbox]] = {}
        server.registry.watch(self._on_event)
        server.challenges.watch(self._on_challenge)
        server.tournaments.watch(self._on_tournament)

    def subscribe(self, player: int) -> Inbox:
        """Return an inbox that is filled from now on."""
        inbox = Inbox()
        with self._lock:
            self._inboxes.setdefault(player, []).append(inbox)
        return inbox

    def unsubscribe(self, player: int, inbox: Inbox) -> None:
        """Fill an inbox no longer."""
        with self._lock:
            left = [other for other in self._inboxes.get(player, ()) if other is not inbox]
            self._inboxes[player] = left
            if not left:
                del self._inboxes[player]

    def _on_event(self, room: LiveRoom, event: Event) -> None:
        if isinstance(event, MatchEnded):
            for player in (room.entry.black, room.entry.white):
                for inbox in self._inboxes.get(player or 0, ()):
                    inbox.ended.append(room)
                if player is not None:
                    self._server.registry.wake_player(player)

    def _on_challenge(self, held: Held) -> None:
        for player in (held.challenger, held.opponent):
            for inbox in self._inboxes.get(player or 0, ()):
                inbox.put(lambda: challenge_news(self._server, held))

    def _on_tournament(self, number: int) -> None:
        for player, inboxes in list(self._inboxes.items()):
            if number in self._server.tournaments.of_player(player):
                for inbox in inboxes:
                    inbox.put(lambda: tournament_news(self._server, number))
                self._server.registry.wake_player(player)


def challenge_news(server: CompetitionServer, held: Held) -> News:
    """Return what became of a challenge."""
    return _CHALLENGES[held.status](challenge_object(server, held))


def tournament_news(server: CompetitionServer, number: int) -> TournamentNews:
    """Return how a tournament stands."""
    return TournamentNews(tournament_summary(server, number))


@routes.route(
    "GET",
    "/events",
    access=Access.PLAYER,
    budget=Quota.STREAMS,
    problems=[Code.BUSY],
    media=(NDJSON, SSE),
    lines=News,
)
def follow_news(call: ApiCall) -> RawResponse:
    """Follow what happens to you.

    At once there is a line for each of your running matches and open challenges, then one for
    whatever begins, ends or changes. Each line is a JSON object; with
    `Accept: text/event-stream` they are server-sent events. Every ten seconds without news an
    empty line (a comment in SSE) shows that the connection lives. A key has one such stream: a
    new one closes the old.
    """
    player, streams = call.player, call.front.streams
    condition = call.server.registry.condition_of(player)

    def wake() -> None:
        call.server.registry.wake_player(player)

    def pieces(opened: Open, form: StreamFormat) -> Iterator[bytes]:
        newsroom = call.front.newsroom
        inbox = newsroom.subscribe(player)
        try:
            reader = _Reader(call.server, player, inbox)
            yield _chunk(form, reader.beginning()) or form.keep_alive

            def is_over() -> bool:
                return opened.is_closed or streams.is_stopping or inbox.is_overfull

            while not is_over():
                streams.notice_presence(player)
                with condition:
                    found = condition.wait_for(lambda: is_over() or reader.has_news(), KEEP_ALIVE)
                if chunk := _chunk(form, reader.news()):
                    yield chunk
                elif not found:
                    yield form.keep_alive
            if streams.is_stopping and form.farewell:
                yield form.farewell
        finally:
            newsroom.unsubscribe(player, inbox)

    return streams.page(call, "news", wake, pieces)


def _chunk(form: StreamFormat, news: list[News]) -> bytes:
    return b"".join(form.plain(msgspec.json.encode(one)) for one in news)


class _Reader:
    """What one reader of a player's news has been told."""

    def __init__(self, server: CompetitionServer, player: int, inbox: Inbox) -> None:
        self._server = server
        self._player = player
        self._inbox = inbox
        self._known: set[str] = set()

    def beginning(self) -> list[News]:
        """Return what runs and is open."""
        held = self._server.challenges.list_for(self._player)
        return [*self._started(), *(challenge_news(self._server, one) for one in held)]

    def has_news(self) -> bool:
        """Tell whether there is anything to say."""
        rooms = self._server.registry.rooms_of(self._player)
        return bool(self._inbox) or any(room.name not in self._known for room in rooms)

    def news(self) -> list[News]:
        """Return what has happened since the last time."""
        found: list[News] = []
        inbox = self._inbox
        while inbox.news:
            found.append(inbox.news.popleft()())
        found += self._started()
        while inbox.ended:
            room = inbox.ended.popleft()
            if room.name not in self._known:
                found.append(MatchStartedNews(summary(self._server, room)))
            self._known.discard(room.name)
            found.append(MatchEndedNews(summary(self._server, room)))
        return found

    def _started(self) -> list[News]:
        rooms = self._server.registry.rooms_of(self._player)
        new = [room for room in rooms if room.name not in self._known]
        self._known.update(room.name for room in new)
        return [MatchStartedNews(summary(self._server, room)) for room in new]
