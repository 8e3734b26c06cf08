"""The OpenAPI 3.1 document: Litestar's, made from the handlers, with what only we know added."""

from __future__ import annotations

import functools
import typing
from typing import Any

import msgspec
from litestar import Litestar, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig

from outflank import __version__
from outflank.faces.web.api.admission import Access, RouteTerms
from outflank.faces.web.api.checking import when_given
from outflank.faces.web.api.problems import MEDIA_TYPE, Code, Problem, problem_body
from outflank.faces.web.api.schemas.examples import EXAMPLES
from outflank.faces.web.api.schemas.values import ProblemAnswer
from outflank.faces.web.http.browser_sessions import COOKIE

__all__ = ["ROOT", "describe"]

ROOT = "/api/v1"
_REFERENCE = "#/components/schemas/{name}"
_ABOUT = """\
Play Othello over HTTP: matches, challenges and tournaments.

Bodies are JSON both ways. A key goes into the header `Authorization: Bearer KEY`; reading public
things needs none. People in a browser have theirs in a cookie, see `/api/v1/session`. Times are
milliseconds by the server's own clock, which every answer about a match tells as `now`.

A refusal is problem JSON (RFC 9457) with a stable `code`. A budget that is used up is answered
with 429, its name in `limit` and the header `Retry-After`; each kind of request has a budget of
its own, so that polling never costs you a move.
"""
# A handler declares only what it adds to these.
_ALWAYS = {Code.BAD_REQUEST, Code.UNAUTHORIZED, Code.RATE_LIMITED, Code.UNAVAILABLE}
_SCHEMES = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "The key of a player, an observer or an organiser.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A person's key, kept by the browser; acts must come from a page of this "
        "server, which the header Origin or Sec-Fetch-Site tells.",
    },
}


def describe(router: Router) -> dict[str, Any]:
    """Return the document that describes the routes of /api/v1, and nothing else."""
    config = OpenAPIConfig("Outflank", __version__, create_examples=False, path="/schema")
    app = Litestar([router], openapi_config=config, logging_config=None)
    found = app.openapi_schema.to_schema()
    kinds: dict[str, Any] = {repr(ProblemAnswer): ProblemAnswer}
    described = []
    for route in app.routes:
        for handler, _ in getattr(route, "route_handler_map", {}).values():
            if handler.opt.get("terms") is not None:
                described.append((route.path_format, handler))
                kinds |= {repr(kind): kind for kind in _kinds(handler) if kind is not None}
    references, components = msgspec.json.schema_components(kinds.values(), ref_template=_REFERENCE)
    schemas = dict(zip(kinds, references, strict=True))
    for path, handler in described:
        (method,) = handler.http_methods
        _complete(found["paths"][path][method.lower()], handler, schemas)
    tags = dict.fromkeys(handler.resolve_tags()[0] for _, handler in described)
    return {
        "openapi": found["openapi"],
        "info": found["info"]
        | {
            "summary": "An Othello server for programs",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": tag} for tag in tags],
        "paths": {path: found["paths"][path] for path, _ in described},
        "components": {"schemas": components, "securitySchemes": _SCHEMES},
    }


def _hints(handler: HTTPRouteHandler) -> dict[str, Any]:
    terms: RouteTerms = handler.opt["terms"]
    return dict(terms.hints)


def _answer(handler: HTTPRouteHandler) -> Any:
    """Return the type of the answer's JSON; None where it is nothing or something else."""
    returned = _hints(handler)["return"]
    answer = typing.get_args(returned)[0] if typing.get_args(returned) else returned
    is_struct = isinstance(answer, type) and issubclass(answer, msgspec.Struct)
    return answer if is_struct else None


def _kinds(handler: HTTPRouteHandler) -> list[Any]:
    """Return every type of a handler that needs a schema."""
    return [_hints(handler).get("order"), _answer(handler), handler.opt["terms"].lines]


def _complete(
    operation: dict[str, Any], handler: HTTPRouteHandler, schemas: dict[str, Any]
) -> None:
    """Add to an operation what the handler's terms say."""
    terms: RouteTerms = handler.opt["terms"]
    first, _, rest = (operation.get("description") or "").partition("\n")
    operation["summary"] = first.rstrip(".")
    operation.pop("description", None)
    operation.pop("deprecated", None)
    if rest.strip():
        operation["description"] = _unwrapped(rest.strip())
    hints = _hints(handler)
    parameters = [*_places(operation, hints), *_queries(hints.get("parameters"))]
    operation.pop("parameters", None)
    if parameters:
        operation["parameters"] = parameters
    if (body := hints.get("order")) is not None:
        content = _content(schemas[repr(body)], body)
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    operation["responses"] = {
        str(handler.status_code): _success(handler, terms, schemas),
        **_refusals(_problems(handler, terms)),
    }
    anybody: list[dict[str, list[str]]] = [{}] if terms.access is Access.ANYONE else []
    person: list[dict[str, list[str]]] = [] if terms.access is Access.ADMIN else [{"cookie": []}]
    operation["security"] = [*anybody, {"key": []}, *person]
    operation["x-access"] = terms.access.value
    operation["x-budget"] = terms.quota.value


def _problems(handler: HTTPRouteHandler, terms: RouteTerms) -> list[Code]:
    """Return every problem code that a route may answer with."""
    hints = _hints(handler)
    found = {*_ALWAYS, *terms.problems}
    if "order" in hints:
        found |= {Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE}
    if any("{" in path for path in handler.paths):
        found.add(Code.NOT_FOUND)
    if terms.access in (Access.PLAYER, Access.ADMIN):
        found.add(Code.FORBIDDEN)
    if "GET" not in handler.http_methods:
        found.add(Code.CROSS_SITE)
    return [code for code in Code if code in found]


def _places(operation: dict[str, Any], hints: dict[str, Any]) -> list[dict[str, Any]]:
    names = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"]
    return [
        {"name": name, "in": "path", "required": True, **_described(hints[name])} for name in names
    ]


def _queries(kind: Any) -> list[dict[str, Any]]:
    if kind is None:
        return []
    parameters = []
    for one in msgspec.structs.fields(kind):
        parameter = {"name": one.encode_name, "in": "query", **_described(when_given(one.type))}
        if one.default not in (msgspec.NODEFAULT, msgspec.UNSET):
            parameter["schema"]["default"] = one.default
        parameters.append(parameter)
    return parameters


def _described(hint: Any) -> dict[str, Any]:
    """Return the schema of a simple type, with what it is for beside it."""
    schema = msgspec.json.schema(hint)
    text = schema.pop("description", None)
    return {"schema": schema} | ({"description": text} if text else {})


def _content(schema: Any, kind: Any) -> dict[str, Any]:
    kind = typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind
    example = EXAMPLES.get(kind) if isinstance(kind, type) else None
    shown = {} if example is None else {"example": msgspec.to_builtins(example)}
    return {"schema": schema, **shown}


def _success(
    handler: HTTPRouteHandler, terms: RouteTerms, schemas: dict[str, Any]
) -> dict[str, Any]:
    answer = _answer(handler)
    if answer is not None:
        what = (answer.__doc__ or "").partition("\n")[0]
        content = {"application/json": _content(schemas[repr(answer)], answer)}
        return {"description": what, "content": content}
    if handler.status_code == 204:
        return {"description": "Done."}
    text: dict[str, Any] = {"schema": {"type": "string"}}
    if terms.lines is None:
        return {"description": "The text.", "content": dict.fromkeys(terms.media, text)}
    # A stream is not one JSON value, so its media type says text and the lines stand beside it.
    content = {media: text | {"x-lines": schemas[repr(terms.lines)]} for media in terms.media}
    return {"description": "A stream of lines, each a JSON object.", "content": content}


def _refusals(problems: list[Code]) -> dict[str, Any]:
    found: dict[int, list[Code]] = {}
    for code in problems:
        found.setdefault(code.status, []).append(code)
    return {str(status): _refusal(codes) for status, codes in found.items()}


def _refusal(codes: list[Code]) -> dict[str, Any]:
    schema = {
        "allOf": [
            {"$ref": _REFERENCE.format(name="ProblemAnswer")},
            {"properties": {"code": {"enum": [code.value for code in codes]}}},
        ]
    }
    examples = {code.value: {"value": _problem_example(code)} for code in codes}
    answer: dict[str, Any] = {
        "description": "; ".join(f"{code.value}: {code.meaning}" for code in codes),
        "content": {MEDIA_TYPE: {"schema": schema, "examples": examples}},
    }
    if codes[0].status in (429, 503):
        seconds = {"type": "integer", "minimum": 1}
        header = {"description": "how many seconds to wait", "schema": seconds}
        answer["headers"] = {"Retry-After": header}
    return answer


@functools.cache
def _problem_example(code: Code) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if code is Code.TURN_OVER:
        more = {"recorded": "f5"}
    elif code is Code.RATE_LIMITED:
        more = {"limit": "polls", "retry_after": 2}
    elif code.status == 503:
        more = {"retry_after": 1}
    return problem_body(Problem(code, f"{code.meaning.lower()}.", **more))


def _unwrapped(text: str) -> str:
    """Join the lines of paragraphs, as a docstring has them."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
