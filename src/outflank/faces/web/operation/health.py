"""Health checks and metrics for operators."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from typing import Any, cast

from litestar import Request, get
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from outflank.faces.web.http.messages import PlainResponse, error_answer
from outflank.faces.web.http.security import Scope, address_of, header, is_from_here
from outflank.faces.web.operation.metrics import CONTENT_TYPE
from outflank.faces.web.services import Services
from outflank.server.rate_limits import Quota

__all__ = ["health_routes"]

_FOR_THIS_MACHINE = (
    "the metrics are for this machine only; to ask from another one, start the server with "
    "--metrics-token or OUTFLANK_METRICS_TOKEN"
)
_SEND_IT = "send the token of the metrics: Authorization: Bearer TOKEN"


def health_routes() -> list[HTTPRouteHandler]:
    """Return the routes for monitoring, of the server that a request names."""

    async def alive() -> ASGIApp:
        """Whether the process answers."""
        return _asgi(PlainResponse(b'{"status": "ok"}\n'))

    async def ready(request: Request[Any, Any, Any]) -> ASGIApp:
        """Whether the database can be written."""
        services, problem = _services(request), "the server is stopping"
        if not services.is_stopping:
            found = await asyncio.to_thread(services.write_probe.problem)
            if found is None:
                return _asgi(PlainResponse(b'{"status": "ready"}\n'))
            services.metrics.database_busy.inc()
            problem = found
        return _asgi(error_answer(problem, 503, (b"retry-after", b"1")))

    async def metrics(request: Request[Any, Any, Any]) -> ASGIApp:
        """The metrics in Prometheus' format, for this machine or with the token."""
        services = _services(request)
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


def _services(request: Request[Any, Any, Any]) -> Services:
    return cast("Services", cast("Scope", request.scope)["outflank.services"])


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
