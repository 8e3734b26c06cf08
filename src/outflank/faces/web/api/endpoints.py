"""The steps from a request to its handler and back, the same for every operation of /api/v1.

A request is authenticated and counted, then its path, query and body are checked. A refused request
never reaches the handler.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from outflank.errors import OutflankError
from outflank.faces.web.api.checking import check_body, check_query, path_value
from outflank.faces.web.api.operations import ROOT, Access, Operation, operations_of
from outflank.faces.web.http.errors import Code, Problem, problem_of
from outflank.faces.web.http.refused_requests import RefusedRequest
from outflank.faces.web.http.requests import header
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.http.routing import named_route
from outflank.server.rate_limits import RateLimit
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.faces.web.api.authentication import Authentication
    from outflank.faces.web.api.call import ApiCall
    from outflank.faces.web.http.presence import CallerPresence
    from outflank.faces.web.http.refused_requests import RefusedRequests
    from outflank.server.accounts.accounts import Caller
    from outflank.server.rate_limits import Limiter

__all__ = ["RequestChecks", "routes_of"]

_JSON = "application/json"
_encode = msgspec.json.Encoder().encode


class RequestChecks:
    """The checks before every handler: the caller, the limits and the kind of key."""

    def __init__(
        self,
        authentication: Authentication,
        limiter: Limiter,
        presence: CallerPresence,
        *,
        refused: RefusedRequests,
        require_organiser: Callable[[Caller], None],
        now: Callable[[], int],
        note_refused_move: Callable[[str], None],
    ) -> None:
        self._authentication = authentication
        self._limiter = limiter
        self._presence = presence
        self._refused = refused
        self._require_organiser = require_organiser
        self._now = now
        self._note_refused_move = note_refused_move

    async def call_of(self, scope: Scope) -> ApiCall:
        """Return the call of a request; a wrong key is refused."""
        return await self._authentication.call_of(scope)

    async def check(self, call: ApiCall, wanted: Operation) -> None:
        """Count a request against its limit, and refuse a key that does not allow the operation."""
        self._limiter.check(wanted.limit, call.key_name, call.address)
        if wanted.access is Access.PLAYER:
            call.player  # noqa: B018 - raises
        elif wanted.access is Access.KEY:
            call.key  # noqa: B018
        elif wanted.access is Access.ADMIN:
            self._require_organiser(call.key)
        await self._presence.note(call.viewer)

    def note_refusal(self, call: ApiCall | None, wanted: Operation, error: OutflankError) -> None:
        """Note a refused request for the metrics and the player's page."""
        problem = problem_of(error)
        if call is not None and call.viewer is not None:
            request = f"{wanted.method} {call.scope['path']}"
            noted = RefusedRequest(self._now(), request, problem.code.value, str(problem))
            self._refused.note(call.viewer, noted)
        if wanted.limit is RateLimit.MOVES:
            self._note_refused_move(problem.code.value)


class _Handler(NamedTuple):
    """A bound method that handles an operation."""

    wanted: Operation
    handle: Callable[..., Any]
    path_types: tuple[tuple[str, Any], ...]


class _Endpoint:
    """A path of /api/v1, with a handler for each of its methods."""

    def __init__(self, handlers: Mapping[str, _Handler], checks: RequestChecks) -> None:
        self._handlers = handlers
        self._checks = checks
        self._allow = (b"allow", ", ".join(sorted(handlers)).encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        method = scope["method"]
        if method == "OPTIONS":
            response: ASGIApp = BytesResponse(b"", 204, [self._allow])
        else:
            handler = self._handlers["GET" if method == "HEAD" else method]
            response = await self._answer(handler, scope, receive)
        await response(scope, receive, send)

    async def _answer(self, handler: _Handler, scope: Scope, receive: Receive) -> ASGIApp:
        wanted, handle, path_types = handler
        call = None
        try:
            call = await self._checks.call_of(scope)
            await self._checks.check(call, wanted)
            given = scope["path_params"]
            arguments: list[Any] = [call] if wanted.takes_call else []
            arguments += [path_value(given[name], kind) for name, kind in path_types]
            query = check_query(scope["query_string"], wanted.query_type)
            if query is not None:
                arguments.append(query)
            if wanted.body_type is not None:
                body = await _read_body(scope, receive, wanted.largest_body)
                arguments.append(check_body(body, wanted.body_type))
            if wanted.is_async:
                result = await handle(*arguments)
            else:
                result = await asyncio.to_thread(handle, *arguments)
        except OutflankError as error:
            self._checks.note_refusal(call, wanted, error)
            raise
        if isinstance(result, msgspec.Struct):
            return BytesResponse(_encode(result), wanted.status)
        return result if result is not None else BytesResponse(b"", wanted.status, ())


async def _read_body(scope: Scope, receive: Receive, most: int) -> bytes:
    """Return the body of a request that is declared as JSON and not too large."""
    media = header(scope, b"content-type") or ""
    if media != _JSON and media.partition(";")[0].strip().lower() != _JSON:
        raise Problem(
            Code.UNSUPPORTED_MEDIA_TYPE, Text("errors.web.not_declared_json", media=_JSON)
        )
    announced = header(scope, b"content-length") or ""
    body, size, goes_on = b"", int(announced) if announced.isdecimal() else 0, True
    while goes_on and size <= most:
        message = await receive()
        body += message.get("body", b"")
        size, goes_on = len(body), message.get("more_body", False)
    if size > most:
        raise Problem(Code.TOO_LARGE, Text("errors.web.body_too_large", count=f"{most:,}"))
    return body


def routes_of(
    objects: Iterable[object], checks: RequestChecks, *, is_mounted: bool = True
) -> list[Route]:
    """Return the routes of objects that handle operations, one for each path.

    A route that is not mounted below /api/v1 has that prefix in its own path.
    """
    own, above = ("", ROOT) if is_mounted else (ROOT, "")
    paths: dict[str, dict[str, _Handler]] = {}
    for one in objects:
        for wanted in operations_of(type(one)):
            handler = _Handler(wanted, getattr(one, wanted.name), tuple(wanted.path_types.items()))
            paths.setdefault(wanted.path, {})[wanted.method] = handler
    return [
        named_route(own + path, _Endpoint(handlers, checks), [*handlers, "OPTIONS"], prefix=above)
        for path, handlers in paths.items()
    ]
