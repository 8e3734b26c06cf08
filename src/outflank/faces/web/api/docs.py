"""The OpenAPI document, and a page that a person can read."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import msgspec
from flask import render_template

from outflank import __version__
from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import Encoded, Endpoint, RawResponse, Routes
from outflank.faces.web.api.openapi import ROOT, document
from outflank.faces.web.api.problems import Code

__all__ = ["Description", "routes"]

routes = Routes("About")


class OpenApiDocument(msgspec.Struct, frozen=True):
    """An OpenAPI 3.1 document."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


class Description:
    """What is served, described for programs and for people."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._endpoints = endpoints

    @functools.cached_property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return document(self._endpoints, __version__)

    @functools.cached_property
    def encoded(self) -> bytes:
        """The document as JSON."""
        return msgspec.json.encode(self.document)

    @functools.cached_property
    def groups(self) -> dict[str, list[dict[str, Any]]]:
        """The operations by their subjects, with what the page shows of each."""
        groups: dict[str, list[dict[str, Any]]] = {}
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                shown = _shown(method.upper(), path, operation)
                groups.setdefault(operation["tags"][0], []).append(shown)
        return groups


@routes.route("GET", "/openapi.json")
def read_openapi(call: ApiCall) -> Encoded[OpenApiDocument]:
    """Read this description as an OpenAPI 3.1 document."""
    return Encoded(call.front.description.encoded)


@routes.route("GET", "/docs", media=("text/html; charset=utf-8",))
def read_docs(call: ApiCall) -> RawResponse:
    """Read this description as a page."""
    found = call.front.description
    page = render_template(
        "api_docs.html", document=found.document, groups=found.groups, codes=list(Code), root=ROOT
    )
    return RawResponse(page, "text/html; charset=utf-8")


@routes.route("GET", "/docs.css", media=("text/css; charset=utf-8",))
def read_docs_style(call: ApiCall) -> RawResponse:  # noqa: ARG001
    """Read the page's style sheet."""
    style = resources.files("outflank.faces.web").joinpath("static", "api_docs.css")
    headers = {"Cache-Control": "public, max-age=3600"}
    return RawResponse(style.read_text(encoding="utf-8"), "text/css; charset=utf-8", headers)


def _shown(method: str, path: str, operation: Mapping[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    status, success = next(iter(operation["responses"].items()))
    content = success.get("content", {})
    return {
        **operation,
        "method": method,
        "path": path,
        "body": body,
        "body_example": _pretty(body),
        "curl": _curl(method, path, operation, body),
        "status": status,
        "success": success,
        "media": list(content),
        "answer": content.get("application/json"),
        "answer_example": _pretty(content.get("application/json")),
        "lines": next((one["x-lines"] for one in content.values() if "x-lines" in one), None),
        "refusals": _refusals(operation["responses"]),
    }


def _pretty(content: Mapping[str, Any] | None) -> str | None:
    if content is None or "example" not in content:
        return None
    return msgspec.json.format(msgspec.json.encode(content["example"]), indent=2).decode()


def _curl(
    method: str, path: str, operation: Mapping[str, Any], body: Mapping[str, Any] | None
) -> str:
    words = ["curl"]
    if operation["x-access"] != "anyone":
        words.append('-H "Authorization: Bearer $KEY"')
    if method not in ("GET", "POST") or (method == "POST" and body is None):
        words.append(f"-X {method}")
    if body is not None:
        example = msgspec.json.encode(body.get("example", {})).decode()
        words += ["--json", f"'{example}'"]
    return " ".join([*words, f"$SERVER{path}"])


def _refusals(responses: Mapping[str, Any]) -> list[str]:
    return [
        code
        for answer in responses.values()
        for content in answer.get("content", {}).values()
        for code in content.get("examples", {})
    ]
