"""What every route of the web face shares: the server, its metrics, its limits and its streams."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path

from outflank.errors import StoreUnavailable
from outflank.faces.web.api.description import Description
from outflank.faces.web.api.views.reviews import ReviewViews
from outflank.faces.web.http.event_loop import EventLoop
from outflank.faces.web.http.refused_requests import RefusedRequests
from outflank.faces.web.operation.metrics import Metrics
from outflank.faces.web.operation.write_probe import WriteProbe
from outflank.faces.web.streams.match_feed import MatchFeeds
from outflank.faces.web.streams.player_feed import PlayerFeed
from outflank.faces.web.streams.streams import StreamHub
from outflank.faces.web.streams.watch_hub import WatchHub
from outflank.server.capacity import CapacityLimit
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import Limiter, Pacer
from outflank.server.shared_counters import counters_for

__all__ = ["Services"]

_PRESENT = 1.0  # seconds for which a request counts as presence without being noted again
_LONG_POLLS = 20_000
_MOST_NOTED = 10_000
_CONNECTIONS = 1000  # of an address, which a room full of bots may share


class Services:
    """The server with all that answers for it over HTTP; made before there is an event loop."""

    def __init__(
        self,
        server: CompetitionServer,
        description: Description,
        metrics_folder: Path | None = None,
    ) -> None:
        self.server = server
        self.description = description
        self.metrics = Metrics(server, metrics_folder)
        self.limiter = Limiter(counters_for(server.configuration.wake))
        self.pacer = Pacer()
        self.refusals = RefusedRequests()
        self.write_probe = WriteProbe(server)
        self.loop = EventLoop()
        searches = server.configuration.searches
        self.long_polls = CapacityLimit("long-polls", _LONG_POLLS, per_key=4, per_address=1000)
        self.connections = CapacityLimit("connections", 1 << 30, per_address=_CONNECTIONS)
        # A host that leaves computers to other workers still gives hints, a few at once.
        self.advice = CapacityLimit("hints", 4 * searches or 2, per_key=1)
        self.pictures = CapacityLimit("pictures", 8)
        self.readings = CapacityLimit("games to read or write", 4, per_key=2, per_address=3)
        self.reviews = ReviewViews(server)
        self.player_feed = PlayerFeed(server, self.loop)
        self.watch_hub = WatchHub(server, self.loop)
        self.match_feeds = MatchFeeds(server.now, self.loop)
        self.streams = StreamHub(
            server.configuration.streams, self.loop, self.metrics, self.note_presence
        )
        self.metrics.follow_gauge(
            "streams",
            "Open streams and waiting polls.",
            lambda: len(self.streams) + self.long_polls.in_use,
            "livesum",
        )
        server.clock_watcher.add_gateway(self.loop.wait_for_arrivals)
        self.is_stopping = False
        self._noted: dict[int, float] = {}  # when each player was last counted as present
        self._waiting: set[asyncio.Event] = set()

    # The event loop

    def start(self) -> None:
        """Begin the background work, on the running loop."""
        self.loop.start()
        self.streams.start()
        self.watch_hub.start()
        self.metrics.start()

    async def stop(self) -> None:
        """End the background work."""
        if not self.is_stopping:
            await asyncio.to_thread(self.announce_stop)
        await self.streams.stop()
        self.loop.stop()

    def announce_stop(self) -> None:
        """End all streams and waiting polls, because the server is about to stop; on any thread."""
        self.is_stopping = self.streams.is_stopping = True
        self.loop.call(self._end_waiting)
        with contextlib.suppress(StoreUnavailable):  # has been closed before, or cannot write
            self.server.stop_clocks()
        self.limiter.close()  # here, because no thread can be started at the end of the program

    def _end_waiting(self) -> None:
        for event in self._waiting:
            event.set()
        self.streams.touch_all()

    def arrival_clock(self, age: int | None) -> int:
        """Return when something arrived that is read now: the loop may have come to it late.

        `age` is how many milliseconds ago that was, if the system knows.
        """
        return self.server.now() - (self.loop.lag if age is None else age)

    async def wait_until(
        self,
        is_true: Callable[[], bool],
        seconds: float,
        subscribe: Callable[[Callable[[], None]], Callable[[], None]],
    ) -> None:
        """Wait until something is true, the time is over or the server stops."""
        changed = asyncio.Event()
        unsubscribe = subscribe(lambda: self.loop.call(changed.set))
        self._waiting.add(changed)
        try:
            async with asyncio.timeout(seconds):
                while not is_true() and not self.is_stopping:
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            unsubscribe()
            self._waiting.discard(changed)

    # Presence

    async def note_presence(self, player: int | None, wait: float = 0.0) -> None:
        """Note that a player has sent a request; the first one may start their game's clock."""
        if player is None:
            return
        tournaments, registry = self.server.tournaments, self.server.registry
        rooms = registry.known_rooms_of(player)
        if True in [room.state.is_paused for room in rooms]:
            await asyncio.to_thread(tournaments.mark_present, player, wait)
        elif wait or time.monotonic() - self._noted.get(player, 0.0) > _PRESENT:
            if len(self._noted) > _MOST_NOTED:
                self._noted.clear()  # at worst some are noted once more
            self._noted[player] = time.monotonic()
            if self.server.has_others and self.server.tryout is not None:
                # Others may have begun a game of the try-out that is not known here.
                await asyncio.to_thread(tournaments.mark_present, player, wait)
            else:
                tournaments.mark_present(player, wait)
