"""Metrics for Prometheus; routes are named by their templates, so that no key gets in."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from outflank.play.events import Event, MovePlayed
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5, 30)


class Metrics:
    """All metrics of one server, in a registry of their own."""

    def __init__(self, server: CompetitionServer) -> None:
        self.registry = registry = CollectorRegistry()
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
        self.fsync_seconds = Histogram(
            "fsync_seconds", "Time of a commit of moves.", buckets=_QUICK, registry=registry
        )
        self._shared = Histogram(
            "commit_moves", "How many commands shared a commit.",
            buckets=(1, 2, 4, 8, 16, 32, 64), registry=registry,
        )  # fmt: skip
        self.database_busy = Counter(
            "db_busy",
            "Requests refused because the database could not be written.",
            registry=registry,
        )
        self.limiter_rejections = Counter(
            "limiter_rejections", "Requests refused by a rate limit.", ["limit"], registry=registry
        )
        self.stream_drops = Counter(
            "stream_queue_drops", "Streams closed because their reader was too slow.",
            registry=registry,
        )  # fmt: skip
        self.stream_refusals = Counter(
            "stream_refusals", "Streams refused because there were too many.", registry=registry
        )
        self.streams = Gauge("streams", "Open streams and waiting polls.", registry=registry)
        self._routes: dict[tuple[str, int], Histogram] = {}
        self._played = self._moves.labels("played")
        self._last_pass = time.monotonic()
        self._follow(server)

    def _follow(self, server: CompetitionServer) -> None:
        """Export what the server counts by itself."""
        clock_watcher, registry = server.clock_watcher, self.registry
        for name, what, value in (
            ("active_games", "Running matches.", lambda: len(server.registry)),
            (
                "clock_sweep_lag_seconds",
                "How late the last flag fell.",
                lambda: clock_watcher.sweep_lag / 1000,
            ),
            ("flags_total", "Matches lost on time.", lambda: clock_watcher.flags),
            (
                "scheduler_lag_seconds",
                "Time since the last scheduler pass.",
                lambda: time.monotonic() - self._last_pass,
            ),
            (
                "false_flag_guard_total",
                "Times that flags were delayed because too many were due at once.",
                lambda: clock_watcher.mass_timeouts,
            ),
            (
                "outages_total",
                "Outages after which all clocks were corrected.",
                lambda: clock_watcher.outages,
            ),
            ("searches", "Searches that all workers may run at once.", lambda: server.searches),
            (
                "computers_waiting",
                "Matches for whose computers no worker moves.",
                lambda: server.waiting_computers,
            ),
            (
                "signing_failures_total",
                "Times that finished matches could not be signed.",
                lambda: server.signer.failures,
            ),
        ):
            Gauge(name, what, registry=registry).set_function(value)
        server.registry.watch(self._count_move, MovePlayed)
        server.registry.watch_times(self._note_played)
        server.tournaments.scheduler.watch_passes(self._note_pass)
        server.database.writer.watch_times(self._note_commit)

    def _count_move(self, room: LiveRoom, event: Event) -> None:
        if room.is_own(event):  # each worker counts its own
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
        if child is None:  # looking a label up costs more than counting
            child = self._routes[route, status] = self._requests.labels(route, status)
        child.observe(seconds)

    def note_refused_move(self, reason: str) -> None:
        """Count a move that was not played."""
        self._moves.labels(reason).inc()

    def text(self) -> bytes:
        """Return the metrics in Prometheus' format."""
        return generate_latest(self.registry)
