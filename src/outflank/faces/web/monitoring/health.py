"""Health checks and metrics for operators."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.routing import Route
from starlette.types import Scope

from outflank.faces.web.http.requests import address_of, header, is_from_here
from outflank.faces.web.http.responses import BytesResponse, error_response
from outflank.faces.web.http.routing import Endpoint, named_route
from outflank.faces.web.monitoring.metrics import CONTENT_TYPE
from outflank.server.rate_limits import RateLimit
from outflank.texts import say

if TYPE_CHECKING:
    from outflank.faces.web.monitoring.metrics import Metrics
    from outflank.faces.web.monitoring.write_probe import WriteProbe
    from outflank.server.rate_limits import Limiter

__all__ = ["MetricsText", "Ready", "health_routes"]


class Ready:
    """Answers whether the database can be written and the server is not about to stop."""

    def __init__(
        self, probe: WriteProbe, metrics: Metrics, is_stopping: Callable[[], bool]
    ) -> None:
        self._probe = probe
        self._metrics = metrics
        self._is_stopping = is_stopping

    async def __call__(self, _: Scope) -> BytesResponse:
        """Answer a request."""
        if self._is_stopping():
            return _not_ready(say("errors.web.not_ready.stopping"))
        if (problem := await asyncio.to_thread(self._probe.problem)) is not None:
            self._metrics.note_unwritable()
            return _not_ready(problem)
        return BytesResponse(b'{"status": "ready"}\n')


def _not_ready(problem: str) -> BytesResponse:
    return error_response(problem, 503, (b"retry-after", b"1"))


class MetricsText:
    """Shows the metrics in Prometheus' format, to this machine or with the token."""

    def __init__(self, metrics: Metrics, limiter: Limiter, token: str) -> None:
        self._metrics = metrics
        self._limiter = limiter
        self._token = token

    async def __call__(self, scope: Scope) -> BytesResponse:
        """Answer a request."""
        if (refusal := self._refusal(scope)) is not None:
            return refusal
        return BytesResponse.of(await asyncio.to_thread(self._metrics.text), CONTENT_TYPE)

    def _refusal(self, scope: Scope) -> BytesResponse | None:
        """Return a refusal for a caller who may not see the metrics, or None."""
        if is_from_here(scope):
            return None
        if not self._token:
            return error_response(say("errors.web.metrics.this_machine"), 403)
        scheme, _, given = (header(scope, b"authorization") or "").partition(" ")
        is_token = hmac.compare_digest(given.strip().encode(), self._token.encode())
        if scheme.lower() == "bearer" and is_token:
            return None
        self._limiter.check(RateLimit.FAILED_AUTHENTICATION, address=address_of(scope))
        refusal = say("errors.web.metrics.send_token")
        return error_response(refusal, 401, (b"www-authenticate", b"Bearer"))


def health_routes(ready: Ready, metrics: MetricsText) -> list[Route]:
    """Return the routes for monitoring."""
    alive = BytesResponse(b'{"status": "ok"}\n')
    return [
        named_route("/healthz", alive, ["GET"]),
        named_route("/readyz", Endpoint(ready), ["GET"]),
        named_route("/metrics", Endpoint(metrics), ["GET"]),
    ]
