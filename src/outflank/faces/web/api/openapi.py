"""The OpenAPI 3.1 document, made from the route table."""

from __future__ import annotations

import functools
import typing
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from outflank import __version__
from outflank.faces.web.api.checking import when_given
from outflank.faces.web.api.operations import ROOT, Access, Operation, operations_of
from outflank.faces.web.api.problem_json import MEDIA_TYPE, problem_body
from outflank.faces.web.http.browser_sessions import COOKIE
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.wire.schemas.examples import EXAMPLES
from outflank.faces.web.wire.schemas.values import ProblemAnswer
from outflank.texts import catalogue

__all__ = ["document_of"]

_ENGLISH = catalogue("en")  # the document is in English, like the docstrings it is made from
_REFERENCE = "#/components/schemas/{name}"
_ABOUT = """\
Play Othello over HTTP: matches, challenges and tournaments.

Bodies are JSON both ways. A key goes into the header `Authorization: Bearer KEY`; reading public
things needs none. People in a browser have theirs in a cookie, see `/api/v1/session`. Times are
milliseconds by the server's own clock, which every answer about a match tells as `now`.

A refusal is problem JSON (RFC 9457) with a stable `code`. A limit that is reached is answered
with 429, its name in `limit` and the header `Retry-After`; each kind of request has a limit of
its own, so that polling never costs you a move.
"""
# A handler declares only further ones.
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


def document_of(subjects: Mapping[str, Iterable[type]]) -> dict[str, Any]:
    """Return the document of the operations of some classes, by subject."""
    tagged = [
        (tag, each)
        for tag, handlers in subjects.items()
        for one in handlers
        for each in operations_of(one)
    ]
    kinds: dict[str, Any] = {repr(ProblemAnswer): ProblemAnswer}
    for _, each in tagged:
        wanted = (each.body_type, each.answer_type, each.lines)
        kinds |= {repr(kind): kind for kind in wanted if kind is not None}
    references, named = msgspec.json.schema_components(kinds.values(), ref_template=_REFERENCE)
    components = _with_words_in_place(named)
    schemas = dict(zip(kinds, references, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for tag, each in tagged:
        paths.setdefault(ROOT + each.path, {})[each.method.lower()] = _described(each, tag, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Outflank",
            "version": __version__,
            "summary": "An Othello server for programs",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": tag} for tag in dict.fromkeys(tag for tag, _ in tagged)],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _SCHEMES},
    }


def _described(each: Operation, tag: str, schemas: Mapping[str, Any]) -> dict[str, Any]:
    """Return the description of an operation."""
    first, _, rest = each.description.partition("\n")
    found: dict[str, Any] = {
        "tags": [tag],
        "summary": first.rstrip("."),
        "operationId": each.name,
    }
    if rest.strip():
        found["description"] = _unwrapped(rest.strip())
    parameters = [*_places(each.path_types), *_queries(each.query_type)]
    if parameters:
        found["parameters"] = parameters
    if each.body_type is not None:
        content = _content(schemas[repr(each.body_type)], each.body_type)
        found["requestBody"] = {"required": True, "content": {"application/json": content}}
    found["responses"] = {
        str(each.status): _success(each, schemas),
        **_errors(_problems(each)),
    }
    anybody: list[dict[str, list[str]]] = [{}] if each.access is Access.ANYONE else []
    person: list[dict[str, list[str]]] = [] if each.access is Access.ADMIN else [{"cookie": []}]
    found["security"] = [*anybody, {"key": []}, *person]
    found["x-access"] = each.access.value
    found["x-limit"] = found["x-budget"] = each.limit.value  # the latter for earlier readers
    return found


def _problems(each: Operation) -> list[Code]:
    """Return every problem code of an operation."""
    found = {*_ALWAYS, *each.problems}
    if each.body_type is not None:
        found |= {Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE}
    if each.path_types:
        found.add(Code.NOT_FOUND)
    if each.access in (Access.PLAYER, Access.ADMIN):
        found.add(Code.FORBIDDEN)
    if each.method != "GET":
        found.add(Code.CROSS_SITE)
    return [code for code in Code if code in found]


def _places(kinds: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, **_schema(kind)}
        for name, kind in kinds.items()
    ]


def _queries(kind: Any) -> list[dict[str, Any]]:
    if kind is None:
        return []
    parameters = []
    for one in msgspec.structs.fields(kind):
        parameter = {"name": one.encode_name, "in": "query", **_schema(when_given(one.type))}
        if one.default not in (msgspec.NODEFAULT, msgspec.UNSET):
            parameter["schema"]["default"] = one.default
        parameters.append(parameter)
    return parameters


def _with_words_in_place(components: Mapping[str, Any]) -> dict[str, Any]:
    """Return schemas in which the few words of an enumeration stand where they are allowed."""
    words = {
        _REFERENCE.format(name=name): {"enum": schema["enum"]}
        for name, schema in components.items()
        if "enum" in schema
    }

    def replaced(schema: Any) -> Any:
        if isinstance(schema, dict):
            found = words.get(schema.get("$ref", ""))
            if found is not None:
                return found | {key: value for key, value in schema.items() if key != "$ref"}
            return {key: replaced(value) for key, value in schema.items()}
        return [replaced(each) for each in schema] if isinstance(schema, list) else schema

    return {
        name: replaced(schema)
        for name, schema in components.items()
        if _REFERENCE.format(name=name) not in words
    }


def _schema(hint: Any) -> dict[str, Any]:
    """Return the schema of a simple type, with a description."""
    schema = msgspec.json.schema(hint)
    text = schema.pop("description", None)
    return {"schema": schema} | ({"description": text} if text else {})


def _content(schema: Any, kind: Any) -> dict[str, Any]:
    kind = typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind
    example = EXAMPLES.get(kind) if isinstance(kind, type) else None
    shown = {} if example is None else {"example": msgspec.to_builtins(example)}
    return {"schema": schema, **shown}


def _success(each: Operation, schemas: Mapping[str, Any]) -> dict[str, Any]:
    answer = each.answer_type
    if answer is not None:
        what = (answer.__doc__ or "").partition("\n")[0]
        content = {"application/json": _content(schemas[repr(answer)], answer)}
        return {"description": what, "content": content}
    if each.status == 204:
        return {"description": "Done."}
    text: dict[str, Any] = {"schema": {"type": "string"}}
    if each.lines is None:
        return {"description": "The text.", "content": dict.fromkeys(each.media, text)}
    # A stream is not one JSON value, so its media type is text and its lines are described apart.
    content = {media: text | {"x-lines": schemas[repr(each.lines)]} for media in each.media}
    return {"description": "A stream of lines, each a JSON object.", "content": content}


def _errors(problems: list[Code]) -> dict[str, Any]:
    found: dict[int, list[Code]] = {}
    for code in problems:
        found.setdefault(code.status, []).append(code)
    return {str(status): _error(codes) for status, codes in found.items()}


def _error(codes: list[Code]) -> dict[str, Any]:
    schema = {
        "allOf": [
            {"$ref": _REFERENCE.format(name="ProblemAnswer")},
            {"properties": {"code": {"enum": [code.value for code in codes]}}},
        ]
    }
    examples = {code.value: {"value": _problem_example(code)} for code in codes}
    answer: dict[str, Any] = {
        "description": "; ".join(
            f"{code.value}: {code.meaning.render(_ENGLISH)}" for code in codes
        ),
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
    meaning = code.meaning.render(_ENGLISH)
    example = f"{meaning[0].lower()}{meaning[1:]}."
    return problem_body(Problem(code, example, **more), _ENGLISH)


def _unwrapped(text: str) -> str:
    """Join the lines of each paragraph of a docstring."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
