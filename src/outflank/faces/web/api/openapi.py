"""The OpenAPI 3.1 document, made from the endpoints that are served."""

from __future__ import annotations

import functools
import re
import typing
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from outflank.faces.web.api.endpoints import Access, Endpoint, RawResponse
from outflank.faces.web.api.examples import EXAMPLES
from outflank.faces.web.api.problems import MEDIA_TYPE, Code, Problem, problem_body
from outflank.faces.web.api.schemas import ProblemAnswer
from outflank.faces.web.people import COOKIE

__all__ = ["ROOT", "document"]

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
_BUDGETED = "how many seconds to wait"


def document(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    """Return the document that describes the endpoints, and nothing else."""
    kinds = _kinds(endpoints)
    references, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    schemas = dict(zip(map(_key, kinds), references, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, schemas)
        paths.setdefault(ROOT + endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Outflank",
            "version": version,
            "summary": "An Othello server for programs",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": tag} for tag in dict.fromkeys(each.tag for each in endpoints)],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "key": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The key of a player, an observer or an organiser.",
                },
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": "A person's key, kept by the browser; acts must come from a "
                    "page of this server, which the header Origin or Sec-Fetch-Site tells.",
                },
            },
        },
    }


def _kinds(endpoints: Iterable[Endpoint]) -> list[Any]:
    """Return every type that needs a schema, once."""
    found: dict[str, Any] = {_key(ProblemAnswer): ProblemAnswer}
    for endpoint in endpoints:
        for kind in (endpoint.body, endpoint.answer, endpoint.lines):
            if kind not in (None, type(None), RawResponse):
                found.setdefault(_key(kind), kind)
    return list(found.values())


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
    }
    if endpoint.description:
        operation["description"] = _unwrapped(endpoint.description)
    if parameters := [*_places(endpoint), *_queries(endpoint)]:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content = _content(schemas[_key(endpoint.body)], endpoint.body)
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    operation["responses"] = {
        str(endpoint.status): _success(endpoint, schemas),
        **_refusals(endpoint),
    }
    operation["security"] = _security(endpoint.access)
    operation["x-access"] = endpoint.access.value
    operation["x-budget"] = endpoint.budget.value
    return operation


def _security(access: Access) -> list[dict[str, list[str]]]:
    anybody: list[dict[str, list[str]]] = [{}] if access is Access.ANYONE else []
    person: list[dict[str, list[str]]] = [] if access is Access.ADMIN else [{"cookie": []}]
    return [*anybody, {"key": []}, *person]


def _places(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, **_described(hint)}
        for name, hint in endpoint.places.items()
    ]


def _queries(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    parameters = []
    for one in msgspec.structs.fields(endpoint.query):
        parameter = {"name": one.encode_name, "in": "query", **_described(_when_given(one.type))}
        if one.default not in (msgspec.NODEFAULT, msgspec.UNSET):
            parameter["schema"]["default"] = one.default
        parameters.append(parameter)
    return parameters


def _described(hint: Any) -> dict[str, Any]:
    """Return the schema of a simple type, with what it is for beside it."""
    schema = msgspec.json.schema(hint)
    text = schema.pop("description", None)
    return {"schema": schema} | ({"description": text} if text else {})


def _when_given(hint: Any) -> Any:
    """Return the type of a parameter that may be left out, as it is when it is there."""
    inner = [each for each in typing.get_args(hint) if each is not msgspec.UnsetType]
    is_optional = msgspec.UnsetType in typing.get_args(hint)
    return inner[0] if is_optional and len(inner) == 1 else hint


def _content(schema: Any, kind: Any) -> dict[str, Any]:
    example = EXAMPLES.get(kind) if isinstance(kind, type) else None
    shown = {} if example is None else {"example": msgspec.to_builtins(example)}
    return {"schema": schema, **shown}


def _success(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    answer = endpoint.answer
    if answer is type(None):
        return {"description": "Done."}
    if answer is not RawResponse:
        what = (answer.__doc__ or "").partition("\n")[0]
        content = {"application/json": _content(schemas[_key(answer)], answer)}
        return {"description": what, "content": content}
    if endpoint.lines is None:
        text = {media: {"schema": {"type": "string"}} for media in endpoint.media}
        return {"description": "The text.", "content": text}
    # A stream is not one JSON value, so its media type says text and the lines stand beside it.
    lines = schemas[_key(endpoint.lines)]
    content = {media: {"schema": {"type": "string"}, "x-lines": lines} for media in endpoint.media}
    return {"description": "A stream of lines, each a JSON object.", "content": content}


def _refusals(endpoint: Endpoint) -> dict[str, Any]:
    found: dict[int, list[Code]] = {}
    for code in endpoint.problems:
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
        header = {"description": _BUDGETED, "schema": {"type": "integer", "minimum": 1}}
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
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
