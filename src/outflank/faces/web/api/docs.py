"""About the server: the OpenAPI document, a page that a person can read, and its public keys."""

from __future__ import annotations

from importlib import resources
from typing import Any

import msgspec
from litestar import Response
from litestar.response import Template

from outflank import __version__
from outflank.faces.web.api.admission import Call
from outflank.faces.web.api.document import ROOT
from outflank.faces.web.api.problems import Code
from outflank.faces.web.api.routes import encoded, route
from outflank.faces.web.api.schemas.proof import ServerKey, ServerKeys
from outflank.faces.web.pages.static_files import STATIC

__all__ = ["handlers"]


class OpenApiDocument(msgspec.Struct, frozen=True):
    """An OpenAPI 3.1 document."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


@route("GET", "/openapi.json")
def read_openapi(call: Call) -> Response[OpenApiDocument]:
    """Read this description as an OpenAPI 3.1 document."""
    return encoded(call.services.description.encoded)


@route("GET", "/docs", media=("text/html; charset=utf-8",))
def read_docs(call: Call) -> Template:
    """Read this description as a page."""
    found = call.services.description
    values = {
        "document": found.document,
        "groups": found.groups,
        "codes": list(Code),
        "root": ROOT,
        "static": STATIC.address,
        "texts": STATIC.texts,
        "version": __version__,
        "path": "/bots",  # the part of the site to which it belongs
    }
    return Template("api_docs.html", context=values)


@route("GET", "/docs.css", media=("text/css; charset=utf-8",))
def read_docs_style(call: Call) -> Response[str]:  # noqa: ARG001
    """Read the page's style sheet."""
    style = resources.files("outflank.faces.web").joinpath("static", "api_docs.css")
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(style.read_text(encoding="utf-8"), media_type="text/css", headers=headers)


@route("GET", "/server-key")
def read_server_key(call: Call) -> ServerKeys:
    """Read the public keys with which the server's signatures are checked.

    Whoever must not have to trust this server gets the key in another way, too.
    """
    found = [
        ServerKey(known.key.id, known.key.text, known.since, known.until)
        for known in call.server.signer.known_keys()
    ]
    current = next((key for key in found if key.until is None), None)
    return ServerKeys(current, [key for key in found if key is not current])


handlers = [read_openapi, read_docs, read_docs_style, read_server_key]
