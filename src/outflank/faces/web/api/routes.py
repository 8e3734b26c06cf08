"""How a function becomes a route of /api/v1: Litestar's handler with our defaults."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from litestar import Response
from litestar.enums import MediaType
from litestar.handlers import HTTPRouteHandler

from outflank.faces.web.api.admission import Access, RouteTerms
from outflank.faces.web.api.problems import Code
from outflank.faces.web.http.security import MOST_BODY
from outflank.server.rate_limits import Quota

__all__ = ["encoded", "route"]


def route(  # noqa: PLR0913 - each is one thing that the document says
    method: str,
    path: str,
    *,
    access: Access = Access.ANYONE,
    quota: Quota = Quota.POLLS,
    status: int = 200,
    problems: Iterable[Code] = (),
    media: tuple[str, ...] = (MediaType.JSON.value,),
    largest_body: int = MOST_BODY,
    lines: Any = None,
) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """Make a typed function the handler of a method and a path.

    A plain function runs on a thread, because it may wait for a lock or the database. `problems`
    are the codes that it adds to those that every route may answer with; `lines` is what the lines
    of a stream are.
    """

    def register(handler: Callable[..., Any]) -> HTTPRouteHandler:
        is_async = inspect.iscoroutinefunction(handler)
        found = typing.get_type_hints(handler, include_extras=True)
        hints = {name: _without_marks(hint) for name, hint in found.items()}
        terms = RouteTerms(access, quota, tuple(problems), media, largest_body, lines, hints)
        return HTTPRouteHandler(
            path,
            http_method=method,  # type: ignore[arg-type]
            status_code=status,
            media_type=media[0].partition(";")[0],  # Litestar adds the charset
            operation_id=handler.__name__,
            description=inspect.getdoc(handler),
            opt={"terms": terms},
            sync_to_thread=None if is_async else True,
        )(handler)

    return register


def _without_marks(hint: Any) -> Any:
    """Return a type without Litestar's marks; limits of values stay."""
    if typing.get_origin(hint) is not typing.Annotated:
        return hint
    base, *notes = typing.get_args(hint)
    limits = [note for note in notes if isinstance(note, msgspec.Meta)]
    return typing.Annotated[(base, *limits)] if limits else base


def encoded(data: bytes) -> Response[Any]:
    """Return an answer that is already JSON."""
    return Response(data, media_type=MediaType.JSON)
