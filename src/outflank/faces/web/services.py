"""What every route of the web face shares: the house and the limits at its door."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app

from outflank.errors import StoreUnavailable
from outflank.faces.web.metrics import Metrics
from outflank.faces.web.refusals import Refusals
from outflank.server.gates import Gate
from outflank.server.house import House
from outflank.server.limits import Limiter, Pacer

__all__ = ["Services", "services"]


@dataclass(slots=True)
class Services:
    """The house, its limits, and the word that the server is about to stop."""

    house: House
    metrics: Metrics
    limiter: Limiter = field(default_factory=Limiter)
    pacer: Pacer = field(default_factory=Pacer)
    refusals: Refusals = field(default_factory=Refusals)
    stopping: threading.Event = field(default_factory=threading.Event)
    waiting: Gate = field(init=False)  # streams and long-polls together
    long_polls: Gate = field(init=False)
    advice: Gate = field(init=False)  # searches for people who want a hint
    pictures: Gate = field(init=False)  # of the oracle, while they are fetched
    slowed: Gate = field(init=False)  # polls that are held back for a moment
    on_stop: list[Callable[[], None]] = field(default_factory=list)  # each wakes some who wait

    def __post_init__(self) -> None:
        places = self.house.configuration.streams
        self.waiting = Gate("waiting requests", places)
        self.long_polls = Gate("long-polls", places, per_key=4, within=self.waiting)
        searches = self.house.configuration.searches
        self.advice = Gate("hints", searches, per_key=1, within=self.waiting)
        self.pictures = Gate("pictures", 8, within=self.waiting)
        self.slowed = Gate("slowed polls", max(1, places // 2), within=self.waiting)
        self.metrics.streams.set_function(lambda: self.waiting.held)

    def announce_stop(self) -> None:
        """Let everybody who waits answer and leave, because the server is about to stop."""
        self.stopping.set()
        self.house.hall.ring_everybody()
        for wake in self.on_stop:
            wake()
        with contextlib.suppress(StoreUnavailable):  # has been closed before, or cannot write
            self.house.stop_judging()


def services() -> Services:
    """Return what belongs to the application that answers the present request."""
    found = current_app.extensions["services"]
    assert isinstance(found, Services)
    return found
