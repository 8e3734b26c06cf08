"""Typed endpoints: one definition dispatches a request and documents it in OpenAPI."""

from __future__ import annotations

import enum
import inspect
import logging
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec
from flask import Request, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from outflank.errors import OutflankError
from outflank.faces.web.api.calls import ApiCall, Front
from outflank.faces.web.api.problems import Code, Problem, problem_of, response_of
from outflank.faces.web.api.sentences import sentence
from outflank.faces.web.refusals import RefusedRequest
from outflank.server.rate_limits import Quota

__all__ = ["Access", "Encoded", "Endpoint", "EndpointView", "RawResponse", "Routes"]

_MOST_BYTES = 16_384
_JSON = "application/json"
# A handler declares only what it adds to these.
_ALWAYS = (Code.BAD_REQUEST, Code.UNAUTHORIZED, Code.RATE_LIMITED, Code.UNAVAILABLE)
_WITH_BODY = (Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE)

T = TypeVar("T")
Handler = TypeVar("Handler", bound=Callable[..., Any])

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode


class Access(enum.StrEnum):
    """The kind of key that an endpoint requires."""

    ANYONE = "anyone"
    KEY = "key"
    PLAYER = "player"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Encoded(Generic[T]):
    """A response of type T that is already encoded as JSON."""

    data: bytes


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response that is not JSON."""

    content: Any  # text, bytes or an iterable of bytes
    media: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one path, with all that the OpenAPI document says about it."""

    method: str
    path: str  # /matches/{match}/moves
    tag: str
    handler: Callable[..., Any]
    access: Access
    budget: Quota
    status: int
    added_problems: tuple[Code, ...]
    media: tuple[str, ...]
    most_bytes: int
    lines: Any = None  # what a stream's lines are

    @property
    def name(self) -> str:
        """The operation's name in the OpenAPI document."""
        return self.handler.__name__

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (inspect.getdoc(self.handler) or "").partition("\n")[0].rstrip(".")

    @property
    def description(self) -> str:
        """The rest of the handler's docstring."""
        return (inspect.getdoc(self.handler) or "").partition("\n")[2].strip()

    @property
    def hints(self) -> dict[str, Any]:
        """The types of the handler's parameters and of its answer."""
        return typing.get_type_hints(self.handler, include_extras=True)

    @property
    def body(self) -> Any:
        """The type of the body, if there is one."""
        return self.hints.get("body")

    @property
    def query(self) -> Any:
        """The type that holds the query parameters, if there are any."""
        return self.hints.get("query")

    @property
    def answer(self) -> Any:
        """The type of the answer; None for nothing, Page for what is not JSON."""
        returned = self.hints["return"]
        return typing.get_args(returned)[0] if typing.get_origin(returned) is Encoded else returned

    @property
    def places(self) -> dict[str, Any]:
        """The types of the path's parameters."""
        return {name: self.hints[name] for name in re.findall(r"{(\w+)}", self.path)}

    @property
    def rule(self) -> str:
        """The path as Flask wants it."""
        return re.sub(r"{(\w+)}", r"<\1>", self.path)

    @property
    def problems(self) -> list[Code]:
        """Every problem code that the endpoint may answer with."""
        found = {*_ALWAYS, *self.added_problems}
        if self.body is not None:
            found |= set(_WITH_BODY)
        if self.places:
            found.add(Code.NOT_FOUND)
        if self.access in (Access.PLAYER, Access.ADMIN):
            found.add(Code.FORBIDDEN)
        if self.method != "GET":
            found.add(Code.CROSS_SITE)
        return [code for code in Code if code in found]

    def view(self, front: Front) -> EndpointView:
        """Return the view function for Flask."""
        return EndpointView(self, front)


class Routes:
    """Collects the endpoints of one subject."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.endpoints: list[Endpoint] = []

    def route(  # noqa: PLR0913 - each is one thing that the document says
        self,
        method: str,
        path: str,
        *,
        access: Access = Access.ANYONE,
        budget: Quota = Quota.POLLS,
        status: int = 200,
        problems: Iterable[Code] = (),
        media: tuple[str, ...] = (_JSON,),
        most_bytes: int = _MOST_BYTES,
        lines: Any = None,
    ) -> Callable[[Handler], Handler]:
        """Make a typed function the handler of a method and a path."""

        def register(handler: Handler) -> Handler:
            self.endpoints.append(
                Endpoint(
                    method=method,
                    path=path,
                    tag=self.tag,
                    handler=handler,
                    access=access,
                    budget=budget,
                    status=status,
                    added_problems=tuple(problems),
                    media=media,
                    most_bytes=most_bytes,
                    lines=lines,
                )
            )
            return handler

        return register


class EndpointView:
    """Decodes a request, calls the handler, and encodes its result."""

    def __init__(self, endpoint: Endpoint, front: Front) -> None:
        self._endpoint = endpoint
        self._front = front
        self._handler = endpoint.handler
        self._places = {name: _place_reader(hint) for name, hint in endpoint.places.items()}
        body, query = endpoint.body, endpoint.query
        self._body = body
        self._decode_body = None if body is None else msgspec.json.Decoder(body).decode
        self._query = query
        self._known = frozenset(endpoint.problems)
        self.__name__ = endpoint.name

    def direct(self, environ: dict[str, Any], places: dict[str, str]) -> Encoded[Any] | Response:
        """Answer a request outside Flask, whose path has been matched already."""
        asked = Request(environ)
        try:
            call, answer = self._handle(asked, places)
        except OutflankError as error:
            return self._refuse(problem_of(error))
        if isinstance(answer, Encoded) and not call.headers:
            return answer
        return self._respond(call, answer)

    def admit(
        self, environ: dict[str, Any], places: dict[str, str], content: bytes
    ) -> tuple[ApiCall, dict[str, Any]]:
        """Check the key, the limits and the body, without calling the handler."""
        call = self._admitted(environ)
        arguments = {name: read(places[name]) for name, read in self._places.items()}
        arguments["body"] = self._decoded(content)
        return call, arguments

    def answer(self, call: ApiCall, arguments: dict[str, Any]) -> Encoded[Any] | Response:
        """Call the handler for an admitted request."""
        try:
            answer = self._handler(call, **arguments)
        except OutflankError as error:
            _remember(call, error)
            return self.refuse(error)
        if isinstance(answer, Encoded) and not call.headers:
            return answer
        return self._respond(call, answer)

    def refuse(self, error: OutflankError) -> Response:
        """Return the response for an error, and count it."""
        return self._refuse(problem_of(error))

    def __call__(self, **places: str) -> Response:
        """Answer Flask's current request."""
        try:
            return self._answer(request._get_current_object(), places)  # type: ignore[attr-defined] # noqa: SLF001 - a proxy costs at every look
        except OutflankError as error:
            return self._refuse(problem_of(error))

    def _refuse(self, problem: Problem) -> Response:
        code, metrics = problem.code, self._front.services.metrics
        if code not in self._known:
            _log.error("Undocumented problem code %s in %s", code.value, self._endpoint.name)
        if code is Code.RATE_LIMITED:
            metrics.limiter_rejections.labels(problem.more["limit"]).inc()
        elif code is Code.UNAVAILABLE:
            metrics.database_busy.inc()
            _log.warning("Answered %s with 503: %s", self._endpoint.name, problem)
        if self._endpoint.budget is Quota.MOVES:
            metrics.note_refused_move(code.value)
        return response_of(problem)

    def _answer(self, asked: Request, places: dict[str, str]) -> Response:
        return self._respond(*self._handle(asked, places))

    def _respond(self, call: ApiCall, answer: Any) -> Response:
        response = _response(answer, self._endpoint.status)
        if call.headers:
            response.headers.update(call.headers)
        return response

    def _handle(self, asked: Request, places: dict[str, str]) -> tuple[ApiCall, Any]:
        call = self._admitted(asked.environ)
        try:
            return call, self._answer_to(call, asked, places)
        except OutflankError as error:
            _remember(call, error)
            raise

    def _answer_to(self, call: ApiCall, asked: Request, places: dict[str, str]) -> Any:
        arguments: dict[str, Any] = {}
        for name, read in self._places.items():
            arguments[name] = read(places[name])
        if self._decode_body is not None:
            arguments["body"] = self._read_body(asked)
        if self._query is not None:
            arguments["query"] = _read_query(asked, self._query)
        elif asked.environ.get("QUERY_STRING"):
            raise Problem(Code.BAD_REQUEST, "this path takes no query parameters")
        return self._handler(call, **arguments)

    def _admitted(self, environ: dict[str, Any]) -> ApiCall:
        endpoint = self._endpoint
        call = ApiCall(self._front, environ)
        call.count(endpoint.budget)
        _admit(call, endpoint.access)
        return call

    def _read_body(self, asked: Request) -> Any:
        media = asked.environ.get("CONTENT_TYPE")
        if media != _JSON and asked.mimetype != _JSON:
            raise Problem(
                Code.UNSUPPORTED_MEDIA_TYPE, f"send JSON with the header Content-Type: {_JSON}"
            )
        return self._decoded(_content(asked, self._endpoint.most_bytes))

    def _decoded(self, content: bytes) -> Any:
        assert self._decode_body is not None
        try:
            return self._decode_body(content)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Problem(Code.BAD_REQUEST, sentence(str(error), self._body)) from None


def _remember(call: ApiCall, error: OutflankError) -> None:
    """Remember a refused request of a player, for the player's page."""
    if call.viewer is None:
        return
    problem, environ = problem_of(error), call.environ
    request = f"{environ.get('REQUEST_METHOD', '')} {environ.get('PATH_INFO', '')}"
    refused = RefusedRequest(call.server.now(), request, problem.code.value, str(problem))
    call.front.services.refusals.note(call.viewer, refused)


def _content(asked: Request, most: int) -> bytes:
    """Return the body of a request, unless it is too large."""
    environ = asked.environ
    length = environ.get("CONTENT_LENGTH") or ""
    if length.isascii() and length.isdecimal():  # the usual case
        if int(length) <= most:
            content: bytes = environ["wsgi.input"].read(int(length))
            return content
    else:
        asked.max_content_length = most
        try:
            return asked.get_data(cache=False)
        except RequestEntityTooLarge:
            pass
    raise Problem(Code.TOO_LARGE, f"the body can have at most {most:,} bytes")


def _admit(call: ApiCall, access: Access) -> None:
    """Refuse a caller whose key does not allow this endpoint."""
    if access is Access.PLAYER:
        call.player  # noqa: B018 - raises
    elif access is Access.KEY:
        call.key  # noqa: B018
    elif access is Access.ADMIN:
        call.require_admin(call.key.tournament)


def _response(answer: Any, status: int) -> Response:
    headers = {"Cache-Control": "no-store"}
    if isinstance(answer, Encoded):
        return Response(answer.data, status, headers, content_type=_JSON)
    if isinstance(answer, RawResponse):
        return Response(
            answer.content, status, {**headers, **answer.headers}, content_type=answer.media
        )
    if answer is None:
        return Response(None, 204, headers, content_type=None)
    return Response(_encode(answer), status, headers, content_type=_JSON)


def _read_query(asked: Request, kind: Any) -> Any:
    values: dict[str, str] = {}
    for name, value in asked.args.items(multi=True):
        if name in values:
            raise Problem(Code.BAD_REQUEST, f"{name}: given twice")
        values[name] = value
    try:
        return msgspec.convert(values, kind, strict=False)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise Problem(Code.BAD_REQUEST, sentence(str(error), kind)) from None


def _place_reader(hint: Any) -> Callable[[str], Any]:
    """Return a function that parses a path parameter; invalid ones are not found."""
    convert = msgspec.convert
    base = typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint
    pattern = re.compile(r"[1-9][0-9]{0,15}|0" if base is int else r".{1,64}", re.ASCII)

    def read(text: str) -> Any:
        if pattern.fullmatch(text):
            try:
                return convert(text, hint, strict=False)
            except (msgspec.ValidationError, UnicodeError):
                pass
        raise Problem(Code.NOT_FOUND, "there is nothing at this path")

    return read
