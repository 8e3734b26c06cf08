"""The event stream of a player: matches that begin and end, challenges and tournaments."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from outflank.faces.web.streams.streams import StreamFormat, StreamReader
from outflank.faces.web.wire.schemas.challenges import Challenge
from outflank.faces.web.wire.schemas.player_events import (
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    ChallengeWithdrawn,
    PlayerEvent,
    PlayerMatchEnded,
    PlayerMatchStarted,
    TournamentEvent,
)
from outflank.faces.web.wire.views.matches import summary
from outflank.faces.web.wire.views.players import challenge_object
from outflank.faces.web.wire.views.tournaments import tournament_summary
from outflank.play.events import Event, MatchEnded

if TYPE_CHECKING:
    from outflank.faces.web.http.event_loop import EventLoop
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.challenges import Challenge as Held
    from outflank.server.matches.live_room import LiveRoom
    from outflank.server.tournaments.state import TournamentState
    from outflank.server.wake import Message

__all__ = ["PlayerFeed", "PlayerReader"]

_MOST_WAITING = 64  # unread events, after which the stream is closed
_MOST_PAST = 256  # matches whose end was sent, remembered so that none is sent twice

_CHALLENGES: dict[str, Callable[[Challenge], PlayerEvent]] = {
    "open": ChallengeMade,
    "accepted": ChallengeAccepted,
    "declined": ChallengeDeclined,
    "withdrawn": ChallengeWithdrawn,
    "expired": ChallengeExpired,
}


class Inbox:
    """A player's events that one stream has not sent yet."""

    def __init__(self) -> None:
        self.events: deque[Callable[[], PlayerEvent]] = deque()
        self.ended: deque[LiveRoom] = deque()
        self.elsewhere: deque[str] = deque(maxlen=_MOST_WAITING)  # matches on other workers
        self.is_overfull: bool = False

    def __bool__(self) -> bool:
        return bool(self.events or self.ended or self.elsewhere) or self.is_overfull

    def put(self, event: Callable[[], PlayerEvent]) -> None:
        """Add an event; a stream with too many unread ones is closed."""
        self.events.append(event)
        self.is_overfull = len(self.events) > _MOST_WAITING


class PlayerFeed:
    """Puts every event of the server into the inboxes of the players concerned."""

    def __init__(self, server: CompetitionServer, loop: EventLoop) -> None:
        self.server = self._server = server
        self.loop = loop
        self._lock = threading.Lock()
        self._inboxes: dict[int, list[Inbox]] = {}
        server.registry.events.subscribe(MatchEnded, self._on_end)
        server.challenges.changed.subscribe(self._on_challenge)
        server.tournaments.changed.subscribe(self._on_tournament)
        server.wake.messages.subscribe("player", self._hear)

    def join(self, player: int, inbox: Inbox) -> None:
        """Start filling an inbox."""
        with self._lock:
            self._inboxes[player] = [*self._inboxes.get(player, ()), inbox]

    def leave(self, player: int, inbox: Inbox) -> None:
        """Stop filling an inbox."""
        with self._lock:
            left = [other for other in self._inboxes.pop(player, ()) if other is not inbox]
            if left:
                self._inboxes[player] = left

    def _on_end(self, room: LiveRoom, _: Event) -> None:
        for player in (room.entry.black, room.entry.white):
            for inbox in self._inboxes.get(player or 0, ()):
                inbox.ended.append(room)
            if player is not None:
                self._server.registry.player_changed.send(player)

    def _hear(self, message: Message) -> None:
        """Note a match that began or ended on another worker; readers load it themselves."""
        player, match = message.get("id"), message.get("match")
        if isinstance(match, str):
            for inbox in self._inboxes.get(player or 0, ()):
                inbox.elsewhere.append(match)

    def _on_challenge(self, held: Held) -> None:
        for player in (held.challenger, held.opponent):
            for inbox in self._inboxes.get(player or 0, ()):
                inbox.put(lambda: challenge_event(self._server, held))

    def _on_tournament(self, state: TournamentState) -> None:
        number = state.id
        for player in self._server.tournaments.players_of(number):
            if inboxes := self._inboxes.get(player):
                for inbox in inboxes:
                    inbox.put(lambda: tournament_event(self._server, number))
                self._server.registry.player_changed.send(player)


def challenge_event(server: CompetitionServer, held: Held) -> PlayerEvent:
    """Return the event of a challenge's present state."""
    return _CHALLENGES[held.status](challenge_object(server, held))


def tournament_event(server: CompetitionServer, number: int) -> TournamentEvent:
    """Return the event of a tournament's present state."""
    return TournamentEvent(tournament_summary(server, number))


class PlayerReader(StreamReader):
    """One reader of a player's event stream."""

    def __init__(self, feed: PlayerFeed, form: StreamFormat, player: int) -> None:
        super().__init__(form, is_player=True)
        self.in_thread = True  # reading a tournament may have to wait
        self.player: int | None = player
        self._number = player
        self._feed = feed
        self._server = feed.server
        self._inbox = Inbox()
        self._known: set[str] = set()
        self._past: deque[str] = deque(maxlen=_MOST_PAST)
        self._leave: Callable[[], None] = lambda: None

    def start(self, touch: Callable[[], None]) -> None:
        """Start receiving events."""
        self._leave = self._server.registry.player_changed.subscribe(
            self._number, functools.partial(self._feed.loop.call, touch)
        )

    def stop(self) -> None:
        """Stop receiving events."""
        self._leave()
        self._feed.leave(self._number, self._inbox)

    async def beginning(self) -> bytes:
        """Return the running matches, tournaments and open challenges."""
        return await asyncio.to_thread(self._begin)

    def _begin(self) -> bytes:
        self._feed.join(self._number, self._inbox)
        held = self._server.challenges.list_for(self._number)
        events = [*self._started(), *(challenge_event(self._server, one) for one in held)]
        return self._lines(events) or self.form.keep_alive

    def next_chunk(self) -> bytes:
        """Return the events since the last call."""
        self._server.challenges.catch_up()  # so that a match comes after its challenge
        found: list[PlayerEvent] = []
        while self._inbox.events:
            found.append(self._inbox.events.popleft()())
        found += self._started()
        for room in self._over():
            if room.name not in self._known:
                found.append(PlayerMatchStarted(summary(self._server, room)))
            self._known.discard(room.name)
            self._past.append(room.name)
            found.append(PlayerMatchEnded(summary(self._server, room)))
        return self._lines(found)

    def _over(self) -> Iterator[LiveRoom]:
        """Return the matches that have ended since the last call, each once."""
        inbox, registry = self._inbox, self._server.registry
        while inbox.ended:
            room = inbox.ended.popleft()
            if room.name not in self._past:
                yield room
        running = {room.name for room in registry.rooms_of(self._number)}
        elsewhere = [inbox.elsewhere.popleft() for _ in range(len(inbox.elsewhere))]
        for name in dict.fromkeys([*elsewhere, *(self._known - running)]):
            if name not in self._past and (room := registry.room(name)).is_over:
                yield room

    @property
    def is_finished(self) -> bool:
        """Whether too much was left unread, so that the reader must connect again."""
        return self._inbox.is_overfull

    @property
    def fell_behind(self) -> bool:
        """Whether the stream ended because too much was left unread."""
        return self.is_finished or super().fell_behind

    def _lines(self, events: list[PlayerEvent]) -> bytes:
        return b"".join(self.form.plain(msgspec.json.encode(one)) for one in events)

    def _started(self) -> list[PlayerEvent]:
        rooms = self._server.registry.rooms_of(self._number)
        seen = self._known, self._past
        new = [room for room in rooms if not any(room.name in names for names in seen)]
        self._known.update(room.name for room in new)
        return [PlayerMatchStarted(summary(self._server, room)) for room in new]
