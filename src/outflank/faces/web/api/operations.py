"""The route table of /api/v1: the access, the input and the answer of each operation.

A method with `@operation` is a handler. Its line in the table makes its route, the checks before it
and its description in the OpenAPI document.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import FunctionType
from typing import Any, TypeVar

import msgspec

from outflank.faces.web.http.errors import Code
from outflank.faces.web.http.requests import MOST_BODY
from outflank.server.rate_limits import RateLimit

__all__ = [
    "ROOT",
    "Access",
    "Operation",
    "operation",
    "operations_of",
    "organiser_operation",
    "player_operation",
]

ROOT = "/api/v1"
_JSON = "application/json"

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Access(StrEnum):
    """The kind of key that an operation requires."""

    ANYONE = "anyone"
    KEY = "key"
    PLAYER = "player"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A line of the table."""

    method: str
    path: str  # below /api/v1, such as /matches/{match}
    name: str  # of the handler
    description: str
    access: Access
    limit: RateLimit
    status: int  # of a successful response
    problems: tuple[Code, ...]  # in addition to those of every operation
    media: tuple[str, ...]  # of the response
    largest_body: int
    lines: Any  # the type of the lines of a stream
    takes_call: bool
    path_types: Mapping[str, Any]
    query_type: Any  # None without a query
    body_type: Any  # None without a body
    answer_type: type[msgspec.Struct] | None  # None if it is empty or not JSON
    is_async: bool  # otherwise it may wait for a lock or the database, and runs on a thread


def operation(  # noqa: PLR0913 - each is a part of the description
    method: str,
    path: str,
    *,
    access: Access = Access.ANYONE,
    limit: RateLimit = RateLimit.POLLS,
    status: int = 200,
    problems: Iterable[Code] = (),
    media: tuple[str, ...] = (_JSON,),
    largest_body: int = MOST_BODY,
    lines: Any = None,
    answer: type[msgspec.Struct] | None = None,
) -> Callable[[Handler], Handler]:
    """Make a typed method the handler of an HTTP method and a path.

    Its arguments are the `call`, the parts of the path, and `query` and `body` if it has them. It
    returns a Struct, or a whole response with JSON of the type `answer`. `problems` are its codes
    in addition to those of every operation; `lines` is the type of the lines of a stream.
    """

    def register(handler: Handler) -> Handler:
        hints = typing.get_type_hints(handler, include_extras=True)
        returned = hints.pop("return")
        query, body = hints.pop("query", None), hints.pop("body", None)
        takes_call = hints.pop("call", None) is not None
        handler.operation = Operation(  # type: ignore[attr-defined]
            method=method,
            path=path,
            name=handler.__name__,
            description=inspect.getdoc(handler) or "",
            access=access,
            limit=limit,
            status=status,
            problems=tuple(problems),
            media=media,
            largest_body=largest_body,
            lines=lines,
            takes_call=takes_call,
            path_types=hints,
            query_type=query,
            body_type=body,
            answer_type=answer or (returned if _is_struct(returned) else None),
            is_async=inspect.iscoroutinefunction(handler),
        )
        return handler

    return register


# The acts of players in a match, and of organisers.
_OF_PLAYERS = {"access": Access.PLAYER, "limit": RateLimit.MOVES}
_OF_ORGANISERS = {
    "access": Access.ADMIN,
    "limit": RateLimit.CHALLENGES,
    "problems": [Code.REFUSED],
}


def player_operation(*where: Any, **settings: Any) -> Callable[[Handler], Handler]:
    """Register what a player does in a match; see `operation`."""
    return operation(*where, **{**_OF_PLAYERS, **settings})


def organiser_operation(*where: Any, **settings: Any) -> Callable[[Handler], Handler]:
    """Register what an organiser does; see `operation`."""
    return operation(*where, **{**_OF_ORGANISERS, **settings})


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def operations_of(handlers: type) -> Iterator[Operation]:
    """Return the operations of a class, in the order of its methods."""
    for member in vars(handlers).values():
        if isinstance(member, FunctionType) and hasattr(member, "operation"):
            yield member.operation
