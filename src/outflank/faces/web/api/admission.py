"""Admitting a request to /api/v1: its key, its budget, its path, query and body, in this order.

Litestar calls `admit` as a guard before every handler. What it refuses never reaches the handler;
what it lets pass, a handler gets as its `parameters` and its `order`.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar, cast

from litestar.di import NamedDependency

from outflank.errors import OutflankError
from outflank.faces.web.api.checking import check_body, check_path, check_query
from outflank.faces.web.api.problems import Code, Problem, answer_of, note_problem, problem_of
from outflank.faces.web.http.browser_sessions import (
    find_caller,
    is_from_our_page,
    key_in_cookie,
    may_use_key,
    person_of,
)
from outflank.faces.web.http.messages import PlainResponse, Receive
from outflank.faces.web.http.refused_requests import RefusedRequest
from outflank.faces.web.http.security import (
    Scope,
    address_of,
    arrival_of,
    header,
    is_from_here,
)
from outflank.faces.web.streams.streams import StreamResponse
from outflank.server.accounts.keys import Role
from outflank.server.rate_limits import Quota

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection, Request
    from litestar.handlers import BaseRouteHandler
    from litestar.types import ASGIApp

    from outflank.faces.web.services import Services
    from outflank.faces.web.streams.streams import StreamReader
    from outflank.rules import Color
    from outflank.server.accounts.accounts import Caller
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.live_room import LiveRoom

__all__ = [
    "Access",
    "ApiCall",
    "Call",
    "RouteTerms",
    "admit",
    "admitted",
    "provide_call",
    "provide_order",
    "provide_query",
    "refused",
]

_JSON = "application/json"

Result = TypeVar("Result")


class Access(enum.StrEnum):
    """The kind of key that a route requires."""

    ANYONE = "anyone"
    KEY = "key"
    PLAYER = "player"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class RouteTerms:
    """What a route asks of its callers, and may answer with."""

    access: Access
    quota: Quota
    problems: tuple[Code, ...] = ()  # besides those of every route
    media: tuple[str, ...] = (_JSON,)
    largest_body: int = 0
    lines: Any = None
    hints: Mapping[str, Any] = field(default_factory=dict)  # the types of the handler

    def __deepcopy__(self, _: object) -> Self:
        """Return the same, for it never changes; Litestar copies its handlers."""
        return self


class ApiCall:
    """A request whose key has been checked."""

    __slots__ = ("address", "caller", "order", "query", "scope", "services")

    def __init__(self, services: Services, scope: Scope, address: str) -> None:
        self.services = services
        self.scope = scope
        self.address = address
        self.caller: Caller | None = None
        self.query: Any = None  # the query, checked
        self.order: Any = None  # the body, checked

    @property
    def server(self) -> CompetitionServer:
        """The competition server."""
        return self.services.server

    @property
    def arrived(self) -> int | None:
        """When the request arrived, if the connection recorded it."""
        return arrival_of(self.scope)

    @property
    def key(self) -> Caller:
        """The caller, or an error without a key."""
        if self.caller is None:
            raise Problem(Code.UNAUTHORIZED, "send your key: Authorization: Bearer KEY")
        return self.caller

    @property
    def player(self) -> int:
        """The calling player, or an error if the key is not a player's."""
        player = self.key.player
        if player is None or self.key.role is not Role.PLAYER:
            raise Problem(Code.FORBIDDEN, "this needs the key of a player")
        return player

    @property
    def viewer(self) -> int | None:
        """The calling player, if there is one."""
        return self.caller.player if self.caller is not None else None

    async def room(self, match: str, *, newest: bool = True) -> LiveRoom:
        """Return a match; one that is over may have to be read from the database.

        Whoever acts on it need not have the newest state: other workers may have a newer one,
        against which the act is then checked.
        """
        registry = self.server.registry
        found = registry.running_room(match)
        if found is not None and not (newest and found.has_others):
            return found
        return await self.in_thread(registry.room, match)

    def seat_in(self, room: LiveRoom) -> Color:
        """Return the colour that the calling player has in a match."""
        return self.seats_in(room)[0]

    def seats_in(self, room: LiveRoom) -> tuple[Color, ...]:
        """Return the sides that the calling player moves for, their own first."""
        colors = room.colors_of(self.player)
        if not colors:
            raise Problem(Code.FORBIDDEN, "you do not play in this match")
        return colors

    def require_admin(self, tournament: int | None = None) -> None:
        """Refuse keys that may not organise this tournament, or make one."""
        self.server.tournaments.require_organiser(self.key, tournament)

    def open_stream(self, reader: StreamReader, subject: str) -> ASGIApp:
        """Return the answer of a new stream; the key's earlier one on the subject is closed."""
        key = None if self.caller is None else self.caller.key
        hub = self.services.streams
        slot = hub.open(reader, key, subject, self.address)
        return cast("ASGIApp", StreamResponse(hub, reader, slot))

    async def in_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Run something that may wait for a lock or the database."""
        return await asyncio.to_thread(work, *arguments)


Call: TypeAlias = NamedDependency[ApiCall]  # as handlers ask for it


async def _authenticated(services: Services, scope: Scope) -> ApiCall:
    """Find out whose request this is; a wrong key is refused, none is not."""
    is_free = services.server.configuration.tryout and is_from_here(scope)
    # Trying out on one's own machine is free of the limits for addresses.
    call = ApiCall(services, scope, "" if is_free else address_of(scope))
    given = header(scope, b"authorization")
    if given is None:
        call.caller = await _caller_of_cookie(call)
        return call
    scheme, _, key = given.partition(" ")
    if scheme.lower() == "bearer":
        accounts, key = services.server.accounts, key.strip()
        caller = accounts.known_caller(key)
        if caller is None:  # who guesses keys does not keep the database busy with it
            services.limiter.peek(Quota.FAILED_AUTHENTICATION, address=call.address)
            caller = await find_caller(accounts, key)
        if caller is not None and may_use_key(caller, scope):
            scope["outflank.key"] = caller.key  # for the log
            call.caller = caller
            return call
    services.limiter.check(Quota.FAILED_AUTHENTICATION, address=call.address)
    raise Problem(
        Code.UNAUTHORIZED, "the key is not valid; send the header Authorization: Bearer KEY"
    )


async def _caller_of_cookie(call: ApiCall) -> Caller | None:
    """Return the person whose cookie was sent; only our own pages may use it to act."""
    key = key_in_cookie(call.scope)
    if key is None:
        return None
    caller = person_of(await find_caller(call.server.accounts, key))
    if caller is None:
        return None
    if call.scope["method"] != "GET" and not is_from_our_page(call.scope):
        raise Problem(
            Code.CROSS_SITE,
            "this did not come from a page of this server; programs send their key in the "
            "header Authorization: Bearer KEY",
        )
    call.scope["outflank.key"] = caller.key  # for the log
    return caller


def _check_terms(call: ApiCall, terms: RouteTerms) -> None:
    """Count a request against its budget, and refuse a key that does not allow the route."""
    key = "" if call.caller is None else str(call.caller.key)
    call.services.limiter.check(terms.quota, key, call.address)
    if terms.access is Access.PLAYER:
        call.player  # noqa: B018 - raises
    elif terms.access is Access.KEY:
        call.key  # noqa: B018
    elif terms.access is Access.ADMIN:
        call.server.tournaments.require_organiser_key(call.key)


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


async def admitted(
    services: Services, scope: Scope, receive: Receive, terms: RouteTerms, places: Mapping[str, str]
) -> ApiCall:
    """Return a request that its route may answer, or raise the problem with it."""
    scope["outflank.terms"] = terms
    call = scope["outflank.call"] = await _authenticated(services, scope)
    _check_terms(call, terms)
    await services.note_presence(call.viewer)
    kinds = terms.hints
    check_path(places, kinds)
    call.query = check_query(scope["query_string"], kinds.get("parameters"))
    if "order" in kinds:
        body = await _read_body(scope, receive, terms.largest_body)
        call.order = check_body(body, kinds["order"])
    return call


async def admit(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Admit a request to a route of Litestar's, or raise the problem with it."""
    scope: Scope = connection.scope  # type: ignore[assignment]
    services: Services = scope["outflank.services"]
    receive: Receive = connection.receive  # type: ignore[assignment]
    await admitted(services, scope, receive, handler.opt["terms"], connection.path_params)


def refused(error: OutflankError, scope: Scope, services: Services) -> PlainResponse:
    """Return the answer to a refused request; the metrics and the player's page tell of it."""
    problem, call = problem_of(error), scope.get("outflank.call")
    if call is not None and call.viewer is not None:
        request = f"{scope['method']} {scope['path']}"
        noted = RefusedRequest(services.server.now(), request, problem.code.value, str(problem))
        services.refusals.note(call.viewer, noted)
    terms = scope.get("outflank.terms")
    plays = terms is not None and terms.quota is Quota.MOVES
    note_problem(problem, error, services.metrics, plays=plays)
    return answer_of(problem)


async def provide_call(request: Request[Any, Any, Any]) -> ApiCall:
    """Return the admitted call to a handler that asks for it."""
    call: ApiCall = request.scope["outflank.call"]  # type: ignore[typeddict-item]
    return call


# Both ask for the call, because Litestar starts tasks for what does not depend on each other.


async def provide_query(call: Call) -> Any:
    """Return the checked query to a handler that asks for it."""
    return call.query


async def provide_order(call: Call) -> Any:
    """Return the checked body to a handler that asks for it."""
    return call.order
