"""Health checks and metrics for operators."""

from __future__ import annotations

import asyncio
import hmac
import threading
from collections.abc import Awaitable, Callable
from typing import Any, cast

from litestar import Request, get
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from outflank.errors import StoreUnavailable
from outflank.faces.web.metrics import CONTENT_TYPE
from outflank.faces.web.requests import PlainResponse, error_answer
from outflank.faces.web.security import Scope, address_of, header, is_from_here
from outflank.faces.web.services import Services
from outflank.server.rate_limits import Quota

__all__ = ["health_routes"]

_GOOD_FOR = 1000  # milliseconds for which a result is reused, as anybody may call this
_FOR_THIS_MACHINE = (
    "the metrics are for this machine only; to ask from another one, start the server with "
    "--metrics-token or OUTFLANK_METRICS_TOKEN"
)
_SEND_IT = "send the token of the metrics: Authorization: Bearer TOKEN"


def health_routes(services: Services) -> list[HTTPRouteHandler]:
    """Return the routes for monitoring."""
    probe = WriteProbe(services)

    async def alive() -> ASGIApp:
        """Whether the process answers."""
        return _asgi(PlainResponse(b'{"status": "ok"}\n'))

    async def ready() -> ASGIApp:
        """Whether the database can be written."""
        problem = "the server is stopping"
        if not services.is_stopping:
            found = await asyncio.to_thread(probe.problem)
            if found is None:
                return _asgi(PlainResponse(b'{"status": "ready"}\n'))
            services.metrics.database_busy.inc()
            problem = found
        return _asgi(error_answer(problem, 503, (b"retry-after", b"1")))

    async def metrics(request: Request[Any, Any, Any]) -> ASGIApp:
        """The metrics in Prometheus' format, for this machine or with the token."""
        refusal = _metrics_refusal(services, cast("Scope", request.scope))
        if refusal is not None:
            return _asgi(refusal)
        text = await asyncio.to_thread(services.metrics.text)
        return _asgi(PlainResponse(text, headers=[(b"content-type", CONTENT_TYPE.encode())]))

    views: dict[str, Callable[..., Awaitable[ASGIApp]]] = {
        "/healthz": alive,
        "/readyz": ready,
        "/metrics": metrics,
    }
    return [get(path, include_in_schema=False)(view) for path, view in views.items()]


def _metrics_refusal(services: Services, scope: Scope) -> PlainResponse | None:
    """Return the answer to somebody who may not see the metrics, or None if they may."""
    if is_from_here(scope):
        return None
    token = services.server.configuration.metrics_token
    if not token:
        return error_answer(_FOR_THIS_MACHINE, 403)
    scheme, _, given = (header(scope, b"authorization") or "").partition(" ")
    if scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), token.encode()):
        return None
    services.limiter.check(Quota.FAILED_AUTHENTICATION, address=address_of(scope))
    return error_answer(_SEND_IT, 401, (b"www-authenticate", b"Bearer"))


def _asgi(answer: PlainResponse) -> ASGIApp:
    return cast("ASGIApp", answer)


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
