"""What every route of the web face shares: the server, its metrics, its limits and its streams."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from outflank.errors import StoreUnavailable
from outflank.faces.web.api.description import Description
from outflank.faces.web.loop_lag import LoopLag
from outflank.faces.web.metrics import Metrics
from outflank.faces.web.refusals import Refusals
from outflank.faces.web.streams.match_feed import MatchFeeds
from outflank.faces.web.streams.player_feed import PlayerFeed
from outflank.faces.web.streams.streams import StreamHub
from outflank.faces.web.streams.watch_hub import WatchHub
from outflank.server.capacity import CapacityLimit
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import Limiter, Pacer

__all__ = ["Services"]

_PRESENT = 1.0  # seconds for which a request counts as presence without being noted again
_LONG_POLLS = 20_000


class Services:
    """The server with all that answers for it over HTTP; made before there is an event loop."""

    def __init__(self, server: CompetitionServer, description: Description) -> None:
        self.server = server
        self.description = description
        self.metrics = Metrics(server)
        self.limiter = Limiter()
        self.pacer = Pacer()
        self.refusals = Refusals()
        self.lag = LoopLag()
        searches = server.configuration.searches
        self.long_polls = CapacityLimit("long-polls", _LONG_POLLS, per_key=4, per_address=1000)
        self.advice = CapacityLimit("hints", 4 * searches, per_key=1)
        self.pictures = CapacityLimit("pictures", 8)
        self.player_feed = PlayerFeed(server)
        self.watch_hub = WatchHub(server)
        self.match_feeds = MatchFeeds(server.now)
        self.streams = StreamHub(server.configuration.streams, self.metrics, self._notice)
        self.metrics.streams.set_function(lambda: len(self.streams) + self.long_polls.in_use)
        self.is_stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._noted: dict[int, float] = {}
        self._waiting: set[asyncio.Event] = set()
        self._tasks: set[asyncio.Future[None]] = set()

    # The event loop

    def start(self) -> None:
        """Begin the background work, on the running loop."""
        self._loop = asyncio.get_running_loop()
        self.match_feeds.on_loop = self.on_loop
        self.streams.start()
        self.watch_hub.start()
        self.lag.start()
        self.server.clock_watcher.wait_for_arrivals = self._wait_for_arrivals

    async def stop(self) -> None:
        """End the background work."""
        if not self.is_stopping:
            await asyncio.to_thread(self.announce_stop)
        await self.streams.stop()
        self.watch_hub.stop()
        self.lag.stop()

    def announce_stop(self) -> None:
        """End all streams and waiting polls, because the server is about to stop; on any thread."""
        self.is_stopping = self.streams.is_stopping = True
        self.on_loop(self._end_waiting)
        with contextlib.suppress(StoreUnavailable):  # has been closed before, or cannot write
            self.server.stop_clocks()

    def _end_waiting(self) -> None:
        for event in self._waiting:
            event.set()
        self.streams.touch_all()

    def on_loop(self, call: Callable[[], None]) -> None:
        """Run something on the event loop soon, from any thread; at once on the loop itself."""
        loop = self._loop
        if loop is None or loop.is_closed():
            return
        try:
            is_here = asyncio.get_running_loop() is loop
        except RuntimeError:
            is_here = False
        if is_here:
            call()
        else:
            with contextlib.suppress(RuntimeError):  # the loop is being closed
                loop.call_soon_threadsafe(call)

    def arrival_clock(self, age: int | None) -> int:
        """Return when something arrived that is read now: the loop may have come to it late.

        `age` is how many milliseconds ago that was, if the system knows.
        """
        return self.server.now() - (self.lag.milliseconds if age is None else age)

    def _wait_for_arrivals(self) -> None:
        """Wait, on another thread, until every request that has arrived is registered."""

        async def look_twice() -> None:
            for _ in range(3):  # reads what lies unread, begins with it, and is heard by its room
                await asyncio.sleep(0)

        loop = self._loop
        if loop is not None and loop.is_running():
            with contextlib.suppress(TimeoutError, RuntimeError):
                asyncio.run_coroutine_threadsafe(look_twice(), loop).result(1)

    async def wait_until(
        self,
        is_true: Callable[[], bool],
        seconds: float,
        subscribe: Callable[[Callable[[], None]], Callable[[], None]],
    ) -> None:
        """Wait until something is true, the time is over or the server stops."""
        changed = asyncio.Event()
        unsubscribe = subscribe(lambda: self.on_loop(changed.set))
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
        tournaments = self.server.tournaments
        if any(room.is_paused for room in self.server.registry.rooms_of(player)):
            await asyncio.to_thread(tournaments.mark_present, player, wait)
        elif wait or time.monotonic() - self._noted.get(player, 0.0) > _PRESENT:
            self._noted[player] = time.monotonic()
            tournaments.mark_present(player, wait)

    def _notice(self, player: int) -> None:
        """Note that a player has a stream, which is as good as a request."""
        task = asyncio.ensure_future(self.note_presence(player, 10.0))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
