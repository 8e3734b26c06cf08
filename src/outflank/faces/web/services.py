"""What every route of the web face shares: the server, its metrics and its limits."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app

from outflank.errors import StoreUnavailable
from outflank.faces.web.metrics import Metrics
from outflank.faces.web.refusals import Refusals
from outflank.server.capacity import CapacityLimit
from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import Limiter, Pacer

__all__ = ["Services", "services"]


@dataclass(slots=True)
class Services:
    """The server, its limits, and whether it is about to stop."""

    server: CompetitionServer
    metrics: Metrics
    limiter: Limiter = field(default_factory=Limiter)
    pacer: Pacer = field(default_factory=Pacer)
    refusals: Refusals = field(default_factory=Refusals)
    stopping: threading.Event = field(default_factory=threading.Event)
    waiting: CapacityLimit = field(init=False)  # streams and long-polls together
    long_polls: CapacityLimit = field(init=False)
    advice: CapacityLimit = field(init=False)  # searches for hints
    pictures: CapacityLimit = field(init=False)  # of the oracle, being fetched
    slowed: CapacityLimit = field(init=False)  # polls that are being delayed
    on_stop: list[Callable[[], None]] = field(
        default_factory=list
    )  # each wakes some waiting requests

    def __post_init__(self) -> None:
        slots = self.server.configuration.streams
        self.waiting = CapacityLimit("waiting requests", slots)
        self.long_polls = CapacityLimit("long-polls", slots, per_key=4, within=self.waiting)
        searches = self.server.configuration.searches
        self.advice = CapacityLimit("hints", searches, per_key=1, within=self.waiting)
        self.pictures = CapacityLimit("pictures", 8, within=self.waiting)
        self.slowed = CapacityLimit("slowed polls", max(1, slots // 2), within=self.waiting)
        self.metrics.streams.set_function(lambda: self.waiting.in_use)

    def announce_stop(self) -> None:
        """Wake all waiting requests, because the server is about to stop."""
        self.stopping.set()
        self.server.registry.wake_everybody()
        for wake in self.on_stop:
            wake()
        with contextlib.suppress(StoreUnavailable):  # has been closed before, or cannot write
            self.server.stop_clocks()


def services() -> Services:
    """Return the services of the current application."""
    found = current_app.extensions["services"]
    assert isinstance(found, Services)
    return found
