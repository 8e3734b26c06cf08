"""From a request to its handler and back: the same steps for every operation of /api/v1.

A request is authenticated, counted, and its path, query and body are checked, in this order. What
is refused never reaches the handler.
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
from outflank.server.rate_limits import Quota

if TYPE_CHECKING:
    from outflank.faces.web.api.authentication import Authentication
    from outflank.faces.web.api.call import ApiCall
    from outflank.faces.web.http.presence import CallerPresence
    from outflank.faces.web.http.refused_requests import RefusedRequests
    from outflank.server.accounts.accounts import Caller
    from outflank.server.rate_limits import Limiter

__all__ = ["Admission", "routes_of"]

_JSON = "application/json"
_encode = msgspec.json.Encoder().encode


class Admission:
    """What stands before every handler: whose request it is, and whether they may send it now."""

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
        """Return who calls; a wrong key is refused."""
        return await self._authentication.call_of(scope)

    async def admit(self, call: ApiCall, wanted: Operation) -> None:
        """Count a request against its limit, and refuse a key that does not allow the operation."""
        self._limiter.check(wanted.quota, call.key_name, call.address)
        if wanted.access is Access.PLAYER:
            call.player  # noqa: B018 - raises
        elif wanted.access is Access.KEY:
            call.key  # noqa: B018
        elif wanted.access is Access.ADMIN:
            self._require_organiser(call.key)
        await self._presence.note(call.viewer)

    def note_refusal(self, call: ApiCall | None, wanted: Operation, error: OutflankError) -> None:
        """Let the metrics and the player's page tell of a refused request."""
        problem = problem_of(error)
        if call is not None and call.viewer is not None:
            request = f"{wanted.method} {call.scope['path']}"
            noted = RefusedRequest(self._now(), request, problem.code.value, str(problem))
            self._refused.note(call.viewer, noted)
        if wanted.quota is Quota.MOVES:
            self._note_refused_move(problem.code.value)


class _Bound(NamedTuple):
    """An operation with the method of an object that handles it."""

    wanted: Operation
    handler: Callable[..., Any]
    places: tuple[tuple[str, Any], ...]


class _Endpoint:
    """A path of /api/v1, with a handler for each of its methods."""

    def __init__(self, bound: Mapping[str, _Bound], admission: Admission) -> None:
        self._bound = bound
        self._admission = admission
        self._allow = (b"allow", ", ".join(sorted(bound)).encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        method = scope["method"]
        if method == "OPTIONS":
            response: ASGIApp = BytesResponse(b"", 204, [self._allow])
        else:
            bound = self._bound["GET" if method == "HEAD" else method]
            response = await self._answer(bound, scope, receive)
        await response(scope, receive, send)

    async def _answer(self, bound: _Bound, scope: Scope, receive: Receive) -> ASGIApp:
        wanted, handler, places = bound
        call = None
        try:
            call = await self._admission.call_of(scope)
            await self._admission.admit(call, wanted)
            given = scope["path_params"]
            arguments: list[Any] = [call] if wanted.takes_call else []
            arguments += [path_value(given[name], kind) for name, kind in places]
            query = check_query(scope["query_string"], wanted.query_type)
            if query is not None:
                arguments.append(query)
            if wanted.body_type is not None:
                body = await _read_body(scope, receive, wanted.largest_body)
                arguments.append(check_body(body, wanted.body_type))
            if wanted.is_async:
                result = await handler(*arguments)
            else:
                result = await asyncio.to_thread(handler, *arguments)
        except OutflankError as error:
            self._admission.note_refusal(call, wanted, error)
            raise
        if isinstance(result, msgspec.Struct):
            return BytesResponse(_encode(result), wanted.status)
        return result if result is not None else BytesResponse(b"", wanted.status, ())


async def _read_body(scope: Scope, receive: Receive, most: int) -> bytes:
    """Return the body of a request that says that it is JSON, unless it is too large."""
    media = header(scope, b"content-type") or ""
    if media != _JSON and media.partition(";")[0].strip().lower() != _JSON:
        raise Problem(
            Code.UNSUPPORTED_MEDIA_TYPE, f"send JSON with the header Content-Type: {_JSON}"
        )
    announced = header(scope, b"content-length") or ""
    body, size, goes_on = b"", int(announced) if announced.isdecimal() else 0, True
    while goes_on and size <= most:
        message = await receive()
        body += message.get("body", b"")
        size, goes_on = len(body), message.get("more_body", False)
    if size > most:
        raise Problem(Code.TOO_LARGE, f"the body can have at most {most:,} bytes")
    return body


def routes_of(handlers: Iterable[object], admission: Admission) -> list[Route]:
    """Return the routes of objects that handle operations: one for each path."""
    paths: dict[str, dict[str, _Bound]] = {}
    for one in handlers:
        for wanted in operations_of(type(one)):
            bound = _Bound(wanted, getattr(one, wanted.name), tuple(wanted.path_types.items()))
            paths.setdefault(wanted.path, {})[wanted.method] = bound
    return [
        named_route(path, _Endpoint(bound, admission), [*bound, "OPTIONS"], prefix=ROOT)
        for path, bound in paths.items()
    ]
