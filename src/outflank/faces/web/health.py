"""Health checks and metrics for operators."""

from __future__ import annotations

import threading

from flask import Blueprint, Response

from outflank.errors import StoreUnavailable
from outflank.faces.web.answers import error_answer, json_answer
from outflank.faces.web.metrics import CONTENT_TYPE
from outflank.faces.web.services import Services

__all__ = ["health_routes"]

_GOOD_FOR = 1000  # milliseconds for which a result is reused, as anybody may call this


def health_routes(services: Services) -> Blueprint:
    """Return the routes for monitoring."""
    routes = Blueprint("health", __name__)
    probe = WriteProbe(services)

    @routes.get("/healthz")
    def alive() -> Response:
        """Whether the process answers."""
        return json_answer('{"status": "ok"}\n')

    @routes.get("/readyz")
    def ready() -> Response:
        """Whether the database can be written."""
        if services.stopping.is_set():
            return error_answer("the server is stopping", 503, 1)
        problem = probe.problem()
        if problem is not None:
            services.metrics.database_busy.inc()
            return error_answer(problem, 503, 1)
        return json_answer('{"status": "ready"}\n')

    @routes.get("/metrics")
    def metrics() -> Response:
        """The metrics in Prometheus' format."""
        return Response(services.metrics.text(), content_type=CONTENT_TYPE)

    return routes


class WriteProbe:
    """Writes something small, at most once a second however often it is asked."""

    def __init__(self, services: Services) -> None:
        self._server = services.server
        self._lock = threading.Lock()
        self._asked: int | None = None
        self._problem: str | None = None

    def problem(self) -> str | None:
        """Return why the database cannot be written, or None."""
        with self._lock:
            now = self._server.now()
            if self._asked is None or now - self._asked >= _GOOD_FOR:
                self._problem = self._write()
                self._asked = self._server.now()
            return self._problem

    def _write(self) -> str | None:
        try:
            self._server.store.leases.probe(self._server.now())
        except StoreUnavailable:
            return "the database cannot be written"
        return None
