"""Metrics for Prometheus; routes are named by their templates, which hold no keys."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from outflank.faces.web.http.errors import Code
from outflank.play.events import Event, MovePlayed
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5, 30)
_SHOWN_EVERY = 1.0  # seconds

# How the gauges of several living workers are combined.
_Mode = Literal["livemax", "livemin", "livesum"]


class Metrics:
    """All metrics of one server, in a separate registry.

    With a `folder`, this server is one of several workers that count there together, so that each
    of them can report all counts.
    """

    def __init__(self, server: CompetitionServer, folder: Path | None = None) -> None:
        self._folder = folder
        registry = CollectorRegistry()
        self.registry: CollectorRegistry = registry
        self._requests = Histogram(
            "request_seconds", "Time until a response began.", ["route", "status"],
            buckets=_QUICK, registry=registry,
        )  # fmt: skip
        self._moves = Counter("moves", "Moves received, by result.", ["result"], registry=registry)
        self._lock_wait = Histogram(
            "lock_wait_seconds", "Time that a move waited for those before it in its match.",
            buckets=_QUICK, registry=registry,
        )  # fmt: skip
        self._apply = Histogram(
            "apply_seconds", "Time to apply and store a move.",
            buckets=_QUICK, registry=registry,
        )  # fmt: skip
        self.fsync_seconds: Histogram = Histogram(
            "fsync_seconds", "Time of a commit of moves.", buckets=_QUICK, registry=registry
        )
        self._shared = Histogram(
            "commit_moves", "How many commands shared a commit.",
            buckets=(1, 2, 4, 8, 16, 32, 64), registry=registry,
        )  # fmt: skip
        self._database_busy = Counter(
            "db_busy",
            "Requests refused because the database could not be written.",
            registry=registry,
        )
        self._limiter_rejections = Counter(
            "limiter_rejections", "Requests refused by a rate limit.", ["limit"], registry=registry
        )
        self._stream_drops = Counter(
            "stream_queue_drops", "Streams closed because their reader was too slow.",
            registry=registry,
        )  # fmt: skip
        self._stream_refusals = Counter(
            "stream_refusals", "Streams refused because there were too many.", registry=registry
        )
        self._following = threading.Lock()
        self._gauges: list[tuple[Gauge, Callable[[], float]]] = []
        self._counters: list[_Followed] = []
        self._routes: dict[tuple[str, int], Histogram] = {}
        self._played = self._moves.labels("played")
        self._last_pass = time.monotonic()
        self._follow(server)

    def _follow(self, server: CompetitionServer) -> None:
        """Export the counters that the server keeps itself."""
        clock_watcher = server.clock_watcher
        self.add_gauge("active_games", "Running matches.", lambda: len(server.registry), "livesum")
        self.add_gauge(
            "clock_sweep_lag_seconds",
            "How late the last flag fell.",
            lambda: clock_watcher.sweep_lag / 1000,
        )
        self.add_gauge(
            "scheduler_lag_seconds",
            "Time since the last scheduler pass.",
            lambda: time.monotonic() - self._last_pass,
        )
        self.add_gauge(
            "searches", "Searches that all workers may run at once.", lambda: server.searches
        )
        self.add_gauge(
            "computers_waiting",
            "Matches for whose computers no worker moves.",
            lambda: server.waiting_computers,
        )
        self.add_gauge(
            "wake_connected",
            "Whether wake-ups of other workers arrive, 1, or not, 0; always 1 without others.",
            lambda: server.wake.is_connected,
            "livemin",
        )
        for name, what, value in (
            ("flags", "Matches lost on time.", lambda: clock_watcher.flags),
            (
                "false_flag_guard",
                "Times that flags were delayed because too many were due at once.",
                lambda: clock_watcher.mass_timeouts,
            ),
            (
                "outages",
                "Outages after which all clocks were corrected.",
                lambda: clock_watcher.outages,
            ),
            (
                "signing_failures",
                "Times that finished matches could not be signed.",
                lambda: server.signer.failures,
            ),
            (
                "fallback_moves",
                "Moves of a simpler engine for computers whose own failed or was not ready.",
                lambda: server.computers.fallback_moves,
            ),
        ):
            self._counters.append(_Followed(Counter(name, what, registry=self.registry), value))
        server.registry.events.subscribe(MovePlayed, self._count_move)
        server.registry.played.subscribe(self._note_played)
        server.tournaments.scheduler.passed.subscribe(self._note_pass)
        server.database.writer.committed.subscribe(self._note_commit)

    def add_gauge(
        self, name: str, what: str, value: Callable[[], float], mode: _Mode = "livemax"
    ) -> None:
        """Export a value of the server; the mode says how those of several workers are combined."""
        gauge = Gauge(name, what, registry=self.registry, multiprocess_mode=mode)
        self._gauges.append((gauge, value))

    def refresh(self) -> None:
        """Take over the counters that the server keeps itself."""
        with self._following:
            for gauge, value in self._gauges:
                gauge.set(value())
            for counter in self._counters:
                counter.take_over()

    def start(self) -> None:
        """Update the values for other workers every second, on the running loop."""
        if self._folder is not None:
            self.refresh()
            asyncio.get_running_loop().call_later(_SHOWN_EVERY, self.start)

    def _count_move(self, room: LiveRoom, event: Event) -> None:
        if room.is_own(event):  # each worker counts its own events
            self._played.inc()

    def _note_played(self, waited: float, took: float) -> None:
        self._lock_wait.observe(waited)
        self._apply.observe(took)

    def _note_pass(self) -> None:
        self._last_pass = time.monotonic()

    def _note_commit(self, seconds: float, appends: int) -> None:
        self.fsync_seconds.observe(seconds)
        self._shared.observe(appends)

    def note_request(self, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        child = self._routes.get((route, status))
        if child is None:  # kept, because a look-up by label costs more than counting
            child = self._routes[route, status] = self._requests.labels(route, status)
        child.observe(seconds)

    def note_refusal(self, code: str, limit: str | None) -> None:
        """Count a refused request, with the limit that it exceeded, if any."""
        if limit is not None:
            self._limiter_rejections.labels(limit).inc()
        elif code == Code.UNAVAILABLE:
            self._database_busy.inc()

    def note_unwritable(self) -> None:
        """Count a failure to write to the database."""
        self._database_busy.inc()

    def note_stream_refused(self) -> None:
        """Count a stream that was refused because too many were open."""
        self._stream_refusals.inc()

    def note_stream_dropped(self) -> None:
        """Count a stream that was closed because its reader was too slow."""
        self._stream_drops.inc()

    def note_refused_move(self, reason: str) -> None:
        """Count a move that was not played."""
        self._moves.labels(reason).inc()

    def text(self) -> bytes:
        """Return the metrics of all workers on this host in Prometheus' format."""
        self.refresh()
        # Some systems clean up there; a new worker then makes an empty folder.
        if self._folder is None or next(self._folder.glob("*.db"), None) is None:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together, str(self._folder))  # type: ignore[no-untyped-call]
        return generate_latest(together)


class _Followed:
    """An exported counter that follows one of the server's own."""

    def __init__(self, counter: Counter, value: Callable[[], int]) -> None:
        self._counter = counter
        self._value = value
        self._known = 0

    def take_over(self) -> None:
        """Add what was counted since the last call."""
        value = self._value()
        self._counter.inc(value - self._known)
        self._known = value
